"""SINGULAR VALUES: A = U diag(s) Vᴴ, and what follows from it.

Singular vectors are unique but for a common factor of size 1, which TensorFlow leaves to its algorithm; that
is written out in `jacobi`.  In the vectors of complex matrices the factor hangs on rounding.
"""

from typing import Annotated

import numpy as np

from ..arrays.shaping import expand_dims
from ..errors import error
from ..math.arithmetic import square
from ..math.basics import cast
from ..math.complexes import real
from ..math.reductions import reduce_max, reduce_sum
from ..math.selection import where
from ..matrix_operands import Rectangular
from ..operands import Flag, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, constant, convert_to_tensor
from .batches import check_matrices, of_each
from .diagonals import diag, diag_part
from .eigen import differences, safe_reciprocal
from .jacobi import decomposed
from .products import matmul
from .transposes import adjoint


def _parts(a, full_matrices):
    u, s, v = decomposed(a)
    k = len(s)
    s = s.astype(a.dtype)
    return (s, u, v) if full_matrices else (s, u[:, :k], v[:, :k])


@primitive("raw_ops.Svd", internal=True, accumulates="normwise")
def _svd(
    input: Annotated[Tensor, Rectangular()],
    compute_uv: Annotated[bool, Internal()],
    full_matrices: Annotated[bool, Internal()],
):
    """s, u, v: singular values (in the operand's dtype) and, if asked for, vectors"""
    check_matrices(input)
    if compute_uv:
        return of_each(lambda a: _parts(a, full_matrices), input)
    s = of_each(lambda a: _parts(a, False)[0], input)
    return s, np.zeros(0, input.dtype), np.zeros(0, input.dtype)


def on_the_axis(of_s):
    """The cotangent of singular values without what would move them off the real axis, where they stay."""
    return cast(real(of_s), of_s.dtype)


@_svd.vjp
def _(cts, y, input, compute_uv, full_matrices):
    of_s, of_u, of_v = cts
    of_s = on_the_axis(of_s) if input.dtype.is_complex else cast(of_s, input.dtype)
    if not compute_uv:
        _, u, v = _svd(input, True, False)
        return (matmul(u, matmul(diag(of_s), v, adjoint_b=True)),)
    s, u, v = y
    rows, columns = input._array.shape[-2:]
    if full_matrices and np.abs(rows - columns) > 1:
        raise error(
            NotImplementedError, "svd gradient is not implemented for abs(m - n) > 1 with full_matrices."
        )
    if rows > columns:
        found = adjoint(_of_wide(s, v, u, of_s, of_v, of_u, columns, rows))
    else:
        found = _of_wide(s, u, v, of_s, of_u, of_v, rows, columns)
    if found._array.shape != input._array.shape:
        raise error(ValueError, f"Tensor's shape {found.shape} is not compatible with shape {input.shape}")
    return (found,)


def _of_wide(s, u, v, of_s, of_u, of_v, rows, columns):
    """The cotangent of a matrix with no more rows than columns."""
    ratios, size = differences(square(s)), diag(s)
    v1, of_v1 = v[..., :, :rows], of_v[..., :, :rows]
    turned_u, turned_v = matmul(u, of_u, adjoint_a=True), matmul(v1, of_v1, adjoint_a=True)
    by_u, by_v = ratios * turned_u, ratios * turned_v
    inner = diag(of_s) + matmul(by_u + adjoint(by_u), size) + matmul(size, by_v + adjoint(by_v))
    result = matmul(u, matmul(inner, v1, adjoint_b=True))
    inverse = diag(safe_reciprocal(s))
    if rows < columns:
        outside = adjoint(of_v1)
        outside = outside - matmul(matmul(outside, v1), v1, adjoint_b=True)
        if v._array.shape[-1] > rows:
            v2, of_v2 = v[..., :, rows:], of_v[..., :, rows:]
            outside = outside - matmul(matmul(v1, of_v2, adjoint_a=True), v2, adjoint_b=True)
        result = result + matmul(matmul(u, inverse), outside)
    if s.dtype.is_complex:
        main = diag(diag_part(turned_v))
        phases = matmul(inverse, adjoint(main) - main)
        result = result + 0.5 * matmul(u, matmul(phases, v1, adjoint_b=True))
    return result


def singular_values(x):
    """In the dtype of x, complex or not."""
    return _svd(x, False, False)[0]


@composed("linalg.svd")
def svd(
    tensor: Annotated[Tensor, Rectangular()],
    full_matrices: Annotated[bool, Flag()] = False,
    compute_uv: Annotated[bool, Flag()] = True,
    name=None,
):
    """s, u, v with A = u diag(s) vᴴ and s descending; s alone without `compute_uv`.

    With `full_matrices` u and v are square; then the gradient raises NotImplementedError where rows and
    columns differ by more than 1.  By convention equal singular values, and zeros, add nothing to the
    gradient of vectors, though these are not smooth there.
    """
    s, u, v = _svd(tensor, bool(compute_uv), bool(full_matrices))
    return (real(s), u, v) if compute_uv else real(s)


def _check_real(a):
    """Raises TypeError for what is not floating, ValueError for what is no matrix."""
    if not a.dtype.is_floating:
        raise error(TypeError, f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
    if a.ndim < 2:
        raise error(ValueError, f"Input `a` must have at least 2 dimensions (saw: {a.ndim}).")


def limits(dtype):
    """NumPy's limits of a floating dtype.  Raises ValueError where it knows none."""
    try:
        return np.finfo(dtype.as_numpy_dtype)
    except ValueError as problem:
        raise error(ValueError, str(problem)) from problem


def _eps(dtype):
    return float(limits(dtype).eps)


@composed("linalg.matrix_rank")
def matrix_rank(a: Annotated[Tensor, Rectangular()], tol=None, validate_args=False, name=None):
    """The number of singular values above `tol`, which is max(rows, columns) max s eps unless it is given.

    Raises TypeError for complex and whole numbers, ValueError for what is no matrix.
    """
    a = convert_to_tensor(a, dtype_hint="float32")
    _check_real(a)
    s = svd(a, compute_uv=False)
    if tol is None:
        tol = _eps(a.dtype) * max(a._array.shape[-2:]) * reduce_max(s, -1, True)
    return reduce_sum(cast(s > tol, "int32"), -1)


@composed("linalg.pinv")
def pinv(a: Annotated[Tensor, Rectangular()], rcond=None, validate_args=False, name=None):
    """y = v diag(1/s) uᴴ, where s above `rcond` max s count: the inverse, or what is nearest to one.

    Raises TypeError for complex and whole numbers, ValueError for what is no matrix.
    """
    a = convert_to_tensor(a)
    _check_real(a)
    if rcond is None:
        rcond = 10.0 * max(a._array.shape[-2:]) * _eps(a.dtype)
    s, u, v = svd(a)
    least = convert_to_tensor(rcond, dtype=a.dtype) * reduce_max(s, -1)
    s = where(s > expand_dims(least, -1), s, constant(np.inf, a.dtype))
    return matmul(v / expand_dims(s, -2), u, adjoint_b=True)
