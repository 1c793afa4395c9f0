"""Only one of two nested tapes watches the tensor.  https://github.com/tensorflow/tensorflow/issues/42845"""

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


# both must watch
x = tf.constant(1.5)


def go(w_in, w_out):
    with tf.GradientTape() as o:
        if w_out:
            o.watch(x)
        with tf.GradientTape() as i:
            if w_in:
                i.watch(x)
            y = x**4
        g = i.gradient(y, x)
    return show(g), attempt(lambda: o.gradient(g, x))


observed = [("both", go(1, 1)), ("inner only", go(1, 0)), ("outer only", go(0, 1))]
for label, value in observed:
    print(f"{label}: {value}")
