"""Half-precision gradient overflows to inf and underflows to 0.  https://github.com/tensorflow/tensorflow/issues/38357"""

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


# inf and 0
x = tf.constant([300.0, 1e-4], tf.float16)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x * x * x
    z = tf.cast(x, tf.float32) ** 3
g = tape.gradient(z, x)
observed = [
    ("y", show(y)),
    ("half", show(tape.gradient(y, x))),
    ("float32 inside", show(g)),
    ("dtype", g.dtype.name),
]
for label, value in observed:
    print(f"{label}: {value}")
