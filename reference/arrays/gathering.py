"""GATHERING: rows by their numbers.

Along axis 0 without batch dimensions the gradient is IndexedSlices, never summed (I01 to I04); otherwise dense.
A variable is gathered from directly, without being read as a whole.
"""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error
from ..operands import Anything, Axis, IndexInto, Internal
from ..primitive import composed, primitive
from ..record import record
from ..shapes import axis_in
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..variable import Variable
from .shaping import dense, ints, reshape, transpose


@primitive("raw_ops.GatherV2", internal=True, rounds=False)
def _gather(
    params: Annotated[Tensor, Anything()],
    indices: Annotated[Tensor, IndexInto("params", axis="axis")],
    axis: Annotated[int, Axis("params")] = 0,
    batch_dims: Annotated[int, Internal()] = 0,
):
    """y = the slices of `params` along `axis` that `indices` name"""
    if not params.ndim:
        raise error(InvalidArgumentError, "params must be at least 1 dimensional")
    along = axis_in(axis, params.ndim)
    _check_range(indices, params.shape[along])
    if not batch_dims:
        return np.take(params, indices, along)
    return np.stack([_gather.forward(p, i, along - 1, batch_dims - 1) for p, i in zip(params, indices, strict=True)])


def _check_range(indices, size):
    if indices.size and not (0 <= indices.min() and indices.max() < size):
        raise error(InvalidArgumentError, f"indices is not in [0, {size})")


@_gather.vjp
def _(ct, y, params, indices, axis, batch_dims):
    along = axis % params.ndim
    if along == 0:
        return lambda: _rows(dense(ct), indices, params.shape), None
    return lambda: _scattered(dense(ct), indices, params.shape, along, batch_dims), None


def _rows(ct, indices, shape):
    count = indices.shape.num_elements()
    values = reshape(ct, (count, *shape[1:]))
    return IndexedSlices(values, reshape(indices, (count,)), Tensor(np.array(shape, np.int32)))


def _scattered(ct, indices, shape, along, batch_dims):
    """Zeros in `shape` to which each slice of `ct` is added where it was taken from."""
    from ..math.segments import unsorted_segment_sum

    count = indices.shape.num_elements() // int(np.prod(shape[:batch_dims], dtype=int) or 1)
    flat = reshape(ct, (*shape[:along], count, *shape[along + 1 :]))
    batches = int(np.prod(shape[:batch_dims], dtype=int))
    outer = tuple(range(batch_dims))
    between = tuple(range(batch_dims, along))
    inner = tuple(range(along + 1, len(shape)))
    first = transpose(flat, (*outer, along, *between, *inner))
    rows = reshape(first, (batches * count, *(shape[i] for i in (*between, *inner))))
    ids = indices.numpy().reshape(batches, count) + np.arange(batches)[:, None] * shape[along]
    summed = unsorted_segment_sum(rows, Tensor(ids.reshape(-1).astype(indices.dtype.numpy)), batches * shape[along])
    stacked = reshape(summed, (*shape[:batch_dims], shape[along], *(shape[i] for i in (*between, *inner))))
    back = (*outer, *(batch_dims + 1 + i for i in range(len(between))), batch_dims, *inner)
    return transpose(stacked, back)


class _GatherFromVariable:
    """y = rows of a variable's present value.  The cotangent becomes the rows of an IndexedSlices."""

    name = "gather_from_variable"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        variable, indices = entry.operands
        return [_rows(dense(cts[0]), indices, variable.shape), None]


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
    """
    axis = batch_dims if axis is None else ints(axis)[0]
    if isinstance(params, Variable) and axis == 0 and batch_dims == 0:
        return _from_variable(params, convert_to_tensor(indices))
    return _gather(params, indices, axis, batch_dims)


def _from_variable(variable, indices):
    variable._touch()
    if not indices.dtype.is_integer:
        raise error(InvalidArgumentError, f"gather has no indices of dtype {indices.dtype.name}")
    if not variable.shape:
        raise error(InvalidArgumentError, "params must be at least 1 dimensional")
    _check_range(indices._array, variable.shape[0])
    rows = Tensor(np.take(variable._cell.array, indices._array, 0))
    record(_GatherFromVariable, (variable, indices), (rows,), ())
    return rows
