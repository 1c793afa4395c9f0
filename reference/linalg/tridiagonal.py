"""TRIDIAGONAL matrices: the main diagonal and one at each side.

They are given as three rows ("compact": of the upper one the last entry does not count, of the lower one the
first), as a "sequence" of three, or as a "matrix" of which the rest does not count.
"""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros
from ..arrays.joining import concat, stack
from ..arrays.padding import pad
from ..arrays.shaping import expand_dims, squeeze
from ..errors import InvalidArgumentError, error
from ..math.complexes import conj
from ..math.reductions import reduce_sum
from ..matrix_operands import RightHandSide, ThreeDiagonals
from ..operands import Flag, Like
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .batches import of_each
from .diagonals import diag_part
from .solving import solved
from .transposes import matrix_transpose


def _above(x):
    """Rows one up, zeros last."""
    return np.concatenate([x[..., 1:, :], np.zeros_like(x[..., :1, :])], -2)


def _below(x):
    """Rows one down, zeros first."""
    return np.concatenate([np.zeros_like(x[..., :1, :]), x[..., :-1, :]], -2)


def _shifted(x, up):
    nothing = zeros((*x.shape[:-2], 1, x.shape[-1]), dtype=x.dtype)
    return concat([x[..., 1:, :], nothing], -2) if up else concat([nothing, x[..., :-1, :]], -2)


@primitive("raw_ops.TridiagonalMatMul", internal=True, accumulates=True)
def _product(
    superdiag: Annotated[Tensor, ThreeDiagonals()],
    maindiag: Annotated[Tensor, Like("superdiag")],
    subdiag: Annotated[Tensor, Like("superdiag")],
    rhs: Annotated[Tensor, RightHandSide("superdiag", axis=-1)],
):
    """y = A rhs, each diagonal being one row"""
    n = rhs.shape[-2] if rhs.ndim > 1 else -1
    for x in (superdiag, maindiag, subdiag):
        if x.ndim != rhs.ndim or x.shape != (*rhs.shape[:-2], 1, n):
            raise error(InvalidArgumentError, f"diagonals of shape {x.shape} for {rhs.shape}")
    a, b, c = (np.swapaxes(x, -1, -2) for x in (superdiag, maindiag, subdiag))
    return a * _above(rhs) + b * rhs + c * _below(rhs)


@_product.vjp
def _(ct, y, superdiag, maindiag, subdiag, rhs):
    a, b, c = (conj(matrix_transpose(x)) for x in (superdiag, maindiag, subdiag))
    x = conj(rhs)
    cts = [reduce_sum(moved * ct, -1) for moved in (_shifted(x, True), x, _shifted(x, False))]
    of_rhs = _shifted(a * ct, False) + b * ct + _shifted(c * ct, True)
    return *(expand_dims(g, -2) for g in cts), of_rhs


@composed("linalg.tridiagonal_matmul")
def tridiagonal_matmul(
    diagonals: Annotated[Tensor, ThreeDiagonals(listed=())],
    rhs: Annotated[Tensor, RightHandSide("diagonals", axis=-1)],
    diagonals_format="compact",
    name=None,
):
    """y = A rhs for a tridiagonal A.  Raises ValueError for an unknown format and for what is not square."""
    if diagonals_format == "sequence":
        rows = list(diagonals)
        if len(rows) != 3:
            raise error(ValueError, f"expected 3 diagonals, got {len(rows)}")
    else:
        diagonals = _compact(diagonals, diagonals_format)
        if not hasattr(diagonals, "shape"):
            raise error(TypeError, f"{type(diagonals).__name__!r} object is not subscriptable")
        rows = [diagonals[..., i, :] for i in range(3)]
    return _product(*(expand_dims(row, -2) for row in rows), rhs)


def _compact(diagonals, diagonals_format):
    """Three rows, of rows or of a matrix."""
    if diagonals_format == "compact":
        return diagonals
    if diagonals_format != "matrix":
        raise error(ValueError, f"Unrecognized diagonals_format: {diagonals_format}")
    rows, columns = diagonals.shape[-2], diagonals.shape[-1]
    if rows and columns and rows != columns:
        raise error(
            ValueError, f"Expected last two dimensions of diagonals to be same, got {rows}, {columns}"
        )
    return diag_part(diagonals, k=(-1, 1), align="LEFT_RIGHT")


def _dense(diagonals):
    n = diagonals.shape[-1]
    a = np.zeros((*diagonals.shape[:-2], n, n), diagonals.dtype)
    at = np.arange(n)
    a[..., at, at] = diagonals[..., 1, :]
    a[..., at[:-1], at[1:]] = diagonals[..., 0, :-1]
    a[..., at[1:], at[:-1]] = diagonals[..., 2, 1:]
    return a


@primitive("raw_ops.TridiagonalSolve", internal=True, accumulates="normwise")
def _solve(
    diagonals: Annotated[Tensor, ThreeDiagonals()],
    rhs: Annotated[Tensor, RightHandSide("diagonals", axis=-1)],
):
    """x with A x = rhs; nan where A is singular"""
    if diagonals.ndim < 2 or diagonals.shape[-2] != 3 or diagonals.ndim != rhs.ndim:
        raise error(InvalidArgumentError, f"diagonals of shape {diagonals.shape} for {rhs.shape}")
    if diagonals.shape[:-2] != rhs.shape[:-2] or diagonals.shape[-1] != rhs.shape[-2]:
        raise error(InvalidArgumentError, f"diagonals of shape {diagonals.shape} for {rhs.shape}")
    return of_each(_solved, _dense(diagonals), rhs)


def _solved(a, b):
    from ..errors import OpError

    try:
        return solved(a, b)
    except OpError:
        return np.full_like(b, np.nan)


@_solve.vjp
def _(ct, x, diagonals, rhs):
    nothing = zeros((*diagonals.shape[:-2], 1), dtype=diagonals.dtype)
    above = concat([diagonals[..., 2, 1:], nothing], -1)
    below = concat([nothing, diagonals[..., 0, :-1]], -1)
    transposed = conj(stack([above, diagonals[..., 1, :], below], -2))
    of_rhs = _solve(transposed, ct)
    x = conj(x)
    parts = [reduce_sum(of_rhs * moved, -1) for moved in (_shifted(x, True), x, _shifted(x, False))]
    return -stack(parts, -2), of_rhs


@composed("linalg.tridiagonal_solve")
def tridiagonal_solve(
    diagonals: Annotated[Tensor, ThreeDiagonals()],
    rhs: Annotated[Tensor, RightHandSide("diagonals", axis=-1)],
    diagonals_format="compact",
    transpose_rhs=False,
    conjugate_rhs: Annotated[bool, Flag()] = False,
    name=None,
    partial_pivoting: Annotated[bool, Flag()] = True,
    perturb_singular=False,
):
    """x with A x = rhs for a tridiagonal A, of which a singular one gives nan.

    Raises ValueError for an unknown format and for shapes that do not fit.
    """
    if perturb_singular and not partial_pivoting:
        raise error(ValueError, "partial_pivoting must be True if perturb_singular is.")
    if diagonals_format == "sequence":
        diagonals = _of_sequence(diagonals)
    diagonals = _compact(diagonals, "compact" if diagonals_format == "sequence" else diagonals_format)
    if getattr(getattr(rhs, "shape", None), "rank", 0) is None:
        rhs = convert_to_tensor(rhs)  # of unknown rank, of which nothing can be checked
        return _solve(diagonals, conj(rhs) if conjugate_rhs else rhs)
    _check(diagonals, rhs)
    is_vector = len(rhs.shape) == len(diagonals.shape) - 1
    if is_vector:
        rhs = expand_dims(conj(rhs) if conjugate_rhs else rhs, -1)
    else:
        rhs = matrix_transpose(rhs) if transpose_rhs else rhs
        rhs = conj(rhs) if conjugate_rhs else rhs
    if diagonals.shape[-1] and rhs.shape[-2] and diagonals.shape[-1] != rhs.shape[-2]:
        raise error(ValueError, f"{diagonals.shape[-1]} left-hand sides and {rhs.shape[-2]} right-hand ones")
    x = _solve(diagonals, rhs)
    return squeeze(x, -1) if is_vector else x


def _check(diagonals, rhs):
    for x in (diagonals, rhs):
        if not hasattr(x, "shape"):
            raise error(AttributeError, f"{type(x).__name__!r} object has no attribute 'shape'")
    if not len(rhs.shape) or not len(diagonals.shape):
        raise error(IndexError, "tuple index out of range")
    rank, batch = len(diagonals.shape), diagonals.shape[:-2]
    if rank < 2:
        raise error(ValueError, f"Expected diagonals to have rank at least 2, got {rank}")
    if len(rhs.shape) not in (0, rank, rank - 1):
        raise error(ValueError, f"Expected the rank of rhs to be {rank - 1} or {rank}, got {len(rhs.shape)}")
    if len(rhs.shape) and tuple(rhs.shape[: rank - 2]) != tuple(batch):
        raise error(ValueError, f"Batch shapes {batch} and {rhs.shape[: rank - 2]} are incompatible")
    if diagonals.shape[-2] and diagonals.shape[-2] != 3:
        raise error(ValueError, f"Expected 3 diagonals got {diagonals.shape[-2]}")


def _of_sequence(diagonals):
    if not isinstance(diagonals, list | tuple) or len(diagonals) != 3:
        raise error(ValueError, "Expected diagonals to be a sequence of length 3.")
    above, main, below = map(convert_to_tensor, diagonals)
    n = main.shape[-1]

    def padded(x, sides):
        if x.shape[-1] in (0, n):
            return x
        if x.shape[-1] != n - 1:
            raise error(ValueError, f"Expected a diagonal of length {n} or {n - 1}, got {x.shape[-1]}.")
        return pad(x, [[0, 0]] * (x.ndim - 1) + [sides])

    return stack([padded(above, [0, 1]), main, padded(below, [1, 0])], -2)
