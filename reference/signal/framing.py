"""FRAMING: a signal in pieces that overlap, and the sum of such pieces."""

import math
from typing import Annotated

import numpy as np

from ..array_operands import Between, DistinctAxes
from ..arrays.arguments import positions
from ..arrays.gathering import gather
from ..arrays.moving import roll
from ..arrays.padding import _pad_values, pad_zeros
from ..arrays.shaping import reshape, transpose
from ..arrays.slicing import slice_
from ..dtypes import NUMERIC
from ..errors import InvalidArgumentError, error
from ..math.reductions import reduce_sum
from ..operands import Anything, Axis, Flag, Numbers
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor


def one_int(value, name):
    """An argument that is one int.  Raises ValueError for several, InvalidArgumentError for a fraction."""
    given = convert_to_tensor(value)
    if given.ndim:
        raise error(ValueError, f"{name} must have rank 0, not shape {given.shape}")
    return int(positions(given))


@composed("signal.frame")
def frame(
    signal: Annotated[Tensor, Anything(1)],
    frame_length: Annotated[int, Between(1, 3)],
    frame_step: Annotated[int, Between(1, 3)],
    pad_end: Annotated[bool, Flag()] = False,
    pad_value=0,
    axis: Annotated[int, Axis("signal")] = -1,
    name=None,
):
    """y[…, i, j, …] = x[…, i · step + j, …] along `axis`.

    All frames that begin within the signal where `pad_end`, filled up with `pad_value`, to which there is no
    path; else those that end within it.  Raises InvalidArgumentError for a step of 0, IndexError for an axis
    that there is not, ValueError for a scalar.
    """
    x = convert_to_tensor(signal)
    length, step, axis = (
        one_int(value, word)
        for value, word in ((frame_length, "frame_length"), (frame_step, "frame_step"), (axis, "axis"))
    )
    if not x.ndim:
        raise error(ValueError, "Shape () must have rank at least 1")
    if not -x.ndim <= axis < x.ndim:
        raise error(IndexError, "list index out of range")
    axis %= x.ndim
    if not step:
        raise error(InvalidArgumentError, "Integer division by zero")
    size = x.shape[axis]
    count = -(-size // step) if pad_end else max(1 + (size - length) // step, 0)
    if length < 0 or count < 0:
        raise error(InvalidArgumentError, f"frames of length {length}, {step} apart")
    if pad_end:
        x = _ended(x, axis, max(length + step * (count - 1) - size, 0), pad_value)
    return _framed(x, axis, length, step, count)


def _ended(x, axis, more, value):
    value = convert_to_tensor(value, x.dtype)
    if value.ndim:
        raise error(ValueError, f"Shape {value.shape} must have rank 0")
    return _pad_values(x, tuple((0, more * (i == axis)) for i in range(x.ndim)), value)


def _framed(x, axis, length, step, count):
    """Gathers the largest pieces of which all frames are made."""
    piece = math.gcd(length, step)
    pieces, outer, inner = x.shape[axis] // piece, tuple(x.shape[:axis]), tuple(x.shape[axis + 1 :])
    x = slice_(x, (0,) * x.ndim, (*outer, pieces * piece, *inner))
    x = reshape(x, (*outer, pieces, piece, *inner))
    chosen = np.arange(count)[:, None] * (step // piece) + np.arange(length // piece)
    y = gather(x, Tensor(chosen.astype(np.int32)), axis=axis)
    return reshape(y, (*outer, count, length, *inner))


@composed("signal.overlap_and_add")
def overlap_and_add(
    signal: Annotated[Tensor, Numbers(dtypes=NUMERIC, least_rank=2)],
    frame_step: Annotated[int, Between(1, 3)],
    name=None,
):
    """y[…, t] = Σ x[…, i, t - i · step], the sum of frames, each that far behind the one before it.

    Raises ValueError for fewer than two axes and for a step that is no int, InvalidArgumentError if it is
    not positive.
    """
    x = convert_to_tensor(signal)
    if x.ndim < 2:
        raise error(ValueError, f"Shape {x.shape} must have rank at least 2")
    given = convert_to_tensor(frame_step)
    if given.ndim:
        raise error(ValueError, f"frame_step must have rank 0, not shape {given.shape}")
    if not given.dtype.is_integer:
        raise error(ValueError, f"frame_step must be an integer. Got {given.dtype.name}")
    step, (*outer, frames, length) = int(given._array), map(int, x.shape)
    total = length + step * (frames - 1)
    if step == length:
        return reshape(x, (*outer, total))
    if step <= 0:
        raise error(InvalidArgumentError, f"Paddings must be non-negative: {step}")
    return _added(x, outer, frames, length, step)[..., :total]


def _added(x, outer, frames, length, step):
    """Cuts frames into pieces of a step, shears them so that what is added stands in one column."""
    parts = -(-length // step)
    x = pad_zeros(x, (*((0, 0),) * len(outer), (0, parts), (0, parts * step - length)))
    x = reshape(x, (*outer, frames + parts, parts, step))
    n = len(outer)
    x = reshape(transpose(x, (*range(n), n + 1, n, n + 2)), (*outer, (frames + parts) * parts, step))
    x = x[..., : (frames + parts - 1) * parts, :]
    x = reduce_sum(reshape(x, (*outer, parts, frames + parts - 1, step)), -3)
    return reshape(x, (*outer, (frames + parts - 1) * step))


def _shifts(x, axes, direction):
    if axes is None:
        axes = tuple(range(x.ndim))
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    if any(not -x.ndim <= a < x.ndim for a in axes):
        raise error(InvalidArgumentError, f"axes {list(axes)} of a tensor of shape {x.shape}")
    sizes = [x.shape[a] for a in axes]
    by = [direction * (n // 2) for n in sizes]
    return Tensor(np.array(by, np.int32)), Tensor(np.array(axes, np.int32))


@composed("signal.fftshift")
def fftshift(
    x: Annotated[Tensor, Anything(1)], axes: Annotated[tuple | None, DistinctAxes("x")] = None, name=None
):
    """Rolls the first entry of each of the axes, or of all, to the middle."""
    x = convert_to_tensor(x)
    return roll(x, *_shifts(x, axes, 1))


@composed("signal.ifftshift")
def ifftshift(
    x: Annotated[Tensor, Anything(1)], axes: Annotated[tuple | None, DistinctAxes("x")] = None, name=None
):
    """Undoes `fftshift`."""
    x = convert_to_tensor(x)
    return roll(x, *_shifts(x, axes, -1))
