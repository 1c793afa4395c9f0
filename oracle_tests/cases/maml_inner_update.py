"""Meta-learning: inner update through tensors versus assign.  https://github.com/tensorflow/tensorflow/issues/30234"""

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


# tensor update keeps second-order terms; assign gives None
a = tf.constant(2.0)
w = tf.Variable(1.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        l = (w * a - 1.0) ** 2
    fast = w - 0.1 * inner.gradient(l, w)
    meta = (fast * a - 3.0) ** 2
good = outer.gradient(meta, w)
with tf.GradientTape() as outer:
    fast = tf.Variable(0.0)
    with tf.GradientTape() as inner:
        l = (w * a - 1.0) ** 2
    fast.assign(w - 0.1 * inner.gradient(l, w))
    meta = (fast * a - 3.0) ** 2
observed = [("tensor", show(good)), ("assign", show(outer.gradient(meta, w)))]
for label, value in observed:
    print(f"{label}: {value}")
