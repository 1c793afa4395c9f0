"""Third derivative of a product loop, eager and tf.function.  https://github.com/tensorflow/tensorflow/issues/35012"""

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


# same values
def f(x):
    y = tf.constant(1.0)
    for _ in tf.range(4):
        y = y * x
    return y


def d3(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = f(x)
        b = t.gradient(a, x)
        d = t.gradient(b, x)
    return b, d, t.gradient(d, x)


x = tf.constant(2.0)
observed = [("eager", attempt(lambda: d3(x))), ("function", attempt(lambda: tf.function(d3)(x)))]
for label, value in observed:
    print(f"{label}: {value}")
