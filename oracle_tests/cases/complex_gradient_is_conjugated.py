"""The gradient of a holomorphic function comes out conjugated.  https://github.com/tensorflow/tensorflow/issues/3348"""

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


# conj of the derivative
z = tf.Variable(1.0 + 2.0j)


def g(f):
    with tf.GradientTape() as tape:
        y = f(z)
    return show(tape.gradient(y, z))


observed = [
    ("z*z", g(lambda q: q * q)),
    ("exp", g(tf.exp)),
    ("1/z", g(lambda q: 1.0 / q)),
    ("conj", g(tf.math.conj)),
    ("z**3", g(lambda q: q**3)),
]
for label, value in observed:
    print(f"{label}: {value}")
