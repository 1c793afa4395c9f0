"""Two nested forward accumulators against two nested tapes.  https://github.com/tensorflow/tensorflow/issues/127753"""

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


# forward-over-forward gives 2.0 in eager; 3.0 is right and is what tf.function and nested tapes give
x, one = tf.constant(0.5, tf.float64), tf.constant(1.0, tf.float64)
FA = tf.autodiff.ForwardAccumulator


def ff(f):
    with FA(x, one) as o:
        with FA(x, one) as i:
            y = f(x)
        d = i.jvp(y)
    return o.jvp(d)


def rr(f):
    with tf.GradientTape() as o, tf.GradientTape() as i:
        o.watch(x)
        i.watch(x)
        d = i.gradient(f(x), x)
    return o.gradient(d, x)


cube = lambda q: (lambda m: (m * m) * m)(tf.identity(q))
observed = [
    ("forward-forward", show(ff(cube))),
    ("reverse-reverse", show(rr(cube))),
    ("forward-forward in function", show(tf.function(lambda: ff(cube))())),
]
for label, value in observed:
    print(f"{label}: {value}")
