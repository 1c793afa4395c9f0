"""SPECIAL CALLS: trigonometric and hyperbolic functions, and their inverses."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, plain

SHAPES: tuple[tuple[int, ...], ...] = ((), (2, 3), (0,), (2, 0), (1, 1))
ANYWHERE = (0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 0.1, -0.9, 1e-6, 2.0, -2.0, np.inf, -np.inf, np.nan)
INNER = (0.0, -0.0, 0.5, -0.5, 0.1, -0.9, 1e-6, 0.99)
PLACES: dict[str, tuple[float, ...]] = {
    "math.tan": (*ANYWHERE, 1.3, -1.3, 10.0),
    "math.asin": ANYWHERE,
    "math.acos": ANYWHERE,
    "math.atan": (*ANYWHERE, 100.0),
    "math.sinh": (*ANYWHERE, 100.0, -100.0, 20.0),
    "math.cosh": (*ANYWHERE, 100.0, -100.0, 20.0),
    "math.asinh": (*ANYWHERE, 1e10, -100.0),
    "math.acosh": (1.0, 1.5, 2.0, 10.0, 1e10, 0.5, -1.0, np.inf, np.nan),
    "math.atanh": ANYWHERE,
}
COMPLEX = np.array([0.5 + 0.25j, -0.5 + 0.75j, 0.25 - 1.5j, -1.5 - 0.5j, 0.75j + 0.1, 2.5 + 1j], "complex128")


def unary() -> Iterator[Call]:
    for name, places in PLACES.items():
        for dtype in FLOATS:
            yield Call(name, (np.array(places, dtype),))
        yield Call(name, (COMPLEX,))
        yield Call(name, (COMPLEX.astype("complex64"),))
        inside = plain("float64", (2, 2)) / 4 + (2 if name == "math.acosh" else 0)
        yield from (Call(name, (np.full(shape, 0.5, "float32"),)) for shape in SHAPES)
        yield Call(name, (Cell(inside),))
        yield Call(name, (As([0.25, 1.0]),))


PAIRS = np.array(
    [[0, 0], [0, -1], [-0.0, -1], [1, 0], [-1, 0], [1, 1], [-2, 3], [0.5, -0.25], [np.inf, 1], [1, np.inf],
     [np.inf, -np.inf], [np.nan, 1]]
)  # fmt: skip


def angles() -> Iterator[Call]:
    for dtype in FLOATS:
        y, x = PAIRS.astype(dtype).T
        yield Call("math.atan2", (y.copy(), x.copy()))
        yield Call("math.atan2", (plain(dtype, (2, 3)), As(2.0)))
        yield Call("math.atan2", (As(2.0), plain(dtype, (2, 3))))
    for a, b in (((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2, 3)), ((0,), (1,)), ((1,), ())):
        yield Call("math.atan2", (plain("float32", a), plain("float32", b, 1)))
    yield Call("math.atan2", (Cell(plain("float32", (2, 2))), plain("float32", (2, 2), 1)))


def wrong() -> Iterator[Call]:
    for name in PLACES:
        yield Call(name, (np.array([1, 2], "int32"),))
        yield Call(name, (np.array([True]),))
    yield Call("math.atan2", (plain("float32", (2,)), plain("float64", (2,))))
    yield Call("math.atan2", (plain("float32", (2,)), plain("float32", (3,))))
    yield Call("math.atan2", (plain("complex64", (2,)), plain("complex64", (2,))))
    yield Call("math.atan2", (plain("int32", (2,)), plain("int32", (2,))))


def samples() -> Iterator[Call]:
    """Points where every function is smooth."""
    for name in PLACES:
        yield Call(name, (np.array([1.25, 2.0, 3.5] if name == "math.acosh" else [0.25, -0.5, 0.75]),))
    yield Call("math.atan2", (np.array([0.5, -1.0, 2.0]), np.array([1.5, -0.5, 0.25])))


SPECIAL = (unary, angles)
WRONG_SPECIAL = (wrong,)
