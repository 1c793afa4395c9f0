"""NaN inputs: zero upstream gradients can hide them.  https://github.com/tensorflow/tensorflow/issues/59046"""

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


# first order NaN, second order 0.0 for log/log1p/square but NaN for sin
x, y = tf.Variable(2.0), tf.Variable(3.0)


def d2(f):
    with tf.GradientTape() as o:
        with tf.GradientTape() as i:
            r = f(tf.sqrt(1.0 - x) - y + y)
        g = i.gradient(r, y)
    return show(r), show(g), show(o.gradient(g, y, unconnected_gradients="zero"))


observed = [
    ("log", d2(tf.math.log)),
    ("log1p", d2(tf.math.log1p)),
    ("sin", d2(tf.sin)),
    ("square", d2(tf.square)),
]
for label, value in observed:
    print(f"{label}: {value}")
