"""Writing rows to a TensorArray in a loop, then stacking.  https://github.com/tensorflow/tensorflow/issues/57756"""

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


# value in eager and graph
x = tf.constant([1.0, 2.0, 3.0])


def g(q):
    with tf.GradientTape() as tape:
        tape.watch(q)
        ta = tf.TensorArray(tf.float32, size=3)
        for i in tf.range(3):
            ta = ta.write(i, q[i] ** 2 * tf.cast(i + 1, tf.float32))
        y = ta.stack()
        s = y[2] + y[0]
    return tape.gradient(s, q)


observed = [("eager", attempt(lambda: g(x))), ("function", attempt(lambda: tf.function(g)(x)))]
for label, value in observed:
    print(f"{label}: {value}")
