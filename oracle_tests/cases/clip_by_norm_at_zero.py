"""clip_by_norm of a zero vector.  https://github.com/tensorflow/tensorflow/issues/22048"""

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


# ones at zero and below the limit; projected gradient above
def g(v):
    x = tf.constant(v)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.clip_by_norm(x, 1.0)
    return show(y), show(tape.gradient(y, x))


observed = [("zero", g([0.0, 0.0])), ("inside", g([0.3, 0.4])), ("outside", g([3.0, 4.0]))]
for label, value in observed:
    print(f"{label}: {value}")
