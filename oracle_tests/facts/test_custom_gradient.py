"""C: functions with gradients of their own."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, f64, fact, grad, i32, i64

NO_VALUE, NO_TYPE = Raised("ValueError"), Raised("TypeError")


def doubled(tf, gradient_function):
    """x → 2x with the given gradient function."""

    @tf.custom_gradient
    def f(x):
        return x * 2.0, gradient_function

    return f


def at_three(tf, gradient_function):
    return attempt(grad, tf, doubled(tf, gradient_function), tf.constant(3.0))


@fact([f32(7.0)] * 3)
def test_C01_one_argument_may_get_a_bare_gradient_or_a_list(tf):
    return [at_three(tf, g) for g in (lambda d: d * 7.0, lambda d: [d * 7.0], lambda d: (d * 7.0,))]


@fact([NO_VALUE, NO_VALUE, NO_VALUE, [f32(1.0), f32(2.0)], NO_VALUE, NO_VALUE])
def test_C02_there_must_be_one_gradient_for_each_argument(tf):
    def of_two(gradients):
        @tf.custom_gradient
        def f(a, b):
            return a + b, gradients

        a, b = tf.constant(1.0), tf.constant(2.0)
        with tf.GradientTape() as t:
            t.watch([a, b])
            y = f(a, b)
        return attempt(t.gradient, y, [a, b])

    return [
        of_two(lambda d: d),
        of_two(lambda d: [d]),
        of_two(lambda d: (d, d, d)),
        of_two(lambda d: (d, d * 2.0)),
        at_three(tf, lambda d: (d, d)),
        at_three(tf, lambda d: []),
    ]


@fact((None, None, f32(2.0), f32(0.0)))
def test_C03_none_is_no_contribution(tf):
    x, nothing = tf.constant(3.0), doubled(tf, lambda d: None)
    return (
        at_three(tf, lambda d: None),
        at_three(tf, lambda d: [None]),
        grad(tf, lambda x: nothing(x) + x * 2.0, x),
        grad(tf, nothing, x, unconnected_gradients="zero"),
    )


@fact([7.0, np.float32(7.0), f64(1.0), i32(7), f32([1.0, 2.0, 3.0]), "abc"])
def test_C04_nothing_about_a_gradient_is_checked(tf):
    values = (
        lambda d: 7.0,
        lambda d: np.float32(7.0),
        lambda d: tf.cast(d, tf.float64),
        lambda d: tf.constant(7),
        lambda d: tf.constant([1.0, 2.0, 3.0]),
        lambda d: "abc",
    )
    return [at_three(tf, value) for value in values]


@fact((f32(42.0), Raised("AssertionError"), Raised("InvalidArgumentError")))
def test_C05_until_it_is_used(tf):
    x = tf.constant(3.0)
    number, vector = doubled(tf, lambda d: 7.0), doubled(tf, lambda d: tf.constant([1.0, 2.0, 3.0]))
    return (
        grad(tf, lambda x: number(x * x), x),
        attempt(grad, tf, lambda x: number(x) + x, x),
        attempt(grad, tf, lambda x: vector(x) + x, x),
    )


@fact((NO_TYPE, NO_TYPE))
def test_C06_a_function_that_reads_a_trainable_variable_must_take_variables(tf):
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(x):
        return x * v, lambda d: d * v

    def taped():
        with tf.GradientTape():
            return f(tf.constant(3.0))

    return attempt(f, tf.constant(3.0)), attempt(taped)


def with_variable(tf, gradients):
    """The gradients of a function of x that reads v, by x and v; gradients(d) answers for both."""
    v, x = tf.Variable(2.0), tf.constant(3.0)

    @tf.custom_gradient
    def f(x):
        def g(d, variables=None):
            return gradients(d)

        return x * v, g

    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    return attempt(t.gradient, y, [x, v])


@fact([f32(10.0), f32(100.0)])
def test_C07_and_answers_for_arguments_and_variables(tf):
    return with_variable(tf, lambda d: (d * 10.0, [d * 100.0]))


@fact(
    {
        "none": NO_VALUE,
        "two": NO_VALUE,
        "bare": NO_TYPE,
        "None": [f32(1.0), None],
        "all None": [None, None],
        "tuple": NO_TYPE,
        "tensor": Raised("InternalError"),
    }
)
def test_C08_with_a_list_of_one_gradient_for_each_variable(tf):
    answers = {
        "none": lambda d: (d, []),
        "two": lambda d: (d, [d, d]),
        "bare": lambda d: d,
        "None": lambda d: (d, [None]),
        "all None": lambda d: (None, [None]),
        "tuple": lambda d: (d, (d,)),
        "tensor": lambda d: (d, tf.stack([d])),
    }
    return {name: with_variable(tf, answer) for name, answer in answers.items()}


@fact(f32(50.0))
def test_C09_a_variable_that_is_an_argument_is_an_argument(tf):
    v = tf.Variable(2.0)
    f = doubled(tf, lambda d: d * 50.0)
    with tf.GradientTape() as t:
        y = f(v)
    return t.gradient(y, v)


@fact(f32(2.0))
def test_C10_a_variable_that_is_not_trainable_does_not_count(tf):
    v = tf.Variable(2.0, trainable=False)

    @tf.custom_gradient
    def f(x):
        return x * v, lambda d: d * v

    return grad(tf, f, tf.constant(3.0))


@fact((f32(5.0), f32(5.0)))
def test_C11_keyword_arguments(tf):
    @tf.custom_gradient
    def f(x, k=2.0):
        return x * k, lambda d: d * 5.0

    x = tf.constant(3.0)
    return grad(tf, lambda x: f(x, k=3.0), x), grad(tf, f, x)


@fact(f32(5.0))
def test_C12_a_number_among_the_arguments_needs_a_gradient_too(tf):
    @tf.custom_gradient
    def f(x, k):
        return x * k, lambda d: (d * 5.0, None)

    return grad(tf, lambda x: f(x, 2.0), tf.constant(3.0))


@fact((f32([1.0]), [f32([0.0])]))
def test_C13_the_cotangent_of_an_unused_result_is_zeros(tf):
    given = []

    @tf.custom_gradient
    def f(x):
        def g(a, b):
            given.append(b)
            return a + b * 100.0

        return (x * 1.0, x * 2.0), g

    return grad(tf, lambda x: f(x)[0], tf.constant([3.0])), given


@fact((f32([1.0]), ["int32"]))
def test_C14_in_its_own_dtype(tf):
    given = []

    @tf.custom_gradient
    def f(x):
        def g(a, b):
            given.append(b.dtype.name)
            return a

        return (x * 1.0, tf.cast(x, tf.int32)), g

    return grad(tf, lambda x: f(x)[0], tf.constant([3.0])), given


@fact((f32(2.0), 0))
def test_C15_where_nothing_arrives_the_gradient_function_is_not_called(tf):
    calls = []
    f = doubled(tf, lambda d: calls.append(d))
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        f(x)
        z = x * 2.0
    return t.gradient(z, x), len(calls)


def second(tf, f):
    """The gradient of f at 3 and the gradient of that."""
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        g = inner.gradient(y, x)
    return g, outer.gradient(g, x)


@fact((f32(90.0), f32(60.0)))
def test_C16_the_second_order_differentiates_the_gradient_function(tf):
    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda d: d * x * x * 10.0

    return second(tf, f)


@fact((f32(5.0), f32(1000.0)))
def test_C17_which_may_have_a_gradient_of_its_own(tf):
    @tf.custom_gradient
    def h(d, x):
        return d * 5.0, lambda e: (e, e * 1000.0)

    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda d: h(d, x)

    return second(tf, f)


@fact((f32(7.0), None, f32(6.0), f32(13.0)))
def test_C18_what_runs_inside_is_recorded_and_the_results_are_new(tf):
    inner = []

    @tf.custom_gradient
    def f(x):
        inner.append(x * x)
        return inner[0] * 2.0, lambda d: d * 7.0

    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = f(x)
        z = inner[0] * 1.0
    return t.gradient(y, x), t.gradient(y, inner[0]), t.gradient(z, x), t.gradient([y, z], x)


@fact(f32(9.0))
def test_C19_the_argument_itself_may_be_the_result(tf):
    @tf.custom_gradient
    def f(x):
        return x, lambda d: d * 9.0

    return grad(tf, f, tf.constant(3.0))


@fact((NO_TYPE, NO_TYPE))
def test_C20_a_function_must_return_its_gradient_function(tf):
    @tf.custom_gradient
    def f(x):
        return x * 2.0

    return attempt(f, tf.constant(3.0)), attempt(f, tf.constant([3.0, 4.0]))


@fact([f32(5.0), None])
def test_C21_the_gradient_for_an_int_is_dropped(tf):
    @tf.custom_gradient
    def f(x, i):
        return x * tf.cast(i, tf.float32), lambda d: (d * 5.0, d)

    x, i = tf.constant(3.0), tf.constant(2)
    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x, i)
    return t.gradient(y, [x, i])


@fact(Raised("KeyError"))
def test_C22_what_the_gradient_function_raises_comes_through(tf):
    def bad(d):
        raise KeyError("k")

    return at_three(tf, bad)


@fact(([f32(1.0)] * 3, ["a", "b", "c"]))
def test_C27_all_variables_that_were_read_are_handed_over(tf):
    variables, given = [tf.Variable(float(i), name=name) for i, name in enumerate("bac")], []

    @tf.custom_gradient
    def f(x):
        def g(d, variables=None):
            given.extend(v.name[:1] for v in variables)
            return d, [d * 1.0 for _ in variables]

        a, b, c = variables
        return x * a * b * c, g

    with tf.GradientTape() as t:
        y = f(tf.constant(3.0))
    return t.gradient(y, variables), sorted(given)


@fact(([None, f32(3.0)], 0))
def test_C29_without_a_watched_argument_nothing_is_recorded(tf):
    calls = []
    f = doubled(tf, lambda d: calls.append(d))
    x, w = tf.constant(1.5), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(w)
        y = f(x) * w
    return t.gradient(y, [x, w]), len(calls)


@fact((f32([3.0, 3.0, 3.0]), i64([0, 2, 3])))
def test_C28_of_ragged_tensors(tf):
    x = tf.ragged.constant([[1.0, 2.0], [3.0]])

    @tf.custom_gradient
    def f(r):
        return r * 2.0, lambda d: d * 3.0

    g = grad(tf, f, x)
    return g.values, g.row_splits
