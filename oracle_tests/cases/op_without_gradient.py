"""The backward pass hits an op with no registered gradient.  https://github.com/tensorflow/tensorflow/issues/30565"""

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


# LookupError (no entry for MatrixLogarithm) at gradient() time; segment_prod and bessel_k0 have gradients now
m = tf.constant([[2.0, 0.0], [0.0, 3.0]], tf.complex64)
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(m)
    lg = tf.linalg.logm(m)
    sp = tf.math.segment_prod(x, [0, 0, 1])
    bi = tf.math.special.bessel_k0(x)
observed = [
    ("logm", attempt(lambda: tape.gradient(lg, m))),
    ("segment_prod", attempt(lambda: tape.gradient(sp, x))),
    ("bessel_k0", attempt(lambda: tape.gradient(bi, x))),
]
for label, value in observed:
    print(f"{label}: {value}")
