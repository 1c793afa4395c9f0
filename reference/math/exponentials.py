"""EXPONENTIALS near zero, and the error function."""

from typing import Annotated

import numpy as np
from scipy import special

from ..dtypes import INEXACT
from ..operands import Floats
from ..primitive import primitive
from ..tensor import Tensor
from .arithmetic import square
from .complexes import conj
from .elementwise import exp, reciprocal


@primitive("math.expm1")
def expm1(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), dtypes=INEXACT)]):
    """y = e^x - 1, exact also for small x"""
    return np.expm1(x)


@expm1.vjp
def _(ct, y, x):
    return (ct * exp(conj(x)),)


@primitive("math.log1p")
def log1p(x: Annotated[Tensor, Floats(likely=(-0.9, 10.0), kinks=(-1.0, 0.0), dtypes=INEXACT)]):
    """y = ln(1 + x), exact also for small x.

    At x = -1: y = -inf, dy/dx = inf.  For x < -1: y = nan, yet dy/dx = 1/(1 + x).

    Quirk complex-log1p-at-its-pole: of a complex -1 the imaginary part is nan (Q22).
    """
    if x.dtype.kind != "c":
        return np.log1p(x)
    y = np.empty(x.shape, x.dtype)
    y.real = np.log1p(x.real * (x.real + 2) + x.imag * x.imag) / 2
    y.imag = np.where(x == -1, np.nan, np.arctan2(x.imag, 1 + x.real))
    return y


@log1p.vjp
def _(ct, y, x):
    return (ct * reciprocal(1 + conj(x)),)


@primitive("math.erfc")
def erfc(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0))]):
    """y = 2/√π ∫ e^-t² dt from x on"""
    if x.dtype == np.longdouble:
        return _erfc_wide(x)
    return special.erfc(x.astype(np.float32)).astype(x.dtype) if x.dtype.itemsize == 2 else special.erfc(x)


def _erfc_wide(x):
    """In extended precision: by the series of erf for small |x|, by the continued fraction beyond."""
    size = np.abs(x)
    small = np.minimum(size, 3)
    term = total = small
    for n in range(1, 90):
        term = term * 2 * small * small / (2 * n + 1)
        total = total + term
    near = 1 - 2 / _ROOT_OF_PI * np.exp(-small * small) * total
    large = np.maximum(size, 3)
    fraction = large
    for n in range(90, 0, -1):
        fraction = large + np.longdouble(n) / 2 / fraction
    beyond = np.exp(-large * large) / fraction / _ROOT_OF_PI
    y = np.where(size < 3, near, beyond)
    return np.where(np.isnan(x), x, np.where(x < 0, 2 - y, y))


_ROOT_OF_PI = np.sqrt(np.arctan(np.longdouble(1)) * 4)


@erfc.vjp
def _(ct, y, x):
    return (ct * Tensor(np.array(-2 / np.sqrt(np.pi), x.dtype.numpy)) * exp(-square(x)),)
