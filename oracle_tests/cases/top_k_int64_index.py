"""top_k with int64 indices: forward fine, gradient fails.  https://github.com/tensorflow/tensorflow/issues/61701"""

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


# gradient still raises InvalidArgumentError for int64 indices (forward fine)
x = tf.Variable([[1.0, 4.0, 2.0], [7.0, 0.0, 3.0]])


def go(**kw):
    with tf.GradientTape() as tape:
        y = tf.math.top_k(x, k=2, **kw).values
    return tape.gradient(y, x)


observed = [("default", attempt(lambda: go())), ("int64", attempt(lambda: go(index_type=tf.int64)))]
for label, value in observed:
    print(f"{label}: {value}")
