"""reduce_prod gradient with zeros, whole and per axis.  https://github.com/tensorflow/tensorflow/issues/2641"""

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


# exact: product of the others
x = tf.Variable([[0.0, 2.0], [3.0, 0.0]])
with tf.GradientTape(persistent=True) as tape:
    a = tf.reduce_prod(x[0])
    b = tf.reduce_prod(x, axis=0)
    d = tf.reduce_prod(x)
observed = [
    ("row", show(tape.gradient(a, x))),
    ("axis 0", show(tape.gradient(b, x))),
    ("all", show(tape.gradient(d, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
