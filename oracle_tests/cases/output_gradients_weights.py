"""Seeding the backward pass with output_gradients (vector-Jacobian product).  https://github.com/tensorflow/tensorflow/pull/39042"""

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


# seeds weight the sum; scalar and python list accepted; a None entry raises ValueError
x = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = x**2, 3.0 * x
observed = [
    ("vjp", show(tape.gradient(a, x, output_gradients=tf.constant([10.0, -1.0])))),
    (
        "two targets",
        show(tape.gradient([a, b], x, output_gradients=[tf.constant([1.0, 0.0]), tf.constant([0.0, 1.0])])),
    ),
    (
        "None entry",
        attempt(lambda: tape.gradient([a, b], x, output_gradients=[None, tf.constant([0.0, 0.0])])),
    ),
    ("scalar seed", attempt(lambda: tape.gradient(a, x, output_gradients=tf.constant(2.0)))),
    ("python list seed", attempt(lambda: tape.gradient(a, x, output_gradients=[5.0, 6.0]))),
]
for label, value in observed:
    print(f"{label}: {value}")
