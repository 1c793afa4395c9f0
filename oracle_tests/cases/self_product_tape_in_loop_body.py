"""The same with y = a * a in place of square(a), inside tf.function.  https://github.com/tensorflow/tensorflow/issues/15403"""

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


# eager right; tf.function returns an EMPTY tensor (graph rewriting defect of 2.21); right again with constant folding off
def run(n):
    def body(i, a):
        with tf.GradientTape() as t:
            t.watch(a)
            y = a * a
        return i + 1, a + t.gradient(y, a)

    return tf.while_loop(lambda i, a: i < n, body, [tf.constant(0), tf.constant(3.0)])[1]


def plain(a):
    with tf.GradientTape() as t:
        t.watch(a)
        y = a * a
    return a + t.gradient(y, a)


observed = [
    ("eager", attempt(lambda: run(2))),
    ("function", attempt(lambda: tf.function(run)(2))),
    ("function without loop", attempt(lambda: tf.function(plain)(tf.constant(3.0)))),
]
tf.config.optimizer.set_experimental_options({"constant_folding": False})
observed.append(("function, constant folding off", attempt(lambda: tf.function(run)(2))))
for label, value in observed:
    print(f"{label}: {value}")
