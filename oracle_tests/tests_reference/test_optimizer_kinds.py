"""Momentum, Adam, Adagrad, RMSprop and gradient descent of TensorFlow 1, many steps on both modules."""

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.subjects import load

KINDS = {
    "momentum": ("SGD", {"momentum": 0.9}),
    "nesterov": ("SGD", {"momentum": 0.7, "nesterov": True}),
    "all momentum": ("SGD", {"momentum": 1.0, "weight_decay": 0.01}),
    "Adam": ("Adam", {}),
    "amsgrad": ("Adam", {"amsgrad": True, "beta_1": 0.5, "epsilon": 1e-3, "clipnorm": 1.0}),
    "Adagrad": ("Adagrad", {"loss_scale_factor": 2.0}),
    "no accumulator": ("Adagrad", {"initial_accumulator_value": 0.0, "epsilon": 0.0}),
    "RMSprop": ("RMSprop", {"weight_decay": 0.1}),
    "centered": ("RMSprop", {"centered": True, "momentum": 0.9, "rho": 0.5, "epsilon": 1e-3}),
}
DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", "int32")
ROWS = {"apart": ([0, 2], [[1.0, -1.0], [0.5, 2.0]]), "equal": ([1, 1], [[1.0, -1.0], [0.5, 2.0]])}


def steps(tf, kind, dtype):
    """The variable and the optimizer's own variables after twelve steps, or what was raised."""
    name, options = KINDS[kind]
    optimizer = getattr(tf.keras.optimizers, name)(0.1, **options)
    v = tf.Variable(tf.cast([1.0, -2.0, 30.0], dtype))
    found = None
    for i in range(12):
        gradient = tf.cast([0.5 * i, -3.0, 0.0 if i % 2 else 100.0], dtype)
        found = attempt(optimizer.apply_gradients, [(gradient, v)])
    return state(optimizer, v, found)


def state(optimizer, v, found):
    own = [(w.path.split("/")[-1], np.asarray(w.value.numpy())) for w in optimizer.variables]
    raised = found.error if isinstance(found, Raised) else None
    return raised, [("v", np.asarray(v.numpy())), *own]


def same(ours, theirs):
    assert ours[0] == theirs[0]
    assert [name for name, _ in ours[1]] == [name for name, _ in theirs[1]]
    for (name, a), (_, b) in zip(ours[1], theirs[1], strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape), name
        eps = {"float16": 1e-3, "bfloat16": 8e-3, "float64": 1e-15, "complex128": 4e-7}.get(
            a.dtype.name, 4e-7
        )
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        np.testing.assert_allclose(a.astype(wide), b.astype(wide), rtol=4 * eps, atol=eps, err_msg=name)


@pytest.mark.oracle
@pytest.mark.parametrize("kind", KINDS)
def test_many_steps_end_where_keras_ends(kind):
    for dtype in DTYPES:
        same(steps(load("reference"), kind, dtype), steps(load("tensorflow"), kind, dtype))


def row_steps(tf, kind, rows):
    name, options = KINDS[kind]
    optimizer = getattr(tf.keras.optimizers, name)(0.1, **options)
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    at, values = ROWS[rows]
    found = None
    for i in range(3):
        gradient = tf.IndexedSlices(tf.constant(values) * (i + 1.0), tf.constant(at), tf.constant([3, 2]))
        found = attempt(optimizer.apply_gradients, [(gradient, v)])
    return state(optimizer, v, found)


@pytest.mark.oracle
@pytest.mark.parametrize("rows", ROWS)
def test_slices_end_where_keras_ends(rows):
    for kind in KINDS:
        same(row_steps(load("reference"), kind, rows), row_steps(load("tensorflow"), kind, rows))


MAKINGS = {
    "int momentum": ("SGD", {"momentum": 1}),
    "large momentum": ("SGD", {"momentum": 1.5}),
    "unknown": ("SGD", {"foo": 1}),
    "two clips": ("Adam", {"clipnorm": 1.0, "clipvalue": 1.0}),
    "int rate": ("Adam", {"learning_rate": 1}),
    "function": ("SGD", {"learning_rate": lambda: 0.5}),
    "negative": ("RMSprop", {"learning_rate": -0.5, "momentum": -1.0}),
    "beta one": ("Adam", {"beta_1": 1}),
    "no epsilon": ("Adam", {"epsilon": None}),
    "rho two": ("RMSprop", {"rho": 2.0}),
    "negative accumulator": ("Adagrad", {"initial_accumulator_value": -1.0}),
    "name": ("SGD", {"name": "a/b"}),
}


def made(tf, making):
    name, options = MAKINGS[making]
    v = tf.Variable([1.0, 2.0])
    optimizer = getattr(tf.keras.optimizers, name)(**options)
    optimizer.apply_gradients([(tf.constant([0.5, -3.0]), v)])
    return v.numpy()


@pytest.mark.oracle
def test_options_are_checked_as_keras_checks_them():
    for making in MAKINGS:
        ours, theirs = (attempt(made, load(side), making) for side in ("reference", "tensorflow"))
        if isinstance(theirs, Raised):
            assert isinstance(ours, Raised), making
            assert ours == theirs, making
        else:
            np.testing.assert_allclose(ours, theirs, rtol=1e-6, err_msg=making)


def v1(tf, gradient, dtype, rate=0.1):
    optimizer = tf.compat.v1.train.GradientDescentOptimizer(rate)
    v = tf.Variable(tf.cast([1.0, 2.0, 4.0], dtype))
    found = attempt(optimizer.apply_gradients, [(gradient, v)])
    return (found.error if isinstance(found, Raised) else None), [("v", np.asarray(v.numpy()))]


@pytest.mark.oracle
def test_the_optimizer_of_tensorflow_1_steps_as_it_does():
    for dtype in (*DTYPES, "uint8", "int64"):
        for gradient in (
            lambda tf, d: tf.cast([1.0, -3.0, 7.0], d),
            lambda tf, d: tf.IndexedSlices(tf.cast([1.0, -3.0], d), tf.constant([2, 2])),
            lambda tf, d: tf.cast([1.0], d),
        ):
            ours, theirs = (
                v1(tf, gradient(tf, dtype), dtype) for tf in (load("reference"), load("tensorflow"))
            )
            same(ours, theirs)


def open_ended(tf, kind):
    """What two steps raise where one of two variables was made with an open shape."""
    name, options = KINDS[kind]
    optimizer = getattr(tf.keras.optimizers, name)(0.1, **options)
    v, w = tf.Variable([1.0]), tf.Variable([1.0], shape=(None,))
    return [
        attempt(optimizer.apply_gradients, [(tf.constant([1.0]), v), (tf.constant([1.0]), w)]),
        attempt(optimizer.apply_gradients, [(tf.constant([1.0]), v)]),
    ]


@pytest.mark.oracle
def test_a_variable_of_open_shape_leaves_an_optimizer_unfinished():
    for kind in KINDS:
        assert open_ended(load("reference"), kind) == open_ended(load("tensorflow"), kind), kind
