"""SLICING of ragged tensors: rows by number, runs of rows, and runs within each row."""

import numpy as np

from ..arrays.gathering import gather
from ..arrays.slicing import key_of
from ..errors import error
from ..tensor import Tensor
from . import partition
from .tensor import RaggedTensor


def index(ragged, key):
    """`ragged[key]`.

    Raises IndexError for a row out of range, ValueError for a number where rows are ragged, as `r[:, 0]`.
    """
    items = list(key_of(key))
    return _indexed(ragged, items) if items else ragged


def _indexed(ragged, items):
    if items[0] is Ellipsis:
        wanted = len(ragged.shape) - (len(items) - 1)
        return _indexed(ragged, [slice(None)] * wanted + items[1:])
    if items[0] is None:
        from .operations import expand_dims

        inner = _indexed(ragged, items[1:]) if items[1:] else ragged
        return expand_dims(None, inner, 0)
    splits, count = ragged.row_splits._array, len(ragged.row_splits._array) - 1
    if not isinstance(items[0], slice):
        if not -count <= items[0] < count:
            raise error(IndexError, f"Row key {items[0]} out of bounds")
        row = items[0] % count
        values = ragged.values[int(splits[row]) : int(splits[row + 1])]
        return values[tuple(items[1:])] if items[1:] else values
    rows = _rows(ragged, items[0])
    return _within_rows(rows, items[1:]) if items[1:] else rows


def _rows(ragged, run):
    """Some rows: of a step of 1 a run of the values, else gathered."""
    if run == slice(None):
        return ragged
    splits = ragged.row_splits._array
    start, stop, step = run.indices(len(splits) - 1)
    if step != 1:
        from .operations import rows_at

        return rows_at(ragged, np.arange(start, stop, step))
    kept = splits[start : max(stop, start) + 1]
    values = ragged.values[int(kept[0]) : int(kept[-1])]
    return RaggedTensor._of(values, Tensor(kept - kept[0]), ragged._uniform)


def _within_rows(ragged, items):
    """`ragged[:, …]`"""
    if not isinstance(items[0], slice):
        if items[0] is None or items[0] is Ellipsis:
            return ragged.with_values(ragged.values[tuple(items)])
        if ragged._uniform is None:
            raise error(ValueError, "Cannot index into an inner ragged dimension.")
    splits, item = ragged.row_splits._array, items[0]
    if not isinstance(item, slice):
        numbers = splits[:-1] + range(int(ragged._uniform))[item]
        rows = gather_values(ragged.values, numbers)
        return rows[(slice(None), *items[1:])] if items[1:] else rows
    inner = _cut(ragged, item) if item != slice(None) else ragged
    if items[1:]:
        return inner.with_values(inner.values[(slice(None), *items[1:])])
    return inner


def _cut(ragged, run):
    """In each row the same run."""
    splits = ragged.row_splits._array
    runs = [range(*run.indices(length)) for length in np.diff(splits).tolist()]
    numbers = [a + i for a, each in zip(splits.tolist(), runs, strict=False) for i in each]
    values = gather_values(ragged.values, np.array(numbers, np.int64))
    lengths = np.array([len(each) for each in runs], splits.dtype)
    return RaggedTensor._of(values, partition.of_lengths(Tensor(lengths)))


def gather_values(values, numbers):
    """Rows of a tensor, ragged or not, by number."""
    if isinstance(values, RaggedTensor):
        from .operations import rows_at

        return rows_at(values, numbers)
    return gather(values, Tensor(np.asarray(numbers, np.int64)))
