"""U: what is answered where no recorded path leads from the target to the source."""

import numpy as np

from oracle_tests.facts.fact import Dense, Raised, attempt, c64, f16, f32, fact, flags, i32, i64, squared


@fact([None, None, f32([0.0, 0.0]), f32([0.0, 0.0])])
def test_U01_none_or_zeros(tf):
    _, y, _, t = squared(tf)
    c = tf.constant([5.0, 6.0])
    modes = "none", tf.UnconnectedGradients.NONE, "zero", tf.UnconnectedGradients.ZERO
    return [t.gradient(y, c, unconnected_gradients=mode) for mode in modes]


@fact([Raised("ValueError")] * 6)
def test_U02_any_other_mode_raises(tf):
    x, y, _, t = squared(tf)
    modes = "ZERO", "zeros", None, 0, False, b"zero"
    return [attempt(t.gradient, y, x, unconnected_gradients=mode) for mode in modes]


@fact([i32([0, 0]), flags([False]), f16(0.0), c64([0.0]), f32([[0.0, 0.0]]), i64(0)])
def test_U03_zeros_have_the_dtype_and_shape_of_the_source(tf):
    _, y, _, t = squared(tf)
    dense = (
        tf.constant([1, 2]),
        tf.constant([True]),
        tf.constant(1.0, tf.float16),
        tf.constant([1j], tf.complex64),
    )
    sources = *dense, tf.Variable([[1.0, 2.0]]), tf.Variable(np.int64(3))
    return [t.gradient(y, source, unconnected_gradients="zero") for source in sources]


@fact(Dense(np.array([b""], object)))
def test_U04_zeros_for_strings_are_empty_ones(tf):
    _, y, _, t = squared(tf)
    return t.gradient(y, tf.constant(["a"]), unconnected_gradients="zero")


@fact(None)
def test_U05_a_handle_has_no_zeros(tf):
    _, y, _, t = squared(tf)
    return t.gradient(y, tf.Variable([1.0, 2.0]).handle, unconnected_gradients="zero")


@fact([f32(6.0), f32(0.0)])
def test_U06_connected_sources_keep_their_gradients(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, [x, tf.constant(1.0)], unconnected_gradients="zero")


@fact(Raised("AttributeError"))
def test_U07_an_array_is_no_source_here_either(tf):
    _, y, _, t = squared(tf)
    return attempt(t.gradient, y, np.ones(2, np.float32), unconnected_gradients="zero")


@fact((f32([0.0, 0.0]), f32([0.0, 0.0])))
def test_U08_a_rule_without_a_path_counts_as_unconnected(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = tf.stop_gradient(x)
        b = tf.cast(x, tf.int32)
    return tuple(t.gradient(y, x, unconnected_gradients="zero") for y in (a, b))


@fact(f32([[0.0], [0.0]]))
def test_U09_zeros_are_dense_where_the_gradient_would_be_slices(tf):
    v, x = tf.Variable([[1.0], [2.0]]), tf.constant(1.0)
    with tf.GradientTape() as t:
        t.watch(x)
        tf.gather(v, [0])
        y = x * 2.0
    return t.gradient(y, v, unconnected_gradients="zero")


@fact(Raised("AttributeError"))
def test_U10_slices_are_no_source_here_either(tf):
    _, y, _, t = squared(tf)
    s = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
    return attempt(t.gradient, y, s, unconnected_gradients="zero")


@fact(False)
def test_U11_each_source_gets_zeros_of_its_own(tf):
    _, y, _, t = squared(tf)
    sources = [tf.constant(1.0), tf.constant(2.0)]
    a, b = t.gradient(y, sources, unconnected_gradients="zero")
    return a is b


@fact((f32(0.0), f32(0.0), None))
def test_U12_the_record_decides_and_not_the_numbers(tf):
    x = tf.constant(-3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        a = x * 0.0
        b = tf.nn.relu(x)
        c = tf.zeros_like(x)
    return t.gradient(a, x), t.gradient(b, x), t.gradient(c, x)
