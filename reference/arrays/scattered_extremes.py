"""SCATTERED EXTREMES: a tensor of which single entries, or slices, are the largest or smallest of several."""

from typing import Annotated

import numpy as np

from ..array_operands import Coordinates, Updates
from ..dtypes import BOOL, FLOATING, INTEGER, NUMERIC, STRING
from ..operands import Numbers
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor
from .scattering import checked, each, gather_nd, scatter_nd

ORDERED = (*FLOATING, *INTEGER)
UNORDERED = tuple(d for d in (*NUMERIC, *BOOL, *STRING) if d not in ORDERED)


def _selected(tensor, indices, updates, wins):
    at, y = checked(indices, updates, tensor.shape), tensor.copy()
    if updates.size:
        for place, update in each(at, updates):
            y[place] = np.where(wins(update, y[place]), update, y[place])
    return y


def _choice(wins):
    """Whom each update beats: what it would replace at first, and all updates of equal coordinates."""

    def decides(tensor, indices, updates):
        if not updates.size:
            return np.zeros(0, bool)
        before = tensor[checked(indices, updates, tensor.shape)]
        flat = updates.reshape(-1, *updates.shape[max(indices.ndim - 1, 1) :])
        pairs = (updates, before), (flat[:, None], flat)
        return np.concatenate([np.ravel(compare(x, y)) for x, y in pairs for compare in (wins, np.equal)])

    return decides


@primitive("tensor_scatter_nd_max", rounds=False, decides=_choice(np.greater))
def tensor_scatter_nd_max(
    tensor: Annotated[Tensor, Numbers(dtypes=ORDERED, listed=UNORDERED)],
    indices: Annotated[Tensor, Coordinates("tensor")],
    updates: Annotated[Tensor, Updates("tensor", at="indices")],
):
    """y = the largest of `tensor` and those of `updates` that `indices` bring there.

    Equal ones share the cotangent.  A nan among the updates is left out, one in `tensor` stays.
    """
    return _selected(tensor, indices, updates, np.greater)


@primitive("tensor_scatter_nd_min", rounds=False, decides=_choice(np.less))
def tensor_scatter_nd_min(
    tensor: Annotated[Tensor, Numbers(dtypes=ORDERED, listed=UNORDERED)],
    indices: Annotated[Tensor, Coordinates("tensor")],
    updates: Annotated[Tensor, Updates("tensor", at="indices")],
):
    """y = the smallest of `tensor` and those of `updates` that `indices` bring there.

    Equal ones share the cotangent.  A nan among the updates is left out, one in `tensor` stays.
    """
    return _selected(tensor, indices, updates, np.less)


def _shared(ct, y, tensor, indices, updates):
    from ..math.basics import cast
    from ..math.comparisons import equal

    ct = convert_to_tensor(ct)
    kept = cast(equal(tensor, y), ct.dtype)
    won = cast(equal(updates, gather_nd(y, indices)), ct.dtype)
    shape = Tensor(np.array(tensor._array.shape, indices.dtype.numpy))
    count = kept + scatter_nd(indices, won, shape)
    to_tensor = ct * kept / count
    return to_tensor, None, gather_nd(ct / count, indices) * won


tensor_scatter_nd_max.vjp(_shared)
tensor_scatter_nd_min.vjp(_shared)
