"""N, X: functions of several results, what comes in from outside, `tf.gradients`, and when Python runs."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, rows


@fact([f32(12.0), None])
def test_X01_a_tape_inside_watches_what_comes_from_outside(tf):
    c, x = tf.constant(3.0), tf.constant(2.0)

    @tf.function
    def f():
        with tf.GradientTape() as t:
            t.watch(c)
            y = c * c * x
        return t.gradient(y, [c, x])

    return f()


@fact([f32(6.0), f32(0.0), None])
def test_X19_an_argument_that_another_result_uses_gets_zero(tf):
    x, u, w = tf.constant(3.0), tf.constant(5.0), tf.constant(7.0)
    f = tf.function(lambda x, u, w: (x * x, u * u))
    with tf.GradientTape() as t:
        t.watch([x, u, w])
        a, _ = f(x, u, w)
    return t.gradient(a, [x, u, w])


@fact([f32(6.0), f32(0.0)])
def test_X20_so_does_a_variable(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)
    f = tf.function(lambda: (v * v, w * w))
    with tf.GradientTape() as t:
        a, _ = f()
    return t.gradient(a, [v, w])


@fact([rows([[0.0]], [0], [2, 1]), f32(2.0)])
def test_X21_so_does_one_of_which_rows_are_read_as_slices(tf):
    v, w = tf.Variable([[1.0], [2.0]]), tf.Variable(1.0)
    f = tf.function(lambda: (tf.gather(v, [0]), w * w))
    with tf.GradientTape() as t:
        _, b = f()
    return t.gradient(b, [v, w])


@fact([f32(6.0), f32(0.0)])
def test_X22_so_does_one_of_a_branch_not_taken(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)
    f = tf.function(lambda p: tf.cond(p, lambda: v * v, lambda: w * w))
    with tf.GradientTape() as t:
        y = f(tf.constant(True))
    return t.gradient(y, [v, w])


@fact((f32(2.0), f32(4.0), 1))
def test_X41_python_runs_once_for_arguments_of_a_kind(tf):
    calls = []

    @tf.function
    def f(x):
        with tf.GradientTape() as t:
            t.watch(x)
            calls.append(1)
            y = x * x
        return t.gradient(y, x)

    return f(tf.constant(1.0)), f(tf.constant(2.0)), len(calls)


@fact(([f32(6.0), None], Raised("RuntimeError")))
def test_N37_gradients_without_a_tape_are_for_functions(tf):
    f = tf.function(lambda x, u: tf.gradients(x * x, [x, u]))
    x = tf.constant(3.0)
    return f(x, tf.constant(1.0)), attempt(tf.gradients, x, x)


@fact((([f32(9.0)], [f32(0.0)]), Raised("ValueError"), Raised("TypeError"), [None]))
def test_N38_what_gradients_without_a_tape_take(tf):
    x = tf.constant(3.0)

    @tf.function
    def f(x):
        y = x * x
        zero = tf.gradients(y, [tf.constant(1.0)], unconnected_gradients="zero")
        return tf.gradients(y * x, x, stop_gradients=[y]), zero

    g = tf.function(lambda x: tf.gradients([x * x, x], x, grad_ys=[tf.constant(1.0)]))
    h = tf.function(lambda x: tf.gradients(x * x, x, grad_ys=[tf.constant(1.0, tf.float64)]))
    k = tf.function(lambda x: tf.gradients(tf.cast(x, tf.int32), x, grad_ys=[tf.constant(1)]))
    return f(x), attempt(g, x), attempt(h, x), k(x)


@fact(Raised("TypeError"))
def test_N22_a_tape_of_the_inside_does_not_answer_outside(tf):
    box = []

    @tf.function
    def f(x):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x * x
        box.extend((t, y, x))
        return y

    f(tf.constant(3.0))
    t, y, x = box
    return attempt(t.gradient, y, x)
