"""ARRAY CALLS: reductions, scans, shapes, joining, slicing, gathering, products, losses."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, INTS, NUMBERS, Shape, plain, specials, tied

REDUCTIONS = ("math.reduce_sum", "math.reduce_mean", "math.reduce_max", "math.reduce_min", "math.reduce_prod")

AXES = [
    *(
        ((2, 3), axis, False)
        for axis in (0, None, 1, -1, [0], (1,), [1, 0], (-1, 0), [], np.array([0]), np.int64(1))
    ),
    *(((2, 3), axis, True) for axis in (None, 0, [0, 1], [1, 0], [])),
    *(((2, 3, 2), axis, keep) for axis, keep in (([0, -1], False), (1, True), ([2, 0], True))),
    *((shape, None, False) for shape in ((), (0,), (1, 1))),
    *(((2, 0), axis, keep) for axis, keep in ((1, False), (0, True))),
    ((0, 2), 0, False),
    ((), [], True),
]

ROWS = (
    [np.nan, 1],
    [np.inf, 0],
    [np.inf, -np.inf],
    [np.inf, np.inf],
    [-np.inf, -np.inf],
    [0.0, -0.0],
    [np.nan, np.nan],
    [-0.0, 5, np.inf],
)


def reductions() -> Iterator[Call]:
    for name in REDUCTIONS:
        for dtype in NUMBERS:
            every = 6 if dtype != "float32" else 1 if name in ("math.reduce_sum", "math.reduce_prod") else 3
            for shape, axis, keepdims in AXES[::every]:
                yield Call(name, (plain(dtype, shape),), {"axis": axis, "keepdims": keepdims})
            yield Call(name, (tied(dtype, (4, 3)),), {"axis": 0})
            yield Call(name, (plain(dtype, (2, 3)), np.array([0, 1], "int64")))
            if (
                name != "math.reduce_prod"
            ):  # in second order TensorFlow is wrong beside zeros: a test of its own
                yield Call(name, (specials(dtype).reshape(-1, 1),), {"axis": 1})
        largest = float(np.finfo("float32").max)
        for row in (*ROWS, [largest, largest]):
            if name != "math.reduce_prod" or 0 not in row:
                yield Call(name, (np.array([row], "float32"),), {"axis": 1})
        yield Call(name, (Cell(plain("float32", (2, 2))),), {"axis": 0})
        yield Call(name, (As([[1.0, 2.0], [3.0, 4.0]]),), {"axis": 0})


def scans() -> Iterator[Call]:
    for name in ("math.cumsum", "math.cumprod"):
        for exclusive, reverse in ((False, False), (False, True), (True, False), (True, True)):
            flags = {"exclusive": exclusive, "reverse": reverse}
            for axis in (1, -2):
                yield Call(name, (plain("float32", (3, 2)),), {"axis": axis, **flags})
            for dtype in NUMBERS if exclusive == reverse else ():
                yield Call(name, (tied(dtype, (4,)),), flags)
            for shape in ((0,), (1,), (2, 0)):
                yield Call(name, (plain("float32", shape),), flags)
            for row in ([np.nan, 1, 2], [1, 2, np.inf], [-np.inf, np.inf, 1]):
                yield Call(name, (np.array(row, "float32"),), flags)
        yield Call(name, (Cell(plain("float64", (3,))),))


RESHAPED = (((2, 3), (3, 2)), ((2, 3), (6,)), ((2, 3), (-1,)), ((2, 3), (3, -1)), ((2, 3), [1, 2, 3]), ((),
    (1, 1)), ((1,), ()),
            ((1,), []), ((0,), (0, 3)), ((0, 3), (-1,)), ((2, 0), (0, -1, 5)), ((0,), (-1, 0)), ((3, 0),
            (-1, 0, 2)),
            ((6,), np.array([2, 3])), ((6,), -1))  # fmt: skip
EXPANDED = (((2, 3), 0), ((2, 3), 2), ((2, 3), -1), ((2, 3), -3), ((), 0), ((), -1), ((0,), 1))
SQUEEZED = (((1, 3, 1), None), ((1, 3, 1), 0), ((1, 3, 1), [0, 2]), ((1, 3, 1), [-1, 0]), ((1, 3, 1), []),
    ((2, 3), None),
            ((), None), ((1, 0), 0), ((1, 1), None), ((1, 3, 1), [0, 0]))  # fmt: skip
TRANSPOSED = (((2, 3), None), ((2, 3), [1, 0]), ((2, 3), (0, 1)), ((2, 3, 4), [2, 0, 1]), ((2, 3, 4), None),
    ((), None), ((), []),
              ((3,), [0]), ((0, 2), [1, 0]), ((2, 3), [-1, 0]))  # fmt: skip
REPEATED = (((3,), (2, 3)), ((1, 3), (2, 3)), ((2, 1), (2, 3)), ((), (2, 2)), ((1,), (1,)), ((2, 3),
    (2, 3)), ((1, 1), (0, 3)),
            ((0,), (2, 0)), ((), ()), ((1, 3), [2, 1, 3]), ((1,), (1, 1)))  # fmt: skip
BLOCKS = (((3, 4), [0, 1], [2, -1]), ((3, 4), (1, 0), (0, 2)), ((3,), [3], [0]), ((), [], []), ((3, 4),
    [0, 0], [3, 4]),
          ((0, 2), [0, 0], [0, 1]), ((2, 3), [2, 1], [-1, 1]))  # fmt: skip


def shaping() -> Iterator[Call]:
    cases: tuple[tuple[str, Shape, dict], ...] = (
        *(("reshape", shape, {"shape": new}) for shape, new in RESHAPED),
        *(("expand_dims", shape, {"axis": axis}) for shape, axis in EXPANDED),
        *(("squeeze", shape, {"axis": axis}) for shape, axis in SQUEEZED),
        *(("transpose", shape, {"perm": perm}) for shape, perm in TRANSPOSED),
        *(("broadcast_to", shape, {"shape": new}) for shape, new in REPEATED),
        *(("slice", shape, {"begin": begin, "size": size}) for shape, begin, size in BLOCKS),
    )
    for number, (name, shape, attributes) in enumerate(cases):
        yield Call(name, (plain("float32", shape),), attributes)
        yield Call(name, (plain(("float64", "int32", "bool", "int64")[number % 4], shape),), attributes)


KEYS = [
    *(((4, 3), key) for key in (
        (0,), (-1,), (1, 2), (slice(None),), (slice(1, 3),), (slice(None, None, 2),),
        (slice(None, None, -1),),
        (slice(3, 0, -2), 1), (Ellipsis,), (Ellipsis, 0), (None,), (0, None), (slice(5, 9),),
        (slice(-2, None),),
        (slice(2, 1),), (None, Ellipsis, None), (slice(1, 2), slice(0, 1)), (slice(-9, 9), -1),
        (slice(9, None, -1),),
    )),
    ((), ()), ((), (Ellipsis,)), ((), (None,)), ((0,), (slice(None),)), ((2, 3, 4), (1, Ellipsis, 2)),
    ((2, 0), (0,)),
    ((2, 3, 4), (slice(None), 1, None, slice(None, None, -2))),
]  # fmt: skip


def indexing() -> Iterator[Call]:
    for shape, key in KEYS:
        yield Call("[]", (plain("float32", shape), As(key)))
        yield Call("[]", (plain("int64", shape), As(key[0] if len(key) == 1 else key)))
        yield Call("[]", (Cell(plain("float64", shape)), As(key)))


def joining() -> Iterator[Call]:
    for dtype in ("float32", "float64", "int32", "bool"):
        a, b, v, s = plain(dtype, (2, 3)), plain(dtype, (2, 3), 1), plain(dtype, (2,)), plain(dtype, ())
        for axis in (0, 1, -1, -2):
            yield Call("concat", ([a, b],), {"axis": axis})
            yield Call("stack", ([a, b],), {"axis": axis})
        yield Call("stack", ([a, b],), {"axis": 2})
        yield Call("concat", ([a, plain(dtype, (1, 3)), plain(dtype, (0, 3))],), {"axis": 0})
        yield Call("concat", ([a],), {"axis": 1})
        yield Call("concat", ([v, v, v],), {"axis": np.int64(0)})
        yield Call("stack", ([s, s, s],))
        yield Call("stack", ([v],), {"axis": 1})
        yield Call("stack", ([plain(dtype, (0, 2))] * 2,), {"axis": 1})
        for items in ([a, b, a], [v], [s, s], [plain(dtype, (0,))] * 2) if dtype != "bool" else ():
            yield Call("math.add_n", (items,))
    x = plain("float32", (2, 2))
    for name, options in (
        ("concat", {"axis": 0}),
        ("stack", {"axis": 0}),
        ("stack", {"axis": 1}),
        ("math.add_n", {}),
    ):
        for other in (Cell(x), As([[1.0, 2.0], [3.0, 4.0]])):
            yield Call(name, ([x, other],), options)
            yield Call(name, ([other, x],), options)
        yield Call(name, (x,), options)
    for other in (As([[1, 2], [3, 4]]), As(np.ones((2, 2)))):
        yield Call("concat", ([x, other],), {"axis": 0})
        yield Call("stack", ([x, other],), {"axis": 0})
    yield Call("stack", ([plain("float32", ()), As(2.0), As(3)],))


GATHERED = (
    ((3, 4), [2, 0, 2], {}), ((3, 4), [[2], [0], [2]], {}), ((3, 4), 1, {}), ((3, 4), [], {}), ((3, 4),
    [2, 0], {"axis": 0}),
    ((3, 4), [3, 3, 1], {"axis": 1}), ((3, 4), [3, 3, 1], {"axis": -1}), ((3, 4), [2, 0], {"axis": -2}),
    ((3, 4), [[3, 3], [1, 0]], {"axis": 1}), ((3, 4), 2, {"axis": 1}), ((3, 4), [[3], [0], [1]],
    {"axis": 1, "batch_dims": 1}),
    ((3, 4), [[3, 0], [1, 2], [2, 2]], {"batch_dims": 1}), ((2, 3, 4), [[1, 0], [2, 2]],
    {"axis": 2, "batch_dims": 1}),
    ((2, 3, 4), [[1, 0], [2, 2]], {"axis": 1, "batch_dims": 1}), ((2, 3, 4), [[1, 0, 2], [2, 2, 0]],
    {"axis": 2, "batch_dims": 2}),
    ((2, 3, 4), [1, 0], {"axis": 1}), ((3,), [1, 1], {}), ((3, 0), [1, 1], {}), ((0, 3), [], {}), ((2, 0),
    [], {"axis": 1}),
    ((3, 4), [0, 1, 2], {"axis": 0, "batch_dims": 1}), ((3, 4), [[1], [0], [1]], {"batch_dims": -1}),
)  # fmt: skip


def gathering() -> Iterator[Call]:
    for number, (shape, numbers, options) in enumerate(GATHERED):
        others = ("float64", "int32", "bool")
        for dtype, index in (("float32", "int32"), (others[number % 3], "int64"))[: 1 + number % 2]:
            yield Call("gather", (plain(dtype, shape), np.array(numbers, index)), options)
    v = Cell(plain("float32", (3, 2)))
    for numbers, options in (([2, 0, 2], {}), (1, {}), ([1], {"axis": 1}), ([1], {"axis": 0}), ([1],
    {"axis": -2}),
                             ([[1], [0], [1]], {"batch_dims": 1})):  # fmt: skip
        yield Call("gather", (v, As(numbers)), options)
    yield Call("gather", (v, np.array([2, 0, 2], "int64")))
    yield Call("gather", (As([1.0, 2.0]), As([1])))
    yield Call("gather", (plain("float32", (3, 2)), As(np.array([1, 0]))))


MATRICES = (((2, 3), (3, 4)), ((2, 2, 3), (2, 3, 4)), ((2, 3), (2, 3, 4)), ((1, 2, 3), (2, 3, 4)), ((2, 0),
    (0, 3)), ((0, 2), (2, 3)),
            ((1, 1), (1, 1)), ((2, 1, 2, 3), (3, 3, 1)), ((2, 2, 0), (2, 0, 3)), ((0, 2, 3),
            (3, 2)))  # fmt: skip


def products() -> Iterator[Call]:
    for a, b in MATRICES:
        for turn_a in (False, True):
            for turn_b in (False, True):
                x = plain("float32", (*a[:-2], a[-1], a[-2]) if turn_a else a)
                y = plain("float32", (*b[:-2], b[-1], b[-2]) if turn_b else b, 1)
                yield Call("matmul", (x, y), {"transpose_a": turn_a, "transpose_b": turn_b})
    for dtype in NUMBERS:
        yield Call("@", (plain(dtype, (2, 3)), plain(dtype, (3, 2))))
        yield Call("matmul", (plain(dtype, (2, 2, 3)), plain(dtype, (3, 2))))
    x = plain("float32", (2, 2))
    yield Call("matmul", (x, x), {"adjoint_a": True})
    yield Call("matmul", (x, x), {"transpose_a": True, "adjoint_b": True})
    for other in (Cell(x), As([[1.0, 2.0], [3.0, 4.0]]), As(np.ones((2, 2))), As([[1, 2], [3, 4]])):
        for name in ("@", "matmul"):
            yield Call(name, (x, other))
            yield Call(name, (other, x))
    for bad in (np.nan, np.inf):
        yield Call(
            "matmul", (np.array([[0.0, bad], [1, 2]], "float32"), np.array([[0.0, 1], [0, 2]], "float32"))
        )


LOGITS = (((2, 3), None), ((2, 3), -1), ((2, 3), 1), ((2, 3), 0), ((2, 3), -2), ((3,), None), ((3,), 0),
    ((2, 3, 4), 1), ((2, 3, 4), None),
          ((0, 3), None), ((2, 0), None), ((2, 1), None), ((0, 3), 0), ((2, 3, 4), -3))  # fmt: skip
LOGIT_ROWS = (
    [-np.inf, 0, 0],
    [-np.inf, -np.inf, -np.inf],
    [np.inf, 0, 1],
    [1000, 0, 0],
    [np.nan, 1, 1],
    [-1000, 1000, 1000],
    [1, 1, 1],
)


def losses() -> Iterator[Call]:
    for name in ("nn.softmax", "nn.log_softmax"):
        for dtype in FLOATS:
            for shape, axis in LOGITS if dtype == "float32" else LOGITS[::5]:
                yield Call(name, (plain(dtype, shape),), {"axis": axis})
            largest = float(np.finfo(dtype).max)
            for row in (*LOGIT_ROWS, [largest, 0, 0], [-largest, largest, 0]):
                yield Call(name, (np.array([row], dtype),))
        yield Call(name, (Cell(plain("float32", (2, 3))),))
        yield Call(name, (As([1.0, 2.0]),))
    name = "nn.sparse_softmax_cross_entropy_with_logits"
    for number, rows in enumerate(((2,), (), (2, 2), (0,), (1,), (2, 0))):
        labels = np.random.default_rng(1).integers(0, 3, rows).astype(INTS[number % 2])
        yield from (Call(name, (labels, plain(dtype, (*rows, 3)))) for dtype in FLOATS)
    for row in LOGIT_ROWS:
        yield from (Call(name, (np.array([label]), np.array([row], "float32"))) for label in (0, 1))
    yield Call(name, (np.zeros(2, "int32"), plain("float32", (2, 1))))
    yield Call(name, (np.array([0, 1]), Cell(plain("float32", (2, 3)))))
    yield Call(name, (As([0, 1]), plain("float32", (2, 3))))


ARRAYS = (reductions, scans, shaping, indexing, joining, gathering, products, losses)
