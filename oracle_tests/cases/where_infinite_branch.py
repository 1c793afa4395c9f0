"""An infinite value in the inactive branch.  https://github.com/tensorflow/tensorflow/issues/38349"""

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


# NaN from inf times zero
def g(v, f):
    a = tf.Variable(v)
    with tf.GradientTape() as tape:
        y = f(a)
    return show(y), show(tape.gradient(y, a))


big = lambda a: tf.pow(10.0, tf.exp(a))
observed = [
    ("inactive", g(10.0, lambda a: tf.where(a < 20.0, a, big(a)))),
    ("active", g(10.0, lambda a: tf.where(a > 20.0, a, big(a)))),
    ("1/x inactive", g(0.0, lambda a: tf.where(a > 0.0, 1.0 / a, 2.0 * a))),
    ("div_no_nan", g(0.0, lambda a: tf.math.divide_no_nan(1.0, a))),
]
for label, value in observed:
    print(f"{label}: {value}")
