"""DIVISION where a zero divisor gives zero."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT
from ..operands import Broadcasts, Floats, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor
from .arithmetic import floating_pair
from .complexes import conj


@primitive("raw_ops.DivNoNan", internal=True)
def _div_no_nan(x: Annotated[Tensor, Floats(dtypes=INEXACT)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x / y, and 0 where y = 0, forward and backward"""
    zero = y == 0
    return np.where(zero, np.zeros((), y.dtype), x / np.where(zero, np.ones((), y.dtype), y))


@_div_no_nan.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return div_no_nan(ct, y), ct * div_no_nan(div_no_nan(-x, y), y)


@composed("math.divide_no_nan")
def div_no_nan(x: Annotated[Tensor, Numbers()], y: Annotated[Tensor, Broadcasts("x")], name=None):
    """z = x / y, and 0 where y = 0; ints are cast to float64 first, those of up to 16 bits to float32.

    Raises TypeError for two dtypes, and for bools.
    """
    return _div_no_nan(*floating_pair(x, y, number_first=True))
