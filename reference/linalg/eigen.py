"""EIGENVALUES and eigenvectors of Hermitian matrices, in ascending order.

Eigenvectors are unique but for a factor of size 1.  TensorFlow leaves it to its algorithm, so that is written
out here: reflections make the matrix tridiagonal, and rotations with shifts make that diagonal.
"""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros_like
from ..arrays.shaping import expand_dims
from ..errors import InvalidArgumentError, error
from ..math.arithmetic import multiply
from ..math.elementwise import reciprocal
from ..matrix_operands import Definite
from ..operands import Internal
from ..primitive import composed, primitive
from ..tensor import Tensor
from .batches import check_square, of_each
from .diagonals import band_part, diag, diag_part, set_diag
from .orthogonal import reflection
from .products import matmul
from .transposes import adjoint

SWEEPS = 30  # at most so many for each row


def _tridiagonal(a):
    """q, d, e with q T qᴴ = a, where T is real, with d on its diagonal and e beside it."""
    n = len(a)
    a = np.tril(a, -1) + np.conj(np.tril(a, -1)).T + np.diag(np.real(np.diagonal(a)))
    q, e = np.eye(n, dtype=a.dtype), np.zeros(n - 1, np.real(a).dtype)
    for k in range(n - 1):
        tau, v, e[k] = reflection(a[k + 1 :, k])
        a[k + 1 :, k + 1 :] = _reflected_at_both_sides(a[k + 1 :, k + 1 :], tau, v)
        q[:, k + 1 :] -= np.conj(tau) * np.outer(q[:, k + 1 :] @ v, np.conj(v))
    return q, np.real(np.diagonal(a)).copy(), e


def _reflected_at_both_sides(a, tau, v):
    a = a - tau * np.outer(v, np.conj(v) @ a)
    return a - np.conj(tau) * np.outer(a @ v, np.conj(v))


def rotation(p, q):
    """c, s with s p + c q = 0 and a row of length 1."""
    one = type(p)(1)
    if q == 0:
        return (-one if p < 0 else one), one * 0
    if p == 0:
        return one * 0, (one if q < 0 else -one)
    if abs(p) > abs(q):
        t = q / p
        c = one / np.copysign(np.sqrt(1 + t * t), p)
        return c, -t * c
    t = p / q
    s = -one / np.copysign(np.sqrt(1 + t * t), q)
    return -t * s, s


def _shift(d, e, end):
    """The eigenvalue of the last 2 x 2 block that is nearer to its last entry."""
    half, beside = (d[end - 1] - d[end]) / 2, e[end - 1]
    if half == 0:
        return d[end] - abs(beside)
    return d[end] - beside * beside / (half + np.copysign(np.hypot(half, beside), half))


def _sweep(d, e, start, end, q):
    """Rotations of rows `start` to `end` that push what lies beside the diagonal towards zero."""
    x, z = d[start] - _shift(d, e, end), e[start]
    for k in range(start, end):
        if z == 0:
            return
        c, s = rotation(x, z)
        upper, lower = s * d[k] + c * e[k], s * e[k] + c * d[k + 1]
        d[k] = c * (c * d[k] - s * e[k]) - s * (c * e[k] - s * d[k + 1])
        d[k + 1] = s * upper + c * lower
        e[k] = c * upper - s * lower
        if k > start:
            e[k - 1] = c * e[k - 1] - s * z
        x = e[k]
        if k < end - 1:
            z = -s * e[k + 1]
            e[k + 1] = c * e[k + 1]
        q[:, k], q[:, k + 1] = c * q[:, k] - s * q[:, k + 1], s * q[:, k] + c * q[:, k + 1]


def _diagonalised(q, d, e):
    """Makes the tridiagonal matrix of d and e diagonal, turning q along.  Raises InvalidArgumentError where
    it does not become so."""
    eps, tiny = np.finfo(d.dtype).eps, np.finfo(d.dtype).tiny
    end, left = len(d) - 1, SWEEPS * len(d)
    while end > 0:
        for i in range(end):
            if abs(e[i]) < tiny or (e[i] / eps) ** 2 <= abs(d[i]) + abs(d[i + 1]):
                e[i] = 0
        while end > 0 and e[end - 1] == 0:
            end -= 1
        if end == 0:
            break
        if not left:
            raise error(InvalidArgumentError, "Self-adjoint eigen decomposition was not successful.")
        left -= 1
        start = end - 1
        while start > 0 and e[start - 1] != 0:
            start -= 1
        _sweep(d, e, start, end, q)


def _decomposed(a):
    """Eigenvalues, and eigenvectors as columns."""
    if not len(a):
        return np.real(a).diagonal(), a
    if not np.isfinite(np.tril(a)).all():
        raise error(InvalidArgumentError, "Self-adjoint eigen decomposition was not successful.")
    if len(a) == 1:
        return np.real(a)[0], np.ones_like(a)
    scale = np.max(np.abs(np.tril(a))) or np.real(a).dtype.type(1)
    q, d, e = _tridiagonal(a / scale)
    _diagonalised(q, d, e)
    for i in range(len(d) - 1):
        k = i + int(np.argmin(d[i:]))
        d[[i, k]], q[:, [i, k]] = d[[k, i]], q[:, [k, i]]
    return d * scale, q


def _hermitian_on(tf, input, compute_v):
    """Without vectors TensorFlow's second result is memory that nobody wrote to."""
    values, vectors = tf.raw_ops.SelfAdjointEigV2(input=input, compute_v=compute_v)
    return values, vectors if compute_v else tf.zeros([0], input.dtype)


@primitive(
    "raw_ops.SelfAdjointEigV2",
    on=_hermitian_on,
    internal=True,
    accumulates="normwise",
)
def _hermitian(input: Annotated[Tensor, Definite()], compute_v: Annotated[bool, Internal()]):
    """e, v: eigenvalues and eigenvectors (if asked for) of a matrix of which the lower triangle is read"""
    check_square(input)
    values, vectors = of_each(_decomposed, input)
    return values.astype(input.dtype), vectors if compute_v else np.zeros(0, input.dtype)


def safe_reciprocal(x):
    """1 / x, but 0 at 0, and less than it where x is below 1e-10."""
    return multiply(x, reciprocal(multiply(x, x) + 1e-20))


def differences(e):
    """1 / (e_j - e_i), and 0 where both are equal, or nearly so."""
    return set_diag(safe_reciprocal(expand_dims(e, -2) - expand_dims(e, -1)), zeros_like(e))


@_hermitian.vjp
def _(cts, y, input, compute_v):
    e, v = y
    if compute_v:
        inner = diag(cts[0]) + differences(e) * matmul(v, cts[1], adjoint_a=True)
    else:
        inner, v = diag(cts[0]), _hermitian(input, True)[1]
    whole = matmul(v, matmul(inner, v, adjoint_b=True))
    both = band_part(whole + adjoint(whole), -1, 0)
    return (set_diag(both, 0.5 * diag_part(both)),)


@composed("linalg.eigh")
def eigh(tensor: Annotated[Tensor, Definite()], name=None):
    """e, V with A V = V diag(e), of a Hermitian A of which the lower triangle alone counts.

    e has A's dtype, complex or not.  By convention, equal eigenvalues add nothing to the gradient of vectors,
    though these are not smooth there.  Raises InvalidArgumentError where A is not square, or not finite.
    """
    return tuple(_hermitian(tensor, True))


@composed("linalg.eigvalsh")
def eigvalsh(tensor: Annotated[Tensor, Definite()], name=None):
    """e = the eigenvalues of a Hermitian A, of which the lower triangle is read"""
    return _hermitian(tensor, False)[0]
