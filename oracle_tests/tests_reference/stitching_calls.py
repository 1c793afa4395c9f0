"""STITCHING CALLS: batches of blocks, rows parted and put together, sequences backwards, values counted."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call, Cell
from .sample_values import Shape, plain

BLOCKS: tuple[tuple[Shape, Any, Any], ...] = (
    ((2, 4, 3), [2], [[0, 0]]),
    ((1, 3, 2), (2,), ((1, 0),)),
    ((2, 2, 3, 1), [2, 3], [[0, 2], [3, 0]]),
    ((2, 3), [1], [[0, 0]]),
    ((2, 0, 2), [2], [[2, 0]]),
    ((0, 2, 2), [2], [[0, 0]]),
    ((2, 2), [], np.zeros((0, 2), "int32")),
    ((1, 2, 2, 2, 2, 1), [2, 2, 2, 2], [[0, 0]] * 4),
    ((1, 2, 2, 2, 2, 2, 1), [1, 1, 2, 2, 2], [[0, 0]] * 5),
)
BATCHES: tuple[tuple[Shape, Any, Any], ...] = (
    ((4, 2, 3), [2], [[0, 1]]),
    ((4, 2, 3), [2], [[2, 2]]),
    ((6, 1, 2, 1), (2, 3), ((1, 0), (0, 4))),
    ((4, 1, 1, 2), 2, [[0, 0], [0, 0]]),
    ((4, 3), [2], [[1, 0]]),
    ((0, 2, 2), [2], [[0, 0]]),
    ((2, 2), [], np.zeros((0, 2), "int32")),
)


def batches() -> Iterator[Call]:
    for number, (shape, blocks, pairs) in enumerate(BLOCKS):
        for dtype in ("float32", ("float64", "int32", "int64")[number % 3]):
            for name in ("space_to_batch", "space_to_batch_nd"):
                yield Call(name, (plain(dtype, shape), As(blocks), As(pairs)))
    for number, (shape, blocks, crops) in enumerate(BATCHES):
        for dtype in ("float32", ("float64", "int32", "int64")[number % 3]):
            yield Call("batch_to_space", (plain(dtype, shape), As(blocks), As(crops)))
    wide = np.array([2], "int64"), np.array([[1, 1]], "int64")
    yield Call("space_to_batch", (Cell(plain("float32", (2, 2))), *wide))
    yield Call("batch_to_space", (Cell(plain("float32", (2, 2))), *wide))


PLACES: tuple[tuple[tuple[Any, ...], Shape], ...] = (
    (([0, 2], [1]), (2,)),
    (([0, 3], [1]), (2,)),
    ((1, [0, 2]), ()),
    (([[0, 1], [3, 2]],), (3,)),
    (([0, 1], [], [2]), ()),
    (([],), (2,)),
)


def stitching() -> Iterator[Call]:
    for shape, numbers, count in (
        ((3, 2), [0, 1, 0], 2),
        ((3, 2), [0, 0, 0], 1),
        ((3, 2), [2, 0, 2], 3),
        ((2, 2, 2), [[0, 1], [1, 1]], 2),
        ((), 1, 2),
        ((0, 2), [], 2),
        ((3, 0), [0, 1, 0], 2),
    ):
        for dtype in ("float32", "float64", "int32", "bool"):
            at = np.array(numbers, "int32")
            yield Call("dynamic_partition", (plain(dtype, shape), at, As(count)))
    yield Call("dynamic_partition", (Cell(plain("float32", (2,))), As([1, 0]), As(2.0)))
    for places, rest in PLACES:
        for dtype in ("float32", "float64", "int64"):
            at = [np.array(i, "int32") for i in places]
            rows = [plain(dtype, (*i.shape, *rest), salt) for salt, i in enumerate(at)]
            yield Call("dynamic_stitch", (at, rows))
    yield Call("dynamic_stitch", (As([[1], [0]]), [plain("float32", (1,)), Cell(plain("float32", (1,)))]))
    yield Call("dynamic_stitch", (np.array([1, 0]).astype("int32"), plain("float32", (2, 2))))
    yield Call("parallel_stack", ([plain("float32", (2,)), plain("float32", (2,), 1)],))


def sequences() -> Iterator[Call]:
    for number, (shape, lengths, axis, batch) in enumerate((
        ((3, 2), [2, 1, 0], 1, 0), ((3, 2), [2, 3], 0, 1), ((2, 3, 2), [3, 2], 1, 0),
        ((2, 3, 2), [1, 2, 0], 2, 1), ((2, 3, 2), [2, 1], 0, 2), ((3, 0), [0, 0, 0], 1, None),
        ((2, 2, 2, 2, 2), [2, 1], 4, 2), ((0, 2), [], 1, 0),
    )):  # fmt: skip
        for dtype in ("float32", ("float64", "int32", "bool", "int64")[number % 4]):
            at = np.array(lengths, ("int32", "int64")[number % 2])
            yield Call("reverse_sequence", (plain(dtype, shape), at, As(axis), As(batch)))
    yield Call("reverse_sequence", (Cell(plain("float32", (2, 3))), As([3, 2])), {"seq_axis": 1})
    for values in (
        np.array([3, 1, 3, 2]),
        np.array([1.0, np.nan, np.nan, -0.0, 0.0], "float32"),
        np.array([0.0, -0.0, 1.0], "float16"),
        np.zeros((0,)),
        np.array([b"a", b"b", b"a"], object),
    ):
        for options in ({}, {"out_idx": "int64"}):
            yield Call("unique_with_counts", (values,), options)


FAMILIES = (batches, stitching, sequences)


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls that TensorFlow answers wrongly, with the variants that do likewise."""
    for places, rest in ((([0, 1], [0]), ()), (([0, 0], [1]), (2,)), (([2, 0], [[1, 2], [2, 3]]), (2,))):
        at = [np.array(i, "int32") for i in places]
        rows = [plain("float64", (*i.shape, *rest), salt) for salt, i in enumerate(at)]
        yield "stitched-twice", Call("dynamic_stitch", (at, rows))


X = plain("float32", (2, 3))


def cotangents() -> Iterator[Call]:
    """One call of each operation that has a gradient."""
    yield Call("space_to_batch", (X, As([2]), As([[1, 0]])))
    yield Call("batch_to_space", (X, As([2]), As([[1, 2]])))
    yield Call("dynamic_stitch", ([np.array([0, 2], "int32"), np.array([1], "int32")], [X, X[:1]]))
    yield Call("reverse_sequence", (X, As([3, 2]), As(1), As(0)))


def in_dtype(dtype: str) -> Iterator[Call]:
    x = plain(dtype, (2, 3))
    yield Call("space_to_batch", (x, As([2]), As([[1, 0]])))
    yield Call("batch_to_space", (x, As([2]), As([[1, 0]])))
    yield Call("dynamic_partition", (x, np.array([1, 0], "int32"), As(2)))
    yield Call("dynamic_stitch", ([np.array([0, 3], "int32")], [x]))
    yield Call("reverse_sequence", (x, As([3, 2]), As(1), As(0)))
    yield Call("unique_with_counts", (x[0],))


def wrong() -> Iterator[Call]:
    yield from _wrong_batches()
    yield from _wrong_parts()
    x = X
    for lengths, axis, batch in (
        ([4, 1], 1, 0), ([-1, 1], 1, 0), ([1, 1, 1], 1, 0), ([1, 1], 0, 0), ([1, 1], None, None),
        ([1, 1], -1, 0), ([1, 1, 1], 0, -1), ([1, 1], 2, 0), ([1, 1], 1, 5), ([[1, 1]], 1, 0),
        ([1.0, 1.0], 1, 0), ([1, 1], "a", 0), (None, 1, 0),
    ):  # fmt: skip
        yield Call("reverse_sequence", (x, As(lengths), As(axis), As(batch)))
    yield Call("reverse_sequence", (x, As([1, 1])))
    yield Call("reverse_sequence", (plain("float32", (1,) * 6), As([1]), As(1), As(0)))
    yield Call("reverse_sequence", (x[0], As([1, 1, 1]), As(0), As(0)))
    yield Call("reverse_sequence", (As(None), As([1, 1]), As(1), As(0)))
    yield Call("unique_with_counts", (x,))
    yield Call("unique_with_counts", (x[0],), {"out_idx": "float32"})
    yield Call("unique_with_counts", (As(None),))
    yield Call("parallel_stack", (As(3),))


def _wrong_batches() -> Iterator[Call]:
    x = plain("float32", (4, 3, 2))
    for name in ("space_to_batch", "space_to_batch_nd", "batch_to_space"):
        for blocks, pairs in (
            ([2], [[5, 5]]), ([2], [[-1, 0]]), ([3], [[0, 0]]), ([0], [[0, 0]]), ([2], [[0, 0], [0, 0]]),
            ([2.0], [[0, 0]]), ([2], [[0.0, 0.0]]), ("a", [[0, 0]]), (None, [[0, 0]]), ([2], None),
            ([[2]], [[0, 0]]),            ([2, 2, 2], [[0, 0]] * 3),
        ):  # fmt: skip
            yield Call(name, (x, As(blocks), As(pairs)))
        yield Call(name, (x[0, 0], As([2]), As([[0, 0]])))
        yield Call(name, (As(None), As([2]), As([[0, 0]])))
        if name != "batch_to_space":
            yield Call(name, (plain("float32", (1, 2, 2, 2, 2, 2, 1)), As([2] * 5), As([[0, 0]] * 5)))
            yield Call(name, (x, As(2), As([[0, 0]])))


def _wrong_parts() -> Iterator[Call]:
    x = plain("float32", (3, 2))
    for numbers, count in (
        ([0, 2, 0], 2), ([0, -1, 0], 2), ([0, 1], 2), ([0, 0, 0], 0), ([0, 1, 0], "a"), ([0, 1, 0], None),
        ([0.0, 1.0, 0.0], 2), (None, 2), ("a", 2),
    ):  # fmt: skip
        yield Call("dynamic_partition", (x, As(numbers), As(count)))
    yield Call("dynamic_partition", (x, np.array([0, 1, 0]), As(2)))
    yield Call("dynamic_partition", (As(None), As([0]), As(1)))
    yield Call("dynamic_partition", (plain("float32", (3, 0)), As([0, 1, 5]), As(2)))
    one = np.array([0, 1], "int32")
    for indices, rows in (
        ([one], [x[:2], x[2:]]), ([one - 1], [x[:2]]), ([one], [x]), ([], []),
        ([one.astype("int64")], [x[:2]]),
        (As([[0.0, 1.0]]), [x[:2]]), ([one], [As(None)]),
        ([one[:1], one[1:]], [x[:1], x[:1, :1]]),
        ([one[:1], one[1:]], [x[:1], x[:1].astype("float64")]),
    ):  # fmt: skip
        yield Call("dynamic_stitch", (indices, rows))
