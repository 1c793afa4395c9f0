"""SPARSE SEGMENT CALLS: sums and means of segments of chosen rows."""

from collections.abc import Iterator

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, plain

NAMES = ("sparse.segment_sum", "sparse.segment_mean", "sparse.segment_sqrt_n")
PLACES = (([2, 0, 1], [0, 0, 1]), ([2, 0, 0], [0, 0, 2]), ([1], [3]), ([1, 1, 1], [1, 1, 1]))


def _ints(numbers, dtype="int32"):
    return np.array(numbers, dtype)


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls of which TensorFlow has the first order."""
    for name in NAMES:
        for dtype in FLOATS:
            for rows, segments in PLACES:
                operands = (plain(dtype, (3, 2)), _ints(rows), _ints(segments))
                yield "sparse-second-order", Call(name, operands)
                yield "sparse-second-order", Call(name, operands, {"num_segments": 4})
        yield "sparse-second-order", Call(name, (plain("float32", (3,)), _ints([2, 1], "int64"), As([0, 0])))
        yield "sparse-second-order", Call(name, (Cell(plain("float64", (3, 2, 2))), As([2, 0]), As([0, 1])))


def wrong() -> Iterator[Call]:
    x = plain("float32", (3, 2))
    for name in NAMES:
        for rows, segments in (([2, 0, 1], [0, 2, 1]), ([2, 0, 1], [-1, 0, 2]), ([2, 0, 3], [0, 0, 2]),
            ([2, 0], [0, 0, 2]), ([[2, 0]], [[0, 0]]), (2, 0)):  # fmt: skip
            yield Call(name, (x, _ints(rows), _ints(segments)))
        for count in (2, -1):
            yield Call(name, (x, As([2, 0, 1]), As([0, 0, 2])), {"num_segments": count})
        yield Call(name, (As(1.0), As([0]), As([0])))
        for dtype in ("complex64", "bool", "string"):
            yield Call(name, (plain(dtype, (2, 1)), As([0]), As([0])))
        yield Call(name, (As(None), As([0]), As([0])))
    for dtype in ("int32", "uint8"):
        yield Call("sparse.segment_sum", (plain(dtype, (2, 1)), As([0, 1]), As([0, 0])))
        yield Call("sparse.segment_mean", (plain(dtype, (2, 1)), As([0]), As([0])))


def samples() -> Iterator[Call]:
    for name in NAMES:
        yield Call(name, (plain("float64", (3, 2)), _ints([2, 0, 0]), _ints([0, 0, 2])))


WRONG_SPARSE_SEGMENTS = (wrong,)
