"""HYPERBOLIC functions and their inverses; tanh stands in `elementwise`."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT
from ..operands import Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import square
from .complexes import conj
from .elementwise import reciprocal


@primitive("math.sinh", "sinh")
def sinh(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), dtypes=INEXACT)]):
    """y = sinh x"""
    return np.sinh(x)


@primitive("math.cosh", "cosh")
def cosh(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), dtypes=INEXACT)]):
    """y = cosh x"""
    return np.cosh(x)


@sinh.vjp
def _(ct, y, x):
    return (ct * cosh(conj(x)),)


@cosh.vjp
def _(ct, y, x):
    return (ct * sinh(conj(x)),)


@primitive("math.asinh", "asinh")
def asinh(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), dtypes=INEXACT)]):
    """y = arsinh x"""
    return np.arcsinh(x)


@asinh.vjp
def _(ct, y, x):
    return (ct / cosh(conj(y)),)


@primitive("math.acosh", "acosh")
def acosh(x: Annotated[Tensor, Floats(likely=(1.1, 4.0), kinks=(1.0,), dtypes=INEXACT)]):
    """y = arcosh x.  At x = 1: dy/dx = inf.  For x < 1: nan."""
    return np.arccosh(x)


@acosh.vjp
def _(ct, y, x):
    return (ct / sinh(conj(y)),)


@primitive("math.atanh", "atanh")
def atanh(x: Annotated[Tensor, Floats(likely=(-0.95, 0.95), kinks=(-1.0, 0.0, 1.0), dtypes=INEXACT)]):
    """y = artanh x.  At x = ±1: y = ±inf, dy/dx = inf.  For |x| > 1: y = nan, yet dy/dx = 1/(1 - x²)."""
    return np.arctanh(x)


@atanh.vjp
def _(ct, y, x):
    return (ct * reciprocal(1 - square(conj(x))),)
