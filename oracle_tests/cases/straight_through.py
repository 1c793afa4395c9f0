"""Straight-through rounding: stop_gradient trick, grad_pass_through, custom rule.  https://github.com/tensorflow/tensorflow/issues/49001"""

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


# ones from all three, None from bare round
x = tf.Variable([0.4, 1.6])


@tf.custom_gradient
def st(t):
    return tf.round(t), lambda d: d


def g(f):
    with tf.GradientTape() as tape:
        y = f(x)
    return show(y), show(tape.gradient(y, x))


observed = [
    ("bare", g(tf.round)),
    ("stop_gradient", g(lambda t: t + tf.stop_gradient(tf.round(t) - t))),
    ("grad_pass_through", g(tf.grad_pass_through(tf.round))),
    ("custom", g(st)),
]
for label, value in observed:
    print(f"{label}: {value}")
