"""jacobian with unwatched or unused sources and list sources.  https://github.com/tensorflow/tensorflow/issues/32448"""

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


# None entries, zeros on request
w = tf.constant([1.0, 2.0])
v, u = tf.Variable([3.0, 4.0]), tf.Variable(1.0)
with tf.GradientTape(persistent=True) as t:
    y = w * v
observed = [
    ("unwatched", show(t.jacobian(y, w))),
    ("list", show(t.jacobian(y, [v, u]))),
    ("zero", show(t.jacobian(y, [v, u], unconnected_gradients="zero"))),
    ("scalar target", show(t.jacobian(tf.constant(1.0), v))),
]
for label, value in observed:
    print(f"{label}: {value}")
