"""The loss was computed before the tape; only reused inside.  https://github.com/tensorflow/tensorflow/issues/42167"""

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


# None; recomputing inside works
y = tf.Variable([1.0, 2.0, 4.0])
cost = -tf.reduce_mean(tf.math.log(y))
with tf.GradientTape() as t1:
    l1 = cost + 0.0
with tf.GradientTape() as t2:
    l2 = -tf.reduce_mean(tf.math.log(y))
observed = [("reused", show(t1.gradient(l1, y))), ("recomputed", show(t2.gradient(l2, y)))]
for label, value in observed:
    print(f"{label}: {value}")
