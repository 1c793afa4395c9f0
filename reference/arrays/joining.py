"""JOINING: concat and stack, split and unstack."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error
from ..operands import Anything, Axis, Internal, Several
from ..primitive import composed, primitive
from ..shapes import axis_in
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .shaping import ints


@primitive("raw_ops.ConcatV2", internal=True, rounds=False)
def _concat(values: Annotated[list[Tensor], Several(but="axis")], axis: Annotated[int, Axis("values")]):
    """y = `values` one after the other along `axis`.  Raises InvalidArgumentError where other sizes differ."""
    if not values or not values[0].ndim:
        raise error(InvalidArgumentError, "Can't concatenate scalars (use tf.stack instead)")
    along = axis_in(*ints(axis), values[0].ndim)
    shapes = {tuple(n for i, n in enumerate(x.shape) if i != along) for x in values}
    if len(shapes) > 1 or len({x.ndim for x in values}) > 1:
        raise error(InvalidArgumentError, f"ConcatOp: shapes do not agree: {[x.shape for x in values]}")
    return np.concatenate(values, along)


@_concat.vjp
def _(ct, y, values, axis):
    along = ints(axis)[0] % y.ndim
    sizes = [x.shape[along] for x in values]
    if isinstance(ct, IndexedSlices):
        return (_slices_apart(ct, along, sizes),)
    return (split(ct, sizes, along),)


def _slices_apart(ct, along, sizes):
    """Slices stay slices: along axis 0 each operand takes the rows that are its own."""
    from ..math.arithmetic import subtract
    from .gathering import gather

    starts = np.cumsum([0, *sizes])[:-1]
    shape = np.array(ct.shape)
    parts = []
    for start, size in zip(starts, sizes, strict=True):
        part_shape = shape.copy()
        part_shape[along] = size
        dense_shape = Tensor(part_shape.astype(np.int32))
        if along:
            begin = tuple(int(start) if i == along else 0 for i in range(len(shape)))
            from .slicing import slice_

            size_ = tuple(size if i == along else -1 for i in range(len(shape)))
            parts.append(IndexedSlices(slice_(ct.values, begin, size_), ct.indices, dense_shape))
            continue
        inside = np.flatnonzero((ct.indices._array >= start) & (ct.indices._array < start + size))
        rows = Tensor(inside.astype(np.int64))
        indices = subtract(gather(ct.indices, rows), int(start))
        parts.append(IndexedSlices(gather(ct.values, rows), indices, dense_shape))
    return parts


@composed("concat")
def concat(values: Annotated[list[Tensor], Several(but="axis")], axis: Annotated[int, Axis("values")], name="concat"):
    """y = `values` one after the other along `axis`; of a single one, a copy"""
    from ..math.arithmetic import identity

    if not isinstance(values, list | tuple):
        values = [values]
    if len(values) == 1:
        x = convert_to_tensor(values[0])
        return identity(x)
    return _concat(values, axis)


@primitive("raw_ops.Pack", internal=True, rounds=False)
def _pack(values: Annotated[list[Tensor], Several()], axis: Annotated[int, Axis("values", extra=1)] = 0):
    """y = `values` along a new axis.  Raises InvalidArgumentError where shapes differ."""
    if len({x.shape for x in values}) > 1:
        raise error(InvalidArgumentError, f"Shapes of all inputs must match: {[x.shape for x in values]}")
    return np.stack(values, axis)


@_pack.vjp
def _(ct, y, values, axis):
    return (unstack(ct, len(values), axis),)


@composed("stack")
def stack(values: Annotated[list[Tensor], Several()], axis: Annotated[int, Axis("values", extra=1)] = 0, name="stack"):
    """y = `values` along a new axis.  Raises ValueError for an axis out of range."""
    items = list(values)
    if not items:
        return convert_to_tensor([])
    shape = np.shape(getattr(items[0], "_array", items[0])) if not hasattr(items[0], "_as_tensor") else items[0].shape
    rank = len(shape) + 1
    if not -rank <= axis < rank:
        raise error(ValueError, f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
    return _pack(items, axis)


@primitive("raw_ops.SplitV", internal=True, rounds=False)
def split(value: Annotated[Tensor, Anything()], size_splits: Annotated[tuple, Internal()], axis: Annotated[int, Internal()]):
    """ys = x cut along `axis` into pieces of the given sizes"""
    if sum(size_splits) != value.shape[axis]:
        raise error(InvalidArgumentError, f"cannot cut {value.shape} along {axis} into {list(size_splits)}")
    return tuple(np.split(value, np.cumsum(size_splits)[:-1], axis))


@split.vjp
def _(ct, ys, value, size_splits, axis):
    return (concat(ct if isinstance(ct, list) else [ct], axis),)


@primitive("raw_ops.Unpack", internal=True, rounds=False)
def unstack(value: Annotated[Tensor, Anything()], num: Annotated[int, Internal()], axis: Annotated[int, Internal()] = 0):
    """ys = the `num` slices of x along `axis`"""
    if not -value.ndim <= axis < value.ndim or value.shape[axis] != num:
        raise error(InvalidArgumentError, f"Input shape axis {axis} must equal {num}, got shape {list(value.shape)}")
    return tuple(np.take(value, i, axis) for i in range(num))


@unstack.vjp
def _(ct, ys, value, num, axis):
    return (_pack(ct if isinstance(ct, list) else [ct], axis),)
