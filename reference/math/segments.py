"""SEGMENTS: sums, means, products and extremes of rows that share a number.

`segment_…` takes numbers in rising order, and as many segments as the last one says; `unsorted_segment_…`
takes `num_segments` and leaves rows with negative numbers out.
"""

from typing import Annotated

import ml_dtypes
import numpy as np

from ..arrays.shaping import dense
from ..dtypes import REAL
from ..errors import InvalidArgumentError, error
from ..operands import IndexInto, Internal, Numbers
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor


def _reduced(operation, data, ids, count, of_nothing):
    """`operation` over the rows of each number; numbers below 0 are left out."""
    tail = data.shape[ids.ndim :]
    first = operation.identity if operation.identity is not None else of_nothing
    y = np.full((count, *tail), first, data.dtype)
    ids, rows = ids.reshape(-1), data.reshape(ids.size, *tail)
    if rows.size:
        # Quirk segments-of-nothing: where there is nothing to add, numbers of segments may be anything (Q23).
        kept = ids >= 0
        operation.at(y, ids[kept], rows[kept])
    return y


def _of_unsorted(operation, data, ids, num_segments, of_nothing=None):
    count = int(num_segments)
    if data.shape[: ids.ndim] != ids.shape:
        raise error(InvalidArgumentError, f"{data.shape} does not start with {ids.shape}")
    if count < 0:
        raise error(InvalidArgumentError, f"Input num_segments == {count} must not be negative.")
    if data.size and ids.max() >= count:
        raise error(InvalidArgumentError, f"segment id {ids.max()} is out of range [0, {count})")
    return _reduced(operation, data, ids, count, of_nothing)


def _of_sorted(operation, data, ids, of_nothing=None):
    """Raises InvalidArgumentError for numbers that fall, are negative or are not one for each row."""
    if ids.ndim != 1 or not data.ndim or len(ids) != len(data):
        raise error(InvalidArgumentError, "segment_ids should be the same size as dimension 0 of input.")
    if len(ids) and (ids[0] < 0 or (np.diff(ids) < 0).any()):
        raise error(InvalidArgumentError, "segment ids must be >= 0 and not decreasing")
    y = _reduced(operation, data, ids, int(ids[-1]) + 1 if len(ids) else 0, of_nothing)
    if of_nothing is not None:
        y[np.setdiff1d(np.arange(len(y)), ids)] = 0
    return y


def _least(dtype):
    return (np.iinfo if dtype.kind in "iu" else ml_dtypes.finfo)(dtype).min


def _greatest(dtype):
    return (np.iinfo if dtype.kind in "iu" else ml_dtypes.finfo)(dtype).max


# Sorted


@primitive("math.segment_sum", internal=True, accumulates=True)
def segment_sum(data: Annotated[Tensor, Numbers()], segment_ids: Annotated[Tensor, IndexInto("data")]):
    """y[k] = Σ of the rows of `data` whose number is k"""
    return _of_sorted(np.add, data, segment_ids)


@segment_sum.vjp
def _(ct, y, data, segment_ids):
    return lambda: _taken(ct, segment_ids), None


@primitive("math.segment_mean", internal=True, accumulates=True)
def segment_mean(data: Annotated[Tensor, Numbers()], segment_ids: Annotated[Tensor, IndexInto("data")]):
    """y[k] = the mean of the rows of `data` whose number is k; 0 of none"""
    wide = data.astype(np.float32) if data.dtype.itemsize == 2 and data.dtype.kind not in "iu" else data
    total = _of_sorted(np.add, wide, segment_ids)
    count = np.maximum(np.bincount(segment_ids, minlength=len(total)), 1)
    count = count.astype(wide.dtype).reshape(-1, *(1,) * (data.ndim - 1))
    return (total // count if data.dtype.kind in "iu" else total / count).astype(data.dtype)


@segment_mean.vjp
def _(ct, y, data, segment_ids):
    counts = np.maximum(np.bincount(segment_ids._array), 1).reshape(-1, *(1,) * (data.ndim - 1))
    sizes = Tensor(counts.astype(data._array.dtype))
    return lambda: _taken(dense(ct) / sizes, segment_ids), None


@primitive("math.segment_prod", internal=True, accumulates=True)
def segment_prod(data: Annotated[Tensor, Numbers()], segment_ids: Annotated[Tensor, IndexInto("data")]):
    """y[k] = Π of the rows of `data` whose number is k; 1 of none"""
    return _of_sorted(np.multiply, data, segment_ids)


@segment_prod.vjp
def _(ct, y, data, segment_ids):
    return lambda: _to_factors(ct, y, data, segment_ids, segment_prod, segment_sum, _taken), None


@primitive("math.segment_max", internal=True, rounds=False)
def segment_max(
    data: Annotated[Tensor, Numbers(dtypes=REAL)], segment_ids: Annotated[Tensor, IndexInto("data")]
):
    """y[k] = the largest of the rows of `data` whose number is k, which share the cotangent; 0 of none"""
    return _of_sorted(np.maximum, data, segment_ids, _least(data.dtype))


@primitive("math.segment_min", internal=True, rounds=False)
def segment_min(
    data: Annotated[Tensor, Numbers(dtypes=REAL)], segment_ids: Annotated[Tensor, IndexInto("data")]
):
    """y[k] = the smallest of the rows of `data` whose number is k, which share the cotangent; 0 of none"""
    return _of_sorted(np.minimum, data, segment_ids, _greatest(data.dtype))


def _to_sorted_extremes(ct, y, data, segment_ids):
    return lambda: _to_extremes(ct, y, data, segment_ids, segment_sum, _taken), None


segment_max.vjp(_to_sorted_extremes)
segment_min.vjp(_to_sorted_extremes)


# Unsorted


@primitive("math.unsorted_segment_sum", internal=True, accumulates=True)
def unsorted_segment_sum(
    data: Annotated[Tensor, Numbers()],
    segment_ids: Annotated[Tensor, IndexInto("num_segments")],
    num_segments: Annotated[int, Internal()],
):
    """y[k] = Σ of the rows of `data` whose number in `segment_ids` is k; negative numbers are left out"""
    return _of_unsorted(np.add, data, segment_ids, num_segments)


@unsorted_segment_sum.vjp
def _(ct, y, data, segment_ids, num_segments):
    return lambda: _taken_or_zero(ct, segment_ids), None


@primitive("math.unsorted_segment_prod", internal=True, accumulates=True)
def unsorted_segment_prod(
    data: Annotated[Tensor, Numbers()],
    segment_ids: Annotated[Tensor, IndexInto("num_segments")],
    num_segments: Annotated[int, Internal()],
):
    """y[k] = Π of the rows of `data` whose number is k; 1 of none"""
    return _of_unsorted(np.multiply, data, segment_ids, num_segments)


@unsorted_segment_prod.vjp
def _(ct, y, data, segment_ids, num_segments):
    product, total = _within(unsorted_segment_prod, num_segments), _within(unsorted_segment_sum, num_segments)
    return lambda: _to_factors(ct, y, data, segment_ids, product, total, _taken_or_zero), None


@primitive("math.unsorted_segment_max", internal=True, rounds=False)
def unsorted_segment_max(
    data: Annotated[Tensor, Numbers(dtypes=REAL)],
    segment_ids: Annotated[Tensor, IndexInto("num_segments")],
    num_segments: Annotated[int, Internal()],
):
    """y[k] = the largest of the rows of `data` whose number is k, which share the cotangent; of none the
    lowest finite number"""
    return _of_unsorted(np.maximum, data, segment_ids, num_segments, _least(data.dtype))


@primitive("math.unsorted_segment_min", internal=True, rounds=False)
def unsorted_segment_min(
    data: Annotated[Tensor, Numbers(dtypes=REAL)],
    segment_ids: Annotated[Tensor, IndexInto("num_segments")],
    num_segments: Annotated[int, Internal()],
):
    """y[k] = the smallest of the rows of `data` whose number is k, which share the cotangent; of none the
    highest finite number"""
    return _of_unsorted(np.minimum, data, segment_ids, num_segments, _greatest(data.dtype))


def _to_unsorted_extremes(ct, y, data, segment_ids, num_segments):
    total = _within(unsorted_segment_sum, num_segments)
    return lambda: _to_extremes(ct, y, data, segment_ids, total, _taken_or_zero), None


unsorted_segment_max.vjp(_to_unsorted_extremes)
unsorted_segment_min.vjp(_to_unsorted_extremes)


def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """y[k] = the mean of the rows of `data` whose number is k; 0 of none; of ints in float64"""
    data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    total = unsorted_segment_sum(data, segment_ids, num_segments)
    return total / _counts(data, segment_ids, num_segments)


def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
    """y[k] = Σ of the rows of `data` whose number is k, divided by the root of their count"""
    from .elementwise import sqrt

    data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
    total = unsorted_segment_sum(data, segment_ids, num_segments)
    return total / sqrt(_counts(data, segment_ids, num_segments))


def _counts(data, segment_ids, num_segments):
    """How many rows each segment has, and 1 for none, in a shape that broadcasts with sums of `data`."""
    from ..arrays.shaping import reshape
    from .selection import maximum

    ones = Tensor(np.ones(segment_ids._array.shape, data._array.dtype))
    counts = maximum(unsorted_segment_sum(ones, segment_ids, num_segments), 1)
    return reshape(counts, (-1, *(1,) * (data.ndim - segment_ids.ndim)))


# What the rules share


def _within(reduce, num_segments):
    return lambda data, segment_ids: reduce(data, segment_ids, num_segments)


def _taken(x, segment_ids):
    """For each row that of `x` with its number."""
    from ..arrays.gathering import gather

    return gather(x, segment_ids)


def _taken_or_zero(x, segment_ids):
    """For each row that of `x` with its number; zeros for negative numbers."""
    from ..arrays.gathering import gather
    from .comparisons import greater_equal
    from .selection import maximum, where_v2

    rows = gather(x, maximum(segment_ids, 0))
    inside = greater_equal(segment_ids, 0)
    shown = np.reshape(inside._array, tuple(inside.shape) + (1,) * (rows.ndim - inside.ndim))
    return where_v2(Tensor(shown), rows, Tensor(np.zeros((), x.dtype.numpy)))


def _outside(segment_ids, rank):
    """Flags of rows that are left out, in a shape that broadcasts with data of `rank`."""
    flags = segment_ids._array < 0
    return flags.reshape(flags.shape + (1,) * (rank - flags.ndim))


def _to_extremes(ct, y, data, segment_ids, total, taken):
    """The cotangent in equal shares to all rows that are the extreme of their segment."""
    from .basics import cast
    from .comparisons import equal
    from .selection import maximum, where_v2

    ct, selected = dense(ct), equal(data, taken(y, segment_ids))
    selected = Tensor(selected._array & ~_outside(segment_ids, data.ndim))
    shares = ct / maximum(total(cast(selected, ct.dtype), segment_ids), 1)
    return where_v2(selected, taken(shares, segment_ids), Tensor(np.zeros((), ct.dtype.numpy)))


def _to_factors(ct, y, data, segment_ids, product, total, taken):
    """The cotangent times the product of all others, which is y divided by each, where that is not zero."""
    from .basics import cast
    from .comparisons import equal, greater
    from .selection import where_v2

    ct, zero = dense(ct), equal(data, 0)
    zeros = total(cast(zero, "int32"), segment_ids)
    ct = where_v2(greater(zeros, 1), Tensor(np.zeros_like(ct._array)), ct)
    factors = where_v2(zero, Tensor(np.ones_like(data._array)), data)
    others = product(factors, segment_ids)
    partial = where_v2(zero, taken(others, segment_ids), taken(y, segment_ids) / factors)
    return taken(ct, segment_ids) * partial
