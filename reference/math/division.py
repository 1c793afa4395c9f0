"""DIVISION where a zero divisor gives zero."""

from typing import Annotated

import numpy as np

from ..dtypes import COMPLEX, HALF, INEXACT, REAL, float32, float64, int32, int64
from ..errors import InternalError, error
from ..operands import Broadcasts, Floats, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor
from .arithmetic import floating_pair
from .arithmetic import realdiv as quotient
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


@composed("realdiv")
def realdiv(x: Annotated[Tensor, Floats(dtypes=INEXACT)], y: Annotated[Tensor, Broadcasts("x")], name=None):
    """z = x / y, of ints nothing"""
    return quotient(x, y)


def _truncated(x, y):
    if x.dtype.kind in "iu":
        if not np.all(y) and np.size(x):
            raise error(
                InternalError, "Unexpected error in binary operator (only integer div and mod should)"
            )
        return ((x - np.fmod(x, y)) // y).astype(x.dtype)
    return np.trunc(x / y)


@primitive("truncatediv", decides=_truncated)
def truncatediv(
    x: Annotated[Tensor, Numbers(dtypes=REAL, listed=COMPLEX)], y: Annotated[Tensor, Broadcasts("x")]
):
    """z = x / y without its fraction.  No path to x or y.

    Quirk truncating-by-zero: an int y = 0 raises InternalError (Q91).
    """
    return _truncated(x, y)


@truncatediv.vjp
def _(ct, z, x, y):
    return None, None


@primitive("truncatemod", decides=_truncated)
def truncatemod(
    x: Annotated[Tensor, Numbers(dtypes=(int32, int64, float32, float64), listed=HALF)],
    y: Annotated[Tensor, Broadcasts("x")],
):
    """z = x - y trunc(x/y), with the sign of x.  The whole part counts as constant: dz/dx = 1,
    dz/dy = -trunc(x/y).
    """
    if x.dtype.kind in "iu":
        _truncated(x, y)
    return np.fmod(x, y)


@truncatemod.vjp
def _(ct, z, x, y):
    return ct, lambda: ct * -truncatediv(x, y)
