"""A SparseTensor or RaggedTensor passed as target or source.  https://github.com/tensorflow/tensorflow/issues/61132"""

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


# SparseTensor: ValueError as source or target; its values fine; RaggedTensor source works and returns ragged
v = tf.constant([1.0, 2.0])
r = tf.ragged.constant([[1.0, 2.0], [3.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(v)
    s = tf.SparseTensor([[0, 0], [1, 2]], v * 3.0, [2, 3])
    d = tf.sparse.to_dense(s)


def ragged():
    with tf.GradientTape() as t2:
        t2.watch(r)
        y = tf.reduce_sum(r**2)
    return t2.gradient(y, r).to_list()


observed = [
    ("sparse target", attempt(lambda: tape.gradient(s, v))),
    ("sparse source", attempt(lambda: tape.gradient(d, s))),
    ("its values", attempt(lambda: tape.gradient(d, v))),
    ("ragged source", attempt(ragged)),
]
for label, value in observed:
    print(f"{label}: {value}")
