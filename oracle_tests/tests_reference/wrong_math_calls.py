"""WRONG MATH CALLS: operands and arguments of norms, statistics and order that do not fit, or nearly."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call
from .math_calls import STATISTICS, UNARY, X, Y
from .sample_values import NUMBERS, plain

OTHERS: tuple[Any, ...] = (
    2,
    2.5,
    True,
    None,
    [1, 2],
    [1.0, 2.0],
    [[1.0], [2.0, 3.0]],
    2**40,
    np.float64(1.5),
)


def wrong_operands() -> Iterator[Call]:
    names = (*UNARY, *STATISTICS, "math.reduce_any", "math.reduce_all",
             "norm", "math.l2_normalize", "nn.l2_loss",
             "math.top_k", "sort", "argsort", "argmax", "argmin", "linalg.global_norm")  # fmt: skip
    for name in names:
        for dtype in (*NUMBERS, "bool"):
            yield Call(name, (np.ones((3,), dtype),))
        yield from (Call(name, (As(other),)) for other in OTHERS)
        yield Call(name, ())
        yield Call(name, (X,) * 9)
        yield Call(name, (X,), {"nonsense": 1})
        yield Call(name, (X,), {"name": "n"})
        yield Call(name, (plain("float32", ()),))
    for name in ("math.squared_difference", "math.scalar_mul"):
        for a in (*NUMBERS, "bool"):
            for b in (*NUMBERS, "bool"):
                yield Call(name, (np.ones((), a), np.ones((3,), b)))
        for other in OTHERS:
            yield Call(name, (X, As(other)))
            yield Call(name, (As(other), X))
            yield Call(name, (As(other), As(2.0)))
        yield Call(name, (plain("float32", (2,)), plain("float32", (3,))))
    for bound in (As(None), As([1.0]), np.array(1.0), np.array(1), X, np.array([1.0, 2.0], "float32")):
        yield Call("clip_by_norm", (plain("float32", (3,)), bound))
        yield Call("clip_by_global_norm", ([X, Y], bound))
    for dtype in (*NUMBERS, "bool"):
        yield Call("clip_by_norm", (np.ones((3,), dtype), As(1.0)))
        yield Call("clip_by_global_norm", ([np.ones((3,), dtype)], As(1.0)))
    for items in (
        As([]),
        As(None),
        As("x"),
        X,
        As(2.0),
        [X, np.ones((3,))],
        [As(None)],
        As([None, None]),
        As((2.0,)),
    ):
        yield Call("clip_by_global_norm", (items, As(1.0)))


def wrong_arguments() -> Iterator[Call]:
    axes: tuple[Any, ...] = (2, -3, [0, 0], [1, 2], 0.5, [0.0], "x", True, [[0, 1]], [None], (), [0], 2**40)
    for axis in axes:
        for name in (*STATISTICS, "norm", "math.l2_normalize", "sort", "argsort", "argmax", "argmin"):
            yield Call(name, (X,), {"axis": axis})
        yield Call("math.reduce_any", (plain("bool", (2, 3)),), {"axis": axis})
        yield Call("clip_by_norm", (X, As(1.0)), {"axes": axis})
    for name in ("sort", "argsort", "argmax", "argmin", "math.reduce_std", "math.reduce_all"):
        for at in (np.array(0), np.array([1]), np.array(0.0), np.array([0, 1])):
            yield Call(name, (X, at))
    for keep in (None, 1, 0, "yes", 0.5):
        for name in (*STATISTICS, "norm"):
            yield Call(name, (X,), {"axis": 0, "keepdims": keep})
        yield Call("math.reduce_any", (plain("bool", (2, 3)),), {"axis": 0, "keepdims": keep})
    for order in (0, -1, "x", None, "fro", [1], 1j, np.nan, True, -np.inf):
        yield Call("norm", (X,), {"ord": order})
        yield Call("norm", (X,), {"ord": order, "axis": (0, 1)})
    for epsilon in (None, "x", 1, [1.0], -1.0, np.float64(1e-3)):
        yield Call("math.l2_normalize", (X,), {"epsilon": epsilon})
    for k in (-1, 4, 1.0, True, None, [1], 2**40, np.int64(1), "x", np.float32(1)):
        yield Call("math.top_k", (X,), {"k": k})
    for kind in ("float32", "x", None, np.int64):
        yield Call("math.top_k", (X,), {"index_type": kind})
        yield Call("argmax", (X,), {"output_type": kind})
        yield Call("argmin", (X,), {"output_type": kind})
    for direction in ("ascending", None, 1, "DESCENDING"):
        yield Call("sort", (X,), {"direction": direction})
    for name in ("argmax", "argmin"):
        yield Call(name, (plain("float32", (2, 0)),), {"axis": 1})


WRONG_MATH = (wrong_operands, wrong_arguments)
