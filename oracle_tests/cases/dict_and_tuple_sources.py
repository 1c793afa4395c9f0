"""The result mirrors the structure of the sources argument.  https://github.com/wala/ML/issues/464"""

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


# dict, tuple, single, empty list, nested
p = {"w": tf.Variable([1.0, 2.0]), "b": tf.Variable(0.5)}
x = tf.constant([3.0, 4.0])
with tf.GradientTape(persistent=True) as tape:
    y = tf.reduce_sum(p["w"] * x) + p["b"]
t = tape.gradient(y, (p["w"], p["b"]))
observed = [
    ("dict", show(tape.gradient(y, p))),
    ("tuple type", type(t).__name__),
    ("single", show(tape.gradient(y, p["b"]))),
    ("empty", show(tape.gradient(y, []))),
    ("dict type", type(tape.gradient(y, p)).__name__),
]
for label, value in observed:
    print(f"{label}: {value}")
