"""CALLS of convolutions of each channel apart, and of those whose windows are dilated through batches."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call
from .nn_convolution_calls import PADDINGS
from .sample_values import Shape, plain, whole

ONES = [1, 1, 1, 1]
TWOS = [1, 2, 2, 1]
EACH = "nn.depthwise_conv2d"
BACK = ("nn.depthwise_conv2d_backprop_input", "nn.depthwise_conv2d_backprop_filter")


def _call(name: str, *shapes: Shape, dtype: str = "float32", **options: Any) -> Call:
    return Call(name, tuple(plain(dtype, shape, i) for i, shape in enumerate(shapes)), options)


def _images(w: Shape, ct: Shape, shape: Any, strides: Any = ONES, padding: Any = "SAME", **options) -> Call:
    dtype = options.pop("dtype", "float32")
    operands = As(shape), plain(dtype, w), plain(dtype, ct, 1)
    return Call(BACK[0], operands, {"strides": strides, "padding": padding, **options})


def _filters(x: Shape, ct: Shape, shape: Any, strides: Any = ONES, padding: Any = "SAME", **options) -> Call:
    dtype = options.pop("dtype", "float32")
    operands = plain(dtype, x), As(shape), plain(dtype, ct, 1)
    return Call(BACK[1], operands, {"strides": strides, "padding": padding, **options})


def depthwise() -> Iterator[Call]:
    for padding in (*PADDINGS, [[0, 0], [1, 0], [0, 2], [0, 0]]):
        for strides in (ONES, TWOS):
            yield _call(EACH, (1, 4, 5, 2), (2, 3, 2, 2), strides=strides, padding=padding)
    for padding in PADDINGS:
        for dilations in ([2, 2], [1, 2], [1, 1], None):
            yield _call(EACH, (1, 5, 4, 2), (2, 2, 2, 1), strides=ONES, padding=padding, dilations=dilations)
        for strides in (ONES, TWOS):
            yield _call("nn.separable_conv2d", (1, 4, 3, 2), (2, 2, 2, 2), (1, 1, 4, 3), strides=strides,
                        padding=padding)  # fmt: skip
    yield _call("nn.separable_conv2d", (1, 4, 5, 1), (2, 2, 1, 2), (1, 1, 2, 1), strides=ONES, padding="SAME",
                dilations=[2, 2])  # fmt: skip


def backwards() -> Iterator[Call]:
    for strides, padding, rows in (
        (ONES, "SAME", 4),
        (ONES, "VALID", 3),
        (TWOS, "SAME", 2),
        (TWOS, "VALID", 2),
    ):
        ct = (1, rows, rows, 4)
        yield _images((2, 2, 2, 2), ct, [1, 4, 4, 2], strides, padding)
        yield _filters((1, 4, 4, 2), ct, [2, 2, 2, 2], strides, padding)


def dilated() -> Iterator[Call]:
    name = "nn.convolution"
    for padding in PADDINGS:
        for options in ({}, {"strides": 2}, {"strides": [1, 2]}, {"dilations": 2}, {"dilations": [1, 3]},
            {"dilations": [2, 1]}, {"dilations": [1, 2, 2, 1]},
            {"strides": [1, 1], "dilations": 2}):  # fmt: skip
            yield _call(name, (1, 5, 4, 2), (2, 2, 2, 1), padding=padding, data_format="NHWC", **options)
        for x, w in (((2, 5, 2), (2, 2, 1)), ((1, 3, 3, 3, 1), (2, 2, 2, 1, 1)),
            ((2, 2, 4, 4, 1), (2, 2, 1, 1)),
            ((1, 5, 5, 2), (2, 2, 2, 2))):  # fmt: skip
            for dilations in (None, 2):
                form = ("NWC", "NHWC", "NDHWC")[len(w) - 3]
                yield _call(name, x, w, padding=padding, dilations=dilations, data_format=form)
        yield _call(name, (1, 5, 4, 2), (2, 2, 2, 1), padding=padding, dilations=2)
        for rate in (1, 2, 3, [1, 2]):
            yield _call("nn.atrous_conv2d", (2, 4, 4, 2), (2, 1, 2, 1), rate=rate, padding=padding)
    yield _call(name, (1, 4, 4, 1), (2, 2, 1, 1), padding=[[0, 0], [1, 0], [2, 1], [0, 0]], dilations=2)
    for rate, padding, size in ((1, "SAME", 4), (1, "VALID", 5), (2, "SAME", 4), (2, "VALID", 6),
        (2, "VALID", 7), (3, "SAME", 4)):  # fmt: skip
        yield _call("nn.atrous_conv2d_transpose", (1, 4, 4, 2), (2, 2, 1, 2), rate=rate, padding=padding,
                    output_shape=[1, size, size, 1])  # fmt: skip


FAMILIES = (depthwise, backwards, dilated)


def faulty() -> Iterator[tuple[str, Call]]:
    """Where no data format is given, which TensorFlow's gradients want to read."""
    for padding in PADDINGS:
        yield (
            "convolution-without-format",
            _call("nn.convolution", (1, 4, 3, 1), (2, 2, 1, 2), padding=padding),
        )
        yield "convolution-without-format", _call("nn.convolution", (1, 3, 3, 3, 1), (2,) * 3 + (1, 1),
                                                  padding=padding)  # fmt: skip


def cotangents() -> Iterator[Call]:
    yield _call(EACH, (1, 3, 3, 1), (2, 2, 1, 2), strides=ONES, padding="SAME")
    yield _call(EACH, (1, 3, 3, 1), (2, 2, 1, 1), strides=ONES, padding="SAME", dilations=[2, 2])
    yield _call("nn.separable_conv2d", (1, 2, 3, 1), (2, 2, 1, 2), (1, 1, 2, 1), strides=ONES, padding="SAME")
    yield _images((2, 2, 1, 2), (1, 2, 2, 2), [1, 3, 3, 1], padding="VALID")
    yield _filters((1, 3, 3, 1), (1, 2, 2, 2), [2, 2, 1, 2], padding="VALID")
    yield _call("nn.convolution", (1, 4, 4, 1), (2, 2, 1, 1), dilations=2)
    yield _call("nn.atrous_conv2d", (1, 4, 4, 1), (2, 2, 1, 1), rate=2, padding="SAME")
    yield _call("nn.atrous_conv2d_transpose", (1, 4, 4, 1), (2, 2, 1, 1), rate=2, padding="SAME",
                output_shape=[1, 4, 4, 1])  # fmt: skip


def in_dtype(dtype: str) -> Iterator[Call]:
    x, w = whole(dtype, (1, 3, 3, 1)), whole(dtype, (2, 2, 1, 1))
    yield Call(EACH, (x, w), {"strides": ONES, "padding": "SAME"})
    if dtype != "bfloat16":  # in which sums of sums depend on their order
        yield Call("nn.separable_conv2d", (x, w, w[:1, :1]), {"strides": ONES, "padding": "SAME"})
    yield Call(BACK[0], (As([1, 3, 3, 1]), w, x), {"strides": ONES, "padding": "SAME"})
    yield Call(BACK[1], (x, As([2, 2, 1, 1]), x), {"strides": ONES, "padding": "SAME"})
    yield Call("nn.convolution", (x, w), {"dilations": 2})
    yield Call("nn.convolution", (x, w), {"data_format": "NHWC"})


def wrong() -> Iterator[Call]:
    x, w = (np.round(plain("float32", s)) for s in ((1, 3, 3, 2), (2, 2, 2, 2)))
    right: dict = {"strides": ONES, "padding": "SAME"}
    for change in (*({"strides": s} for s in (1, [1, 1], [1, 1, 2, 1], [2, 1, 1, 1], [0] * 4, None)),
        *({"padding": q} for q in (None, "X", "same", [[0, 0]])),
        *({"data_format": f} for f in ("NHWC", "X", 1)),
        *({"dilations": n} for n in (1, 2, [1, 2, 2, 1], [2], [0, 1], [3, 3]))):  # fmt: skip
        yield Call(EACH, (x, w), right | change)
        yield Call("nn.separable_conv2d", (x, w, w.reshape(1, 1, 4, 4)[..., :1]), right | change)
    for a, b in (
        (x, w[:, :, :1]),
        (x[0], w),
        (x, w[0]),
        (x, w.astype("float64")),
        (As(None), w),
        (x, As("a")),
    ):
        yield Call(EACH, (a, b), right)
    for c in (w, w.reshape(1, 1, 4, 4)[:, :, :3], w[0], np.ones((1, 1, 4, 1))):
        yield Call("nn.separable_conv2d", (x, w, c), right)
    for shape in ([1, 3, 3], [1, 3, 3, 1], [2, 3, 3, 2], [1, 4, 3, 2], None, [1.0, 3, 3, 2], 3):
        yield _images((2, 2, 2, 1), (1, 3, 3, 2), shape)
        yield _filters((1, 3, 3, 2), (1, 3, 3, 2), shape)
    name = "nn.convolution"
    for options in ({"strides": 2, "dilations": 2}, {"strides": [1, 1, 1]}, {"dilations": [1, 1, 1]},
        {"dilations": 0}, {"strides": 0}, {"padding": None}, {"padding": "X"},
        {"padding": "X", "dilations": 2}, {"dilations": 4}, {"data_format": "X"},
        {"strides": 0, "dilations": 2},
        {"padding": [[0, 0], [1, 1], [1, 1], [0, 0]]}):  # fmt: skip
        yield Call(name, (x, w), options)
    for a, b in ((x[0], w), (x, w[0, 0]), (x, w[0, 0, 0]), (x[..., :1], w), (x, As(1.0)), (As(None), w)):
        yield Call(name, (a, b))
        yield Call(name, (a, b), {"dilations": 2})
    for rate in (0, -1, [1, 2, 3]):
        yield Call("nn.atrous_conv2d", (x, w), {"rate": rate, "padding": "SAME"})
    for rate, shape, padding in ((0, [1, 3, 3, 2], "SAME"), (2, [1, 3, 3, 1], "SAME"), (2, [1, 3, 3], "SAME"),
        (2, [1, 3, 3, 2], "X"), (2, [1, 9, 3, 2], "SAME")):  # fmt: skip
        yield Call(
            "nn.atrous_conv2d_transpose", (x, w), {"rate": rate, "padding": padding, "output_shape": shape}
        )
