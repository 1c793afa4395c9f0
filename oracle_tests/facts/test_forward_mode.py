"""A, X: forward mode."""

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, c64, f32, fact, grad, i32

NO_VALUE, NO_TYPE, NO_ATTRIBUTE = Raised("ValueError"), Raised("TypeError"), Raised("AttributeError")


def pushed(tf, function, primal, tangent):
    """The jvp of function(primal)."""
    with tf.autodiff.ForwardAccumulator(primal, tangent) as acc:
        y = function(primal)
    return acc.jvp(y)


@fact((f32(6), f32(1)))
def test_A01_tangents_are_pushed_forward(tf):
    x = tf.constant(3.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
        y = x * x
    return acc.jvp(y), acc.jvp(x)


@fact((None, f32([0, 0]), f32([0, 0]), NO_VALUE))
def test_A02_what_no_tangent_reaches(tf):
    x, c = tf.constant(3.0), tf.constant([1.0, 2.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
        y = c * 2.0
    return (
        acc.jvp(y),
        acc.jvp(y, unconnected_gradients="zero"),
        acc.jvp(y, unconnected_gradients=tf.UnconnectedGradients.ZERO),
        attempt(acc.jvp, y, unconnected_gradients="bad"),
    )


@fact([f32(34), {"w": f32(11)}])
def test_A03_several_primals_and_the_structure_of_what_is_asked(tf):
    x, z = tf.constant(3.0), tf.constant(4.0)
    with tf.autodiff.ForwardAccumulator([x, z], [tf.constant(1.0), tf.constant(10.0)]) as acc:
        y = x * z
        w = x + z
    return acc.jvp([y, {"w": w}])


@fact([f32(6), f32(6), f32(6), NO_VALUE, NO_VALUE])
def test_A04_tangents_are_converted_to_the_dtype_of_the_primal(tf):
    x = tf.constant(3.0)
    tangents = 1.0, 1, np.float64(1), tf.constant(1.0, tf.float64), None
    return [attempt(pushed, tf, lambda x: x * x, x, t) for t in tangents]


@fact((NO_VALUE, f32([6, 8]), f32([1, 2, 3]), f32([-0.989992, -0.653644])))
def test_A05_the_shape_of_a_tangent_is_not_checked(tf):
    x, three, one = tf.constant([3.0, 4.0]), tf.constant([1.0, 2.0, 3.0]), tf.constant(1.0)
    return (
        attempt(pushed, tf, lambda x: x * x, x, three),
        attempt(pushed, tf, lambda x: x * x, x, one),
        attempt(pushed, tf, tf.identity, x, three),
        attempt(pushed, tf, tf.sin, x, one),
    )


@fact((NO_VALUE, NO_VALUE, NO_VALUE, NO_TYPE))
def test_A06_primals_and_tangents_of_another_form(tf):
    x, z, one = tf.constant(3.0), tf.constant(4.0), tf.constant(1.0)
    make = tf.autodiff.ForwardAccumulator
    return (
        attempt(make, [x], one),
        attempt(make, [x, z], [one]),
        attempt(make, [x, x], [one, one]),
        attempt(make, [x], (one,)),
    )


@fact((f32(2), None, NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE, c64(2j)))
def test_A07_kinds_of_primals(tf):
    one, i = tf.constant(1.0), tf.constant(1j, tf.complex64)
    pairs = (
        (tf.Variable(3.0), one),
        (tf.constant(3), tf.constant(1)),
        (3.0, 1.0),
        (np.float32(3.0), np.float32(1.0)),
        (None, None),
        (i, i),
    )
    return tuple(attempt(pushed, tf, lambda p: p * 2, *pair) for pair in pairs)


@fact(None)
def test_A08_no_primals(tf):
    with tf.autodiff.ForwardAccumulator([], []) as acc:
        y = tf.constant(1.0) * 2.0
    return acc.jvp(y)


@fact((NO_VALUE, f32(6), None, None))
def test_A09_entering_twice_and_leaving_twice(tf):
    x = tf.constant(3.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
        twice = attempt(acc.__enter__)
        y = x * x
    z = y * 2.0
    return twice, acc.jvp(y), acc.jvp(z), attempt(acc.__exit__, None, None, None)


@fact((f32(5), None))
def test_A10_before_it_is_entered(tf):
    x = tf.constant(3.0)
    acc = tf.autodiff.ForwardAccumulator(x, tf.constant(5.0))
    return acc.jvp(x), acc.jvp(x * x)


def cubed(tf, inside):
    """The gradient of Σx³ taken inside or behind an accumulator of direction (1, 0), the jvps of both."""
    x = tf.constant([1.0, 2.0])
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.reduce_sum(x**3)
        g = t.gradient(y, x) if inside else None
    g = t.gradient(y, x) if g is None else g
    return g, acc.jvp(g), acc.jvp(y)


@fact((f32([3, 12]), f32([6, 0]), f32(3)))
def test_A11_forward_over_reverse(tf):
    return cubed(tf, inside=True)


@fact((f32([3, 12]), None, f32(3)))
def test_A12_a_gradient_taken_behind_it(tf):
    return cubed(tf, inside=False)


@fact((f32(3), f32([6, 0])))
def test_A13_reverse_over_forward(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as t:
        t.watch(x)
        with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
            y = tf.reduce_sum(x**3)
        j = acc.jvp(y)
    return j, t.gradient(j, x)


@fact((f32(27), f32(18), None))
def test_A14_forward_over_forward(tf):
    x = tf.constant(3.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x**3
        return inner.jvp(y), outer.jvp(inner.jvp(y)), inner.jvp(outer.jvp(y))


@fact((f32(6), f32(20), f32(1)))
def test_A15_an_assignment_keeps_the_tangent(tf):
    v = tf.Variable(3.0)
    with tf.autodiff.ForwardAccumulator(v, tf.constant(1.0)) as acc:
        y = v * v
        v.assign(10.0)
        z = v * v
    return acc.jvp(y), acc.jvp(z), acc.jvp(v)


@fact([None, None, None, None, None])
def test_A16_no_path(tf):
    x, t = tf.constant([3.0, 4.0]), tf.constant([1.0, 1.0])
    functions = tf.floor, tf.stop_gradient, lambda x: tf.cast(x, tf.int32), lambda x: x > 0.0, tf.argmax
    return [pushed(tf, f, x, t) for f in functions]


@fact((Raised("LookupError"), None, None))
def test_A17_no_gradient_is_missed_only_where_a_result_is_floating(tf):
    x, t = tf.constant([3.0, 4.0]), tf.constant([1.0, 1.0])
    functions = lambda x: tf.unique(x)[0], lambda x: tf.bitcast(x, tf.int32), tf.math.is_nan
    return tuple(attempt(pushed, tf, f, x, t) for f in functions)


@fact(f32(1))
def test_A18_a_custom_gradient_is_passed_over(tf):
    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda d: d * 7.0

    return pushed(tf, f, tf.constant(3.0), tf.constant(1.0))


@fact((f32([[20], [20], [10]]), NO_ATTRIBUTE, f32([[20]]), NO_ATTRIBUTE))
def test_A19_gathering(tf):
    x, t = tf.constant([[1.0], [2.0]]), tf.constant([[10.0], [20.0]])
    v = tf.Variable([[1.0], [2.0]])
    return (
        pushed(tf, lambda x: tf.gather(x, [1, 1, 0]), x, t),
        attempt(pushed, tf, lambda x: tf.gather_nd(x, [[1]]), x, t),
        pushed(tf, lambda v: tf.gather(v, [1]), v, t),
        attempt(pushed, tf, lambda v: v.sparse_read([1]), v, t),
    )


@fact((NO_ATTRIBUTE, NO_ATTRIBUTE, NO_ATTRIBUTE))
def test_A20_what_has_no_tangent(tf):
    x = tf.constant(3.0)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as acc:
        x * x
    return tuple(attempt(acc.jvp, y) for y in (3.0, np.float32(3), None))


@fact((f32(6), f32(777)))
def test_X06_a_custom_gradient_of_what_is_differentiable(tf):
    @tf.custom_gradient
    def f(x):
        return x * x, lambda d: d * 777.0

    x = tf.constant(3.0)
    return pushed(tf, f, x, tf.constant(1.0)), grad(tf, f, x)


@fact(f32(777))
def test_X07_a_custom_gradient_of_what_is_not(tf):
    @tf.custom_gradient
    def f(x):
        return tf.stop_gradient(x * x), lambda d: d * 777.0

    return pushed(tf, f, tf.constant(3.0), tf.constant(1.0))


@fact(Raised("NotImplementedError"))
def test_A21_what_is_recomputed_has_no_jvp(tf):
    f = tf.recompute_grad(lambda x: x * x)
    return attempt(pushed, tf, f, tf.constant(3.0), tf.constant(1.0))


# Beyond the facts: what else these were seen to do.


@fact((f32(88), f32(11), i32(1), None))
def test_A15_a_variable_under_two_names_and_one_of_ints(tf):
    v, i = tf.Variable(3.0), tf.Variable(3)
    names = [v, v.assign(4.0)]
    with tf.autodiff.ForwardAccumulator([*names, i], [1.0, 10.0, 1]) as acc:
        y = v * v
        k, m = i.value(), i * 2
    return acc.jvp(y), acc.jvp(v), acc.jvp(k), acc.jvp(m)


@fact((f32(27), None, f32(27), None, f32(18)))
def test_A14_tapes_that_were_entered_later_do_not_see_it(tf):
    x = tf.constant(3.0)
    acc = tf.autodiff.ForwardAccumulator(x, tf.constant(1.0))
    with acc, tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x**3
        j = acc.jvp(y)
        acc.__exit__(None, None, None)
        with acc:
            again = acc.jvp(x**3)
        with t.stop_recording():
            acc.__enter__()
        late = acc.jvp(x**3)
    return j, t.gradient(j, x), t.gradient(y, x), t.gradient(late, x), t.gradient(again, x)


@fact(((f32(1), f32(0)), (f32(2), f32(0)), (None, None)))
def test_A14_the_tangent_of_a_tangent_is_zero_where_nothing_reaches_it(tf):
    x = tf.constant(3.0)
    seen = []
    for function in (lambda x: x + 1.0, lambda x: x * 2.0, lambda x: tf.stop_gradient(x)):
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
            with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
                y = function(x)
            j = inner.jvp(y)
            seen.append((j, None if j is None else outer.jvp(j)))
    return tuple(seen)


@fact((NO_VALUE, NO_VALUE, f32(4), f32(12)))
def test_A14_a_variable_is_the_primal_of_one_accumulator_at_a_time(tf):
    x, v, w, one = tf.constant(3.0), tf.Variable(2.0), tf.Variable([1.0, 2.0]), tf.constant(1.0)

    def nested(outer, inner, function):
        with tf.autodiff.ForwardAccumulator(outer, tf.ones_like(outer)) as acc:
            return acc.jvp(pushed(tf, function, inner, tf.ones_like(inner)))

    return (
        attempt(nested, v, v, lambda v: v * v),
        attempt(nested, w, w, lambda w: tf.gather_nd(w, [[1]])),
        nested(x, v, lambda v: v * v * x),
        pushed(tf, lambda v: v * v * x, v, one),
    )


@fact((f32([[3, 0, 7]]), f32([[2, 0, 4]])))
def test_A19_tangents_that_are_slices(tf):
    x, t = tf.constant([[1.0, 2.0, 3.0]]), tf.constant([[3.0, 0.0, 7.0]])
    with tf.autodiff.ForwardAccumulator(x, t) as acc:
        y = tf.math.unsorted_segment_sum(x, [1], 2)
        z = y * [[1.0], [1.0]]
    rows = acc.jvp(y)
    return rows.values, acc.jvp(z)[1:] - [[1.0, 0.0, 3.0]]


@fact((NO_TYPE, NO_TYPE, f32([[6]]), f32([6]), NO_TYPE, Raised("InvalidArgumentError")))
def test_A17_rules_are_traced_and_see_no_axes(tf):
    x = tf.constant([[1.0, 2.0, 3.0]])
    functions = (
        lambda x: tf.reduce_sum(x, tf.constant(1, tf.int64)),
        lambda x: tf.math.reduce_euclidean_norm(x, tf.constant([1], tf.int64)),
        lambda x: tf.reduce_sum(x, tf.constant(1, tf.int64), keepdims=True),
        lambda x: tf.reduce_sum(x, tf.constant(1)),
        lambda x: tf.math.top_k(x, 2, index_type=tf.int64).values,
        lambda x: tf.argsort(x[:, :0]),
    )
    return tuple(attempt(pushed, tf, function, x, x) for function in functions)
