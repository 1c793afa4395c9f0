"""PRODUCTS THAT ARE ZERO where their first factor, or their divisor, is zero, whatever the other is."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT
from ..operands import Broadcasts, Floats
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import negative, square
from .basics import cast
from .comparisons import not_equal
from .complexes import conj
from .division import _div_no_nan

FACTOR = Floats(likely=(-3.0, 3.0), dtypes=INEXACT)
POSITIVE = Broadcasts("x", kinks=(0.0, 1.0))


def _unless_zero(x, product):
    return np.where(x == 0, np.zeros((), product.dtype), product)


def _is_there(x):
    """1 where x is not 0, else 0."""
    return cast(not_equal(x, Tensor(np.array(0, x.dtype.numpy))), x.dtype)


@primitive("math.xlogy")
def xlogy(x: Annotated[Tensor, FACTOR], y: Annotated[Tensor, POSITIVE]):
    """z = x ln y, and 0 where x = 0, forward and backward"""
    return _unless_zero(x, x * np.log(y))


@xlogy.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return lambda: ct * xlogy(_is_there(x), y), lambda: ct * xdivy(x, y)


@primitive("math.xlog1py")
def xlog1py(x: Annotated[Tensor, FACTOR], y: Annotated[Tensor, Broadcasts("x", kinks=(-1.0, 0.0))]):
    """z = x ln(1 + y), and 0 where x = 0, forward and backward"""
    return _unless_zero(x, x * np.log1p(y))


@xlog1py.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return lambda: ct * xlog1py(_is_there(x), y), lambda: ct * xdivy(x, y + 1.0)


@primitive("math.xdivy")
def xdivy(x: Annotated[Tensor, FACTOR], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x / y, and 0 where x = 0, forward and backward"""
    return _unless_zero(x, x / y)


@xdivy.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return lambda: ct * xdivy(_is_there(x), y), lambda: ct * xdivy(negative(x), square(y))


@primitive("raw_ops.MulNoNan", internal=True)
def _multiply_no_nan(x: Annotated[Tensor, FACTOR], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x y, and 0 where y = 0.

    The gradient is guarded in the same way: by x it is 0 where y = 0, by y it is 0 where the cotangent is.
    """
    return np.where(y == 0, np.zeros((), x.dtype), x * y)


@_multiply_no_nan.vjp
def _(ct, z, x, y):
    return lambda: _multiply_no_nan(ct, conj(y)), lambda: _multiply_no_nan(conj(x), ct)


@composed("math.multiply_no_nan")
def multiply_no_nan(x: Annotated[Tensor, FACTOR], y: Annotated[Tensor, Broadcasts("x")], name=None):
    """z = x y, and 0 where y = 0 even if x is infinite or nan.

    Raises ValueError for tensors of two dtypes.
    """
    x = convert_to_tensor(x)
    return _multiply_no_nan(x, convert_to_tensor(y, dtype=x.dtype))


@composed("math.reciprocal_no_nan")
def reciprocal_no_nan(x: Annotated[Tensor, FACTOR], name=None):
    """y = 1 / x, and 0 where x = 0"""
    x = convert_to_tensor(x)
    return _div_no_nan(convert_to_tensor(1, dtype=x.dtype), x)
