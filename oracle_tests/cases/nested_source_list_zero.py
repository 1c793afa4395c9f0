"""Zero mode with sources given as a list of lists.  https://github.com/tensorflow/tensorflow/issues/116636"""

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


# works on 2.21 with plain variables; nested structure and container types kept
a, b, d = tf.Variable(1.0), tf.Variable([2.0, 3.0]), tf.Variable(4.0)
with tf.GradientTape(persistent=True) as tape:
    y = a * d
srcs = [[a, b], (d,), b]
observed = [
    ("none", attempt(lambda: tape.gradient(y, srcs))),
    ("zero", attempt(lambda: tape.gradient(y, srcs, unconnected_gradients=tf.UnconnectedGradients.ZERO))),
    ("types", [type(s).__name__ for s in tape.gradient(y, srcs)]),
]
for label, value in observed:
    print(f"{label}: {value}")
