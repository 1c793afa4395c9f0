"""SEGMENTS: sums over rows that share a number."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error
from ..operands import IndexInto, Internal, Numbers
from ..primitive import primitive
from ..tensor import Tensor


@primitive("math.unsorted_segment_sum", internal=True, accumulates=True)
def unsorted_segment_sum(
    data: Annotated[Tensor, Numbers()],
    segment_ids: Annotated[Tensor, IndexInto("num_segments")],
    num_segments: Annotated[int, Internal()],
):
    """y[k] = Σ of the rows of `data` whose number in `segment_ids` is k; negative numbers are left out"""
    if data.shape[: segment_ids.ndim] != segment_ids.shape:
        raise error(InvalidArgumentError, f"{data.shape} does not start with {segment_ids.shape}")
    tail = data.shape[segment_ids.ndim :]
    y = np.zeros((int(num_segments), *tail), data.dtype)
    ids, rows = segment_ids.reshape(-1), data.reshape(segment_ids.size, *tail)
    if not rows.size:
        # Quirk segments-of-nothing: where there is nothing to add, numbers of segments may be anything (Q23).
        return y
    if ids.max() >= num_segments:
        raise error(InvalidArgumentError, f"segment id {ids.max()} is out of range [0, {num_segments})")
    kept = ids >= 0
    np.add.at(y, ids[kept], rows[kept])
    return y


@unsorted_segment_sum.vjp
def _(ct, y, data, segment_ids, num_segments):
    from ..arrays.gathering import gather
    from .comparisons import greater_equal
    from .selection import maximum, where_v2

    rows = gather(ct, maximum(segment_ids, 0))
    inside = greater_equal(segment_ids, 0)
    shown = np.reshape(inside.numpy(), tuple(inside.shape) + (1,) * (rows.ndim - inside.ndim))
    return lambda: where_v2(Tensor(shown), rows, Tensor(np.zeros((), ct.dtype.numpy))), None
