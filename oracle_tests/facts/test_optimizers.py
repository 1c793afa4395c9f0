"""K: plain gradient descent by `tf.keras.optimizers.SGD`."""

import warnings

from oracle_tests.facts.fact import Raised, attempt, f32, fact

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


@fact(Raised("InvalidArgumentError"))
def test_K08_a_gradient_of_another_shape(tf):
    v = tf.Variable([1.0, 2.0])
    return attempt(descent(tf).apply_gradients, [(tf.constant([1.0, 2.0, 3.0]), v)])


@fact(f32(2.9))
def test_K09_a_variable_that_is_not_trainable_is_updated_too(tf):
    v = tf.Variable(3.0, trainable=False)
    descent(tf).apply_gradients([(tf.constant(1.0), v)])
    return v.read_value()


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
