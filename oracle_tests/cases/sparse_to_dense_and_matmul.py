"""Gradient to the values of a sparse tensor through several conversions.  https://github.com/tensorflow/tensorflow/issues/26625"""

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


# values for each
v = tf.Variable([2.0, 3.0])
d = tf.constant([[1.0], [10.0], [100.0]])


def g(f):
    with tf.GradientTape() as t:
        s = tf.SparseTensor([[0, 1], [1, 2]], v * 1.0, [2, 3])
        y = f(s)
    return t.gradient(y, v)


observed = [
    ("to_dense", attempt(lambda: g(lambda s: tf.sparse.to_dense(s) * tf.transpose(d)))),
    ("matmul", attempt(lambda: g(lambda s: tf.sparse.sparse_dense_matmul(s, d)))),
    ("reduce_sum", attempt(lambda: g(lambda s: tf.sparse.reduce_sum(s)))),
    ("scatter_nd", attempt(lambda: g(lambda s: tf.scatter_nd(s.indices, s.values, s.dense_shape)))),
]
for label, value in observed:
    print(f"{label}: {value}")
