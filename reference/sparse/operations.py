"""OPERATIONS on sparse tensors: made dense, added, multiplied, summed."""

from typing import Annotated

import numpy as np

from ..arrays.gathering import gather, where_true
from ..arrays.scattering import gather_nd
from ..arrays.shaping import dense as as_dense
from ..arrays.shaping import reshape
from ..dtypes import ALL, INEXACT, as_dtype, int32
from ..errors import InvalidArgumentError, error
from ..linalg.products import matmul
from ..linalg.transposes import adjoint
from ..math.arithmetic import subtract
from ..math.comparisons import not_equal
from ..math.reductions import axes_of, kept, reduce_sum
from ..operands import Anything, Internal, Numbers, ScalarOf
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor
from .tensor import SparseTensor, flat_places, require_sparse

# Dense and sparse


def to_dense(sp_input, default_value=None, validate_indices=True, name=None):
    """The whole tensor, `default_value` (0 unless given) where there is no value.

    Raises TypeError for what is not sparse, InvalidArgumentError for indices that are out of range, do not
    rise or are repeated.
    """
    require_sparse(sp_input)
    if default_value is None:
        default_value = np.zeros((), sp_input.dtype.numpy)
        if sp_input.dtype.name == "string":
            default_value = b""
    default_value = convert_to_tensor(default_value, dtype=sp_input.dtype)
    if default_value.ndim:
        raise error(InvalidArgumentError, "default_value should be a scalar.")
    return _dense(
        sp_input.values, default_value, sp_input.indices._array, tuple(sp_input.shape), bool(validate_indices)
    )


def _dense_on(tf, values, default_value, indices, shape, validate_indices):
    return tf.raw_ops.SparseToDense(
        sparse_indices=indices,
        output_shape=np.array(shape),
        sparse_values=values,
        default_value=default_value,
        validate_indices=validate_indices,
    )


@primitive("raw_ops.SparseToDense", internal=True, rounds=False, on=_dense_on)
def _dense(
    sparse_values: Annotated[Tensor, Anything()],
    default_value: Annotated[Tensor, ScalarOf("sparse_values")],
    sparse_indices: Annotated[np.ndarray, Internal()],
    output_shape: Annotated[tuple, Internal()],
    validate_indices: Annotated[bool, Internal()],
):
    """y = `default_value`, and at each of the indices a value"""
    _require_within(sparse_indices, output_shape, rising=validate_indices)
    y = np.full(output_shape, default_value, sparse_values.dtype)
    y[tuple(sparse_indices.T)] = sparse_values
    return y


@_dense.vjp
def _(ct, y, sparse_values, default_value, sparse_indices, output_shape, validate_indices):
    of_values = gather_nd(ct, Tensor(sparse_indices))
    return of_values, lambda: subtract(reduce_sum(as_dense(ct)), reduce_sum(of_values))


def _require_within(indices, shape, rising=True):
    for i, index in enumerate(indices):
        if not all(0 <= k < n for k, n in zip(index, shape, strict=True)):
            raise error(InvalidArgumentError, f"indices[{i}] = {index} is out of bounds of {shape}")
    places = flat_places(indices, shape)
    if rising and (np.diff(places) <= 0).any():
        raise error(InvalidArgumentError, "indices are out of order or repeated")


def from_dense(tensor, name=None):
    """The sparse tensor of what is not zero."""
    tensor = convert_to_tensor(tensor)
    zero = b"" if tensor.dtype.name == "string" else np.zeros((), tensor.dtype.numpy)
    indices = where_true(not_equal(tensor, convert_to_tensor(zero, dtype=tensor.dtype)))
    return SparseTensor(indices, gather_nd(tensor, indices), np.array(tensor._array.shape, np.int64))


def eye(num_rows, num_columns=None, dtype="float32", name=None):
    """Ones at the diagonal."""
    columns = num_rows if num_columns is None else num_columns
    diagonal = np.arange(min(num_rows, columns), dtype=np.int64)
    values = np.ones(len(diagonal), as_dtype(dtype).numpy)
    return SparseTensor(np.stack([diagonal] * 2, 1), values, np.array([num_rows, columns], np.int64))


# Products


def sparse_dense_matmul(sp_a, b, adjoint_a=False, adjoint_b=False, name=None):
    """a b for a sparse matrix a and a dense b, or the other way round; either adjoint on demand.

    Raises InvalidArgumentError for what is no matrix, for shapes that do not fit and for two dtypes,
    NotFoundError for ints other than int32, bools and strings.
    """
    if isinstance(b, SparseTensor):
        return adjoint(sparse_dense_matmul(b, sp_a, adjoint_a=not adjoint_b, adjoint_b=not adjoint_a))
    require_sparse(sp_a)
    b = convert_to_tensor(b)
    shape = tuple(sp_a.shape)
    return _product(sp_a.values, b, sp_a.indices._array, shape, bool(adjoint_a), bool(adjoint_b))


def _product_on(tf, values, b, indices, shape, adjoint_a, adjoint_b):
    sparse = tf.SparseTensor(indices, values, shape)
    return tf.sparse.sparse_dense_matmul(sparse, b, adjoint_a, adjoint_b)


_MULTIPLIED = (int32, *INEXACT)
_OTHERS = tuple(dtype for dtype in ALL if dtype not in _MULTIPLIED)


@primitive("raw_ops.SparseTensorDenseMatMul", internal=True, accumulates=True, on=_product_on)
def _product(
    a_values: Annotated[Tensor, Numbers(dtypes=_MULTIPLIED, listed=_OTHERS)],
    b: Annotated[Tensor, Numbers(dtypes=_MULTIPLIED, listed=_OTHERS)],
    a_indices: Annotated[np.ndarray, Internal()],
    a_shape: Annotated[tuple, Internal()],
    adjoint_a: Annotated[bool, Internal()],
    adjoint_b: Annotated[bool, Internal()],
):
    """y = a b, of a or b the adjoint if `adjoint_a`, `adjoint_b`"""
    if len(a_shape) != 2 or b.ndim != 2:
        raise error(InvalidArgumentError, "Tensors 'a' and 'b' must be matrices")
    rows, columns = a_indices[:, 0], a_indices[:, 1]
    height, width = a_shape
    left, right = np.asarray(a_values), np.asarray(b)
    if adjoint_a:
        rows, columns, height, width, left = columns, rows, width, height, np.conj(left)
    right = np.conj(right.T) if adjoint_b else right
    if len(right) != width:
        raise error(InvalidArgumentError, f"Cannot multiply A and B: inner dimensions {width}, {len(right)}")
    if rows.size and not (
        rows.min() >= 0 and rows.max() < height and 0 <= columns.min() and columns.max() < width
    ):
        raise error(InvalidArgumentError, "indices of A out of bounds")
    y = np.zeros((height, right.shape[1]), b.dtype)
    np.add.at(y, rows, left[:, None] * right[columns])
    return y


@_product.vjp
def _(ct, y, a_values, b, a_indices, a_shape, adjoint_a, adjoint_b):
    ct = as_dense(ct)

    def by_values():
        rows, columns = (Tensor(a_indices[:, i].copy()) for i in ((1, 0) if adjoint_a else (0, 1)))
        left, right = gather(ct, rows), gather(adjoint(b) if adjoint_b else b, columns)
        count, width = len(a_indices), y._array.shape[1]
        one = reshape(left, (count, 1, width)), reshape(right, (count, 1, width))
        of = matmul(one[1], one[0], adjoint_b=True) if adjoint_a else matmul(one[0], one[1], adjoint_b=True)
        return reshape(of, (count,))

    def by_b():
        of = _product(a_values, ct, a_indices, a_shape, not adjoint_a, False)
        return adjoint(of) if adjoint_b else of

    return by_values, by_b


# Sums


def add(a, b, threshold=0):
    """a + b, sparse if both are; sums that are nearer to zero than `threshold` are left out then.

    Raises TypeError where none is sparse, InvalidArgumentError for other shapes and dtypes.
    """
    if not isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        raise error(TypeError, "At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not (isinstance(a, SparseTensor) and isinstance(b, SparseTensor)):
        sparse, other = (a, b) if isinstance(a, SparseTensor) else (b, a)
        other = convert_to_tensor(other)
        if tuple(sparse.shape) != other._array.shape:
            raise error(InvalidArgumentError, f"Two operands have shapes {sparse.shape} and {other.shape}")
        return _on_dense(sparse.values, other, sparse.indices._array)
    if tuple(a.shape) != tuple(b.shape):
        raise error(InvalidArgumentError, f"Operands' shapes do not match: {a.shape} and {b.shape}")
    places = [flat_places(x.indices._array, tuple(x.shape)) for x in (a, b)]
    union = np.unique(np.concatenate(places))
    at = [np.searchsorted(union, p) for p in places]
    values = _sum(a.values, b.values, *at, len(union))
    if threshold is not None and convert_to_tensor(threshold)._array > 0:
        large = np.flatnonzero(np.abs(values._array) >= convert_to_tensor(threshold)._array)
        values, union = gather(values, Tensor(large)), union[large]
    indices = np.stack(np.unravel_index(union, tuple(a.shape)), 1).astype(np.int64)
    return SparseTensor(Tensor(indices), values, a.dense_shape)


def _sum_on(tf, a_values, b_values, a_places, b_places, size):
    a, b = (tf.scatter_nd(p[:, None], v, [size]) for p, v in ((a_places, a_values), (b_places, b_values)))
    return a + b


@primitive("raw_ops.SparseAdd", internal=True, on=_sum_on)
def _sum(
    a_values: Annotated[Tensor, Numbers()],
    b_values: Annotated[Tensor, Numbers()],
    a_places: Annotated[np.ndarray, Internal()],
    b_places: Annotated[np.ndarray, Internal()],
    size: Annotated[int, Internal()],
):
    """y = zeros, to which each value is added at its place"""
    y = np.zeros(size, a_values.dtype)
    y[a_places] += a_values
    y[b_places] += b_values
    return y


@_sum.vjp
def _(ct, y, a_values, b_values, a_places, b_places, size):
    ct = as_dense(ct)
    return lambda: gather(ct, Tensor(a_places)), lambda: gather(ct, Tensor(b_places))


def _on_dense_on(tf, values, b, indices):
    return tf.sparse.add(tf.SparseTensor(indices, values, b.shape.as_list()), b)


@primitive("raw_ops.SparseTensorDenseAdd", internal=True, on=_on_dense_on)
def _on_dense(
    a_values: Annotated[Tensor, Numbers()],
    b: Annotated[Tensor, Numbers()],
    a_indices: Annotated[np.ndarray, Internal()],
):
    """y = b, to which each value is added at its index"""
    _require_within(a_indices, b.shape, rising=False)
    y = np.array(b)
    np.add.at(y, tuple(a_indices.T), a_values)
    return y


@_on_dense.vjp
def _(ct, y, a_values, b, a_indices):
    return lambda: gather_nd(ct, Tensor(a_indices)), lambda: ct


def reduce_sum_sparse(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    """The sum over axes, dense unless `output_is_sparse`.  An empty list of axes reduces nothing."""
    return _reduced(_sum_over, sp_input, axis, keepdims, output_is_sparse)


def reduce_max_sparse(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    """The largest of the values that are there, along axes; 0 where there are none.  It has no gradient."""
    return _reduced(_max_over, sp_input, axis, keepdims, output_is_sparse)


def _reduced(operation, sp_input, axis, keepdims, output_is_sparse):
    shape = tuple(require_sparse(sp_input).shape)
    axes = axes_of(axis, len(shape))
    y = operation(sp_input.values, sp_input.indices._array, shape, axes)
    y = y if keepdims else reshape(y, tuple(n for i, n in enumerate(shape) if i not in axes))
    return from_dense(y) if output_is_sparse else y


def _kept_places(indices, shape, axes):
    places = indices.copy()
    places[:, list(axes)] = 0
    return places, kept(shape, axes)


def _reduced_on(name):
    def on(tf, values, indices, shape, axes):
        reduce = getattr(tf.sparse, name)
        return reduce(tf.SparseTensor(indices, values, shape), list(axes), keepdims=True)

    return on


@primitive("raw_ops.SparseReduceSum", internal=True, accumulates=True, on=_reduced_on("reduce_sum"))
def _sum_over(
    input_values: Annotated[Tensor, Numbers()],
    input_indices: Annotated[np.ndarray, Internal()],
    input_shape: Annotated[tuple, Internal()],
    axes: Annotated[tuple, Internal()],
):
    """y = Σ over `axes`, which are kept with size 1"""
    places, shape = _kept_places(input_indices, input_shape, axes)
    y = np.zeros(shape, input_values.dtype)
    np.add.at(y, tuple(places.T), input_values)
    return y


@_sum_over.vjp
def _(ct, y, values, indices, shape, axes):
    return (gather_nd(ct, Tensor(_kept_places(indices, shape, axes)[0])),)


@primitive("raw_ops.SparseReduceMax", internal=True, rounds=False, on=_reduced_on("reduce_max"))
def _max_over(
    input_values: Annotated[Tensor, Numbers()],
    input_indices: Annotated[np.ndarray, Internal()],
    input_shape: Annotated[tuple, Internal()],
    axes: Annotated[tuple, Internal()],
):
    """y = the largest over `axes`, which are kept with size 1"""
    places, shape = _kept_places(input_indices, input_shape, axes)
    y = np.zeros(shape, input_values.dtype)
    seen = np.zeros(shape, bool)
    for place, value in zip(map(tuple, places), input_values, strict=True):
        y[place] = max(y[place], value) if seen[place] else value
        seen[place] = True
    return y
