"""Reads before and after an in-tape assignment are added in one loss.  https://www.tensorflow.org/guide/autodiff"""

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


# the two reads contribute with their own values and add up
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    a = x * x
    x.assign(5.0)
    b = x * x * x
    y = a + b
observed = [("y", show(y)), ("dy/dx", show(tape.gradient(y, x)))]
for label, value in observed:
    print(f"{label}: {value}")
