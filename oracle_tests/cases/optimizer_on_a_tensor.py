"""apply_gradients on something that is a tensor, not a Variable.  https://github.com/tensorflow/tensorflow/issues/39589"""

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


def attempt(call):
    """What `call` returns, or how it fails."""
    try:
        return show(call())
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


# AttributeError for a tensor
img = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    tape.watch(img)
    l = tf.reduce_sum(img**2)
g = tape.gradient(l, img)
cls = lambda f: str(attempt(f)).split(":")[0]
observed = [
    ("gradient", show(g)),
    ("tensor", cls(lambda: tf.keras.optimizers.SGD(0.1).apply_gradients([(g, img)]))),
    ("variable", cls(lambda: tf.keras.optimizers.SGD(0.1).apply_gradients([(g, tf.Variable(img))]))),
]
for label, value in observed:
    print(f"{label}: {value}")
