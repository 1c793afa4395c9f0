"""Pausing the tape with stop_recording, then calling gradient there.  https://github.com/tensorflow/tensorflow/issues/47064"""

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


# ops in the pause are constants; gradient inside the pause works
x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    a = x * x
    with tape.stop_recording():
        b = a * 2.0
        g = tape.gradient(a, x)
    y = b * x + a
observed = [
    ("g in pause", show(g)),
    ("db/dx", show(tape.gradient(b, x))),
    ("dy/dx", show(tape.gradient(y, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
