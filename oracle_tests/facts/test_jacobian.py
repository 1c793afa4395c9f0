"""J: jacobians."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, c64, f32, f64, fact, squared

SPENT, NO_VALUE, NO_ATTRIBUTE = Raised("RuntimeError"), Raised("ValueError"), Raised("AttributeError")
DIAGONAL = f32([[2.0, 0.0], [0.0, 4.0]])
IDENTITY = f32([[1.0, 0.0], [0.0, 1.0]])
OF_THREE = f32([[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]])


@fact(DIAGONAL)
def test_J01_the_shape_is_the_target_s_and_then_the_source_s(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return t.jacobian(y, x)


@fact(f32([[[[1.0, 4.0]], [[2.0, 5.0]], [[3.0, 6.0]]]]))
def test_J02_matrices(tf):
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.matmul(x, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    return t.jacobian(y, x)


@fact(f32([2.0, 4.0]))
def test_J03_of_a_scalar_it_is_the_gradient(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.reduce_sum(x * x)
    return t.jacobian(y, x)


@fact([DIAGONAL, {"a": (DIAGONAL, None)}])
def test_J04_the_structure_of_the_sources_is_kept(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return t.jacobian(y, [x, {"a": (x, tf.constant(1.0))}])


@fact([])
def test_J05_no_sources(tf):
    _, y, _, t = squared(tf, [1.0, 2.0])
    return t.jacobian(y, [])


@fact([NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE, None])
def test_J06_the_target_is_one_tensor_or_at_least_an_array(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    targets = [y], None, 3.0, np.array([1.0, 2.0], np.float32)
    return [attempt(t.jacobian, target, x) for target in targets]


@fact((IDENTITY, IDENTITY))
def test_J07_or_a_variable(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as t:
        y = v * 1.0
    return t.jacobian(v, v), t.jacobian(y, v)


ZEROS = f32([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])


@fact((None, [DIAGONAL, None], ZEROS, ZEROS))
def test_J08_an_unconnected_source(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    c = tf.constant([5.0, 6.0, 7.0])
    return (
        t.jacobian(y, c),
        t.jacobian(y, [x, c]),
        t.jacobian(y, c, unconnected_gradients="zero"),
        t.jacobian(y, c, unconnected_gradients=tf.UnconnectedGradients.ZERO),
    )


@fact((None, [DIAGONAL, None], ZEROS))
def test_J09_also_without_vectorizing(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    c = tf.constant([5.0, 6.0, 7.0])
    return (
        t.jacobian(y, c, experimental_use_pfor=False),
        t.jacobian(y, [x, c], experimental_use_pfor=False),
        t.jacobian(y, c, unconnected_gradients="zero", experimental_use_pfor=False),
    )


@fact((SPENT, DIAGONAL))
def test_J10_which_needs_a_persistent_tape(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return attempt(t.jacobian, y, x, experimental_use_pfor=False), t.jacobian(y, x)


@fact(DIAGONAL)
def test_J11_and_gives_the_same_numbers(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    return t.jacobian(y, x, experimental_use_pfor=False)


@fact(NO_VALUE)
def test_J12_one_parallel_iteration_is_refused(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return attempt(t.jacobian, y, x, parallel_iterations=1)


@fact(OF_THREE)
def test_J13_two_are_fine_on_a_persistent_tape(tf):
    x, y, _, t = squared(tf, [1.0, 2.0, 3.0])
    return t.jacobian(y, x, parallel_iterations=2)


@fact((DIAGONAL, DIAGONAL))
def test_J14_inside_the_block(tf):
    def program(persistent):
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape(persistent=persistent) as t:
            t.watch(x)
            y = x * x
            return t.jacobian(y, x)

    return program(False), program(True)


@fact((f32([], (0, 2)), f32([], (2, 0))))
def test_J16_targets_and_sources_without_elements(tf):
    x, z = tf.constant([1.0, 2.0]), tf.zeros([0])
    with tf.GradientTape(persistent=True) as t:
        t.watch([x, z])
        y = (x * x)[:0]
        w = x * 2.0 + tf.reduce_sum(z)
    return t.jacobian(y, x), t.jacobian(w, z)


@fact((None, None))
def test_J17_ints_are_unconnected(tf):
    x, i = tf.constant([1.0, 2.0]), tf.constant([1, 2])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        k = tf.cast(x, tf.int32)
    return t.jacobian(y, i), t.jacobian(k, x)


@fact(f64([[2.0, 0.0], [0.0, 2.0]]))
def test_J18_the_dtype_is_the_source_s(tf):
    x = tf.constant([1.0, 2.0], tf.float64)
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.cast(x, tf.float32) * 2.0
    return t.jacobian(y, x)


@fact(c64([[2 - 2j]]))
def test_J19_of_complex_numbers(tf):
    x = tf.constant([1 + 1j], tf.complex64)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
    return t.jacobian(y, x)


@fact(None)
def test_J20_a_target_that_was_not_recorded(tf):
    x, _, _, t = squared(tf, [1.0, 2.0])
    return t.jacobian(tf.constant([1.0, 2.0]), x)


@fact((IDENTITY, None))
def test_J21_a_target_that_is_its_source_must_be_watched(tf):
    x, _, _, t = squared(tf, [1.0, 2.0])
    u = tf.constant([1.0, 2.0])
    return t.jacobian(x, x), t.jacobian(u, u)


@fact(NO_VALUE)
def test_J22_an_unknown_unconnected_gradients(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    return attempt(t.jacobian, y, x, unconnected_gradients="bad")


@fact([NO_VALUE, NO_VALUE, OF_THREE])
def test_J32_parallel_iterations_on_a_non_persistent_tape_must_cover_the_target(tf):
    seen = []
    for count in (2, 3, 8):
        x, y, _, t = squared(tf, [1.0, 2.0, 3.0], persistent=False)
        seen.append(attempt(t.jacobian, y, x, parallel_iterations=count))
    return seen


@fact((NO_VALUE, SPENT))
def test_J34_or_else_the_tape_is_spent_as_well(tf):
    x, y, _, t = squared(tf, [1.0, 2.0, 3.0], persistent=False)
    return attempt(t.jacobian, y, x, parallel_iterations=2), attempt(t.gradient, y, x)


@fact(f32([[6.0, 0.0], [0.0, 12.0]]))
def test_J24_a_hessian(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(x**3)
        g = inner.gradient(y, x)
    return outer.jacobian(g, x)


@fact(f32([[[6.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 12.0]]]))
def test_J25_a_jacobian_of_a_jacobian(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x**3
        j = inner.jacobian(y, x)
    return outer.jacobian(j, x)


@fact(Raised("TypeError"))
def test_J26_there_is_no_output_gradients(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    return attempt(lambda: t.jacobian(y, x, output_gradients=tf.constant([1.0, 2.0])))


@fact(SPENT)
def test_J27_on_a_fresh_tape(tf):
    x = tf.constant([1.0, 2.0])
    return attempt(tf.GradientTape().jacobian, x, x)


@fact((NO_ATTRIBUTE, Raised("TypeError"), Raised("TypeError")))
def test_J29_numbers_and_none_are_no_sources(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    return tuple(attempt(t.jacobian, y, sources) for sources in (3.0, None, [x, None]))


@fact((NO_VALUE, f32([2.0, 4.0])))
def test_J30_an_argument_that_is_refused_leaves_the_tape_usable(tf):
    x, y, _, t = squared(tf, [1.0, 2.0], persistent=False)
    return attempt(t.jacobian, y, x, unconnected_gradients="bad"), t.gradient(y, x)


@fact(DIAGONAL)
def test_J15_inside_the_block_of_a_persistent_tape(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x
        return t.jacobian(y, x)


@fact((Raised("StagingError"), Raised("LookupError")))
def test_J23_an_operation_without_a_gradient(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        u = tf.unique(x)[0]
    return attempt(t.jacobian, u, x), attempt(t.jacobian, u, x, experimental_use_pfor=False)


@fact((Raised("TypeError"), DIAGONAL, NO_VALUE))
def test_J10_a_loop_has_iterations_and_gradients_of_the_shape_of_their_source(tf):
    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda d: tf.reduce_sum(d)

    x, y, _, t = squared(tf, [1.0, 2.0])
    with t:
        z = f(x)
    return (
        attempt(t.jacobian, y, x, parallel_iterations=0, experimental_use_pfor=False),
        t.jacobian(y, x, parallel_iterations=1, experimental_use_pfor=False),
        attempt(t.jacobian, z, x),
    )
