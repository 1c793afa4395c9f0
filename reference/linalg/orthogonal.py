"""QR: a matrix as a product of an orthogonal (unitary) one and an upper triangle."""

from collections import namedtuple
from typing import Annotated

import numpy as np

from ..arrays.joining import concat
from ..dtypes import complex64, complex128, float16, float32, float64
from ..errors import error
from ..math.basics import cast
from ..math.complexes import real
from ..matrix_operands import Rectangular
from ..operands import Flag
from ..primitive import composed, primitive
from ..tensor import Tensor
from .batches import check_matrices, of_each
from .diagonals import band_part, diag, diag_part
from .products import matmul
from .transposes import adjoint
from .triangular import triangular_solve


def reflection(x):
    """tau, v, b with (I - tau v vᴴ) x = b e₁ and v₁ = 1: b is real, and its sign is not that of x₁.

    Where x is a real multiple of e₁ already, nothing is reflected, and b = x₁.
    """
    rest = np.sum(np.abs(x[1:]) ** 2)
    v = np.zeros_like(x)
    v[0] = 1
    if rest <= np.finfo(x.dtype).tiny and np.imag(x[0]) ** 2 <= np.finfo(x.dtype).tiny:
        return x.dtype.type(0), v, np.real(x[0])
    size = np.sqrt(np.abs(x[0]) ** 2 + rest)
    b = -size if np.real(x[0]) >= 0 else size
    v[1:] = x[1:] / (x[0] - b)
    return np.conj((b - x[0]) / b), v, b


def reflected(a):
    """q, r with q r = a, where q is square."""
    q, r = np.eye(len(a), dtype=a.dtype), np.array(a)
    for k in range(min(a.shape)):
        tau, v, b = reflection(r[k:, k])
        r[k:, k:] -= tau * np.outer(v, np.conj(v) @ r[k:, k:])
        r[k:, k] = 0
        r[k, k] = b
        q[:, k:] -= np.conj(tau) * np.outer(q[:, k:] @ v, np.conj(v))
    return q, r


def _parts(a, full_matrices):
    wide = a.astype(np.float32) if a.dtype == np.float16 else a
    q, r = reflected(wide)
    k = len(a) if full_matrices else min(a.shape)
    return q[:, :k].astype(a.dtype), r[:k].astype(a.dtype)


@primitive("raw_ops.Qr", internal=True, accumulates="normwise")
def _qr(
    input: Annotated[
        Tensor, Rectangular(dtypes=(float16, float32, float64, complex64, complex128), listed=())
    ],
    full_matrices: Annotated[bool, Flag()] = False,
):
    """q, r with q r = A"""
    check_matrices(input)
    return of_each(lambda a: _parts(a, full_matrices), input)


@_qr.vjp
def _(cts, y, input, full_matrices):
    q, r = y
    (rows, columns), (of_q, of_r) = r._array.shape[-2:], cts
    if rows > columns and q._array.shape[-2] == q._array.shape[-1]:
        raise error(
            NotImplementedError, "QrGrad not implemented when nrows > ncols and full_matrices is true."
        )
    if q._array.shape[-2] >= columns:
        return (_of_tall(q, r, of_q, of_r),)
    n = q._array.shape[-2]
    rest, of_rest = input[..., :, n:], of_r[..., :, n:]
    of_q = of_q + matmul(rest, of_rest, adjoint_b=True)
    of_square = _of_tall(q, r[..., :, :n], of_q, of_r[..., :, :n])
    return (concat([of_square, matmul(q, of_rest)], -1),)


def _over(x, r):
    """x r⁻ᴴ"""
    return adjoint(triangular_solve(r, adjoint(x), False, False))


def _of_tall(q, r, of_q, of_r):
    inner, outer = matmul(q, of_q, adjoint_a=True), matmul(r, of_r, adjoint_b=True)
    below = band_part((inner - adjoint(inner)) + (outer - adjoint(outer)), -1, 0)
    result = matmul(q, of_r + _over(below, r)) + _over(of_q - matmul(q, inner), r)
    if not q.dtype.is_complex:
        return result
    main = diag(diag_part(outer - adjoint(inner)))
    imaginary = main - cast(real(main), q.dtype)
    return result + _over(matmul(q, adjoint(imaginary)), r)


Qr = namedtuple("Qr", ["q", "r"])


@composed("linalg.qr")
def qr(
    input: Annotated[
        Tensor, Rectangular(dtypes=(float16, float32, float64, complex64, complex128), listed=())
    ],
    full_matrices: Annotated[bool, Flag()] = False,
    name=None,
):
    """q, r with q r = A; with `full_matrices` q is square.

    Of the many that there are: each column is reflected so that r's diagonal entry has not the sign of the
    entry that stood there, and is real; a column that needs no reflection keeps its sign.
    Its gradient raises NotImplementedError for more rows than columns with `full_matrices`; it is nan where
    A lacks rank.
    """
    return Qr(*_qr(input, full_matrices))
