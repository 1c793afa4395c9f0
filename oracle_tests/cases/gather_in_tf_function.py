"""Sparse gradient from a lookup inside tf.function.  https://github.com/tensorflow/tensorflow/issues/36236"""

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


# captured variable: IndexedSlices; tensor argument: dense
v = tf.Variable([[1.0], [2.0], [3.0]])


@tf.function
def cap():
    return tf.reduce_sum(tf.gather(v, [2, 2]))


@tf.function
def arg(p):
    return tf.reduce_sum(tf.gather(p, [2, 2]))


@tf.function
def tape_inside():
    with tf.GradientTape() as t:
        y = tf.reduce_sum(tf.gather(v, [2, 2]))
    return t.gradient(y, v)


with tf.GradientTape(persistent=True) as tape:
    a, b = cap(), arg(v * 1.0)
observed = [
    ("captured", show(tape.gradient(a, v))),
    ("argument", show(tape.gradient(b, v))),
    ("tape inside", show(tape_inside())),
]
for label, value in observed:
    print(f"{label}: {value}")
