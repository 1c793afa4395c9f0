"""E: which class of error an operation raises for operands that do not fit."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact

INVALID, VALUE, TYPE = Raised("InvalidArgumentError"), Raised("ValueError"), Raised("TypeError")


def attempts(calls):
    return {name: attempt(call) for name, call in calls.items()}


@fact(
    dict.fromkeys(
        [
            "+",
            "-",
            "*",
            "/",
            "//",
            "%",
            "**",
            "<",
            "maximum",
            "minimum",
            "equal",
            "divide_no_nan",
            "where",
            "broadcast_to",
            "add_n",
        ],
        INVALID,
    )
)
def test_E01_shapes_that_do_not_broadcast(tf):
    x, y = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])
    functions = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "//": lambda a, b: a // b,
        "%": lambda a, b: a % b,
        "**": lambda a, b: a**b,
        "<": lambda a, b: a < b,
        "maximum": tf.maximum,
        "minimum": tf.minimum,
        "equal": tf.equal,
        "divide_no_nan": tf.math.divide_no_nan,
        "where": lambda a, b: tf.where([True, False], a, b),
        "broadcast_to": lambda a, b: tf.broadcast_to(a, [3]),
        "add_n": lambda a, b: tf.add_n([a, b]),
    }
    return attempts({name: lambda f=f: f(x, y) for name, f in functions.items()})


@fact(
    dict.fromkeys(
        ["columns against rows", "vectors", "scalars", "a matrix and a vector", "batches", "@"], INVALID
    )
)
def test_E02_operands_of_a_matrix_product(tf):
    x = tf.constant([[1.0, 2.0]])
    return attempts(
        {
            "columns against rows": lambda: tf.matmul(x, x),
            "vectors": lambda: tf.matmul(x[0], x[0]),
            "scalars": lambda: tf.matmul(x[0, 0], x[0, 0]),
            "a matrix and a vector": lambda: tf.matmul(x, x[0]),
            "batches": lambda: tf.matmul(tf.zeros([2, 1, 2]), tf.zeros([3, 2, 1])),
            "@": lambda: x @ x,
        }
    )


@fact(
    dict.fromkeys(
        [
            "reduce_sum",
            "reduce_mean",
            "reduce_max",
            "reduce_prod",
            "cumsum",
            "cumprod",
            "softmax",
            "expand_dims",
            "squeeze",
            "concat",
            "stack",
            "gather",
        ],
        INVALID,
    )
    | {"stack": VALUE}
)
def test_E03_an_axis_that_is_not_there(tf):
    x = tf.constant([[1.0, 2.0]])
    return attempts(
        {
            "reduce_sum": lambda: tf.reduce_sum(x, 2),
            "reduce_mean": lambda: tf.reduce_mean(x, -3),
            "reduce_max": lambda: tf.reduce_max(x, 2),
            "reduce_prod": lambda: tf.reduce_prod(x, 2),
            "cumsum": lambda: tf.cumsum(x, 2),
            "cumprod": lambda: tf.math.cumprod(x, 2),
            "softmax": lambda: tf.nn.softmax(x, 2),
            "expand_dims": lambda: tf.expand_dims(x, 4),
            "squeeze": lambda: tf.squeeze(x, 2),
            "concat": lambda: tf.concat([x, x], 2),
            "stack": lambda: tf.stack([x, x], 4),
            "gather": lambda: tf.gather(x, [0], axis=2),
        }
    )


@fact(
    dict.fromkeys(
        [
            "reshape",
            "concat",
            "stack",
            "transpose",
            "squeeze",
            "gather of a scalar",
            "gather out of range",
            "x[3]",
            "x[0, 0, 0]",
        ],
        INVALID,
    )
)
def test_E04_shapes_that_do_not_fit_what_is_made_of_them(tf):
    x, y = tf.constant([[1.0, 2.0]]), tf.constant([[1.0, 2.0, 3.0]])
    return attempts(
        {
            "reshape": lambda: tf.reshape(x, [3]),
            "concat": lambda: tf.concat([x, y], 0),
            "stack": lambda: tf.stack([x, y]),
            "transpose": lambda: tf.transpose(x, [0]),
            "squeeze": lambda: tf.squeeze(x, 1),
            "gather of a scalar": lambda: tf.gather(tf.constant(1.0), [0]),
            "gather out of range": lambda: tf.gather(x, [1]),
            "x[3]": lambda: x[3],
            "x[0, 0, 0]": lambda: x[0, 0, 0],
        }
    )


@fact(
    dict.fromkeys(
        [
            "sin of ints",
            "exp of ints",
            "sqrt of ints",
            "log of ints",
            "tanh of ints",
            "sigmoid of ints",
            "softmax of ints",
            "floor of ints",
            "bool + bool",
            "-bool",
            "abs of bools",
            "relu of bools",
            "reduce_sum of bools",
            "float indices",
            "logical_and of floats",
            "where of floats",
        ],
        INVALID,
    )
)
def test_E05_dtypes_that_an_operation_does_not_take(tf):
    i, b, x = tf.constant([1, 2]), tf.constant([True, False]), tf.constant([1.0, 2.0])
    return attempts(
        {
            "sin of ints": lambda: tf.sin(i),
            "exp of ints": lambda: tf.exp(i),
            "sqrt of ints": lambda: tf.sqrt(i),
            "log of ints": lambda: tf.math.log(i),
            "tanh of ints": lambda: tf.tanh(i),
            "sigmoid of ints": lambda: tf.sigmoid(i),
            "softmax of ints": lambda: tf.nn.softmax(i),
            "floor of ints": lambda: tf.floor(i),
            "bool + bool": lambda: b + b,
            "-bool": lambda: -b,
            "abs of bools": lambda: tf.abs(b),
            "relu of bools": lambda: tf.nn.relu(b),
            "reduce_sum of bools": lambda: tf.reduce_sum(b),
            "float indices": lambda: tf.gather(x, x),
            "logical_and of floats": lambda: tf.logical_and(x, x),
            "where of floats": lambda: tf.where(x, x, x),
        }
    )


TWO = ["add", "multiply", "maximum", "pow", "less", "equal", "concat", "stack", "add_n", "where"]


@fact(
    {f"{name}, {dtype}": INVALID for dtype in ("float64", "int32") for name in TWO}
    | {"None": VALUE, "text": TYPE}
)
def test_E06_two_dtypes(tf):
    x, y, i = tf.constant([1.0]), tf.constant([1.0], tf.float64), tf.constant([1])
    functions = {
        "add": tf.add,
        "multiply": tf.multiply,
        "maximum": tf.maximum,
        "pow": tf.pow,
        "less": tf.less,
        "equal": tf.equal,
        "concat": lambda a, b: tf.concat([a, b], 0),
        "stack": lambda a, b: tf.stack([a, b]),
        "add_n": lambda a, b: tf.add_n([a, b]),
        "where": lambda a, b: tf.where([True], a, b),
    }
    return attempts(
        {f"{name}, float64": lambda f=f: f(x, y) for name, f in functions.items()}
        | {f"{name}, int32": lambda f=f: f(x, i) for name, f in functions.items()}
        | {
            "None": lambda: x + None,
            "text": lambda: x * "a",
        }
    )


@fact(dict.fromkeys(("//", "%", "pow"), INVALID))
def test_E07_division_of_ints_by_zero(tf):
    i, zero = tf.constant([1, 2]), tf.constant([0, 1])
    return attempts({"//": lambda: i // zero, "%": lambda: i % zero, "pow": lambda: i ** (zero - 1)})


@fact((INVALID, f32(6.0), INVALID, None))
def test_E08_an_operation_that_raises_changes_nothing_of_the_tape(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        first = attempt(tf.matmul, x, x)
        y = x * x
    g = t.gradient(y, x)
    with tf.GradientTape() as t:
        second = attempt(tf.matmul, x, x)
        y = x * x
    return first, g, second, t.gradient(y, x)
