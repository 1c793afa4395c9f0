"""sign has a zero derivative, not a missing one.  https://github.com/tensorflow/tensorflow/issues/56754"""

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


# zeros for sign; None for round and comparisons
x = tf.constant([0.5, -2.0, 0.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    s = tf.sign(x)
    step = tf.cast(x > 0.0, tf.float32)
    r = tf.round(x)
observed = [
    ("sign", show(tape.gradient(s, x))),
    ("jacobian sign", show(tape.jacobian(s, x))),
    ("comparison", show(tape.gradient(step, x))),
    ("round", show(tape.gradient(r, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
