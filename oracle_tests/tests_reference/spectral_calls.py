"""SPECTRAL CALLS: eigenvalues and singular values, what is made of them; diagonals and norms beside."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .linalg_values import SOLVED, definite, rectangular
from .sample_values import FLOATS, plain, positive

MODULES = {
    f"reference.linalg.{name}" for name in ("eig", "eigen", "singular_values", "tridiagonal_eigen", "vectors")
} | {"reference.math.norms"}
SHAPES = ((1, 1), (2, 2), (3, 3), (3, 2), (2, 3), (1, 3))


def hermitian() -> Iterator[Call]:
    for dtype in SOLVED:
        for n in (1, 2, 3):
            for name in ("linalg.eigh", "linalg.eigvalsh"):
                yield Call(name, (definite(dtype, n),))
        yield Call("linalg.eigh", (np.diag([3.0, 1.0, 2.0]).astype(dtype),))
        yield Call("linalg.eigvalsh", (np.eye(2, dtype=dtype),))
        yield Call("linalg.eigvalsh", (np.array([[2.0, 9.0], [0.5, 1.0]], dtype),))
    for batch in ((), (2,), (0,), (2, 1)):
        yield Call("linalg.eigh", (definite("float64", 2, batch),))
    yield Call("linalg.eigvalsh", (np.zeros((0, 0), "float32"),))
    yield Call("linalg.eigvalsh", (Cell(definite("float32", 2)),))
    yield Call("linalg.eigvalsh", (As([[2.0, 1.0], [1.0, 3.0]]),))
    yield Call("linalg.eigvalsh", (np.full((2, 2), np.nan),))


def singular() -> Iterator[Call]:
    for dtype in SOLVED:
        for shape in SHAPES:
            yield Call("linalg.svd", (rectangular(dtype, shape),), {"compute_uv": False})
            if not dtype.startswith("complex"):  # whose vectors' phases hang on rounding
                yield Call("linalg.svd", (rectangular(dtype, shape),))
                yield Call("linalg.svd", (plain(dtype, shape),), {"full_matrices": True})
        yield Call("linalg.svd", (np.zeros((2, 2), dtype),), {"compute_uv": False})
        yield Call("linalg.svd", (np.eye(2, dtype=dtype),), {"compute_uv": False})
    for shape in ((2, 2, 3), (0, 2, 2), (2, 0), (0, 0)):
        yield Call("linalg.svd", (rectangular("float64", shape),), {"compute_uv": False})
    for shape in SHAPES:
        for dtype in FLOATS:
            yield Call("linalg.pinv", (rectangular(dtype, shape),))
            yield Call("linalg.matrix_rank", (rectangular(dtype, shape),))
    yield Call("linalg.matrix_rank", (np.ones((2, 3), "float32"),))
    yield Call("linalg.matrix_rank", (plain("float64", (2, 3)),), {"tol": 1.5})
    yield Call("linalg.pinv", (rectangular("float64", (2, 3, 2)),), {"rcond": 0.1})


def norms() -> Iterator[Call]:
    for dtype in FLOATS:
        for shape, axis in (((2, 3), (0, 1)), ((2, 3), (1, 0)), ((2, 2, 3), (-2, -1)), ((2, 3, 2), (2, 0))):
            for keep in (False, True):
                options = {"ord": 2, "axis": axis, "keepdims": keep}
                yield Call("norm", (rectangular(dtype, shape),), options)
    for dtype in SOLVED:
        for order in ("euclidean", 1, np.inf, 3.0):
            for axis in (None, 1):
                yield Call("linalg.normalize", (plain(dtype, (2, 3)),), {"ord": order, "axis": axis})
        yield Call("linalg.normalize", (plain(dtype, (2, 3)),), {"ord": "fro", "axis": (0, 1)})
    yield Call("linalg.normalize", (np.zeros((1, 2), "float32"),), {"axis": 1})


def vectors() -> Iterator[Call]:
    for dtype in ("float16", "bfloat16", *FLOATS, "int32", "uint8"):
        yield Call("linalg.cross", (plain(dtype, (2, 3)), plain(dtype, (2, 3), 1)))
    yield Call("linalg.cross", (plain("float32", (3,)), As([1.0, 2.0, 3.0])))
    for dtype in ("float16", *SOLVED, "int32"):
        for shape in ((3,), (0,), (2, 3)):
            yield Call("linalg.tensor_diag", (plain(dtype, shape),))
        for shape in ((), (3, 3), (0, 0), (2, 3, 2, 3)):
            yield Call("linalg.tensor_diag_part", (plain(dtype, shape),))


def tridiagonal() -> Iterator[Call]:
    """Without gradients, which TensorFlow has wrong."""
    for dtype in ("int32",):
        yield Call("linalg.eigh_tridiagonal", (plain(dtype, (1,)), plain(dtype, (0,))))
    for a in (plain("float32", (1,)), plain("float64", (0,)), plain("complex64", (1,))):
        yield Call("linalg.eigh_tridiagonal", (a, a[:0]))


def eigenvalues_of_tridiagonal() -> Iterator[Call]:
    for dtype in SOLVED:
        for n in (2, 3, 5):
            a, b = plain(dtype, (n,)), plain(dtype, (n - 1,), 1)
            yield Call("linalg.eigh_tridiagonal", (a, b))
    a, b = plain("float64", (4,)), plain("float64", (3,), 1)
    yield Call("linalg.eigh_tridiagonal", (a, b), {"select": "i", "select_range": (1, 2)})
    yield Call("linalg.eigh_tridiagonal", (a, b), {"select": "v", "select_range": (-1.0, 1.0)})


def spectra() -> Iterator[Call]:
    """Eigenvalues of which order and vectors are the same everywhere: of two rows, real and apart."""
    for dtype in FLOATS:
        for a in ([[2.0, 1.0], [0.5, 3.0]], [[1.0, 0.25], [1.0, 4.0]], [[2.0]], [[-1.0, 0.5], [1.0, 2.0]]):
            for name in ("linalg.eig", "linalg.eigvals"):
                yield Call(name, (np.array(a, dtype),))
        yield Call("linalg.eigvals", (np.eye(2, dtype=dtype),))
    for dtype in SOLVED[2:]:
        yield Call("linalg.eigvals", (np.array([[2.0 + 1j]], dtype),))
        yield Call("linalg.eig", (np.array([[2.0 + 1j]], dtype),))
    yield Call("eigvals", (np.array([[[2.0, 1.0], [1.0, 3.0]]] * 2),))


SPECTRAL = (spectra, hermitian, singular, norms, vectors, tridiagonal)


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls in which TensorFlow is wrong, each with the variant that explains it."""
    for dtype in SOLVED[2:]:
        for shape in ((2, 3), (3, 2), (2, 2)):
            options = {"ord": 2, "axis": (0, 1)}
            yield "complex-singular-values", Call("norm", (rectangular(dtype, shape),), options)


def cotangents() -> Iterator[Call]:
    """One call, or a few, of every operation here that has a gradient."""
    yield Call("linalg.eigvalsh", (definite("float32"),))
    for shape in ((3, 3), (3, 2), (2, 3)):
        yield Call("linalg.pinv", (rectangular("float32", shape),))
    yield Call("norm", (rectangular("float32", (2, 3)),), {"ord": 2, "axis": (0, 1)})
    yield Call("linalg.cross", (positive("float32", (2, 3)), positive("float32", (2, 3), 1)))
    yield Call("linalg.tensor_diag", (positive("float32", (3,)),))
    yield Call("linalg.tensor_diag_part", (positive("float32", (3, 3)),))


def samples() -> Iterator[Call]:
    """What has several results, or another gradient in TensorFlow."""
    yield Call("linalg.eigh", (definite("float64"),))
    yield Call("linalg.eig", (np.array([[2.0, 1.0], [0.5, 3.0]]),))
    for shape in ((3, 3), (3, 2), (2, 3)):
        yield Call("linalg.svd", (rectangular("float64", shape),))
    yield Call("linalg.svd", (rectangular("float64", (2, 3), 1),), {"full_matrices": True})
    yield Call("linalg.eigh_tridiagonal", (plain("float64", (3,)), plain("float64", (2,), 1)))


def wrong() -> Iterator[Call]:
    for name in ("linalg.eigh", "linalg.eigvalsh", "linalg.eig", "linalg.svd", "linalg.pinv",
        "linalg.matrix_rank", "linalg.tensor_diag", "linalg.tensor_diag_part"):  # fmt: skip
        for dtype in ("float16", "bfloat16", "int8", "int64", "complex64", "bool", "string"):
            if dtype != "complex64" or name in ("linalg.pinv", "linalg.matrix_rank"):
                yield Call(name, (plain(dtype, (2, 2)),))
        for shape in ((), (3,), (2, 3), (2, 2, 3)):
            if name not in ("linalg.svd", "linalg.pinv", "linalg.matrix_rank") or len(shape) < 2:
                yield Call(name, (plain("float32", shape),))
        yield Call(name, (As(None),))
        yield Call(name, (As("x"),))
        yield Call(name, ())
    for dtype in ("complex64", "bool", "string"):
        yield Call("linalg.cross", (plain(dtype, (3,)), plain(dtype, (3,))))
    for one, other in (((3,), (2, 3)), ((2,), (2,)), ((), ()), ((2, 4), (2, 4)), ((1, 3), (2, 3))):
        yield Call("linalg.cross", (plain("float32", one), plain("float32", other)))
    yield Call("linalg.cross", (plain("float32", (3,)), plain("float64", (3,))))
    x = plain("float32", (2, 3))
    for axis in ((0, 0), (0, 2), (0, 1, 1), (0.5, 1), (-3, 1)):
        yield Call("norm", (x,), {"ord": 2, "axis": axis})
        yield Call("linalg.normalize", (x,), {"axis": axis})
    for order in (0, -1, "nonsense", "fro"):
        yield Call("linalg.normalize", (x,), {"ord": order})
    name, a, b = "linalg.eigh_tridiagonal", plain("float32", (3,)), plain("float32", (2,))
    for one, other in (
        (a, a),
        (a, b[:1]),
        (np.array(1, "float32"), b[:0]),
        (a, b.astype("float64")),
        (a, As(None)),
    ):
        yield Call(name, (one, other))
    for dtype in ("int32", "bool", "string"):
        yield Call(name, (plain(dtype, (3,)), plain(dtype, (2,))))
    yield Call(name, (a, b), {"select": "nonsense"})


WRONG_SPECTRAL = (wrong,)
