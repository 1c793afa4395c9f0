"""Euclidean norm at the origin and near it.  https://github.com/tensorflow/tensorflow/issues/12071"""

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


# NaN at 0 for norm and reduce_euclidean_norm; inf for tiny; l2_normalize 1e6
def g(rows, f):
    x = tf.constant(rows)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return show(tape.gradient(y, x))


r = [[3.0, 4.0], [0.0, 0.0]]
observed = [
    ("norm", g(r, lambda x: tf.norm(x, axis=1))),
    ("reduce_euclidean_norm", g(r, lambda x: tf.math.reduce_euclidean_norm(x, axis=1))),
    ("tiny", g([1e-16, 1e-25], lambda x: tf.stack([tf.norm(x[:1]), tf.norm(x[1:])]))),
    ("ord=1", g([0.0, -2.0], lambda x: tf.norm(x, ord=1))),
    ("l2_normalize", g([0.0, 0.0], lambda x: tf.math.l2_normalize(x))),
]
for label, value in observed:
    print(f"{label}: {value}")
