"""N: what a tape outside of a traced function sees of its calls."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, grad, rows

MISSING = Raised("LookupError")


def asked(tf, function, *operands, persistent=True):
    """What `function` of watched operands returns, and the tape."""
    with tf.GradientTape(persistent=persistent) as t:
        t.watch([x for x in operands if x.dtype == tf.float32])
        y = function(*operands)
    return y, t


@fact(f32(27.0))
def test_N01_a_call_has_the_gradient_of_its_body(tf):
    return grad(tf, tf.function(lambda x: x * x * x), tf.constant(3.0))


@fact([f32(6.0), None])
def test_N02_an_argument_that_no_result_depends_on_gets_none(tf):
    x, u = tf.constant(3.0), tf.constant(1.0)
    y, t = asked(tf, tf.function(lambda x, u: x * x), x, u)
    return t.gradient(y, [x, u])


@fact((f32(0.0), f32(6.0), f32(6.0)))
def test_N03_a_result_that_is_cut_gets_zero_beside_one_that_is_not(tf):
    x = tf.constant(3.0)
    (a, b), t = asked(tf, tf.function(lambda x: (tf.stop_gradient(x) * 2.0, x * x)), x)
    return t.gradient(a, x), t.gradient(b, x), t.gradient([a, b], x)


@fact((None, None, f32(0.0), f32(1.0)))
def test_N04_a_single_result_that_is_cut_gets_none(tf):
    x = tf.constant(3.0)
    a, ta = asked(tf, tf.function(lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32)), x)
    b, tb = asked(tf, tf.function(lambda x: tf.floor(x)), x)
    (c, d), tc = asked(tf, tf.function(lambda x: (tf.cast(x, tf.int32), x * 1.0)), x)
    return ta.gradient(a, x), tb.gradient(b, x), tc.gradient(c, x), tc.gradient(d, x)


@fact(([f32(2.0), None], 2))
def test_N05_a_variable_that_is_read_in_vain_is_watched(tf):
    v, w = tf.Variable(3.0), tf.Variable(4.0)

    @tf.function
    def f(x):
        w.read_value() * 2.0
        return x * v

    with tf.GradientTape() as t:
        y = f(tf.constant(2.0))
    return t.gradient(y, [v, w]), len(t.watched_variables())


@fact((f32(6.0), 1))
def test_N06_a_variable_as_argument(tf):
    v = tf.Variable(3.0)
    f = tf.function(lambda w: w * w)
    with tf.GradientTape() as t:
        y = f(v)
    return t.gradient(y, v), len(t.watched_variables())


@fact((f32(6.0), f32(6.0), [f32(6.0), f32(6.0)]))
def test_N07_inside_an_argument_and_the_variable_outside_are_one(tf):
    v = tf.Variable(3.0)

    def of(sources, function):
        @tf.function
        def f(w):
            with tf.GradientTape() as t:
                y = function(w)
            return t.gradient(y, sources(w))

        return f(v)

    square = lambda w: w * w  # noqa: E731
    return of(lambda w: w, square), of(lambda w: v, square), of(lambda w: [w, v], lambda w: w * v)


@fact(([f32(6.0), f32(100.0)], 1))
def test_N08_two_variables_of_a_kind_share_a_trace(tf):
    a, b, traces = tf.Variable(3.0), tf.Variable(5.0), []

    @tf.function
    def f(w):
        traces.append(1)
        return w * w

    with tf.GradientTape() as t:
        y = f(a) + 10.0 * f(b)
    return t.gradient(y, [a, b]), len(traces)


@fact(f32(27.0))
def test_N09_one_variable_as_two_arguments(tf):
    a = tf.Variable(3.0)
    f = tf.function(lambda p, q: p * q * q)
    with tf.GradientTape() as t:
        y = f(a, a)
    return t.gradient(y, a)


@fact((None, f32(2.0)))
def test_N10_a_tape_that_does_not_watch_what_is_read(tf):
    v = tf.Variable(3.0)
    f = tf.function(lambda x: x * v)
    with tf.GradientTape(watch_accessed_variables=False) as t:
        y = f(tf.constant(2.0))
    with tf.GradientTape(watch_accessed_variables=False) as u:
        u.watch(v)
        z = f(tf.constant(2.0))
    return t.gradient(y, v), u.gradient(z, v)


@fact((None, 0))
def test_N11_a_variable_that_is_not_trainable(tf):
    v = tf.Variable(3.0, trainable=False)
    f = tf.function(lambda x: x * v)
    with tf.GradientTape() as t:
        y = f(tf.constant(2.0))
    return t.gradient(y, v), len(t.watched_variables())


@fact((f32(100.0), [f32(20.0), None]))
def test_N12_what_is_assigned_inside_has_no_path(tf):
    v, x = tf.Variable(3.0), tf.constant(5.0)

    @tf.function
    def f(x):
        v.assign(x * 2.0)
        return v * v

    y, t = asked(tf, f, x)
    return y, t.gradient(y, [v, x])


@fact((f32(109.0), f32(26.0)))
def test_N13_reads_before_and_after_an_assignment(tf):
    v = tf.Variable(3.0)

    @tf.function
    def f():
        a = v * v
        v.assign(10.0)
        return a + v * v

    y, t = asked(tf, f)
    return y, t.gradient(y, v)


def second(tf, function, x):
    with tf.GradientTape() as o:
        o.watch(x)
        with tf.GradientTape() as i:
            i.watch(x)
            y = function(x)
        g = i.gradient(y, x)
    return g, o.gradient(g, x)


@fact((f32(27.0), f32(18.0)))
def test_N14_second_order(tf):
    return second(tf, tf.function(lambda x: x**3), tf.constant(3.0))


@fact((f32(3.0), f32(0.0)))
def test_N15_second_order_of_a_linear_function_is_zero(tf):
    return second(tf, tf.function(lambda x: x * 3.0), tf.constant(3.0))


@fact(MISSING)
def test_N16_an_operation_without_a_gradient_raises_at_the_call(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape() as t:
        t.watch(x)
        return attempt(tf.function(lambda x: tf.reduce_sum(tf.unique(x)[0])), x)


@fact((f32(7.0), f32(7.0)))
def test_N17_but_not_where_nothing_is_watched(tf):
    x = tf.constant([3.0, 4.0])
    f = tf.function(lambda x: tf.reduce_sum(tf.unique(x)[0]))
    with tf.GradientTape():
        b = f(x)
    return f(x), b


@fact(Raised("ValueError"))
def test_N18_a_wrong_number_of_gradients_raises_at_the_call(tf):
    @tf.custom_gradient
    def g(a, b):
        return a * b, lambda d: d

    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        return attempt(tf.function(lambda x: g(x, x * 2.0)), x)


@fact(
    (
        rows([[1.0]] * 2, [1, 1], [2, 1]),
        rows([[1.0]] * 2, [1, 1], [2, 1]),
        rows([[1.0]] * 4, [1, 1, 0, 0], [2, 1]),
    )
)
def test_N19_slices_come_through(tf):
    v, x = tf.Variable([[1.0], [2.0]]), tf.constant([[1.0], [2.0]])
    f, h = tf.function(lambda: tf.gather(v, [1, 1])), tf.function(lambda x: tf.gather(x, [1, 1]))
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y, z = f(), h(x)
        w = f() + tf.gather(v, [0, 0])
    return t.gradient(y, v), t.gradient(z, x), t.gradient(w, v)


@fact([rows([[1.0]] * 2, [0, 0], [2, 1]), None])
def test_N20_slices_and_none_as_results(tf):
    v = tf.Variable([[1.0], [2.0]])

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.reduce_sum(tf.gather(v, [0, 0]))
        return t.gradient(y, [v, x])

    return f(tf.constant(1.0))


@fact((f32(6.0), f32(6.0)))
def test_N21_an_outer_tape_answers_inside(tf):
    x = tf.constant(3.0)
    y, t = asked(tf, lambda x: x * x, x)
    return tf.function(lambda: t.gradient(y, x))(), t.gradient(y, x)


@fact((f32(26.010008), f32(26.010008)))
def test_N32_compiled_functions(tf):
    def body(x):
        return x**3 + tf.sin(x)

    f = tf.function(body, jit_compile=True)
    g = tf.function(lambda x: grad(tf, body, x), jit_compile=True)
    return grad(tf, f, tf.constant(3.0)), g(tf.constant(3.0))


@fact(([f32(6.0), None], None))
def test_N34_functions_that_run_eagerly_are_no_single_operation(tf):
    tf.config.run_functions_eagerly(True)
    try:
        x, u = tf.constant(3.0), tf.constant(1.0)
        f = tf.function(lambda x, u: (x * x, tf.cast(tf.cast(x, tf.int32), tf.float32)))
        (y, z), t = asked(tf, f, x, u)
        return t.gradient(y, [x, u]), t.gradient(z, x)
    finally:
        tf.config.run_functions_eagerly(False)


@fact(f32(1.0))
def test_N35_a_function_that_returns_its_argument(tf):
    return grad(tf, tf.function(lambda x: x), tf.constant(3.0))


@fact((None, None))
def test_N36_results_that_depend_on_no_argument(tf):
    x = tf.constant(3.0)
    (a, b), t = asked(tf, tf.function(lambda x: (tf.constant(5.0), tf.shape(x))), x)
    return t.gradient(a, x), t.gradient(b, x)


@fact([f32(2.0), None])
def test_N39_an_int_argument_beside_a_float(tf):
    x, i = tf.constant(3.0), tf.constant(2)
    y, t = asked(tf, tf.function(lambda x, i: x * tf.cast(i, tf.float32)), x, i)
    return t.gradient(y, [x, i])


@fact((f32(16.0), f32(24.0), [f32(16.0), f32(24.0)]))
def test_N40_a_persistent_tape_and_a_tensor_from_outside(tf):
    c, x = tf.constant(4.0), tf.constant(3.0)
    f = tf.function(lambda x: x * c * c)
    with tf.GradientTape(persistent=True) as t:
        t.watch([x, c])
        y = f(x)
    return t.gradient(y, x), t.gradient(y, c), t.gradient(y, [x, c])
