"""CONSTANTS: ragged tensors from Python's lists, and of numbers in a row."""

import numpy as np

from ..arrays.generators import range as dense_range
from ..dtypes import as_dtype
from ..errors import error
from ..tensor import Tensor, constant, convert_to_tensor
from . import partition
from .tensor import RaggedTensor


def ragged_constant(
    pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype="int64"
):
    """A ragged tensor of nested lists, its values all at one depth; a flat list and a number are a tensor.

    The innermost lists are rows, unless `ragged_rank` or `inner_shape` says that they are of one shape.
    Raises ValueError for values at several depths, TypeError for what is ragged already.
    """
    if isinstance(pylist, RaggedTensor):
        raise error(TypeError, "pylist may not be a RaggedTensor or RaggedTensorValue.")
    if not _is_list(pylist):
        if ragged_rank or inner_shape:
            raise error(ValueError, f"Invalid pylist={pylist!r}: a scalar")
        return constant(pylist, dtype, ())
    depth, deepest = _depths(pylist)
    if depth is not None and (deepest > depth or (ragged_rank is not None and ragged_rank > deepest)):
        raise error(ValueError, f"Invalid pylist={pylist!r}: nested deeper than its values")
    inner = None if inner_shape is None else tuple(inner_shape)
    if inner is not None and ragged_rank is not None:
        expected = ragged_rank + len(inner) + 1
        if expected != depth if depth is not None else expected < deepest:
            raise error(ValueError, f"Invalid pylist={pylist!r}: not of ragged_rank={ragged_rank}, {inner}")
    if ragged_rank == 0 or (ragged_rank is None and deepest - len(inner or ()) < 2):
        return constant(pylist, dtype, inner)
    if inner is None:
        inner = () if ragged_rank is None else _inner_shape(pylist, ragged_rank)
    if ragged_rank is None:
        ragged_rank = max(1, (deepest - 1) if depth is None else depth - 1 - len(inner))
    return _nested(pylist, dtype, ragged_rank, inner, as_dtype(row_splits_dtype).numpy)


def _nested(rows, dtype, ragged_rank, inner, splits_dtype):
    nested = []
    for _ in range(ragged_rank):
        nested.append(np.cumsum([0, *map(len, rows)], dtype=splits_dtype))
        rows = [item for row in rows for item in row]
    values = constant(rows, dtype, (len(rows), *inner))
    for splits in reversed(nested):
        values = RaggedTensor._of(values, Tensor(splits))
    return values


def _is_list(value):
    return isinstance(value, list | tuple) or np.ndim(value) != 0


def _depths(value):
    """At which depth its values are, None for no values, and how deep its lists go."""
    if not _is_list(value):
        return 0, 0
    depth, deepest = None, 1
    for item in value:
        inner, inner_deepest = _depths(item)
        if inner is not None:
            if depth not in (None, inner + 1):
                raise error(ValueError, "all scalar values must have the same nesting depth")
            depth = inner + 1
        deepest = max(deepest, inner_deepest + 1)
    return depth, deepest


def _inner_shape(rows, ragged_rank):
    """The shape of each value below `ragged_rank` lists.  Raises ValueError for values of several shapes."""
    for _ in range(ragged_rank):
        if not all(map(_is_list, rows)):
            raise error(ValueError, f"pylist is not nested deep enough for ragged_rank={ragged_rank}")
        rows = [item for row in rows for item in row]
    try:
        return np.array(rows, dtype=object if not rows else None).shape[1:]
    except ValueError:
        raise error(ValueError, "inner values have inconsistent shape") from None


def ragged_range(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype="int64"):
    """Rows of numbers from each start to its limit; of one argument, from 0 to each limit."""
    if limits is None:
        starts, limits = 0, starts
    parts = [convert_to_tensor(part, dtype=dtype) for part in (starts, limits)]
    if dtype is None and any(part.dtype.is_floating for part in parts):
        dtype = next(part.dtype for part in parts if part.dtype.is_floating)
    arrays = [np.atleast_1d(convert_to_tensor(part)._array) for part in (starts, limits, deltas)]
    rows = [
        dense_range(start, limit, delta, dtype=dtype or parts[0].dtype)._array
        for start, limit, delta in zip(*np.broadcast_arrays(*arrays), strict=True)
    ]
    flat = np.concatenate(rows) if rows else np.zeros(0, (dtype or parts[0].dtype).numpy)
    lengths = np.array([len(row) for row in rows], as_dtype(row_splits_dtype).numpy)
    return RaggedTensor.from_row_lengths(Tensor(flat), Tensor(lengths))


def row_splits_to_segment_ids(splits, name=None, out_type=None):
    """The number of the row of each value."""
    ids = partition.rowids_of(partition.whole(splits, "splits"))
    return Tensor(ids if out_type is None else ids.astype(as_dtype(out_type).numpy))


def segment_ids_to_row_splits(segment_ids, num_segments=None, out_type=None, name=None):
    """Where each row ends, from the number of the row of each value."""
    splits = partition.of_rowids(segment_ids, num_segments)._array
    return Tensor(splits if out_type is None else splits.astype(as_dtype(out_type).numpy))
