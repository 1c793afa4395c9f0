"""ORDER and shape of sparse tensors: the same values at other indices."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import positions
from ..arrays.gathering import gather
from ..arrays.shaping import dense as as_dense
from ..errors import InvalidArgumentError, error
from ..math.arithmetic import identity
from ..operands import Anything, Internal
from ..primitive import primitive
from ..shapes import axis_in
from ..tensor import Tensor, convert_to_tensor
from .tensor import SparseTensor, flat_places, require_sparse


def reorder(sp_input, name=None):
    """The same with rising indices."""
    require_sparse(sp_input)
    order = np.argsort(flat_places(sp_input.indices._array, tuple(sp_input.shape)), kind="stable")
    return _at(sp_input.indices._array, order, sp_input.values, sp_input.dense_shape)


@primitive("raw_ops.SparseReorder", internal=True, rounds=False, on=lambda tf, x, order: tf.gather(x, order))
def _reordered(values: Annotated[Tensor, Anything()], order: Annotated[np.ndarray, Internal()]):
    """y = the values in another order"""
    return values[order]


@_reordered.vjp
def _(ct, y, values, order):
    return (lambda: gather(as_dense(ct), Tensor(np.argsort(order))),)


def _at(indices, order, values, shape):
    return SparseTensor(Tensor(indices[order]), _reordered(values, order), shape)


def retain(sp_input, to_retain):
    """What `to_retain`, a vector of bools, is true for.  Raises ValueError for another number of them."""
    require_sparse(sp_input)
    wanted = convert_to_tensor(to_retain)
    if wanted._array.shape != sp_input.values._array.shape:
        raise error(ValueError, f"Dimensions {sp_input.values.shape} and {wanted.shape} are not compatible")
    chosen = Tensor(np.flatnonzero(wanted._array))
    return SparseTensor(
        gather(sp_input.indices, chosen), gather(sp_input.values, chosen), sp_input.dense_shape
    )


def transpose(sp_input, perm=None, name=None):
    """Axes in another order, by default in the reverse one; indices rise."""
    require_sparse(sp_input)
    rank = len(sp_input.shape)
    order = list(range(rank))[::-1] if perm is None else positions(perm).tolist()
    moved = sp_input.indices._array[:, order]
    shape = Tensor(sp_input.dense_shape._array[order])
    rising = np.argsort(flat_places(moved, shape._array.tolist()), kind="stable")
    return _at(moved, rising, sp_input.values, shape)


def reshape_sparse(sp_input, shape, name=None):
    """Another shape of as many elements; one size may be -1.  Raises InvalidArgumentError otherwise."""
    require_sparse(sp_input)
    sizes, whole = positions(shape).tolist(), int(np.prod(sp_input.dense_shape._array))
    known = int(np.prod([n for n in sizes if n >= 0]))
    if -1 in sizes and known and whole % known == 0:
        sizes[sizes.index(-1)] = whole // known
    if int(np.prod(sizes)) != whole or min(sizes, default=0) < 0:
        raise error(InvalidArgumentError, f"Input to reshape has {whole} dense values, not those of {sizes}")
    places = flat_places(sp_input.indices._array, tuple(sp_input.shape))
    indices = np.stack(np.unravel_index(places, sizes), 1).astype(np.int64)
    return SparseTensor(Tensor(indices), identity(sp_input.values), np.array(sizes, np.int64))


def expand_dims(sp_input, axis=None, name=None):
    """A dimension of size 1 at `axis`, by default the last."""
    require_sparse(sp_input)
    rank = len(sp_input.shape)
    axis = axis_in(-1 if axis is None else int(axis), rank + 1)
    indices = np.insert(sp_input.indices._array, axis, 0, 1)
    return SparseTensor(Tensor(indices), sp_input.values, np.insert(sp_input.dense_shape._array, axis, 1))
