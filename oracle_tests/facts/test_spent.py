"""L30 to L42: what spends a tape and what does not."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared

SPENT, NO_VALUE, EMPTIED = Raised("RuntimeError"), Raised("ValueError"), Raised("InternalError")


@fact((Raised("TypeError"), f32(6.0), None))
def test_L30_a_target_of_none_leaves_the_tape_usable_but_ends_its_recording(tf):
    x, y, _, t = squared(tf, persistent=False)
    seen = attempt(t.gradient, None, x), t.gradient(y, x)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        attempt(t.gradient, None, x)
        z = y * y
    return (*seen, t.gradient(z, x))


@fact((NO_VALUE, f32(6.0)))
def test_L31_an_unknown_unconnected_gradients_leaves_it_usable(tf):
    x, y, _, t = squared(tf, persistent=False)
    return attempt(t.gradient, y, x, unconnected_gradients="nonsense"), t.gradient(y, x)


@fact((Raised("AttributeError"), f32(6.0)))
def test_L32_a_float_as_target_leaves_it_usable(tf):
    x, y, _, t = squared(tf, persistent=False)
    return attempt(t.gradient, 3.0, x), t.gradient(y, x)


def failing(tf, persistent):
    """x, w = x², a target whose gradient function raises, and their tape."""

    @tf.custom_gradient
    def f(a):
        def g(d):
            raise ArithmeticError("bad gradient")

        return a * 2.0, g

    x = tf.constant(3.0)
    with tf.GradientTape(persistent=persistent) as t:
        t.watch(x)
        w = x * x
        y = f(x) + w
    return x, w, y, t


@fact((Raised("ArithmeticError"), EMPTIED, EMPTIED))
def test_L33_a_gradient_that_fails_on_the_way_has_used_up_the_record(tf):
    x, w, y, t = failing(tf, persistent=False)
    return attempt(t.gradient, y, x), attempt(t.gradient, y, x), attempt(t.gradient, w, x)


@fact((Raised("ArithmeticError"), Raised("ArithmeticError"), f32(6.0)))
def test_L34_not_so_on_a_persistent_tape(tf):
    x, w, y, t = failing(tf, persistent=True)
    return attempt(t.gradient, y, x), attempt(t.gradient, y, x), t.gradient(w, x)


@fact((Raised("LookupError"), EMPTIED))
def test_L35_so_has_an_operation_that_has_no_gradient(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape() as t:
        t.watch(x)
        w = x * x
        y = tf.math.is_finite(w)
    return attempt(t.gradient, y, x), attempt(t.gradient, w, x)


@fact((f32([[2.0, 0.0], [0.0, 4.0]]), SPENT, SPENT))
def test_L36_jacobian_spends_a_non_persistent_tape_too(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return t.jacobian(y, x), attempt(t.jacobian, y, x), attempt(t.gradient, y, x)


@fact(([], SPENT))
def test_L37_so_does_a_gradient_by_nothing(tf):
    x, y, _, t = squared(tf, persistent=False)
    return t.gradient(y, []), attempt(t.gradient, y, x)


@fact((1, True))
def test_L38_watched_variables_outlive_the_record(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = v * v
    t.gradient(y, v)
    return len(t.watched_variables()), t.watched_variables()[0] is v


@fact(SPENT)
def test_L39_a_second_gradient_inside_the_block_raises_there(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        t.gradient(y, x)
        return attempt(t.gradient, y, x)


@fact(f32(2 * np.sin(9.0) * np.cos(9.0) * 6.0))
def test_L40_the_record_keeps_what_has_no_name_any_more(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        a = x * x
        b = tf.sin(a)
        del a
        y = b * b
        del b
    return t.gradient(y, x)


@fact(f32(6.0))
def test_L41_entering_and_leaving_by_hand(tf):
    x, t = tf.constant(3.0), tf.GradientTape()
    t.__enter__()
    t.watch(x)
    with t.stop_recording():
        x * 2.0
    y = x * x
    t.__exit__(None, None, None)
    return t.gradient(y, x)


@fact((None, f32(9.0), None))
def test_L42_stop_gradient_is_recorded_as_an_operation_without_a_path(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        s = tf.stop_gradient(x * x)
        y = s * x
    return t.gradient(s, x), t.gradient(y, x), t.gradient(y, s)
