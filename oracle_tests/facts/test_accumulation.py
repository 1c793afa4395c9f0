"""G: how what arrives at a tensor is summed, and operations that have no gradient."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, grad

BIG = 1e8  # 1 is lost beside it in float32, so that sums show their order


@fact([f32(1.0), f32(0.0), f32(0.0), f32(0.0)])
def test_G01_a_sum_of_three_is_one_sum_in_the_order_of_arrival(tf):
    v = tf.Variable(1.0)

    def of(a, b, c):
        with tf.GradientTape() as t:
            y = v * a + v * b + v * c
        return t.gradient(y, v)

    return [of(BIG, 1.0, -BIG), of(BIG, -BIG, 1.0), of(1.0, BIG, -BIG), of(-BIG, BIG, 1.0)]


@fact([f32(0.0), f32(0.0), f32(1.0)])
def test_G02_targets_arrive_last_first(tf):
    x = tf.constant(1.0)

    def of(*factors):
        with tf.GradientTape() as t:
            t.watch(x)
            ys = [x * factor for factor in factors]
        return t.gradient(ys, x)

    return [of(BIG, 1.0, -BIG), of(BIG, -BIG, 1.0), of(1.0, BIG, -BIG)]


@fact((f32([5.0, 6.0]), True))
def test_G03_a_single_cotangent_is_returned_as_it_came(tf):
    x, seed = tf.constant([1.0, 2.0]), tf.constant([5.0, 6.0])
    with tf.GradientTape() as t:
        t.watch(x)
        y = tf.identity(x)
    g = t.gradient(y, x, seed)
    return g, g is seed


@fact((f32(2.0), None))
def test_G04_none_from_one_path_adds_nothing(tf):
    x = tf.constant(3.0)
    return (
        grad(tf, lambda x: x * 2.0 + tf.stop_gradient(x) * 5.0, x),
        grad(tf, lambda x: tf.stop_gradient(x) * 5.0, x),
    )


@fact((f32(1.0), None))
def test_G05_identity_and_stop_gradient(tf):
    x = tf.constant(3.0)
    return grad(tf, tf.identity, x), grad(tf, tf.stop_gradient, x)


@fact(dict.fromkeys(("shape", "greater", "floor", "zeros_like", "floordiv"), None))
def test_G09_operations_without_a_path(tf):
    functions = {
        "shape": tf.shape,
        "greater": lambda x: x > 1.0,
        "floor": tf.floor,
        "zeros_like": tf.zeros_like,
        "floordiv": lambda x: x // 2.0,
    }
    return {name: attempt(grad, tf, f, tf.constant([3.0, 4.0])) for name, f in functions.items()}


MISSING = Raised("LookupError")


@fact(([MISSING, MISSING, MISSING], None))
def test_G06_where_there_is_no_gradient_asking_for_it_raises_and_not_recording(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        targets = [tf.bitcast(x, tf.int32), tf.unique(x)[0], tf.math.is_nan(x)]
    return [attempt(t.gradient, y, x) for y in targets], t.gradient(x * 1.0, x)


@fact((MISSING, f32([6.0, 8.0]), f32([1.0, 1.0])))
def test_G07_it_raises_beside_a_good_path_and_not_off_the_path(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        good = tf.reduce_sum(x * x)
        y = good + tf.reduce_sum(tf.unique(x)[0])
        w = tf.where(tf.math.is_nan(x), 0.0, x)
    return attempt(t.gradient, y, x), t.gradient(good, x), t.gradient(w, x)


@fact(f32([6.0, 8.0]))
def test_G10_ints_on_the_way_cut_the_path(tf):
    x = tf.constant([3.0, 4.0])
    return grad(tf, lambda x: tf.cast(tf.cast(x, tf.int32) * 2, tf.float32) * x, x)


@fact(f32(6.0))
def test_G14_so_do_arrays(tf):
    return grad(tf, lambda x: tf.constant(x.numpy() * 2.0) * x, tf.constant(3.0))


@fact((None, None))
def test_G15_and_numpy_s_own_functions(tf):
    x = tf.constant(3.0)
    return (
        grad(tf, lambda x: tf.convert_to_tensor(np.sin(x)), x),
        grad(tf, lambda x: tf.convert_to_tensor(np.multiply(x, 2.0)), x),
    )
