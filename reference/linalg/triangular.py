"""TRIANGULAR systems: by substitution, also where the matrix is given by its bands."""

from typing import Annotated

import numpy as np

from ..dtypes import bfloat16, float16
from ..errors import InvalidArgumentError, error
from ..matrix_operands import Banded, RightHandSide, Triangular
from ..operands import Flag
from ..primitive import primitive
from ..tensor import Tensor
from .batches import check_matrices, check_square, of_each, of_operands, together
from .diagonals import band_part, diag_part
from .products import matmul


def substituted(a, b, lower):
    """x with a x = b for a triangular matrix, of which the other triangle is not read."""
    x = np.array(b, np.result_type(a, b))
    n = len(a)
    for i in range(n) if lower else reversed(range(n)):
        solved = slice(0, i) if lower else slice(i + 1, n)
        x[i] = (x[i] - a[i, solved] @ x[solved]) / a[i, i]
    return x


def _turned(a, lower, adjoint):
    return (np.conj(np.swapaxes(a, -1, -2)), not lower) if adjoint else (a, lower)


def _of_product(ct_b, c, adjoint):
    """The cotangent of a matrix, given that of the right-hand side."""
    return -matmul(c, ct_b, adjoint_b=True) if adjoint else -matmul(ct_b, c, adjoint_b=True)


@primitive("linalg.triangular_solve", accumulates="normwise")
def triangular_solve(
    matrix: Annotated[Tensor, Triangular(listed=(float16, bfloat16))],
    rhs: Annotated[Tensor, RightHandSide("matrix")],
    lower: Annotated[bool, Flag()] = True,
    adjoint: Annotated[bool, Flag()] = False,
):
    """x with A x = rhs (or Aᴴ x = rhs), where A is the lower or the upper triangle of `matrix`.

    Zeros on the diagonal divide.  Only the triangle has a gradient.  Batches broadcast.
    Raises InvalidArgumentError where `matrix` is not square or `rhs` has another number of rows.
    """
    check_square(matrix)
    check_matrices(rhs)
    if matrix.shape[-1] != rhs.shape[-2]:
        raise error(InvalidArgumentError, f"Incompatible shapes: {matrix.shape} and {rhs.shape}")
    a, is_lower = _turned(matrix, lower, adjoint)
    return of_each(lambda m, b: substituted(m, b, is_lower), *together(a, rhs))


@triangular_solve.vjp
def _(ct, x, matrix, rhs, lower, adjoint):
    of_rhs = triangular_solve(matrix, ct, lower, not adjoint)
    of_matrix = _of_product(of_rhs, x, adjoint)
    of_matrix = band_part(of_matrix, -1, 0) if lower else band_part(of_matrix, 0, -1)
    return of_operands(of_matrix, of_rhs, matrix, rhs)


def _from_bands(bands, lower):
    """The matrix of which `bands` are the diagonals; at the left of the lower ones, at the right of the upper
    ones, there are entries that belong to none."""
    count, n = bands.shape[-2:]
    a = np.zeros((*bands.shape[:-2], n, n), bands.dtype)
    for d in range(min(count, n)):
        at = np.arange(n - d)
        if lower:
            a[..., at + d, at] = bands[..., d, d:]
        else:
            a[..., at, at + d] = bands[..., count - 1 - d, : n - d]
    return a


def _main(bands, lower):
    return bands[..., 0 if lower else -1, :]


@primitive("linalg.banded_triangular_solve", accumulates="normwise")
def banded_triangular_solve(
    bands: Annotated[Tensor, Banded()],
    rhs: Annotated[Tensor, RightHandSide("bands", axis=-1)],
    lower: Annotated[bool, Flag()] = True,
    adjoint: Annotated[bool, Flag()] = False,
):
    """x with A x = rhs (or Aᴴ x = rhs), where the rows of `bands` are the diagonals of a triangular A.

    The uppermost diagonal comes first; what there are more bands than rows does not count, but raises
    InvalidArgumentError in the gradient.  Raises it for zeros on the main diagonal, for empty operands, and
    for shapes that do not fit.
    """
    check_matrices(bands)
    check_matrices(rhs)
    if not bands.size or not rhs.size or bands.shape[-1] != rhs.shape[-2]:
        raise error(InvalidArgumentError, f"bands of shape {bands.shape} for {rhs.shape}")
    if not np.all(np.abs(_main(bands, lower)) > 0):
        raise error(InvalidArgumentError, "Input matrix is not invertible.")
    a, is_lower = _turned(_from_bands(bands, lower), lower, adjoint)
    return of_each(lambda m, b: substituted(m, b, is_lower), *together(a, rhs))


@banded_triangular_solve.vjp
def _(ct, x, bands, rhs, lower, adjoint):
    of_rhs = banded_triangular_solve(bands, ct, lower, not adjoint)
    last = bands._array.shape[-2] - 1
    k = (-last, 0) if lower else (0, last)
    of_bands = diag_part(_of_product(of_rhs, x, adjoint), k=k, align="LEFT_RIGHT")
    if last == 0:
        from ..arrays.shaping import expand_dims

        of_bands = expand_dims(of_bands, -2)
    return of_operands(of_bands, of_rhs, bands, rhs)
