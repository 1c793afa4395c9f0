"""BESSEL FUNCTIONS of order 0 and 1: I and K, plain and scaled by e^-|x| and e^x, J and Y.

Derivatives at 0 are limits where they are written down (I₁, I₁ scaled, J₁), else what the formula gives.
"""

from typing import Annotated

import numpy as np
import scipy.special

from ..dtypes import bfloat16, float16, float32, float64
from ..operands import Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import negative
from .basics import sign
from .comparisons import equal
from .elementwise import reciprocal
from .selection import where

_HALF = 0.5


def _floats(low: float, high: float) -> Floats:
    return Floats(likely=(low, high), kinks=(0.0,), dtypes=(float16, float32, float64), listed=(bfloat16,))


EVERYWHERE, POSITIVE = _floats(-5.0, 5.0), _floats(0.1, 5.0)


def _wide(function, x):
    return function(np.asarray(x, np.float64)).astype(x.dtype)


def _half_at_zero(x, value):
    """`value`, but ½ where x is 0, which has no part in the derivative there."""

    zero = Tensor(np.array(0, x.dtype.numpy))
    return where(equal(x, zero), Tensor(np.array(_HALF, x.dtype.numpy)), value)


@primitive("math.bessel_i0", "math.special.bessel_i0", rounds="always")
def bessel_i0(x: Annotated[Tensor, EVERYWHERE]):
    """y = I₀(x)"""
    return _wide(scipy.special.i0, x)


@bessel_i0.vjp
def _(ct, y, x):
    return (ct * bessel_i1(x),)


@primitive("math.bessel_i0e", "math.special.bessel_i0e", rounds="always")
def bessel_i0e(x: Annotated[Tensor, EVERYWHERE]):
    """y = e^-|x| I₀(x)"""
    return _wide(scipy.special.i0e, x)


@bessel_i0e.vjp
def _(ct, y, x):
    return (ct * (bessel_i1e(x) - sign(x) * y),)


@primitive("math.bessel_i1", "math.special.bessel_i1", rounds="always")
def bessel_i1(x: Annotated[Tensor, EVERYWHERE]):
    """y = I₁(x).  At x = 0: dy/dx = ½."""
    return _wide(scipy.special.i1, x)


@bessel_i1.vjp
def _(ct, y, x):
    return (ct * _half_at_zero(x, bessel_i0(x) - y / x),)


@primitive("math.bessel_i1e", "math.special.bessel_i1e", rounds="always")
def bessel_i1e(x: Annotated[Tensor, EVERYWHERE]):
    """y = e^-|x| I₁(x).  At x = 0: dy/dx = ½."""
    return _wide(scipy.special.i1e, x)


@bessel_i1e.vjp
def _(ct, y, x):
    return (ct * _half_at_zero(x, bessel_i0e(x) - y * (sign(x) + reciprocal(x))),)


@primitive("math.special.bessel_k0", rounds="always")
def bessel_k0(x: Annotated[Tensor, POSITIVE]):
    """y = K₀(x); inf at 0 and below"""
    return np.where(x < 0, np.asarray(np.inf, x.dtype), _wide(scipy.special.k0, x))


@bessel_k0.vjp
def _(ct, y, x):
    return (lambda: ct * negative(bessel_k1(x)),)


@primitive("math.special.bessel_k0e", rounds="always")
def bessel_k0e(x: Annotated[Tensor, POSITIVE]):
    """y = e^x K₀(x); inf at 0 and below"""
    return np.where(x < 0, np.asarray(np.inf, x.dtype), _wide(scipy.special.k0e, x))


@bessel_k0e.vjp
def _(ct, y, x):
    return (ct * (y - bessel_k1e(x)),)


@primitive("math.special.bessel_k1", rounds="always")
def bessel_k1(x: Annotated[Tensor, POSITIVE]):
    """y = K₁(x); inf at 0 and below"""
    return np.where(x < 0, np.asarray(np.inf, x.dtype), _wide(scipy.special.k1, x))


@bessel_k1.vjp
def _(ct, y, x):
    return (lambda: ct * (negative(bessel_k0(x)) - y / x),)


@primitive("math.special.bessel_k1e", rounds="always")
def bessel_k1e(x: Annotated[Tensor, POSITIVE]):
    """y = e^x K₁(x); inf at 0 and below"""
    return np.where(x < 0, np.asarray(np.inf, x.dtype), _wide(scipy.special.k1e, x))


@bessel_k1e.vjp
def _(ct, y, x):
    return (ct * (y * (1.0 - reciprocal(x)) - bessel_k0e(x)),)


@primitive("math.special.bessel_j0", rounds="always")
def bessel_j0(x: Annotated[Tensor, EVERYWHERE]):
    """y = J₀(x)"""
    return _wide(scipy.special.j0, x)


@bessel_j0.vjp
def _(ct, y, x):
    return (ct * negative(bessel_j1(x)),)


@primitive("math.special.bessel_j1", rounds="always")
def bessel_j1(x: Annotated[Tensor, EVERYWHERE]):
    """y = J₁(x).  At x = 0: dy/dx = ½."""
    return _wide(scipy.special.j1, x)


@bessel_j1.vjp
def _(ct, y, x):
    return (ct * _half_at_zero(x, bessel_j0(x) - y / x),)


@primitive("math.special.bessel_y0", rounds="always")
def bessel_y0(x: Annotated[Tensor, POSITIVE]):
    """y = Y₀(x); -inf at 0 and below"""
    return np.where(x < 0, np.asarray(-np.inf, x.dtype), _wide(scipy.special.y0, x))


@bessel_y0.vjp
def _(ct, y, x):
    return (ct * negative(bessel_y1(x)),)


@primitive("math.special.bessel_y1", rounds="always")
def bessel_y1(x: Annotated[Tensor, POSITIVE]):
    """y = Y₁(x); -inf below 0, nan at 0, where it is -inf in float64"""
    y = np.where(x < 0, np.asarray(-np.inf, x.dtype), _wide(scipy.special.y1, x))
    return y if x.dtype == np.float64 else np.where(x == 0, np.asarray(np.nan, x.dtype), y)


@bessel_y1.vjp
def _(ct, y, x):
    return (ct * (bessel_y0(x) - y / x),)
