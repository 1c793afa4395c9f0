"""C, G, X: functions that run again, functions of Python's, and gradients that are refused."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, grad

MISSING, UNKNOWN = Raised("LookupError"), Raised("UnknownError")


@fact((f32(-2.828857), f32(-2.828857), 2))
def test_C24_a_function_that_recomputes_runs_once_more_in_the_backward_pass(tf):
    runs = []

    def body(x):
        runs.append(x)
        return tf.sin(x) * x

    x = tf.constant(3.0)
    return grad(tf, tf.recompute_grad(body), x), grad(tf, lambda x: tf.sin(x) * x, x), len(runs)


@fact(([f32(12.0), f32(9.0)], Raised("NotImplementedError")))
def test_C25_but_only_to_first_order(tf):
    v, x = tf.Variable(2.0), tf.constant(3.0)
    f = tf.recompute_grad(lambda x: x * x * v)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, [x, v])
    return g, attempt(outer.gradient, g[0], x)


@fact([f32(2.0), f32(0.0)])
def test_C26_and_an_argument_that_it_does_not_use_gets_zeros(tf):
    f = tf.recompute_grad(lambda x, u: x * 2.0)
    x, u = tf.constant(3.0), tf.constant(1.0)
    with tf.GradientTape() as t:
        t.watch([x, u])
        y = f(x, u)
    return t.gradient(y, [x, u])


@fact(MISSING)
def test_G08_a_gradient_that_is_prevented_raises(tf):
    prevented = lambda x: tf.raw_ops.PreventGradient(input=x, message="nope")  # noqa: E731
    return attempt(grad, tf, prevented, tf.constant(3.0))


@fact((f32(6.0), None))
def test_G12_py_function_has_a_gradient_and_numpy_function_has_none(tf):
    x = tf.constant(3.0)
    return (
        grad(tf, lambda x: tf.py_function(lambda a: a * a, [x], tf.float32), x),
        grad(tf, lambda x: tf.numpy_function(lambda a: a * a, [x], tf.float32), x),
    )


@fact((f32(27.0), None))
def test_G13_to_first_order(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.py_function(lambda a: a * a * a, [x], tf.float32)
        g = inner.gradient(y, x)
    return g, outer.gradient(g, x)


@fact((f32(6.0), UNKNOWN))
def test_X03_and_once_also_on_a_persistent_tape(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = tf.py_function(lambda a: a * a, [x], tf.float32)
    return attempt(t.gradient, y, x), attempt(t.gradient, y, x)


@fact((3, "float32", [f32(2.0), f32(4.0), f32(6.0)], True))
def test_X03_what_runs_inside_has_no_path_out_but_is_recorded(tf):
    x, v, inside = tf.constant(2.0), tf.Variable(3.0), []

    def f(a):
        inside.extend([a, x * x, v * 2.0])
        return a * v

    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = tf.py_function(f, [x], tf.float32)
        z = inside[0] * 1.0
    through = [t.gradient(z, x), t.gradient(z, inside[0]), t.gradient(y, v)]
    return (
        len([g for g in through if g is None]),
        inside[0].dtype.name,
        [t.gradient(inside[2], v), t.gradient(inside[1], x), tf.reduce_sum(y)],
        t.watched_variables()[0] is v,
    )
