"""T: what may be a target, and what the gradient of it is."""

from collections import namedtuple

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, flags, i32, squared

Pair = namedtuple("Pair", "a b")
NO_TYPE, NO_ATTRIBUTE = Raised("TypeError"), Raised("AttributeError")


@fact(f32(6.0))
def test_T01_a_scalar(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, x)


@fact(f32([2.0, 4.0, 6.0]))
def test_T02_of_several_elements_the_sum_is_differentiated(tf):
    x, y, _, t = squared(tf, [1.0, 2.0, 3.0])
    return t.gradient(y, x)


@fact((f32(13.0), f32(13.0), f32(13.0), [f32(19.0)]))
def test_T03_of_several_targets_the_sum_is_differentiated(tf):
    x, y, z, t = squared(tf)
    return (
        t.gradient([y, z], x),
        t.gradient((y, z), x),
        t.gradient({"a": y, "b": z}, x),
        t.gradient([y, {"k": (z, [y])}], [x]),
    )


@fact((f32(12.0), [f32(18.0), f32(3.0)]))
def test_T04_a_target_that_stands_twice_counts_twice(tf):
    x, y, _, t = squared(tf)
    return t.gradient([y, y], x), t.gradient([y, y, y], [x, y])


@fact(f32([4.0, 4.0]))
def test_T05_targets_may_differ_in_shape_and_dtype(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as t:
        t.watch(x)
        a = tf.reduce_sum(x)
        b = tf.cast(x, tf.float64) * 3.0
    return t.gradient([a, b], x)


@fact((f32([1.0, 1.0]), None, f32([4.0, 4.0])))
def test_T06_a_variable_may_be_a_target(tf):
    v, w = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as t:
        y = v * w
    return t.gradient(v, v), t.gradient(v, w), t.gradient([v, y], v)


@fact(f32([1.0, 1.0]))
def test_T07_even_one_that_was_never_read(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as t:
        pass
    return t.gradient(v, v)


@fact((f32([1.0, 1.0]), f32([1.0, 1.0]), [f32([1.0, 1.0]), f32([1.0, 1.0])]))
def test_T08_what_is_target_and_source_gets_ones_watched_or_not(tf):
    x, _, _, t = squared(tf, [1.0, 2.0])
    u = tf.constant([5.0, 6.0])
    return t.gradient(x, x), t.gradient(u, u), t.gradient([x, u], [x, u])


@fact([f32(13.0), f32(2.0)])
def test_T09_a_target_on_the_path_to_another(tf):
    x, y, z, t = squared(tf)
    return t.gradient([z, y], [x, y])


@fact((None, f32(6.0)))
def test_T10_a_target_that_was_not_recorded_adds_nothing(tf):
    x, y, _, t = squared(tf)
    return t.gradient(tf.constant(5.0), x), t.gradient([tf.constant(5.0), y], x)


@fact((None, None, None))
def test_T11_an_int_bool_or_string_target_is_unconnected(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        whole = tf.cast(x, tf.int32)
        larger = x > 1.0
    return t.gradient(whole, x), t.gradient(larger, x), t.gradient(tf.constant("a"), x)


@fact((i32(1), flags(True), None))
def test_T12_unless_it_is_its_own_source_and_no_string(tf):
    i, b, s = tf.constant(3), tf.constant(True), tf.constant("a")
    with tf.GradientTape(persistent=True) as t:
        pass
    return t.gradient(i, i), t.gradient(b, b), t.gradient(s, s)


@fact(NO_TYPE)
def test_T13_none_is_no_target(tf):
    x, _, _, t = squared(tf)
    return attempt(t.gradient, None, x)


@fact((NO_TYPE, NO_TYPE))
def test_T14_nor_in_a_list(tf):
    x, y, _, t = squared(tf)
    return attempt(t.gradient, [y, None], x), attempt(t.gradient, [None], x)


@fact([NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE, NO_TYPE])
def test_T15_python_values_are_no_targets(tf):
    x, _, _, t = squared(tf)
    return [attempt(t.gradient, target, x) for target in (3.0, 3, True, "s")]


@fact([NO_ATTRIBUTE] * 3)
def test_T16_nor_are_arrays(tf):
    x, _, _, t = squared(tf)
    arrays = np.array([1.0, 2.0], np.float32), np.float32(1), np.array(3)
    return [attempt(t.gradient, target, x) for target in arrays]


@fact((None, [None, None], None, f32(0.0)))
def test_T17_no_targets_at_all(tf):
    x, y, _, t = squared(tf)
    return (
        t.gradient([], x),
        t.gradient((), [x, y]),
        t.gradient({}, x),
        t.gradient([], x, unconnected_gradients="zero"),
    )


@fact(NO_ATTRIBUTE)
def test_T20_slices_are_no_target(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as t:
        t.watch(x)
        s = tf.IndexedSlices(x * x, tf.constant([0, 1]))
    return attempt(t.gradient, s, x)


@fact((f32(13.0), NO_TYPE))
def test_T21_a_namedtuple_is_taken_apart_and_a_set_is_not(tf):
    x, y, z, t = squared(tf)
    return t.gradient(Pair(y, z), x), attempt(t.gradient, {1, 2}, x)


@fact((NO_TYPE, NO_ATTRIBUTE))
def test_T22_a_shape_and_a_dtype_are_no_targets(tf):
    x, _, _, t = squared(tf)
    return attempt(t.gradient, tf.TensorShape([1]), x), attempt(t.gradient, tf.float32, x)


@fact(None)
def test_T23_a_target_computed_after_the_block(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y * 2.0, x)


@fact(f32([0.0, 0.0]))
def test_T24_a_target_without_elements_gives_zeros(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as t:
        t.watch(x)
        y = (x * x)[:0]
    return t.gradient(y, x)


@fact((f32(1.0), None))
def test_T26_the_result_of_an_assignment_as_target_is_the_variable(tf):
    v, x = tf.Variable(3.0), tf.constant(2.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        r = v.assign(x * x)
    return t.gradient(r, v), t.gradient(r, x)


@fact((f32(1.0), None, [None, f32(5.0)], [f32(1.0), None]))
def test_T27_an_unwatched_operand_on_the_path_loses_even_its_own_ones(tf):
    x, u = tf.constant(3.0), tf.constant(5.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * u
    return t.gradient(u, u), t.gradient([u, y], u), t.gradient([u, y], [u, x]), t.gradient(u, [u, x])


@fact((f32(6.0), f32(7.0)))
def test_T28_a_watched_one_keeps_both(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * 5.0
    return t.gradient([x, y], x), t.gradient([x, x, y], x)
