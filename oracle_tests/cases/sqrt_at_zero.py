"""sqrt at 0, alone and composed.  https://github.com/tensorflow/tensorflow/issues/4914"""

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


# sqrt inf; sqrt(0*x) NaN; sqrt(x)**2 gives 0 (zero upstream short-cut), sqrt(x*x) NaN; rsqrt -inf
def g(v, f):
    x = tf.Variable(v)
    with tf.GradientTape() as tape:
        y = f(x)
    return show(tape.gradient(y, x))


observed = [
    ("sqrt(x)", g(0.0, tf.sqrt)),
    ("sqrt(0*x)", g(2.0, lambda x: tf.sqrt(0.0 * x))),
    ("sqrt(x)**2", g(0.0, lambda x: tf.square(tf.sqrt(x)))),
    ("sqrt(x*x)", g(0.0, lambda x: tf.sqrt(x * x))),
    ("rsqrt", g(0.0, tf.math.rsqrt)),
    ("x**0.5", g(0.0, lambda x: x**0.5)),
    ("sqrt(-1)", g(-1.0, tf.sqrt)),
]
for label, value in observed:
    print(f"{label}: {value}")
