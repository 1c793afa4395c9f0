"""cumprod gradient when an element is zero.  https://github.com/tensorflow/tensorflow/issues/119430"""

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


# cumprod's gradient is wrong (0) at zeros on 2.21; the product chain gives the true value
def both(v):
    x = tf.constant(v)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        a = tf.math.cumprod(x)
        run, parts = 1.0, []
        for e in tf.unstack(x):
            run = run * e
            parts.append(run)
        b = tf.stack(parts)
    return show(tape.gradient(a, x)), show(tape.gradient(b, x))


observed = [
    (str(v), both(v)) for v in ([2.0, 3.0, 4.0], [0.0, 2.0, 3.0], [2.0, 3.0, 0.0], [2.0, 0.0, 0.0, 3.0])
]
for label, value in observed:
    print(f"{label}: {value}")
