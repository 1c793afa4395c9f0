"""INTEGRAL CALLS: integrals that are no elementary functions, at ordinary and delicate points."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS

ANYWHERE = (0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 0.1, -0.9, 1e-6, 2.0, -2.0, 3.0, np.nan)
PLACES: dict[str, tuple[float, ...]] = {
    "math.special.dawsn": ANYWHERE,
    "math.special.expint": (0.0, 0.1, 0.5, 1.0, 2.0, 5.0, -1.0, -0.5, np.nan),
    "math.special.fresnel_cos": ANYWHERE,
    "math.special.fresnel_sin": ANYWHERE,
}


def unary() -> Iterator[Call]:
    for name, places in PLACES.items():
        for dtype in FLOATS:
            yield Call(name, (np.array(places, dtype),))
        for shape in ((), (2, 3), (0,), (2, 0), (1, 1)):
            yield Call(name, (np.full(shape, 0.5, "float32"),))
        yield Call(name, (Cell(np.array([0.25, 0.75])),))
        yield Call(name, (As([0.25, 0.5]),))


def wrong() -> Iterator[Call]:
    for name in PLACES:
        for dtype in ("int32", "bool", "complex64"):
            yield Call(name, (np.array([1, 0], dtype),))
        yield Call(name, (np.array([0.5, 0.25], "float16"),))


def samples() -> Iterator[Call]:
    """Points where every one of them is smooth."""
    for name in PLACES:
        yield Call(name, (np.array([0.25, 0.5, 0.75]),))


INTEGRALS = (unary,)
WRONG_INTEGRALS = (wrong,)
