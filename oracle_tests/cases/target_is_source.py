"""Differentiating a tensor with respect to itself.  https://github.com/tensorflow/tensorflow/issues/62420"""

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


# ones, even for an unwatched tensor w.r.t. itself (1.0, not None); source w.r.t. output is None
x = tf.constant([2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x * 4.0
u = tf.constant(5.0)
observed = [
    ("dx/dx", show(tape.gradient(x, x))),
    ("dy/dy", show(tape.gradient(y, y))),
    ("jac y y", show(tape.jacobian(y, y))),
    ("unwatched du/du", show(tape.gradient(u, u))),
    ("dx/dy", show(tape.gradient(x, y))),
]
for label, value in observed:
    print(f"{label}: {value}")
