"""C: what passes a function as if it were not there."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact


@fact(f32(6.0))
def test_C23_the_gradient_passes_an_assignment(tf):
    x, z = tf.Variable(1.0), tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = tf.grad_pass_through(x.assign)(z**2)
    return t.gradient(y, z)


@fact(
    (
        [f32([1, 1]), f32([1, 1]), f32([2, 2])],
        f32(1),
        (f32([1, 1]), None),
        f32([1, 1]),
        Raised("ValueError"),
        f32([3, 4]),
    )
)
def test_C23_the_gradient_is_that_of_the_identity(tf):
    x, v = tf.constant([1.5, 2.0]), tf.Variable(2.0)

    def passed(function, *arguments, **named):
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = tf.grad_pass_through(function)(*arguments, **named)
        return t, y

    t, (a, b) = passed(lambda p, q: (tf.round(p), q * 2), x, x)
    both = [t.gradient(a, x), t.gradient(b, x), t.gradient([a, b], x)]
    t, total = passed(tf.reduce_sum, x)
    of_another_shape = t.gradient(total, x)
    t, y = passed(lambda p: p * v, x)
    with_variable = tuple(t.gradient(y, [x, v]))
    t, y = passed(lambda p, k: p * k, x, k=3.0)
    named = t.gradient(y, x)
    t, y = passed(lambda p, q: tf.round(p), x, x)
    fewer = attempt(t.gradient, y, x)
    t, y = passed(tf.round, x)
    seeded = t.gradient(y, x, output_gradients=tf.constant([3.0, 4.0]))
    return both, of_another_shape, with_variable, named, fewer, seeded
