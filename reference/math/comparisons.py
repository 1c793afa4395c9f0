"""COMPARISONS: bools of two tensors.  No path to either."""

from typing import Annotated

import numpy as np

from ..dtypes import REAL
from ..operands import Anything, Bools, Broadcasts, Numbers
from ..primitive import primitive
from ..tensor import Tensor


def no_path(ct, z, *operands):
    """The vjp of an operation whose result hangs on its operands by jumps only."""
    return tuple(None for _ in operands)


@primitive("math.less", "less", rounds=False)
def less(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x < y"""
    return x < y


@primitive("math.less_equal", "less_equal", rounds=False)
def less_equal(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x ≤ y"""
    return x <= y


@primitive("math.greater", "greater", rounds=False)
def greater(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x > y"""
    return x > y


@primitive("math.greater_equal", "greater_equal", rounds=False)
def greater_equal(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x ≥ y"""
    return x >= y


@primitive("math.equal", "equal", rounds=False)
def equal(x: Annotated[Tensor, Anything()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = (x = y); nan equals nothing"""
    return np.equal(x, y)


@primitive("math.not_equal", "not_equal", rounds=False)
def not_equal(x: Annotated[Tensor, Anything()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = (x ≠ y)"""
    return np.not_equal(x, y)


@primitive("math.logical_and", "logical_and", rounds=False)
def logical_and(x: Annotated[Tensor, Bools()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x and y"""
    return x & y


@primitive("math.logical_or", "logical_or", rounds=False)
def logical_or(x: Annotated[Tensor, Bools()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x or y"""
    return x | y


@primitive("math.logical_not", "logical_not", rounds=False)
def logical_not(x: Annotated[Tensor, Bools()]):
    """y = not x"""
    return ~x


for _comparison in (
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    logical_not,
):
    _comparison.vjp(no_path)
