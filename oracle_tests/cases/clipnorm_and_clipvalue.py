"""Optimizer clipping options on two variables.  https://github.com/tensorflow/tensorflow/issues/33929"""

import numpy as np
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


# clipnorm per variable; global_clipnorm over all
def run(**kw):
    vs = [tf.Variable([0.0, 0.0]), tf.Variable([0.0])]
    gs = [tf.constant([3.0, 4.0]), tf.constant([12.0])]
    tf.keras.optimizers.SGD(1.0, **kw).apply_gradients(zip(gs, vs))
    return [np.round(v.numpy(), 4) for v in vs]


observed = [
    (str(kw), attempt(lambda: run(**kw)))
    for kw in ({}, {"clipnorm": 1.0}, {"clipvalue": 2.0}, {"global_clipnorm": 1.3})
]
for label, value in observed:
    print(f"{label}: {value}")
