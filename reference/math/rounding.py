"""ROUNDING to whole numbers, and which numbers are finite.  No path to any operand."""

from typing import Annotated

import numpy as np

from ..operands import Floats, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .comparisons import no_path


@primitive("raw_ops.Round", internal=True, rounds=False, decides=np.rint)
def _round(x: Annotated[Tensor, Floats(kinks=(0.5, -0.5, 1.5))]):
    """y = the whole number nearest to x, the even one of two"""
    return np.rint(x)


@composed("math.round", "round")
def round(x: Annotated[Tensor, Numbers(kinks=(0.5, -0.5, 1.5))], name=None):
    """y = the whole number nearest to x, the even one of two; ints are returned themselves"""
    x = convert_to_tensor(x)
    return x if x.dtype.is_integer else _round(x)


@primitive("math.is_finite", rounds=False)
def is_finite(x: Annotated[Tensor, Floats()]):
    """y = neither infinite nor nan"""
    return np.isfinite(x)


_round.vjp(no_path)
