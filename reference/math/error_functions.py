"""The ERROR FUNCTION and its inverse, the complement's, and that of the normal distribution."""

from typing import Annotated

import numpy as np
import scipy.special

from ..dtypes import HALF, float32, float64
from ..operands import Floats
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import multiply, negative, square
from .elementwise import exp

WIDE = (float32, float64)


def _constant(number, like):
    return Tensor(np.array(number, like.dtype.numpy))


def _doubled(function, x):
    """`function` in double precision, rounded once."""
    return function(np.asarray(x, np.float64)).astype(x.dtype)


@primitive("math.erf", rounds="always")
def erf(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0))]):
    """y = 2/√π ∫ e^-t² dt from 0 to x"""
    return _doubled(scipy.special.erf, x)


@erf.vjp
def _(ct, y, x):
    return (ct * (_constant(2 / np.sqrt(np.pi), x) * exp(negative(square(x)))),)


@primitive("math.erfinv", rounds="always")
def erfinv(
    x: Annotated[Tensor, Floats(likely=(-0.9, 0.9), kinks=(-1.0, 0.0, 1.0), dtypes=WIDE, listed=HALF)],
):
    """y with erf y = x; -inf and inf at -1 and 1, nan beyond.

    At x = ±1: dy/dx = inf.  For |x| > 1: dy/dx = nan.
    """
    return _doubled(scipy.special.erfinv, x)


@erfinv.vjp
def _(ct, y, x):
    return (ct * (_constant(np.sqrt(np.pi) / 2, x) * exp(square(y))),)


@primitive("math.ndtri", rounds="always")
def ndtri(x: Annotated[Tensor, Floats(likely=(0.05, 0.95), kinks=(0.0, 0.5, 1.0), dtypes=WIDE, listed=HALF)]):
    """y below which a standard normal number falls with probability x; -inf and inf at 0 and 1.

    At x = 0 and 1: dy/dx = inf.  Outside [0, 1]: y = nan, dy/dx = nan.
    """
    return _doubled(scipy.special.ndtri, x)


@ndtri.vjp
def _(ct, y, x):
    return (ct * (_constant(np.sqrt(2 * np.pi), x) * exp(square(y) / _constant(2.0, x))),)


@composed("math.erfcinv")
def erfcinv(
    x: Annotated[Tensor, Floats(likely=(0.1, 1.9), kinks=(0.0, 1.0, 2.0), dtypes=WIDE, listed=HALF)],
    name=None,
):
    """y with erfc y = x: -ndtri(x / 2) √½"""
    x = convert_to_tensor(x)
    half = convert_to_tensor(0.5, dtype=x.dtype)
    return multiply(negative(ndtri(multiply(half, x))), _constant(np.sqrt(0.5), x))
