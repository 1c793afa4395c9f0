"""MOVING CALLS: repeating, padding, parting, scattering, numbering; diagonals and contractions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call, Cell
from .sample_values import Shape, plain, positive, tied

Case = tuple[str, Shape, dict]
ALIGNMENTS = ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT")


def repeating() -> Iterator[Call]:
    cases: tuple[Case, ...] = (
        *(("tile", shape, {"multiples": times}) for shape, times in (
            ((2, 3), [2, 1]), ((3,), (3,)), ((), []), ((2, 3), [0, 2]), ((0, 2), [2, 2]), ((1, 1), [2, 3]))),
        *(("repeat", shape, {"repeats": times, "axis": axis}) for shape, times, axis in (
            ((2, 3), 2, None), ((2, 3), 2, 1), ((2, 3), [1, 2], 0), ((2, 3), [1, 0, 2], -1), ((), 3, None),
            ((), [3], 0), ((2, 3), [0, 0], 0), ((2, 3), 0, 0), ((2, 2, 2), [2, 1], 1), ((0, 2), 2, 0),
            ((2, 3), [-1, 2], 0))),
        *(("reverse", shape, {"axis": axis}) for shape, axis in (
            ((2, 3), [0]), ((2, 3), [1, 0]), ((2, 3), [-1]), ((2, 3), []), ((), [0]), ((0, 2), [0]))),
        *(("roll", shape, {"shift": shift, "axis": axis}) for shape, shift, axis in (
            ((2, 3), 1, 0), ((2, 3), -7, 1), ((2, 3), [1, -1], [0, 1]), ((2, 3), [1, 1], [1, 1]),
            ((0, 2), 1, 0))),
    )  # fmt: skip
    yield from _in_dtypes(cases)
    scalar = plain("float32", ())
    for dims, value in (
        ((2, 3), scalar),
        ([], plain("float64", ())),
        ((0, 2), np.array(3)),
        (np.array([2]), Cell(scalar)),
        ((2,), As(1.5)),
        ((2,), np.array(True)),
    ):
        yield Call("fill", (As(dims), value))
    a, b, c = plain("float32", (2,)), plain("float32", (3,), 1), plain("float32", (1, 2), 2)
    for items in ((a,), (a, b), (a, b, c), (a, a), (Cell(a), b), (plain("float32", ()), b)):
        for options in ({}, {"indexing": "ij"}):
            yield Call("meshgrid", items, options)


def padding() -> Iterator[Call]:
    paddings: tuple[tuple[Shape, Any], ...] = (
        ((2, 3), [[1, 0], [0, 2]]),
        ((3,), [[2, 1]]),
        ((2, 3), [[0, 0], [1, 1]]),
    )
    more = (((2, 3), [[0, 0], [0, 0]]), ((0, 2), [[1, 0], [0, 0]]), ((), np.zeros((0, 2), "int32")))
    yield from _in_dtypes(tuple(("pad", shape, {"paddings": pairs}) for shape, pairs in (*paddings, *more)))
    for shape, pairs in paddings:
        for mode in ("REFLECT", "SYMMETRIC", "symmetric"):
            yield Call("pad", (plain("float32", shape),), {"paddings": pairs, "mode": mode})
        for value in (1, -2.5):
            yield Call("pad", (plain("float64", shape),), {"paddings": pairs, "constant_values": value})
    x, c = plain("float32", (2, 3)), plain("float32", ())
    yield Call("pad", (x, As([[1, 0], [0, 2]]), As("CONSTANT"), c))
    yield Call("pad", (x, As([[1, 1], [2, 2]]), As("REFLECT")))
    yield Call("pad", (Cell(x), As([[1, 1], [2, 2]])))
    yield Call("pad", (plain("float32", ()), As(np.zeros((0, 2), "int32")), As("REFLECT")))


def parting() -> Iterator[Call]:
    cases: tuple[Case, ...] = (
        *(("split", shape, {"num_or_size_splits": parts, "axis": axis}) for shape, parts, axis in (
            ((2, 3), 3, 1), ((2, 3), [1, 2], 1), ((2, 3), [1, -1], 1), ((2, 3), 1, 0), ((2, 3), [2], 0),
            ((2, 3), [0, 3], -1), ((0, 2), 2, 0), ((4,), (1, 2, 1), 0), ((2, 3), [-1, 3], 1))),
        *(("unstack", shape, options) for shape, options in (
            ((2, 3), {}), ((2, 3), {"axis": 1}), ((2, 3), {"axis": -1, "num": 3}), ((1, 2), {}), ((2, 0), {}),
            ((0, 2), {}), ((2, 2, 2), {"axis": 1}))),
        *(("strided_slice", shape, options) for shape, options in (
            ((2, 3), {"begin": [0, 2], "end": [2, 0], "strides": [1, -1]}),
            ((2, 3), {"begin": [1], "end": [2], "shrink_axis_mask": 1}),
            ((2, 3), {"begin": [1, 1], "end": [2, 2], "begin_mask": 1, "end_mask": 2}),
            ((2, 3), {"begin": [0, 1], "end": [0, 2], "ellipsis_mask": 1}),
            ((2, 3), {"begin": [0, 0, 1], "end": [0, 0, 2], "new_axis_mask": 1, "ellipsis_mask": 2}),
            ((2, 3), {"begin": [-1, 5], "end": [9, 9]}))),
    )  # fmt: skip
    yield from _in_dtypes(cases)
    for name, options in (("split", {"num_or_size_splits": 3, "axis": 1}), ("unstack", {})):
        yield Call(name, (Cell(plain("float32", (2, 3))),), options)
    for mask in ([True, False], [False, False], [[True, False, True], [False, True, True]]):
        yield Call("boolean_mask", (plain("float32", (2, 3)), np.array(mask)))
        yield Call("boolean_mask", (Cell(plain("float64", (2, 3))), As(mask)))
    yield Call("boolean_mask", (plain("float32", (2, 3)), np.array([True, False, True])), {"axis": 1})


NAMED: tuple[tuple[Shape, list], ...] = (
    ((2, 3), [[1], [0]]), ((3,), [[1], [1], [0]]), ((2, 3), [[1, 2], [0, 0], [1, 2]]),
    ((2, 3), [[[1]], [[0]]]),
    ((2, 2, 2), [[1, 0], [1, 0]]),
)  # fmt: skip


def scattering() -> Iterator[Call]:
    for number, (shape, indices) in enumerate(NAMED):
        at = np.array(indices, ("int32", "int64")[number % 2])
        updates = (*at.shape[:-1], *shape[at.shape[-1] :])
        for dtype in ("float32", ("float64", "int32", "int64")[number % 3]):
            yield Call("gather_nd", (plain(dtype, shape), at))
            yield Call("scatter_nd", (at, plain(dtype, updates), As(shape)))
            for name in ("update", "add", "sub", "max", "min"):
                for of in (plain, tied):
                    yield Call(f"tensor_scatter_nd_{name}", (of(dtype, shape), at, of(dtype, updates)))
        yield Call("gather_nd", (Cell(plain("float32", shape)), at))
    x = plain("float32", (2, 3))
    for indices in ([[0], [1]], [[[0], [1]], [[2], [2]]]):
        yield Call("gather_nd", (x, np.array(indices)), {"batch_dims": 1})
    yield Call("gather_nd", (x, np.zeros((2, 0), "int32")))
    yield Call("gather_nd", (x, np.zeros((0, 1), "int32")))
    yield Call("gather_nd", (x, np.array([1, 2])))
    yield Call("scatter_nd", (np.zeros((0, 1), "int32"), plain("float32", (0, 3)), As([2, 3])))
    for ids in ([1, 0, 1], [[1]], 1):
        for table in (x, Cell(x), [x, x]):
            yield Call("nn.embedding_lookup", (table, np.array(ids)))


def numbering() -> Iterator[Call]:
    one, two = plain("float32", ()), plain("float32", (), 1)
    for indices in ([0, 2], [0, 5, -1], 1, [[0, 1]]):
        for options in ({}, {"axis": 0}, {"dtype": "int32"}):
            yield Call("one_hot", (np.array(indices), As(3)), options)
        yield Call("one_hot", (np.array(indices), As(3), one, two))
    for num in (1, 2, 3, 5):
        yield Call("linspace", (one, two, As(num)))
        yield Call("linspace", (plain("float64", (2, 2)), plain("float64", (2, 1)), As(num)), {"axis": -1})
    yield Call("linspace", (np.array(0), np.array(5), As(4)))
    for values in (
        np.array([3, 1, 3, 2]),
        np.array([1.0, np.nan, np.nan, -0.0, 0.0], "float32"),
        np.zeros((0,)),
    ):
        yield Call("unique", (values,))
    yield Call("shape_n", ([plain("float32", (2, 3)), one],), {"out_type": "int64"})


DIAGONALS: tuple[Any, ...] = (0, 1, -1, (0, 1), (-1, 1), (-2, -1), (1, 2))


def diagonals() -> Iterator[Call]:
    for shape in ((3, 4), (3, 3), (2, 4, 3)):
        for k in DIAGONALS:
            x = plain("float32", shape)
            for align in ALIGNMENTS[:: 1 if k == (-1, 1) else 3]:
                yield Call("linalg.diag_part", (x,), {"k": k, "align": align, "padding_value": 7})
            low, high = k if isinstance(k, tuple) else (k, k)
            length = min(shape[-2] + min(high, 0), shape[-1] - max(low, 0))
            packed = (*shape[:-2], *((high - low + 1,) if high > low else ()), length)
            yield Call("linalg.set_diag", (x, plain("float32", packed, 1)), {"k": k})
            yield Call("linalg.diag", (plain("float32", packed),), {"k": k, "padding_value": -1})
    yield Call("linalg.diag", (plain("float32", (3,)),), {"k": 1, "num_rows": 3, "num_cols": 5})
    cases: tuple[Case, ...] = (
        *(("linalg.band_part", shape, {"num_lower": lower, "num_upper": upper})
          for shape, lower, upper in (((3, 3), 0, -1), ((3, 4), 1, 0), ((2, 3, 3), -1, 0), ((0, 3), 0, 0))),
        *(("linalg.trace", shape, {}) for shape in ((3, 3), (2, 3, 2), (2, 0, 0))),
        *(("linalg.matrix_transpose", shape, {}) for shape in ((2, 3), (2, 3, 4))),
        *(("linalg.adjoint", shape, {}) for shape in ((2, 3), (2, 3, 4))),
    )  # fmt: skip
    yield from (
        call
        for call in _in_dtypes(cases)
        if call.operands[0].dtype != bool or call.function != "linalg.trace"
    )


EQUATIONS: tuple[tuple[str, tuple[Shape, ...]], ...] = (
    ("ij,jk->ik", ((2, 3), (3, 2))), ("ij,jk", ((2, 3), (3, 2))), ("ij->ji", ((2, 3),)), ("ii->i", ((3, 3),)),
    ("ii", ((3, 3),)), ("ij->", ((2, 3),)), ("ij->j", ((2, 3),)), ("i,j->ij", ((2,), (3,))),
    ("i,i->", ((3,), (3,))),
    ("ij,kl->ik", ((2, 3), (2, 2))), ("aabbcd->ca", ((2, 2, 1, 1, 2, 3),)),
    ("iij,jk->ik", ((2, 2, 3), (3, 2))),
    ("...ij,...jk->...ik", ((2, 2, 3), (1, 3, 2))), ("...ij,jk->...ik", ((2, 2, 3), (3, 2))),
    ("ij,...jk->...ik", ((2, 3), (2, 3, 2))), ("...ij->...", ((2, 2, 3),)), ("...ii->...i", ((2, 3, 3),)),
    ("...,...->...", ((2, 3), (3,))), (",i->i", ((), (3,))), ("", ((),)), ("ij,kj->jik", ((2, 3), (2, 3))),
    ("ij,jk->ik", ((2, 0), (0, 3))), ("ij->i", ((2, 0),)), ("ij,jk,kl->il", ((2, 3), (3, 2), (2, 2))),
    ("ij,jk,kl,l->i", ((2, 3), (3, 2), (2, 2), (2,))), ("i...->...", ((2, 3),)),
    ("bij,bjk->bik", ((2, 2, 3), (2, 3, 2))),
)  # fmt: skip


def contractions() -> Iterator[Call]:
    for equation, shapes in EQUATIONS:
        yield Call("einsum", (As(equation), *(plain("float32", s, i) for i, s in enumerate(shapes))))
    for dtype in ("float64", "int32", "int64"):
        yield Call("einsum", (As("ij,jk->ik"), plain(dtype, (2, 3)), plain(dtype, (3, 2))))
    yield Call("einsum", (As("ij,jk->ik"), Cell(plain("float32", (2, 3))), plain("float32", (3, 2))))
    z = plain("complex128", (2, 3))
    yield Call("transpose", (z,), {"conjugate": True})
    yield Call("matmul", (z, z), {"adjoint_b": True})
    a, b = plain("float32", (2, 3)), plain("float32", (3, 2), 1)
    for axes in (1, 0, [[1], [0]], [[0], [1]], [[0, 1], [1, 0]], [[-1], [-2]], (1, 0), np.array([[1], [0]])):
        yield Call("tensordot", (a, b, As(axes)))
    yield Call("tensordot", (plain("float32", (3,)), plain("float32", (3,), 1), As(1)))
    yield Call("tensordot", (plain("float32", ()), plain("float32", (3,), 1), As(0)))
    yield Call(
        "tensordot", (plain("float32", (2, 2, 3)), plain("float32", (3, 2, 2), 1), As([[2, 1], [0, 1]]))
    )
    for shape, vector, options in (
        ((2, 3), (3,), {}),
        ((2, 3), (2,), {"transpose_a": True}),
        ((2, 2, 3), (2, 3), {}),
        ((2, 2, 3), (3,), {}),
        ((2, 3), (2,), {"adjoint_a": True}),
    ):
        yield Call("linalg.matvec", (plain("float32", shape), plain("float32", vector, 1)), options)


def with_path() -> Iterator[Call]:
    """One call of each operation that has a gradient, or a few, on positive numbers."""
    x, y, m = positive("float32", (2, 3)), positive("float32", (2, 3), 1), positive("float32", (3, 3))
    row, scalar = positive("float32", (3,), 2), positive("float32", ())
    at, updates = np.array([[1], [0], [1]]), positive("float32", (3, 3), 3)
    attributes: dict[str, dict] = {
        "tile": {"multiples": [2, 1]},
        "repeat": {"repeats": [2, 1], "axis": 0},
        "reverse": {"axis": [0]},
        "roll": {"shift": 1, "axis": 0},
        "pad": {"paddings": [[1, 0], [0, 2]]},
        "strided_slice": {"begin": [1, 0], "end": [0, 3], "strides": [-1, 2]},
        "linalg.band_part": {"num_lower": 0, "num_upper": 1},
        "linalg.diag": {"k": 1},
        "linalg.diag_part": {"k": 1},
        "linalg.matrix_transpose": {},
        "linalg.adjoint": {},
        "linalg.trace": {},
    }
    yield from (Call(name, (x,), options) for name, options in attributes.items())
    yield Call("pad", (x, As([[1, 0], [0, 2]]), As("REFLECT")))
    yield Call("fill", (As((2, 3)), scalar))
    yield Call("gather_nd", (x, np.array([[[1]], [[0]], [[1]]])))
    yield Call("gather_nd", (Cell(x), np.array([[1, 2], [0, 0]])))
    yield Call("scatter_nd", (at, updates, As([2, 3])))
    for name in ("update", "add", "sub", "max", "min"):
        yield Call(f"tensor_scatter_nd_{name}", (x, at, updates))
    yield Call("nn.embedding_lookup", (x, np.array([1, 0])))
    yield Call("linalg.set_diag", (m, row))
    yield Call("linspace", (scalar, positive("float32", (), 1), As(3)))
    yield Call("boolean_mask", (x, np.array([False, True])))
    for equation, items in (("ij,jk->ik", (x, m)), ("ij->ji", (x,)), ("ij->i", (x,)), ("ij,ij->ij", (x, y))):
        yield Call("einsum", (As(equation), *items))
    yield Call("tensordot", (x, m, As(1)))
    yield Call("linalg.matvec", (x, row))


def _in_dtypes(cases: tuple[Case, ...]) -> Iterator[Call]:
    """Each case in float32 and in another dtype."""
    for number, (name, shape, attributes) in enumerate(cases):
        yield Call(name, (plain("float32", shape),), attributes)
        yield Call(name, (plain(("float64", "int32", "bool", "int64")[number % 4], shape),), attributes)


MOVING = (repeating, padding, parting, scattering, numbering, diagonals, contractions)
