"""Rules against mathematics, without TensorFlow: finite differences, in both directions, orders 1 and 2.

Each primitive is tried alone, where it is smooth, in float64; its forward is differentiated in extended
precision.  `None` claims that there is no path, so the derivative has to be zero there.
"""

from typing import Any

import numpy as np
import pytest

import reference
import reference as tf
from reference.math.incomplete import by_shape
from reference.primitive import REGISTRY, Primitive

from .samples import at, floats, in_float64, samples

PRIMITIVES = {primitive.name: primitive for primitive in REGISTRY.values() if primitive.rule is not None}
STEP = {1: np.longdouble(1e-4), 2: 1e-5}  # of forwards in extended precision; of gradients in float64


@pytest.fixture(autouse=True)
def float64_everywhere():
    with in_float64():
        yield


def wide(primitive: Primitive, arrays: list[Any]) -> list[np.ndarray]:
    """The floating results of a forward in extended precision."""
    y = primitive.forward(*arrays)
    return [np.asarray(x) for x in (y if isinstance(y, tuple) else (y,)) if np.asarray(x).dtype.kind == "f"]


def moved(arrays: list[Any], directions: list[np.ndarray], by: Any, dtype: Any) -> list[Any]:
    """`arrays`, in `dtype`, after a step along a direction for each of their floating operands."""
    result = [list(x) if isinstance(x, list) else x for x in arrays]
    for (i, k), direction in zip(floats(arrays), directions, strict=True):
        value = np.asarray(at(arrays, (i, k)), dtype) + by * np.asarray(direction, dtype)
        if k is None:
            result[i] = value
        else:
            result[i][k] = value
    return result


def differentiated(values: Any, step: Any) -> list[np.ndarray]:
    """The derivatives at 0 of functions of one number, by differences of fourth order."""
    ahead, behind, twice, back = (values(k * step) for k in (1, -1, 2, -2))
    parts = zip(ahead, behind, twice, back, strict=True)
    return [(8 * (a - b) - (c - d)) / (12 * step) for a, b, c, d in parts]


# Operands from which no path leads, whatever mathematics says.
NO_PATH = {
    "raw_ops.MatrixDiagPartV3": {2},
    "raw_ops.MatrixDiagV3": {4},
    "raw_ops.MaxPool3DGrad": {0, 1},  # what equals the greatest entry no longer does when it is moved
    "raw_ops.MaxPool3DGradGrad": {0, 1},
    "raw_ops.MaxPoolGradGrad": {0, 1},
    "raw_ops.OneHot": {2, 3},
    "raw_ops.PadV2": {2},
    "raw_ops.ClipByValue": {1, 2},
    "math.betainc": {0, 1},
    "math.polygamma": {0},
    "math.zeta": {0},
}


def _chooses_the_same_nearby(primitive: Primitive, arrays: list[Any]) -> bool:
    """Whether small steps leave the discrete choice of an operation as it is, where it declares one."""
    if primitive.decides is None:
        return True
    random = np.random.default_rng(0)
    directions = [random.normal(size=np.shape(at(arrays, place))) for place in floats(arrays)]
    with np.errstate(all="ignore"):
        here, *nearby = (
            np.asarray(primitive.decides(*moved(arrays, directions, by, np.float64)))
            for by in (0.0, 1e-3, -1e-3)
        )
    return all(np.array_equal(here, there) for there in nearby)


def smooth(name: str, arrays: list[Any]) -> bool:
    """Whether there is a derivative: not at a kink, nor where entries scattered to one place, or in a tie,
    compete."""
    if not _chooses_the_same_nearby(PRIMITIVES[name], arrays):
        return False
    if name not in ("tensor_scatter_nd_update", "tensor_scatter_nd_max", "tensor_scatter_nd_min"):
        return True
    tensor, indices, updates = arrays
    rows = indices.reshape(-1, indices.shape[-1])
    values = np.concatenate([tensor.reshape(-1), updates.reshape(-1)])
    distinct = len(np.unique(rows, axis=0)) == len(rows)
    return distinct if name == "tensor_scatter_nd_update" else len(np.unique(values)) == len(values)


def _allowed(primitive: Primitive, direction: np.ndarray) -> np.ndarray:
    """A direction as it is, or symmetric where gradients are for such alone."""
    if primitive.name != "linalg.cholesky":
        return direction
    return (direction + np.swapaxes(direction, -1, -2)) / 2


class Alone:
    """One primitive, recorded with all its floating operands watched."""

    def __init__(self, primitive: Primitive, arrays: list[Any]):
        self.primitive, self.arrays = primitive, arrays
        self.places = floats(arrays)
        random = np.random.default_rng(len(primitive.name))
        scales = [0.0 if i in NO_PATH.get(primitive.name, ()) else 1.0 for i, _ in self.places]
        shapes = [np.shape(at(arrays, place)) for place in self.places]
        self.directions = [
            _allowed(primitive, random.normal(size=n) * k) for n, k in zip(shapes, scales, strict=True)
        ]
        with np.errstate(all="ignore"):
            results = wide(primitive, arrays)
        self.weights = [random.normal(size=y.shape) for y in results]
        operands = [at(arrays, place) for place in self.places]
        self.narrows = any(y.dtype == np.float32 for y in (*results, *operands))

    def gradient(self, arrays: list[Any], tape, weights) -> tuple[list, list]:
        """The watched operands, and the cotangents that the vjp has for them (None: no path)."""
        arguments: list[Any] = [list(x) if isinstance(x, list) else x for x in arrays]
        for i in self.primitive.slots:
            x = arguments[i]
            arguments[i] = list(map(tf.constant, x)) if isinstance(x, list) else tf.constant(x)
        operands = [at(arguments, place) for place in self.places]
        tape.watch(operands)
        with tf.GradientTape() as inner:
            inner.watch(operands)
            y = self.primitive(*arguments)
        results = [x for x in (y if isinstance(y, list) else [y]) if x.dtype.is_floating]
        cts = (
            inner.gradient(results, operands, output_gradients=weights) if results else [None] * len(operands)
        )
        return operands, [None if ct is None else tf.convert_to_tensor(ct) for ct in cts]

    def first(self, arrays: list[Any]) -> list[np.ndarray]:
        """The same cotangents as arrays, with zeros where there is no path."""
        weights = list(map(tf.constant, self.weights))
        with tf.GradientTape() as tape:
            operands, cts = self.gradient(arrays, tape, weights)
        return [
            np.zeros(x.shape) if ct is None else np.asarray(ct) for x, ct in zip(operands, cts, strict=True)
        ]

    def pushed(self) -> list[np.ndarray]:
        """The Jacobian times the directions: how the results change along them."""
        return differentiated(
            lambda t: wide(self.primitive, moved(self.arrays, self.directions, t, np.longdouble)), STEP[1]
        )


def inner_product(xs: list, ys: list) -> float:
    return float(
        sum(
            (np.sum(np.asarray(x) * y) for x, y in zip(xs, ys, strict=True) if x is not None),
            np.longdouble(0),
        )
    )


def alone(name: str) -> list[Alone]:
    smooth_ones = [arrays for arrays in samples()[name] if floats(arrays) and smooth(name, arrays)]
    found = [Alone(PRIMITIVES[name], arrays) for arrays in smooth_ones]
    return [sample for sample in found if sample.weights and not sample.narrows]


OPAQUE = {"raw_ops.StopGradient", "raw_ops.Range"}  # no path, whatever mathematics says
OPAQUE |= {"raw_ops.CropAndResize"}  # a path to boxes also where they jump, and none of second order
OPAQUE |= {"raw_ops.IgammaGradA"}  # tested below: its gradient has no other
DIFFERENTIABLE = [name for name in PRIMITIVES if name not in OPAQUE and alone(name)]


def test_every_primitive_has_samples() -> None:
    assert [primitive.name for primitive in REGISTRY.values() if not samples()[primitive.name]] == []
    assert len(DIFFERENTIABLE) > 50


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_the_vjp_is_the_derivative_of_the_forward(name: str) -> None:
    for sample in alone(name):
        expected = inner_product(sample.pushed(), sample.weights)
        assert inner_product(sample.first(sample.arrays), sample.directions) == pytest.approx(
            expected, 1e-9, 1e-9
        )


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_the_vjp_transposed_is_the_jvp(name: str) -> None:
    for sample in alone(name):
        weights = list(map(tf.constant, sample.weights))
        with tf.GradientTape() as tape:
            tape.watch(weights)
            _, cts = sample.gradient(sample.arrays, tape, weights)
        pairs = [(ct, tf.constant(v)) for ct, v in zip(cts, sample.directions, strict=True) if ct is not None]
        answers = tape.gradient([ct for ct, _ in pairs], weights, output_gradients=[v for _, v in pairs])
        for answer, pushed in zip(answers if pairs else [None] * len(weights), sample.pushed(), strict=True):
            answer = np.zeros(pushed.shape) if answer is None else np.asarray(tf.convert_to_tensor(answer))
            np.testing.assert_allclose(answer, pushed.astype(float), 1e-9, 1e-9)


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_the_gradient_of_the_gradient_is_its_derivative(name: str) -> None:
    for sample in alone(name):
        weights = list(map(tf.constant, sample.weights))
        with tf.GradientTape() as tape:
            operands, cts = sample.gradient(sample.arrays, tape, weights)
        pairs = [(ct, tf.constant(v)) for ct, v in zip(cts, sample.directions, strict=True) if ct is not None]
        seeds = [v for _, v in pairs]
        second = tape.gradient([ct for ct, _ in pairs], operands, output_gradients=seeds) if pairs else []
        second = [g if g is None else tf.convert_to_tensor(g) for g in second]
        across = [
            _allowed(sample.primitive, np.random.default_rng(7).normal(size=v.shape) * np.any(v))
            for v in sample.directions
        ]
        numeric = differentiated(lambda t: sample.first(moved(sample.arrays, across, t, float)), STEP[2])  # noqa: B023
        expected = inner_product(numeric, sample.directions)
        assert inner_product(second, across if second else []) == pytest.approx(expected, 1e-6, 1e-6)


@pytest.mark.parametrize(
    ("exponent", "orders"), [(0.0, (1, 0, 0)), (1.0, (0, 1, 0)), (2.0, (0, 0, 2)), (3.0, (0, 0, 0))]
)
def test_whole_powers_are_smooth_at_zero(exponent: float, orders: tuple[float, ...]) -> None:
    x = tf.constant(0.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**exponent
        first = inner.gradient(y, x)
    assert tuple(float(v) for v in (y, first, outer.gradient(first, x))) == orders


def test_the_gradient_by_shape_of_the_incomplete_gamma_function_has_one() -> None:
    a, x, step = np.array([0.5, 2.0, 3.5]), np.array([0.75, 1.25, 5.0]), 1e-5
    with reference.GradientTape() as tape:
        operands = [reference.constant(a), reference.constant(x)]
        tape.watch(operands)
        y = REGISTRY["raw_ops.IgammaGradA"](*operands)
    by_a, by_x = (g.numpy() for g in tape.gradient(y, operands))
    np.testing.assert_allclose(by_a, (by_shape(a + step, x) - by_shape(a - step, x)) / 2 / step, 1e-8)
    np.testing.assert_allclose(by_x, (by_shape(a, x + step) - by_shape(a, x - step)) / 2 / step, 1e-8)
