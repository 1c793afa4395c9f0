"""Computing part of the loss with NumPy through .numpy().  https://github.com/tensorflow/tensorflow/issues/31919"""

import numpy as np
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


# None: NumPy results are constants
w = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    h = w * 2.0
    good = tf.reduce_mean(h**2)
    bad = tf.constant(np.mean(h.numpy() ** 2))
    ufunc = tf.convert_to_tensor(np.square(h))
    mixed = np.float32(2.0) * h
observed = [
    ("tf", show(tape.gradient(good, w))),
    ("numpy", show(tape.gradient(bad, w))),
    ("np ufunc on tensor", show(tape.gradient(ufunc, w))),
    ("np scalar times tensor", show(tape.gradient(mixed, w))),
]
for label, value in observed:
    print(f"{label}: {value}")
