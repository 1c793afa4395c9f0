"""Calling NumPy from the graph: numpy_function, py_function, custom rule.  https://github.com/tensorflow/tensorflow/issues/32964"""

import numpy as np
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


# None for numpy_function; value for py_function and for a custom rule
x = tf.Variable([1.0, 2.0])


@tf.custom_gradient
def npsq(t):
    y = tf.numpy_function(np.square, [t], tf.float32)
    return y, lambda d: d * 2.0 * t


def g(f):
    with tf.GradientTape() as tape:
        y = f(x)
    return tape.gradient(y, x)


observed = [
    ("numpy_function", attempt(lambda: g(lambda t: tf.numpy_function(np.square, [t], tf.float32)))),
    ("py_function", attempt(lambda: g(lambda t: tf.py_function(lambda q: q * q, [t], tf.float32)))),
    ("custom", attempt(lambda: g(npsq))),
]
for label, value in observed:
    print(f"{label}: {value}")
