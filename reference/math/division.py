"""DIVISION where a zero divisor gives zero."""

from typing import Annotated

import numpy as np

from ..operands import Broadcasts, Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import multiply, negative


@primitive("math.divide_no_nan")
def div_no_nan(x: Annotated[Tensor, Floats()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x / y, and 0 where y = 0, forward and backward"""
    zero = y == 0
    return np.where(zero, np.zeros((), y.dtype), x / np.where(zero, np.ones((), y.dtype), y))


@div_no_nan.vjp
def _(ct, z, x, y):
    return lambda: div_no_nan(ct, y), lambda: multiply(ct, div_no_nan(div_no_nan(negative(x), y), y))
