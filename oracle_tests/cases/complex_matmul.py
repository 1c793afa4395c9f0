"""Complex matmul and fft gradients.  https://github.com/tensorflow/tensorflow/issues/4859"""

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


# conjugate transposes
a = tf.constant([[1 + 1j, 2 + 0j], [0j, 1j]], tf.complex64)
b = tf.constant([[1 + 0j, 1j], [2 + 0j, -1 + 0j]], tf.complex64)
s = tf.constant([1.0, 2.0, 3.0, 4.0])
with tf.GradientTape(persistent=True) as t:
    t.watch([a, b, s])
    m = tf.reduce_sum(tf.abs(tf.matmul(a, b)) ** 2)
    f = tf.reduce_sum(tf.abs(tf.signal.rfft(s)) ** 2)
rnd = lambda v: np.round(v.numpy(), 3)
observed = [
    ("a", show(rnd(t.gradient(m, a)))),
    ("b", show(rnd(t.gradient(m, b)))),
    ("rfft", show(rnd(t.gradient(f, s)))),
]
for label, value in observed:
    print(f"{label}: {value}")
