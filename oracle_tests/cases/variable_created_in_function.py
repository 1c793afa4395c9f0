"""A function that makes a Variable on every call.  https://github.com/tensorflow/probability/issues/1136"""

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


# ValueError
def f(x):
    v = tf.Variable(x * 2.0)
    with tf.GradientTape() as tape:
        y = v * v
    return tape.gradient(y, v)


kind = lambda fn: attempt(fn).split(":")[0] if isinstance(attempt(fn), str) else attempt(fn)
observed = [
    ("eager", kind(lambda: f(tf.constant(3.0)))),
    ("function", kind(lambda: tf.function(f)(tf.constant(3.0)))),
]
for label, value in observed:
    print(f"{label}: {value}")
