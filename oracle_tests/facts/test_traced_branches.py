"""N23 to N30, N33: conditionals and loops, eagerly and as the single operations that they are in functions.

In each pair the eager outcome stands first.
"""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, rows


def both(tf, program):
    """What a program without arguments returns eagerly and in a function."""
    return program(), tf.function(program, autograph=False)()


def of(tf, function, *operands):
    """The gradients of function(*operands) by them."""
    with tf.GradientTape() as t:
        t.watch(operands)
        y = function(*operands)
    return t.gradient(y, list(operands))


def twice(tf, function, *operands):
    return both(tf, lambda: of(tf, function, *operands))


@fact(((f32(12.0), f32(12.0)),) * 2)
def test_N23_loops_have_the_gradient_of_what_they_do(tf):
    def loop(x):
        start = [tf.constant(0), tf.constant(1.0)]
        return tf.while_loop(lambda i, r: i < 3, lambda i, r: (i + 1, r * x), start)[1]

    def python(x):
        r = tf.constant(1.0)
        for _ in range(3):
            r = r * x
        return r

    x = tf.constant(2.0)
    return both(tf, lambda: (of(tf, python, x)[0], of(tf, loop, x)[0]))


@fact(([f32(6.0), None], [f32(6.0), f32(0.0)]))
def test_N24_a_variable_of_the_other_branch(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)

    def program():
        with tf.GradientTape() as t:
            y = tf.cond(tf.constant(True), lambda: v * v, lambda: w * w)
        return t.gradient(y, [v, w])

    return both(tf, program)


@fact(([f32(6.0), None], [f32(6.0), f32(0.0)]))
def test_N25_a_tensor_of_the_other_branch(tf):
    def function(a, b):
        return tf.cond(a > 1.0, lambda: a * a, lambda: b * b)

    return twice(tf, function, tf.constant(3.0), tf.constant(5.0))


@fact(([None, f32(10.0)],) * 2)
def test_N26_what_only_decides_has_no_path(tf):
    def function(a, b):
        return tf.cond(a > 1.0, lambda: b * b, lambda: b)

    return twice(tf, function, tf.constant(3.0), tf.constant(5.0))


@fact(([f32(1.0), None], [f32(1.0), f32(0.0)]))
def test_N27_a_loop_that_never_runs(tf):
    x, v = tf.constant(2.0), tf.Variable(3.0)

    def program():
        with tf.GradientTape() as t:
            t.watch(x)
            start = [tf.constant(0), x * 1.0]
            _, r = tf.while_loop(lambda i, r: i < 0, lambda i, r: (i + 1, r * v), start)
        return t.gradient(r, [x, v])

    return both(tf, program)


@fact(([f32(4.0), None], [f32(4.0), f32(0.0)]))
def test_N28_a_loop_variable_that_only_passes_through(tf):
    def function(x, u):
        start = [tf.constant(0), tf.constant(1.0), u]
        return tf.while_loop(lambda i, r, q: i < 2, lambda i, r, q: (i + 1, r * x, q), start)[1]

    return twice(tf, function, tf.constant(2.0), tf.constant(7.0))


@fact((([None, f32(10.0)], [f32(0.0), f32(10.0)]), ([f32(6.0), None], [f32(6.0), f32(0.0)])))
def test_N30_one_of_several_branches(tf):
    def switched(a, b):
        return tf.switch_case(tf.constant(1), [lambda: a * a, lambda: b * b])

    def chosen(a, b):
        return tf.case([(a > 1.0, lambda: a * a)], default=lambda: b * b)

    a, b = tf.constant(3.0), tf.constant(5.0)
    return twice(tf, switched, a, b), twice(tf, chosen, a, b)


@fact(([rows([[1.0]] * 2, [0, 0], [2, 1]), None], f32(6.0), Raised("InvalidArgumentError"), f32(12.0)))
def test_N33_a_compiled_loop_needs_a_bound(tf):
    v = tf.Variable([[1.0], [2.0]])

    def compiled(function, value):
        def body(x):
            with tf.GradientTape() as t:
                t.watch(x)
                y = function(x)
            return t.gradient(y, x)

        return attempt(tf.function(body, jit_compile=True), tf.constant(value))

    @tf.function(jit_compile=True)
    def slices(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.reduce_sum(tf.gather(v, [0, 0]))
        return t.gradient(y, [v, x])

    def loop(x, **bound):
        start = [tf.constant(0), tf.constant(1.0)]
        return tf.while_loop(lambda i, r: i < 3, lambda i, r: (i + 1, r * x), start, **bound)[1]

    return (
        slices(tf.constant(1.0)),
        compiled(lambda x: tf.cond(x > 0.0, lambda: x * x, lambda: x), 3.0),
        compiled(loop, 2.0),
        compiled(lambda x: loop(x, maximum_iterations=5), 2.0),
    )
