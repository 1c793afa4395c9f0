"""POOL CALLS: windows, strides, paddings, ties, what is not finite, and wrong calls of every pool."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call
from .sample_values import Shape, plain, whole

PADDINGS = ("VALID", "SAME")
LINES = ("nn.avg_pool1d", "nn.max_pool1d")
PLANES = ("nn.avg_pool2d", "nn.max_pool2d")
VOLUMES = ("nn.avg_pool3d", "nn.max_pool3d")
ANY = ("nn.avg_pool", "nn.max_pool")
PLACES = "nn.max_pool_with_argmax"
SINGULAR = (
    [1.0, 1.0, 0.0],
    [np.nan, 1.0, 2.0],
    [1.0, np.nan, 0.5],
    [np.nan, np.nan, 1.0],
    [np.inf, 1.0, np.inf],
    [-np.inf, -np.inf, 0.0],
    [0.0, -0.0, 0.0],
)


def _call(
    name: str, shape: Shape, ksize: Any = 2, strides: Any = 2, padding: Any = "VALID", **options
) -> Call:
    x = plain(options.pop("dtype", "float32"), shape)
    return Call(name, (x,), {"ksize": ksize, "strides": strides, "padding": padding, **options})


def planes() -> Iterator[Call]:
    for name in (*PLANES, *ANY):
        for padding in PADDINGS:
            for ksize, strides in (
                (2, 2),
                (2, 1),
                ([2, 3], [1, 2]),
                ([1, 3, 2, 1], [1, 2, 1, 1]),
                (1, 1),
                (1, 2),
            ):
                yield _call(name, (2, 4, 5, 2), ksize, strides, padding)
        yield _call(name, (1, 1, 1, 1), 1, 1)
        yield _call(name, (0, 3, 3, 1))
        for row in SINGULAR:
            x = np.array(row, "float32").reshape(1, 1, 3, 1)
            yield Call(name, (x,), {"ksize": [1, 2], "strides": 1, "padding": "VALID"})


def lines() -> Iterator[Call]:
    for name in (*LINES, *ANY):
        for padding in PADDINGS:
            for ksize, strides in ((2, 2), (2, 1), ([3], [2]), ([1, 2, 1], [1, 1, 1]), (1, [2, 2, 1])):
                if name in LINES or strides != [2, 2, 1]:
                    yield _call(name, (2, 5, 2), ksize, strides, padding)


def volumes() -> Iterator[Call]:
    for name in VOLUMES:
        for padding in PADDINGS:
            for ksize, strides in (
                (2, 2),
                (2, 1),
                ([1, 2, 2], [1, 1, 2]),
                ([1, 2, 2, 1, 1], [1, 2, 1, 1, 1]),
            ):
                yield _call(name, (1, 3, 4, 2, 2), ksize, strides, padding)
    for row in SINGULAR:
        x = np.array(row, "float32").reshape(1, 1, 1, 3, 1)
        if row != [-np.inf, -np.inf, 0.0]:
            yield Call(VOLUMES[0], (x,), {"ksize": [1, 1, 2], "strides": 1, "padding": "VALID"})
        yield Call(VOLUMES[1], (x,), {"ksize": [1, 1, 2], "strides": 1, "padding": "VALID"})


def by_name() -> Iterator[Call]:
    for kind in ("AVG", "MAX"):
        for shape, window in (((1, 4, 2), [2]), ((1, 3, 4, 2), [2, 3]), ((1, 2, 3, 2, 1), [2, 2, 1])):
            for options in ({}, {"padding": "SAME"}, {"strides": [1] * len(window)},
                {"dilations": [2] + [1] * (len(window) - 1)}):  # fmt: skip
                if len(shape) < 5 or "dilations" not in options:
                    yield Call("nn.pool", (plain("float32", shape), As(window), As(kind)), options)
    x = plain("float32", (1, 5, 4, 1))
    yield Call("nn.pool", (x, As((2, 2)), As("MAX")), {"dilations": [2, 2]})
    yield Call("nn.pool", (x, As((2, 2)), As("AVG")), {"strides": (2, 1), "padding": "SAME"})


FAMILIES = (planes, lines, volumes, by_name)


def faulty() -> Iterator[tuple[str, Call]]:
    """Gradients of gradients, and data formats, that TensorFlow does not have."""
    pairs = [[0, 0], [1, 0], [0, 1], [0, 0]]
    for name in ("nn.max_pool2d", "nn.max_pool"):
        for ksize, strides in ((2, 1), (2, 2), ([2, 3], 1)):
            yield "max-pool-listed-padding", _call(name, (1, 3, 4, 2), ksize, strides, pairs)
    line = [[0, 0], [1, 1], [0, 0]]
    yield "max-pool-listed-padding", _call(LINES[1], (1, 4, 1), 2, 1, line)
    for padding in PADDINGS:
        for ksize, strides in ((2, 2), (2, 1), ([2, 3], [1, 2])):
            for kind, options in (("argmax-second-order", {}),
                ("argmax-second-order", {"include_batch_in_index": True}),
                ("argmax-int32", {"output_dtype": "int32"})):  # fmt: skip
                yield kind, _call(PLACES, (2, 3, 4, 2), ksize, strides, padding, **options)
        for name in ANY:
            yield "pools-without-format", _call(name, (1, 2, 3, 2, 2), 2, 1, padding)
    for row in SINGULAR:
        x = np.array(row, "float32").reshape(1, 1, 3, 1)
        yield "argmax-second-order", Call(PLACES, (x,), {"ksize": [1, 2], "strides": 1, "padding": "VALID"})


def cotangents() -> Iterator[Call]:
    """Averages are left out: TensorFlow reads beyond a seed that is too short."""
    yield _call(PLANES[1], (1, 3, 4, 1), 2, 1)
    yield _call(PLANES[1], (2, 3, 2, 2), 2, 2, "SAME")
    yield _call(LINES[1], (1, 4, 1))
    yield _call(VOLUMES[1], (1, 2, 3, 2, 1), 2, 1, "SAME")


def only_fitting() -> Iterator[Call]:
    """Calls for cotangents that fit."""
    yield _call(PLANES[0], (1, 3, 4, 1), 2, 1)
    yield _call(PLANES[0], (2, 3, 2, 2), 2, 2, "SAME")
    yield _call(VOLUMES[0], (1, 2, 3, 2, 1), 2, 1, "SAME")
    yield _call(PLACES, (1, 3, 4, 1), 2, 1)
    yield _call(PLACES, (2, 3, 2, 2), 2, 2, "SAME")


def in_dtype(dtype: str) -> Iterator[Call]:
    x, v = whole(dtype, (1, 4, 4, 1)), whole(dtype, (1, 2, 4, 2, 1))
    right = {"ksize": 2, "strides": 2, "padding": "VALID"}
    for name in (*PLANES, *ANY):
        yield Call(name, (x,), right)
    yield from (Call(name, (x[0],), right) for name in LINES)
    yield from (Call(name, (v,), right) for name in VOLUMES)
    yield Call("nn.pool", (x, As([2, 2]), As("MAX")))


def wrong() -> Iterator[Call]:
    for names, shape in ((LINES, (1, 4, 2)), (PLANES, (1, 4, 4, 2)), (VOLUMES, (1, 2, 4, 2, 1)),
        (ANY, (1, 4, 4, 2)), ((PLACES,), (1, 4, 4, 2))):  # fmt: skip
        axes = len(shape) - 2
        x, right = whole("float32", shape), {"ksize": 2, "strides": 2, "padding": "VALID"}
        numbers: tuple = (0, -1, None, "a", [2] * 7, [2, *(2,) * axes, 1], [1, *(2,) * axes, 2])
        for name in names:
            yield from (Call(name, (x,), right | {"ksize": n}) for n in numbers)
            yield from (Call(name, (x,), right | {"strides": n}) for n in numbers if n != [2, 2, 1])
            for padding in ("same", "X", None, 1, [[0, 0]], [[0, 0], [-1, 0], [0, 0], [0, 0]],
                [[1, 0], [0, 0], [0, 0], [0, 0]], [[0, 0], [2, 0], [0, 0], [0, 0]]):  # fmt: skip
                yield Call(name, (x,), right | {"padding": padding})
            for form in ("NCHW", "NCW", "NCDHW", "X", 1, None):
                yield Call(name, (x,), right | {"data_format": form})
            for other in ((4,), (4, 2), (1, 1, 1, 4, 4, 2)):
                yield Call(name, (whole("float32", other),), right)
            for thing in ([[[[1.0], [2.0]]]], None, "a", 1.0):
                yield Call(name, (As(thing),), right | {"ksize": 1})
    x = whole("float32", (1, 4, 4, 2))
    yield Call(PLACES, (x[:0],), {"ksize": 2, "strides": 2, "padding": "VALID"})
    yield Call(PLACES, (x,), {"ksize": 2, "strides": 2, "padding": "VALID", "output_dtype": "float32"})
    for window, kind, options in (([2, 2], "X", {}), ([2], "MAX", {}), (2, "MAX", {}), ([2] * 4, "MAX", {}),
        ([2, 2], "MAX", {"strides": 2}), ([2, 2], "MAX", {"strides": [3, 1]}),
        ([2, 2], "AVG", {"strides": [1]}),
        ([2, 2], "AVG", {"dilations": [2, 2], "padding": "SAME"}), ([2, 2], "AVG", {"dilations": [1, 0]}),
        ([2, 2], "MAX", {"dilations": [2, 2], "strides": [2, 2]}), ([2, 2], "MAX", {"padding": "X"}),
        ([2, 2], "MAX", {"padding": "X", "dilations": [2, 2]}),
        ([2, 2], "AVG", {"data_format": "NCHW"})):  # fmt: skip
        yield Call("nn.pool", (x, As(window), As(kind)), options)
