"""TRIGONOMETRY: the tangent, and the inverses of sine, cosine and tangent."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT
from ..operands import Broadcasts, Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import square
from .complexes import conj
from .elementwise import cos, reciprocal, sqrt

_INSIDE = Floats(likely=(-0.95, 0.95), kinks=(-1.0, 0.0, 1.0), dtypes=INEXACT)


@primitive("math.tan", "tan")
def tan(x: Annotated[Tensor, Floats(likely=(-1.3, 1.3), dtypes=INEXACT)]):
    """y = tan x"""
    return np.tan(x)


@tan.vjp
def _(ct, y, x):
    return (square(reciprocal(cos(conj(x)))) * ct,)


@primitive("math.asin", "asin")
def asin(x: Annotated[Tensor, _INSIDE]):
    """y = arcsin x.  At x = ±1: dy/dx = inf.  For |x| > 1: nan."""
    return np.arcsin(x)


@asin.vjp
def _(ct, y, x):
    return (ct * _slope_of_asin(x),)


@primitive("math.acos", "acos")
def acos(x: Annotated[Tensor, _INSIDE]):
    """y = arccos x.  At x = ±1: dy/dx = -inf.  For |x| > 1: nan."""
    return np.arccos(x)


@acos.vjp
def _(ct, y, x):
    return (-ct * _slope_of_asin(x),)


def _slope_of_asin(x):
    return reciprocal(sqrt(1 - square(conj(x))))


@primitive("math.atan", "atan")
def atan(x: Annotated[Tensor, Floats(dtypes=INEXACT)]):
    """y = arctan x"""
    return np.arctan(x)


@atan.vjp
def _(ct, y, x):
    return (ct * reciprocal(1 + square(conj(x))),)


@primitive("math.atan2", "atan2")
def atan2(y: Annotated[Tensor, Floats(kinks=(0.0, -1.0, 1.0))], x: Annotated[Tensor, Broadcasts("y")]):
    """The angle of (x, y), in [-π, π].  At (0, 0): both derivatives nan."""
    return np.arctan2(y, x)


@atan2.vjp
def _(ct, z, y, x):
    scaled = ct / (square(x) + square(y))
    return x * scaled, -y * scaled
