"""CHOLESKY: the triangular root of a positive definite matrix, and what follows from it."""

from typing import Annotated

import numpy as np

from ..arrays.numbering import eye
from ..math.complexes import real
from ..math.elementwise import log
from ..math.reductions import reduce_sum
from ..matrix_operands import Definite, RightHandSide, Triangular
from ..primitive import composed, primitive
from ..tensor import Tensor
from .batches import check_square, of_each
from .diagonals import band_part, diag_part, set_diag
from .products import matmul
from .transposes import adjoint
from .triangular import triangular_solve


def _root(a):
    root = np.tril(a)
    for k in range(len(a)):
        row = root[k, :k]
        pivot = np.real(a[k, k]) - np.sum(np.real(row * np.conj(row)))
        if pivot <= 0:
            return np.tril(np.full_like(root, np.nan))
        root[k, k] = np.sqrt(pivot)
        root[k + 1 :, k] = (root[k + 1 :, k] - root[k + 1 :, :k] @ np.conj(row)) / root[k, k]
    return root


@primitive("linalg.cholesky", accumulates="normwise")
def cholesky(input: Annotated[Tensor, Definite()]):
    """The lower triangle L with L Lᴴ = A, of a Hermitian A of which only the lower triangle is read.

    It is nan where A is not positive definite.  By convention the gradient is that for a change of A which
    leaves it Hermitian, so the upper triangle, which is not read, has half of it.
    Raises InvalidArgumentError for what is not square.
    """
    check_square(input)
    return of_each(_root, input)


@cholesky.vjp
def _(ct, root, input):
    n, batch = root._array.shape[-1], root._array.shape[:-2]
    inverse = triangular_solve(root, eye(n, batch_shape=batch, dtype=root.dtype))
    middle = matmul(root, ct, adjoint_a=True)
    middle = band_part(set_diag(middle, 0.5 * diag_part(middle)), -1, 0)
    half = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    return ((half + adjoint(half)) * 0.5,)


@composed("linalg.cholesky_solve")
def cholesky_solve(
    chol: Annotated[Tensor, Triangular()], rhs: Annotated[Tensor, RightHandSide("chol")], name=None
):
    """x with L Lᴴ x = rhs, for a lower triangle L"""
    return triangular_solve(chol, triangular_solve(chol, rhs), adjoint=True)


@composed("linalg.logdet")
def logdet(matrix: Annotated[Tensor, Definite()], name=None):
    """y = ln det A of a positive definite A; nan of any other, save complex ones"""
    return 2.0 * reduce_sum(log(real(diag_part(cholesky(matrix)))), axis=[-1])
