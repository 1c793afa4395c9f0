"""A variable with trainable=False is not watched on its own.  https://taourl.com/read-2033525.html"""

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


# None; value after an explicit watch
v = tf.Variable(0.75, trainable=False)
with tf.GradientTape() as t1:
    y1 = v**2
with tf.GradientTape() as t2:
    t2.watch(v)
    y2 = v**2
observed = [
    ("implicit", show(t1.gradient(y1, v))),
    ("explicit watch", show(t2.gradient(y2, v))),
    ("watched", [len(t1.watched_variables()), len(t2.watched_variables())]),
]
for label, value in observed:
    print(f"{label}: {value}")
