"""PARTING: a tensor cut into pieces along an axis."""

from numbers import Integral
from typing import Annotated

import numpy as np

from ..array_operands import SizeOf, Splits
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Axis, Internal
from ..primitive import composed, primitive
from ..shapes import axis_in
from ..tensor import Tensor, convert_to_tensor
from .arguments import positions, single, whole


def _split_on(tf, value, sizes, axis):
    return tf.raw_ops.SplitV(value=value, size_splits=list(sizes), axis=axis, num_split=len(sizes))


@primitive("raw_ops.SplitV", internal=True, rounds=False, on=_split_on)
def split_sizes(
    value: Annotated[Tensor, Anything()],
    size_splits: Annotated[tuple, Internal()],
    axis: Annotated[int, Internal()],
):
    """ys = x cut along `axis` into pieces of the given sizes, of which one may be -1: the rest"""
    along, sizes = axis_in(single(axis), value.ndim), list(size_splits)
    n = value.shape[along]
    if sizes.count(-1) == 1 and len(sizes) > 1:
        sizes[sizes.index(-1)] = n - sum(s for s in sizes if s != -1)
    if sum(sizes) != n or min(sizes) < 0:
        raise error(InvalidArgumentError, f"cannot cut {value.shape} along {axis} into {list(size_splits)}")
    return tuple(np.split(value, np.cumsum(sizes)[:-1], along))


@primitive(
    "raw_ops.Split",
    internal=True,
    rounds=False,
    on=lambda tf, value, num, axis: tf.raw_ops.Split(value=value, num_split=num, axis=axis),
)
def _split_evenly(
    value: Annotated[Tensor, Anything()],
    num_split: Annotated[int, Internal()],
    axis: Annotated[int, Internal()],
):
    """ys = x cut along `axis` into pieces of one size"""
    if num_split < 1:
        raise error(InvalidArgumentError, f"num_split of {num_split} must be at least 1")
    if np.ndim(getattr(axis, "_array", axis)):
        raise error(InvalidArgumentError, "split_dim must be a scalar")
    along = axis_in(_int32(axis), value.ndim)
    if value.shape[along] % num_split:
        raise error(InvalidArgumentError, f"cannot cut {value.shape} along {axis} into {num_split}")
    return tuple(np.split(value, num_split, along))


def _together(cts, ys, value, pieces, axis):
    from .joining import concat

    return (concat(cts if isinstance(cts, list) else [cts], axis),)


split_sizes.vjp(_together)
_split_evenly.vjp(_together)


def _int32(axis):
    array = getattr(axis, "_array", None)
    if array is not None and array.dtype != np.int32:
        raise error(InvalidArgumentError, f"an int32 tensor was expected, not {array.dtype}")
    return single(axis)


@composed("split")
def split(
    value: Annotated[Tensor, Anything(1)],
    num_or_size_splits: Annotated[int | tuple, Splits("value", axis="axis")],
    axis: Annotated[int, Axis("value")] = 0,
    num=None,
    name="split",
):
    """ys = x cut along `axis` into that many pieces of one size, or into pieces of these sizes.

    One size may be -1: the rest.  Raises InvalidArgumentError where sizes do not add up, ValueError for a
    number that is a tensor or a float.
    """
    if isinstance(num_or_size_splits, Integral):
        return _split_evenly(value, int(num_or_size_splits), axis)
    sizes = convert_to_tensor(num_or_size_splits)
    if not sizes.ndim:
        raise error(
            ValueError, "Rank-0 tensors are not supported as the num_or_size_splits argument to split."
        )
    value = convert_to_tensor(value)
    counts = _sizes(sizes, num)
    _int32(axis)
    return split_sizes(value, counts, axis)


def _sizes(sizes, num):
    array = sizes._array
    if array.dtype not in (np.int8, np.int32, np.int64):
        raise error(
            InvalidArgumentError, f"{array.dtype} is not in the list of allowed values: int8, int32, int64"
        )
    if array.ndim != 1 or (num is not None and len(array) != whole(num, "num")):
        raise error(
            InvalidArgumentError, f"size_splits must be a vector of {num or 'sizes'}, not {array.shape}"
        )
    return tuple(array.tolist())


@primitive("raw_ops.Unpack", internal=True, rounds=False)
def unpack(
    value: Annotated[Tensor, Anything()],
    num: Annotated[int, Internal()],
    axis: Annotated[int, Internal()] = 0,
):
    """ys = the `num` slices of x along `axis`"""
    axis = axis_in(whole(axis, "axis"), value.ndim)
    if value.shape[axis] != num:
        raise error(
            InvalidArgumentError, f"Input shape axis {axis} must equal {num}, got shape {list(value.shape)}"
        )
    return tuple(np.take(value, i, axis) for i in range(num))


@unpack.vjp
def _(cts, ys, value, num, axis):
    from .joining import pack

    return (pack(cts if isinstance(cts, list) else [cts], axis),)


@composed("unstack")
def unstack(
    value: Annotated[Tensor, Anything(1)],
    num: Annotated[int | None, SizeOf("value", axis="axis")] = None,
    axis: Annotated[int, Axis("value")] = 0,
    name="unstack",
):
    """ys = the slices of x along `axis`; `num` says how many there are.

    Raises ValueError for an axis out of range.

    Quirk unstack-by-number: an axis out of range raises InvalidArgumentError where `num` is given (Q50).
    """
    if num is None:
        value = convert_to_tensor(value)
        num = value._array.shape[_axis(axis, value.ndim)]
    elif whole(num, "num") == 0:
        return []
    return unpack(value, whole(num, "num"), axis)


def _axis(axis, rank):
    if not isinstance(axis, int | float | np.generic | np.ndarray | Tensor):
        raise error(TypeError, f"'<' not supported between instances of {type(axis).__name__!r} and 'int'")
    if not -rank <= axis < rank:
        raise error(ValueError, f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
    if isinstance(axis, float | np.floating) or np.ndim(getattr(axis, "_array", axis)):
        raise error(TypeError, f"list indices must be integers or slices, not {axis!r}")
    return int(positions(axis, bools=True))
