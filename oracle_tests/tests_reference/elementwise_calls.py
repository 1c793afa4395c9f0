"""ELEMENTWISE CALLS: operations on one element, or on pairs, of all dtypes, shapes and special values."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call, Cell
from .sample_values import (
    ALL,
    FLOATS,
    INTS,
    NUMBERS,
    has_coarse_reciprocal,
    in_threes,
    plain,
    positive,
    specials,
)

POWERS = ("math.pow", "**")

UNARY: dict[str, tuple[str, ...]] = {
    "math.exp": FLOATS,
    "math.log": FLOATS,
    "math.reciprocal": FLOATS,
    "math.sqrt": FLOATS,
    "math.sin": FLOATS,
    "math.cos": FLOATS,
    "math.tanh": FLOATS,
    "math.sigmoid": FLOATS,
    "math.floor": FLOATS,
    "math.ceil": FLOATS,
    "math.rint": FLOATS,
    "math.is_nan": FLOATS,
    "math.is_inf": FLOATS,
    "math.abs": NUMBERS,
    "math.sign": NUMBERS,
    "math.negative": NUMBERS,
    "math.conj": NUMBERS,
    "math.real": NUMBERS,
    "math.imag": NUMBERS,
    "math.angle": FLOATS,
    "math.square": NUMBERS,
    "nn.relu": NUMBERS,
    "identity": ALL,
    "stop_gradient": ALL,
    "zeros_like": ALL,
    "ones_like": ALL,
    "shape": ALL,
    "size": ALL,
    "rank": ALL,
    "math.logical_not": ("bool",),
    "neg": NUMBERS,
    "abs": NUMBERS,
    "~": ("bool", *INTS),
}

BINARY: dict[str, tuple[str, ...]] = {
    "math.add": NUMBERS,
    "math.subtract": NUMBERS,
    "math.multiply": NUMBERS,
    "math.truediv": FLOATS,
    "math.divide": FLOATS,
    "math.floordiv": FLOATS,
    "math.floormod": FLOATS,
    "math.pow": FLOATS,
    "math.maximum": NUMBERS,
    "math.minimum": NUMBERS,
    "math.divide_no_nan": FLOATS,
    "complex": FLOATS,
    "math.less": NUMBERS,
    "math.less_equal": NUMBERS,
    "math.greater": NUMBERS,
    "math.greater_equal": NUMBERS,
    "math.equal": ALL,
    "math.not_equal": ALL,
    "math.logical_and": ("bool",),
    "math.logical_or": ("bool",),
    "+": NUMBERS,
    "-": NUMBERS,
    "*": ALL,
    "/": FLOATS,
    "//": FLOATS,
    "%": FLOATS,
    "**": FLOATS,
    "&": ("bool", *INTS),
    "|": ("bool", *INTS),
    "^": ("bool", *INTS),
    "<": NUMBERS,
    "<=": NUMBERS,
    ">": NUMBERS,
    ">=": NUMBERS,
    "==": ALL,
    "!=": ALL,
}

SHAPES = (
    ((2, 3), (2, 3)),
    ((2, 3), (3,)),
    ((2, 1), (1, 3)),
    ((), (2, 3)),
    ((3,), (2, 3)),
    ((2, 3), ()),
    ((1,), ()),
    ((0,), (1,)),
    ((), ()),
    ((1, 1), (1,)),
    ((2, 0), (2, 1)),
    ((), (0, 2)),
)


def unary() -> Iterator[Call]:
    for name, dtypes in UNARY.items():
        for dtype in dtypes:
            yield Call(name, (specials(dtype),))
        for shape in ((), (2, 3), (0,), (2, 0), (1, 1)):
            yield Call(name, (plain(dtypes[0], shape),))
        yield Call(name, (Cell(plain(dtypes[0], (2, 2))),))
    for name in ("math.exp", "identity", "zeros_like", "shape"):
        yield Call(name, (As([1.0, 2.0]),))
        yield Call(name, (As(1.5),))


def binary() -> Iterator[Call]:
    for name, dtypes in BINARY.items():
        for dtype in dtypes:
            yield Call(name, pairs(name, dtype))
            if np.dtype(dtype).kind != "b":
                yield Call(name, (plain(dtype, (3,), 1), As(2)))
                yield Call(name, (As(2), positive(dtype, (3,), 1)))
        for a, b in SHAPES if "." in name else SHAPES[:3]:
            yield Call(name, (positive(dtypes[0], a, 1), positive(dtypes[0], b, 2)))
        if dtypes[0] in FLOATS:
            yield from mixed(name)


def pairs(name: str, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    """Every special value beside every other."""
    values = specials(dtype)
    x, y = (a.reshape(-1) for a in np.meshgrid(values, values))
    if name in POWERS and dtype != "string":
        kept = _kept_for_powers(x, y) & ~has_coarse_reciprocal(x)
        x, y = x[kept], y[kept]
    return x, y


def powers_of_large_numbers() -> Iterator[Call]:
    x, y = (a.reshape(-1) for a in np.meshgrid(specials("float32"), specials("float32")))
    kept = _kept_for_powers(x, y) & has_coarse_reciprocal(x)
    for name in POWERS:
        yield from (Call(name, pair) for pair in in_threes(x[kept], y[kept]))


def _kept_for_powers(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    is_wrong = (x == 0) & ((y == 0) | (y == 1))  # in TensorFlow, which has a test of its own
    is_lost = (abs(x) == abs(y)) & (abs(x) < 1e-9) & (x != 0)  # at tiny^tiny nothing is left
    return ~is_wrong & ~is_lost


def mixed(name: str) -> Iterator[Call]:
    """A tensor beside what is to become one, and variables."""
    x = positive("float32", (3,))
    for other in (1.5, True, np.float64(1.5), np.array([1.0, 2.0, 3.0]), [1, 2, 3]):
        yield Call(name, (x, As(other)))
        yield Call(name, (As(other), x))
    for a, b in ((Cell(x), x), (x, Cell(x)), (Cell(x), As(2.0)), (As(2.0), Cell(x))):
        yield Call(name, (a, b))


def int_arithmetic() -> Iterator[Call]:
    for dtype in INTS:
        limits = np.iinfo(dtype)
        x, y = np.meshgrid(specials(dtype), np.array([1, -1, 2, -3, 7, limits.max, limits.min], dtype))
        for name in ("math.floordiv", "math.floormod", "//", "%", "math.truediv", "math.divide", "/"):
            yield Call(name, (x, y))
            yield Call(name, (x[0], As(3)))
            yield Call(name, (As(3), y[:, 0]))
        for name in ("math.truediv", "math.divide_no_nan", "/"):
            yield Call(name, (x, np.zeros((), dtype)))
        base, power = np.meshgrid(np.array([0, 1, -1, 2, -3, 7], dtype), np.array([0, 1, 2, 3, 5], dtype))
        for name in ("math.pow", "**"):
            yield Call(name, (base, power))


def casts() -> Iterator[Call]:
    for a in ALL:
        for b in ALL:
            values = specials(a)
            if a in FLOATS and b in INTS:
                values = values[np.abs(values) < 1e8]  # beyond, C++ leaves the result open
            yield Call("cast", (values,), {"dtype": b})
        yield Call("cast", (plain(a, (2, 0)),), {"dtype": "float32"})
        yield Call("cast", (Cell(plain(a, (2,))),), {"dtype": "float64"})
        for name in ("zeros_like", "ones_like"):
            yield Call(name, (plain(a, (2,)),), {"dtype": "float64"})
    for value in (1, 1.5, True, [1, 2], np.array([1.5, 2])):
        yield from (Call("cast", (As(value),), {"dtype": b}) for b in ALL)
    for x, dtype in ((plain("float32", (2, 2)), "float64"), (plain("float64", (2,)), "int32")):
        yield Call("bitcast", (x,), {"type": dtype})
    for dtype in ("int64", "float32", "bool"):
        yield Call("shape", (plain("float32", (2, 3)),), {"out_type": dtype})
        yield Call("size", (plain("float32", (2, 3)),), {"out_type": dtype})


def selections() -> Iterator[Call]:
    a: Any
    b: Any
    shapes = (
        ((2, 3), (2, 3), (2, 3)),
        ((3,), (2, 3), (2, 1)),
        ((), (2,), (2,)),
        ((2, 1), (), (1, 3)),
        ((0,), (0,), (1,)),
    )
    for dtype in ALL:
        for c, a, b in shapes if dtype == "float32" else shapes[1:2]:
            yield Call("where", (plain("bool", c, 1), plain(dtype, a), plain(dtype, b, 2)))
    values = np.array([0.0, np.nan, np.inf, 1.0], "float32")
    condition, x = np.array([True, False, True]), plain("float32", (3,))
    yield Call("where", (values > 0.5, values, values[::-1].copy()))
    for a, b in (
        (x, As(0.0)),
        (As(0.0), x),
        (As(1), x),
        (x, As(1)),
        (As(1), As(2)),
        (As(1), As(2.0)),
        (As(1.0), As(2)),
        (Cell(x), x),
    ):
        yield Call("where", (condition, a, b))
    yield Call("where", (As(True), x, As(0.0)))
    yield Call("where", (As([True, False, False]), x, Cell(x)))
    for only in (
        condition,
        plain("bool", (2, 3)),
        np.array(True),
        plain("bool", (0, 2)),
        x,
        plain("int32", (2, 3)),
    ):
        yield Call("where", (only,))
    for dtype in NUMBERS:
        t, low, high = np.meshgrid(specials(dtype), *[np.array([0, 1, 3], dtype)] * 2)
        yield Call("clip_by_value", (t, low, high))
        yield Call("clip_by_value", (specials(dtype), As(0), As(1)))
        yield Call("clip_by_value", (plain(dtype, (2, 3)), plain(dtype, (3,)), positive(dtype, ())))
    yield Call("clip_by_value", (plain("float32", (0, 3)), x, As(1.0)))
    yield Call("clip_by_value", (x, As(0.5), As(-1.0)))
    yield Call("clip_by_value", (Cell(x), As(0.0), Cell(x)))
    yield Call("clip_by_value", (x, np.array([np.nan, 0, 0], "float32"), As(1.0)))


ELEMENTWISE = (unary, binary, powers_of_large_numbers, int_arithmetic, casts, selections)
