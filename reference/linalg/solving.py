"""SOLVING linear systems: exactly, or as well as can be."""

from typing import Annotated

import numpy as np

from ..arrays.numbering import eye
from ..dtypes import complex128
from ..errors import InvalidArgumentError, error
from ..matrix_operands import Rectangular, RightHandSide, Square
from ..operands import Among, Flag
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .batches import check_matrices, check_square, of_each
from .cholesky import cholesky, cholesky_solve
from .lu import check_invertible, factored
from .products import matmul
from .triangular import substituted


def solved(a, b):
    """x with a x = b, by elimination.  Raises InvalidArgumentError where there is none."""
    if not b.size:
        return np.array(b)
    both, rows = factored(a)
    check_invertible(both)
    ones_below = np.tril(both, -1) + np.eye(len(a), dtype=a.dtype)
    return substituted(both, substituted(ones_below, b[rows], True), False)


@primitive("linalg.solve", accumulates="normwise")
def solve(
    matrix: Annotated[Tensor, Square()],
    rhs: Annotated[Tensor, RightHandSide("matrix")],
    adjoint: Annotated[bool, Flag()] = False,
):
    """x with A x = rhs, or Aᴴ x = rhs.

    Batches do not broadcast.  Raises InvalidArgumentError for shapes that do not fit, and where A is not
    invertible.
    """
    check_square(matrix)
    check_matrices(rhs)
    if matrix.shape[:-2] != rhs.shape[:-2] or matrix.shape[-1] != rhs.shape[-2]:
        raise error(InvalidArgumentError, f"Incompatible shapes: {matrix.shape} and {rhs.shape}")
    return of_each(solved, np.conj(np.swapaxes(matrix, -1, -2)) if adjoint else matrix, rhs)


@solve.vjp
def _(ct, x, matrix, rhs, adjoint):
    of_rhs = solve(matrix, ct, not adjoint)
    if adjoint:
        return -matmul(x, of_rhs, adjoint_b=True), of_rhs
    return -matmul(of_rhs, x, adjoint_b=True), of_rhs


@composed("linalg.lstsq")
def lstsq(
    matrix: Annotated[Tensor, Rectangular()],
    rhs: Annotated[Tensor, RightHandSide("matrix")],
    l2_regularizer: Annotated[float, Among(0.0, 0.1, 1.0)] = 0.0,
    fast: Annotated[bool, Flag()] = True,
    name=None,
):
    """x that makes ‖A x - rhs‖² + l ‖x‖² least; of several, where l = 0, the one with the least norm.

    `fast` solves the normal equations.  Without it l does not count, and a matrix may lack rank.
    Raises NotImplementedError for l ≠ 0 in complex128.
    """
    a = convert_to_tensor(matrix)
    if a.dtype == complex128 and l2_regularizer != 0:
        raise error(NotImplementedError, "complex128 and l2_regularizer != 0 have poor accuracy together.")
    if fast is False:
        return _least_squares(a, rhs)
    if a.ndim < 2:
        raise error(IndexError if a.ndim else ValueError, f"no matrix: {a.shape}")
    tall = a.shape[-2] >= a.shape[-1]
    gram = matmul(a, a, adjoint_a=tall, adjoint_b=not tall)
    if l2_regularizer != 0:
        gram += l2_regularizer * eye(gram.shape[-1], batch_shape=gram.shape[:-2], dtype=a.dtype)
    root = cholesky(gram)
    if tall:
        return cholesky_solve(root, matmul(a, rhs, adjoint_a=True))
    return matmul(a, cholesky_solve(root, rhs), adjoint_a=True)


@primitive(
    "raw_ops.MatrixSolveLs",
    on=lambda tf, matrix, rhs: tf.linalg.lstsq(matrix, rhs, fast=False),
    internal=True,
    accumulates="normwise",
)
def _least_squares(
    matrix: Annotated[Tensor, Rectangular()],
    rhs: Annotated[Tensor, RightHandSide("matrix")],
):
    """x = A⁺ rhs, which is least among those that make ‖A x - rhs‖ least"""
    check_matrices(matrix)
    check_matrices(rhs)
    if matrix.shape[:-1] != rhs.shape[:-1]:
        raise error(InvalidArgumentError, f"Incompatible shapes: {matrix.shape} and {rhs.shape}")
    return of_each(_nearest, matrix, rhs)


def _nearest(a, b):
    if not a.size or not b.size:
        return np.zeros((a.shape[1], b.shape[1]), a.dtype)
    if not np.isfinite(a).all():
        return np.zeros((a.shape[1], b.shape[1]), a.dtype)
    kind = np.complex128 if a.dtype.kind == "c" else np.float64
    cutoff = max(a.shape) * np.finfo(a.dtype).eps
    return (np.linalg.pinv(a.astype(kind), cutoff) @ b).astype(a.dtype)


@_least_squares.vjp
def _(ct, x, matrix, rhs):
    if matrix._array.shape[-2] >= matrix._array.shape[-1]:
        root = cholesky(matmul(matrix, matrix, adjoint_a=True))
        z = cholesky_solve(root, ct)
        residual = rhs - matmul(matrix, x)
        of_rhs = matmul(matrix, z)
        return matmul(residual, z, adjoint_b=True) - matmul(of_rhs, x, adjoint_b=True), of_rhs
    root = cholesky(matmul(matrix, matrix, adjoint_b=True))
    of_rhs = cholesky_solve(root, matmul(matrix, ct))
    y = cholesky_solve(root, rhs)
    free = ct - matmul(matrix, of_rhs, adjoint_a=True)
    return matmul(y, free, adjoint_b=True) - matmul(of_rhs, x, adjoint_b=True), of_rhs
