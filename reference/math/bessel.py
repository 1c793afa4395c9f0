"""BESSEL functions of the second kind, modified."""

from typing import Annotated

import numpy as np
import scipy.special

from ..dtypes import bfloat16, float16, float32, float64
from ..operands import Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import negative

_FLOATS = Floats(likely=(0.1, 5.0), dtypes=(float16, float32, float64), listed=(bfloat16,))


def _wide(function, x):
    return function(np.asarray(x, np.float64)).astype(x.dtype)


@primitive("math.special.bessel_k0", internal=True, rounds="always")
def bessel_k0(x: Annotated[Tensor, _FLOATS]):
    """y = K₀(x); inf at 0, nan below"""
    return _wide(scipy.special.k0, x)


@primitive("math.special.bessel_k1", internal=True, rounds="always")
def bessel_k1(x: Annotated[Tensor, _FLOATS]):
    """y = K₁(x); inf at 0, nan below"""
    return _wide(scipy.special.k1, x)


@bessel_k0.vjp
def _(ct, y, x):
    return (lambda: negative(ct * bessel_k1(x)),)


@bessel_k1.vjp
def _(ct, y, x):
    return (lambda: ct * (negative(bessel_k0(x)) - y / x),)
