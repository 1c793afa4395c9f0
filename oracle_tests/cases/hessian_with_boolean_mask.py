"""Hessian through boolean_mask and gather.  https://github.com/tensorflow/tensorflow/issues/35172"""

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


# diagonal on the kept entries
x = tf.constant([1.0, -2.0, 0.5])


def hess(pick):
    with tf.GradientTape() as o:
        o.watch(x)
        with tf.GradientTape() as i:
            i.watch(x)
            y = tf.reduce_sum(pick(x) ** 3)
        g = i.gradient(y, x)
    return o.jacobian(g, x)


observed = [
    ("boolean_mask", attempt(lambda: hess(lambda t: tf.boolean_mask(t, [True, False, True])))),
    ("gather", attempt(lambda: hess(lambda t: tf.gather(t * 1.0, [0, 2])))),
]
for label, value in observed:
    print(f"{label}: {value}")
