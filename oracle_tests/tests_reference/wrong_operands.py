"""WRONG OPERANDS: dtypes, shapes, lists and numbers of operands that do not fit, or nearly."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .array_calls import REDUCTIONS
from .calls import As, Call, Cell
from .elementwise_calls import BINARY, UNARY
from .sample_values import ALL, plain, positive

OTHERS: tuple[Any, ...] = (2, 2.5, True, None, np.float64(1.5), np.array([1.0, 2.0, 3.0]),
np.array([1, 2, 3]), np.array([True, False, True]),
          [1, 2, 3], [1.0, 2.0, 3.0], 2**40, np.float32(2.0), np.int32(3))  # fmt: skip
TYPICAL = {"matmul", "+", "*", "**", "//", "<", "==", "!=", "@", "&"}
TYPICAL |= {"math.add", "math.multiply", "math.pow", "math.equal", "math.less", "math.logical_and"}
TYPICAL |= {"math.divide_no_nan", "math.floormod"}


def dtypes_of_unary() -> Iterator[Call]:
    for name in (*UNARY, *REDUCTIONS, "math.cumsum", "math.cumprod", "nn.softmax", "nn.log_softmax"):
        for dtype in ALL:
            yield Call(name, (np.ones((3,), dtype),))
        if "." in name:
            yield from (Call(name, (As(other),)) for other in OTHERS)


def dtypes_of_binary() -> Iterator[Call]:
    for name in (*BINARY, "matmul", "@"):
        shape = (3, 3) if name in ("matmul", "@") else (3,)
        for a in ALL:
            for b in ALL:
                yield Call(name, (np.ones(shape, a), np.ones(shape, b)))
        for a in ("float32", "int64", "bool") if name in TYPICAL else ():
            for other in OTHERS:
                yield Call(name, (np.ones(shape, a), As(other)))
                yield Call(name, (As(other), np.ones(shape, a)))
        for other in OTHERS if "." in name and name in TYPICAL else ():
            yield Call(name, (As(other), As(2.0)))
            yield Call(name, (As(2), As(other)))
        yield Call(name, (Cell(np.ones(shape, "float32")), np.ones(shape)))
        yield Call(name, (np.ones(shape), Cell(np.ones(shape, "float32"))))


def shapes_of_binary() -> Iterator[Call]:
    a: Any
    b: Any
    for name, dtypes in BINARY.items():
        for a, b in (((2,), (3,)), ((2, 3), (2,)), ((0,), (2,)), ((2, 2), (3, 1, 3))):
            yield Call(name, (positive(dtypes[0], a), positive(dtypes[0], b)))
    for a, b in (
        ((2, 3), (2, 3)),
        ((3,), (3, 2)),
        ((2, 3), (3,)),
        ((), ()),
        ((2, 2, 3), (3, 3, 2)),
        ((2, 2, 3), (2, 2, 3)),
    ):
        yield Call("matmul", (plain("float32", a), plain("float32", b)))
        yield Call("@", (plain("float32", a), plain("float32", b)))
    x = plain("float32", (3, 3))
    yield Call("matmul", (x, x), {"transpose_a": True, "adjoint_a": True})
    yield Call("matmul", (x, x), {"transpose_a": 1})
    yield Call("matmul", (x, x), {"transpose_a": "yes"})
    yield Call("matmul", (x, x), {"transpose_b": None})


def int_arithmetic() -> Iterator[Call]:
    for dtype in ("int32", "int64"):
        for zero in (np.array([1, 0, 2], dtype), np.array(0, dtype), As(0)):
            for name in ("math.floordiv", "math.floormod", "//", "%", "math.truediv", "/",
                "math.divide", "math.divide_no_nan"):  # fmt: skip
                yield Call(name, (plain(dtype, (3,)), zero))
        yield Call("//", (np.zeros((0,), dtype), np.array(0, dtype)))
        yield Call("//", (plain(dtype, (3,)), np.zeros((2,), dtype)))
        yield Call("//", (plain(dtype, (1,)), np.zeros((0,), dtype)))
        for y in (np.array([-1, 2, 3], dtype), np.array(-2, dtype), As(-1)):
            yield Call("**", (np.array([2, 3, 0], dtype), y))
            yield Call("math.pow", (np.array(1, dtype), y))
        yield Call("**", (np.zeros((0,), dtype), np.array(-1, dtype)))


def lists() -> Iterator[Call]:
    x, y, z = plain("float32", (2, 3)), plain("float32", (2, 2)), plain("float64", (2, 3))
    scalar = plain("float32", ())
    for name in ("concat", "stack", "add_n"):
        options = {} if name == "add_n" else {"axis": 0}
        for items in ([x, y], [x, z], [x, plain("int32", (2, 3))], [], [scalar, scalar],
            [x, scalar], [As(1), As(2.0)], [As(1.0), As(2)], [x, As(None)], [As(None)],
            [x, As([[1, 2, 3], [4, 5, 6]])], [x, As(2)], [As(True), As(1)],
            [As(np.ones(2)), As(np.ones(2))], [As(np.ones((2, 3))), x],
            [x, As(np.ones((2, 3)))], [x, As(np.ones((2, 3), int))],
            [plain("bool", (2,)), plain("bool", (2,))], [plain("int64", (2, 3)), As(2.5)],
            [plain("float32", (3,)), x], [Cell(x), Cell(x)], [Cell(x), z], [As([1.0]), As([2])],
            [As([1]), As([2.0])], [As([1.0, 2.0]), scalar]):  # fmt: skip
            yield Call(name, (items,), options)
        yield Call(name, (x,), options)
        yield Call(name, (scalar,), options)
        yield Call(name, (As(None),), options)
        yield Call(name, (As(3),), options)
        yield Call(name, (As([]),), options)
        yield Call(name, (As([[1, 2], [3, 4]]),), options)
        yield Call(name, (Cell(x),), options)
    yield Call("concat", ([x, y],), {"axis": 1})
    yield Call("concat", ([x, x],))
    yield Call("concat", ([x, plain("float32", (2, 3, 1))],), {"axis": 0})
    yield Call("stack", ([x, y],), {"axis": 1})


def selections() -> Iterator[Call]:
    c, x = plain("bool", (3,)), plain("float32", (3,))
    for a in (*ALL, "none"):
        for b in (*ALL, "none"):
            yield Call(
                "where",
                (c, As(None) if a == "none" else plain(a, (3,)), As(None) if b == "none" else plain(b, (3,))),
            )
    for condition in (plain("float32", (3,)), plain("int32", (3,)), As(None), As(1),
        As([1, 0, 1]), As(0.5), plain("bool", (2,)), As([])):  # fmt: skip
        yield Call("where", (condition, x, x))
        yield Call("where", (condition,))
    for other in OTHERS:
        yield Call("where", (c, x, As(other)))
        yield Call("where", (c, As(other), x))
        yield Call("where", (c, plain("int32", (3,)), As(other)))
        yield Call("clip_by_value", (x, As(other), As(2.0)))
        yield Call("clip_by_value", (x, As(0.0), As(other)))
        yield Call("clip_by_value", (As(other), As(0), As(1)))
        yield Call("clip_by_value", (plain("int32", (3,)), As(0), As(other)))
    yield Call("where", (c, plain("float32", (2,)), x))
    yield Call("where", (c, plain("float32", (2, 2)), plain("float32", ())))
    for dtype in ALL:
        yield Call("clip_by_value", (plain(dtype, (3,)), plain(dtype, (3,)), plain(dtype, (3,))))
        yield Call("clip_by_value", (x, plain(dtype, (3,)), x))
    yield Call("clip_by_value", (x, plain("float32", (2, 3)), x))
    yield Call("clip_by_value", (x, plain("float32", (2,)), x))
    yield Call("clip_by_value", (x, x, plain("float32", (2, 3))))
    yield Call("clip_by_value", (plain("float32", ()), x, x))
    yield Call("clip_by_value", (x, As(None), As(None)))


def labels() -> Iterator[Call]:
    name = "nn.sparse_softmax_cross_entropy_with_logits"
    x = plain("float32", (2, 3))
    for numbers in ([0, 3], [-1, 0], [0], [0, 1, 2], 0, [[0, 1]], [0.0, 1.0], [True, False],
        None, [[0], [1]], []):  # fmt: skip
        yield Call(name, (As(numbers), x))
    for dtype in ALL:
        yield Call(name, (np.zeros((2,), dtype), x))
        yield Call(name, (np.zeros((2,), "int32"), plain(dtype, (2, 3))))
    yield Call(name, (np.array(0), plain("float32", ())))
    yield Call(name, (np.array(5), plain("float32", (3,))))
    yield Call(name, (np.zeros((2,), "int32"), plain("float32", (2, 0))))
    yield Call(name, (np.array([[0, 7]]), plain("float32", (1, 2, 3))))
    yield Call(name, (x, np.zeros((2,), "int32")))
    yield Call(name, (As([0, 1]), As([[1.0, 2.0], [3.0, 4.0]])))
    yield Call(name, (As([0, 1]), As([[1, 2], [3, 4]])))


def signatures() -> Iterator[Call]:
    x = plain("float32", (2, 3))
    for name in ("math.exp", "math.add", "math.reduce_sum", "reshape", "concat", "gather",
        "where", "cast", "matmul", "nn.softmax", "math.cumsum", "identity",
        "nn.sparse_softmax_cross_entropy_with_logits", "clip_by_value", "slice", "math.add_n",
        "nn.relu", "math.pow", "transpose", "squeeze"):  # fmt: skip
        yield Call(name, ())
        if name != "matmul":  # which takes so many, and tensors for its flags
            yield Call(name, (x,) * 9)
        yield Call(name, (x,), {"nonsense": 1})
        yield Call(name, (x,), {"name": "n"})
        yield Call(name, (x, x), {"x": x})
    yield Call("math.exp", (x,), {"name": "n"})
    yield Call("math.add", (x, x), {"name": "n"})


WRONG_OPERANDS = (dtypes_of_unary, dtypes_of_binary, shapes_of_binary, int_arithmetic, lists,
    selections, labels, signatures,)  # fmt: skip
