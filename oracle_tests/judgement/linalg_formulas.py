"""FORMULAS of linear algebra: each result by solving, multiplying or expanding, in 50 digits.

Only what is unique is here: neither eigenvectors nor singular vectors.
"""

from collections.abc import Callable
from itertools import permutations

import mpmath
import numpy as np

from .formulas import FORMULAS, exact


def _of_each(function: Callable, *arrays) -> np.ndarray:
    """What `function` makes of each matrix of a batch, as mpmath has them; batches broadcast."""
    batch = np.broadcast_shapes(*(a.shape[:-2] for a in arrays))
    spread = [np.broadcast_to(a, batch + a.shape[-2:]) for a in arrays]
    answers = [np.array(function(*map(_matrix, (a[at] for a in spread)))) for at in np.ndindex(batch)]
    return np.reshape(np.stack(answers), batch + answers[0].shape)


def _matrix(a):
    return mpmath.matrix([[exact(x) for x in row] for row in a])


def _entries(a) -> np.ndarray:
    return np.array([[a[i, j] for j in range(a.cols)] for i in range(a.rows)], object)


def _turned(a, adjoint):
    return a.H if adjoint else a


def _triangle(a, lower):
    kept = [[a[i, j] if (i >= j if lower else i <= j) else 0 for j in range(a.cols)] for i in range(a.rows)]
    return mpmath.matrix(kept)


def _solved(a, b):
    columns = [mpmath.lu_solve(a, b[:, j]) for j in range(b.cols)]
    return np.array([[c[i] for c in columns] for i in range(a.rows)], object)


def _sign(order) -> int:
    return (-1) ** sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])


def _determinant(a):
    return mpmath.fsum(
        _sign(order) * mpmath.fprod(a[i, j] for i, j in enumerate(order))
        for order in permutations(range(a.rows))
    )


def _root(a):
    lower = mpmath.matrix(a.rows, a.rows)
    for j in range(a.rows):
        rest = mpmath.re(a[j, j]) - mpmath.fsum(abs(lower[j, k]) ** 2 for k in range(j))
        if rest <= 0:
            raise ValueError("not positive definite")
        lower[j, j] = mpmath.sqrt(rest)
        for i in range(j + 1, a.rows):
            done = mpmath.fsum(lower[i, k] * mpmath.conj(lower[j, k]) for k in range(j))
            lower[i, j] = (a[i, j] - done) / lower[j, j]
    return _entries(lower)


def _tridiagonal(rows):
    n = rows.cols
    a = mpmath.matrix(n, n)
    for i in range(n):
        a[i, i] = rows[1, i]
        if i + 1 < n:
            a[i, i + 1], a[i + 1, i] = rows[0, i], rows[2, i + 1]
    return a


def _tridiagonal_product(above, main, below, x):
    rows = np.concatenate([above, main, below], -2)
    return _of_each(lambda r, b: _entries(_tridiagonal(r) * b), rows, x)


def _crossed(a, b):
    moved = [np.vectorize(exact, otypes=[object])(np.moveaxis(x, -1, 0)) for x in (a, b)]
    (p, q, r), (u, v, w) = moved
    return np.stack([q * w - r * v, r * u - p * w, p * v - q * u], -1)


def _tridiagonal_eigenvalues(alpha, beta):
    """Ascending; of the numbers beside the diagonal the moduli count alone."""
    n = len(alpha)
    a = mpmath.matrix(n, n)
    for i in range(n):
        a[i, i] = mpmath.re(exact(alpha[i]))
        if i + 1 < n:
            a[i, i + 1] = a[i + 1, i] = abs(exact(beta[i]))
    try:
        return np.array(sorted(mpmath.eigsy(a, eigvals_only=True)), object)
    except RuntimeError:  # no convergence: numbers of too different a size
        return np.full(n, None)


LINALG_FORMULAS: dict[str, Callable] = {
    "linalg.cholesky": lambda a: _of_each(_root, a),
    "linalg.det": lambda a: _of_each(_determinant, a),
    "linalg.inv": lambda a, adjoint=False: _of_each(lambda m: _entries(_turned(m, adjoint) ** -1), a),
    "linalg.solve": lambda a, b, adjoint=False: _of_each(lambda m, x: _solved(_turned(m, adjoint), x), a, b),
    "linalg.triangular_solve": lambda a, b, lower=True, adjoint=False: _of_each(
        lambda m, x: _solved(_turned(_triangle(m, lower), adjoint), x), a, b
    ),
    "raw_ops.TridiagonalSolve": lambda rows, b: _of_each(lambda r, x: _solved(_tridiagonal(r), x), rows, b),
    "raw_ops.TridiagonalMatMul": _tridiagonal_product,
    "linalg.cross": _crossed,
    "linalg.eigh_tridiagonal": _tridiagonal_eigenvalues,
}
NAMES = tuple(LINALG_FORMULAS)
FORMULAS |= LINALG_FORMULAS
