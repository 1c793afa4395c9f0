"""MOVING: the same entries at other places along their axes."""

from typing import Annotated

import numpy as np

from ..array_operands import Between, DistinctAxes
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Anything, Axis
from ..primitive import primitive
from ..shapes import axis_in
from ..tensor import Tensor
from .arguments import positions, vector

HIGHEST = 8  # rank that TensorFlow reverses


@primitive("reverse", rounds=False)
def reverse(tensor: Annotated[Tensor, Anything()], axis: Annotated[tuple, DistinctAxes("tensor")]):
    """y = x backwards along each of the axes.

    Raises InvalidArgumentError for an axis that is named twice.

    Quirk reversed-scalars: of a scalar, and of what is empty, any axes will do (Q51).
    """
    if not tensor.ndim or not tensor.size:
        return tensor.copy()
    named = vector(axis)
    axes = [axis_in(a, tensor.ndim) for a in named]
    if len(set(axes)) < len(axes):
        raise error(InvalidArgumentError, f"an axis is specified more than once: {list(named)}")
    if tensor.ndim > HIGHEST:
        raise error(UnimplementedError, f"reverse is not implemented for tensors of rank {tensor.ndim}")
    return np.flip(tensor, axes).copy()


@reverse.vjp
def _(ct, y, tensor, axis):
    return (reverse(ct, axis),)


@primitive("roll", rounds=False)
def roll(
    input: Annotated[Tensor, Anything(1)],
    shift: Annotated[int, Between(-3, 3)],
    axis: Annotated[int, Axis("input")],
):
    """y = x with its entries `shift` further along `axis`, the last coming first again.

    Several shifts go with as many axes; those of an axis that is named twice add up.
    """
    by, axes = positions(shift), positions(axis)
    if not input.ndim:
        raise error(InvalidArgumentError, "input must be 1-D or higher")
    if max(by.ndim, axes.ndim) > 1 or by.shape != axes.shape:
        raise error(
            InvalidArgumentError, f"shift {by.tolist()} and axis {axes.tolist()} do not fit each other"
        )
    along = tuple(axis_in(a, input.ndim) for a in axes.reshape(-1).tolist())
    return np.roll(input, tuple(by.reshape(-1).tolist()), along)


@roll.vjp
def _(ct, y, input, shift, axis):
    return (roll(ct, Tensor(-positions(shift)), axis),)
