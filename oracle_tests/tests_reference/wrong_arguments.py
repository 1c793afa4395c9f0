"""WRONG ARGUMENTS: axes, shapes, flags, dtypes and indices that do not fit, or nearly."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .array_calls import REDUCTIONS
from .calls import As, Call, Cell
from .sample_values import ALL, plain

AXES: tuple[Any, ...] = (2, -3, 5, [0, 0], [0, -2], [1, 2], 0.5, 1.0, [0.0], "x", True, [True],
    [[0, 1]], None, [None], 2**40, np.float32(1), (0, 1, 1),)  # fmt: skip


def axes() -> Iterator[Call]:
    x = plain("float32", (2, 3))
    for axis in AXES:
        for name in REDUCTIONS:
            yield Call(name, (x,), {"axis": axis})
        for name in ("math.cumsum", "math.cumprod", "nn.softmax", "nn.log_softmax", "expand_dims", "squeeze"):
            yield Call(name, (x,), {"axis": axis})
        yield Call("squeeze", (plain("float32", (1, 1)),), {"axis": axis})
        for name in ("concat", "stack"):
            yield Call(name, ([x, x],), {"axis": axis})
            yield Call(name, ([x],), {"axis": axis})
        yield Call("gather", (x, np.array([0, 1])), {"axis": axis})
        yield Call("gather", (Cell(x), np.array([0, 1])), {"axis": axis})
        yield Call("transpose", (x,), {"perm": axis})
    for axis in (np.array(0), np.array([1]), np.array(0, "int32"), np.array(0.0), np.array([[0]])):
        for name in ("math.reduce_sum", "math.reduce_max", "math.cumsum", "expand_dims", "transpose"):
            yield Call(name, (x, axis))
    for name in REDUCTIONS:
        for keep in (None, 1, 0, "yes", 0.5, np.True_):
            yield Call(name, (x,), {"axis": 0, "keepdims": keep})
        for axis in (0, -1, 1):
            yield Call(name, (plain("float32", ()),), {"axis": axis})
    for name in ("math.cumsum", "math.cumprod"):
        for flag in (None, 1, 0, "yes", 0.5):
            yield Call(name, (x,), {"exclusive": flag})
            yield Call(name, (x,), {"reverse": flag})
        yield Call(name, (plain("float32", ()),))
    for name in ("nn.softmax", "nn.log_softmax"):
        yield Call(name, (plain("float32", ()),))
        yield Call(name, (plain("float32", ()),), {"axis": 0})


def shapes() -> Iterator[Call]:
    shape: Any
    x = plain("float32", (2, 3))
    for shape in ((4,), (-1, -1), (-2, 3), (4, -1), (6.0,), 6, -1, 6.0, None, (), (0,), (0, -1),
        "x", (2, 3.0), [[2, 3]], (None, 3), [2**40], np.array([2.0, 3.0]), np.array([3, 2]),
        np.array(6), True, (True, 6)):  # fmt: skip
        yield Call("reshape", (x,), {"shape": shape})
    for shape in ((3,), (2, 2), (2, 4), (4, 2, 3), (-1, 3), (2, -1), (), 3, None, (2.0, 3.0),
        (2, 3), (0, 3), (1, 2, 3), [[2, 3]]):  # fmt: skip
        yield Call("broadcast_to", (x,), {"shape": shape})
    yield Call("reshape", (plain("float32", (0,)),), {"shape": (-1, 0)})
    yield Call("reshape", (plain("float32", (0,)),), {"shape": (0, -1, 0)})
    for perm in ([0], [0, 0], [0, 2], [1, 0, 2], (-1, -2), [0.0, 1.0], 0, [[1, 0]], "x", [None, 1], []):
        yield Call("transpose", (x,), {"perm": perm})
    for begin, size in (([0], [1]), ([0, 0], [3, 1]), ([0, 4], [1, 0]), ([0, -1], [1, 1]),
        ([0, 0], [1, -2]), ([2, 3], [0, 0]), ([0, 0], [2, 3, 1]), ([0.0, 0.0], [1, 1]),
        ([0, 0], [1.0, 1.0]), (0, 1), ([[0, 0]], [[1, 1]]), (None, [1, 1]), ([0, 0], None),
        ([2, 0], [-1, 1]), ([3, 0], [-1, 1]), (np.array([0, 0]), [1, 1]),
        (np.array([0, 0]), np.array([1, 1], "int32"))):  # fmt: skip
        yield Call("slice", (x,), {"begin": begin, "size": size})
    for dtype in ("x", None, 3, "float", "int", float, int, bool, np.float32):
        yield Call("cast", (x,), {"dtype": dtype})
    for value in (None, [1, 2.5], [None], [[1], [2, 3]], [], [True, 1], [1, "a"], 2**40, 2**31,
        -(2**31), 2**70, 1e300):  # fmt: skip
        yield Call("identity", (As(value),))
        yield Call("cast", (As(value),), {"dtype": "float64"})


INDEX: tuple[Any, ...] = ((2,), (-3,), (0, 3), (0, -4), (0, 0, 0), (slice(None, None, 0),),
(Ellipsis, Ellipsis), (1.0,), (None, 2), (slice(0.5, 1),), ("a",), (True,),
         (slice(None), True), (np.int64(1),), (np.array(1),), ([0, 1],), (np.array([0, 1]),), (slice(None),
         [0]), (None,) * 9, (slice("a", None),),
         (np.float32(0),), (slice(np.int64(0), np.int32(2)),), (2**40,), (slice(2**40),), (slice(-(2**40),
         None),), (slice(None, None, 2**40),))  # fmt: skip


def indices() -> Iterator[Call]:
    x = plain("float32", (2, 3))
    for key in INDEX:
        yield Call("[]", (x, As(key)))
        yield Call("[]", (Cell(x), As(key)))
        if len(key) == 1:
            yield Call("[]", (x, As(key[0])))
    for key in ((0,), (slice(None),), (0, 0), (Ellipsis, 0)):
        yield Call("[]", (plain("float32", ()), As(key)))
    yield Call("[]", (x, np.array(1)))
    yield Call("[]", (x, np.array([0, 1])))
    yield Call("[]", (x, np.array(1.0)))
    yield Call("[]", (x, np.array([True, False])))
    yield Call("[]", (x, plain("bool", (2, 3))))
    for numbers in ([2], [-1], [0, 2**31], 2, [0.0], [True], None, [[0], [5]], 0.0, []):
        yield Call("gather", (x, As(numbers)))
        yield Call("gather", (Cell(x), As(numbers)))
        yield Call("gather", (x, As(numbers)), {"axis": 1})
        yield Call("gather", (x, As(numbers)), {"batch_dims": 1})
    for dtype in ALL:
        yield Call("gather", (x, np.zeros((2,), dtype)))
        yield Call("gather", (Cell(x), np.zeros((2,), dtype)))
        yield Call("gather", (plain("float32", ()), np.zeros((1,), dtype)))
    for options in ({"axis": 0, "batch_dims": 1}, {"batch_dims": 2}, {"batch_dims": 3},
        {"batch_dims": -1}, {"axis": 1, "batch_dims": 1}, {"axis": 2},
        {"axis": -1, "batch_dims": 1}, {"batch_dims": None}, {"batch_dims": 0.5},
        {"axis": 1, "batch_dims": -1}):  # fmt: skip
        for shape in ((2,), (2, 1), (3, 1), (), (2, 3)):
            yield Call("gather", (x, np.zeros(shape, "int32")), options)
            yield Call("gather", (Cell(x), np.zeros(shape, "int32")), options)


WRONG_ARGUMENTS = (axes, shapes, indices)
