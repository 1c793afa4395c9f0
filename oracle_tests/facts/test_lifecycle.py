"""L01 to L16: what a tape answers before, in, between and after its blocks."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared

SPENT, NO_VALUE = Raised("RuntimeError"), Raised("ValueError")


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
