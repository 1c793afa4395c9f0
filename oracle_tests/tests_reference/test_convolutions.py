"""Convolutions: every call of `convolution_calls` on both modules, and what TensorFlow lacks."""

import numpy as np
import pytest

import reference as tf
from oracle_tests.tests_reference import convolution_calls
from oracle_tests.tests_reference.test_composites import called, same

LACKING = (
    {"dilations": 2},
    {"dilations": [1, 2], "padding": "SAME", "strides": [2, 1]},
    {"groups": 2},
)


@pytest.mark.oracle
@pytest.mark.parametrize("table", ["FORWARD", "BACKWARD"])
def test_calls_answer_and_raise_as_tensorflow_does(table):
    for name, function in getattr(convolution_calls, table).items():
        ours, theirs = called("reference", function), called("tensorflow", function)
        assert same(ours, theirs), f"{name}: {ours} is not {theirs}"


@pytest.mark.parametrize("options", LACKING, ids=str)
def test_gradients_of_dilated_and_grouped_windows_are_those_of_mathematics(options):
    options = {"strides": 1, "padding": "VALID", **options}
    channels = 2 * options.pop("groups", 1)
    x, w = (np.random.default_rng(3).normal(size=s) for s in ((2, 5, 6, channels), (2, 2, 2, 2)))
    a, b = tf.constant(x), tf.constant(w)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = tf.reduce_sum(tf.nn.conv2d(a, b, **options) ** 3)
    found = tape.gradient(y, [a, b])
    for i, along in ((0, np.cos(x)), (1, np.sin(w))):
        values = []
        for t in (1e-6, -1e-6):
            moved = [x + t * along, w] if i == 0 else [x, w + t * along]
            values.append(float(tf.reduce_sum(tf.nn.conv2d(*map(tf.constant, moved), **options) ** 3)))
        expected = (values[0] - values[1]) / 2e-6
        assert np.sum(found[i].numpy() * along) == pytest.approx(expected, 1e-6)
