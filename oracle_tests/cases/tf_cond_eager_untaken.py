"""tf.cond against tf.where: which inputs get None, zero or NaN?  https://github.com/tensorflow/tensorflow/pull/115258"""

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


# cond: None (eager) / 0.0 (graph) for the untaken input; where: 0.0, and sqrt'(0) with zero upstream is 0 here, not NaN
x, w = tf.Variable(0.0), tf.Variable(2.0)


def g(f):
    with tf.GradientTape() as tape:
        y = f()
    return tape.gradient(y, [x, w])


con = lambda: tf.cond(x > 0.0, lambda: tf.sqrt(x) * w, lambda: 5.0 * x)
whe = lambda: tf.where(x > 0.0, tf.sqrt(x) * w, 5.0 * x)
observed = [
    ("cond eager", attempt(lambda: g(con))),
    ("cond graph", attempt(lambda: tf.function(lambda: g(con))())),
    ("where", attempt(lambda: g(whe))),
]
for label, value in observed:
    print(f"{label}: {value}")
