"""Gradient of a constant with respect to an unrelated tensor.  https://github.com/tensorflow/tensorflow/issues/56968"""

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


# None, and zeros on request
src = tf.ones([1, 2, 2, 1])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(src)
    score = tf.constant([0.125])
observed = [
    ("default", show(tape.gradient(score, src))),
    ("zero", show(tape.gradient(score, src, unconnected_gradients="zero"))),
]
for label, value in observed:
    print(f"{label}: {value}")
