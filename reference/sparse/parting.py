"""PARTS of sparse tensors: sliced, side by side, in another shape; and slices without some rows."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import ints
from ..arrays.gathering import gather
from ..arrays.shaping import dense as as_dense
from ..errors import InvalidArgumentError, error
from ..math.arithmetic import identity
from ..operands import Anything, Internal
from ..primitive import primitive
from ..shapes import axis_in
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .tensor import SparseTensor, require_sparse


def slice_sparse(sp_input, start, size, name=None):
    """The part of `size` that begins at `start`; what goes beyond the whole is cut off.

    The gradient by the values left out is 0; TensorFlow has none of second order.  Raises
    InvalidArgumentError for other than as many numbers as there are dimensions, and for negative ones.
    """
    require_sparse(sp_input)
    whole, begin, count = np.array(sp_input.shape), ints(start), ints(size)
    if begin.shape != whole.shape or count.shape != whole.shape:
        raise error(InvalidArgumentError, f"Expected start and size to have {len(whole)} elements")
    if (begin < 0).any() or (count < 0).any():
        raise error(InvalidArgumentError, "start and size must not be negative")
    count = np.clip(whole - begin, 0, count)
    places = sp_input.indices._array
    inside = ((places >= begin) & (places < begin + count)).all(-1)
    kept = np.flatnonzero(inside)
    values = _part(sp_input.values, kept)
    return SparseTensor(Tensor(places[kept] - begin), values, Tensor(count.astype(np.int64)))


@primitive("raw_ops.SparseSlice", internal=True, rounds=False, on=lambda tf, x, kept: tf.gather(x, kept))
def _part(values: Annotated[Tensor, Anything()], kept: Annotated[np.ndarray, Internal()]):
    """y = the values at the places `kept`"""
    return values[kept]


@primitive(
    "raw_ops.SparseSliceGrad",
    internal=True,
    rounds=False,
    on=lambda tf, ct, kept, n: tf.scatter_nd(kept[:, None], ct, [n]),
)
def _part_grad(
    ct: Annotated[Tensor, Anything()],
    kept: Annotated[np.ndarray, Internal()],
    n: Annotated[int, Internal()],
):
    """dx = the cotangents at the places `kept`, zeros elsewhere"""
    dx = np.zeros(n, ct.dtype)
    dx[kept] = ct
    return dx


@_part.vjp
def _(ct, y, values, kept):
    return (_part_grad(as_dense(ct), kept, values._array.size),)


@_part_grad.vjp
def _(ct, dx, cotangent, kept, n):
    return (_part(as_dense(ct), kept),)


def concat_sparse(axis, sp_inputs, expand_nonconcat_dims=False, name=None):
    """Sparse tensors side by side along `axis`.  No path to their values.

    Raises InvalidArgumentError for shapes that do not fit, TypeError for what is not sparse.
    """
    items = list(map(require_sparse, sp_inputs))
    if len(items) == 1:
        return items[0]
    rank = len(items[0].shape)
    along = axis_in(int(ints(axis)), rank)
    shapes = np.array([list(x.shape) for x in items], np.int64)
    others = np.delete(shapes, along, 1)
    if not expand_nonconcat_dims and (others != others[0]).any():
        raise error(InvalidArgumentError, f"shapes {shapes.tolist()} do not fit beside axis {along}")
    whole = shapes.max(0)
    whole[along] = shapes[:, along].sum()
    places = [x.indices._array.copy() for x in items]
    for place, before in zip(places, np.cumsum(shapes[:, along]) - shapes[:, along], strict=True):
        place[:, along] += before
    order = np.lexsort(np.concatenate(places).T[::-1])
    values = np.concatenate([x.values._array for x in items])[order]
    return SparseTensor(Tensor(np.concatenate(places)[order]), Tensor(values), Tensor(whole))


def reset_shape(sp_input, new_shape=None):
    """The same values in another shape, the least that holds them all unless one is given.

    Raises ValueError for a shape of another rank, and for one that is smaller.
    """
    require_sparse(sp_input)
    places, values = sp_input.indices, identity(sp_input.values)
    if new_shape is None:
        least = places._array.max(0) + 1 if len(places._array) else np.zeros(len(sp_input.shape), np.int64)
        return SparseTensor(identity(places), values, Tensor(least.astype(np.int64)))
    wanted = ints(new_shape).astype(np.int64)
    if wanted.size != len(sp_input.shape):
        raise error(ValueError, f"Dimensions {len(sp_input.shape)} and {wanted.size} are not compatible")
    if (wanted < np.array(sp_input.shape)).any():
        raise error(ValueError, f"{wanted.tolist()} is smaller than {list(sp_input.shape)}")
    return SparseTensor(identity(places), values, Tensor(wanted))


def mask(a, mask_indices, name=None):
    """Slices without the rows that `mask_indices` name.  The gradient is IndexedSlices."""
    out = ~np.isin(a.indices._array, ints(mask_indices))
    kept = Tensor(np.flatnonzero(out).astype(np.int32))
    return IndexedSlices(
        gather(convert_to_tensor(a.values), kept), Tensor(a.indices._array[out]), a.dense_shape
    )
