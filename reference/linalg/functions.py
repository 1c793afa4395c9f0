"""FUNCTIONS of matrices."""

from typing import Annotated

import numpy as np
import scipy.linalg

from ..arrays.numbering import eye
from ..arrays.shaping import reshape
from ..dtypes import COMPLEX, INEXACT, SIGNED, bfloat16
from ..errors import InvalidArgumentError, error
from ..math.basics import abs
from ..math.complexes import conj
from ..math.reductions import reduce_max, reduce_sum
from ..math.selection import where
from ..matrix_operands import Square
from ..operands import Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, constant, convert_to_tensor
from .batches import check_square, of_each
from .products import matmul
from .solving import solve
from .transposes import adjoint, matrix_transpose


@primitive("linalg.logm", internal=True, accumulates="schur")
def logm(input: Annotated[Tensor, Numbers(dtypes=COMPLEX)]):
    """y = the matrix whose exponential is x, for each of a batch of square complex ones; nan for zeros.

    It has no gradient.  Raises InvalidArgumentError for what is not square.
    """
    if input.ndim < 2 or input.shape[-1] != input.shape[-2]:
        raise error(InvalidArgumentError, f"Input matrix must be square: {input.shape}")
    y = np.empty(input.shape, input.dtype)
    for at in np.ndindex(input.shape[:-2]):
        y[at] = scipy.linalg.logm(input[at]) if input[at].any() else complex(np.nan, np.nan)
    return y


def _root(a):
    """The principal square root, by that of a triangle similar to `a`; of a real matrix nan where it is none
    of the real ones."""
    if not a.size or not np.isfinite(a).all():
        return np.full_like(a, np.nan)
    t, u = scipy.linalg.schur(a.astype(np.complex128), output="complex")
    r = np.zeros_like(t)
    for j in range(len(a)):
        r[j, j] = np.sqrt(t[j, j])
        for i in reversed(range(j)):
            r[i, j] = (t[i, j] - r[i, i + 1 : j] @ r[i + 1 : j, j]) / (r[i, i] + r[j, j])
    y = u @ r @ np.conj(u.T)
    if a.dtype.kind == "c":
        return y.astype(a.dtype)
    is_real = np.max(np.abs(y.imag)) <= 1e-6 * max(np.max(np.abs(y.real)), 1e-300)
    return y.real.astype(a.dtype) if is_real else np.full_like(a, np.nan)


@primitive("linalg.sqrtm", "matrix_square_root", accumulates="schur")
def sqrtm(input: Annotated[Tensor, Square()]):
    """y = the square root of A whose eigenvalues have no negative real part; nan where a real A has none that
    is real.

    Raises InvalidArgumentError where A is not square; the gradient does so where y has two eigenvalues of
    sum 0.
    """
    check_square(input)
    return of_each(_root, input)


@sqrtm.vjp
def _(ct, y, input):
    n, batch = y._array.shape[-1], y._array.shape[:-2]
    identity = eye(n, batch_shape=batch, dtype=y.dtype)
    sum_of_both = _kronecker(identity, adjoint(y)) + _kronecker(conj(y), identity)
    columns = solve(sum_of_both, reshape(matrix_transpose(ct), (*batch, n * n, 1)))
    return (matrix_transpose(reshape(columns, y.shape)),)


def _kronecker(a, b):
    """Of two batches of square matrices of one size."""
    n, batch = a._array.shape[-1], a._array.shape[:-2]
    product = reshape(a, (*batch, n, 1, n, 1)) * reshape(b, (*batch, 1, n, 1, n))
    return reshape(product, (*batch, n * n, n * n))


# Up to which 1-norm a Padé approximant of which degree is as good as the dtype.
_BOUNDS = {4: ((3, 0.4258730016922831), (5, 1.880152677804762), (7, 3.92572478313866)),
           8: ((3, 0.01495585217958292), (5, 0.253939833006323), (7, 0.9504178996162932),
               (9, 2.097847961257068), (13, 5.371920351148152))}  # fmt: skip


def _coefficients(degree):
    """Those of the Padé approximant of that degree, as whole numbers: (2m - k)! / (k! (m - k)!)."""
    from math import factorial

    return [
        float(factorial(2 * degree - k) // (factorial(k) * factorial(degree - k))) for k in range(degree + 1)
    ]


def _pade(a, degree):
    """The odd and the even part of the numerator; the denominator is their difference."""
    b = _coefficients(degree)
    square = matmul(a, a)
    powers = [eye(a.shape[-1], batch_shape=a.shape[:-2], dtype=a.dtype), square]
    while len(powers) <= degree // 2:
        powers.append(matmul(powers[-1], square))

    def part(first):
        terms = [constant(b[2 * k + first], a.dtype) * p for k, p in enumerate(powers)]
        return sum(terms[1:], terms[0])

    return matmul(a, part(1)), part(0)


@composed("linalg.expm")
def expm(input: Annotated[Tensor, Square()], name=None):
    """y = Σ Aᵏ / k!, by Padé approximants of A where it is small, else of A / 2ˢ, squared s times.

    It is nan, and has no path, where A is not finite.  Raises InvalidArgumentError where A is not square,
    ValueError for dtypes without exponentials.
    """
    a = convert_to_tensor(input)
    if a.shape[-2:] == (0, 0):
        return a
    if a.dtype in SIGNED and (a.dtype not in INEXACT or a.dtype == bfloat16):
        raise error(ValueError, f"tf.linalg.expm does not support matrices of type {a.dtype.name}")
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise error(InvalidArgumentError, f"A matrix must be square: {a.shape}")
    if a.dtype not in SIGNED:
        raise error(InvalidArgumentError, f"no exponentials of {a.dtype.name}")
    if a.dtype not in INEXACT or a.dtype == bfloat16:
        raise error(ValueError, f"tf.linalg.expm does not support matrices of type {a.dtype.name}")
    given, a = a, reshape(a, (-1, *a.shape[-2:]))
    size = reduce_max(reduce_sum(abs(a), -2, True), -1, True)
    sizes = size._array.astype(np.float64)
    if not sizes.size or not np.isfinite(sizes).all():
        return constant(np.full(given.shape, np.nan, a.dtype.numpy))
    bounds = _BOUNDS[8 if a.dtype.real_dtype.numpy.itemsize == 8 else 4]
    with np.errstate(divide="ignore"):
        times = np.maximum(np.floor(np.log2(sizes / bounds[-1][1])), 0)
    scaled = a / constant((2.0**times).astype(a.dtype.numpy))
    odd, even = _pade(scaled, bounds[-1][0])
    for degree, bound in reversed(bounds[:-1]):
        small = constant(sizes < bound)
        less = _pade(a, degree)
        odd, even = where(small, less[0], odd), where(small, less[1], even)
    y = solve(even - odd, even + odd)
    for i in range(int(times.max(initial=0))):
        y = where(constant(times > i), matmul(y, y), y)
    return reshape(y, given.shape)
