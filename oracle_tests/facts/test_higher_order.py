"""H: gradients of gradients."""

from oracle_tests.facts.fact import f32, fact


def cubes(tf, when, watch_outer=True):
    """The gradient of x³ at 3 from an inner tape, and its gradient from an outer one.

    `when` says where the inner one answers: within its own block, within the outer block, or after both.
    """
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        if watch_outer:
            outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**3
            if when == "inner":
                g = inner.gradient(y, x)
        if when == "outer":
            g = inner.gradient(y, x)
    if when == "after":
        g = inner.gradient(y, x)
    return g, outer.gradient(g, x)


@fact((f32(27.0), f32(18.0)))
def test_H01_a_second_derivative(tf):
    return cubes(tf, "outer")


@fact((f32(27.0), None))
def test_H02_an_answer_after_the_outer_block_is_not_recorded(tf):
    return cubes(tf, "after")


@fact((f32(27.0), f32(18.0)))
def test_H03_an_answer_in_the_inner_block_is_recorded_by_the_outer_tape(tf):
    return cubes(tf, "inner")


@fact((f32(108.0), f32(108.0), f32(72.0)))
def test_H04_a_persistent_tape_differentiates_its_own_answers(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x**4
        first = t.gradient(y, x)
        second = t.gradient(first, x)
    return first, second, t.gradient(second, x)


@fact((f32(32.0), f32(48.0), f32(48.0)))
def test_H05_a_third_derivative(tf):
    x = tf.constant(2.0)
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as c:
                c.watch(x)
                y = x**4
            first = c.gradient(y, x)
        second = b.gradient(first, x)
    return first, second, a.gradient(second, x)


LINEAR = {
    "3x": None,
    "x+x": None,
    "-x": None,
    "x/2": None,
    "sum": None,
    "mean": None,
    "matmul": None,
    "identity": None,
    "maximum": None,
    "cast": None,
    "reshape": None,
    "gather": None,
    "where": None,
    "concat": None,
    "cumsum": None,
    "stack": None,
}
BENT = {
    "x*x": f32(2.0),
    "x**2": f32(2.0),
    "square": f32(2.0),
    "x**2.0": f32(2.0),
    "x**1": f32(0.0),
    "2/x": f32(4 / 27),
    "relu": f32(0.0),
    "abs": f32(0.0),
    "x*x-x*x": f32(0.0),
}


@fact(LINEAR | BENT)
def test_H06_the_second_derivative_of_something_linear_is_none(tf):
    functions = {
        "3x": lambda x: x * 3.0,
        "x+x": lambda x: x + x,
        "-x": lambda x: -x,
        "x/2": lambda x: x / 2.0,
        "sum": tf.reduce_sum,
        "mean": tf.reduce_mean,
        "matmul": lambda x: tf.matmul([[x]], [[2.0]]),
        "identity": tf.identity,
        "maximum": lambda x: tf.maximum(x, 0.0),
        "cast": lambda x: tf.cast(x, tf.float64),
        "reshape": lambda x: tf.reshape(x, [1]),
        "gather": lambda x: tf.gather([x], [0]),
        "where": lambda x: tf.where(x > 0, x, 0.0),
        "concat": lambda x: tf.concat([[x], [x]], 0),
        "cumsum": lambda x: tf.cumsum([x]),
        "stack": lambda x: tf.stack([x, x]),
        "x*x": lambda x: x * x,
        "x**2": lambda x: x**2,
        "square": tf.square,
        "x**2.0": lambda x: x**2.0,
        "x**1": lambda x: x**1,
        "2/x": lambda x: 2.0 / x,
        "relu": tf.nn.relu,
        "abs": tf.abs,
        "x*x-x*x": lambda x: x * x - x * x,
    }
    return {name: _second(tf, function) for name, function in functions.items()}


def _second(tf, function):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = function(x)
        g = inner.gradient(y, x)
    return outer.gradient(g, x)


@fact(([f32(12.0), f32(9.0)], [[f32(4.0), f32(6.0)], [f32(6.0), None]]))
def test_H07_mixed_second_derivatives(tf):
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape() as inner:
            y = v * v * w
        first = inner.gradient(y, [v, w])
    return first, [outer.gradient(g, [v, w]) for g in first]


@fact((f32(27.0), None))
def test_H08_the_outer_tape_needs_a_watch_of_its_own(tf):
    return cubes(tf, "outer", watch_outer=False)


@fact((f32(27.0), f32(18.0)))
def test_H09_it_may_come_after_the_inner_block(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**3
        outer.watch(x)
        g = inner.gradient(y, x)
    return g, outer.gradient(g, x)


@fact((f32(27.0), f32(54.0)))
def test_H10_tapes_may_overlap(tf):
    x, a, b = tf.constant(3.0), tf.GradientTape(), tf.GradientTape()
    a.__enter__()
    a.watch(x)
    first = x * x
    b.__enter__()
    b.watch(x)
    second = first * x
    a.__exit__(None, None, None)
    third = second * x
    b.__exit__(None, None, None)
    return a.gradient(second, x), b.gradient(third, x)


@fact((f32(6.0), None, f32(108.0)))
def test_H11_a_tape_that_was_left_first_knows_nothing_of_what_followed(tf):
    x, a, b = tf.constant(3.0), tf.GradientTape(persistent=True), tf.GradientTape(persistent=True)
    a.__enter__()
    a.watch(x)
    b.__enter__()
    b.watch(x)
    y = x * x
    a.__exit__(None, None, None)
    z = y * y
    b.__exit__(None, None, None)
    return a.gradient(y, x), a.gradient(z, x), b.gradient(z, x)


@fact([f32(54.0), f32(972.0)])
def test_H12_a_gradient_is_a_source_like_any_other(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**3
        g = inner.gradient(y, x)
        z = g * g
    return outer.gradient(z, [g, x])


@fact(f32(144.0))
def test_H13_a_gradient_penalty(tf):
    v, x = tf.Variable(2.0), tf.constant(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = v * x * x
        g = inner.gradient(y, x)
        penalty = g * g
    return outer.gradient(penalty, v)


@fact((f32(0.0), [None, None]))
def test_H14_zeros_for_the_unconnected_are_connected_to_nothing(tf):
    x, c = tf.constant(3.0), tf.constant(1.0)
    with tf.GradientTape() as outer:
        outer.watch([x, c])
        with tf.GradientTape() as inner:
            inner.watch([x, c])
            y = x * x
        g = inner.gradient(y, c, unconnected_gradients="zero")
    return g, outer.gradient(g, [x, c])


@fact((f32(27.0), None))
def test_H15_an_answer_outside_the_block_is_not_recorded(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x**3
    g = t.gradient(y, x)
    return g, t.gradient(g, x)


@fact((f32(27.0), f32(18.0)))
def test_H16_what_was_recorded_counts_after_an_assignment(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = v**3
        v.assign(100.0)
        g = inner.gradient(y, v)
    return g, outer.gradient(g, v)
