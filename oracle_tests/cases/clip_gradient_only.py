"""Clipping the value while keeping the gradient; clipping only the gradient.  https://github.com/tensorflow/addons/issues/693"""

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


# plain clip zero outside; preserved ones
x = tf.Variable([-3.0, 0.5, 4.0])


@tf.custom_gradient
def gclip(t):
    return tf.identity(t), lambda d: tf.clip_by_value(d, -0.5, 0.5)


def g(f):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(f(x) * tf.constant([1.0, 2.0, -3.0]))
    return show(tape.gradient(y, x))


clip = lambda t: tf.clip_by_value(t, -1.0, 1.0)
observed = [
    ("clip", g(clip)),
    ("value kept", g(lambda t: t + tf.stop_gradient(clip(t) - t))),
    ("gradient clipped", g(gclip)),
]
for label, value in observed:
    print(f"{label}: {value}")
