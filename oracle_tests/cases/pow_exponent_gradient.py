"""Gradient to the exponent for zero and negative bases.  https://github.com/tensorflow/tfjs/issues/346"""

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


# zero to the exponent for non-positive bases; x**0 at 0 gives NaN
b = tf.Variable([2.0, 0.0, -2.0])
e = tf.Variable([3.0, 2.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    y = tf.pow(b, e)
    z = tf.pow(b, 0.0)
    h = tf.pow(b, 0.5)
observed = [
    ("y", show(y)),
    ("to base, exponent", show(tape.gradient(y, [b, e]))),
    ("x**0", show(tape.gradient(z, b))),
    ("x**0.5", show(tape.gradient(h, b))),
]
for label, value in observed:
    print(f"{label}: {value}")
