"""S: what may be a source, and in which structure its gradient comes back."""

from collections import namedtuple

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared

Pair = namedtuple("Pair", "a b")
NO_TYPE, NO_ATTRIBUTE = Raised("TypeError"), Raised("AttributeError")
SEVEN, ONE = f32(7.0), f32(1.0)


@fact([SEVEN, [SEVEN], (SEVEN, ONE), {"a": SEVEN, "b": ONE}, [SEVEN, {"k": (ONE,)}], Pair(SEVEN, ONE)])
def test_S01_the_answer_has_the_structure_of_the_sources(tf):
    x, y, z, t = squared(tf)
    forms = x, [x], (x, y), {"a": x, "b": y}, [x, {"k": (y,)}], Pair(x, y)
    return [t.gradient(z, sources) for sources in forms]


@fact({"b": SEVEN, "a": ONE})
def test_S02_a_dict_keeps_its_keys_in_their_order(tf):
    x, y, z, t = squared(tf)
    return t.gradient(z, {"b": x, "a": y})


@fact(NO_TYPE)
def test_S03_keys_must_sort(tf):
    x, y, z, t = squared(tf)
    return attempt(t.gradient, z, {"b": x, 1: y})


@fact((SEVEN, SEVEN, True))
def test_S04_equal_sources_get_one_object(tf):
    x, _, z, t = squared(tf)
    a, b = t.gradient(z, [x, x])
    return a, b, a is b


@fact(f32(8.0))
def test_S05_all_reads_of_a_variable_count(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = v * v + v.read_value() * 2.0
    return t.gradient(y, v)


@fact([f32(6.0), f32(3.0)])
def test_S06_what_was_read_is_a_source_of_its_own(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        value = v.read_value()
        y = value * v
    return t.gradient(y, [v, value])


@fact([None, None])
def test_S07_unwatched_or_unused(tf):
    _, _, z, t = squared(tf)
    unused = tf.constant(5.0)
    with t:
        t.watch(unused)
    return t.gradient(z, [tf.constant(3.0), unused])


@fact((None, [f32(5.0), None], f32(5.0)))
def test_S08_an_unwatched_operand_of_a_recorded_operation(tf):
    x, c = tf.constant(3.0), tf.constant(5.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * c
    return t.gradient(y, c), t.gradient(y, [x, c]), t.gradient(y, x)


@fact((None, None))
def test_S09_an_unwatched_variable_beside_a_watched_tensor(tf):
    x, v = tf.constant(3.0), tf.Variable(5.0)
    with tf.GradientTape(persistent=True, watch_accessed_variables=False) as t:
        t.watch(x)
        value = v.read_value()
        y = x * value
    return t.gradient(y, v), t.gradient(y, value)


@fact([None, f32(5.0)])
def test_S10_a_variable_that_is_not_trainable(tf):
    x, v = tf.constant(3.0), tf.Variable(5.0, trainable=False)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * v
    return t.gradient(y, [v, x])


@fact([f32(108.0), f32(18.0)])
def test_S11_a_source_behind_another_source(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        z = y * y
    return t.gradient(z, [x, y])


@fact(None)
def test_S12_an_int_source(tf):
    i = tf.constant(3)
    with tf.GradientTape() as t:
        t.watch(i)
        y = tf.cast(i, tf.float32) * 2.0
    return t.gradient(y, i)


@fact([NO_ATTRIBUTE, NO_ATTRIBUTE, NO_TYPE, NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE])
def test_S13_python_values_and_arrays_are_no_sources(tf):
    _, y, _, t = squared(tf)
    values = 3.0, 3, "a", np.array([1.0], np.float32), np.array([1]), np.float32(1.0)
    return [attempt(t.gradient, y, value) for value in values]


@fact((NO_TYPE, NO_TYPE))
def test_S14_none_is_no_source(tf):
    x, y, _, t = squared(tf)
    return attempt(t.gradient, y, None), attempt(t.gradient, y, [x, None])


@fact(([], (), {}))
def test_S15_no_sources_at_all(tf):
    _, y, _, t = squared(tf)
    return t.gradient(y, []), t.gradient(y, ()), t.gradient(y, {})


@fact([f32(24.0), f32(12.0)])
def test_S16_a_rebound_name_is_a_new_source(tf):
    x = first = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        x = x * 2.0
        y = x * x
    return t.gradient(y, [first, x])


@fact((f32(6.0), [f32(6.0), f32(6.0)]))
def test_S17_a_handle_stands_for_its_variable(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as t:
        y = v * v
    return t.gradient(y, v.handle), t.gradient(y, [v, v.handle])


@fact((NO_TYPE, NO_ATTRIBUTE))
def test_S18_a_shape_and_a_dtype_are_no_sources(tf):
    _, y, _, t = squared(tf)
    return attempt(t.gradient, y, tf.TensorShape([1])), attempt(t.gradient, y, tf.float32)


@fact((NO_ATTRIBUTE, f32([2.0, 4.0])))
def test_S20_slices_are_no_source_but_their_values_are(tf):
    s = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 1]), tf.constant([2]))
    with tf.GradientTape(persistent=True) as t:
        t.watch(s.values)
        y = s.values * s.values
    return attempt(t.gradient, y, s), t.gradient(y, s.values)


@fact(([f32(6.0)], NO_TYPE))
def test_S21_the_values_of_a_dict_are_a_list_and_an_iterator_is_nothing(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, {"a": x}.values()), attempt(t.gradient, y, iter([x]))


@fact([(f32(2.0),), [f32(1.0)]])
def test_S22_nested_containers_keep_their_classes(tf):
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    with tf.GradientTape() as t:
        y = v * w
    return t.gradient(y, [(v,), [w]])


@fact(None)
def test_S23_an_equal_tensor_is_not_the_source(tf):
    x, y, _, t = squared(tf)
    x = tf.constant(3.0)
    return t.gradient(y, x)


@fact((f32([1.0, 1.0]), [f32([1.0, 1.0]), f32([1.0, 1.0]), f32([3.0, 5.0])]))
def test_S24_a_recorded_tensor_by_itself(tf):
    x, y, z, t = squared(tf, [1.0, 2.0])
    return t.gradient(y, y), t.gradient(z, [z, y, x])


@fact([f32(6.0), None])
def test_S25_the_result_of_an_operation_before_watch(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        a = x * 2.0
        t.watch(x)
        y = a * x
    return t.gradient(y, [x, a])
