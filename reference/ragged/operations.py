"""OPERATIONS that take ragged tensors: reductions, `concat`, `stack`, `gather`, `expand_dims` and kin."""

import numpy as np

from ..arrays import gathering, generators, joining, shaping
from ..errors import InvalidArgumentError, error
from ..math import arithmetic, basics, reductions, segments, selection
from ..math.elementwise import sqrt
from ..shapes import axis_in
from ..tensor import Tensor, convert_to_tensor
from . import partition
from .tensor import RaggedTensor, as_ragged

# Reductions

_BY_SEGMENTS = {
    "math.reduce_sum": (reductions.reduce_sum, segments.unsorted_segment_sum),
    "math.reduce_prod": (reductions.reduce_prod, segments.unsorted_segment_prod),
    "math.reduce_max": (reductions.reduce_max, segments.unsorted_segment_max),
    "math.reduce_min": (reductions.reduce_min, segments.unsorted_segment_min),
}


def _axis(axis, rank):
    if not -rank <= axis < rank:
        raise error(ValueError, f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
    return axis % rank


def _reduced(operation, x, axis=None, keepdims=False):
    """Over ragged dimensions by the numbers of rows, over others as it is; several axes from the last on."""
    dense, by_segments = _BY_SEGMENTS[operation.name]
    return _along(dense, by_segments, x, axis, keepdims)


def _along(dense, by_segments, x, axis, keepdims):
    if not isinstance(x, RaggedTensor):
        return dense(x, axis, keepdims)
    rank = len(x.shape)
    axis = axis._array.tolist() if isinstance(axis, Tensor) else axis
    if axis is None:
        y = dense(x.flat_values, None, keepdims)
        for _ in range(rank - 1 if keepdims else 0):  # one too many for each inner dimension
            y = shaping.expand_dims(y, 0)
        return y
    if isinstance(axis, list | tuple):
        if not axis:
            return x
        axes = sorted(_axis(a, rank) for a in axis)
        inner = _along(dense, by_segments, x, axes[-1], keepdims)
        return inner if len(axes) == 1 else _along(dense, by_segments, inner, axes[:-1], keepdims)
    axis = _axis(axis, rank)
    if axis > 1:
        return x.with_values(_along(dense, by_segments, x.values, axis - 1, keepdims))
    lengths = partition.lengths_of(x.row_splits)
    if axis:
        ids, count = partition.rowids_of(x.row_splits), len(lengths)
    else:
        ids, count = partition.positions_of(np.zeros_like(lengths), lengths), max(lengths, default=0)
    y = _by_numbers(by_segments, x.values, ids, int(count))
    return expand_dims(None, y, axis) if keepdims else y


def _by_numbers(by_segments, values, ids, count):
    """Rows with the same number reduced; of ragged ones, entry by entry."""
    if not isinstance(values, RaggedTensor):
        return by_segments(values, Tensor(ids.astype(np.int64)), count)
    lengths = partition.lengths_of(values.row_splits)
    longest = np.zeros(count, np.int64)
    np.maximum.at(longest, ids, lengths)
    splits = partition.of_lengths(Tensor(longest.astype(values.row_splits._array.dtype)))
    starts = splits._array[:-1][ids]
    inner = _by_numbers(
        by_segments, values.values, partition.positions_of(starts, starts + lengths), int(splits._array[-1])
    )
    return RaggedTensor._of(inner, splits)


def _mean(operation, x, axis=None, keepdims=False):
    """The sum divided by the number of entries; nan for an empty row."""
    total = reductions.reduce_sum(x, axis, keepdims)
    ones = x.with_flat_values(generators.ones_like(x.flat_values))
    return total / reductions.reduce_sum(ones, axis, keepdims)


def _variance(operation, x, axis=None, keepdims=False, name=None):
    mean = reductions.reduce_mean(x, axis, keepdims)
    of_squares = reductions.reduce_mean(arithmetic.square(x), axis, keepdims)
    return selection.maximum(of_squares - arithmetic.square(mean), 0.0)


def _deviation(operation, x, axis=None, keepdims=False, name=None):
    return sqrt(_variance(operation, x, axis, keepdims))


def _by_ints(reduce):
    def reduced(operation, x, axis=None, keepdims=False):
        return basics.cast(reduce(basics.cast(x, "int32"), axis, keepdims), "bool")

    return reduced


# Rows


def rows_at(ragged, numbers):
    """Rows by number, as a ragged tensor; the gradient is IndexedSlices of the flat values."""
    numbers = np.asarray(numbers)
    splits = ragged.row_splits._array
    starts, limits = splits[:-1][numbers], splits[1:][numbers]
    from .slicing import gather_values

    values = gather_values(ragged.values, partition.positions_of(starts, limits))
    return RaggedTensor._of(values, partition.of_lengths(Tensor(limits - starts)), ragged._uniform)


def _gather(operation, params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    if axis not in (None, 0) or batch_dims:
        raise NotImplementedError("the reference gathers from ragged tensors along their first axis alone")
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gathering.gather(params, indices.values))
    numbers = convert_to_tensor(indices)._array
    count = len(params.row_splits._array) - 1
    if numbers.size and not (0 <= numbers.min() and numbers.max() < count):
        raise error(InvalidArgumentError, f"indices is not in [0, {count})")
    rows = rows_at(params, numbers.reshape(-1))
    if not numbers.ndim:
        return rows[0]
    for size in numbers.shape[:0:-1]:
        rows = RaggedTensor.from_row_splits(rows, np.arange(0, numbers.size + 1, size))
    return rows


def _concat(operation, values, axis, name="concat"):
    return _joined(values, axis, stacked=False)


def _stack(operation, values, axis=0, name="stack"):
    return _joined(values, axis, stacked=True)


def _joined(values, axis, stacked):
    """Raises ValueError for tensors of several ranks, InvalidArgumentError for other numbers of rows."""
    parts = [as_ragged(value) for value in values]
    rank = len(parts[0].shape)
    if any(len(part.shape) != rank for part in parts):
        raise error(ValueError, "Inputs must have identical ranks")
    axis = _axis(int(getattr(axis, "_array", axis)), rank + stacked)
    deepest = max(p.ragged_rank if isinstance(p, RaggedTensor) else 0 for p in parts)
    if not deepest:
        return joining.stack(parts, axis) if stacked else joining.concat(parts, axis)
    parts = [_to_rank(p, deepest) for p in parts]
    if axis > 1:
        first = parts[0]
        return first.with_values(_joined([p.values for p in parts], axis - 1, stacked))
    together = _end_to_end(parts)
    counts = [len(p.row_splits._array) - 1 for p in parts]
    if axis == 0:
        return RaggedTensor.from_row_lengths(together, np.array(counts)) if stacked else together
    if len(set(counts)) > 1:
        raise error(InvalidArgumentError, f"Input tensors have incompatible shapes: {counts} rows")
    order = np.arange(counts[0] * len(parts)).reshape(len(parts), -1).T.reshape(-1)
    rows = rows_at(together, order)
    if stacked:
        return RaggedTensor.from_row_splits(rows, np.arange(0, len(order) + 1, len(parts)))
    return RaggedTensor._of(rows.values, Tensor(rows.row_splits._array[:: len(parts)]))


def _to_rank(part, ragged_rank):
    """A dense tensor, and a less ragged one, as a ragged one of that rank."""
    have = part.ragged_rank if isinstance(part, RaggedTensor) else 0
    if have >= ragged_rank:
        return part
    if not have:
        return RaggedTensor.from_tensor(part, ragged_rank=ragged_rank)
    inner = RaggedTensor.from_tensor(part.flat_values, ragged_rank=ragged_rank - have)
    return part.with_flat_values(inner)


def _end_to_end(parts):
    if not isinstance(parts[0], RaggedTensor):
        return joining.concat(parts, 0)
    splits, end = [np.zeros(1, parts[0].row_splits._array.dtype)], 0
    for part in parts:
        splits.append(part.row_splits._array[1:] + end)
        end = splits[-1][-1] if len(splits[-1]) else end
    return RaggedTensor._of(_end_to_end([p.values for p in parts]), Tensor(np.concatenate(splits)))


def expand_dims(operation, x, axis, name=None):
    """A dimension of size 1 at `axis`."""
    if not isinstance(x, RaggedTensor):
        return shaping.expand_dims(x, axis)
    axis = axis_in(int(axis), len(x.shape) + 1)
    dtype, count = x.row_splits._array.dtype, len(x.row_splits._array) - 1
    if axis == 0:
        return RaggedTensor._of(x, Tensor(np.array([0, count], dtype)), np.array(count, dtype))
    if axis == 1:
        return RaggedTensor._of(x, Tensor(np.arange(count + 1, dtype=dtype)), np.array(1, dtype))
    return x.with_values(expand_dims(None, x.values, axis - 1))


def _where(operation, condition, x=None, y=None, name=None):
    """For each element one of x and y, where all three have the same rows."""
    if not all(isinstance(z, RaggedTensor) for z in (condition, x, y)):
        raise NotImplementedError("the reference's `where` takes ragged tensors for all of its arguments")
    from .operators import _require_same

    _require_same(condition, x)
    _require_same(condition, y)
    return x.with_flat_values(selection.where(condition.flat_values, x.flat_values, y.flat_values))


def _added(operation, inputs, name=None):
    flat = arithmetic.add_n([x.flat_values for x in inputs])
    return inputs[0].with_flat_values(flat)


def _reverse(operation, x, axis):
    axes = [_axis(int(a), len(x.shape)) for a in (axis if isinstance(axis, list | tuple) else [axis])]
    for a in axes:
        x = x[(slice(None),) * a + (slice(None, None, -1),)]
    return x


def _size(operation, x, out_type=None, name=None):
    return basics.cast(generators.size(x.flat_values), out_type or "int32")


def _rank(operation, x, name=None):
    return Tensor(np.array(len(x.shape), np.int32))


def map_flat_values(op, *args, **kwargs):
    """`op` of the flat values of all ragged arguments, with the rows that they share.

    Raises ValueError for other rows and for a result of another length; without ragged arguments it is `op`.
    """
    found = [x for x in (*args, *kwargs.values()) if isinstance(x, RaggedTensor)]
    if not found:
        return op(*args, **kwargs)
    rows = {x.flat_values.shape[0] for x in found}
    if len(rows) > 1:
        raise error(ValueError, f"Input RaggedTensors' flat_values must have the same size, got {rows}")
    first = [s._array.tolist() for s in found[0].nested_row_splits]
    for other in found[1:]:
        if [s._array.tolist() for s in other.nested_row_splits] != first:
            raise error(InvalidArgumentError, "Arguments have other row splits")
    flat = [x.flat_values if isinstance(x, RaggedTensor) else x for x in args]
    named = {k: x.flat_values if isinstance(x, RaggedTensor) else x for k, x in kwargs.items()}
    y = op(*flat, **named)
    if not len(y.shape) or y.shape[0] not in rows:
        raise error(ValueError, "the output of `op` must have the same outer-dimension size as flat_values")
    return found[0].with_flat_values(y)


def ragged_stack(values, axis=0, name=None):
    """Tensors of several lengths as rows, in int32 splits where none is ragged."""
    if any(isinstance(value, RaggedTensor) for value in values):
        return _joined(values, axis, stacked=True)
    parts = [convert_to_tensor(value) for value in values]
    if axis or any(part.ndim != 1 for part in parts):
        return _joined([_to_rank(p, 1) if p.ndim > 1 else p for p in parts], axis, stacked=True)
    lengths = np.array([len(part._array) for part in parts], np.int32)
    return RaggedTensor.from_row_lengths(joining.concat(parts, 0), Tensor(lengths))


def boolean_mask(data, mask, name=None):
    """Of each row the entries where `mask` is true, as a ragged tensor."""
    data, mask = convert_to_tensor(data), convert_to_tensor(mask)
    flat = gathering.boolean_mask(data, mask)
    return RaggedTensor.from_row_lengths(flat, np.asarray(mask._array.sum(-1), np.int64))


RaggedTensor.handlers.update(dict.fromkeys(_BY_SEGMENTS, _reduced))
RaggedTensor.handlers.update(
    {
        "math.reduce_mean": _mean,
        "math.reduce_variance": _variance,
        "math.reduce_std": _deviation,
        "math.reduce_any": _by_ints(reductions.reduce_sum),
        "math.reduce_all": _by_ints(reductions.reduce_prod),
        "gather": _gather,
        "concat": _concat,
        "stack": _stack,
        "expand_dims": expand_dims,
        "where": _where,
        "math.add_n": _added,
        "reverse": _reverse,
        "size": _size,
        "rank": _rank,
    }
)
