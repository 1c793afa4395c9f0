"""A complex output differentiated to real inputs loses the imaginary part.  https://github.com/tensorflow/tensorflow/issues/3850"""

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


# imaginary input gets 0
x, y = tf.constant(1.0), tf.constant(2.0)
with tf.GradientTape(persistent=True) as t:
    t.watch([x, y])
    z = tf.complex(x, y)
    w = z * z
g = lambda q, **k: show(t.gradient(q, [x, y], **k))
with t:
    re, im = tf.math.real(w), tf.math.imag(w)
observed = [
    ("z", g(z)),
    ("z*z", g(w)),
    ("real", g(re)),
    ("imag", g(im)),
    ("seed 1j", g(w, output_gradients=tf.constant(1j, tf.complex64))),
]
for label, value in observed:
    print(f"{label}: {value}")
