"""A training loop writes x = x - lr*g and the second iteration returns None.  https://www.tensorflow.org/guide/autodiff?hl=en"""

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


# value in step 1, None in step 2; assign_sub keeps working
x, v = tf.Variable(4.0), tf.Variable(4.0)
grads_a, grads_b, kinds = [], [], []
for _ in range(2):
    kinds.append(isinstance(x, tf.Variable))
    with tf.GradientTape(persistent=True) as tape:
        ya, yb = x * x, v * v
    ga, gb = tape.gradient(ya, x), tape.gradient(yb, v)
    grads_a.append(show(ga))
    grads_b.append(show(gb))
    x = x - 0.25 * ga if ga is not None else x
    v.assign_sub(0.25 * gb)
observed = [("is Variable", kinds), ("rebinding", grads_a), ("assign_sub", grads_b)]
for label, value in observed:
    print(f"{label}: {value}")
