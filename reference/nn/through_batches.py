"""DILATION THROUGH BATCHES: an image is cut into the images of every nth entry, which windows then slide over
as if their rows lay together.
"""

import numpy as np

from ..arrays.arguments import ints
from ..arrays.padding import pad_zeros
from ..arrays.shaping import reshape, transpose
from ..arrays.slicing import slice_
from ..errors import InvalidArgumentError, NotFoundError, error
from ..tensor import convert_to_tensor
from .windows import whole_list


def with_space_to_batch(
    input, dilation_rate, padding, op, filter_shape=None, spatial_dims=None, data_format=None
):
    """`op(images, axes, "VALID")` of the images of every nth entry along each axis, n being its rate, put
    together again; `op(input, axes, padding)` where all rates are 1.

    For "SAME", `filter_shape` says how many zeros are put around.  Raises ValueError for rates below 1,
    another padding or axes that do not rise, InvalidArgumentError where nothing is left.
    """
    images, rates = convert_to_tensor(input), ints(dilation_rate)
    if rates.ndim != 1:
        raise error(ValueError, f"`dilation_rate.shape.rank` must be 1. Received: {dilation_rate}")
    return through_batches(images, rates, padding, op, filter_shape, spatial_dims, data_format, 1)


def through_batches(images, rates, padding, op, filter_shape, axes, data_format, first):
    count = len(rates)
    first += bool(data_format) and data_format.startswith("NC")
    axes = list(range(first, first + count)) if axes is None else list(axes)
    if axes != sorted(set(axes)) or any(n < 1 for n in axes):
        raise error(ValueError, f"`spatial_dims` must be rising positive integers. Received: {axes}")
    if images.ndim < axes[-1] + 1:
        raise error(ValueError, f"`input.shape.rank` must be at least {axes[-1] + 1}, not {images.ndim}")
    if any(n < 1 for n in rates):
        raise error(ValueError, f"`dilation_rate` must be positive. Received: {rates}")
    if all(n == 1 for n in rates):
        return op(images, count, padding)
    before, after = _around(padding, filter_shape, rates)
    sizes = np.array([images._array.shape[i] for i in axes])
    extra = -(sizes + before + after) % rates
    y = op(cut_apart(images, axes, rates, before, after + extra), count, "VALID")
    return put_together(y, axes, rates, np.zeros_like(extra), extra)


def _around(padding, filter_shape, rates):
    """How many zeros come before and after, along each axis."""
    if isinstance(padding, list | tuple):
        pairs = np.array(padding)[1:-1]
        return pairs[:, 0], pairs[:, 1]
    if padding == "VALID":
        return np.zeros_like(rates), np.zeros_like(rates)
    if padding != "SAME" or filter_shape is None:
        raise error(ValueError, f"`padding` must be 'SAME', with a `filter_shape`, or 'VALID': {padding}")
    total = (ints(filter_shape)[: len(rates)] - 1) * rates
    return total // 2, total - total // 2


def cut_apart(x, axes, blocks, before, after):
    """Every nth entry along `axes`, the offsets counted by the first axis."""
    if x.dtype.is_complex or x.dtype.name in ("bool", "string"):
        raise error(NotFoundError, f"there is no SpaceToBatchND for {x.dtype}")
    pairs = [[0, 0] for _ in range(x.ndim)]
    for i, a, b in zip(axes, before, after, strict=True):
        pairs[i] = [int(a), int(b)]
    x = pad_zeros(x, pairs)
    inner, places = [], []
    for i, n in enumerate(x._array.shape):
        if i in axes:
            block = int(blocks[axes.index(i)])
            inner += [n // block, block]
            places.append(len(inner) - 1)
        else:
            inner.append(n)
    order = [*places, *(i for i in range(len(inner)) if i not in places)]
    shape = [n // int(blocks[axes.index(i)]) if i in axes else n for i, n in enumerate(x._array.shape)]
    shape[0] *= int(np.prod(blocks))
    return reshape(transpose(reshape(x, tuple(inner)), tuple(order)), tuple(shape))


def put_together(y, axes, blocks, before, after):
    """The way back, without the first and the last entries along `axes`."""
    count, shape = len(axes), list(y._array.shape)
    shape[0] //= int(np.prod(blocks))
    y = reshape(y, (*map(int, blocks), *shape))
    order = []
    for i in range(len(shape)):
        order += [count + i, axes.index(i)] if i in axes else [count + i]
    for i, block in zip(axes, blocks, strict=True):
        shape[i] *= int(block)
    y = reshape(transpose(y, tuple(order)), tuple(shape))
    begin = [0] * len(shape)
    for i, a, b in zip(axes, before, after, strict=True):
        begin[i] = int(a)
        shape[i] -= int(a) + int(b)
    if min(shape) < 0:
        raise error(InvalidArgumentError, f"cropped_shape must be non-negative: {shape}")
    return slice_(y, tuple(begin), tuple(shape))


def rates_of(dilations, count):
    """Rates of axes, 1 where none are given.  Raises TypeError for what is no list."""
    return [1] * count if dilations is None else whole_list(dilations, count, "dilations")
