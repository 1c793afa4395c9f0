"""watch() is called after the op that should have been recorded (gradient penalty code).  https://github.com/tensorflow/tensorflow/issues/22505"""

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


# None when watched after the op; value when watched before
e = tf.constant(0.25)
u = tf.constant([4.0, -2.0])
with tf.GradientTape() as t1:
    mix = e * u
    s = tf.reduce_sum(mix**2)
    t1.watch(mix)
with tf.GradientTape() as t2:
    mix2 = e * u
    t2.watch(mix2)
    s2 = tf.reduce_sum(mix2**2)
observed = [("watched late", show(t1.gradient(s, mix))), ("watched first", show(t2.gradient(s2, mix2)))]
for label, value in observed:
    print(f"{label}: {value}")
