"""Broadcasting in the loss: gradient sums over broadcast axes; the (n,) minus (n,1) trap.  https://github.com/tensorflow/tensorflow/issues/46848"""

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


# gradient has the source's shape
w = tf.Variable([1.0, 2.0])
b = tf.Variable(0.5)
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
t1, t2 = tf.constant([1.0, 2.0, 3.0]), tf.constant([[1.0], [2.0], [3.0]])
with tf.GradientTape(persistent=True) as t:
    p = tf.reduce_sum(x * w, axis=1) + b
    ok, trap = tf.reduce_mean((p - t1) ** 2), tf.reduce_mean((p - t2) ** 2)
observed = [("ok", show(t.gradient(ok, [w, b]))), ("trap", show(t.gradient(trap, [w, b])))]
for label, value in observed:
    print(f"{label}: {value}")
