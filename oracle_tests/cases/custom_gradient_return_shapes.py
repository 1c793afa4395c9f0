"""What may grad return: single, tuple, list, None, wrong count, wrong shape?  https://github.com/tensorflow/tensorflow/issues/21756"""

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


# None entry allowed; wrong count ValueError; wrong SHAPE not checked (returned as is)
def run(ret, n=2):
    @tf.custom_gradient
    def f(*a):
        return tf.add_n(a), ret

    v = [tf.Variable([1.0, 2.0]) for _ in range(n)]
    with tf.GradientTape() as tape:
        y = f(*v)
    return tape.gradient(y, v)


observed = [
    ("single", attempt(lambda: run(lambda d: d * 5.0, 1))),
    ("tuple", attempt(lambda: run(lambda d: (d, d * 2.0)))),
    ("list", attempt(lambda: run(lambda d: [d, d * 3.0]))),
    ("None entry", attempt(lambda: run(lambda d: (d, None)))),
    ("too few", attempt(lambda: run(lambda d: (d,)))),
    ("wrong shape", attempt(lambda: run(lambda d: tf.constant(9.0), 1))),
]
for label, value in observed:
    print(f"{label}: {value}")
