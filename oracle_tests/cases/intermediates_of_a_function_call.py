"""Intermediates returned by a tf.function, differentiated from outside.  https://github.com/tensorflow/tensorflow/issues/36255"""

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


def attempt(call):
    """What `call` returns, or how it fails."""
    try:
        return show(call())
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


# dy/dh is None across a tf.function call, 3.0 in eager; dy/dx agrees
def net(x):
    h = x * x
    return h, h * 3.0 + x


def go(fn):
    x = tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        h, y = fn(x)
    return tape.gradient(y, h), tape.gradient(y, x), tape.gradient(h, x)


observed = [
    ("eager [dy/dh, dy/dx, dh/dx]", attempt(lambda: go(net))),
    ("function", attempt(lambda: go(tf.function(net)))),
]
for label, value in observed:
    print(f"{label}: {value}")
