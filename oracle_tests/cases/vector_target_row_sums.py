"""The second gradient of a vector input gives row sums of the Hessian, not the Hessian.  https://github.com/StatMixedML/DGBM/issues/1"""

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


# row sums; jacobian gives the matrix
p = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        f = p[0] ** 2 * p[1] + p[1] * p[2]
    g = inner.gradient(f, p)
observed = [
    ("g", show(g)),
    ("gradient of g", show(outer.gradient(g, p))),
    ("jacobian of g", show(outer.jacobian(g, p))),
]
for label, value in observed:
    print(f"{label}: {value}")
