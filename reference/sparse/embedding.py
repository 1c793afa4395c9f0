"""EMBEDDING: rows of a table summed by the rows of a sparse tensor of their numbers."""

from typing import Annotated

import numpy as np

from ..arrays.gathering import gather
from ..arrays.shaping import dense as as_dense
from ..arrays.shaping import reshape
from ..dtypes import FLOATING
from ..errors import InvalidArgumentError, error
from ..math.basics import cast
from ..math.division import div_no_nan
from ..math.elementwise import sqrt
from ..math.segments import segment_sum, unsorted_segment_sum
from ..operands import Anything, Internal
from ..primitive import primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .tensor import SparseTensor


def embedding_lookup_sparse(
    params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False
):
    """For each row of `sp_ids` the sum, "mean" or "sqrtn" of the rows of `params` that it names.

    Without weights the gradient is IndexedSlices with each number once, as they come.  Raises TypeError for
    ids and weights that are not sparse, ValueError for another combiner.
    """
    combiner = combiner or "mean"
    if combiner not in ("mean", "sqrtn", "sum"):
        raise error(ValueError, f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    for given in (sp_ids, sp_weights):
        if not isinstance(given, SparseTensor) and not (given is None and given is sp_weights):
            raise error(TypeError, f"sp_ids and sp_weights must be SparseTensor, got {type(given)}")
    if max_norm is not None or isinstance(params, list):
        raise NotImplementedError("the reference looks up in one table, without max_norm")
    rows = sp_ids.indices._array[:, 0].copy()
    if sp_weights is None:
        return _looked_up(convert_to_tensor(params), sp_ids.values._array, rows, combiner)
    return _weighted(params, sp_ids.values, Tensor(rows), sp_weights.values, combiner)


def _looked_up_on(tf, data, indices, segment_ids, combiner):
    kind = {"sum": "Sum", "mean": "Mean", "sqrtn": "SqrtN"}[combiner]
    return getattr(tf.raw_ops, f"SparseSegment{kind}")(data=data, indices=indices, segment_ids=segment_ids)


@primitive("raw_ops.SparseSegmentSum", internal=True, accumulates=True, on=_looked_up_on)
def _looked_up(
    data: Annotated[Tensor, Anything(dtypes=FLOATING)],
    indices: Annotated[np.ndarray, Internal()],
    segment_ids: Annotated[np.ndarray, Internal()],
    combiner: Annotated[str, Internal()],
):
    """y[k] = Σ of the rows of `data` that stand in segment k, divided by their number or its root"""
    numbers, segments = indices, segment_ids
    if numbers.size and not (0 <= numbers.min() and numbers.max() < len(data)):
        raise error(InvalidArgumentError, f"indices is not in [0, {len(data)})")
    y = np.zeros((int(segments[-1]) + 1 if segments.size else 0, *data.shape[1:]), data.dtype)
    np.add.at(y, segments, data[numbers])
    return (y / _sizes(segments, len(y), combiner, data.ndim)).astype(data.dtype)


def _unique(ids):
    """Each number once, in the order in which they come, and for each of `ids` its place among these."""
    rising, first, place = np.unique(ids, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return rising[order], np.argsort(order)[place]


def _sizes(segments, count, combiner, rank):
    sizes = np.maximum(np.bincount(segments, minlength=count), 1).reshape(-1, *(1,) * (rank - 1))
    return {"sum": np.ones_like(sizes), "mean": sizes, "sqrtn": np.sqrt(sizes)}[combiner]


@_looked_up.vjp
def _(ct, y, data, indices, segment_ids, combiner):
    def slices():
        unique, place = _unique(indices)
        sizes = _sizes(segment_ids, len(y._array), combiner, data.ndim).astype(data._array.dtype)
        rows = gather(as_dense(ct) / Tensor(sizes), Tensor(segment_ids))
        values = unsorted_segment_sum(rows, Tensor(place), len(unique))
        return IndexedSlices(values, Tensor(unique), Tensor(np.array(data._array.shape, np.int32)))

    return (slices,)


def _weighted(params, ids, rows, weights, combiner):
    unique, place = _unique(ids._array)
    found = gather(gather(params, Tensor(unique)), Tensor(place))
    weights = reshape(cast(weights, found.dtype), (-1, *(1,) * (found.ndim - 1)))
    total = segment_sum(found * weights, rows)
    if combiner == "sum":
        return total
    size = segment_sum(weights, rows) if combiner == "mean" else sqrt(segment_sum(weights**2, rows))
    return div_no_nan(total, size)
