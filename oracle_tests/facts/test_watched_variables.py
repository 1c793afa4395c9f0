"""V: which variables a tape lists, and when."""

from oracle_tests.facts.fact import f32, fact


@fact((True, ["a", "b", "c"]))
def test_V01_in_the_order_in_which_they_were_made(tf):
    a, b, c = tf.Variable(1.0), tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape() as t:
        c * a * c * b
    listed = t.watched_variables()
    names = [name for v in listed for name, known in {"a": a, "b": b, "c": c}.items() if v is known]
    return isinstance(listed, tuple), names


@fact(((), ()))
def test_V02_none_before_the_block_and_no_tensors(tf):
    t, x = tf.GradientTape(), tf.constant(1.0)
    before = t.watched_variables()
    with t:
        t.watch(x)
        x * x
    return before, t.watched_variables()


@fact(2)
def test_V03_whatever_was_watched_is_listed(tf):
    v, w = tf.Variable(1.0), tf.Variable(2.0, trainable=False)
    with tf.GradientTape(watch_accessed_variables=False) as t:
        t.watch([v, w])
    return len(t.watched_variables())


@fact((0, 1, 0))
def test_V04_after_reset_after_the_answer_and_after_entering_again(tf):
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as t:
        v * 1.0
        t.reset()
        after_reset = len(t.watched_variables())
        y = w * 1.0
    t.gradient(y, w)
    after_answer = len(t.watched_variables())
    with t:
        return after_reset, after_answer, len(t.watched_variables())


@fact((1, f32(2.0)))
def test_V05_a_variable_that_a_function_reads_is_listed(tf):
    v = tf.Variable(1.0)
    f = tf.function(lambda x: x * v)
    with tf.GradientTape() as t:
        y = f(tf.constant(2.0))
    return len(t.watched_variables()), t.gradient(y, v)


@fact([True])
def test_V06_after_an_assignment_the_variable_itself_is_listed(tf):
    v = tf.Variable(1.0)
    with tf.GradientTape() as t:
        v.assign(2.0) * 1.0
    return [listed is v for listed in t.watched_variables()]


@fact((0, 1))
def test_V07_while_recording_the_list_grows(tf):
    v = tf.Variable(1.0)
    with tf.GradientTape() as t:
        before = len(t.watched_variables())
        v * 1.0
        return before, len(t.watched_variables())


@fact(1)
def test_V08_int_variables_are_listed(tf):
    v = tf.Variable(1)
    with tf.GradientTape() as t:
        v + 1
    return len(t.watched_variables())
