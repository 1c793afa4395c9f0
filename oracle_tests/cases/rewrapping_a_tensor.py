"""Which re-wrapping calls keep the connection: identity, convert_to_tensor, constant, numpy?  https://www.tensorflow.org/guide/autodiff?hl=en"""

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


# identity, convert_to_tensor, tf.constant(tensor), stack all keep the connection; only .numpy() cuts it
x = tf.Variable(2.0)


def grad(wrap):
    with tf.GradientTape() as tape:
        y = wrap(x * x) * 5.0
    return show(tape.gradient(y, x))


observed = [
    ("identity", grad(tf.identity)),
    ("convert_to_tensor", grad(tf.convert_to_tensor)),
    ("constant", grad(tf.constant)),
    ("constant of numpy", grad(lambda t: tf.constant(t.numpy()))),
    ("stack of list", grad(lambda t: tf.stack([t, t])[0])),
    ("convert list", grad(lambda t: tf.convert_to_tensor([t, t])[1])),
]
for label, value in observed:
    print(f"{label}: {value}")
