"""Gradients of conv2d to input and filter.  https://github.com/tensorflow/tensorflow/issues/50661"""

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


# values
x = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
w = tf.constant([[1.0, -1.0], [2.0, 0.5]])[:, :, None, None]
with tf.GradientTape() as t:
    t.watch([x, w])
    y = tf.nn.conv2d(x, w, strides=1, padding="SAME")
gx, gw = t.gradient(y, [x, w])
observed = [("x", show(gx[0, :, :, 0])), ("w", show(gw[:, :, 0, 0]))]
for label, value in observed:
    print(f"{label}: {value}")
