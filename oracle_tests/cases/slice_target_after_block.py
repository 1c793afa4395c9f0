"""Indexing the recorded output after the block loses the gradient.  https://github.com/tensorflow/tensorflow/issues/41999"""

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


# whole output has a gradient; its later slice gives None; slice taken in block works
m = tf.constant([[2.0, 3.0], [4.0, 5.0]])
k = tf.constant([[1.0, 10.0], [100.0, 1000.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(m)
    p = m * k
    col = p[:, 1]
observed = [
    ("full", show(tape.gradient(p, m))),
    ("slice after", show(tape.gradient(p[:, 1], m))),
    ("slice inside", show(tape.gradient(col, m))),
]
for label, value in observed:
    print(f"{label}: {value}")
