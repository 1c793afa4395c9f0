"""Rank and first-dimension rules of batch_jacobian.  https://github.com/tensorflow/tensorflow/issues/34087"""

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


# vector / batch mismatch ValueError, scalar IndexError; unconnected gives ZEROS not None
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    ok = tf.stack([x[:, 0] * x[:, 1], x[:, 0]], axis=1)
    s = tf.reduce_sum(x)
    v = tf.reduce_sum(x, axis=1)
    half = x[:1]
    k = tf.ones([2, 2])
observed = [
    (n, attempt(lambda: t.batch_jacobian(q, x)))
    for n, q in [("ok", ok), ("scalar", s), ("vector", v), ("half batch", half), ("unconnected", k)]
]
observed.append(("unconnected zero", attempt(lambda: t.batch_jacobian(k, x, unconnected_gradients="zero"))))
for label, value in observed:
    print(f"{label}: {value}")
