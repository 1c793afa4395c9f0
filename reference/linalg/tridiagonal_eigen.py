"""EIGENVALUES of Hermitian tridiagonal matrices."""

from typing import Annotated

import numpy as np

from ..arrays.gathering import boolean_mask
from ..arrays.generators import zeros_like
from ..dtypes import HALF, SIGNED, complex64, complex128, float32, float64
from ..errors import InvalidArgumentError, error
from ..math.basics import abs, cast
from ..math.comparisons import greater, less_equal, logical_and
from ..math.complexes import conj, real
from ..math.reductions import reduce_sum
from ..matrix_operands import Beside, Main
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .diagonals import diag
from .eigen import eigh
from .singular_values import limits

SERVED = (*HALF, float32, float64, complex64, complex128)


def _dense(alpha, beta):
    return np.diag(np.real(alpha)) + np.diag(beta, 1) + np.diag(np.conj(beta), -1)


@primitive(
    "linalg.eigh_tridiagonal",
    on=lambda tf, alpha, beta: tf.linalg.eigh_tridiagonal(alpha, beta),
    accumulates="normwise",
)
def _values(
    alpha: Annotated[Tensor, Main(dtypes=SERVED, listed=())], beta: Annotated[Tensor, Beside("alpha")]
):
    """The eigenvalues, ascending and real"""
    kind = np.complex128 if alpha.dtype.kind == "c" else np.float64
    if not (np.isfinite(alpha).all() and np.isfinite(beta).all()):
        return np.full(alpha.shape, np.nan, np.real(alpha).dtype)
    return np.linalg.eigvalsh(_dense(alpha.astype(kind), beta.astype(kind))).astype(np.real(alpha).dtype)


@_values.vjp
def _(ct, y, alpha, beta):
    if not (np.isfinite(alpha._array).all() and np.isfinite(beta._array).all()):
        return zeros_like(alpha) * alpha, zeros_like(beta) * beta
    narrow = alpha.dtype in HALF
    a, b = (cast(x, float32) if narrow else x for x in (alpha, beta))
    main = cast(real(a), a.dtype)
    _, v = eigh(diag(main) + diag(b, k=1) + diag(conj(b), k=-1))
    weights = cast(ct, v.dtype)
    of_alpha = cast(reduce_sum(real(weights) * real(abs(v)) * real(abs(v)), -1), alpha.dtype)
    return of_alpha, cast(2 * reduce_sum(weights * v[:-1] * conj(v[1:]), -1), beta.dtype)


@composed("linalg.eigh_tridiagonal")
def eigh_tridiagonal(
    alpha: Annotated[Tensor, Main(dtypes=SERVED, listed=())],
    beta: Annotated[Tensor, Beside("alpha")],
    eigvals_only=True,
    select="a",
    select_range=None,
    tol=None,
    name=None,
):
    """The eigenvalues, ascending, of the matrix with `alpha` on its diagonal and `beta` above it; with
    `select` "i" those with numbers in `select_range`, with "v" those in the interval.

    Without `eigvals_only` the eigenvectors too, as columns; TensorFlow starts from random ones, so that their
    signs are nobody's to know.  Raises ValueError for operands that differ in dtype or have none of it.
    """
    alpha = convert_to_tensor(alpha)
    if not alpha.ndim:
        raise error(IndexError, "tuple index out of range")
    if alpha.shape[0] <= 1:
        return real(alpha)
    beta = convert_to_tensor(beta)
    if alpha.dtype != beta.dtype:
        raise error(ValueError, "'alpha' and 'beta' must have the same type.")
    if alpha.dtype not in SIGNED:
        raise error(InvalidArgumentError, f"no eigenvalues of {alpha.dtype.name}")
    limits(alpha.dtype)
    if alpha.ndim != 1 or beta.shape != (alpha.shape[0] - 1,):
        raise error(InvalidArgumentError, f"Incompatible shapes: {alpha.shape} vs. {beta.shape}")
    if select not in ("a", "i", "v"):
        raise error(ValueError, "'select must have a value in {'a', 'i', 'v'}.")
    values = _values(alpha, beta)
    if select == "i":
        chosen = slice(select_range[0], select_range[1] + 1)
        values = values[chosen]
    elif select == "v":
        low, high = select_range
        values = boolean_mask(values, logical_and(greater(values, low), less_equal(values, high)))
    if eigvals_only:
        return values
    _, vectors = eigh(diag(cast(real(alpha), alpha.dtype)) + diag(beta, k=1) + diag(conj(beta), k=-1))
    return values, vectors
