"""A fully stopped path gives None, a partly stopped one drops a term.  https://github.com/tensorflow/tensorflow/issues/22378"""

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


# None / partial / zero on request
x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    a = tf.stop_gradient(x * x)
    b = x * tf.stop_gradient(x)
observed = [
    ("stopped", show(tape.gradient(a, x))),
    ("half", show(tape.gradient(b, x))),
    ("zero mode", show(tape.gradient(a, x, unconnected_gradients="zero"))),
]
for label, value in observed:
    print(f"{label}: {value}")
