"""PARTITION: how the rows of a ragged tensor are told, and what is checked of it.

Row splits are an int64 or int32 vector that starts with 0: row i is values[splits[i]:splits[i + 1]].
"""

import numpy as np

from ..dtypes import INDICES
from ..errors import InvalidArgumentError, error
from ..tensor import Tensor, convert_to_tensor


def whole(value, name, dtype=None):
    """`value` as a vector of int64, or of int32 where it is a tensor of it.  Raises ValueError for another
    dtype, and for no vector."""
    tensor = value if isinstance(value, Tensor) else _made(value, dtype)
    if tensor.dtype not in INDICES:
        raise error(ValueError, f"{name} must have dtype int32 or int64")
    if tensor.ndim != 1:
        raise error(ValueError, f"Shape {tensor.shape} must have rank 1")
    return tensor


def _made(value, dtype):
    try:
        return convert_to_tensor(value, dtype=dtype or "int64")
    except (TypeError, ValueError):
        return convert_to_tensor(value)


def of_splits(splits):
    """Raises ValueError for no splits, InvalidArgumentError unless they start with 0 and never fall."""
    splits = whole(splits, "row_splits")
    if not splits._array.size:
        raise error(ValueError, "row_splits tensor may not be empty.")
    if splits._array[0] != 0:
        raise _invalid("row_splits must start with zero")
    if (np.diff(splits._array) < 0).any():
        raise _invalid("row_splits must not fall")
    return splits


def of_lengths(lengths):
    lengths = whole(lengths, "row_lengths")
    if (lengths._array < 0).any():
        raise _invalid("row_lengths must not be negative")
    return _summed(lengths._array)


def of_rowids(rowids, nrows):
    """Raises ValueError for fewer rows than the last number says, InvalidArgumentError for numbers that
    fall."""
    rowids = whole(rowids, "value_rowids")
    ids = rowids._array
    if (np.diff(ids) < 0).any() or (ids < 0).any():
        raise _invalid("value_rowids must not fall, nor be negative")
    least = int(ids[-1]) + 1 if ids.size else 0
    count = least if nrows is None else int(convert_to_tensor(nrows)._array)
    if count < 0 or count < least:
        raise error(ValueError, f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}")
    return _summed(np.bincount(ids, minlength=count).astype(ids.dtype))


def of_starts(starts, count):
    starts = whole(starts, "row_starts")
    return of_splits(Tensor(np.append(starts._array, starts.dtype.as_numpy_dtype(count))))


def of_limits(limits):
    limits = whole(limits, "row_limits")
    return of_splits(Tensor(np.concatenate([np.zeros(1, limits._array.dtype), limits._array])))


def _summed(lengths):
    return Tensor(np.concatenate([np.zeros(1, lengths.dtype), np.cumsum(lengths, dtype=lengths.dtype)]))


def require_end(splits, count):
    """Raises InvalidArgumentError unless the last row ends with the last value."""
    if splits._array[-1] != count:
        raise _invalid(f"the rows end at {splits._array[-1]}, the values at {count}")


def _invalid(message):
    return error(InvalidArgumentError, f"Arguments do not form a valid RaggedTensor: {message}")


def lengths_of(splits):
    return np.diff(splits._array)


def rowids_of(splits):
    """The number of the row of each value."""
    lengths = lengths_of(splits)
    return np.repeat(np.arange(len(lengths), dtype=splits._array.dtype), lengths)


def positions_of(starts, limits):
    """The numbers from each start to its limit, one row after the other: an int64 vector."""
    starts, limits = np.asarray(starts, np.int64), np.asarray(limits, np.int64)
    lengths = np.maximum(limits - starts, 0)
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - lengths), lengths)
