"""ROUNDING to whole numbers, and which numbers are finite.  No path to any operand."""

from typing import Annotated

import numpy as np

from ..dtypes import COMPLEX, FLOATING, HALF, REAL, float32, float64
from ..operands import Broadcasts, Floats, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .comparisons import no_path


@primitive("raw_ops.Round", internal=True, rounds=False, decides=np.rint)
def _round(x: Annotated[Tensor, Floats(kinks=(0.5, -0.5, 1.5), listed=COMPLEX)]):
    """y = the whole number nearest to x, the even one of two"""
    return np.rint(x)


@composed("math.round", "round")
def round(x: Annotated[Tensor, Numbers(kinks=(0.5, -0.5, 1.5), dtypes=REAL)], name=None):
    """y = the whole number nearest to x, the even one of two; ints are returned themselves"""
    x = convert_to_tensor(x)
    return x if x.dtype.is_integer else _round(x)


@primitive("math.ceil", rounds=False, decides=np.ceil)
def ceil(x: Annotated[Tensor, Floats(kinks=(0.0, 1.0, -1.0))]):
    """y = ⌈x⌉"""
    return np.ceil(x)


@primitive("math.rint", rounds=False, decides=np.rint)
def rint(x: Annotated[Tensor, Floats(kinks=(0.5, -0.5, 1.5), dtypes=FLOATING[2:], listed=HALF)]):
    """y = the whole number nearest to x, the even one of two; there is no kernel for half precision"""
    return np.rint(x)


@primitive("math.is_nan", rounds=False)
def is_nan(x: Annotated[Tensor, Floats()]):
    """y = not a number.  There is no gradient, not even None: asking for it raises LookupError."""
    return np.isnan(x)


@primitive("math.is_inf", rounds=False)
def is_inf(x: Annotated[Tensor, Floats()]):
    """y = infinite.  There is no gradient either."""
    return np.isinf(x)


@primitive("math.is_finite", rounds=False)
def is_finite(x: Annotated[Tensor, Floats()]):
    """y = neither infinite nor nan"""
    return np.isfinite(x)


for _operation in (_round, ceil, rint):
    _operation.vjp(no_path)


@composed("math.nextafter")
def nextafter(
    x1: Annotated[Tensor, Floats(dtypes=(float32, float64))],
    x2: Annotated[Tensor, Broadcasts("x1")],
    name=None,
):
    """The number next to x1 on the way to x2; of Python's numbers alone, as float32."""
    if not any(is_tensor(x) or hasattr(x, "dtype") for x in (x1, x2)):
        x1 = convert_to_tensor(x1, dtype=float32)
    return _nextafter(x1, x2)


@primitive("math.nextafter", rounds=False)
def _nextafter(
    x1: Annotated[Tensor, Floats(dtypes=(float32, float64))], x2: Annotated[Tensor, Broadcasts("x1")]
):
    """y = the number next to x1 on the way to x2.  The step counts as constant: dy/dx1 = 1, dy/dx2 = 0."""
    return np.nextafter(x1, x2)


@_nextafter.vjp
def _(ct, y, x1, x2):
    return ct * 1.0, ct * 0.0
