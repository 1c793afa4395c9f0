"""tf.gradients in eager mode versus inside tf.function.  https://github.com/HaebinShin/grad-cam-text/issues/2"""

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


# eager RuntimeError; graph: sum over ys, unused input None
x, u = tf.constant(3.0), tf.constant(1.0)


@tf.function
def f(a, b):
    y = a**2
    r = tf.gradients([y, y * 10.0], [a, b])
    return (
        r[0],
        tf.constant(r[1] is None),
        tf.gradients(y, a, stop_gradients=[y], grad_ys=tf.constant(7.0))[0],
    )


observed = [("eager", attempt(lambda: tf.gradients(x**2, x))), ("graph", attempt(lambda: f(x, u)))]
for label, value in observed:
    print(f"{label}: {value}")
