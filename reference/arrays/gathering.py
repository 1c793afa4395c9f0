"""GATHERING: rows by their numbers.

Along axis 0 without batch dimensions the gradient is IndexedSlices, never summed (I01 to I04); otherwise
dense.  A variable is gathered from directly, without being read as a whole.
"""

from contextlib import suppress
from typing import Annotated

import numpy as np

from ..array_operands import Mask
from ..dtypes import BOOL, INDICES, NUMERIC, int16, int32, int64
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..graph import vectorizes
from ..operands import Among, Anything, Axis, IndexInto, Internal
from ..primitive import composed, primitive
from ..record import record
from ..shapes import axis_in
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..values import whole_array
from ..variable import Variable
from .arguments import positions, single, whole
from .shaping import dense, reshape, squeeze, transpose


@primitive("raw_ops.GatherV2", internal=True, rounds=False)
def _gather(
    params: Annotated[Tensor, Anything()],
    indices: Annotated[Tensor, IndexInto("params", axis="axis", dtypes=(int16, int32, int64))],
    axis: Annotated[int, Axis("params")] = 0,
    batch_dims: Annotated[int, Internal()] = 0,
):
    """y = the slices of `params` along `axis` that `indices` name, for each row of the first `batch_dims`"""
    along, batch = _axes(params, indices, axis, batch_dims)
    shape = (*params.shape[:along], *indices.shape[batch:], *params.shape[along + 1 :])
    if 0 in shape:  # Quirk gathering-nothing: where nothing is gathered, indices may be anything (Q40).
        return np.zeros(shape, params.dtype)
    check_range(indices, params.shape[along])
    if not batch:
        return np.take(params, indices, along)
    rows = params.reshape(-1, *params.shape[batch:]), indices.reshape(-1, *indices.shape[batch:])
    each = [np.take(p, i, along - batch) for p, i in zip(*rows, strict=True)]
    return np.array(each, params.dtype).reshape(shape)


def _axes(params, indices, axis, batch_dims):
    """`axis` and `batch_dims`, counted from the front.  Raises InvalidArgumentError where they do not fit."""
    along = positions(axis)
    if along.ndim:
        raise error(InvalidArgumentError, "axis must be scalar")
    along, batch = axis_in(int(along), params.ndim), whole(batch_dims or 0, "batch_dims")
    if not -indices.ndim <= batch <= indices.ndim:
        raise error(
            InvalidArgumentError, f"Expected batch_dims in the range [{-indices.ndim}, {indices.ndim}]"
        )
    batch %= indices.ndim + 1 if batch >= 0 else indices.ndim
    if batch > along or params.shape[:batch] != indices.shape[:batch]:
        raise error(
            InvalidArgumentError, f"{batch} batch dimensions do not fit {params.shape}, {indices.shape}"
        )
    return along, batch


def check_range(indices, size):
    """Raises InvalidArgumentError for indices outside [0, size)."""
    if indices.size and not (0 <= indices.min() and indices.max() < size):
        raise error(InvalidArgumentError, f"indices is not in [0, {size})")


@_gather.vjp
def _(ct, y, params, indices, axis, batch_dims):
    from ..traced import pushes_forward

    if int(positions(axis)) == 0 and not pushes_forward():
        # Quirk axis-minus-rank: -rank is the same axis as 0, yet the gradient along it is dense (Q41).
        return lambda: _rows(dense(ct), indices, params._array.shape), None
    return lambda: _scattered(dense(ct), indices, params._array, axis, batch_dims), None


@_gather.vjp_unseeing
def _(ct, y, params, indices, axis, batch_dims):
    return lambda: _scattered(dense(ct), indices, params._array, axis, batch_dims), None


def _rows(ct, indices, shape):
    if not shape:
        raise error(InvalidArgumentError, "slice index 0 of dimension 0 out of bounds.")
    count = indices._array.size
    values = reshape(ct, (count, *shape[1:]))
    return IndexedSlices(values, reshape(indices, (count,)), Tensor(np.array(shape, np.int32)))


def _scattered(ct, indices, params, axis, batch_dims):
    """Zeros in the shape of `params` to which each slice of `ct` is added where it was taken from."""
    from ..math.segments import unsorted_segment_sum

    along, batch = _axes(params, indices._array, axis, batch_dims)
    outer, between, inner = params.shape[:batch], params.shape[batch:along], params.shape[along + 1 :]
    size, batches = params.shape[along], int(np.prod(outer, dtype=int))
    # Quirk gradients-of-nothing: where nothing is gathered the size may come out wrong, and the gradient
    # raises (Q42).
    flat = reshape(ct, (*outer, *between, -1, *inner))
    rows = transpose(flat, (*range(batch), along, *range(batch, along), *range(along + 1, params.ndim)))
    if batch:
        rows = reshape(rows, (-1, *between, *inner))
    offsets = np.arange(batches).reshape((*outer, *(1,) * (indices.ndim - batch))) * size
    ids = np.asarray(indices._array + offsets, indices.dtype.numpy)
    summed = unsorted_segment_sum(rows, Tensor(ids.reshape(-1)), batches * size)
    if batch:
        summed = reshape(summed, (*outer, -1, *between, *inner))
    back = (*range(batch), *range(batch + 1, along + 1), batch, *range(along + 1, params.ndim))
    return reshape(transpose(summed, back), params.shape)


def check_shape_is_known(variable):
    """Quirk parts-of-unknown-shape: where a function's gradient may have a gradient, that of parts of a
    variable of open shape raises ValueError (Q92).  Within an accumulator that knows the variable it raises
    TypeError.
    """
    from ..record import recording
    from ..traced import may_be_asked_again

    if not variable.shape.is_fully_defined():
        cell = getattr(variable, "_cell", variable)
        if any(hasattr(tape, "jvp") and cell.id in tape.known for tape in recording.tapes):
            raise error(TypeError, "Cannot convert the argument `type_value`: None to a TensorFlow DType.")
    if may_be_asked_again() and not variable.shape.is_fully_defined():
        raise error(ValueError, f"Cannot convert a partially known TensorShape {variable.shape} to a Tensor.")


class _GatherFromVariable:
    """y = rows of a variable's present value.  The cotangent becomes the rows of an IndexedSlices."""

    name = "gather_from_variable"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        variable, indices = entry.operands
        from ..traced import pushes_forward

        check_shape_is_known(entry.attributes[0])
        found = _rows(dense(cts[0]), indices, getattr(variable, "_cell", variable).array.shape)
        return [dense(found) if pushes_forward() else found, None]

    @staticmethod
    def call_on(tf, arguments):
        """The same rows of a tensor that has the variable's value."""
        return tf.gather(*arguments)


class _GatherDensely(_GatherFromVariable):
    """The same within `vectorized_map`.

    Quirk rows-in-vectorized-map: there rows of a variable have a dense gradient (Q83).
    """

    @staticmethod
    def pull_back(entry, cts, needed):
        return list(map(dense, _GatherFromVariable.pull_back(entry, cts, needed)))


@composed("gather")
def gather(
    params: Annotated[Tensor, Anything()],
    indices: Annotated[Tensor, IndexInto("params", axis="axis")],
    validate_indices=None,
    axis: Annotated[int | None, Axis("params")] = None,
    batch_dims=0,
    name=None,
):
    """y = the slices of `params` along `axis` (the first after the batch dimensions) that `indices` name.

    Raises InvalidArgumentError for indices out of range, negative ones included, and for a scalar `params`.

    Quirk ignored-batches: along axis 0 batch dimensions are ignored (Q43).  Quirk rows-in-forward-mode: where
    an accumulator knows a variable, which raises for rows of it, all of it is read (A19).
    """
    axis = batch_dims if axis is None else axis
    given = getattr(axis, "_array", axis)
    if not isinstance(given, int | float | np.ndarray) or np.size(given) != 1 or given != 0:
        return _gather(params, indices, axis, batch_dims)
    if isinstance(params, Variable):
        with suppress(AttributeError):
            return rows_of_variable(params, indices)
    return _gather(params, indices, axis, 0)


def rows_of_variable(variable, indices):
    """The rows of a variable that `indices` name."""
    variable._touch()
    indices = convert_to_tensor(indices)
    if indices.dtype not in INDICES:
        raise error(InvalidArgumentError, f"gather has no indices of dtype {indices.dtype.name}")
    array = variable._cell.array
    if not array.ndim:
        raise error(InvalidArgumentError, "params must be at least 1 dimensional")
    check_range(indices._array, array.shape[0])
    rows = Tensor(whole_array(np.take(array, indices._array, 0)))
    operation = _GatherDensely if vectorizes() else _GatherFromVariable
    record(operation, (variable, indices), (rows,), (variable, indices))
    return rows


@composed("boolean_mask")
def boolean_mask(
    tensor: Annotated[Tensor, Anything(least_rank=1)],
    mask: Annotated[Tensor, Mask("tensor", axis="axis")],
    axis: Annotated[int | None, Axis("tensor")] = None,
    name="boolean_mask",
):
    """y = the slices of `tensor` where `mask`, which lies over its axes from `axis` on, is true.

    Raises ValueError for a scalar mask and for one whose shape is not that of those axes.
    """
    tensor, mask = convert_to_tensor(tensor), convert_to_tensor(mask)
    if isinstance(axis, str):
        raise error(TypeError, 'can only concatenate str (not "int") to str')
    start = 0 if axis is None else single(axis)
    if not mask.ndim:
        raise error(ValueError, "mask cannot be scalar.")
    stop, shape = start + mask.ndim, tensor._array.shape
    if shape[start:stop] != mask._array.shape:
        raise error(ValueError, f"Shapes {shape[start:stop]} and {mask._array.shape} are incompatible")
    flat = reshape(tensor, (*shape[:start], mask._array.size, *shape[stop:]))
    return gather(flat, squeeze(where_true(reshape(mask, (-1,))), (1,)), axis=start)


@primitive("raw_ops.Where", internal=True, rounds=False)
def where_true(condition: Annotated[Tensor, Anything(dtypes=(*NUMERIC, *BOOL))]):
    """y = the indices of what is not zero, row by row.

    It has no gradient.  Raises InvalidArgumentError for a scalar.
    """
    if not 0 < condition.ndim <= 8:
        raise error(InvalidArgumentError, f"WhereOp : Unhandled input dimensions: {condition.ndim}")
    if condition.dtype == np.float16:
        raise error(UnimplementedError, "No WhereOp available for float16/half type on CPU")
    return np.argwhere(condition).astype(np.int64)


@composed("nn.embedding_lookup")
def embedding_lookup(
    params: Annotated[Tensor, Anything(least_rank=1)],
    ids: Annotated[Tensor, IndexInto("params")],
    max_norm: Annotated[float | None, Among(None, 1.0, 1.5)] = None,
    name=None,
):
    """y = the rows of `params` that `ids` name, those longer than `max_norm` shortened to it.

    A list holds a table in parts, each with as many rows.  Raises ValueError for None and for an
    empty list.  Quirk tuple-of-tables: a tuple is one table, of one row each (Q44).
    """
    from ..math.arithmetic import identity

    if params is None:
        raise error(ValueError, "params must be specified")
    if isinstance(params, list | tuple) and not params:
        raise error(ValueError, "Length of params is currently 0. Need at least one param.")
    parts = params if isinstance(params, list) else [params]
    if not any(isinstance(part, Variable) for part in parts):
        parts = [convert_to_tensor(part) for part in parts]
    ids = convert_to_tensor(ids)
    if len(parts) > 1:
        return _shortened(_from_parts(parts, ids), ids, max_norm)
    return identity(_shortened(gather(parts[0], ids), ids, max_norm))


def _shortened(rows, ids, max_norm):
    if max_norm is None:
        return rows
    from ..math.norms import clip_by_norm

    return clip_by_norm(rows, max_norm, axes=list(range(ids.ndim, rows.ndim)))


def _from_parts(parts, ids):
    """Rows of a table in parts, of which the first have one row more where they cannot all have as many."""
    from .joining import concat

    flat = ids._array.reshape(-1)
    each, extra = divmod(sum(part.shape[0] for part in parts), len(parts))
    part = np.maximum(flat // (each + 1), (flat - extra) // max(each, 1))
    row = np.where(part < extra, flat % (each + 1), (flat - extra) % max(each, 1)).astype(flat.dtype)
    found = [gather(p, Tensor(row[part == i])) for i, p in enumerate(parts)]
    order = np.argsort(np.concatenate([np.flatnonzero(part == i) for i in range(len(parts))]))
    together = _gather(concat(found, 0), Tensor(order), 0, 0)
    return reshape(together, (*ids._array.shape, *together._array.shape[1:]))
