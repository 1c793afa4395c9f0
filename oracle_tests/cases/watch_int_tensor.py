"""Watching an integer tensor.  https://github.com/tensorflow/tensorflow/pull/30107"""

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


# None (a warning only)
n = tf.constant([1, 2])
f = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([n, f])
    y = tf.cast(n, tf.float32) * f
observed = [
    ("dy/dn", show(tape.gradient(y, n))),
    ("dy/df", show(tape.gradient(y, f))),
    ("n unconnected zero", attempt(lambda: tape.gradient(y, n, unconnected_gradients="zero"))),
]
for label, value in observed:
    print(f"{label}: {value}")
