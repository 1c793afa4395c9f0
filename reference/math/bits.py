"""BITS: what `&`, `|`, `^` and `~` mean for ints.  No path to any operand."""

from typing import Annotated

import numpy as np

from ..operands import Broadcasts, Ints
from ..primitive import primitive
from ..tensor import Tensor
from .comparisons import no_path


@primitive("raw_ops.BitwiseAnd", internal=True, rounds=False)
def bitwise_and(x: Annotated[Tensor, Ints()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = the bits that x and y both have"""
    return x & y


@primitive("raw_ops.BitwiseOr", internal=True, rounds=False)
def bitwise_or(x: Annotated[Tensor, Ints()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = the bits that x or y has"""
    return x | y


@primitive("raw_ops.BitwiseXor", internal=True, rounds=False)
def bitwise_xor(x: Annotated[Tensor, Ints()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = the bits that one of x and y has"""
    return x ^ y


@primitive("raw_ops.Invert", internal=True, rounds=False)
def invert(x: Annotated[Tensor, Ints()]):
    """y = all bits of x turned over, which is -1 - x"""
    return np.invert(x)


for _operation in (bitwise_and, bitwise_or, bitwise_xor, invert):
    _operation.vjp(no_path)
