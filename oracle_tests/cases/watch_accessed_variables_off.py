"""Restricting the tape to chosen variables.  https://www.tensorflow.org/guide/autodiff"""

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


# None for the unwatched one
a, b = tf.Variable(2.0), tf.Variable(-3.0)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(a)
    y = a * a * b
g = tape.gradient(y, {"a": a, "b": b})
observed = [("grads", show(g)), ("watched", [v is a for v in tape.watched_variables()])]
for label, value in observed:
    print(f"{label}: {value}")
