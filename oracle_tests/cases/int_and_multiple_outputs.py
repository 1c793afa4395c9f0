"""A function with an int output and an unused float output.  https://github.com/tensorflow/tensorflow/issues/27565"""

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


# int output of a tf.function gives ZEROS (eager argmax gives None)
@tf.function
def f(x):
    return x * 2.0, tf.shape(x), x**2, tf.argmax(x)


x = tf.Variable([1.0, 4.0])
with tf.GradientTape(persistent=True) as tape:
    a, s, b, m = f(x)
    y = a * tf.cast(s, tf.float32)
observed = [
    ("shape-scaled", show(tape.gradient(y, x))),
    ("int", show(tape.gradient(m, x))),
    ("third", show(tape.gradient(b, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
