"""A weight penalty on the whole table makes the embedding gradient dense.  https://github.com/bytedance/LargeBatchCTR/issues/1"""

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


# one lookup sparse; two lookups concatenate slices; any dense use densifies
t = tf.Variable([[1.0], [2.0], [3.0]])
with tf.GradientTape(persistent=True) as tape:
    look = tf.reduce_sum(tf.gather(t, [0, 2]))
    more = look + 10.0 * tf.reduce_sum(tf.gather(t, [2]))
    reg = look + 0.5 * tf.reduce_sum(t**2)
observed = [
    ("one lookup", show(tape.gradient(look, t))),
    ("two lookups", show(tape.gradient(more, t))),
    ("lookup + penalty", show(tape.gradient(reg, t))),
    ("two targets", show(tape.gradient([look, look], t))),
]
for label, value in observed:
    print(f"{label}: {value}")
