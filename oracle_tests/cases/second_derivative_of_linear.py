"""The second derivative of something linear is None rather than 0.  https://github.com/tensorflow/tensorflow/issues/34335"""

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


# None for linear; 0 on request
x, w = tf.Variable(2.0), tf.Variable(5.0)
with tf.GradientTape(persistent=True) as o:
    with tf.GradientTape() as i:
        y = w * x + 1.0
    g = i.gradient(y, x)
observed = [
    ("dy/dx", show(g)),
    ("d2y/dx2", show(o.gradient(g, x))),
    ("d2y/dxdw", show(o.gradient(g, w))),
    ("zero mode", show(o.gradient(g, x, unconnected_gradients="zero"))),
]
for label, value in observed:
    print(f"{label}: {value}")
