"""tensor_scatter_nd_update with a repeated index: the losing update still gets a gradient.  https://github.com/tensorflow/tensorflow/issues/56961"""

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


# both updates get the upstream gradient although only the last is in the result
t, u = tf.Variable([1.0, 2.0, 3.0]), tf.Variable([10.0, 20.0])
with tf.GradientTape(persistent=True) as tape:
    r = tf.tensor_scatter_nd_update(t, [[1], [1]], u)
    y = tf.reduce_sum(r * tf.constant([1.0, 5.0, 1.0]))
    a = tf.tensor_scatter_nd_add(t, [[1], [1]], u)
observed = [
    ("result", show(r)),
    ("update", show(tape.gradient(y, [t, u]))),
    ("add", show(tape.gradient(a, [t, u]))),
]
for label, value in observed:
    print(f"{label}: {value}")
