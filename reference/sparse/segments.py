"""SEGMENTS of chosen rows: their sums, means, and sums divided by the root of their number.

TensorFlow has no gradients of the gradients, which are linear in the cotangent.
"""

from typing import Annotated

import numpy as np

from ..arrays.arguments import ints
from ..arrays.shaping import dense as as_dense
from ..dtypes import FLOATING, INTEGER
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Internal
from ..primitive import primitive
from ..tensor import convert_to_tensor

KINDS = {"sum": "Sum", "mean": "Mean", "sqrt_n": "SqrtN"}


def _weights(segments, kind, dtype):
    """What each row is multiplied with in the sum of its segment."""
    sizes = np.bincount(segments, minlength=1)[segments].astype(dtype)
    return {"sum": np.ones_like(sizes), "mean": 1 / sizes, "sqrt_n": 1 / np.sqrt(sizes)}[kind]


def _wide(x):
    """Halves are summed in float32."""
    return x.astype(np.float32) if x.dtype.itemsize == 2 and x.dtype.kind not in "iu" else x


def _spread(weights, rank):
    return weights.reshape(-1, *(1,) * (rank - 1))


def _declared(kind: str):
    suffix = KINDS[kind]
    dtypes = (*FLOATING, *INTEGER) if kind == "sum" else FLOATING

    def on(tf, data, indices, segments, count):
        operation = getattr(tf.sparse, f"segment_{kind}")
        return operation(data, indices, segments, num_segments=count)

    def grad_on(tf, ct, indices, segments, size):
        operation = getattr(tf.raw_ops, f"SparseSegment{suffix}Grad")
        return operation(grad=ct, indices=indices, segment_ids=segments, output_dim0=size)

    @primitive(f"raw_ops.SparseSegment{suffix}WithNumSegments", internal=True, accumulates=True, on=on)
    def segment(
        data: Annotated[np.ndarray, Anything(dtypes=dtypes)],
        indices: Annotated[np.ndarray, Internal()],
        segments: Annotated[np.ndarray, Internal()],
        count: Annotated[int, Internal()],
    ):
        """y[k] = Σ of the rows of `data` in segment k, times the weight of its rows; zeros of none"""
        rows = _wide(data)[indices]
        if kind != "sum":
            rows = rows * _spread(_weights(segments, kind, rows.dtype), data.ndim)
        y = np.zeros((count, *data.shape[1:]), rows.dtype)
        np.add.at(y, segments, rows)
        return y.astype(data.dtype)

    @primitive(f"raw_ops.SparseSegment{suffix}Grad", internal=True, accumulates=True, on=grad_on)
    def grad(
        ct: Annotated[np.ndarray, Anything(dtypes=FLOATING)],
        indices: Annotated[np.ndarray, Internal()],
        segments: Annotated[np.ndarray, Internal()],
        size: Annotated[int, Internal()],
    ):
        """dx[j] = Σ of the cotangents of the segments that row j stands in, times its weights there"""
        rows = ct[segments] * _spread(_weights(segments, kind, ct.dtype), ct.ndim)
        dx = np.zeros((size, *ct.shape[1:]), ct.dtype)
        np.add.at(dx, indices, rows)
        return dx

    @segment.vjp
    def _(ct, y, data, indices, segments, count):
        return (lambda: grad(as_dense(ct), indices, segments, data._array.shape[0]),)

    @grad.vjp
    def _(ct, dx, cotangent, indices, segments, size):
        return (lambda: segment(as_dense(ct), indices, segments, cotangent._array.shape[0]),)

    def public(data, indices, segment_ids, name=None, num_segments=None):
        data = convert_to_tensor(data)
        rows, segments = ints(indices), ints(segment_ids)
        count = None if num_segments is None else int(ints(num_segments))
        _check(data._array, rows, segments, count)
        last = int(segments[-1]) + 1 if segments.size else 0
        return segment(data, rows, segments, last if count is None else count)

    public.__name__ = f"segment_{kind}"
    public.__doc__ = f"""The {kind} of the rows of `data` at `indices` that stand in each segment, or zeros.

    Segments are numbered and rise; there are `num_segments`, or one more than the last.  Raises
    InvalidArgumentError for numbers that are out of range or fall, and for other than vectors of one length.
    """
    return public


def _check(data, rows, segments, count):
    if not data.ndim:
        raise error(InvalidArgumentError, "Shape must be at least rank 1")
    if rows.ndim != 1 or segments.ndim != 1 or rows.size != segments.size:
        raise error(InvalidArgumentError, "segment_ids and indices should be vectors of the same size")
    if rows.size and not (0 <= rows.min() and rows.max() < len(data)):
        raise error(InvalidArgumentError, f"indices out of range [0, {len(data)})")
    if (count is not None and count < 0) or (segments.size and segments.min() < 0):
        raise error(InvalidArgumentError, "segment ids must be >= 0")
    if (np.diff(segments) < 0).any():
        raise error(InvalidArgumentError, "segment ids are not increasing")
    if count is not None and segments.size and segments.max() >= count:
        raise error(InvalidArgumentError, f"segment ids must be < num_segments, {count}")


segment_sum, segment_mean, segment_sqrt_n = map(_declared, KINDS)
