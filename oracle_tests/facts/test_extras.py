"""X: what shows only where several rules meet.

X11 (a non-persistent tape that is recording is asked for a gradient from another thread) corrupts
TensorFlow's memory, so that only the reference is asked here: it raises InternalError.
"""

import threading

import reference
from oracle_tests.facts.fact import Raised, attempt, f32, f64, fact, grad, i32, rows, squared

SPENT, EMPTIED, MISSING = Raised("RuntimeError"), Raised("InternalError"), Raised("LookupError")


@fact([(EMPTIED, EMPTIED), (None, SPENT), (None, SPENT), (f32(1.0), SPENT), (None, f32(6.0))])
def test_X02_what_a_record_that_was_used_up_still_answers(tf):
    def failed():
        @tf.custom_gradient
        def f(a):
            def g(d):
                raise ArithmeticError("bad")

            return a * 2.0, g

        x = tf.constant(3.0)
        with tf.GradientTape() as t:
            t.watch(x)
            y = f(x)
        attempt(t.gradient, y, x)
        return x, y, t

    def twice(ask):
        x, y, t = failed()
        return attempt(ask, x, y, t), attempt(t.gradient, y, x)

    def entered_again(x, y, t):
        with t:
            z = x * x
        return t.gradient(z, x)

    x, y, t = failed()
    return [
        twice(lambda x, y, t: t.gradient(y, x)),
        twice(lambda x, y, t: t.gradient(y, x, tf.constant(1.0))),
        twice(lambda x, y, t: t.gradient(tf.constant(1.0), x)),
        twice(lambda x, y, t: t.gradient(x, x)),
        (attempt(t.watch, x), entered_again(x, y, t)),
    ]


@fact(1)
def test_X05_rules_run_even_where_nothing_is_asked(tf):
    calls = []

    @tf.custom_gradient
    def f(a):
        return a * 2.0, lambda d: (calls.append(1), d)[1]

    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    t.gradient(y, [])
    return len(calls)


@fact(f32(6.0))
def test_X10_another_thread_may_ask(tf):
    x, y, _, t = squared(tf, persistent=False)
    box = []
    thread = threading.Thread(target=lambda: box.append(t.gradient(y, x)))
    thread.start()
    thread.join()
    return box[0]


def test_X11_but_not_while_the_tape_records_for_the_first():
    tf, box = reference, []
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        thread = threading.Thread(target=lambda: box.append(attempt(t.gradient, y, x)))
        thread.start()
        thread.join()
        z = y * x
    assert box == [EMPTIED]
    assert t.gradient(z, x).numpy() == 27.0


@fact([f32([[120.0], [120.0]]), f32([6.0, 6.0, 6.0]), f32(186.0)])
def test_X12_what_was_repeated_is_summed(tf):
    a, b, s = tf.constant([[1.0], [2.0]]), tf.constant([10.0, 20.0, 30.0]), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch([a, b, s])
        y = a * b * s + s
    return t.gradient(y, [a, b, s])


@fact((MISSING, MISSING, MISSING))
def test_X04_a_missing_gradient_raises_though_no_source_lies_behind_it(tf):
    x, c = tf.constant([3.0, 4.0]), tf.constant(1.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch([x, c])
        y = tf.reduce_sum(tf.unique(x)[0]) + c
    return tuple(attempt(t.gradient, y, sources) for sources in (c, [], tf.constant(0.0)))


@fact(
    {
        "split": f32([2.0, 0.0]),
        "unstack": f32([0.0, 1.0]),
        "moments": f32([-1.0, 1.0]),
        "top_k": f32([0.0, 0.0]),
        "unique": MISSING,
    }
)
def test_X13_results_that_nobody_used_count_as_zeros_and_so_do_int_targets_of_such_operations(tf):
    x, y = tf.constant([1.0, 2.0]), tf.constant([1.0, 3.0])
    return {
        "split": grad(tf, lambda x: tf.split(x, 2)[0] * 2.0, x),
        "unstack": grad(tf, lambda x: tf.unstack(x)[1], x),
        "moments": grad(tf, lambda x: tf.nn.moments(x, [0])[1], y),
        "top_k": grad(tf, lambda x: tf.math.top_k(x, 1).indices, y),
        "unique": attempt(grad, tf, lambda x: tf.unique(x)[1], y),
    }


@fact(True)
def test_X14_both_operands_of_a_sum_get_one_object(tf):
    x, y = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    with tf.GradientTape() as t:
        t.watch([x, y])
        z = x + y
    a, b = t.gradient(z, [x, y])
    return a is b


@fact((f32(0.0), f32(0.0)))
def test_X15_unconnected_gradients_is_the_third_argument_of_jacobian_only(tf):
    _, y, _, t = squared(tf)
    c = tf.constant(1.0)
    return t.gradient(y, c, None, "zero"), t.jacobian(y, c, "zero")


@fact([0.0] * 5)
def test_X16_a_sum_of_many_is_the_same_every_time(tf):
    seen = []
    for _ in range(5):
        x = tf.constant(1.0)
        with tf.GradientTape() as t:
            t.watch(x)
            ys = [x * factor for factor in (1e8, -1e8, 1.0, 3.0)]
        seen.append(float(t.gradient(ys, x)))
    return seen


@fact(f64([[[[0.0, 0.0]], [[0.0, 0.0]]]]))
def test_X17_the_zeros_of_jacobian_have_the_source_s_dtype(tf):
    _, y, _, t = squared(tf, [[1.0, 2.0]])
    return t.jacobian(y, tf.constant([[1.0, 2.0]], tf.float64), unconnected_gradients="zero")


@fact([f32(6.0), i32([0, 0])])
def test_X24_int_and_float_sources_together(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, [x, tf.constant([1, 2])], unconnected_gradients="zero")


@fact(f32([[4.0], [3.0]]))
def test_X25_slices_and_dense_across_targets(tf):
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as t:
        a = tf.gather(v, [0])
        b = v * 3.0
    return t.gradient([a, b], v)


@fact(rows([[1.0], [1.0], [1.0]], [2, 1, 0], [3, 1]))
def test_X26_slices_across_targets_last_target_first(tf):
    v = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as t:
        targets = [tf.gather(v, [i]) for i in range(3)]
    return t.gradient(targets, v)


@fact(rows([[5.0], [7.0]], [0, 2], [3, 1]))
def test_X27_the_seed_of_a_gather_becomes_the_values(tf):
    v = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as t:
        a = tf.gather(v, [0, 2])
    return t.gradient(a, v, tf.constant([[5.0], [7.0]]))


@fact((f32(12.0), f32(6.0)))
def test_X28_an_outer_tape_sees_a_variable_as_seed(tf):
    x, seed = tf.constant(3.0), tf.Variable(2.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x
        g = inner.gradient(y, x, seed)
    return g, outer.gradient(g, seed)


@fact((f32(6.0), None, 0))
def test_X29_a_tape_knows_only_the_reads_that_it_saw(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as first:
        square = v * v
    with tf.GradientTape() as second:
        y = square * 2.0
    return first.gradient(square, v), second.gradient(y, v), len(second.watched_variables())


@fact((f32(6.0), f32(6.0)))
def test_X30_a_persistent_tape_gives_the_same_answer_after_an_assignment(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as t:
        y = v * v
    before = t.gradient(y, v)
    v.assign(50.0)
    return before, t.gradient(y, v)


@fact(f32(100.0))
def test_X31_a_gradient_function_reads_the_present_value(tf):
    v = tf.Variable(3.0)

    @tf.custom_gradient
    def f(x):
        def g(d, variables=None):
            return d * v, [d * 0.0 for _ in variables]

        return x * v, g

    x = tf.constant(1.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = f(x)
    v.assign(100.0)
    return t.gradient(y, x)


@fact(f32([[2.0], [1.0], [0.0]]))
def test_X32_the_rule_of_gather_does_not(tf):
    v = tf.Variable([[1.0], [2.0], [3.0]])
    with tf.GradientTape() as t:
        y = tf.gather(v, [0]) * v[1]
    v.assign([[9.0], [9.0], [9.0]])
    return t.gradient(y, v)


@fact((f32([10.0]), rows([10.0, 1.0], [0, 0], [2])))
def test_X33_gathers_before_and_after_an_assignment(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as t:
        a = tf.gather(v, [0])
        v.assign([10.0, 20.0])
        y = a * tf.gather(v, [0])
    return y, t.gradient(y, v)


@fact(
    {
        "maximum": f32(1.0),
        "minimum": f32(1.0),
        "sub": f32(0.0),
        "div": f32(0.0),
        "pow": f32(6.772589),
        "where": f32(1.0),
    }
)
def test_X34_one_tensor_as_both_operands(tf):
    functions = {
        "maximum": lambda x: tf.maximum(x, x),
        "minimum": lambda x: tf.minimum(x, x),
        "sub": lambda x: x - x,
        "div": lambda x: x / x,
        "pow": lambda x: x**x,
        "where": lambda x: tf.where(True, x, x),
    }
    return {name: grad(tf, f, tf.constant(2.0)) for name, f in functions.items()}


@fact([f32(12.0), f32([6.0, 6.0])])
def test_X35_a_tensor_and_what_it_was_repeated_to(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        wide = tf.broadcast_to(x, [2])
        y = wide * wide
    return t.gradient(y, [x, wide])


@fact([[2, 1, 0], [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 6, 5, 4, 3, 2, 1, 0], [5, 4, 3, 2, 0, 1]])
def test_X39_many_targets_arrive_in_the_order_of_a_hash_table(tf):
    def order(count, summed):
        v = tf.Variable([[0.0]] * count)
        with tf.GradientTape() as t:
            ys = [tf.gather(v, [i]) for i in range(count)]
            y = sum(ys[1:], ys[0]) if summed else ys
        return t.gradient(y, v).indices.numpy().tolist()

    return [order(3, False), order(20, False), order(6, True)]


@fact([[0, 1, 2, 3]] * 4)
def test_X40_the_operands_of_one_operation_arrive_in_their_order(tf):
    def order(function):
        v = tf.Variable([[1.0]] * 4)
        with tf.GradientTape() as t:
            y = function([tf.gather(v, [i]) for i in range(4)])
        return t.gradient(y, v).indices.numpy().tolist()

    return [
        order(tf.add_n),
        order(lambda q: tf.reduce_sum(tf.stack(q))),
        order(lambda q: tf.reduce_sum(tf.concat(q, 0))),
        order(lambda q: (q[0] + q[1]) * (q[2] + q[3])),
    ]
