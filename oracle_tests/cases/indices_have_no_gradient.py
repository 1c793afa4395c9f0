"""Gradient with respect to the (cast) indices of gather_nd.  https://github.com/tensorflow/tensorflow/issues/27526"""

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


# None to index, value to params
tab = tf.Variable([10.0, 20.0, 30.0])
pos = tf.Variable(1.0)
with tf.GradientTape() as tape:
    i = tf.cast(pos, tf.int32)
    y = tf.gather_nd(tab, [[i]])
observed = [("dy/d[tab, pos]", show(tape.gradient(y, [tab, pos])))]
for label, value in observed:
    print(f"{label}: {value}")
