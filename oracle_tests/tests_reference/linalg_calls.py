"""LINALG CALLS: solving, inverting, decomposing."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .linalg_values import SOLVED, definite, rectangular, square, triangular
from .sample_values import plain

MODULES = {
    f"reference.linalg.{name}"
    for name in ("cholesky", "determinants", "functions", "inverses", "lu", "orthogonal", "solving",
    "triangular", "tridiagonal", "eigen", "singular_values")
}  # fmt: skip
BATCHES: tuple[tuple[int, ...], ...] = ((), (2,), (0,), (2, 1))
OF_DEFINITE = ("linalg.cholesky", "linalg.logdet")
OF_SQUARE = ("linalg.inv", "linalg.det", "linalg.slogdet", "linalg.sqrtm", "linalg.expm")


def of_one_matrix() -> Iterator[Call]:
    for name in (*OF_DEFINITE, *OF_SQUARE):
        make = definite if name in (*OF_DEFINITE, "linalg.sqrtm") else square
        for dtype in SOLVED[:2] if name == "linalg.sqrtm" else SOLVED:
            for n in (1, 2, 3):
                yield Call(name, (make(dtype, n) / (8 if name == "linalg.expm" else 1),))
        for batch in BATCHES:
            yield Call(name, (make("float64", 2, batch),))
        yield Call(name, (np.zeros((0, 0), "float32"),))
        yield Call(name, (Cell(make("float32", 2)),))
        yield Call(name, (As([[2.0, 1.0], [0.5, 3.0]]),))
    for dtype in SOLVED:
        yield Call("linalg.inv", (square(dtype),), {"adjoint": True})
    for a in (2 * np.eye(2), np.zeros((2, 2)), np.full((2, 2), np.nan), np.array([[1.0, 9.0], [0.0, 1.0]])):
        yield Call("linalg.expm", (a.astype("float32"),))


def singular() -> Iterator[Call]:
    """Where there is a result, but no gradient; or neither; or one that is nan."""
    zeros, equal = np.zeros((2, 2)), np.ones((2, 2))
    for a in (zeros, equal, zeros[:1, :1], -np.eye(2), np.full((2, 2), np.nan)):
        for dtype in ("float32", "float64"):
            yield Call("linalg.logdet", (a.astype(dtype),))
            yield Call("linalg.slogdet", (a.astype(dtype),))
            yield Call("linalg.det", (a.astype(dtype),))
            yield Call("linalg.inv", (a.astype(dtype),))
            yield Call("linalg.solve", (a.astype(dtype), np.ones((len(a), 1), dtype)))
    yield Call("linalg.cholesky", (np.zeros((1, 1), "float32"),))
    yield from (Call("linalg.lu", (a.astype("float32"),)) for a in (zeros, equal))
    yield Call("linalg.cholesky", (np.array([[2.0, 9.0], [0.5, 1.0]], "float32"),))
    yield Call("linalg.triangular_solve", (np.array([[0.0, 1.0], [1.0, 1.0]]), np.ones((2, 1))))


def solving() -> Iterator[Call]:
    for dtype in SOLVED:
        for n, columns in ((1, 1), (2, 3), (3, 2)):
            b = plain(dtype, (n, columns))
            for adjoint in (False, True):
                yield Call("linalg.solve", (square(dtype, n), b), {"adjoint": adjoint})
                for lower in (False, True):
                    options = {"lower": lower, "adjoint": adjoint}
                    yield Call("linalg.triangular_solve", (square(dtype, n), b), options)
            yield Call("linalg.cholesky_solve", (triangular(dtype, n), b))
    for batch in BATCHES:
        a, b = square("float64", 2, batch), plain("float64", (*batch, 2, 3))
        yield Call("linalg.solve", (a, b))
        yield Call("linalg.triangular_solve", (a, b))
        yield Call("linalg.cholesky_solve", (a, b))
    for one, other in (((2,), ()), ((), (2,)), ((2, 1), (3,)), ((1,), (2,))):
        a, b = square("float64", 2, one), plain("float64", (*other, 2, 3))
        yield Call("linalg.triangular_solve", (a, b))
    for name in ("linalg.solve", "linalg.triangular_solve"):
        yield Call(name, (np.zeros((0, 0), "float32"), np.zeros((0, 2), "float32")))
        yield Call(name, (square("float32", 2), np.zeros((2, 0), "float32")))
        yield Call(name, (Cell(square("float32", 2)), Cell(plain("float32", (2, 2)))))
        yield Call(name, (square("float32", 2), As([[1.0], [2.0]])))


def banded() -> Iterator[Call]:
    name = "linalg.banded_triangular_solve"
    for dtype in SOLVED:
        for count in (2, 3):
            bands = plain(dtype, (count, 3)) + 3
            for lower in (True, False):
                for adjoint in (True, False):
                    options = {"lower": lower, "adjoint": adjoint}
                    yield Call(name, (bands, plain(dtype, (3, 2), 1)), options)
    for one, other in (((2,), (2,)), ((2,), ()), ((), (2,)), ((2, 1), (3,))):
        yield Call(name, (plain("float64", (*one, 2, 3)) + 3, plain("float64", (*other, 3, 2))))


def tridiagonal() -> Iterator[Call]:
    for dtype in SOLVED:
        rows = plain(dtype, (3, 4))
        rows[1] += 4
        b = plain(dtype, (4, 2), 1)
        matrix = square(dtype, 4)
        for name in ("linalg.tridiagonal_matmul", "linalg.tridiagonal_solve"):
            if name.endswith("solve") and dtype.startswith("complex"):
                continue  # of which TensorFlow has a wrong gradient
            yield Call(name, (rows, b))
            yield Call(name, (matrix, b), {"diagonals_format": "matrix"})
            yield Call(name, ([rows[0], rows[1], rows[2]], b), {"diagonals_format": "sequence"})
    rows = rows.real
    yield Call("linalg.tridiagonal_solve", ([rows[0, :3], rows[1], rows[2, :3]], rows[0]),
        {"diagonals_format": "sequence"})  # fmt: skip
    yield Call("linalg.tridiagonal_solve", (rows, rows[0]))
    yield Call("linalg.tridiagonal_solve", (rows, rows[:2]), {"transpose_rhs": True})
    for name in ("linalg.tridiagonal_matmul", "linalg.tridiagonal_solve"):
        yield Call(name, (np.stack([rows, rows + 0.1]), plain("float64", (2, 4, 1))))


def triangles() -> Iterator[Call]:
    """LU, without its gradient, which TensorFlow has not, and what is made of it."""
    for dtype in SOLVED:
        a = square(dtype, 3)
        for order in (np.array([0, 1, 2]), np.array([2, 0, 1], "int64")):
            yield Call("linalg.lu_reconstruct", (a, order))
            yield Call("linalg.lu_matrix_inverse", (a, order))
            yield Call("linalg.lu_solve", (a, order, plain(dtype, (3, 2))))
    a, order = square("float64", 3, (2,)), np.array([[0, 1, 2], [1, 2, 0]], "int32")
    for b in (plain("float64", (2, 3, 1)), plain("float64", (3, 1)), plain("float64", (1, 3, 1))):
        yield Call("linalg.lu_solve", (a, order, b))
    yield Call("linalg.lu_solve", (a[0], order[1], plain("float64", (2, 3, 1))))
    yield Call("linalg.lu_matrix_inverse", (a, order))
    yield Call("linalg.lu_reconstruct", (a, order))


def orthogonal() -> Iterator[Call]:
    for dtype in SOLVED:
        for shape in ((1, 1), (2, 2), (3, 3), (4, 3), (2, 3), (3, 1), (1, 3), (2, 4, 3), (0, 2, 2)):
            yield Call("linalg.qr", (rectangular(dtype, shape),))
            yield Call("linalg.qr", (plain(dtype, shape),), {"full_matrices": True})
    for shape in ((0, 0), (2, 0), (0, 2)):
        yield Call("linalg.qr", (np.zeros(shape, "float32"),))
    yield Call("linalg.qr", (np.array([[1.0, 2.0], [2.0, 4.0]])[:, :1],))
    yield Call("linalg.qr", (np.eye(2),))
    yield Call("linalg.qr", (np.array([[0.0, 1.0], [1.0, 0.0]]),))


def least_squares() -> Iterator[Call]:
    for dtype in SOLVED:
        for shape in ((3, 3), (4, 3), (2, 3)):
            a, b = rectangular(dtype, shape), plain(dtype, (shape[0], 2))
            yield Call("linalg.lstsq", (a, b))
            yield Call("linalg.lstsq", (a, b), {"l2_regularizer": 0.1})
    a, b = rectangular("float64", (2, 3, 2)), plain("float64", (2, 3, 1))
    yield Call("linalg.lstsq", (a, b))


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls in which TensorFlow is wrong or has no gradient, each with the variant that explains it."""
    for dtype in SOLVED:
        yield "lu-gradient", Call("linalg.lu", (square(dtype, 3)[::-1].copy(),))
        for shape in ((3, 3), (4, 3), (2, 3)):
            operands = rectangular(dtype, shape), plain(dtype, (shape[0], 2))
            yield "least-squares-gradient", Call("linalg.lstsq", operands, {"fast": False})
        for lower in (True, False):
            operands = plain(dtype, (1, 3)) + 3, plain(dtype, (3, 2))
            yield "one-band-gradient", Call("linalg.banded_triangular_solve", operands, {"lower": lower})
    for dtype in SOLVED[2:]:
        for n in (1, 2, 3):
            yield "complex-sqrtm-gradient", Call("linalg.sqrtm", (definite(dtype, n),))
        rows = plain(dtype, (3, 4))
        rows[1] += 4
        yield "complex-tridiagonal-gradient", Call("linalg.tridiagonal_solve", (rows, plain(dtype, (4, 2))))


def cotangents() -> Iterator[Call]:
    """One call, or a few, of every operation here that has a gradient."""
    a, b, s = square("float32"), plain("float32", (3, 2)), definite("float32")
    for name in OF_DEFINITE:
        yield Call(name, (s,))
    for name in OF_SQUARE:
        if name != "linalg.slogdet":
            yield Call(name, (a,))
    for name in ("linalg.solve", "linalg.triangular_solve"):
        yield Call(name, (a, b))
        yield Call(name, (a, b), {"adjoint": True})
    yield Call("linalg.triangular_solve", (a, b), {"lower": False})
    yield Call("linalg.cholesky_solve", (triangular("float32"), b))
    yield Call("linalg.banded_triangular_solve", (a[:2] + 3, b))
    rows = a + np.array([[0.0], [4.0], [0.0]], "float32")
    yield Call("linalg.tridiagonal_matmul", (rows, b))
    yield Call("linalg.tridiagonal_solve", (rows, b))
    order = np.array([1, 2, 0], "int32")
    yield Call("linalg.lu_solve", (a, order, b))
    yield Call("linalg.lu_matrix_inverse", (a, order))
    yield Call("linalg.lu_reconstruct", (a, order))
    for shape in ((3, 3), (4, 3), (2, 3)):
        yield Call("linalg.lstsq", (rectangular("float32", shape), plain("float32", (shape[0], 1))))


def samples() -> Iterator[Call]:
    """What has several results, or no gradient in TensorFlow."""
    yield Call("linalg.slogdet", (square("float64"),))
    for shape in ((3, 3), (4, 3), (2, 3)):
        yield Call("linalg.qr", (rectangular("float64", shape),))
    yield Call("linalg.lu", (square("float64")[::-1].copy(),))
    for shape in ((4, 3), (2, 3)):
        operands = rectangular("float64", shape), plain("float64", (shape[0], 1))
        yield Call("linalg.lstsq", operands, {"fast": False})


def wrong() -> Iterator[Call]:
    x, b = square("float32"), plain("float32", (3, 2))
    of_one = (*OF_DEFINITE, *OF_SQUARE, "linalg.lu", "linalg.qr")
    for name in of_one:
        for dtype in ("float16", "bfloat16", "int32", "int64", "bool", "string"):
            if (name, dtype) not in (("linalg.inv", "float16"), ("linalg.qr", "float16")):
                yield Call(name, (plain(dtype, (2, 2)),))
        for shape in ((), (3,), (0,), (2, 3), (3, 2), (2, 0), (2, 2, 3)):
            if name != "linalg.qr" or len(shape) < 2:
                yield Call(name, (plain("float32", shape),))
        for other in (None, "x", 1.0, [[1.0, 2.0]], [[1, 2], [3, 4]]):
            if name != "linalg.qr" or not isinstance(other, list):
                yield Call(name, (As(other),))
        yield Call(name, ())
        yield Call(name, (x,) * 5)
    for name in ("linalg.solve", "linalg.triangular_solve", "linalg.cholesky_solve"):
        for one, other in (((3, 3), (2, 2)), ((3, 3), (3,)), ((3,), (3, 1)), ((2, 3), (2, 1)),
            ((2, 2, 2), (3, 2, 2)), ((3, 3), ())):  # fmt: skip
            yield Call(name, (plain("float32", one), plain("float32", other)))
        for dtype in ("float16", "bfloat16", "int32", "bool"):
            yield Call(name, (plain(dtype, (3, 3)), plain(dtype, (3, 2))))
        yield Call(name, (x, b.astype("float64")))
        yield Call(name, (x, As(None)))
        yield Call(name, (As(None), b))
        yield Call(name, (x,))
    yield Call("linalg.solve", (square("float32", 2, (2,)), plain("float32", (2, 1))))
    yield from _wrong_bands()
    yield from _wrong_orders()


def _wrong_bands() -> Iterator[Call]:
    name = "linalg.banded_triangular_solve"
    for one, other in (((2, 3), (2, 2)), ((2, 3), (3,)), ((3,), (3, 1)), ((4, 3), (3, 1)), ((0, 3), (3, 1)),
        ((2, 0), (0, 1)), ((2, 2, 3), (3, 3, 2)), ((0, 2, 3), (0, 3, 1)), ((2, 3), (3, 0))):  # fmt: skip
        yield Call(name, (plain("float32", one) + 3, plain("float32", other)))
    yield Call(name, (np.zeros((2, 3), "float32"), plain("float32", (3, 1))))
    rows, b = plain("float32", (3, 4)) + 3, plain("float32", (4, 2))
    for name in ("linalg.tridiagonal_matmul", "linalg.tridiagonal_solve"):
        yield Call(name, (rows, b), {"diagonals_format": "nonsense"})
        yield Call(name, (rows, b), {"diagonals_format": "matrix"})
        yield Call(name, (rows, b[:3]))
        yield Call(name, (rows, b.astype("float64")))
        yield Call(name, ([rows[0], rows[1]], b), {"diagonals_format": "sequence"})
    for one, other in ((rows[:2], b), (rows[0], b), (rows, b[None]), (rows[None], np.stack([b, b]))):
        yield Call("linalg.tridiagonal_solve", (one, other))
    options = {"partial_pivoting": False, "perturb_singular": True}
    yield Call("linalg.tridiagonal_solve", (rows, b), options)
    sequence = {"diagonals_format": "sequence"}
    yield Call("linalg.tridiagonal_solve", ([rows[0, :2], rows[1], rows[2]], b), sequence)


def _wrong_orders() -> Iterator[Call]:
    x, b, order = square("float32"), plain("float32", (3, 2)), np.array([0, 1, 2], "int32")
    for name in ("linalg.lu_reconstruct", "linalg.lu_matrix_inverse"):
        for a in (x[0], x[:2], x[None]):
            yield Call(name, (a, order))
        yield Call(name, (x[None], order[None].astype("int64")))
    for a, p, c in ((x[0], order, b), (x[:2], order, b), (x, order, b[0]), (x, order, b[:2]),
        (x[None], order[None].astype("int64"), b[None])):  # fmt: skip
        yield Call("linalg.lu_solve", (a, p, c))
    yield Call("linalg.lu", (x,), {"output_idx_type": "float32"})
    a, c = rectangular("complex128", (3, 3)), plain("complex128", (3, 1))
    yield Call("linalg.lstsq", (a, c), {"l2_regularizer": 0.5})
    for shape in ((), (3,)):
        yield Call("linalg.lstsq", (plain("float32", shape), b))


WRONG_LINALG = (wrong,)
LINALG = (of_one_matrix, singular, solving, banded, tridiagonal, triangles, orthogonal, least_squares)
