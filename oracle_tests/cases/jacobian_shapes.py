"""Shape of a Jacobian: target shape followed by source shape.  https://github.com/tensorflow/tensorflow/issues/36227"""

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


# target shape + source shape
a = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
s = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as t:
    m = tf.transpose(a) * s
    r = tf.reduce_sum(a * s)
observed = [
    ("m wrt a, s", [j.shape.as_list() for j in t.jacobian(m, [a, s])]),
    ("r wrt a, s", [j.shape.as_list() for j in t.jacobian(r, [a, s])]),
    ("m wrt s", show(t.jacobian(m, s))),
    ("loop", show(t.jacobian(r, a, experimental_use_pfor=False))),
]
for label, value in observed:
    print(f"{label}: {value}")
