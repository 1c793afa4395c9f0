"""K: gradient descent, and variables of Keras."""

import warnings

from oracle_tests.facts.fact import Raised, attempt, c128, f32, fact

NO_VALUE = Raised("ValueError")


def descent(tf):
    return tf.keras.optimizers.SGD(0.1)


@fact(NO_VALUE)
def test_K01_without_any_gradient(tf):
    return attempt(descent(tf).apply_gradients, [(None, tf.Variable(3.0))])


@fact((["UserWarning"], f32(2.9), f32(5.0)))
def test_K02_a_variable_without_a_gradient_is_left_alone_with_a_warning(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        descent(tf).apply_gradients([(tf.constant(1.0), v), (None, w)])
    given = [type(w.message).__name__ for w in caught if "Gradients do not exist" in str(w.message)]
    return given, v.read_value(), w.read_value()


@fact(NO_VALUE)
def test_K03_without_any_variable(tf):
    return attempt(descent(tf).apply_gradients, [])


@fact(f32([[0.8], [2.0]]))
def test_K04_slices_are_summed(tf):
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as t:
        y = tf.reduce_sum(tf.gather(v, [0, 0]))
    descent(tf).apply_gradients([(t.gradient(y, v), v)])
    return v.read_value()


@fact(NO_VALUE)
def test_K05_the_first_call_fixes_the_variables(tf):
    v, w, optimizer = tf.Variable(3.0), tf.Variable(5.0), descent(tf)
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    return attempt(optimizer.apply_gradients, [(tf.constant(1.0), w)])


@fact((False, 1, f32(6.0), f32(6.0), Raised("ValueError"), Raised("AttributeError")))
def test_K06_a_variable_of_keras_can_be_a_source_and_is_not_watched_on_demand(tf):
    k, other = tf.keras.Variable(3.0), tf.keras.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        y, z = k * k, k.value * k.value
        watched = attempt(tape.watch, k)
    return (
        isinstance(k, tf.Variable),
        len(tape.watched_variables()),
        tape.gradient(y, k),
        tape.gradient(z, k.value),
        watched,
        attempt(tape.gradient, y, other, unconnected_gradients="zero"),
    )


@fact([f32([[4.0], [4.0]]), f32([4.0])])
def test_K07_the_variables_of_a_layer(tf):
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones")
    layer.build((None, 2))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(layer(tf.ones([1, 2])) - 1.0) ** 2 + tf.reduce_sum(layer(tf.ones([1, 2])) * 2.0)
    return tape.gradient(y, layer.trainable_variables)


@fact(Raised("InvalidArgumentError"))
def test_K08_a_gradient_of_another_shape(tf):
    v = tf.Variable([1.0, 2.0])
    return attempt(descent(tf).apply_gradients, [(tf.constant([1.0, 2.0, 3.0]), v)])


@fact(f32(2.9))
def test_K09_a_variable_that_is_not_trainable_is_updated_too(tf):
    v = tf.Variable(3.0, trainable=False)
    descent(tf).apply_gradients([(tf.constant(1.0), v)])
    return v.read_value()


@fact((NO_VALUE, f32(2.9), f32(5.0)))
def test_K10_tensorflow_1_leaves_out_what_has_no_gradient_silently(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)
    optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    without = attempt(optimizer.apply_gradients, [(None, v)])
    optimizer.apply_gradients([(tf.constant(1.0), v), (None, w)])
    return without, v.read_value(), w.read_value()


@fact(Raised("TypeError"))
def test_K11_none_times_a_rate(tf):
    return attempt(lambda: tf.Variable(3.0).assign_sub(0.1 * None))


@fact((f32(2.5), f32(4.7)))
def test_K12_pairs_from_zip(tf):
    v, w = tf.Variable(3.0), tf.Variable(5.0)
    with tf.GradientTape() as t:
        y = v * w
    descent(tf).apply_gradients(zip(t.gradient(y, [v, w]), [v, w], strict=True))
    return v.read_value(), w.read_value()


@fact(c128([-9.5367432]))
def test_K13_complex128_is_multiplied_in_complex64(tf):
    v = tf.Variable([5.0], dtype=tf.complex128)
    descent(tf).apply_gradients([(tf.constant([4.9], tf.complex128), v)])
    return (v - 4.51) * 1e9


@fact(f32([0.86]))
def test_K14_equal_rows_are_squared_one_by_one(tf):
    v = tf.Variable([1.0])
    optimizer = tf.keras.optimizers.Adagrad(0.1, initial_accumulator_value=0.0)
    optimizer.apply_gradients([(tf.IndexedSlices(tf.constant([3.0, 4.0]), tf.constant([0, 0])), v)])
    return v.read_value()
