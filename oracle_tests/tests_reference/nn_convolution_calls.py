"""CONVOLUTION CALLS: windows, strides, paddings and shapes of every convolution, and those that are wrong."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .calls import As, Call, Cell
from .sample_values import Shape, plain, positive, whole

FLOATING = ("float16", "bfloat16", "float32", "float64")
PADDINGS = ("VALID", "SAME")
EXPLICIT = [[0, 0], [1, 0], [2, 1], [0, 0]]


def _call(name: str, x: Shape, w: Shape, dtype: str = "float32", **options: Any) -> Call:
    return Call(name, (plain(dtype, x), plain(dtype, w, 1)), options)


def _sure(name: str, x: Shape, w: Shape, **options: Any) -> Call:
    """On positive numbers, whose sums do not cancel."""
    return Call(name, (positive("float32", x), positive("float32", w, 1)), options)


def _whole(name: str, x: Shape, w: Shape, dtype: str, **options: Any) -> Call:
    return Call(name, (whole(dtype, x), whole(dtype, w, 1)), options)


def conv2d() -> Iterator[Call]:
    name = "nn.conv2d"
    for padding in (*PADDINGS, EXPLICIT):
        for strides in (1, 2, [1, 2], [1, 2, 1, 1]):
            yield _call(name, (1, 4, 5, 2), (2, 3, 2, 3), strides=strides, padding=padding)
    for x, w in (((3, 3, 3, 1), (1, 1, 1, 2)), ((0, 3, 3, 1), (2, 2, 1, 2)),
        ((1, 2, 2, 1), (2, 2, 1, 0)), ((2, 1, 3, 3, 2), (2, 2, 2, 1)), ((1, 1, 1, 1), (1, 1, 1, 1)),
        ((1, 5, 5, 1), (3, 3, 1, 1))):  # fmt: skip
        for padding in PADDINGS:
            yield _call(name, x, w, strides=1, padding=padding)
    x, w = plain("float32", (1, 3, 3, 2)), plain("float32", (2, 2, 2, 1))
    yield Call(name, (Cell(x), Cell(w)), {"strides": 1, "padding": "SAME"})
    for value in (np.nan, np.inf, 1e30):
        y = x.copy()
        y[0, 0, 1, 0] = value
        yield Call(name, (y, w), {"strides": 1, "padding": "SAME"})
    yield _call(name, (1, 4, 4, 2), (2, 2, 2, 1), "int32", strides=1, padding="SAME")


def lines() -> Iterator[Call]:
    for padding in PADDINGS:
        for stride in (1, 2, [2], [1, 2, 1]):
            yield _call("nn.conv1d", (2, 5, 2), (2, 2, 3), stride=stride, padding=padding)
    for x in ((2, 1, 4, 2), (0, 4, 2), (1, 1, 2)):
        yield _call("nn.conv1d", x, (2, 2, 1), stride=1, padding="SAME")
    for form in ("NWC", "NHWC", None):
        yield _call("nn.conv1d", (1, 4, 2), (2, 2, 1), stride=1, padding="VALID", data_format=form)


def volumes() -> Iterator[Call]:
    for padding in PADDINGS:
        for strides in ([1] * 5, [1, 2, 2, 2, 1], [1, 1, 2, 1, 1]):
            yield _call("nn.conv3d", (1, 3, 2, 4, 2), (2, 1, 2, 2, 2), strides=strides, padding=padding)
    for x, w in (((0, 2, 2, 2, 1), (1, 1, 1, 1, 1)), ((1, 2, 2, 2, 1), (2, 2, 2, 1, 1)),
        ((2, 1, 2, 2, 2, 1), (1, 2, 2, 1, 1))):  # fmt: skip
        yield _call("nn.conv3d", x, w, strides=[1] * 5, padding="VALID")


def transposed() -> Iterator[Call]:
    for padding, strides, shape in (("SAME", 1, (1, 2, 3, 3)), ("SAME", 2, (1, 4, 6, 3)), ("SAME", [2, 3],
        (1, 3, 8, 3)), ("VALID", 1, (1, 3, 4, 3)), ("VALID", [1, 2, 2, 1], [1, 5, 6, 3]),
        ("VALID", 2, [5, 6])):  # fmt: skip
        for name in ("nn.conv2d_transpose", "nn.conv_transpose"):
            if len(shape) == 4 or name != "nn.conv_transpose":
                yield _call(
                    name, (1, 2, 3, 2), (2, 2, 3, 2), output_shape=shape, strides=strides, padding=padding
                )
    pairs = [[0, 0], [1, 0], [0, 1], [0, 0]]
    yield _call(
        "nn.conv2d_transpose", (1, 2, 2, 2), (2, 2, 1, 2), output_shape=[1, 2, 2, 1], strides=1, padding=pairs
    )
    for padding, stride, size in (("SAME", 1, 3), ("SAME", 2, 5), ("VALID", 2, 6), ("VALID", [2], 7)):
        for name in ("nn.conv1d_transpose", "nn.conv_transpose"):
            yield _call(
                name, (2, 3, 2), (2, 1, 2), output_shape=[2, size, 1], strides=stride, padding=padding
            )
    for padding, strides, shape in (("SAME", 1, (2, 2, 1)), ("SAME", 2, (4, 3, 2)), ("VALID", 1, (3, 3, 1))):
        for name in ("nn.conv3d_transpose", "nn.conv_transpose"):
            yield _call(name, (1, 2, 2, 1, 2), (2, 2, 1, 1, 2), output_shape=[1, *shape, 1], strides=strides,
                        padding=padding)  # fmt: skip


FAMILIES = (conv2d, lines, volumes, transposed)


def cotangents() -> Iterator[Call]:
    """A call or two of every convolution."""
    yield _call("nn.conv2d", (1, 3, 3, 2), (2, 2, 2, 1), strides=1, padding="SAME")
    yield _call("nn.conv2d", (2, 3, 4, 1), (2, 2, 1, 2), strides=2, padding="VALID")
    yield _call("nn.conv1d", (1, 3, 2), (2, 2, 1), stride=1, padding="SAME")
    yield _call("nn.conv3d", (1, 2, 2, 3, 1), (2, 1, 2, 1, 2), strides=[1] * 5, padding="VALID")
    yield _call("nn.conv2d_transpose", (1, 2, 2, 1), (2, 2, 2, 1), output_shape=[1, 3, 4, 2], strides=2)
    yield _call("nn.conv3d_transpose", (1, 2, 1, 2, 1), (2, 2, 2, 1, 1), output_shape=[1, 3, 2, 4, 1],
                strides=2)  # fmt: skip
    yield _call("nn.conv1d_transpose", (1, 2, 1), (2, 1, 1), output_shape=[1, 3, 1], strides=2)
    yield _call("nn.conv_transpose", (1, 2, 1), (2, 1, 1), output_shape=[1, 3, 1], strides=2)


def faulty() -> Iterator[tuple[str, Call]]:
    """Dilated windows and channels in groups, for which TensorFlow has no gradient on CPUs."""
    for padding in PADDINGS:
        yield "conv2d-apart", _sure("nn.conv2d", (1, 5, 4, 2), (2, 2, 2, 1), strides=1, padding=padding,
                                    dilations=2)  # fmt: skip
        yield "conv2d-apart", _sure("nn.conv2d", (1, 3, 3, 4), (2, 2, 2, 4), strides=1, padding=padding)
        yield (
            "conv2d-apart",
            _sure("nn.conv1d", (1, 5, 2), (2, 2, 1), stride=1, padding=padding, dilations=[2]),
        )

    for padding in PADDINGS:
        for strides in ([1, 1, 1, 1], [1, 2, 1, 1]):
            yield (
                "any-convolution",
                _sure("conv", (1, 4, 3, 2), (2, 2, 2, 1), strides=strides, padding=padding),
            )
        yield (
            "any-convolution",
            _sure("conv", (1, 2, 3, 2, 1), (2, 1, 2, 1, 2), strides=[1] * 5, padding=padding),
        )
    zeros = {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 0, 0, 1, 0, 0]}
    yield "any-convolution", _sure("conv", (1, 3, 3, 1), (2, 2, 1, 1), strides=[1] * 4, **zeros)


def only_fitting() -> Iterator[Call]:
    """Calls for cotangents that fit."""
    yield _call("conv", (1, 3, 3, 2), (2, 2, 2, 1), strides=[1] * 4, padding="SAME")
    yield _call("conv", (1, 2, 3, 2, 1), (2, 1, 2, 1, 2), strides=[1] * 5, padding="VALID")


def _wrong_conv(x, w) -> Iterator[Call]:
    right = {"strides": [1] * 4, "padding": "SAME"}
    changes: tuple[dict, ...] = (
        *({"strides": s} for s in ([1, 1], 1, [2, 1, 1, 1], [1, 0, 0, 1])),
        *({"padding": q} for q in ("X", None)),
        *({"data_format": form} for form in ("CHANNELS_FIRST", "NHWC")),
        {"groups": 2},
        {"batch_dims": 2},
    )
    yield from (Call("conv", (x, w), right | change) for change in changes)
    yield Call("conv", (x[0], w), right)
    yield Call("conv", (x, w[:, :, :1]), right)


def in_dtype(dtype: str) -> Iterator[Call]:
    yield _whole("nn.conv2d", (1, 3, 3, 2), (2, 2, 2, 1), dtype, strides=1, padding="SAME")
    yield _whole("nn.conv1d", (1, 3, 2), (2, 2, 1), dtype, stride=1, padding="SAME")
    yield _whole("nn.conv3d", (1, 2, 2, 2, 1), (2, 1, 2, 1, 1), dtype, strides=[1] * 5, padding="SAME")
    shape, volume = [1, 3, 4, 2], [1, 3, 2, 4, 1]
    yield _whole("nn.conv2d_transpose", (1, 2, 2, 1), (2, 2, 2, 1), dtype, output_shape=shape, strides=2)
    yield _whole("nn.conv3d_transpose", (1, 2, 1, 2, 1), (2,) * 3 + (1, 1), dtype, output_shape=volume,
                strides=2)  # fmt: skip


def wrong() -> Iterator[Call]:
    x, w, back = (plain("int32", s).astype("float32") for s in ((1, 3, 3, 2), (2, 2, 2, 3), (2, 2, 3, 2)))
    right = {"strides": 1, "padding": "SAME"}
    for change in ({"strides": s} for s in (0, -1, [1, 1, 1], [2, 1, 1, 1], None, "a", [1, 1, 1, 2])):
        yield Call("nn.conv2d", (x, w), right | change)
        yield Call("nn.conv2d_transpose", (x, back), right | change | {"output_shape": [1, 3, 3, 3]})
    for padding in (None, "X", "same", 1, [[0, 0]], EXPLICIT, [[0, 0], [-1, 0], [0, 0], [0, 0]],
        [[1, 0], [0, 0], [0, 0], [0, 0]]):  # fmt: skip
        yield Call("nn.conv2d", (x, w), right | {"padding": padding})
        yield Call("nn.conv2d_transpose", (x, back), right | {"padding": padding, "output_shape": x.shape})
        yield Call("nn.conv1d", (x[0], w[0]), {"stride": 1, "padding": padding})
        yield Call("nn.conv3d", (x[None], w[None]), {"strides": [1] * 5, "padding": padding})
    for form in ("NCHW", "X", "NWC", 1, None):
        yield Call("nn.conv2d", (x, w), right | {"data_format": form})
        yield Call("nn.conv2d", (plain("float32", (1, 2, 3, 3)), w), right | {"data_format": form})
    for form in ("NCW", "NCHW", "X", 1):
        yield Call("nn.conv1d", (x[0], w[0]), {"stride": 1, "padding": "SAME", "data_format": form})
        yield Call("nn.conv1d_transpose", (x[0], back[0]), {"strides": 1, "output_shape": [3, 3, 3],
                                                            "data_format": form})  # fmt: skip
    for form in ("NCDHW", "X"):
        options = {"strides": [1] * 5, "padding": "SAME", "data_format": form}
        yield Call("nn.conv3d", (x[None], w[None]), options)
        yield Call(
            "nn.conv3d", (plain("float32", (1, 2, 2, 2, 2)), plain("float32", (1, 1, 1, 2, 1))), options
        )
    for strides in (1, [1, 1, 1], [2, 1, 1, 1, 1], [1, 0, 1, 1, 1], None):
        yield Call("nn.conv3d", (x[None], w[None]), {"strides": strides, "padding": "SAME"})
    for dilations in (2, [1, 1, 1], [1, 2, 2, 2, 1], [1] * 5):
        yield Call("nn.conv3d", (x[None], w[None]), {"strides": [1] * 5, "padding": "SAME",
                                                     "dilations": dilations})  # fmt: skip
    for shape in (
        [-1, 3, 3, 3],
        [2, 3, 3, 3],
        [1, 4, 3, 3],
        [1, 3, 3, 2],
        [1, 3, 3],
        3,
        None,
        [1.0, 3, 3, 3],
    ):
        options = {"strides": 1, "output_shape": shape}
        yield Call("nn.conv2d_transpose", (x, back), options)
        yield Call("nn.conv_transpose", (x, back), options)
    for dilations in (2, [1, 2], 0):
        yield Call("nn.conv2d_transpose", (x, back), {"strides": 1, "output_shape": [1, 3, 3, 3],
                                                      "dilations": dilations})  # fmt: skip
    for a, b in ((x[0], w), (x, w[0]), (x, w[:, :, :1, :3]), (x[:, :0], w), (x[..., :0], w),
        (x[..., :1], w), (As(1.0), w), (x, As(None)), (x, w.astype("float64")),
        (x.astype("complex64"), w.astype("complex64")), (As(x.tolist()), w),
        (x, As(w.tolist()))):  # fmt: skip
        yield Call("nn.conv2d", (a, b), right)
        yield Call("nn.conv2d", (a, b), right | {"padding": "VALID"})
        for swapped in (b, np.swapaxes(b, -1, -2) if isinstance(b, np.ndarray) and b.ndim > 1 else b):
            yield Call("nn.conv2d_transpose", (a, swapped), {"strides": 1, "output_shape": [1, 3, 3, 3]})
    yield Call("nn.conv3d", (x[None][..., :1], w[None]), {"strides": [1] * 5, "padding": "SAME"})
    yield Call("nn.conv2d", (x, w[:0]), right)
    yield Call("nn.conv3d", (x, w[None]), {"strides": [1] * 5, "padding": "SAME"})
    yield Call("nn.conv1d", (x[0, 0], w[0]), {"stride": 1, "padding": "SAME"})
    yield Call("nn.conv1d", (x[0], w[0]), {"stride": [1, 2], "padding": "SAME"})
    yield from _wrong_conv(x, w)
