"""B: jacobians row by row."""

from oracle_tests.facts.fact import Raised, attempt, f32, f64, fact, i32

SPENT, NO_VALUE, NO_ATTRIBUTE = Raised("RuntimeError"), Raised("ValueError"), Raised("AttributeError")
DOUBLED = f32([[[2, 0], [0, 4]], [[6, 0], [0, 8]]])


def rows(tf, persistent=False):
    """x of two rows, y = x², and the tape that saw it."""
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape(persistent=persistent) as t:
        t.watch(x)
        y = x * x
    return x, y, t


@fact(DOUBLED)
def test_B01_the_shape_is_the_target_s_and_the_source_s_but_for_its_first(tf):
    x, y, t = rows(tf)
    return t.batch_jacobian(y, x)


@fact((NO_VALUE, NO_VALUE, Raised("IndexError")))
def test_B02_both_need_two_dimensions(tf):
    x, y, t = rows(tf, persistent=True)
    with t:
        r = tf.reduce_sum(y, 1)
    return (
        attempt(t.batch_jacobian, r, x),
        attempt(t.batch_jacobian, y, tf.constant([1.0, 2.0])),
        attempt(t.batch_jacobian, tf.constant(1.0), x),
    )


@fact(NO_VALUE)
def test_B03_and_as_many_rows(tf):
    x, y, t = rows(tf, persistent=True)
    with t:
        z = tf.concat([y, y], 0)
    return attempt(t.batch_jacobian, z, x)


@fact((NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE))
def test_B04_neither_is_a_structure(tf):
    x, y, t = rows(tf, persistent=True)
    return (
        attempt(t.batch_jacobian, y, [x]),
        attempt(t.batch_jacobian, [y], x),
        attempt(t.batch_jacobian, y, None),
    )


NOTHING = [[0, 0, 0], [0, 0, 0]]


@fact((f32([NOTHING, NOTHING]), f32([NOTHING, NOTHING])))
def test_B05_an_unconnected_source_has_zeros_in_any_mode(tf):
    _, y, t = rows(tf, persistent=True)
    c = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    return t.batch_jacobian(y, c), t.batch_jacobian(y, c, unconnected_gradients="zero")


@fact(SPENT)
def test_B06_it_spends_a_non_persistent_tape(tf):
    x, y, t = rows(tf)
    t.batch_jacobian(y, x)
    return attempt(t.batch_jacobian, y, x)


@fact((SPENT, DOUBLED))
def test_B07_without_vectorizing_it_needs_a_persistent_tape(tf):
    answers = []
    for persistent in (False, True):
        x, y, t = rows(tf, persistent)
        answers.append(attempt(t.batch_jacobian, y, x, experimental_use_pfor=False))
    return tuple(answers)


@fact((NO_VALUE, NO_VALUE))
def test_B08_one_parallel_iteration_is_refused(tf):
    answers = []
    for persistent in (False, True):
        x, y, t = rows(tf, persistent)
        answers.append(attempt(t.batch_jacobian, y, x, parallel_iterations=1))
    return tuple(answers)


@fact(f32([[[6]], [[6]]]))
def test_B09_what_depends_on_other_rows_is_summed(tf):
    x = tf.constant([[1.0], [2.0]])
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * tf.reduce_sum(x)
    return t.batch_jacobian(y, x)


@fact((f32([[[2, 0], [0, 4]]]), f32([[[1, 0], [0, 1]]])))
def test_B10_variables(tf):
    v = tf.Variable([[1.0, 2.0]])
    with tf.GradientTape(persistent=True) as t:
        y = v * v
    return t.batch_jacobian(y, v), t.batch_jacobian(v, v)


@fact(f32([[[0], [0]], [[0], [0]]]))
def test_B11_unconnected_without_vectorizing(tf):
    _, y, t = rows(tf, persistent=True)
    return t.batch_jacobian(y, tf.constant([[1.0], [4.0]]), experimental_use_pfor=False)


@fact((Raised("ZeroDivisionError"), f32([], (2, 0, 0))))
def test_B12_no_rows_and_empty_rows(tf):
    x, w = tf.zeros([0, 2]), tf.zeros([2, 0])
    with tf.GradientTape(persistent=True) as t:
        t.watch([x, w])
        y = x * x
        z = w * w
    return attempt(t.batch_jacobian, y, x), t.batch_jacobian(z, w)


@fact(f32([[[1, 0], [0, 1]], [[1, 0], [0, 1]]]))
def test_B13_slices_are_made_dense(tf):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.gather(x, [0, 1])
    return t.batch_jacobian(y, x)


@fact((SPENT, f32([[[2, 0, 0], [0, 4, 0], [0, 0, 6]]])))
def test_J33_few_parallel_iterations(tf):
    answers = []
    for persistent in (False, True):
        x = tf.constant([[1.0, 2.0, 3.0]])
        with tf.GradientTape(persistent=persistent) as t:
            t.watch(x)
            y = x * x
        answers.append(attempt(t.batch_jacobian, y, x, parallel_iterations=2))
    return tuple(answers)


# Beyond the facts: what else these were seen to do.


@fact((f32([[2, 2], [4, 4]]), f32([[6], [14]]), None, f32([[2, 2], [4, 4]]), f32([[6], [14]]), None))
def test_B01_the_tapes_outside(tf):
    x, c = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [2.0]])
    seen = []
    for at_once in (True, False):
        with tf.GradientTape(persistent=True) as outer:
            outer.watch([x, c])
            with tf.GradientTape(persistent=True) as t:
                t.watch([x, c])
                y = x * x * c
            b = t.batch_jacobian(y, x, experimental_use_pfor=at_once)
        seen += outer.gradient(b, [x, c, y])
    return tuple(seen)


@fact((i32([[[0], [0]], [[0], [0]]]), f64([[[0], [0]], [[0], [0]]]), NO_VALUE, DOUBLED))
def test_B05_the_zeros_have_the_dtype_of_the_target(tf):
    x, y, t = rows(tf, persistent=True)
    c = tf.constant([[1.0], [2.0]])
    return (
        t.batch_jacobian(tf.cast(y, tf.int32), c),
        t.batch_jacobian(tf.cast(y, tf.float64), c),
        attempt(t.batch_jacobian, y, c, "bad"),
        t.batch_jacobian(y, x, "none"),
    )


@fact((SPENT, DOUBLED, SPENT, NO_VALUE, DOUBLED))
def test_B06_what_spends_the_tape_and_what_does_not(tf):
    x, y, t = rows(tf)
    refused = attempt(t.batch_jacobian, y, x, experimental_use_pfor=False)
    answer = t.batch_jacobian(y, x, parallel_iterations=3)
    fresh = attempt(tf.GradientTape().batch_jacobian, y, x)
    x, y, t = rows(tf)
    return refused, answer, fresh, attempt(t.batch_jacobian, y, x, "bad"), t.batch_jacobian(y, x)


@fact((Raised("TypeError"), DOUBLED, Raised("InvalidArgumentError")))
def test_B07_a_loop_has_iterations_and_a_dtype(tf):
    x, y, t = rows(tf, persistent=True)
    w = tf.constant([[1.0], [2.0]], tf.float64)
    with t:
        t.watch(w)
        z = tf.cast(w, tf.float32)
    return (
        attempt(t.batch_jacobian, y, x, parallel_iterations=0, experimental_use_pfor=False),
        t.batch_jacobian(y, x, parallel_iterations=1, experimental_use_pfor=False),
        attempt(t.batch_jacobian, z, w, experimental_use_pfor=False),
    )


@fact((f32([[[6, 0], [0, 12]], [[18, 0], [0, 24]]]), None))
def test_B01_in_forward_mode(tf):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as acc:
        with tf.GradientTape(persistent=True) as t:
            t.watch(x)
            y = x * x * x
        b = t.batch_jacobian(y, x)
        n = t.batch_jacobian(y, tf.constant([[1.0], [2.0]]))
    return acc.jvp(b), acc.jvp(n)
