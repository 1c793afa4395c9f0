"""Calling .numpy() inside tf.function.  https://github.com/tensorflow/tensorflow/issues/27491"""

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


# eager treats y.numpy() as a constant; tf.function AttributeError
x = tf.Variable(2.0)


def f():
    with tf.GradientTape() as tape:
        y = x * x
        z = y * float(y.numpy())
    return tape.gradient(z, x)


def kind(fn):
    try:
        return show(fn())
    except Exception as e:
        return type(e).__name__


observed = [("eager", kind(f)), ("tf.function", kind(tf.function(f)))]
for label, value in observed:
    print(f"{label}: {value}")
