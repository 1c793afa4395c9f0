"""Embedding-style lookup: what form does the gradient take?  https://github.com/tensorflow/tensorflow/issues/7786"""

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


# IndexedSlices with repeated indices not added up
t = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
with tf.GradientTape(persistent=True) as tape:
    e = tf.gather(t, [2, 0, 2])
    l = tf.nn.embedding_lookup(t, [[1, 1]])
    y = tf.reduce_sum(e * tf.constant([[1.0], [10.0], [100.0]]))
observed = [("gather", show(tape.gradient(y, t))), ("embedding_lookup", show(tape.gradient(l, t)))]
for label, value in observed:
    print(f"{label}: {value}")
