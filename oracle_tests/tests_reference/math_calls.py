"""MATH CALLS: norms, clipping, statistics, order, rounding, and what is near exponentials and powers."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .array_calls import AXES, REDUCTIONS, ROWS
from .calls import As, Call, Cell
from .sample_values import FLOATS, INTS, NUMBERS, Shape, plain, positive, specials, tied

UNARY: dict[str, tuple[str, ...]] = {
    "math.expm1": FLOATS,
    "math.log1p": FLOATS,
    "math.erfc": FLOATS,
    "math.rsqrt": FLOATS,
    "math.softplus": FLOATS,
    "math.log_sigmoid": FLOATS,
    "math.round": NUMBERS,
    "math.is_finite": FLOATS,
}
SHAPES: tuple[Shape, ...] = ((), (2, 3), (0,), (2, 0), (1, 1))


def unary(table: dict[str, tuple[str, ...]] = UNARY) -> Iterator[Call]:
    for name, dtypes in table.items():
        for dtype in dtypes:
            yield Call(name, (specials(dtype),))
        yield from (Call(name, (plain(dtypes[0], shape),)) for shape in SHAPES)
        yield Call(
            name, (np.array([0.5, -0.5, 1.5, 2.5, -1.0, 6.0, 0.0, -0.0, 1e-6, -100.0, 100.0], "float32"),)
        )
        yield Call(name, (Cell(plain(dtypes[0], (2, 2))),))
        yield Call(name, (As([1.0, 2.0]),))


def pairs() -> Iterator[Call]:
    for dtype in NUMBERS:
        values = specials(dtype)
        x, y = (a.reshape(-1) for a in np.meshgrid(values, values))
        yield Call("math.squared_difference", (x, y))
        yield Call("math.squared_difference", (plain(dtype, (3,)), As(2)))
        yield Call("math.scalar_mul", (plain(dtype, ()), plain(dtype, (2, 3))))
        yield Call("math.scalar_mul", (As(2), plain(dtype, (3,))))
    for a, b in (((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2, 3)), ((1,), ()), ((0,), (1,)), ((1, 1), (3,))):
        yield Call("math.squared_difference", (plain("float32", a), plain("float32", b, 1)))
    x = plain("float32", (2, 3))
    yield Call("math.squared_difference", (Cell(x), Cell(x)))
    yield Call("math.scalar_mul", (As(0.5), Cell(x)))
    yield Call("math.scalar_mul", (Cell(plain("float32", ())), x))


STATISTICS = (
    "math.reduce_logsumexp",
    "math.reduce_variance",
    "math.reduce_std",
    "math.reduce_euclidean_norm",
)


def statistics() -> Iterator[Call]:
    for name in STATISTICS:
        for dtype in FLOATS:
            for shape, axis, keepdims in AXES[:: 1 if dtype == "float32" else 5]:
                yield Call(name, (plain(dtype, shape),), {"axis": axis, "keepdims": keepdims})
            yield Call(name, (tied(dtype, (4, 3)),), {"axis": 0})
        for row in (*ROWS, [1000.0, 1000.0], [-1000.0, 1000.0], [1.0, 1.0], [1.0], [0.0, 0.0], [1e20, 1e-20]):
            yield Call(name, (np.array([row], "float32"),), {"axis": 1})
        yield Call(name, (Cell(plain("float32", (2, 2))),), {"axis": 0})
        yield Call(name, (As([[1.0, 2.0], [3.0, 4.0]]),), {"axis": 0})
    for name in ("math.reduce_any", "math.reduce_all"):
        for shape, axis, keepdims in AXES:
            yield Call(name, (plain("bool", shape),), {"axis": axis, "keepdims": keepdims})
        yield Call(name, (As([[True, False], [True, True]]),), {"axis": 0})


ORDS: tuple[Any, ...] = ("euclidean", 1, 2, 2.0, np.inf, 3, 0.5, 1.0, 2.5)


def norms() -> Iterator[Call]:
    rows = [[3.0, 4.0], [0.0, 0.0], [0.0, 1.0], [1.0, -1.0], [np.nan, 1], [np.inf, 1], [-np.inf, np.inf]]
    values = np.array([*rows, [3e20, 1.0]], "float32")
    for order in ORDS:
        for axis in (None, 0, -1, 1):
            for keep in (None, True):
                yield Call(
                    "norm", (plain("float32", (2, 3)),), {"ord": order, "axis": axis, "keepdims": keep}
                )
        yield Call("norm", (values,), {"ord": order, "axis": 1})
        yield Call("norm", (np.array([[0.0, 0.0]], "float32"),), {"ord": order})
        yield Call("norm", (plain("float64", (0,)),), {"ord": order})
    for order in ("euclidean", "fro", 1, np.inf):
        for axes in ((0, 1), [-2, -1], (2, 0)):
            yield Call("norm", (plain("float64", (2, 3, 2)),), {"ord": order, "axis": axes})
    yield Call("norm", (Cell(plain("float32", (2, 2))),))
    for axis in (None, 0, 1, [0, 1], [], -1):
        yield Call("math.l2_normalize", (plain("float32", (2, 3)),), {"axis": axis})
    for row in ([0.0, 0.0], [1e-7, 0.0], [3.0, 4.0], [np.inf, 1.0], [np.nan, 1.0], [1e-6, 0.0]):
        yield Call("math.l2_normalize", (np.array(row, "float32"),))
        yield Call("math.l2_normalize", (np.array(row, "float64"),), {"epsilon": 1e-3})
    yield Call("nn.l2_loss", (values,))
    for shape in SHAPES:
        yield Call("nn.l2_loss", (plain("float64", shape),))
        yield Call("math.l2_normalize", (plain("float32", shape),))


def clipping() -> Iterator[Call]:
    rows: tuple[list[float], ...] = ([0, 0], [3, 4], [6, 8], [0.3, 0.4], [np.inf, 1], [np.nan, 0], [-0.0, 0])
    for row in rows:
        for bound in (As(5.0), As(1.0), As(0.0), As(-1.0), As(np.inf), As(np.nan), np.array(5.0, "float32")):
            yield Call("clip_by_norm", (np.array(row, "float32"), bound))
        for bound in (As(1.0), As(5.0), As(0.0), np.array(5.0, "float32")):
            yield Call("clip_by_global_norm", ([np.array(row, "float32")], bound))
    x, y = plain("float32", (2, 3)), plain("float32", (3,))
    for axes in (None, 0, 1, [0, 1], [], -1):
        yield Call("clip_by_norm", (x, As(1.5)), {"axes": axes})
    yield Call("clip_by_norm", (x, np.array([1.0, 0.5, 2.0], "float32")), {"axes": 0})
    yield Call("clip_by_norm", (plain("float64", ()), As(1)))
    yield Call("clip_by_norm", (Cell(x), As(1.0)))
    yield Call("clip_by_norm", (plain("float32", (0,)), As(1.0)))
    for items in ([x, y], [x, plain("float32", (0,)), plain("float32", ())], [Cell(x), y], [x, As(None), y]):
        yield Call("clip_by_global_norm", (items, As(1.5)))
        yield Call("linalg.global_norm", (items,))
    yield Call("clip_by_global_norm", ([x, y], As(1.5), np.array(2.0, "float32")))
    yield Call("clip_by_global_norm", ([plain("float64", (2,))], As(1.5)))


SORTED = ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, -0.0, 0.0], [3.0, -1.0, 2.0, np.inf, -np.inf], [2.0])


def ordering() -> Iterator[Call]:
    for row in SORTED:
        for dtype in FLOATS:
            for k in range(len(row) + 1):
                yield Call("math.top_k", (np.array(row, dtype), As(k)))
            for direction in ("ASCENDING", "DESCENDING"):
                for name in ("sort", "argsort"):
                    yield Call(name, (np.array(row, dtype),), {"direction": direction})
            yield Call("argmax", (np.array(row, dtype),))
            yield Call("argmin", (np.array(row, dtype),))
    for dtype in INTS:
        yield Call("math.top_k", (specials(dtype), As(4)))
        for name in ("sort", "argsort", "argmax", "argmin"):
            yield Call(name, (specials(dtype),))
    x = plain("float32", (2, 3, 4))
    for axis in (0, 1, 2, -1, -2, -3, np.int64(1)):
        for name in ("sort", "argsort", "argmax", "argmin"):
            yield Call(name, (x,), {"axis": axis})
    for options in ({}, {"k": 2}, {"k": np.int64(2)}, {"k": 0}, {"k": 4}, {"k": 2, "index_type": "int64"}):
        yield Call("math.top_k", (x,), options)
    for shape in ((0,), (2, 0), (0, 2), (1, 1)):
        yield Call("math.top_k", (plain("float32", shape), As(shape[-1])))
        yield Call("sort", (plain("float32", shape),))
        yield Call("sort", (plain("float32", shape),), {"axis": 0})
    for row in ([np.nan, 1, 2], [1, np.nan], [np.nan, np.nan], [-np.inf, np.nan], [np.nan, -np.inf]):
        for name in ("argmax", "argmin"):
            yield Call(name, (np.array(row, "float32"),))
    for name in ("argmax", "argmin"):
        for kind in ("int64", "int32"):
            yield Call(name, (x,), {"axis": 1, "output_type": kind})
        yield Call(name, (plain("float32", (2, 0)),), {"axis": 0})
    for name in ("math.top_k", "sort", "argsort", "argmax", "argmin"):
        yield Call(name, (Cell(plain("float32", (3,))),))
        yield Call(name, (As([1.0, 3.0, 2.0]),))


MATH = (unary, pairs, statistics, norms, clipping, ordering)

APART = np.array([[1.0, 2.5, 4.0], [3.0, 1.0, 8.0]], "float32")
X, Y = positive("float32", (2, 3)), positive("float32", (2, 3), 1)


def cotangents() -> Iterator[Call]:
    """One call, or a few, of every operation here that has a gradient."""
    for name in (name for name in UNARY if name not in ("math.round", "math.is_finite")):
        yield Call(name, (X,))
        yield Call(name, (positive("float32", ()),))
    for a, b in (
        ((2, 3), (2, 3)),
        ((2, 3), (3,)),
        ((), (2, 3)),
        ((1,), ()),
        ((2, 1), (1, 3)),
        ((1, 1), (3,)),
    ):
        yield Call("math.squared_difference", (positive("float32", a), positive("float32", b, 2)))
    yield Call("math.squared_difference", (X, As(2.0)))
    yield Call("math.scalar_mul", (positive("float32", ()), X))
    for name in STATISTICS:
        for axis, keep in ((None, False), (1, False), (0, True)):
            yield Call(name, (APART,), {"axis": axis, "keepdims": keep})
    for order in ("euclidean", 1, np.inf, 3.0):
        yield Call("norm", (X,), {"ord": order, "axis": 1})
    yield Call("math.l2_normalize", (X,), {"axis": 1})
    yield Call("nn.l2_loss", (X,))
    yield Call("clip_by_norm", (X, As(1.0)))
    yield Call("linalg.global_norm", ([X, Y],))
    for name in ("sort", "argsort"):
        yield Call(name, (X,))
        yield Call(name, (X,), {"axis": 0})


def without_path() -> Iterator[Call]:
    """One call of every operation here that has no gradient."""
    yield from (Call(name, (X,)) for name in ("math.round", "math.is_finite", "argmax", "argmin"))
    yield from (Call(name, (plain("bool", (2, 3)),)) for name in ("math.reduce_any", "math.reduce_all"))


def in_dtype(dtype: str) -> Iterator[Call]:
    """Calls of every operation here with operands of a dtype, be it one that it has or not."""
    x, y, special = positive(dtype, (2, 3)), positive(dtype, (2, 3), 1), specials(dtype)
    finite = plain(dtype, (2, 3))
    for name in (*UNARY, "nn.l2_loss", "math.l2_normalize", "norm", *STATISTICS):
        yield Call(name, (x,))
        yield Call(name, (finite,))
    for name in UNARY if not dtype.startswith("complex") else ():
        yield Call(name, (special,))
    twice = [name for name in REDUCTIONS if not (name == "math.reduce_prod" and dtype.startswith("complex"))]
    for name in (*STATISTICS, *twice, "math.l2_normalize", "norm"):
        for axis in (0, 1, [0, 1], []) if name != "math.reduce_prod" else (0, []):
            yield Call(name, (x,), {"axis": axis})
    for name in twice:
        yield Call(name, (plain(dtype, (2, 3, 2)),), {"axis": [0, 2], "keepdims": True})
        for shape in ((0, 2), (2, 0)):
            yield Call(name, (plain(dtype, shape),), {"axis": 0})
        yield Call(name, (plain(dtype, (5, 3)),), {"axis": 0})
    yield from (Call("norm", (x,), {"ord": order, "axis": 1}) for order in (1, np.inf, 3))
    if dtype.startswith("complex"):
        small = np.array([1e-15, 1e-15j, -1e-12 + 1e-12j, -0.5], dtype)
        yield from (Call(name, (small,)) for name in ("math.log1p", "math.expm1"))
    yield Call("math.squared_difference", (x, y[:1]))
    yield Call("math.squared_difference", (special, special[::-1].copy()))
    yield Call("math.scalar_mul", (positive(dtype, ()), x))
    yield Call("math.scalar_mul", (As(2), x))
    yield Call("clip_by_norm", (x, As(1)))
    yield Call("clip_by_norm", (x, As(1.0)), {"axes": 1})
    yield Call("clip_by_global_norm", ([x, y], As(1.0)))
    for name in ("math.cumsum", "math.cumprod") if not dtype.startswith("complex") else ("math.cumsum",):
        for exclusive, reverse in ((False, False), (True, True)):
            yield Call(name, (finite,), {"axis": 1, "exclusive": exclusive, "reverse": reverse})
    yield from _order_in(dtype, finite)
    ids = np.array([1, 0, 1], "int32")
    yield Call("math.unsorted_segment_sum", (plain(dtype, (3, 2)), ids, As(2)))
    for name in ("math.maximum", "math.minimum"):
        yield Call(name, (x, y[:1]))
        if not dtype.startswith("complex"):
            yield Call(name, (special, special[::-1].copy()))
    yield Call("clip_by_value", (finite, x, y))
    yield Call("where", (plain("bool", (2, 3)), x, y[:1]))


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls in which TensorFlow does not conjugate, with the variant that explains it."""
    for dtype in ("complex64", "complex128"):
        for exclusive, reverse in ((False, False), (True, True)):
            options = {"exclusive": exclusive, "reverse": reverse}
            yield "cumprod-beside-zeros", Call("math.cumprod", (plain(dtype, (3,)),), options)
        yield "cumprod-beside-zeros", Call("math.reduce_prod", (positive(dtype, (2, 3)),), {"axis": 1})


def _order_in(dtype: str, x: np.ndarray) -> Iterator[Call]:
    tie = np.concatenate([x.reshape(-1), x.reshape(-1)[:3]])
    for name in ("sort", "argsort", "argmax", "argmin"):
        yield Call(name, (tie,))
        yield Call(name, (x,), {"axis": 0})
    yield Call("math.top_k", (tie, As(4)))
    yield Call("math.top_k", (x,), {"k": 2, "index_type": "int16"})
    yield Call("argmax", (x,), {"output_type": "uint16"})
    yield Call("argmin", (x,), {"output_type": "int16"})
    if dtype.startswith(("int", "uint")):
        yield Call("sort", (specials(dtype),))
        yield Call("sort", (specials(dtype),), {"direction": "DESCENDING"})
