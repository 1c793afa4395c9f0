"""The second-order rule inside grad is not used unless grad is itself a wrapped function.  https://github.com/tensorflow/tensorflow/issues/34503"""

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


# wrapped inside: second order None; grad as a function of (x, dy): rule used
@tf.custom_gradient
def inner_style(x):
    @tf.custom_gradient
    def grad(dy):
        return dy * 7.0, lambda ddy: ddy * 100.0

    return x * 7.0, grad


@tf.custom_gradient
def gfun(x, dy):
    return dy * 7.0, lambda d: (d * 11.0, d * 13.0)


@tf.custom_gradient
def outer_style(x):
    return x * 7.0, lambda dy: gfun(x, dy)


def second(op):
    x = tf.Variable(2.0)
    with tf.GradientTape() as o:
        with tf.GradientTape() as i:
            y = op(x)
        g = i.gradient(y, x)
    return show(g), show(o.gradient(g, x))


observed = [("grad wrapped inside", second(inner_style)), ("grad as function of x", second(outer_style))]
for label, value in observed:
    print(f"{label}: {value}")
