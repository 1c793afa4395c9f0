"""NN CALLS: activations, losses, normalisation, biases."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import (
    crop_calls,
    image_calls,
    math_calls,
    nn_apart_calls,
    nn_convolution_calls,
    nn_pool_calls,
    nn_statistic_calls,
    random_calls,
    signal_calls,
    stitching_calls,
)
from .calls import As, Call, Cell
from .sample_values import FLOATS, NUMBERS, plain, positive, specials
from .wrong_math_calls import OTHERS

UNARY: dict[str, tuple[str, ...]] = {
    "nn.relu6": NUMBERS,
    "nn.elu": FLOATS,
    "nn.selu": FLOATS,
    "nn.leaky_relu": FLOATS,
    "nn.gelu": FLOATS,
    "nn.silu": FLOATS,
}


def activations() -> Iterator[Call]:
    yield from math_calls.unary(UNARY)
    for alpha in (0.1, 0.0, 1.0, 1.5, -1.0, np.inf, np.nan, 1, np.float64(0.5), np.array(0.25)):
        yield Call("nn.leaky_relu", (specials("float32"),), {"alpha": alpha})
    yield Call("nn.leaky_relu", (specials("int32"),))
    for dtype in FLOATS:
        yield Call("nn.gelu", (specials(dtype),), {"approximate": True})
        for beta in (0.5, 2.0, -1.0, 0.0):
            yield Call("nn.silu", (specials(dtype),), {"beta": beta})
    yield Call("nn.silu", (plain("float32", (2, 3)), np.array(2.0, "float32")))
    yield Call("nn.silu", (plain("float32", (2, 3)), plain("float32", (3,))))
    yield Call("nn.softsign", (As([0.0, -0.0, 1.5, -1.5]),))


ROWS = (
    [-np.inf, 0.0],
    [0.0, 0.0],
    [1000.0, 0.0],
    [np.nan, 1.0],
    [np.inf, 0.0],
    [-1000.0, 1000.0],
)
LABELS = ([0.0, 1.0], [1.0, 0.0], [0.25, 0.75], [1.0, 1.0], [0.0, 0.0], [-1.0, 2.0])


def losses() -> Iterator[Call]:
    name = "nn.softmax_cross_entropy_with_logits"
    for logits in ROWS:
        for label in ([0, 1], [1, 0], [1, 1], [0, 0]):
            yield Call(name, (np.array([label]), np.array([logits], "float32")))
    for shape, axis in (
        ((2, 3), -1),
        ((2, 3), 1),
        ((2, 3), 0),
        ((3,), -1),
        ((2, 2, 3), 1),
        ((0, 3), -1),
        ((2, 0), -1),
    ):
        for dtype in FLOATS:
            yield Call(name, (plain("int32", shape), plain(dtype, shape)), {"axis": axis})
    for labels in LABELS:
        for logits in ROWS:
            a, b = np.array([labels], "float32"), np.array([logits], "float32")
            yield Call("nn.sigmoid_cross_entropy_with_logits", (a, b))
            yield Call("nn.weighted_cross_entropy_with_logits", (a, b, As(2.0)))
    shapes: tuple[tuple[int, ...], ...] = ((2, 3), (3,), (2, 2, 3), (0, 3), (2, 0), (1, 1))
    for shape in shapes:
        for dtype in FLOATS:
            a, b = positive(dtype, shape) / 4, plain(dtype, shape, 1)
            yield Call("nn.sigmoid_cross_entropy_with_logits", (a, b))
            yield Call("nn.weighted_cross_entropy_with_logits", (a, b, positive(dtype, shape[-1:], 2)))
    x, y = plain("float32", (2, 3)), positive("float32", (2, 3), 1)
    yield Call("nn.sigmoid_cross_entropy_with_logits", (y, Cell(x)))
    yield Call("nn.sigmoid_cross_entropy_with_logits", (As([[1.0, 0.0, 1.0]] * 2), x))
    yield Call("nn.weighted_cross_entropy_with_logits", (y, x, As(1)))


def normalization() -> Iterator[Call]:
    x = plain("float32", (2, 3))
    for axes in (0, [0], [1], [0, 1], -1, [-1, 0], []):
        for keep in (False, True):
            yield Call("nn.moments", (x,), {"axes": axes, "keepdims": keep})
    for row in ([[1.0], [1.0]], [[np.nan], [1.0]], [[np.inf], [1.0]], [[1e20], [0.0]], [[2.0]]):
        yield Call("nn.moments", (np.array(row, "float32"),), {"axes": [0]})
    yield Call("nn.moments", (plain("float64", (2, 0)),), {"axes": [1]})
    yield Call("nn.moments", (Cell(x),), {"axes": [0]})
    yield Call("nn.moments", (plain("int32", (2, 3)),), {"axes": [0]})
    m, v, o, s = (positive("float32", (3,), i) for i in range(4))
    for rest in ((m, v, o, s), (m, v, As(None), s), (m, v, o, As(None)), (m, v, As(None), As(None)),
        (Cell(m), Cell(v), Cell(o), Cell(s)), (m, np.zeros(3, "float32"), o, s),
        (m, np.array([-1.0, np.inf, np.nan], "float32"), o, s), (plain("float32", ()), v, o, s)):  # fmt: skip
        for epsilon in (1e-3, 0.0):
            yield Call("nn.batch_normalization", (x, *rest), {"variance_epsilon": epsilon})
    for dtype in NUMBERS:
        yield Call("nn.bias_add", (plain(dtype, (2, 3)), plain(dtype, (3,))))
    for shape in ((2, 3), (2, 3, 4), (2, 3, 4, 2), (2, 3, 1, 2, 2), (0, 3), (2, 0)):
        for form in (None, "NHWC", "N...C", "NCHW", "NC..", "NC"):
            channels = shape[1] if form and form.startswith("NC") else shape[-1]
            yield Call(
                "nn.bias_add", (plain("float32", shape), plain("float32", (channels,))), {"data_format": form}
            )
    yield Call("nn.bias_add", (Cell(x), Cell(m)))
    yield Call("nn.bias_add", (x, As([1.0, 2.0, 3.0])))
    yield Call("nn.bias_add", (x, As([1, 2, 3])))


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls in which TensorFlow is wrong or has no gradient, each with the variant that explains it."""
    for dtype in FLOATS:
        yield "softsign-second-order", Call("nn.softsign", (specials(dtype),))
    for shape in ((2, 3), (0,), ()):
        yield "softsign-second-order", Call("nn.softsign", (plain("float32", shape),))
    name = "nn.softmax_cross_entropy_with_logits"
    for labels in LABELS:
        for logits in ROWS:
            operands = np.array([labels], "float32"), np.array([logits], "float32")
            yield "cross-entropy-labels", Call(name, operands)
    for shape, axis in (((2, 3), -1), ((2, 3), 0), ((3,), 0), ((2, 2, 3), 1), ((2, 0), -1)):
        operands = positive("float64", shape) / 4, plain("float64", shape, 1)
        yield "cross-entropy-labels", Call(name, operands, {"axis": axis})
    for file in BESIDE:
        yield from file.faulty()


BESIDE = (
    nn_apart_calls,
    nn_convolution_calls,
    nn_pool_calls,
    nn_statistic_calls,
    random_calls,
    signal_calls,
    stitching_calls,
    image_calls,
    crop_calls,
)  # more families, each in a file of its own
MORE = tuple(family for file in BESIDE for family in file.FAMILIES)
NN = (activations, losses, normalization, *MORE)

X, Y = positive("float32", (2, 3)), positive("float32", (2, 3), 1) / 4


def cotangents() -> Iterator[Call]:
    """One call, or a few, of every operation here that has a gradient."""
    for name in UNARY:
        yield Call(name, (X,))
        yield Call(name, (positive("float32", ()),))
    yield Call("nn.leaky_relu", (X,), {"alpha": 1.5})
    yield Call("nn.gelu", (X,), {"approximate": True})
    yield Call("nn.silu", (X, np.array(2.0, "float32")))
    yield Call("nn.sigmoid_cross_entropy_with_logits", (Y, X))
    yield Call("nn.weighted_cross_entropy_with_logits", (Y, X, As(2.0)))
    b = positive("float32", (3,))
    yield Call("nn.batch_normalization", (X, b, b, b, b), {"variance_epsilon": 1e-3})
    yield Call("nn.bias_add", (X, b))
    yield Call("nn.bias_add", (positive("float32", (2, 3, 2, 2)), b), {"data_format": "NCHW"})
    for file in BESIDE:
        yield from file.cotangents()


def distributions() -> Iterator[Call]:
    """What TensorFlow differentiates once only, or rightly for labels that sum to 1."""
    yield Call("nn.softsign", (plain("float32", (2, 3)),))
    shares = positive("float64", (2, 3))
    labels = shares / shares.sum(-1, keepdims=True)
    yield Call("nn.softmax_cross_entropy_with_logits", (labels, plain("float64", (2, 3))))
    yield from nn_convolution_calls.only_fitting()
    yield from nn_pool_calls.only_fitting()
    yield from nn_statistic_calls.only_fitting()


def wrong() -> Iterator[Call]:
    for name in (*UNARY, "nn.softsign"):
        for dtype in (*NUMBERS, "bool"):
            yield Call(name, (np.ones((3,), dtype),))
        yield from (Call(name, (As(other),)) for other in OTHERS)
        yield Call(name, ())
        yield Call(name, (X,) * 9)
        yield Call(name, (X,), {"nonsense": 1})
        yield Call(name, (X,), {"name": "n"})
    for alpha in (None, "x", [0.1], np.array([0.1]), np.array([0.1, 0.2]), True):
        yield Call("nn.leaky_relu", (X,), {"alpha": alpha})
    for value in (None, [0.1], np.array([0.1]), 1, True):
        yield Call("nn.silu", (X,), {"beta": value})
        yield Call("nn.gelu", (X,), {"approximate": value})
    losses = ("nn.softmax_cross_entropy_with_logits", "nn.sigmoid_cross_entropy_with_logits")
    for name in losses:
        for a in (*NUMBERS, "bool"):
            for b in (*NUMBERS, "bool"):
                yield Call(name, (np.ones((2, 3), a), np.ones((2, 3), b)))
        for other in OTHERS:
            yield Call(name, (X, As(other)))
            yield Call(name, (As(other), X))
        for a, b in (((3,), (2, 3)), ((2, 3), (3,)), ((), ()), ((), (2, 3)), ((2, 2), (2, 3)),
            ((1, 3), (2, 3)), ((2, 1), (2, 3)), ((3, 2), (2, 3))):  # fmt: skip
            yield Call(name, (plain("float32", a), plain("float32", b)))
        yield Call(name, (X, X), {"axis": 1, "name": "n"})
    for axis in (2, -3, 0.5, None, [0], -2, 1, 0):
        yield Call(losses[0], (X, Y), {"axis": axis})
    tensors = [np.array(axis, "int32") for axis in (0, -1, 5, [1], [0])]
    arrays = (np.array(1), np.array(0), np.array(0.0), As(np.array(0)), As(np.array([1])))
    for axis in (*tensors, *arrays):
        yield Call("nn.softmax", (X, axis))
        yield Call("nn.log_softmax", (X, axis))
    weighted = "nn.weighted_cross_entropy_with_logits"
    for w in (As(None), np.array(2.0), np.array(2), plain("float32", (2, 2)), plain("float32", (2, 2, 3))):
        yield Call(weighted, (X, X, w))
    yield Call(weighted, (plain("float32", (3,)), X, As(2.0)))
    yield Call(weighted, (plain("int32", (2, 3)), X, As(2.0)))
    yield from _wrong_normalization()


def _wrong_normalization() -> Iterator[Call]:
    b = plain("float32", (3,))
    axes: tuple[Any, ...] = (2, -3, [0, 0], 0.5, "x", None, [[0]], True)
    for axis in axes:
        yield Call("nn.moments", (X,), {"axes": axis})
        yield Call("nn.moments", (X,), {"axes": axis, "keepdims": True})
    yield Call("nn.moments", (As([1.0, 2.0]),), {"axes": [0]})
    yield Call("nn.moments", (np.array([True]),), {"axes": [0]})
    yield Call("nn.moments", (X,))
    for rest in ((b, b, b, b.astype("float64")), (b, b, plain("float32", (2,)), b), (As(None), b, b, b)):
        yield Call("nn.batch_normalization", (X, *rest), {"variance_epsilon": 1e-3})
    yield Call("nn.batch_normalization", (As([[1.0]]), b, b, b, b), {"variance_epsilon": 1e-3})
    for epsilon in (None, 1):
        yield Call("nn.batch_normalization", (X, b, b, b, b), {"variance_epsilon": epsilon})
    for value, bias in ((X, plain("float32", (2,))),
        (X, plain("float32", ())), (X, X), (b, b), (X, np.ones(3)),
        (np.ones((2, 3), bool), np.ones(3, bool)), (X, As(None)),
        (X, As(1.0)), (As([[1.0, 2.0]]), As([1, 2]))):  # fmt: skip
        yield Call("nn.bias_add", (value, bias))
        yield Call("nn.bias_add", (value, bias), {"data_format": "NCHW"})
    for form in ("", "x", "CHWN", 1, "HWC"):
        yield Call("nn.bias_add", (X, b), {"data_format": form})


def in_dtype(dtype: str) -> Iterator[Call]:
    """Calls of every operation here with operands of a dtype, be it one that it has or not."""
    x, y, finite = positive(dtype, (2, 3)), positive(dtype, (2, 3), 1), plain(dtype, (2, 3), 2)
    for name in (*UNARY, "nn.relu", "nn.softmax", "nn.log_softmax"):
        yield Call(name, (x,))
        yield Call(name, (finite,))
        if not dtype.startswith("complex"):
            yield Call(name, (specials(dtype),))
    yield Call("nn.gelu", (x,), {"approximate": True})
    yield Call("nn.leaky_relu", (finite,), {"alpha": 0.1})
    yield Call("nn.silu", (finite,), {"beta": 0.1})
    sparse = "nn.sparse_softmax_cross_entropy_with_logits"
    yield Call(sparse, (np.array([0, 2]), finite))
    yield Call(sparse, (np.array([[0, 2]]), finite[None]))
    yield Call(sparse, (x[:, 0], plain("float32", (2, 3))))
    for labels, axis in (([[0, 1, 0], [1, 0, 0]], -1), ([[0, 1, 0], [1, 0, 1]], 0)):
        if dtype != "bfloat16":  # in which nothing is left of the second derivatives
            yield Call("nn.softmax_cross_entropy_with_logits", (np.array(labels), finite), {"axis": axis})
    yield Call("nn.sigmoid_cross_entropy_with_logits", (x, finite))
    yield Call("nn.weighted_cross_entropy_with_logits", (x, finite, y[0]))
    for axes in ([0], [0, 1]):
        yield Call("nn.moments", (x,), {"axes": axes})
    rest = (y[0], x[0], x[1], y[1])
    yield Call("nn.batch_normalization", (finite, *rest), {"variance_epsilon": 1e-3})
    for form in ("NHWC", "NCHW"):
        value = plain(dtype, (2, 3, 2, 3))
        yield Call("nn.bias_add", (value, x[0]), {"data_format": form})
    for file in BESIDE:
        yield from file.in_dtype(dtype)


WRONG_NN = (wrong, *(file.wrong for file in BESIDE))
