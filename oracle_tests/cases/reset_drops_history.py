"""reset() in the middle of the block.  https://www.tensorflow.org/api_docs/python/tf/GradientTape"""

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


# only ops after reset count; a tensor watched before is no longer watched
x, v = tf.constant(2.0), tf.Variable(5.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a = x * v
    tape.reset()
    b = a * x * v
observed = [
    ("db/dx", show(tape.gradient(b, x))),
    ("db/dv", show(tape.gradient(b, v))),
    ("da/dv", show(tape.gradient(a, v))),
]
for label, value in observed:
    print(f"{label}: {value}")
