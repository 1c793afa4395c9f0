"""Gradient of a tensor-dependent if, twice from a persistent tape; the branch not taken.  https://github.com/tensorflow/tensorflow/issues/43631"""

import tensorflow as tf


def show(value):
    """A result as plain Python values."""
    if isinstance(value, dict):
        return {key: show(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [show(item) for item in value]
    if isinstance(value, tf.IndexedSlices):
        return f"rows {show(value.values)} at {show(value.indices)} of {show(value.dense_shape)}"
    if hasattr(value, "numpy"):
        value = value.numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def attempt(call):
    """What `call` returns, or how it fails."""
    try:
        return show(call())
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


# zero for the other branch in graph, None in eager
a, b = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])


def f(c):
    with tf.GradientTape(persistent=True) as g:
        if c > 0:
            y = tf.reduce_sum(a * a)
        else:
            y = tf.reduce_sum(b)
    return [g.gradient(y, [a, b]), g.gradient(y, [a, b])]


observed = [
    ("eager", attempt(lambda: f(tf.constant(1)))),
    ("function true", attempt(lambda: tf.function(f)(tf.constant(1)))),
    ("function false", attempt(lambda: tf.function(f)(tf.constant(-1)))),
    ("python int argument", attempt(lambda: tf.function(f)(1))),
]
for label, value in observed:
    print(f"{label}: {value}")
