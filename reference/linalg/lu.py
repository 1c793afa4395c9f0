"""LU: a matrix as a product of triangular ones, with its rows exchanged; and what follows from it."""

from collections import namedtuple
from typing import Annotated

import numpy as np

from ..arrays.gathering import gather
from ..arrays.generators import ones, zeros
from ..arrays.numbering import eye
from ..arrays.shaping import broadcast_to
from ..dtypes import INDICES, INEXACT, as_dtype
from ..errors import InvalidArgumentError, error
from ..matrix_operands import RightHandSide, RowOrder, Square
from ..operands import Among
from ..primitive import composed, primitive
from ..record import recording
from ..shapes import broadcast
from ..tensor import Tensor, constant, convert_to_tensor
from .batches import check_square, of_each
from .diagonals import band_part, set_diag
from .products import matmul
from .transposes import adjoint
from .triangular import triangular_solve


def factored(a):
    """`a` with rows exchanged, as the product of a lower triangle with ones on its diagonal and an upper one,
    both in one matrix; and the numbers of the rows.

    Of each column the largest entry below is taken, the first of equal ones.
    """
    lu, rows = np.array(a), np.arange(len(a))
    for k in range(len(a)):
        largest = k + np.argmax(np.abs(lu[k:, k]))
        for x in (lu, rows):
            x[[k, largest]] = x[[largest, k]]
        if lu[k, k] != 0:
            lu[k + 1 :, k] /= lu[k, k]
        lu[k + 1 :, k + 1 :] -= np.outer(lu[k + 1 :, k], lu[k, k + 1 :])
    return lu, rows


def check_invertible(lu):
    """Raises InvalidArgumentError where a pivot is zero, or the first of them is nan."""
    sizes = np.abs(np.diagonal(lu))
    least = sizes[0] if sizes.size else 1
    for size in sizes[1:]:
        least = min(least, size)
    if not least > 0:
        raise error(InvalidArgumentError, "Input is not invertible.")


def sign_of(rows):
    """1 for an even exchange of rows, -1 for an odd one."""
    return (-1) ** sum(int(np.sum(row > rows[i + 1 :])) for i, row in enumerate(rows))


def _chosen(input, output_idx_type):
    return of_each(lambda a: factored(a)[1], input) if input.ndim > 1 else None


@primitive("raw_ops.Lu", internal=True, accumulates="normwise", decides=_chosen)
def _lu(
    input: Annotated[Tensor, Square()],
    output_idx_type: Annotated[str, Among("int32", "int64")] = "int32",
):
    """Both triangles in one matrix, and the numbers of the rows"""
    check_square(input)
    dtype = as_dtype(output_idx_type)
    if dtype not in INDICES:
        raise error(InvalidArgumentError, f"output_idx_type must be int32 or int64, not {dtype.name}")

    def checked(a):
        both, rows = factored(a)
        check_invertible(both)
        return both, rows.astype(dtype.numpy)

    return of_each(checked, input)


def halves(both):
    """The lower triangle, with ones on its diagonal, and the upper one."""
    lower = set_diag(band_part(both, -1, 0), ones(both.shape[:-1], dtype=both.dtype))
    return lower, band_part(both, 0, -1)


def _rows(x, numbers):
    """The rows of a matrix, or of each of a batch, by number."""
    return gather(x, numbers, axis=-2, batch_dims=x.ndim - 2)


@_lu.vjp
def _(ct, y, input, output_idx_type):
    both, p = y
    lower, upper = halves(both)
    of_lower = set_diag(band_part(ct[0], -1, 0), zeros(both.shape[:-1], dtype=both.dtype))
    below = matmul(lower, of_lower, adjoint_a=True)
    below = set_diag(band_part(below, -1, 0), zeros(both.shape[:-1], dtype=both.dtype))
    above = band_part(matmul(band_part(ct[0], 0, -1), upper, adjoint_b=True), 0, -1)
    inner = adjoint(triangular_solve(upper, adjoint(below + above), False, False))
    of_product = triangular_solve(lower, inner, True, True)
    return (_rows(of_product, constant(np.argsort(p._array, -1))),)


Lu = namedtuple("Lu", ["lu", "p"])


@composed("linalg.lu")
def lu(
    input: Annotated[Tensor, Square()],
    output_idx_type: Annotated[str, Among("int32", "int64")] = "int32",
    name=None,
):
    """lu, p: row i of L U is row p[i] of the matrix; U lies in the upper triangle of lu, L (with ones on its
    diagonal) below.

    Raises InvalidArgumentError where the matrix is not square or not invertible.
    """
    return Lu(*_lu(input, output_idx_type))


def _operands(lower_upper, perm):
    """Both as tensors.  Raises ValueError for ranks and shapes that do not fit."""
    both = convert_to_tensor(lower_upper, dtype_hint="float32")
    p = convert_to_tensor(perm, dtype_hint="int32")
    if both.ndim < 2:
        raise error(ValueError, "Input `lower_upper` must have at least 2 dimensions.")
    if both.ndim != p.ndim + 1:
        raise error(ValueError, "`rank(lower_upper)` must equal `rank(perm) + 1`")
    if both.shape[-1] != both.shape[-2]:
        raise error(ValueError, "`lower_upper` must be square.")
    return both, p


@composed("linalg.lu_solve")
def lu_solve(
    lower_upper: Annotated[Tensor, Square()],
    perm: Annotated[Tensor, RowOrder("lower_upper")],
    rhs: Annotated[Tensor, RightHandSide("lower_upper")],
    validate_args=False,
    name=None,
):
    """x with A x = rhs, where `lower_upper` and `perm` are what `lu` makes of A.

    Raises ValueError for ranks and shapes that do not fit.
    """
    both, p = _operands(lower_upper, perm)
    b = convert_to_tensor(rhs, dtype_hint=both.dtype)
    if b.ndim < 2:
        raise error(ValueError, "Input `rhs` must have at least 2 dimensions.")
    if both.shape[-1] != b.shape[-2]:
        raise error(ValueError, "`lower_upper.shape[-1]` must equal `rhs.shape[-1]`.")
    lower, _ = halves(both)
    return triangular_solve(both, triangular_solve(lower, _exchanged(b, p)), lower=False)


def _check_order(p):
    """Raises InvalidArgumentError for the orders of a batch that are not int32, as numbers within it are."""
    if p.dtype != "int32":
        raise error(InvalidArgumentError, f"the rows of a batch have numbers of int32, not {p.dtype.name}")


def _exchanged(b, p):
    """The rows of right-hand sides in another order; their batch broadcasts with that of the orders."""
    if b.ndim == 2 and p.ndim == 1:
        return gather(b, p, axis=-2)
    _check_order(p)
    if not b._array.size and p._array.size:
        raise error(InvalidArgumentError, "Requested more than 0 entries, but params is empty.")
    batch = broadcast(b.shape[:-2], p.shape[:-1])
    if batch is None:
        raise error(InvalidArgumentError, f"Incompatible shapes: {b.shape} vs. {p.shape}")
    b = broadcast_to(b, (*batch, *b.shape[-2:]))
    return _rows(b, broadcast_to(p, (*batch, b.shape[-2])))


@composed("linalg.lu_matrix_inverse")
def lu_matrix_inverse(
    lower_upper: Annotated[Tensor, Square()],
    perm: Annotated[Tensor, RowOrder("lower_upper")],
    validate_args=False,
    name=None,
):
    """The inverse of the matrix of which `lu` made `lower_upper` and `perm`.

    Raises ValueError for ranks and shapes that do not fit.
    """
    both, p = _operands(lower_upper, perm)
    identity = eye(both.shape[-1], batch_shape=both.shape[:-2], dtype=both.dtype)
    return lu_solve(both, p, identity)


@composed("linalg.lu_reconstruct")
def lu_reconstruct(
    lower_upper: Annotated[Tensor, Square(dtypes=INEXACT, listed=())],
    perm: Annotated[Tensor, RowOrder("lower_upper")],
    validate_args=False,
    name=None,
):
    """The matrix of which `lu` made `lower_upper` and `perm`.

    Raises ValueError for ranks and shapes that do not fit, InvalidArgumentError for no matrices.
    """
    both, p = _operands(lower_upper, perm)
    product = matmul(*halves(both))
    back = constant(np.argsort(p._array, -1).astype(p._array.dtype))
    if both.ndim == 2:
        return gather(product, back)
    _check_order(p)
    if recording.function is None and 0 in p.shape[:-1]:
        raise error(InvalidArgumentError, "the orders of no matrices have no shape to be put beside numbers")
    return _rows(product, back)
