"""D: dtypes along a path, mixed dtypes, and gradients at singular points.

The derivative of x**0.0 at 0 is left out: there TensorFlow's is nan, which the reference does not follow.
"""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, f64, fact, grad

MISMATCH = Raised("InvalidArgumentError")


@fact([f32(6.0), f64(6.0)])
def test_D01_a_gradient_has_the_dtype_of_its_source(tf):
    return [grad(tf, lambda x: x * x, tf.constant(3.0, dtype)) for dtype in (tf.float32, tf.float64)]


@fact([None, None, None])
def test_D02_ints_and_bools_have_none(tf):
    return [
        grad(tf, lambda x: x * x, tf.constant(1)),
        grad(tf, lambda x: x * x, tf.constant(1, tf.int64)),
        grad(tf, tf.identity, tf.constant(True)),
    ]


@fact(None)
def test_D06_a_cast_to_ints_and_back_cuts_the_path(tf):
    return grad(tf, lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), tf.constant(3.5))


@fact(f32(2.0))
def test_D07_a_cast_to_another_floating_dtype_does_not(tf):
    return grad(tf, lambda x: tf.cast(tf.cast(x, tf.float64) * 2, tf.float32), tf.constant(3.5))


@fact(None)
def test_D08_a_cast_to_bool_does(tf):
    return grad(tf, lambda x: tf.cast(x, tf.bool), tf.constant(3.0))


@fact(
    {
        "float32 + float64": MISMATCH,
        "float32 + int32": MISMATCH,
        "float32 + 1": f32(2.0),
        "int32 + 1.5": MISMATCH,
        "int32 * 1.5": Raised("TypeError"),
        "float32 * np.float64": f32(2.0),
        "np.float64 * float32": f32(2.0),
        "float32 * array of float64": f32([2.0]),
        "float32 + True": f32(2.0),
        "matmul": MISMATCH,
        "concat": MISMATCH,
        "add_n": MISMATCH,
    }
)
def test_D10_tensors_must_agree_and_other_values_follow(tf):
    x, y, i = tf.constant(1.0), tf.constant(1.0, tf.float64), tf.constant(1)
    calls = {
        "float32 + float64": lambda: x + y,
        "float32 + int32": lambda: x + i,
        "float32 + 1": lambda: x + 1,
        "int32 + 1.5": lambda: i + 1.5,
        "int32 * 1.5": lambda: i * 1.5,
        "float32 * np.float64": lambda: x * np.float64(2),
        "np.float64 * float32": lambda: np.float64(2) * x,
        "float32 * array of float64": lambda: x * np.array([2.0]),
        "float32 + True": lambda: x + True,
        "matmul": lambda: tf.matmul([[x]], tf.constant([[1.0]], tf.float64)),
        "concat": lambda: tf.concat([tf.constant([1.0]), tf.constant([1.0], tf.float64)], 0),
        "add_n": lambda: tf.add_n([x, y]),
    }
    return {name: attempt(call) for name, call in calls.items()}


@fact(None)
def test_D11_operations_on_watched_ints_are_not_recorded(tf):
    i = tf.constant([[1, 2]])
    with tf.GradientTape() as t:
        t.watch(i)
        y = tf.cast(tf.matmul(i, i, transpose_b=True), tf.float32)
    return t.gradient(y, i)


@fact(f64(6.0))
def test_D13_a_variable_read_in_another_dtype(tf):
    v = tf.Variable(np.float64(3.0))
    with tf.GradientTape() as t:
        y = tf.cast(v, tf.float32) ** 2
    return t.gradient(y, v)


@fact((f32(2.0), f32([3.0, 6.0])))
def test_D14_a_variable_gives_its_dtype_to_values_beside_it(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = v * np.float32(2.0) + 1
    return t.gradient(y, v), v * np.array([1.0, 2.0])


@fact(
    {
        "abs": f32(0.0),
        "sqrt": f32(np.inf),
        "log": f32(np.inf),
        "1/x": f32(-np.inf),
        "x**1": f32(1.0),
        "x**2": f32(0.0),
        "relu": f32(0.0),
        "pow(0, y)": [f32(0.0), f32(0.0)],
        "pow(-1, 2)": [f32(-2.0), f32(0.0)],
        "maximum": [f32(1.0), f32(0.0)],
        "minimum": [f32(1.0), f32(0.0)],
        "reduce_max": f32([0.5, 0.5, 0.0]),
        "clip": f32([1.0, 1.0]),
        "reduce_prod": f32([6.0, 0.0, 0.0]),
    }
)
def test_D15_gradients_at_singular_points_and_ties(tf):
    zero = tf.constant(0.0)

    def by_both(function, a, b):
        a, b = tf.constant(a), tf.constant(b)
        with tf.GradientTape() as t:
            t.watch([a, b])
            y = function(a, b)
        return t.gradient(y, [a, b])

    return {
        "abs": grad(tf, tf.abs, zero),
        "sqrt": grad(tf, tf.sqrt, zero),
        "log": grad(tf, tf.math.log, zero),
        "1/x": grad(tf, lambda x: 1.0 / x, zero),
        "x**1": grad(tf, lambda x: x**1.0, zero),
        "x**2": grad(tf, lambda x: x**2.0, zero),
        "relu": grad(tf, tf.nn.relu, zero),
        "pow(0, y)": by_both(tf.pow, 0.0, 2.0),
        "pow(-1, 2)": by_both(tf.pow, -1.0, 2.0),
        "maximum": by_both(tf.maximum, 2.0, 2.0),
        "minimum": by_both(tf.minimum, 2.0, 2.0),
        "reduce_max": grad(tf, tf.reduce_max, tf.constant([2.0, 2.0, 1.0])),
        "clip": grad(tf, lambda x: tf.clip_by_value(x, 0.0, 1.0), tf.constant([0.0, 1.0])),
        "reduce_prod": grad(tf, tf.reduce_prod, tf.constant([0.0, 2.0, 3.0])),
    }
