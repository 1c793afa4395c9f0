"""CONVERSION of ragged tensors from dense ones and to them."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import positions
from ..arrays.gathering import gather
from ..arrays.shaping import dense, reshape
from ..errors import InvalidArgumentError, error
from ..math.basics import cast
from ..operands import Anything, IndexInto, Internal, ScalarOf
from ..primitive import primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from . import partition
from .tensor import RaggedTensor


def from_tensor(tensor, lengths, padding, ragged_rank, row_splits_dtype):
    """Raises ValueError for a vector and for both `lengths` and `padding`."""
    tensor = convert_to_tensor(tensor)
    if tensor.ndim < 2:
        raise error(ValueError, "The rank of a RaggedTensor must be greater than 1")
    if lengths is not None and padding is not None:
        raise error(ValueError, "Specify argument `lengths` or `padding`, but not both.")
    shape = tensor._array.shape
    if lengths is None and padding is None:
        values = reshape(tensor, (-1, *shape[ragged_rank + 1 :]))
        for axis in reversed(range(ragged_rank)):
            count, size = int(np.prod(shape[: axis + 1])), shape[axis + 1]
            splits = Tensor(
                np.arange(count + 1, dtype=row_splits_dtype) * np.dtype(row_splits_dtype).type(size)
            )
            values = RaggedTensor._of(values, splits, np.array(size, row_splits_dtype))
        return values
    if padding is not None:
        lengths = _unpadded(tensor, convert_to_tensor(padding, dtype=tensor.dtype), row_splits_dtype)
    lengths = np.clip(partition.whole(lengths, "lengths", row_splits_dtype)._array, 0, shape[1])
    starts = np.arange(shape[0]) * shape[1]
    flat = reshape(tensor, (-1, *shape[2:]))
    values = gather(flat, Tensor(partition.positions_of(starts, starts + lengths)))
    return RaggedTensor.from_row_lengths(values, Tensor(lengths))


def _unpadded(tensor, padding, dtype):
    """For each row how many entries come before the trailing ones that equal `padding`."""
    array = tensor._array
    equal = (array == padding._array).reshape(*array.shape[:2], -1).all(-1)
    return Tensor(np.where(equal, 0, np.arange(1, array.shape[1] + 1)).max(1, initial=0).astype(dtype))


def to_tensor(ragged, default_value, shape):
    """Raises InvalidArgumentError for a shape of another rank, TypeError for a default of another dtype."""
    flat = ragged.flat_values
    if default_value is None:
        default_value = Tensor(np.zeros((), flat._array.dtype))
    elif not isinstance(default_value, Tensor):
        default_value = convert_to_tensor(default_value, dtype=flat.dtype)
    whole = ragged.bounding_shape()._array.tolist()
    if shape is not None:
        wanted = [-1 if n is None else int(n) for n in _sizes(shape)]
        if len(wanted) != len(whole):
            raise error(InvalidArgumentError, f"rt_input.shape and shape={wanted} are incompatible")
        whole = [n if w < 0 else w for n, w in zip(whole, wanted, strict=True)]
    places = _places(ragged, whole)
    return _filled(flat, default_value, Tensor(places), tuple(whole))


def _sizes(shape):
    return shape if isinstance(shape, list | tuple) else positions(shape).tolist()


def _places(ragged, whole):
    """For each flat value its place in the dense tensor's first dimensions, flattened; -1 where it is cut."""
    place = np.arange(len(ragged.row_splits._array) - 1)
    place = np.where(place < whole[0], place, -1)
    for splits, size in zip(ragged.nested_row_splits, whole[1:], strict=False):
        rows = partition.rowids_of(splits)
        column = np.arange(len(rows)) - splits._array[:-1][rows]
        place = np.where((place[rows] < 0) | (column >= size), -1, place[rows] * size + column)
    return place


def _filled_on(tf, values, default_value, places, shape):
    inner = tuple(values.shape)[1:]
    count = int(np.prod(shape[: len(shape) - len(inner)]))
    kept = np.asarray(places) >= 0
    rows = tf.broadcast_to(default_value, (count, *inner))
    rows = tf.tensor_scatter_nd_update(rows, np.asarray(places)[kept][:, None], tf.boolean_mask(values, kept))
    return tf.reshape(rows, shape)


@primitive("raw_ops.RaggedTensorToTensor", internal=True, rounds=False, on=_filled_on)
def _filled(
    values: Annotated[Tensor, Anything()],
    default_value: Annotated[Tensor, ScalarOf("values")],
    places: Annotated[Tensor, IndexInto("values")],
    shape: Annotated[tuple, Internal()],
):
    """y = `default_value`, and at each of `places` a value; the gradient by values is IndexedSlices."""
    inner = shape[len(shape) - values.ndim + 1 :]
    y = np.empty((int(np.prod(shape[: len(shape) - len(inner)])), *inner), values.dtype)
    y[...] = default_value
    kept = np.greater_equal(places, 0)
    y[places[kept]] = values[kept]
    return y.reshape(shape)


@_filled.vjp
def _(ct, y, values, default_value, places, shape):
    from ..math.reductions import reduce_sum
    from ..math.selection import where_v2

    ct = dense(ct)
    inner = values._array.shape[1:]
    flat = reshape(ct, (-1, *inner))
    used = places._array
    column = (-1,) + (1,) * len(inner)
    zero = Tensor(np.zeros((), ct._array.dtype))

    def of_values():
        kept = np.flatnonzero(used >= 0)
        rows = gather(flat, Tensor(used[kept]))
        whole = Tensor(np.array(values._array.shape, np.int32))
        return IndexedSlices(rows, Tensor(kept.astype(np.int32)), whole)

    def of_default():
        filled = np.zeros(flat._array.shape[0], bool)
        filled[used[used >= 0]] = True
        rest = where_v2(Tensor(filled.reshape(column)), zero, flat)
        return reduce_sum(rest, tuple(range(rest.ndim - default_value.ndim)))

    return of_values, of_default, None


def to_sparse(ragged):
    """The sparse tensor of the same numbers, with the bounding shape."""
    from ..sparse.tensor import SparseTensor

    rows = np.arange(len(ragged.row_splits._array) - 1)[:, None]
    for splits in ragged.nested_row_splits:
        ids = partition.rowids_of(splits)
        column = np.arange(len(ids)) - splits._array[:-1][ids]
        rows = np.concatenate([rows[ids], column[:, None]], 1)
    flat = ragged.flat_values
    if flat.ndim > 1:
        inner = np.indices(flat._array.shape[1:]).reshape(flat.ndim - 1, -1).T
        rows = np.concatenate([np.repeat(rows, len(inner), 0), np.tile(inner, (len(rows), 1))], 1)
        flat = reshape(flat, (-1,))
    shape = cast(ragged.bounding_shape(), "int64")
    return SparseTensor(Tensor(rows.astype(np.int64)), flat, shape)
