"""Calling gradient twice on an ordinary tape.  https://insights.willogy.io/tensorflow-part-3-automatic-differentiation/"""

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


# RuntimeError second time; fine when persistent
x = tf.Variable(3.0)


def two(p):
    with tf.GradientTape(persistent=p) as tape:
        a, b = x**2, x**3
    return [tape.gradient(a, x), tape.gradient(b, x)]


observed = [("default", attempt(lambda: two(False))), ("persistent", attempt(lambda: two(True)))]
for label, value in observed:
    print(f"{label}: {value}")
