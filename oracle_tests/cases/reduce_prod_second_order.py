"""Second derivative of reduce_prod when one factor is zero.  https://github.com/tensorflow/tensorflow/issues/44556"""

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


# finite
x = tf.Variable([0.0, 3.0, -2.0])
with tf.GradientTape() as o:
    with tf.GradientTape() as i:
        y = tf.reduce_prod(x)
    g = i.gradient(y, x)
observed = [("g", show(g)), ("H", show(o.jacobian(g, x)))]
for label, value in observed:
    print(f"{label}: {value}")
