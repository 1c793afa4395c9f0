"""CALLS of statistics, averages of losses, blocks, morphology and local responses."""

from collections.abc import Iterator

import numpy as np

from reference.dtypes import bfloat16

from .calls import As, Call
from .sample_values import plain, positive, whole

X, Y, W = plain("float32", (4, 3)), positive("float32", (4, 3), 1), positive("float32", (3,), 2)
Z = positive("float32", (4, 3), 3)
IMAGE, FLAT = plain("float32", (2, 4, 3, 2)), plain("float32", (2, 2, 2), 1) / 4
STEPS = {"strides": [1, 1, 1, 1], "padding": "VALID", "data_format": "NHWC", "dilations": [1, 1, 1, 1]}
HUBER, MORPHOLOGY = "compat.v1.losses.huber_loss", ("nn.dilation2d", "nn.erosion2d")
FUSED = "compat.v1.nn.fused_batch_norm"
LRN = "nn.local_response_normalization"
BLOCKS = (("nn.space_to_depth", (1, 2, 4, 2)), ("nn.depth_to_space", (1, 2, 1, 8)))


def moments() -> Iterator[Call]:
    for axes in ([0], [1], [0, 1], [-1], []):
        for keep in (False, True):
            yield Call("nn.sufficient_statistics", (X,), {"axes": axes, "keepdims": keep})
            yield Call("nn.weighted_moments", (Z, As(axes), Y), {"keepdims": keep})
    yield Call("nn.sufficient_statistics", (X,), {"axes": [0], "shift": 0.5})
    yield Call("nn.weighted_moments", (Z, As([0]), np.zeros((4, 3), "float32")))
    yield Call("nn.weighted_moments", (Z, As(0), W.astype("float64")))
    for shift in (W, As(None)):
        yield Call("nn.normalize_moments", (W, W[::-1].copy(), W, shift))
    yield Call("nn.normalize_moments", (As(4.0), W, W, W))
    for scale in (True, False):
        operands = (X, W, Y[0], W, W, As(1e-3), As(scale))
        yield Call("nn.batch_norm_with_global_normalization", operands)


def losses() -> Iterator[Call]:
    for size in (None, 2, 0):
        yield Call("nn.compute_average_loss", (X,), {"global_batch_size": size})
    for weight in (2.0, [1.0, 2.0, 0.0, 1.0]):
        yield Call("nn.compute_average_loss", (X,), {"sample_weight": weight})
    yield Call("nn.compute_average_loss", (np.zeros((0,), "float32"),))
    yield Call("nn.scale_regularization_loss", (X,))
    yield Call("nn.scale_regularization_loss", (np.array(2.0, "float32"),))
    for axis in (-1, 0, 1):
        yield Call("nn.crelu", (X,), {"axis": axis})
    yield Call("nn.crelu", (np.array([0.0, -0.0, 1.0, -1.0, np.nan], "float32"),))
    for full in (False, True):
        yield Call("nn.log_poisson_loss", (Y * 3, X), {"compute_full_loss": full})
        at = np.array([0.0, 1.0, 2.0, 0.5], "float32")
        yield Call("nn.log_poisson_loss", (at, np.zeros(4, "float32")), {"compute_full_loss": full})


def huber() -> Iterator[Call]:
    three = np.array([0.0, 0.0, 0.0], "float32"), np.array([1.0, 0.0, -1.0], "float32")
    kinds = ("none", "weighted_sum", "weighted_mean", "weighted_sum_over_batch_size",
             "weighted_sum_by_nonzero_weights")  # fmt: skip
    for kind in kinds:
        for weights in (1.0, 0.0, 2.0, [1.0, 0.0, 3.0]):
            yield Call(HUBER, three, {"reduction": kind, "weights": weights})
    for delta in (1.0, 0.5, 0.0):
        yield Call(HUBER, (X, Y), {"delta": delta, "weights": [[1.0], [0.0], [2.0], [1.0]]})


def blocks() -> Iterator[Call]:
    for name, shape in BLOCKS:
        yield Call(name, (plain("float32", shape),), {"block_size": 2})
    yield Call("nn.space_to_depth", (plain("float32", (2, 3, 6, 1)),), {"block_size": 3})
    yield Call("nn.depth_to_space", (plain("float32", (2, 1, 2, 9)),), {"block_size": 3})
    yield Call("nn.space_to_depth", (plain("float32", (0, 2, 2, 1)),), {"block_size": 2, "data_format": None})


def fused() -> Iterator[Call]:
    x, scale, offset = plain("float32", (2, 3, 2, 3)), positive("float32", (3,)), plain("float32", (3,), 2)
    mean, variance = plain("float32", (3,), 4), positive("float32", (3,), 5)
    for options in ({}, {"epsilon": 0.5}, {"data_format": "NHWC"}):
        yield Call(FUSED, (x, scale, offset), options)
    for options in ({"is_training": False}, {"exponential_avg_factor": 0.5}, {}):
        yield Call(FUSED, (x, scale, offset, mean, variance), options)
    first = np.moveaxis(x, -1, 1).copy()
    yield Call(FUSED, (first, scale, offset), {"data_format": "NCHW"})
    yield Call(FUSED, (first, scale, offset, mean, variance), {"data_format": "NCHW", "is_training": False})
    yield Call(FUSED, (x[:, None], scale, offset), {"data_format": "NDHWC"})
    yield Call(FUSED, (np.ones((1, 1, 1, 3), "float32"), scale, offset))
    for dtype in ("float16", bfloat16.numpy):
        yield Call(FUSED, (x.astype(dtype), scale, offset))


FAMILIES = (moments, losses, huber, blocks, fused)


def faulty() -> Iterator[tuple[str, Call]]:
    """What TensorFlow differentiates once only."""
    for name in MORPHOLOGY:
        for change in ({}, {"padding": "SAME"}, {"strides": [1, 2, 1, 1]}, {"dilations": [1, 2, 1, 1]},
            {"strides": [1, 2, 2, 1], "padding": "SAME"}):  # fmt: skip
            yield "dilation-second-order", Call(name, (IMAGE, FLAT), STEPS | change)
        for row in ([1.0, 1.0], [np.nan, 1.0], [1.0, np.nan], [np.nan, np.nan], [np.inf, 1.0]):
            x = np.array(row, "float32").reshape(1, 1, 2, 1)
            yield "dilation-second-order", Call(name, (x, np.zeros((1, 2, 1), "float32")), STEPS)
    for options in ({}, {"depth_radius": 1}, {"depth_radius": 0}, {"bias": 2.0, "alpha": 0.5, "beta": 0.75},
        {"beta": -1.0}, {"alpha": 0.0}):  # fmt: skip
        yield "local-response-second-order", Call(LRN, (plain("float32", (1, 2, 2, 3)) / 8,), options)


def cotangents() -> Iterator[Call]:
    yield Call("nn.compute_average_loss", (X,))
    yield Call("nn.scale_regularization_loss", (X,))
    yield Call("nn.log_poisson_loss", (Y * 3, X), {"compute_full_loss": True})
    yield Call(HUBER, (Y, X))
    for name, shape in BLOCKS:
        yield Call(name, (plain("float32", shape),), {"block_size": 2})


def only_fitting() -> Iterator[Call]:
    """Calls for cotangents that fit."""
    yield Call(MORPHOLOGY[0], (IMAGE, FLAT), STEPS)
    yield Call(MORPHOLOGY[0], (IMAGE, FLAT), STEPS | {"padding": "SAME", "strides": [1, 2, 2, 1]})
    yield Call(LRN, (plain("float32", (1, 2, 1, 3)),), {"depth_radius": 1})


def in_dtype(dtype: str) -> Iterator[Call]:
    x = whole(dtype, (4, 3))
    yield Call("nn.sufficient_statistics", (x,), {"axes": [0]})
    yield Call("nn.crelu", (x,))
    yield Call("nn.scale_regularization_loss", (x,))
    for name, shape in BLOCKS:
        yield Call(name, (plain(dtype, shape),), {"block_size": 2})
    if dtype != "string":
        yield Call(HUBER, (x, x[::-1].copy()), {"reduction": "weighted_sum"})


def wrong() -> Iterator[Call]:
    for axes in (0, None, [2], [0, -2], "a"):
        yield Call("nn.sufficient_statistics", (X,), {"axes": axes})
    for axes in ([0, 0], [2], "a"):
        yield Call("nn.weighted_moments", (X, As(axes), Y))
    yield Call("nn.weighted_moments", (X, As([0]), W[:2]))
    yield Call("nn.normalize_moments", (As(4), W, W, W))
    yield Call("nn.normalize_moments", (W, W, W.astype("float64"), W))
    for size in (2.5, "a", [2], -1):
        yield Call("nn.compute_average_loss", (X,), {"global_batch_size": size})
    for thing in (As(1.0), As(None), As([1.0, 2.0])):
        yield Call("nn.compute_average_loss", (thing,))
        yield Call("nn.scale_regularization_loss", (thing,))
        yield Call("nn.crelu", (thing,))
        yield Call("nn.log_poisson_loss", (thing, X))
    for axis in (2, None, "a"):
        yield Call("nn.crelu", (X,), {"axis": axis})
    image, ones = np.ones((1, 2, 2, 3), "float32"), np.ones(3, "float32")
    yield Call(FUSED, (image, ones, ones), {"is_training": False})
    yield Call(FUSED, (image, ones, ones), {"data_format": "X"})
    for wrong in ((image[0], ones, ones), (image, ones[:2], ones), (image, ones, ones[:2])):
        yield Call(FUSED, wrong)
    for dtype in ("float64", "int32", "complex64"):
        yield Call(FUSED, (image.astype(dtype), ones, ones))
    yield Call("nn.log_poisson_loss", (X, W))
    yield Call("nn.log_poisson_loss", (X, X.astype("float64")))
    for options in ({"reduction": "x"}, {"weights": [1.0, 2.0, 3.0]}, {"delta": None}, {"weights": None}):
        yield Call(HUBER, (X, Y), options)
    yield Call(HUBER, (X, W))
    yield Call(HUBER, (As(None), W))
    for name, shape in BLOCKS:
        x = plain("float32", shape)
        yield from (Call(name, (x,), {"block_size": n}) for n in (1, 0, -1, 3, None, "a"))
        for form in ("NCHW", "NCHW_VECT_C", "X", 1):
            yield Call(name, (x,), {"block_size": 2, "data_format": form})
        yield Call(name, (x[0],), {"block_size": 2})
        yield Call(name, (As(None),), {"block_size": 2})
    for name in MORPHOLOGY:
        for change in ({"strides": s} for s in ([2, 1, 1, 1], [1, 1], 2, None, [0] * 4)):
            yield Call(name, (IMAGE, FLAT), STEPS | change)
        for change in ({"dilations": [2, 1, 1, 1]}, {"dilations": 2}, {"padding": "X"}, {"padding": None},
            {"data_format": "NCHW"}):  # fmt: skip
            yield Call(name, (IMAGE, FLAT), STEPS | change)
        for a, b in (
            (IMAGE[0], FLAT),
            (IMAGE, FLAT[..., :1]),
            (IMAGE, FLAT[0]),
            (IMAGE, FLAT.astype("float64")),
        ):
            yield Call(name, (a, b), STEPS)
    for options in ({"depth_radius": -1}, {"depth_radius": "a"}, {"bias": "a"}, {"beta": [1.0]}):
        yield Call(LRN, (IMAGE,), options)
    for x in (IMAGE[0], IMAGE.astype("float64"), np.ones((1, 1, 1, 1), "int32")):
        yield Call(LRN, (x,))
