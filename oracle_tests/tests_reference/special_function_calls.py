"""SPECIAL FUNCTION CALLS: error, gamma and Bessel functions, and products guarded against nan."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, plain

HALVES = ("float16", "bfloat16")
POLES = (0.0, -1.0, -2.0, -0.5, -1.5, 0.25, 0.5, 1.0, 1.5, 2.0, 3.5, 10.0, np.inf, np.nan)
BESSEL = (0.1, 0.5, 1.0, 2.5, 5.0, 7.5, 12.0, np.nan)
SIGNED = (-0.5, -2.0, -9.0)
PLACES: dict[str, tuple[float, ...]] = {
    "math.erf": (0.0, -0.0, 0.5, -0.5, 1.0, 2.0, -3.0, 20.0, np.nan),
    "math.erfinv": (0.5, -0.5, 0.1, -0.9, 1.0, -1.0, 2.0, np.nan),
    "math.erfcinv": (0.5, 1.5, 0.1, 1.9, 0.0, 2.0, -1.0, np.nan),
    "math.ndtri": (0.5, 0.25, 0.75, 0.01, 0.99, 0.0, 1.0, 2.0, np.nan),
    "math.lgamma": POLES,
    "math.digamma": POLES[:-2],
    "math.special.spence": (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0, -1.0, np.nan),
    **{f"math.bessel_{name}": (*BESSEL, *SIGNED) for name in ("i0", "i0e", "i1", "i1e")},
    **{f"math.special.bessel_{name}": (*BESSEL, *SIGNED) for name in ("i0", "i0e", "i1", "i1e")},
    **{f"math.special.bessel_{name}": (*BESSEL, *SIGNED, 0.0) for name in ("j0", "j1")},
    **{
        f"math.special.bessel_{name}": (*BESSEL, 0.0, *SIGNED)
        for name in ("k0", "k0e", "k1", "k1e", "y0", "y1")
    },
}
SHAPES = ((), (2, 3), (0,), (2, 0), (1, 1))


def unary() -> Iterator[Call]:
    for name, places in PLACES.items():
        for dtype in FLOATS:
            yield Call(name, (np.array(places, dtype),))
        for shape in SHAPES:
            yield Call(name, (np.full(shape, 0.5, "float32"),))
        yield Call(name, (Cell(np.array([0.25, 0.75])),))
        yield Call(name, (As([0.25, 0.5]),))
    for x in ([[0.0, 1.0]], [[0.5, 1.5, 2.5], [1.0, 2.0, 3.0]], [[[0.25]]], [[]], [1.5, 2.0]):
        for dtype in FLOATS:
            yield Call("math.lbeta", (np.array(x, dtype),))


def halves() -> Iterator[Call]:
    for name in PLACES:
        yield Call(name, (np.array([0.25, 0.5, 1.5], "float16"),))
    yield Call("math.lbeta", (np.array([0.25, 0.5, 1.5], "float16"),))


def pairs() -> Iterator[Call]:
    for dtype in FLOATS:
        orders, x = np.array([0, 1, 2, 3, 1, 1], dtype), np.array([1.5, 1.0, 0.5, 2.5, 0.0, 4.0], dtype)
        yield Call("math.polygamma", (orders, x))
        yield Call(
            "math.zeta",
            (np.array([2.0, 1.5, 3.0, 4.0, 2.0], dtype), np.array([1.0, 2.0, 0.5, 3.5, 2.0], dtype)),
        )
        yield Call("math.zeta", (np.array([1, 1, 2, 3, 3], dtype), np.array([0, 2, -1, -1, -0.5], dtype)))
        yield Call("math.polygamma", (np.array([0, 1, 2, 0.5], dtype), np.array([-1, -1, -1, 1.5], dtype)))
        yield Call(
            "math.betainc", tuple(np.array(x, dtype) for x in ([1, 0, 1, 2], [0, 1, 1, 2], [1, 0.5, 2, -1]))
        )
        yield Call("math.polygamma", (As(1.0), np.array([[0.5, 2.0]], dtype)))
        yield Call("math.zeta", (As(2.0), np.array([[0.5], [2.0]], dtype)))
        yield Call(
            "math.betainc",
            tuple(
                np.array(x, dtype)
                for x in ([0.5, 1, 2, 1, 0.5], [0.5, 1, 3, 1, 0.5], [0.25, 0.5, 0.75, 0, 1])
            ),
        )
        yield Call("math.betainc", (As(0.5), np.array([1.5, 2.5], dtype), np.array([0.25, 0.5], dtype)))


def incomplete() -> Iterator[Call]:
    for name in ("math.igamma", "math.igammac"):
        for dtype in FLOATS:
            a, x = np.array([0.5, 1.0, 2.5, 4.0, 1.5], dtype), np.array([0.25, 1.0, 2.0, 3.0, 5.0], dtype)
            yield "igamma-second-order", Call(name, (a, x))
            yield "igamma-second-order", Call(name, (np.array([[0.5], [2.0]], dtype), As(1.5)))


GUARDED = ("math.xlogy", "math.xlog1py", "math.xdivy", "math.multiply_no_nan")
TWO = {
    "math.xlogy": ([0, 0, 0, 1, 2, -1, 0.5], [0, -1, 2, 0, 3, 0.5, 1]),
    "math.xlog1py": ([0, 0, 1, 2, -1, 0.5], [-1, 2, -1, 3, 0.5, 1]),
    "math.xdivy": ([0, 1, 0, 2, -1, 0.5], [0, 0, 2, 3, 0.5, -1]),
    "math.multiply_no_nan": ([np.inf, np.nan, 2, 2, -1, 0], [0, 0, 0, 3, 0.5, -1]),
}
COMPLEX = ([1 + 2j, 0.5 - 1j, 0, -2j], [0.5 + 1j, 2 - 1j, 1j, 0.25 + 0.5j])


def guarded() -> Iterator[Call]:
    for name in GUARDED:
        for dtype in (*FLOATS, *HALVES):
            x, y = (np.array(z, dtype) for z in TWO[name])
            yield Call(name, (x, y))
        yield Call(name, (np.array([[0.5], [2.0]], "float32"), np.array([1.0, 3.0], "float32")))
        yield Call(name, (np.array(0.5, "float32"), As(2.0)))
        if name != "math.multiply_no_nan":
            yield Call(name, (As(2.0), np.array([0.5, 1.5])))
        yield Call(name, (np.zeros((0, 2), "float32"), np.ones(2, "float32")))
    for dtype in (*FLOATS, *HALVES, "complex64", "complex128"):
        yield Call("math.reciprocal_no_nan", (np.array([0, 1, -2, 0.5], dtype),))
    yield Call("math.reciprocal_no_nan", (np.array([np.inf, 0, 4], "float32"),))
    yield Call("math.reciprocal_no_nan", (Cell(np.array([[0.0, 4.0]])),))
    yield Call("math.reciprocal_no_nan", (As([0.5, 0.0]),))


def unconjugated() -> Iterator[tuple[str, Call]]:
    for name in GUARDED:
        for dtype in ("complex64", "complex128"):
            yield "guarded-unconjugated", Call(name, tuple(np.array(z, dtype) for z in COMPLEX))


def at_zero() -> Iterator[tuple[str, Call]]:
    for dtype in FLOATS:
        for name in ("math.bessel_i1", "math.bessel_i0"):
            yield "bessel-i1-at-zero", Call(name, (np.array([0.0, -0.0, 1.5], dtype),))


def beyond() -> Iterator[tuple[str, Call]]:
    """Far out, where TensorFlow overflows, or loses digits or a sign."""
    for dtype in FLOATS:
        yield "erfinv-by-ndtri", Call("math.erfinv", (np.array([1e-4, -1e-6, 0.0, 0.25], dtype),))
        yield "dawsn-of-large-negatives", Call("math.special.dawsn", (np.array([-1e10, 1e10], dtype),))
        yield "expint-overflows", Call("math.special.expint", (np.array([np.inf], dtype),))
    for name in ("math.bessel_i0", "math.bessel_i1"):
        yield "scaled-bessel-overflows", Call(name, (np.array([90.0, -90.0, 2.0], "float32"),))
    yield "expint-overflows", Call("math.special.expint", (np.array([90.0], "float32"),))
    yield "erf-of-infinity", Call("math.erf", (np.full(32, np.inf),))


def faulty() -> Iterator[tuple[str, Call]]:
    yield from beyond()
    yield from at_zero()
    yield from incomplete()
    yield from unconjugated()


def wrong() -> Iterator[Call]:
    for name in (*PLACES, "math.lbeta", "math.reciprocal_no_nan"):
        for dtype in ("int32", "bool", "complex64", "bfloat16"):
            if dtype != "complex64" or name != "math.reciprocal_no_nan":
                yield Call(name, (plain(dtype, (2,)),))
        yield Call(name, (As(None),))
        yield Call(name, ())
    for name in (*GUARDED, "math.polygamma", "math.zeta", "math.igamma", "math.igammac"):
        for dtype in ("int32", "bool", "string"):
            yield Call(name, (plain(dtype, (2,)), plain(dtype, (2,))))
        yield Call(name, (np.ones(2, "float32"), np.ones(2)))
        yield Call(name, (np.ones(2, "float32"), np.ones(3, "float32")))
        yield Call(name, (np.ones(2, "float32"), As(None)))
        if name not in GUARDED:
            for dtype in (*HALVES, "complex64"):
                yield Call(name, (np.ones(2, dtype), np.ones(2, dtype)))
    yield Call("math.multiply_no_nan", (As(2.0), np.array([0.5, 1.5])))
    x = np.ones(2, "float32")
    for operands in (
        (x, x, np.ones(3, "float32")),
        (x, x, np.ones(2)),
        (x, x, As(None)),
        (x.astype("int32"),) * 3,
    ):
        yield Call("math.betainc", operands)


def samples() -> Iterator[Call]:
    """Points where every one of them is smooth."""
    for name in PLACES:
        yield Call(name, (np.array([0.25, 0.375, 0.75]),))
    yield Call("math.lbeta", (np.array([0.25, 0.5, 0.75]),))
    for name in ("math.polygamma", "math.zeta", *GUARDED, "math.igamma", "math.igammac"):
        yield Call(name, (np.array([2.0, 3.0]), np.array([0.5, 1.25])))
    yield Call("math.betainc", (np.array([2.0, 3.0]), np.array([0.5, 1.25]), np.array([0.25, 0.75])))


SPECIAL_FUNCTIONS = (unary, halves, pairs, guarded)
WRONG_SPECIAL_FUNCTIONS = (wrong,)
