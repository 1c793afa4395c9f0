"""Segment and unsorted segment reductions, with an empty segment and ties.  https://github.com/tensorflow/tensorflow/issues/33425"""

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


# empty segments contribute nothing; ties split evenly in max; prod gives product of others
x = tf.Variable([1.0, 3.0, 3.0, 5.0])
ids = [0, 0, 0, 2]


def g(f):
    with tf.GradientTape() as tape:
        y = f(x)
    return show(tape.gradient(y, x))


k = tf.constant([1.0, 10.0, 100.0])
observed = [
    (f.__name__, g(lambda t: f(t, ids) * k))
    for f in (tf.math.segment_sum, tf.math.segment_mean, tf.math.segment_max)
]
observed += [
    (f.__name__, g(lambda t: f(t, ids, 3) * k))
    for f in (tf.math.unsorted_segment_max, tf.math.unsorted_segment_mean, tf.math.unsorted_segment_prod)
]
for label, value in observed:
    print(f"{label}: {value}")
