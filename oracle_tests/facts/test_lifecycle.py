"""L: what a tape answers before, in, between and after its blocks."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared

SPENT, NO_VALUE = Raised("RuntimeError"), Raised("ValueError")
EMPTIED = Raised("InternalError")


@fact((f32(6.0), SPENT))
def test_L01_a_second_gradient_of_a_non_persistent_tape_raises(tf):
    x, y, z, t = squared(tf, persistent=False)
    return t.gradient(y, x), attempt(t.gradient, z, x)


@fact((f32(6.0), f32(7.0), f32(1.0)))
def test_L02_a_persistent_tape_answers_again(tf):
    x, y, z, t = squared(tf)
    return t.gradient(y, x), t.gradient(z, x), t.gradient(z, y)


@fact((f32(6.0), SPENT))
def test_L03_gradient_inside_the_block_works_and_ends_the_recording(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        g = t.gradient(y, x)
        z = x * y
    return g, attempt(t.gradient, z, x)


@fact((f32(6.0), f32(6.0), f32(2.0)))
def test_L04_a_persistent_tape_answers_inside_its_block_and_records_the_answer(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        g = t.gradient(y, x)
        again = t.gradient(y, x)
    return g, again, t.gradient(g, x)


@fact(SPENT)
def test_L05_gradient_of_a_fresh_tape_raises(tf):
    x = tf.constant(3.0)
    return attempt(tf.GradientTape().gradient, x * x, x)


@fact(None)
def test_L06_an_empty_block_connects_nothing(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        pass
    return t.gradient(x * x, x)


@fact((f32(108.0), None))
def test_L07_a_persistent_tape_goes_on_when_it_is_entered_again(tf):
    x, t = tf.constant(3.0), tf.GradientTape(persistent=True)
    with t:
        t.watch(x)
        y = x * x
    between = y * 100.0
    with t:
        z = y * y
    return t.gradient(z, x), t.gradient(between, x)


@fact(f32(108.0))
def test_L08_and_so_does_a_non_persistent_one_that_has_not_answered(tf):
    x, t = tf.constant(3.0), tf.GradientTape()
    with t:
        t.watch(x)
        y = x * x
    with t:
        z = y * y
    return t.gradient(z, x)


@fact((f32(6.0), None, f32(27.0)))
def test_L09_a_spent_tape_starts_anew_when_it_is_entered(tf):
    x, t = tf.constant(3.0), tf.GradientTape()
    with t:
        t.watch(x)
        y = x * x
    first = t.gradient(y, x)
    with t:
        y = x * x
    second = t.gradient(y, x)
    with t:
        t.watch(x)
        y = x * x * x
    return first, second, t.gradient(y, x)


@fact((NO_VALUE, f32(6.0)))
def test_L10_entering_a_recording_tape_raises_and_it_records_on(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        seen = attempt(t.__enter__)
        y = x * x
    return seen, t.gradient(y, x)


@fact(NO_VALUE)
def test_L11_a_tape_cannot_be_nested_in_itself(tf):
    def program():
        with tf.GradientTape() as t, t:
            pass

    return attempt(program)


@fact((None, None))
def test_L12_leaving_twice_is_fine(tf):
    t = tf.GradientTape()
    first = attempt(t.__exit__, None, None, None)
    with t:
        pass
    return first, attempt(t.__exit__, None, None, None)


@fact((None, None, f32(5.0)))
def test_L13_reset_forgets_operations_and_watches(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        t.reset()
        z = x * 2.0 + y
        t.watch(x)
        w = x * 5.0 + y
    return t.gradient(y, x), t.gradient(z, x), t.gradient(w, x)


@fact((0, 1, f32(2.0), None))
def test_L14_after_reset_only_new_reads_count(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as t:
        y = v * v
        t.reset()
        count = len(t.watched_variables())
        z = y + v * 2.0
    return count, len(t.watched_variables()), t.gradient(z, v), t.gradient(y, v)


@fact((NO_VALUE, NO_VALUE))
def test_L15_reset_outside_the_block_raises(tf):
    t = tf.GradientTape()
    fresh = attempt(t.reset)
    with t:
        pass
    return fresh, attempt(t.reset)


@fact((NO_VALUE, f32(6.0)))
def test_L16_and_leaves_the_record_alone(tf):
    x, y, _, t = squared(tf)
    return attempt(t.reset), t.gradient(y, x)


@fact((None, f32(81.0), f32(6.0)))
def test_L17_stop_recording_leaves_out_what_runs_within(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = x * x
        with t.stop_recording():
            b = a * a
        c = b * x
    return t.gradient(b, x), t.gradient(c, x), t.gradient(a, x)


def stopped(t):
    with t.stop_recording():
        pass


@fact(SPENT)
def test_L18_stop_recording_on_a_fresh_tape_raises(tf):
    return attempt(stopped, tf.GradientTape())


@fact((NO_VALUE, f32(6.0)))
def test_L19_on_an_idle_tape_too_with_another_class(tf):
    x, y, _, t = squared(tf)
    return attempt(stopped, t), t.gradient(y, x)


@fact(SPENT)
def test_L20_and_on_a_spent_one(tf):
    x, y, _, t = squared(tf, persistent=False)
    t.gradient(y, x)
    return attempt(stopped, t)


@fact(NO_VALUE)
def test_L21_stop_recording_does_not_nest(tf):
    def program():
        with tf.GradientTape() as t, t.stop_recording(), t.stop_recording():
            pass

    return attempt(program)


@fact((None, f32(6.0)))
def test_L22_stop_recording_stops_its_own_tape_only(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            with inner.stop_recording():
                y = x * x
        of_inner = inner.gradient(y, x)
    return of_inner, outer.gradient(y, x)


@fact((0, None))
def test_L23_a_read_within_stop_recording_watches_nothing(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t, t.stop_recording():
        y = v * v
    return len(t.watched_variables()), t.gradient(y, v)


@fact((None, f32(6.0)))
def test_L24_watch_within_stop_recording_needs_another_recording_tape(tf):
    def program():
        x = tf.constant(3.0)
        with tf.GradientTape() as t:
            with t.stop_recording():
                t.watch(x)
            y = x * x
        return t.gradient(y, x)

    alone = program()
    with tf.GradientTape():
        return alone, program()


@fact((f32(6.0), None))
def test_L25_an_answer_within_stop_recording_leaves_the_tape_with_a_new_record(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        with t.stop_recording():
            g = t.gradient(y, x)
        z = x * x
    return g, t.gradient(z, x)


@fact((f32(6.0), None))
def test_L26_an_answer_within_stop_recording_is_not_recorded(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        with t.stop_recording():
            g = t.gradient(y, x)
    return g, t.gradient(g, x)


@fact((Raised("KeyError"), f32(6.0)))
def test_L27_an_exception_leaves_the_block_and_keeps_the_record(tf):
    x, t, results = tf.constant(3.0), tf.GradientTape(), []

    def program():
        with t:
            t.watch(x)
            results.append(x * x)
            raise KeyError("boom")

    seen = attempt(program)
    x * x  # no tape is recording any more
    return seen, t.gradient(results[0], x)


@fact((Raised("KeyError"), NO_VALUE))
def test_L28_an_exception_leaves_stop_recording_and_the_block(tf):
    t = tf.GradientTape()

    def program():
        with t, t.stop_recording():
            raise KeyError("boom")

    return attempt(program), attempt(t.reset)


@fact(f32(9.0))
def test_L29_the_tape_may_be_deleted_inside_its_block(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        del t
    return y


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
