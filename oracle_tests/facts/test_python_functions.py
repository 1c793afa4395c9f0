"""C, D, G, J, X: functions that run again, functions of Python's, checks, and what has no gradient."""

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


def vector_of_python(tf):
    """x and x² as a Python function computed it, of known shape, and the tape that saw it."""
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = tf.ensure_shape(tf.py_function(lambda a: a * a, [x], tf.float32), [2])
    return x, y, t


@fact((UNKNOWN, UNKNOWN))
def test_J31_a_jacobian_asks_a_python_function_more_than_once(tf):
    x, y, t = vector_of_python(tf)
    return attempt(t.jacobian, y, x), attempt(t.jacobian, y, x, experimental_use_pfor=False)


@fact(UNKNOWN)
def test_X36_in_a_loop_too(tf):
    x, y, t = vector_of_python(tf)
    return attempt(t.jacobian, y, x, experimental_use_pfor=False)


@fact(Raised("KeyError"))
def test_C30_a_kind_of_operation_has_one_gradient(tf):
    return attempt(tf.RegisterGradient("Mul"), lambda op, d: d)


@fact((f32([6.0, 8.0]), Raised("InvalidArgumentError")))
def test_G11_checks_pass_gradients_through(tf):
    def checked(x):
        tf.debugging.assert_positive(x)
        x = tf.debugging.check_numerics(tf.ensure_shape(x, [2]), "m")
        return x * x

    divided = lambda x: tf.debugging.check_numerics(x / 0.0, "bad")  # noqa: E731
    return grad(tf, checked, tf.constant([3.0, 4.0])), attempt(grad, tf, divided, tf.constant(1.0))


@fact(None)
def test_D16_no_path_leads_through_text(tf):
    return grad(tf, lambda x: tf.strings.to_number(tf.as_string(x)), tf.constant(3.0))


@fact(MISSING)
def test_X08_contrast_has_no_gradient(tf):
    image, delta = tf.Variable([[[0.5, 0.0, 0.0]]]), tf.Variable(0.1)
    with tf.GradientTape() as t:
        y = tf.image.adjust_contrast(image, delta)
    return attempt(t.gradient, y, [image, delta])


@fact((None, None))
def test_X09_no_path_leads_through_a_data_set_or_a_queue(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = next(iter(tf.data.Dataset.from_tensors(x))) * 2.0
        queue = tf.queue.FIFOQueue(3, [tf.float32], shapes=[[2]])
        queue.enqueue(x * 1.0)
        b = queue.dequeue() * 2.0
    return t.gradient(a, x), t.gradient(b, x)


@fact([f32(12.0), None])
def test_X01_a_tape_inside_a_function_may_watch_what_comes_from_outside(tf):
    c, other = tf.constant(3.0), tf.constant(2.0)

    @tf.function
    def f():
        with tf.GradientTape() as t:
            t.watch(c)
            y = c * c * other
        return t.gradient(y, [c, other])

    return f()
