"""batch_jacobian sums across the batch when rows interact.  https://github.com/tensorflow/tensorflow/issues/38428"""

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


# summed coupling, not the diagonal block
x = tf.constant([[1.0], [2.0], [-1.0]])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    own = x**2
    mix = own * tf.reduce_sum(x)
observed = [
    ("independent batch", show(t.batch_jacobian(own, x))),
    ("coupled batch", show(t.batch_jacobian(mix, x))),
    ("coupled full", show(t.jacobian(mix, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
