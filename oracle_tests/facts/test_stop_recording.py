"""L17 to L29: `stop_recording`, and leaving a block early."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared

SPENT, NO_VALUE = Raised("RuntimeError"), Raised("ValueError")


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
