"""MATRIX OPERANDS: how domains of `reference.matrix_operands` become operands.

Whole numbers and halves, so that matrices are what they are called exactly: strongest on the diagonal, and
the same on both sides of it where they are definite.
"""

import numpy as np

from reference import matrix_operands as m

from . import literals, values
from . import program as p
from .draft import Draft
from .pools import fitting

_BESIDE = (0.5, -0.5, 0.25, 1.0, -1.0, 0.0, 0.75, -0.25)
_ALONG = (3.0, 4.0, 2.5, 5.0, 3.5, 6.0)
_BATCHES = ((), (), (), (2,), (1,), (0,))


def matrix_operand(draft: Draft, domain: m.MatrixOperand, shape: tuple[int, ...], dtype: str) -> p.Tree:
    """A tree for a tensor operand; `shape` and `dtype` are those of the operand that the domain names."""
    if isinstance(domain, m.RightHandSide):
        rows = shape[domain.axis] if len(shape) > 1 else 2
        batch = shape[:-2]
        name = fitting(draft, (dtype,), lambda x: x.ndim > 1 and x.shape[:-1] == (*batch, rows))
        return name or draft.constant(dtype, (*batch, rows + draft.wrong, (1, 2, 3)[draft.choose(3)]))
    if isinstance(domain, m.RowOrder):
        return draft.written(_order(draft, shape))
    if isinstance(domain, m.Beside):
        n = (shape[0] if shape else 2) - 1 + draft.wrong
        return fitting(draft, (dtype,), lambda x: x.shape == (n,)) or draft.constant(dtype, (max(n, 0),))
    allowed = tuple(t.name for t in domain.dtypes or ())
    if isinstance(domain, m.Main | m.Triples | m.DoubledAxes):
        return _shaped(draft, domain, values.near(draft.any_dtype(), allowed))
    dtypes = tuple({values.near(draft.any_dtype(), allowed), values.near(draft.dtype, allowed)})
    name = fitting(draft, dtypes, lambda x: _suits(domain, x))
    if name is not None and draft.choose(8):
        return name
    return _written(draft, domain, values.near(draft.any_dtype(), allowed))


_SHAPES = {
    m.Main: ((3,), (2,), (4,), (1,)),
    m.Triples: ((3,), (2, 3), (1, 3), (0, 3)),
    m.DoubledAxes: ((2, 2), (3, 3), (2, 1, 2, 1), (1, 1)),
}


def _shaped(draft, domain, dtype):
    shapes = _SHAPES[type(domain)]
    shape = shapes[draft.choose(4 if draft.may("empty") else 3)]
    return fitting(draft, (dtype,), lambda x: x.shape in shapes) or draft.constant(
        dtype, shape[1:] if draft.wrong else shape
    )


def _order(draft, shape):
    batch, n = shape[:-2], shape[-1] if shape else 1
    start, step = draft.choose(max(n, 1)), (1, -1)[draft.choose(2)]
    count = int(np.prod(batch, dtype=int))
    numbers = tuple((start + step * (i + k)) % n for k in range(count) for i in range(n))
    return p.Literal("int64" if not batch and draft.one_in(4) else "int32", (*batch, n), numbers)


def _suits(domain, x):
    """Whether a live operand is what the domain says, with some room."""
    if x.ndim < 2 or not x.size or not np.all(np.isfinite(x)) or x.size > 36:
        return False
    x = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    if np.max(np.abs(x)) > 1e3:
        return False
    if isinstance(domain, m.ThreeDiagonals):
        return x.shape[-2] == 3 and bool(np.all(2 * np.abs(x[..., 1, :]) > np.abs(x).sum(-2)))
    if isinstance(domain, m.Banded):
        return x.shape[-2] <= x.shape[-1] and bool(np.all(np.abs(x[..., [0, -1], :]) > 0.1))
    if not isinstance(domain, m.Rectangular) and x.shape[-1] != x.shape[-2]:
        return False
    if isinstance(domain, m.Triangular):
        return bool(np.all(np.abs(np.diagonal(x, axis1=-2, axis2=-1)) > 0.1))
    if isinstance(domain, m.RealSpectrum):
        return _is_split(x)
    least = np.linalg.svd(x, compute_uv=False)[..., -1]
    if not np.all(least > 0.05 * np.max(np.abs(x))):
        return False
    if isinstance(domain, m.Definite):
        return np.array_equal(x, np.conj(np.swapaxes(x, -1, -2))) and bool(np.all(np.linalg.eigvalsh(x) > 0))
    return True


def _is_split(x):
    """Whether eigenvalues are real and apart, of two rows at most; of one row if complex."""
    if x.shape[-1] > 2 or (x.dtype.kind == "c" and x.shape[-1] > 1):
        return False
    return x.shape[-1] == 1 or bool(np.all(x[..., 0, 1] * x[..., 1, 0] > 0.01))


def _written(draft, domain, dtype):
    batch = _BATCHES[draft.choose(6 if draft.may("empty") else 5)]
    n = (2, 3, 1)[draft.choose(3)]
    match domain:
        case m.RealSpectrum():
            rows = columns = 1 if dtype in literals.COMPLEX else 2
        case m.ThreeDiagonals():
            rows, columns = 3, n + 1
        case m.Banded():
            rows, columns = (1 + draft.choose(2), n + 1)
        case m.Rectangular():
            rows, columns = n + draft.choose(2), n + draft.choose(2)
        case _:
            rows = columns = n
    if draft.wrong and draft.flag():
        columns += 1
    count = int(np.prod(batch, dtype=int))
    return draft.written(
        p.Literal(dtype, (*batch, rows, columns), _entries(draft, domain, dtype, rows, columns, count))
    )


def _entries(draft, domain, dtype, rows, columns, count):
    start, along = draft.choose(len(_BESIDE)), draft.choose(len(_ALONG))
    imaginary = dtype in literals.COMPLEX and draft.flag()

    def entry(i, j):
        if isinstance(domain, m.ThreeDiagonals):
            on_diagonal = i == 1
        else:
            on_diagonal = i == j or isinstance(domain, m.Banded)
        if on_diagonal:
            return _ALONG[(along + j) % len(_ALONG)]
        if isinstance(domain, m.RealSpectrum):
            return (0.5, 1.0, 0.25)[start % 3]
        definite = isinstance(domain, m.Definite)
        k, turned = (start + max(i, j) + 3 * min(i, j), i > j) if definite else (start + 2 * i + 3 * j, False)
        x = _BESIDE[k % len(_BESIDE)]
        return complex(x, -0.5 if turned else 0.5) if imaginary else x

    one = [entry(i, j) for i in range(rows) for j in range(columns)]
    if dtype in literals.COMPLEX:
        one = [complex(x) for x in one]
    return tuple(one * count)
