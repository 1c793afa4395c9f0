"""Losses of sampled classes, and second derivatives in functions, answer as TensorFlow does."""

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.subjects import load

pytestmark = pytest.mark.oracle
TABLE = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5], [-2.0, 1.0, 0.75], [0.1, 0.2, 0.3]])


def losses(tf, name, dtype, labels, **options):
    """The losses, their gradients by table, biases and inputs, and those of the gradients' sum."""
    table, biases = tf.Variable(tf.cast(TABLE, dtype)), tf.Variable(tf.cast([0.5, -0.5, 0.25, 1.0], dtype))
    inputs = tf.Variable(tf.cast([[1.0, -0.5, 0.25], [0.5, 2.0, -1.0]], dtype))
    count = len(labels[0])
    given = (
        tf.constant([0, 2, 3], tf.int64),
        tf.cast([[0.5, 0.75][:count], [0.25, 0.5][:count]], dtype),
        tf.cast([0.5, 0.25, 0.125], dtype),
    )
    sources = [table, biases, inputs]
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = getattr(tf.nn, name)(
                table,
                biases,
                tf.constant(labels),
                inputs,
                3,
                4,
                num_true=count,
                sampled_values=given,
                **options,
            )
        first = inner.gradient(y, sources)
        total = tf.add_n([tf.reduce_sum(tf.convert_to_tensor(g) ** 2) for g in first])
    second = outer.gradient(total, sources)
    return [np.asarray(tf.convert_to_tensor(g)) for g in (y, *first, *second)]


@pytest.mark.parametrize("name", ["nce_loss", "sampled_softmax_loss"])
@pytest.mark.parametrize("hits", [False, True])
@pytest.mark.parametrize("labels", [[[0], [1]], [[2], [2]], [[0, 1], [3, 2]]])
def test_losses_of_given_candidates_and_two_orders_of_gradient(name, hits, labels):
    for dtype, allowed in (("float32", 2e-5), ("float64", 1e-12)):
        options = {"dtype": dtype, "labels": labels, "remove_accidental_hits": hits}
        ours, theirs = (losses(load(side), name, **options) for side in ("reference", "tensorflow"))
        for a, b in zip(ours, theirs, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=allowed, atol=allowed)


HESSIANS = {
    "cubes": lambda tf, x: tf.hessians(tf.reduce_sum(x * x * x), x),
    "mixed": lambda tf, x: tf.hessians(tf.reduce_prod(x), x),
    "not summed": lambda tf, x: tf.hessians(x * x * x, x),
    "matrix": lambda tf, x: tf.hessians(tf.reduce_sum(x[None] ** 3), x),
    "linear": lambda tf, x: tf.hessians(tf.reduce_sum(x), x),
    "unconnected": lambda tf, x: tf.hessians(tf.constant(1.0), x),
    "several": lambda tf, x: tf.hessians(tf.reduce_sum(x * x * x), [x, x]),
    "of nothing": lambda tf, x: tf.hessians(tf.reduce_sum(x[:0] ** 3), x),
}


@pytest.mark.parametrize("name", HESSIANS)
def test_second_derivatives_in_functions(name):
    def answer(side):
        tf = load(side)
        function = tf.function(lambda x: HESSIANS[name](tf, x), autograph=False)
        found = attempt(function, tf.constant([1.0, 2.0, -0.5]))
        return found if isinstance(found, Raised) else [x.numpy().tolist() for x in found]

    assert answer("reference") == answer("tensorflow")


@pytest.mark.parametrize("side", ["reference", "tensorflow"])
def test_second_derivatives_are_for_functions_alone(side):
    tf = load(side)
    assert attempt(tf.hessians, tf.constant(1.0), tf.constant(1.0)).error == "RuntimeError"
