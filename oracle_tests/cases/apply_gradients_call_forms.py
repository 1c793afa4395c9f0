"""The argument form of apply_gradients.  https://github.com/tensorflow/tensorflow/issues/32478"""

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


# zip, pairs, apply work; separate arguments TypeError; swapped pair AttributeError
def run(call):
    x = tf.Variable([2.0, 2.0])
    opt = tf.keras.optimizers.SGD(0.1)
    with tf.GradientTape() as tape:
        y = x**2
    call(opt, tape.gradient(y, x), x)
    return x


observed = [
    ("zip", attempt(lambda: run(lambda o, g, x: o.apply_gradients(zip([g], [x]))))),
    ("list of pairs", attempt(lambda: run(lambda o, g, x: o.apply_gradients([(g, x)])))),
    ("separate", attempt(lambda: run(lambda o, g, x: o.apply_gradients(g, x)))),
    ("swapped", attempt(lambda: run(lambda o, g, x: o.apply_gradients([(x, g)])))),
    ("apply", attempt(lambda: run(lambda o, g, x: o.apply([g], [x])))),
]
for label, value in observed:
    print(f"{label}: {value}")
