"""The functional replacement for in-place scatter: build the tensor with scatter_nd.  https://github.com/tensorflow/tensorflow/issues/23646"""

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


# gradient is the gather of the upstream gradient
u = tf.Variable([2.0, 3.0])
c = tf.constant([10.0, 20.0, 30.0, 40.0])
with tf.GradientTape() as tape:
    full = tf.scatter_nd([[3], [1]], u, [4])
    y = tf.reduce_sum(full * c)
observed = [("full", show(full)), ("dy/du", show(tape.gradient(y, u)))]
for label, value in observed:
    print(f"{label}: {value}")
