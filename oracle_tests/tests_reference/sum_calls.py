"""SUM CALLS: sums of lists, polynomials, shares of zeros, running sums of logarithms, and what passes on."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, INTS, plain

HALVES = ("float16", "bfloat16")
COMPLEX = ("complex64", "complex128")


def lists() -> Iterator[Call]:
    for dtype in (*FLOATS, *HALVES, *COMPLEX):
        a, b = plain(dtype, (2, 3)), plain(dtype, (2, 3), 1)
        yield Call("math.accumulate_n", ([a, b],))
        yield Call("math.accumulate_n", ([a],))
        yield Call("math.polyval", ([plain(dtype, ()), plain(dtype, (), 1)], plain(dtype, (3,), 2)))
        yield Call("identity_n", ([plain(dtype, (2,)), plain(dtype, (3,))],))
        yield Call("realdiv", (a, b))
    a = plain("float32", (2, 2))
    yield Call("math.accumulate_n", ([a, a, a],), {"shape": [2, 2]})
    yield Call("math.accumulate_n", ([a, a],), {"tensor_dtype": "float32"})
    yield Call("math.polyval", ([], a))
    yield Call("math.polyval", ([As(1.5), a, a[0]], a))
    yield Call("math.polyval", ([As(1.5), As(2.0)], As(3.0)))
    yield Call("identity_n", ([a, plain("int32", (2,)), As("x")],))
    yield Call("identity_n", ([As(1), As(2.5)],))
    yield Call("realdiv", (a, plain("float32", (2,), 1)))


def zeros() -> Iterator[Call]:
    for dtype in (*FLOATS, *HALVES, *COMPLEX, "int32", "uint8", "bool"):
        yield Call(
            "math.zero_fraction",
            (np.array([0, 1, 0, 2]).astype("float32" if dtype == "bfloat16" else dtype),),
        )
    yield Call("math.zero_fraction", (np.zeros((0, 2), "float32"),))
    yield Call("math.zero_fraction", (As(["", "a"]),))
    yield Call("nn.zero_fraction", (As(0.0),))


def logarithms() -> Iterator[Call]:
    for dtype in FLOATS:
        for axis in (0, 1, -1):
            for exclusive in (False, True):
                for reverse in (False, True):
                    options = {"axis": axis, "exclusive": exclusive, "reverse": reverse}
                    yield Call("math.cumulative_logsumexp", (plain(dtype, (2, 3)),), options)
        yield Call("math.cumulative_logsumexp", (np.array([-np.inf, 0], dtype),))
        yield Call("math.cumulative_logsumexp", (np.array([0, -np.inf], dtype),))
        yield Call("math.cumulative_logsumexp", (np.array([1, 100, -100], dtype),))
        yield Call("math.cumulative_logsumexp", (np.zeros((0, 2), dtype),))
    yield Call("math.cumulative_logsumexp", (Cell(plain("float64", (3,))),))


def steps() -> Iterator[Call]:
    for dtype in FLOATS:
        x, y = np.array([0, 1, -1, 1, np.inf], dtype), np.array([1, 1, 0, np.inf, 0], dtype)
        yield Call("math.nextafter", (x, y))
        yield Call("math.nextafter", (np.array([[1.0], [2.0]], dtype), As(0.0)))
    for dtype in (*FLOATS, *HALVES, *INTS):
        x = np.array([7, -7, 3, 0]) if not dtype.startswith("u") else np.array([7, 9, 3, 0])
        y = np.array([2, 2, -5, 4]) if not dtype.startswith("u") else np.array([2, 4, 5, 4])
        x, y = ((z.astype("float32") if dtype in HALVES else z.astype(dtype)) for z in (x, y))
        yield Call("truncatediv", (x, y))
    yield Call("truncatediv", (np.array([7.5, -0.5], "float32"), As(2.0)))
    for x in (plain("float32", (2,)), plain("int32", ()), As("x"), np.zeros((0, 2))):
        yield (
            Call("debugging.assert_all_finite", (x, As("m")))
            if not isinstance(x, As) and x.dtype.kind == "f"
            else Call("identity_n", ([x],))
        )
    yield Call("truncatemod", (np.array([7, -7], "int32"), np.array([2, -2], "int32")))


def faulty() -> Iterator[tuple[str, Call]]:
    for dtype in FLOATS:
        yield (
            "truncated-remainder",
            Call("truncatemod", (np.array([7.5, -7.5, 1.0], dtype), np.array([2, 2, -0.3], dtype))),
        )
        yield "guaranteed-constant", Call("guarantee_const", (plain(dtype, (2,)),))
    yield "guaranteed-constant", Call("guarantee_const", (Cell(plain("float32", (2,))),))


def wrong() -> Iterator[Call]:
    a = plain("float32", (2,))
    for items in ([], a, [a, a[:1]], [a, a.astype("float64")], [a, As(None)], As(3)):
        yield Call("math.accumulate_n", (items,))
    yield Call("math.accumulate_n", ([a, a],), {"shape": [3]})
    yield Call("math.accumulate_n", ([a, a],), {"tensor_dtype": "int32"})
    for items in (As(3.0), [], [As(None)], As(None)):
        yield Call("identity_n", (items,))
    for operands in (([As(1.0), a.astype("float64")], a), (As((1.0, 2.0)), a), (a, a), ([As(None)], a)):
        yield Call("math.polyval", operands)
    for name in ("truncatediv", "truncatemod", "math.nextafter", "realdiv"):
        for dtype in ("int8", "int32", "uint16", "bool", "string"):
            if name != "truncatediv" or dtype in ("bool", "string"):
                yield Call(name, (plain(dtype, (2,)), plain(dtype, (2,))))
        if name in ("truncatemod", "math.nextafter"):
            for dtype in (*HALVES, "complex64"):
                yield Call(name, (plain(dtype, (2,)), plain(dtype, (2,))))
        yield Call(name, (a, np.ones(3, "float32")))
        yield Call(name, (a, As(None)))
    yield Call("truncatediv", (np.array([1], "int32"), np.array([0], "int32")))
    yield Call("truncatemod", (np.array([1], "int32"), np.array([0], "int32")))
    for dtype in ("int32", "bool", "complex64"):
        yield Call("math.cumulative_logsumexp", (plain(dtype, (2,)),))
        yield Call("debugging.assert_all_finite", (plain(dtype, (2,)), As("m")))
    yield Call("math.cumulative_logsumexp", (a,), {"axis": 1})
    yield Call("math.cumulative_logsumexp", (As(1.0),))
    yield Call("debugging.assert_all_finite", (np.array([1, np.nan]), As("m")))
    yield Call("debugging.assert_all_finite", (a, As(3)))
    yield Call("guarantee_const", (As(None),))


def samples() -> Iterator[Call]:
    x = np.array([0.25, 1.5, -2.25])
    yield Call("math.cumulative_logsumexp", (x,))
    yield Call("math.nextafter", (x, x + 1))
    yield Call("truncatediv", (x, np.array([0.75, 0.5, 0.5])))
    yield Call("truncatemod", (x, np.array([0.75, 0.4, 0.5])))
    yield Call("guarantee_const", (x,))
    yield Call("identity_n", ([x, x],))


SUMS = (lists, zeros, logarithms, steps)
WRONG_SUMS = (wrong,)
