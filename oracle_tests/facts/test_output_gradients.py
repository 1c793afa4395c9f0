"""O: seeds.

O08 (too few of them) and O11 (None for a target at which something else arrives too) end TensorFlow's
process, so that only the reference is asked here: it raises InternalError.
"""

import numpy as np

import reference
from oracle_tests.facts.fact import Raised, attempt, f32, fact, i32, squared

MISMATCH = Raised("InvalidArgumentError")


@fact([f32([20.0, 400.0])] * 4)
def test_O01_one_seed_in_every_form(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    weights = [10.0, 100.0]
    seeds = tf.constant(weights), [tf.constant(weights)], np.array(weights, np.float32), tf.Variable(weights)
    return [t.gradient(y, x, output_gradients=seed) for seed in seeds]


@fact(f32([20.0, 40.0]))
def test_O02_a_list_of_floats_is_a_list_of_seeds(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    return t.gradient(y, x, [10.0, 100.0])


@fact((f32(12.0), f32(12.0), MISMATCH))
def test_O03_a_float_becomes_float32_and_an_int_int32(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, x, 2.0), t.gradient(y, x, [2.0]), attempt(t.gradient, y, x, 2)


@fact((MISMATCH, MISMATCH))
def test_O04_a_seed_of_another_dtype_fails_in_the_first_rule(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    doubles = np.array([1.0, 2.0])
    return attempt(t.gradient, y, x, doubles), attempt(t.gradient, y, x, tf.constant(doubles))


@fact([f32([20.0, 40.0]), MISMATCH, MISMATCH])
def test_O05_a_seed_of_another_shape_fails_there_too_unless_it_broadcasts(tf):
    x, y, _, t = squared(tf, [1.0, 2.0])
    seeds = 10.0, [[1.0, 2.0], [3.0, 4.0]], [1.0, 2.0, 3.0]
    return [attempt(t.gradient, y, x, tf.constant(seed)) for seed in seeds]


@fact((f32([[7.0, 7.0, 7.0]]), i32(5)))
def test_O06_for_a_target_that_is_its_source_any_seed_is_the_answer(tf):
    x, _, _, t = squared(tf, [1.0, 2.0])
    return t.gradient(x, x, tf.constant([[7.0, 7.0, 7.0]])), t.gradient(x, x, tf.constant(5))


@fact((f32(60.0), f32(760.0)))
def test_O07_superfluous_seeds_are_ignored(tf):
    x, y, z, t = squared(tf)
    a, b, c = tf.constant(10.0), tf.constant(100.0), tf.constant(1.0)
    return t.gradient(y, x, [a, b]), t.gradient([y, z], x, [a, b, c])


def test_O08_too_few_seeds_are_an_internal_error_of_the_reference():
    x, y, z, t = squared(reference)
    assert attempt(t.gradient, [y, z], x, [reference.constant(10.0)]) == Raised("InternalError")


@fact(f32(13.0))
def test_O09_an_empty_list_of_seeds_means_ones(tf):
    x, y, z, t = squared(tf)
    return t.gradient([y, z], x, [])


@fact(f32(60.0))
def test_O10_a_seed_of_none_reaches_the_rule_as_none(tf):
    x, y, z, t = squared(tf)
    return t.gradient([y, z], x, [tf.constant(10.0), None])


def test_O11_a_seed_of_none_beside_another_cotangent_is_an_internal_error_of_the_reference():
    x, y, _, t = squared(reference)
    assert attempt(t.gradient, [y, x], x, [reference.constant(10.0), None]) == Raised("InternalError")


@fact((f32(12.0), f32(6.0), None))
def test_O12_the_seed_of_an_unconnected_target_is_ignored(tf):
    x, y, _, t = squared(tf)
    c = tf.constant(1.0)
    seeds = [tf.constant(3.0), tf.constant(2.0)]
    return t.gradient([c, y], x, seeds), t.gradient([c, y], x), t.gradient(c, x, tf.constant(3.0))


@fact((f32(67.0), f32(67.0)))
def test_O13_the_structure_of_seeds_is_not_compared(tf):
    x, y, z, t = squared(tf)
    a, b = tf.constant(10.0), tf.constant(1.0)
    return t.gradient({"a": y, "b": z}, x, {"b": b, "a": a}), t.gradient({"a": y, "b": z}, x, [a, b])


@fact((f32([[0.0], [40.0]]), f32([[0.0], [40.0]])))
def test_O14_slices_as_a_seed_are_made_dense(tf):
    x, y, _, t = squared(tf, [[1.0], [2.0]])
    seed = tf.IndexedSlices(tf.constant([[10.0]]), tf.constant([1]), tf.constant([2, 1]))
    return t.gradient(y, x, seed), t.gradient(y, x, [seed])


@fact((f32(12.0), f32(6.0)))
def test_O15_an_outer_tape_sees_the_seed(tf):
    x, seed = tf.constant(3.0), tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(seed)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x
        g = inner.gradient(y, x, seed)
    return g, outer.gradient(g, seed)


@fact((MISMATCH, MISMATCH, MISMATCH))
def test_O16_string_int_and_bool_seeds(tf):
    x, y, _, t = squared(tf)
    return tuple(attempt(t.gradient, y, x, seed) for seed in ("abc", tf.constant(1), True))


@fact(Raised("InvalidArgumentError"))
def test_O17_a_complex_seed_for_a_float_target(tf):
    x, y, _, t = squared(tf)
    return attempt(t.gradient, y, x, tf.constant(1j, tf.complex64))


@fact(
    (
        {
            "multiply": Raised("ValueError"),
            "sin": Raised("ValueError"),
            "matmul": Raised("ValueError"),
            "identity": None,
            "custom": None,
            "add": None,
            "negative": Raised("TypeError"),
        },
        [True],
    )
)
def test_O18_what_rules_make_of_a_seed_of_none(tf):
    x, given = tf.constant([[3.0]]), []

    @tf.custom_gradient
    def custom(a):
        def g(d):
            given.append(d is None)
            return d

        return a * 1.0, g

    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        results = {
            "multiply": x * x,
            "sin": tf.sin(x),
            "matmul": tf.matmul(x, x),
            "identity": tf.identity(x),
            "custom": custom(x),
            "add": x + x,
            "negative": -x,
        }
    return {name: attempt(t.gradient, y, x, [None]) for name, y in results.items()}, given
