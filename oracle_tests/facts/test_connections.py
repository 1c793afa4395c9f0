"""X18: which second derivatives are connected, operation by operation."""

from oracle_tests.facts.fact import fact

LINEAR = (
    "div_c maximum minimum cumsum slice expand broadcast clip where add_n stack concat sub reduce_max mod"
)
CURVED = "exp log sqrt sin tanh sigmoid softmax log_softmax relu abs pow0 pow1 pow2 c_div reduce_prod cumprod"


@fact(
    dict.fromkeys(LINEAR.split(), "None")
    | dict.fromkeys(CURVED.split(), "connected")
    | {"floor": "first None"}
)
def test_X18_which_second_derivatives_are_connected(tf):
    functions = {
        "div_c": lambda x: x / 3.0,
        "maximum": lambda x: tf.maximum(x, x),
        "minimum": lambda x: tf.minimum(x, 5.0),
        "cumsum": tf.cumsum,
        "slice": lambda x: x[:1],
        "expand": lambda x: x[None],
        "broadcast": lambda x: tf.broadcast_to(x, [2, 2]),
        "clip": lambda x: tf.clip_by_value(x, 0.0, 10.0),
        "where": lambda x: tf.where(x > 1.5, x, 2.0 * x),
        "add_n": lambda x: tf.add_n([x, x]),
        "stack": lambda x: tf.stack([x, x]),
        "concat": lambda x: tf.concat([x, x], 0),
        "sub": lambda x: x - 1.0,
        "reduce_max": tf.reduce_max,
        "mod": lambda x: x % 2.0,
        "exp": tf.exp,
        "log": tf.math.log,
        "sqrt": tf.sqrt,
        "sin": tf.sin,
        "tanh": tf.tanh,
        "sigmoid": tf.sigmoid,
        "softmax": tf.nn.softmax,
        "log_softmax": tf.nn.log_softmax,
        "relu": tf.nn.relu,
        "abs": tf.abs,
        "pow0": lambda x: x**0.0,
        "pow1": lambda x: x**1.0,
        "pow2": lambda x: x**2.0,
        "c_div": lambda x: 3.0 / x,
        "reduce_prod": tf.reduce_prod,
        "cumprod": tf.math.cumprod,
        "floor": tf.floor,
    }
    return {name: _connection(tf, function) for name, function in functions.items()}


def _connection(tf, function):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = function(x)
        g = inner.gradient(y, x)
    if g is None:
        return "first None"
    return "None" if outer.gradient(g, x) is None else "connected"
