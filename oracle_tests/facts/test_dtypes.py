"""D: dtypes along a path, mixed dtypes, and gradients at singular points.

The derivative of x**0.0 at 0 is left out: there TensorFlow's is nan, which the reference does not follow.
"""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, bf16, c64, c128, f16, f32, f64, fact, grad

MISMATCH = Raised("InvalidArgumentError")


@fact([f16(6.0), bf16(6.0), f32(6.0), f64(6.0), c64(6.0), c128(6.0)])
def test_D01_a_gradient_has_the_dtype_of_its_source(tf):
    dtypes = (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.complex64, tf.complex128)
    return [grad(tf, lambda x: x * x, tf.constant(3.0, dtype)) for dtype in dtypes]


@fact([None] * 7)
def test_D02_ints_and_bools_have_none(tf):
    dtypes = (tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint64)
    return [
        *(grad(tf, lambda x: x * x, tf.constant(1, dtype)) for dtype in dtypes),
        grad(tf, tf.identity, tf.constant(True)),
    ]


@fact(
    {
        "real": c64(1),
        "imag": c64(1j),
        "identity": c64(1),
        "conj": c64(1),
        "z * z": c64(6 - 8j),
        "abs": c64(0.6 + 0.8j),
        "|z|²": c64(6 + 8j),
        "exp": c64(0.5403022766 - 0.8414709568j),
        "angle": c64(-0.16 + 0.12j),
    }
)
def test_D03_a_complex_gradient_is_conjugated(tf):
    z = tf.constant(3 + 4j, tf.complex64)
    return {
        "real": grad(tf, tf.math.real, z),
        "imag": grad(tf, tf.math.imag, z),
        "identity": grad(tf, tf.identity, z),
        "conj": grad(tf, tf.math.conj, z),
        "z * z": grad(tf, lambda z: z * z, z),
        "abs": grad(tf, tf.abs, z),
        "|z|²": grad(tf, lambda z: tf.math.real(z * tf.math.conj(z)), z),
        "exp": grad(tf, tf.exp, tf.constant(1j, tf.complex64)),
        "angle": grad(tf, tf.math.angle, z),
    }


@fact([f32(6.0), f32(-8.0)])
def test_D04_the_parts_of_a_complex_number_have_real_gradients(tf):
    a, b = tf.constant(3.0), tf.constant(4.0)
    with tf.GradientTape() as t:
        t.watch([a, b])
        z = tf.complex(a, b)
        y = z * z
    return t.gradient(y, [a, b])


@fact((c64(2), f32(2.0)))
def test_D05_casts_between_complex_and_floating_keep_the_real_part(tf):
    factor = tf.constant(2 + 5j, tf.complex64)
    return (
        grad(tf, lambda z: tf.cast(z, tf.float32) * 2.0, tf.constant(3 + 4j, tf.complex64)),
        grad(tf, lambda x: tf.cast(x, tf.complex64) * factor, tf.constant(3.0)),
    )


@fact(None)
def test_D06_a_cast_to_ints_and_back_cuts_the_path(tf):
    return grad(tf, lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), tf.constant(3.5))


@fact(f32(2.0))
def test_D07_a_cast_to_another_floating_dtype_does_not(tf):
    return grad(tf, lambda x: tf.cast(tf.cast(x, tf.float64) * 2, tf.float16), tf.constant(3.5))


@fact((None, f32(1.0), f32(1.0)))
def test_D08_a_cast_to_bool_does_and_one_to_half_precision_does_not(tf):
    x = tf.constant(3.0)
    return (
        grad(tf, lambda x: tf.cast(x, tf.bool), x),
        grad(tf, lambda x: tf.cast(x, tf.float16), x),
        grad(tf, lambda x: tf.saturate_cast(x, tf.float16), x),
    )


NOTHING = ("argmax", "greater", "equal", "floor", "ceil", "round", "rint", "floordiv", "zeros_like",
           "ones_like", "shape", "size", "rank", "one_hot", "stop_gradient")  # fmt: skip
MISSING = Raised("LookupError")


@fact(
    dict.fromkeys(NOTHING)
    | dict.fromkeys(("is_nan", "unique", "bitcast"), MISSING)
    | {
        "sign": f32([0.0, 0.0]),
        "mod": f32([1.0, 1.0]),
        "sort": f32([1.0, 1.0]),
        "argsort": f32([0.0, 0.0]),
        "top_k": f32([1.0, 0.0]),
        "where": f32([1.0, 0.0]),
        "boolean_mask": f32([1.0, 0.0]),
        "cumsum": f32([2.0, 1.0]),
        "clip": f32([0.0, 0.0]),
    }
)
def test_D09_none_zeros_and_no_gradient_at_all(tf):
    x = tf.constant([3.5, -1.2])
    functions = {
        "argmax": tf.argmax,
        "greater": lambda x: x > 0.0,
        "equal": lambda x: tf.equal(x, x),
        "floor": tf.floor,
        "ceil": tf.math.ceil,
        "round": tf.round,
        "rint": tf.math.rint,
        "floordiv": lambda x: x // 2.0,
        "zeros_like": tf.zeros_like,
        "ones_like": tf.ones_like,
        "shape": tf.shape,
        "size": tf.size,
        "rank": tf.rank,
        "one_hot": lambda x: tf.one_hot([0], 2, on_value=x[0]),
        "stop_gradient": tf.stop_gradient,
        "is_nan": tf.math.is_nan,
        "unique": lambda x: tf.unique(x)[0],
        "bitcast": lambda x: tf.bitcast(x, tf.int32),
        "sign": tf.sign,
        "mod": lambda x: x % 2.0,
        "sort": tf.sort,
        "argsort": tf.argsort,
        "top_k": lambda x: tf.math.top_k(x, 1).values,
        "where": lambda x: tf.where(x > 0, x, 0.0),
        "boolean_mask": lambda x: tf.boolean_mask(x, [True, False]),
        "cumsum": tf.cumsum,
        "clip": lambda x: tf.clip_by_value(x, -1.0, 1.0),
    }
    return {name: attempt(grad, tf, function, x) for name, function in functions.items()}


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
        "float16 + float32": MISMATCH,
        "float32 + complex64": MISMATCH,
        "where": MISMATCH,
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
        "float16 + float32": lambda: tf.constant(1.0, tf.float16) + x,
        "float32 + complex64": lambda: x + tf.constant(1j, tf.complex64),
        "where": lambda: tf.where(True, x, y),
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


@fact(f16(2048.0))
def test_D12_contributions_are_added_in_the_dtype_of_the_source(tf):
    x = tf.constant(1.0, tf.float16)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * 2048.0 + x * 1.0
    return t.gradient(y, x)


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
        "norm": f32([np.nan, np.nan]),
        "divide_no_nan": [f32(0.0), f32(0.0)],
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
        "norm": grad(tf, tf.norm, tf.constant([0.0, 0.0])),
        "divide_no_nan": by_both(tf.math.divide_no_nan, 1.0, 0.0),
    }
