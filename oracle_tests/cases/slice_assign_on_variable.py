"""Writing one element with v[i].assign(t).  https://github.com/tensorflow/tensorflow/issues/12473"""

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


# None to t; functional tensor_scatter_nd_update keeps the gradient
t = tf.constant(0.5)
v = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(t)
    v[2].assign(t * 8.0)
    y = tf.reduce_sum(v**2)
    z = tf.reduce_sum(tf.tensor_scatter_nd_update(v, [[0]], [t * 8.0]) ** 2)
observed = [("assigned", show(tape.gradient(y, [t, v]))), ("functional", show(tape.gradient(z, [t, v])))]
for label, value in observed:
    print(f"{label}: {value}")
