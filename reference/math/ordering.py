"""ORDERING: the largest entries and where they stand, sorting.

Of equal entries the first comes first.  A nan has no place in the order; where one is, the result hangs on
the algorithm.
"""

from collections import namedtuple
from typing import Annotated

import numpy as np

from ..arrays.arguments import ints
from ..arrays.shaping import reshape, transpose
from ..dtypes import BOOL, REAL, as_dtype, int32
from ..errors import InvalidArgumentError, error, said_by_python
from ..graph import not_allowed
from ..operands import Among, Axis, Count, Internal, Numbers
from ..primitive import composed, primitive
from ..shapes import axis_in
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .arithmetic import negative
from .segments import unsorted_segment_sum

TopKV2 = namedtuple("TopKV2", ["values", "indices"])


def _order(input, *_):
    """For each row the numbers of its entries, the largest first.

    Where a nan is in the row this is no fact but a choice of the machine's, never the same twice.
    """
    order = np.argsort(_downwards(input), axis=-1, kind="stable")
    if np.issubdtype(input.dtype, np.integer):
        return order
    return np.where(np.isnan(input).any(-1, keepdims=True), complex(np.nan), order)


def _downwards(input):
    """Numbers in the opposite order."""
    return np.invert(input) if np.issubdtype(input.dtype, np.integer) else -input


@primitive("raw_ops.TopKV2", internal=True, rounds=False, decides=_order)
def _top_k(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    k: Annotated[int, Count("input")] = 1,
    sorted: Annotated[bool, Internal()] = True,
    index_type: Annotated[str, Among("int32", "int64")] = "int32",
):
    """values = the k largest entries of each row, the largest first; indices = where they stand"""
    count = ints(k)
    if count.ndim:
        raise error(InvalidArgumentError, f"k must be scalar, got shape {list(count.shape)}")
    count = int(count)
    if not input.ndim or not 0 <= count <= input.shape[-1]:
        raise error(InvalidArgumentError, f"there are no {count} entries along the last of {input.shape}")
    order = np.argsort(_downwards(input), axis=-1, kind="stable")[..., :count]
    return np.take_along_axis(input, order, -1), order.astype(as_dtype(index_type).numpy)


@_top_k.vjp
def _(cts, results, input, k, sorted, index_type):
    """Quirk top-k-of-nothing: where there is nothing in a row the gradient raises InvalidArgumentError (Q19).
    Quirk top-k-indices: with indices other than int32 the gradient raises InvalidArgumentError, and TypeError
    in functions and in forward mode (Q20).
    """
    indices, columns = results[1], input.shape[-1]
    if not columns:
        problem = error(InvalidArgumentError, "Requires delta != 0: 0")
        problem.when_run = True  # not where a function is traced
        raise problem
    if indices.dtype is not int32:
        raise not_allowed(_TWO_DTYPES)
    row = np.arange(int(np.prod(input.shape[:-1], dtype=int)), dtype=np.int32) * columns
    places = indices._array + row.reshape((*input.shape[:-1], 1))
    flat = unsorted_segment_sum(
        reshape(cts[0], (-1,)), Tensor(places.reshape(-1)), input.shape.num_elements()
    )
    return (reshape(flat, input.shape),)


@_top_k.vjp_unseeing
def _(cts, results, *arguments):
    if results[1].dtype is not int32:
        raise error(TypeError, _TWO_DTYPES)
    return _top_k.rule(cts, results, *arguments)


_TWO_DTYPES = "indices can only be added to those of another dtype if they are int32"


@composed("math.top_k", "nn.top_k")
def top_k(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    k: Annotated[int, Count("input")] = 1,
    sorted=True,
    index_type: Annotated[str, Among("int32", "int64")] = "int32",
    name=None,
):
    """(values, indices): the k largest entries of each row, the largest first, and where they stand.

    Raises InvalidArgumentError for a scalar, and for more than there are.
    """
    return TopKV2(*_top_k(input, k, sorted, _whole(index_type, "int32", "int16")))


def _largest_first(values, axis, indices):
    """All entries along `axis`, or where they stand, the largest first."""
    last, along = values.ndim - 1, axis_in(axis, values.ndim)
    if along == last:
        return top_k(values, values.shape[last])[indices]
    order = [*range(along), last, *range(along + 1, last), along]
    moved = transpose(values, order)
    return transpose(top_k(moved, values.shape[along])[indices], order)


def _in_order(values, axis, direction, indices):
    if direction not in ("ASCENDING", "DESCENDING"):
        raise error(ValueError, f"Argument `direction` should be ASCENDING or DESCENDING, got {direction}")
    axis = convert_to_tensor(axis)
    if axis.ndim:
        raise error(ValueError, f"Argument `axis` must be a constant scalar. Received: axis={axis}.")
    with said_by_python():
        along = int(axis._array)
    values = convert_to_tensor(values)
    if direction == "DESCENDING":
        return _largest_first(values, along, indices)
    found = _largest_first(_reversed(values), along, indices)
    return found if indices else _reversed(found)


def _reversed(values):
    """Numbers in the opposite order: -x; of ints, whose smallest has none, -1 - x or max - x."""
    if not values.dtype.is_integer:
        return negative(values)
    if values.dtype.name.startswith("u"):
        return np.iinfo(values.dtype.as_numpy_dtype).max - values
    return negative(values) - 1


@composed("sort")
def sort(
    values: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    axis: Annotated[int, Axis("values")] = -1,
    direction: Annotated[str, Among("ASCENDING", "DESCENDING")] = "ASCENDING",
    name=None,
):
    """y = x with the entries along `axis` in order.  Raises ValueError for another `direction`."""
    return _in_order(values, axis, direction, indices=0)


@composed("argsort")
def argsort(
    values: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    axis: Annotated[int, Axis("values")] = -1,
    direction: Annotated[str, Among("ASCENDING", "DESCENDING")] = "ASCENDING",
    stable=False,
    name=None,
):
    """y = where the entries of sort(x) stand in x, int32"""
    return _in_order(values, axis, direction, indices=1)


def _whole(dtype, default, *others):
    """The name of a dtype for places.  Raises InvalidArgumentError for one that is not for them."""
    name = default if dtype is None else as_dtype(dtype).name
    if name not in ("int32", "int64", *others):
        raise not_allowed(f"{name} is not in the list of allowed values")
    return name


def _extreme_at(find, input, dimension, output_type):
    along = ints(dimension)
    if along.ndim:
        raise error(InvalidArgumentError, f"dim must be a scalar, but received tensor of shape {along.shape}")
    along = axis_in(int(along), input.ndim)
    if not input.shape[along]:
        raise error(InvalidArgumentError, f"Reduction axis {along} is empty in shape {input.shape}")
    return find(input, axis=along).astype(as_dtype(output_type).numpy)


def _without_nan(x, instead):
    whole = x.dtype == np.bool_ or np.issubdtype(x.dtype, np.integer)
    return x if whole else np.where(np.isnan(x), np.asarray(instead, x.dtype), x)


@primitive("raw_ops.ArgMax", internal=True, rounds=False)
def _argmax(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL + BOOL)],
    dimension: Annotated[int, Axis("input")] = 0,
    output_type: Annotated[str, Among("int64", "int32")] = "int64",
):
    """y = where the largest entry along an axis stands, the first of equal ones; nan counts as -inf"""
    return _extreme_at(np.argmax, _without_nan(input, -np.inf), dimension, output_type)


@primitive("raw_ops.ArgMin", internal=True, rounds=False)
def _argmin(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL + BOOL)],
    dimension: Annotated[int, Axis("input")] = 0,
    output_type: Annotated[str, Among("int64", "int32")] = "int64",
):
    """y = where the smallest entry along an axis stands, the first of equal ones; nan counts as inf"""
    return _extreme_at(np.argmin, _without_nan(input, np.inf), dimension, output_type)


_argmax.vjp(lambda ct, y, *_: (None,))
_argmin.vjp(lambda ct, y, *_: (None,))


@composed("math.argmax", "argmax")
def argmax(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    axis: Annotated[int | None, Axis("input")] = None,
    output_type: Annotated[str, Among("int64", "int32")] = "int64",
    name=None,
):
    """y = where the largest entry along an axis, the first of equal ones, stands; None is the first axis.

    Raises TypeError for an axis that is no int (a NumPy int neither), InvalidArgumentError where there is
    nothing along it.  Quirk axis-of-numpy: an axis that is an int of NumPy raises TypeError (Q21).
    """
    axis = 0 if axis is None else axis
    if not (isinstance(axis, int) or (is_tensor(axis) and axis.dtype.is_integer)):
        raise error(TypeError, "axis must be int or Tensor with integer datatype")
    return _argmax(input, axis, _whole(output_type, "int64", "int16", "uint16"))


@composed("math.argmin", "argmin")
def argmin(
    input: Annotated[Tensor, Numbers(least_rank=1, dtypes=REAL)],
    axis: Annotated[int | None, Axis("input")] = None,
    output_type: Annotated[str, Among("int64", "int32")] = "int64",
    name=None,
):
    """y = where the smallest entry along an axis, the first of equal ones, stands; None is the first axis"""
    return _argmin(input, 0 if axis is None else axis, _whole(output_type, "int64"))
