"""INTEGRALS that are no elementary functions: of e^t², of e^t/t, of waves that grow faster."""

from typing import Annotated

import numpy as np
import scipy.special

from ..dtypes import bfloat16, float16, float32, float64
from ..operands import Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import negative, square
from .comparisons import equal
from .elementwise import cos, exp, log, sin
from .selection import where


def _floats(low: float, high: float, *kinks: float) -> Floats:
    return Floats(likely=(low, high), kinks=kinks, dtypes=(float32, float64), listed=(bfloat16, float16))


def _wide(function, x):
    """`function` in double precision, rounded once."""
    return function(np.asarray(x, np.float64)).astype(x.dtype)


def _constant(number, like):
    return Tensor(np.array(number, like.dtype.numpy))


@primitive("math.special.dawsn", rounds="always")
def dawsn(x: Annotated[Tensor, _floats(-4.0, 4.0, 0.0)]):
    """y = e^-x² ∫ e^t² dt from 0 to x (Dawson's integral)"""
    return _wide(scipy.special.dawsn, x)


@dawsn.vjp
def _(ct, y, x):
    return (ct * (1 - 2 * x * y),)


@primitive("math.special.expint", rounds="always")
def expint(x: Annotated[Tensor, _floats(0.1, 5.0, 0.0)]):
    """y = Ei x = ∫ e^t/t dt from -∞ to x, for x > 0.

    At x = 0: y = -inf, dy/dx = inf.  For x < 0: y = nan, yet dy/dx = e^x/x.
    """
    return np.where(x < 0, np.asarray(np.nan, x.dtype), _wide(scipy.special.expi, x))


@expint.vjp
def _(ct, y, x):
    return (ct * exp(x) / x,)


@primitive("math.special.fresnel_cos", rounds="always")
def fresnel_cos(x: Annotated[Tensor, _floats(-3.0, 3.0, 0.0)]):
    """y = ∫ cos(π t²/2) dt from 0 to x"""
    return _wide(lambda wide: scipy.special.fresnel(wide)[1], x)


@fresnel_cos.vjp
def _(ct, y, x):
    return (ct * cos(_constant(np.pi / 2, x) * square(x)),)


@primitive("math.special.fresnel_sin", rounds="always")
def fresnel_sin(x: Annotated[Tensor, _floats(-3.0, 3.0, 0.0)]):
    """y = ∫ sin(π t²/2) dt from 0 to x"""
    return _wide(lambda wide: scipy.special.fresnel(wide)[0], x)


@fresnel_sin.vjp
def _(ct, y, x):
    return (ct * sin(_constant(np.pi / 2, x) * square(x)),)


@primitive("math.special.spence", rounds="always")
def spence(
    x: Annotated[
        Tensor,
        Floats(likely=(0.1, 4.0), kinks=(0.0, 1.0), dtypes=(float32, float64), listed=(bfloat16, float16)),
    ],
):
    """y = ∫ ln t / (1 - t) dt from 1 to x; nan for x < 0.

    At x = 1: dy/dx = -1, the limit, of which nothing goes on to second order.
    """
    return _wide(scipy.special.spence, x)


@spence.vjp
def _(ct, y, x):

    one = _constant(1, x)
    return (ct * where(equal(x, one), negative(one), log(x) / (one - x)),)
