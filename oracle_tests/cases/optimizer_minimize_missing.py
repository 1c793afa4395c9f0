"""minimize with a callable or a tensor loss in today's Keras.  https://github.com/tensorflow/tensorflow/issues/42167"""

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


# Keras 3 optimizers have no minimize (AttributeError); v1 optimizer takes a callable, RuntimeError for a tensor
x = tf.Variable(3.0)
opt = tf.keras.optimizers.SGD(0.1)
cls = lambda f: str(attempt(f)).split(":")[0]
observed = [
    ("has minimize", hasattr(opt, "minimize")),
    ("callable", cls(lambda: opt.minimize(lambda: x**2, [x]))),
    ("x", show(x)),
    ("legacy tensor loss", cls(lambda: tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(x**2))),
    (
        "legacy callable",
        cls(lambda: tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(lambda: x**2, var_list=[x])),
    ),
    ("x after", round(float(x.numpy()), 4)),
]
for label, value in observed:
    print(f"{label}: {value}")
