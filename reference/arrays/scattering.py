"""SCATTERING: single entries, or slices, by their coordinates: `gather_nd` and the ways back.

The last axis of `indices` holds coordinates along the first axes of the tensor; what is left of its axes is
moved as one slice.  Rows by rows (one coordinate) the gradient of `gather_nd` is IndexedSlices (I17).
"""

from contextlib import suppress
from typing import Annotated

import numpy as np

from ..array_operands import Coordinates, Sizes, Updates
from ..dtypes import BOOL, STRING, int16, int32, int64, uint16
from ..errors import InvalidArgumentError, error, process_ends
from ..graph import vectorizes
from ..operands import Anything, Numbers
from ..primitive import composed, primitive
from ..record import record, recording
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..values import whole_array
from ..variable import Variable
from .gathering import check_shape_is_known
from .shaping import dense, reshape, squeeze

DEEPEST = 7  # coordinates that TensorFlow takes


def _at(indices, shape):
    """A key for the slices of a tensor of `shape` that `indices` name: an array for each coordinate."""
    if not indices.ndim:
        raise error(InvalidArgumentError, "indices must be at least a vector")
    depth = indices.shape[-1]
    if depth > min(len(shape), DEEPEST):
        raise error(InvalidArgumentError, f"{depth} coordinates are too many for shape {list(shape)}")
    if indices.size and not np.all((indices >= 0) & (indices < np.array(shape[:depth]))):
        raise error(InvalidArgumentError, f"indices do not index into shape {list(shape)}")
    return tuple(np.moveaxis(indices, -1, 0))


def _rows(params, indices):
    if not params.ndim:
        raise error(InvalidArgumentError, "params must be at least a vector")
    if not params.size and 0 not in indices.shape[:-1]:
        raise error(InvalidArgumentError, f"entries of an empty tensor were asked for: {list(params.shape)}")
    at = _at(indices, params.shape)
    return params[at] if at else np.broadcast_to(params, indices.shape[:-1] + params.shape).copy()


@primitive("raw_ops.GatherNd", internal=True, rounds=False)
def _gather_nd(
    params: Annotated[Tensor, Anything()],
    indices: Annotated[Tensor, Coordinates("params", dtypes=(int16, int32, int64))],
):
    """y = the slices of `params` at the coordinates in `indices`"""
    return _rows(params, indices)


@_gather_nd.vjp
def _(ct, y, params, indices):
    return _to_params(ct, indices, params._array.shape), None


def _to_params(ct, indices, shape):
    """Quirk int16-coordinates: with coordinates of int16 the gradient raises InvalidArgumentError (Q53).

    Quirk row-of-coordinates: with a single row of coordinates in place of a matrix the gradient raises
    InvalidArgumentError (Q54).
    """
    if indices.dtype == "int16":
        raise error(InvalidArgumentError, "int16 is not in the list of allowed values: int32, int64")
    shape = Tensor(np.array(shape, indices.dtype.numpy))
    if indices.ndim == 2 and indices._array.shape[1] == 1:
        return IndexedSlices(ct, squeeze(indices, -1), shape)
    return scatter_nd(indices, ct, shape)


class _GatherNdFromVariable:
    """y = slices of a variable's present value, by their coordinates."""

    name = "gather_nd_from_variable"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        variable, indices = entry.operands
        cell = getattr(variable, "_cell", variable)
        if any(hasattr(tape, "jvp") and cell.id in tape.known for tape in recording.tapes):
            # Quirk coordinates-in-forward-mode: within an accumulator that knows the variable the gradient of
            # slices of it, by their coordinates, raises TypeError (Q88).
            raise error(TypeError, "Cannot convert the argument `type_value`: None to a TensorFlow DType.")
        from ..traced import may_be_asked_again

        check_shape_is_known(entry.attributes[0])
        found = _to_params(cts[0], indices, getattr(variable, "_cell", variable).array.shape)
        # Quirk coordinates-of-higher-order: where a function's gradient may have a gradient, that of slices
        # of a variable, by their coordinates, is dense (Q93).
        return [dense(found) if may_be_asked_again() else found, None]

    @staticmethod
    def call_on(tf, arguments):
        """The same slices of a tensor that has the variable's value."""
        return tf.gather_nd(*arguments)


class _GatherNdDensely(_GatherNdFromVariable):
    """The same within `vectorized_map`, where its gradient is dense."""

    @staticmethod
    def pull_back(entry, cts, needed):
        return list(map(dense, _GatherNdFromVariable.pull_back(entry, cts, needed)))


@composed("gather_nd")
def gather_nd(
    params: Annotated[Tensor, Anything(least_rank=1)],
    indices: Annotated[Tensor, Coordinates("params")],
    batch_dims=0,
    name=None,
    bad_indices_policy="",
):
    """y = the slices of `params` at the coordinates in `indices`, in each row of the first `batch_dims` axes.

    Raises InvalidArgumentError for coordinates out of range, negative ones included, and for a scalar.
    """
    batch = _batch(batch_dims)
    if batch:
        return _in_batches(convert_to_tensor(params), convert_to_tensor(indices), batch)
    if isinstance(params, Variable):
        with suppress(AttributeError):  # which forward mode raises; then all of the variable is read (A19)
            return _from_variable(params, indices)
    return _gather_nd(params, indices)


def _batch(batch_dims):
    if batch_dims is None:
        raise error(TypeError, "Argument `batch_dims` must be an int; got None")
    try:
        batch = int(batch_dims)
    except ValueError:
        raise error(ValueError, f"invalid literal for int() with base 10: {batch_dims!r}") from None
    if batch < 0:
        raise error(ValueError, "tf.gather_nd does not allow negative batch_dims.")
    return batch


def _in_batches(params, indices, batch):
    for x, name in ((indices, "indices"), (params, "params")):
        if batch >= x.ndim:
            raise error(ValueError, f"`batch_dims` = {batch} must be less than rank(`{name}`) = {x.ndim}")
    outer = params._array.shape[:batch]
    inner = indices._array.shape[batch:]
    rows = np.array(list(np.ndindex(*outer)), indices.dtype.numpy).reshape(
        -1, *(1,) * (len(inner) - 1), batch
    )
    own = reshape(indices, (len(rows), *inner))
    before = np.broadcast_to(rows, (len(rows), *inner[:-1], batch))
    at = Tensor(np.concatenate([before, own._array], -1))
    found = _gather_nd(params, at)
    return reshape(found, (*outer, *found._array.shape[1:]))


def _from_variable(variable, indices):
    from ..math.arithmetic import identity

    variable._touch()
    indices = convert_to_tensor(indices)
    if indices.dtype not in ("int32", "int64"):
        raise error(InvalidArgumentError, f"gather_nd has no indices of dtype {indices.dtype.name}")
    rows = Tensor(whole_array(_rows(variable._cell.array, indices._array)))
    operation = _GatherNdDensely if vectorizes() else _GatherNdFromVariable
    record(operation, (variable, indices), (rows,), (variable, indices))
    return identity(rows)


def checked(indices, updates, shape):
    """The key at which `updates` go to a tensor of `shape`.

    Raises InvalidArgumentError where they do not fit.  Where `updates` fit as far as they go, but have fewer
    dimensions than `indices`, TensorFlow's process ends.
    """
    if not indices.ndim or not updates.ndim:
        raise error(InvalidArgumentError, "indices and updates must have rank at least one")
    if indices.ndim == 1 and (indices.size or updates.size or updates.shape != tuple(shape)):
        raise error(InvalidArgumentError, "a single row of coordinates names no slices")
    depth, outer = indices.shape[-1], indices.shape[:-1]
    if shape and _stop_short(outer, updates):
        raise process_ends(f"updates {updates.shape} have fewer dimensions than indices {indices.shape}")
    if (not shape or 0 in shape) and (indices.size or updates.size):
        raise error(InvalidArgumentError, "Indices and updates specified for empty output shape")
    if indices.ndim > 1 and (depth == 0 or outer + tuple(shape[depth:]) != updates.shape):
        raise error(
            InvalidArgumentError, f"updates {updates.shape} at {indices.shape} do not fit {list(shape)}"
        )
    return _at(indices, shape)


def _stop_short(outer, updates):
    fit = updates.shape == outer[: updates.ndim] and not (0 in outer and updates.size)
    return 0 < updates.ndim < len(outer) and fit


def each(at, updates):
    """Coordinates and updates, one by one."""
    outer = at[0].shape
    for place in np.ndindex(*outer):
        yield tuple(int(axis[place]) for axis in at), updates[place]


@primitive("scatter_nd", accumulates=True)
def scatter_nd(
    indices: Annotated[Tensor, Coordinates("shape", is_shape=True, listed=(int16,))],
    updates: Annotated[Tensor, Updates("shape", at="indices", is_shape=True)],
    shape: Annotated[Tensor, Sizes()],
):
    """y = zeros in `shape` to which each slice of `updates` is added where `indices` say"""
    if shape.ndim != 1:
        raise error(InvalidArgumentError, "Shape must be a vector")
    sizes = tuple(shape.tolist())
    if min(sizes, default=0) < 0:
        raise error(InvalidArgumentError, f"Dimensions must be >= 0: {list(sizes)}")
    at = checked(indices, updates, sizes)
    y = np.full(sizes, b"" if updates.dtype.kind == "O" else 0, updates.dtype)
    if updates.size:
        np.add.at(y, at, updates)
    return y


@scatter_nd.vjp
def _(ct, y, indices, updates, shape):
    return None, gather_nd(ct, indices), None


@primitive("tensor_scatter_nd_update", rounds=False)
def tensor_scatter_nd_update(
    tensor: Annotated[Tensor, Anything(least_rank=1)],
    indices: Annotated[Tensor, Coordinates("tensor", listed=(int16, uint16))],
    updates: Annotated[Tensor, Updates("tensor", at="indices")],
):
    """y = `tensor`, but `updates` where `indices` say; of equal coordinates the last counts.

    Quirk replaced-updates: the cotangent goes to all updates, also to those that another one has replaced
    (Q55).
    """
    at, y = checked(indices, updates, tensor.shape), tensor.copy()
    if updates.size:
        for place, update in each(at, updates):
            y[place] = update
    return y


@tensor_scatter_nd_update.vjp
def _(ct, y, tensor, indices, updates):
    from ..math.arithmetic import identity
    from .generators import zeros_like

    to_updates = gather_nd(ct, indices)
    nothing = zeros_like(updates, dtype=ct.dtype)
    return tensor_scatter_nd_update(identity(ct), indices, nothing), None, to_updates


@primitive("tensor_scatter_nd_add", accumulates=True)
def tensor_scatter_nd_add(
    tensor: Annotated[Tensor, Numbers(listed=(*BOOL, *STRING))],
    indices: Annotated[Tensor, Coordinates("tensor")],
    updates: Annotated[Tensor, Updates("tensor", at="indices")],
):
    """y = `tensor` to which each of `updates` is added where `indices` say"""
    at, y = checked(indices, updates, tensor.shape), tensor.copy()
    if updates.size:
        np.add.at(y, at, updates)
    return y


@tensor_scatter_nd_add.vjp
def _(ct, y, tensor, indices, updates):
    from ..math.arithmetic import identity

    to_updates = gather_nd(ct, indices)
    return identity(ct), None, to_updates


@primitive("tensor_scatter_nd_sub", accumulates=True)
def tensor_scatter_nd_sub(
    tensor: Annotated[Tensor, Numbers(listed=(*BOOL, *STRING))],
    indices: Annotated[Tensor, Coordinates("tensor")],
    updates: Annotated[Tensor, Updates("tensor", at="indices")],
):
    """y = `tensor` from which each of `updates` is subtracted where `indices` say"""
    at, y = checked(indices, updates, tensor.shape), tensor.copy()
    if updates.size:
        np.subtract.at(y, at, updates)
    return y


@tensor_scatter_nd_sub.vjp
def _(ct, y, tensor, indices, updates):
    from ..math.arithmetic import identity, negative

    to_updates = gather_nd(ct, indices)
    return identity(ct), None, negative(to_updates)
