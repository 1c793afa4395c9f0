"""N, T: functions of the rows of a tensor, and arrays of tensors."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, grad, squared


@fact([f32([2.0, 4.0, 6.0]), f32([9.0, 4.0, 2.0]), f32([2.0, 4.0, 6.0]), f32([6.0, 3.0, 2.0])])
def test_N31_loops_over_rows_have_gradients(tf):
    loops = (
        lambda x: tf.map_fn(lambda a: a * a, x),
        lambda x: tf.scan(lambda p, a: p * a, x),
        lambda x: tf.vectorized_map(lambda a: a * a, x),
        lambda x: tf.foldl(lambda p, a: p * a, x),
    )
    return [grad(tf, loop, tf.constant([1.0, 2.0, 3.0])) for loop in loops]


@fact(Raised("TypeError"))
def test_T25_an_array_of_tensors_is_no_target(tf):
    x, _, _, t = squared(tf)
    return attempt(t.gradient, tf.TensorArray(tf.float32, 1), x)
