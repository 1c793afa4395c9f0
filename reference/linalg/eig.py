"""EIGENVALUES and eigenvectors of any square matrix; they are complex numbers.

Neither the order of eigenvalues nor the factors of eigenvectors are unique.  Here they are LAPACK's, each
vector of length 1.  TensorFlow leaves them to another algorithm: for real matrices of up to two rows with
real eigenvalues both agree.
"""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros_like
from ..arrays.shaping import expand_dims
from ..errors import InvalidArgumentError, error
from ..math.basics import cast
from ..math.complexes import conj, real
from ..matrix_operands import SOLVED, RealSpectrum
from ..operands import Internal
from ..primitive import composed, primitive
from ..tensor import Tensor
from .batches import check_square, of_each
from .diagonals import diag, diag_part, set_diag
from .eigen import safe_reciprocal
from .products import matmul
from .solving import solve
from .transposes import adjoint


def _decomposed(a):
    if not np.isfinite(a).all():
        raise error(
            InvalidArgumentError, "Eigen decomposition was not successful. The input might not be valid."
        )
    kind = np.complex64 if a.dtype in (np.float32, np.complex64) else np.complex128
    narrow = a.astype(np.float64) if a.dtype == np.longdouble else a
    e, v = np.linalg.eig(narrow)
    return e.astype(kind), v.astype(kind)


def _on(tf, input, compute_v):
    wide = tf.complex64 if input.dtype in (tf.float32, tf.complex64) else tf.complex128
    return tf.raw_ops.Eig(input=input, Tout=wide, compute_v=compute_v)


@primitive("raw_ops.Eig", on=_on, internal=True, accumulates="schur")
def _eig(input: Annotated[Tensor, RealSpectrum()], compute_v: Annotated[bool, Internal()]):
    """e, v: eigenvalues and eigenvectors (if asked for)"""
    check_square(input)
    e, v = of_each(_decomposed, input)
    return e, v if compute_v else np.zeros(0, v.dtype)


@_eig.vjp
def _(cts, y, input, compute_v):
    e, v = y
    of_e, of_v = cts
    inner = diag(of_e)
    if not compute_v:
        v = _eig(input, True)[1]
    turned = adjoint(v)
    if compute_v:
        apart = expand_dims(e, -2) - expand_dims(e, -1)
        ratios = conj(set_diag(safe_reciprocal(apart), zeros_like(e)))
        product = matmul(turned, of_v)
        lengths = diag(diag_part(cast(real(product), v.dtype)))
        inner = inner + ratios * (product - matmul(matmul(turned, v), lengths))
    whole = solve(turned, matmul(inner, turned))
    return (cast(whole, input.dtype),)


def _checked(tensor):
    """Raises UnboundLocalError for dtypes without eigenvalues, as TensorFlow does by oversight."""
    if not hasattr(tensor, "dtype"):
        raise error(AttributeError, f"{type(tensor).__name__!r} object has no attribute 'dtype'")
    if tensor.dtype not in SOLVED:
        raise error(UnboundLocalError, f"no eigenvalues of {tensor.dtype}")
    return tensor


@composed("linalg.eig", "eig")
def eig(tensor: Annotated[Tensor, RealSpectrum(listed=())], name=None):
    """e, V with A V = V diag(e).  Equal eigenvalues add nothing to the gradient of vectors.

    Raises InvalidArgumentError where A is not square, or not finite.
    """
    return tuple(_eig(_checked(tensor), True))


@composed("linalg.eigvals", "eigvals")
def eigvals(tensor: Annotated[Tensor, RealSpectrum(listed=())], name=None):
    """e = the eigenvalues of A"""
    return _eig(_checked(tensor), False)[0]
