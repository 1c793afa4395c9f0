"""The same variable appears twice in the source list, and is used twice.  https://www.tensorflow.org/api_docs/python/tf/GradientTape"""

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


# full gradient at each position
v, w = tf.Variable(3.0), tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = v * v * w
observed = [("[v, w, v]", show(tape.gradient(y, [v, w, v])))]
for label, value in observed:
    print(f"{label}: {value}")
