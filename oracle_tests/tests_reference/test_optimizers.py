"""Gradient descent: what `apply_gradients` takes, converts, refuses and leaves behind."""

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def descent(tf):
    return tf.keras.optimizers.SGD(0.1)


def stepped(tf, gradient, value, dtype=None):
    """A variable's value after a step with `gradient`, or what was raised and the value then."""
    v = tf.Variable(value, dtype=dtype)
    outcome = attempt(descent(tf).apply_gradients, [(gradient, v)])
    array = v.numpy()
    return (outcome if isinstance(outcome, Raised) else array.dtype.name), array.tolist()


STEP = [float(np.float32(1.0) - np.float32(0.1)), float(np.float32(2.0) - np.float32(0.2))]


@pytest.mark.parametrize(
    "gradient",
    [
        lambda tf: tf.constant([1.0, 2.0]),
        lambda tf: tf.constant([1.0, 2.0], tf.float64),
        lambda tf: tf.constant([1, 2]),
        lambda tf: [1.0, 2.0],
        lambda tf: np.array([1.0, 2.0]),
        lambda tf: tf.Variable([1.0, 2.0]),
    ],
)
def test_gradients_are_converted_to_the_variable_s_dtype(tf, gradient):
    assert stepped(tf, gradient(tf), [1.0, 2.0]) == ("float32", STEP)


def test_the_rate_is_a_float32_in_every_dtype(tf):
    dtype, values = stepped(tf, tf.constant([1.0, 2.0]), [1.0, 2.0], tf.float64)
    assert dtype == "float64"
    np.testing.assert_allclose(
        values, [1 - float(np.float32(0.1)), 2 - 2 * float(np.float32(0.1))], rtol=1e-15
    )


def test_ints_do_not_move_at_a_rate_below_one(tf):
    assert stepped(tf, tf.constant([5.0, 5.0]), [1, 2]) == ("int32", [1, 2])


@pytest.mark.parametrize("gradient", [1.0, [1.0], [[1.0, 2.0]], [1.0, 2.0, 3.0]])
def test_a_gradient_of_another_shape_is_refused(tf, gradient):
    assert stepped(tf, tf.constant(gradient), [1.0, 2.0]) == (Raised("InvalidArgumentError"), [1.0, 2.0])


def test_rows_of_slices_are_subtracted_up_to_one_that_is_not_there(tf):
    def of(at, shape):
        dense_shape = None if shape is None else tf.constant(shape)
        return tf.IndexedSlices(tf.constant([1.0, 1.0]), tf.constant(at), dense_shape)

    ones = [1.0, 1.0, 1.0]
    less, lesser = STEP[0], float(np.float32(STEP[0]) - np.float32(0.1))
    assert stepped(tf, of([1, 1], [3]), ones) == ("float32", [1.0, lesser, 1.0])
    assert stepped(tf, of([1, 2], None), ones) == ("float32", [1.0, less, less])
    assert stepped(tf, of([1, 5], [3]), ones) == (Raised("InvalidArgumentError"), [1.0, less, 1.0])
    assert stepped(tf, of([-1, 1], [3]), ones) == (Raised("InvalidArgumentError"), ones)


def test_a_variable_may_stand_twice(tf):
    v = tf.Variable(1.0)
    descent(tf).apply_gradients([(tf.constant(1.0), v), (tf.constant(2.0), v)])
    np.testing.assert_allclose(v.numpy(), 0.7, rtol=1e-6)


def test_the_result_of_an_assignment_is_the_variable(tf):
    v, optimizer = tf.Variable(1.0), descent(tf)
    optimizer.apply_gradients([(tf.constant(1.0), v.assign(2.0))])
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    np.testing.assert_allclose(v.numpy(), 1.8, rtol=1e-6)


def test_later_calls_may_leave_variables_out_but_bring_no_new_ones(tf):
    v, w, new, one = tf.Variable(1.0), tf.Variable(1.0), tf.Variable(1.0), tf.constant(1.0)
    optimizer = descent(tf)
    optimizer.apply_gradients([(one, v), (one, w)])
    optimizer.apply_gradients([(one, w)])
    assert attempt(optimizer.apply_gradients, [(None, new), (one, v)]) == Raised("ValueError")
    np.testing.assert_allclose([v.numpy(), w.numpy()], [0.9, 0.8], rtol=1e-6)


def test_a_first_call_that_raises_fixes_the_variables_too(tf):
    v, new, one = tf.Variable(1.0), tf.Variable(1.0), tf.constant(1.0)
    optimizer = descent(tf)
    assert attempt(optimizer.apply_gradients, [(None, v)]) == Raised("ValueError")
    assert attempt(optimizer.apply_gradients, [(one, new)]) == Raised("ValueError")
    optimizer.apply_gradients([(one, v)])
    np.testing.assert_allclose(v.numpy(), 0.9, rtol=1e-6)


def test_pairs_before_one_that_raises_are_applied(tf):
    v, w, optimizer = tf.Variable(1.0), tf.Variable([1.0, 2.0]), descent(tf)
    pairs = [(tf.constant(1.0), v), (tf.constant([1.0, 2.0, 3.0]), w)]
    assert attempt(optimizer.apply_gradients, pairs) == Raised("InvalidArgumentError")
    np.testing.assert_allclose(v.numpy(), 0.9, rtol=1e-6)
    assert int(optimizer.iterations.numpy()) == 0


@pytest.mark.parametrize("what", [lambda tf: tf.constant(1.0), lambda tf: None, lambda tf: 1.0])
def test_only_variables_can_be_updated(tf, what):
    for gradient in (tf.constant(1.0), None):
        pairs = [(gradient, what(tf))]
        assert attempt(descent(tf).apply_gradients, pairs) == Raised("AttributeError")


@pytest.mark.parametrize(
    ("pairs", "error"),
    [(None, "TypeError"), ([1.0], "TypeError"), ([(1.0, 2.0, 3.0)], "ValueError"), ([(1.0,)], "ValueError")],
)
def test_pairs_must_be_pairs(tf, pairs, error):
    assert attempt(descent(tf).apply_gradients, pairs) == Raised(error)


@pytest.mark.parametrize("rate", [1, True, None, "a", np.float32(0.1)])
def test_the_rate_must_be_a_python_float(tf, rate):
    assert attempt(tf.keras.optimizers.SGD, rate) == Raised("ValueError")


def test_steps_are_counted(tf):
    optimizer, v = descent(tf), tf.Variable(1.0)
    for _ in range(2):
        answer = optimizer.apply_gradients([(tf.constant(1.0), v)])
    assert answer is optimizer.iterations
    assert (answer.numpy(), answer.numpy().dtype) == (2, np.int64)
    assert float(optimizer.learning_rate.numpy()) == float(np.float32(0.1))


def test_a_step_inside_a_tape_makes_it_watch_the_variable_and_leaves_no_path(tf):
    v, x = tf.Variable(1.0), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        descent(tf).apply_gradients([(x * x, v)])
        (listed,) = tape.watched_variables()
        y = v * 3.0
    assert listed is v
    of_v, of_x = tape.gradient(y, [v, x])
    assert (float(of_v), of_x) == (3.0, None)


# Clipping, and steps without pairs

CLIPPED = (
    {"clipnorm": 1.0},
    {"clipnorm": 100.0},
    {"clipnorm": 0.0},
    {"clipvalue": 2.0},
    {"clipvalue": -1.0},
    {"global_clipnorm": 1.3},
    {"global_clipnorm": 100.0},
)
LONG = [3.0, 4.0, 0.0]
GRADIENTS = {
    "two": lambda tf: [tf.constant(LONG), 2 * tf.constant(LONG)],
    "none": lambda tf: [tf.constant(LONG), None],
    "slices": lambda tf: [tf.IndexedSlices(tf.constant([3.0, 4.0]), tf.constant([0, 2]), tf.constant([3]))],
    "equal rows": lambda tf: [
        tf.IndexedSlices(tf.constant([3.0, 4.0]), tf.constant([0, 0]), tf.constant([3]))
    ],
    "zero": lambda tf: [0 * tf.constant(LONG)],
    "infinity": lambda tf: [tf.constant([np.inf, 1.0, -np.inf])],
    "NaN": lambda tf: [tf.constant([np.nan, 1.0, 3.0])],
    "float64": lambda tf: [tf.constant(LONG, tf.float64)],
    "float16": lambda tf: [tf.constant(LONG, tf.float16)],
    "int": lambda tf: [tf.constant([3, 4, 0])],
    "list": lambda tf: [LONG],
    "NumPy": lambda tf: [np.array(LONG, np.float32)],
}


def after(tf, gradients, **options):
    """What variables are after a step from zero."""
    variables = [tf.Variable([0.0, 0.0, 0.0]) for _ in gradients]
    tf.keras.optimizers.SGD(1.0, **options).apply(gradients, variables)
    return [v.numpy() for v in variables]


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Gradients do not exist")
@pytest.mark.parametrize("options", CLIPPED, ids=str)
def test_gradients_are_clipped_as_tensorflow_clips_them(options):
    reference, tensorflow = load("reference"), load("tensorflow")
    for name, gradients in GRADIENTS.items():
        ours = attempt(after, reference, gradients(reference), **options)
        theirs = attempt(after, tensorflow, gradients(tensorflow), **options)
        if isinstance(ours, Raised) or isinstance(theirs, Raised):
            assert ours == theirs, name
        else:
            np.testing.assert_allclose(ours, theirs, rtol=3e-7, err_msg=name)


def test_the_norm_of_a_clipped_gradient_is_the_limit(tf):
    np.testing.assert_allclose(after(tf, [tf.constant(LONG)], clipnorm=1.0), [[-0.6, -0.8, 0.0]], rtol=1e-6)
    values = after(tf, GRADIENTS["two"](tf), global_clipnorm=1.3)
    assert np.sqrt(np.sum(np.square(values))) == pytest.approx(1.3)


def test_one_way_to_clip_may_be_given(tf):
    assert attempt(tf.keras.optimizers.SGD, 0.1, clipnorm=1.0, clipvalue=1.0) == Raised("ValueError")


def test_a_step_may_be_taken_again_without_its_variables(tf):
    optimizer, v = tf.keras.optimizers.SGD(1.0), tf.Variable(LONG)
    assert attempt(optimizer.apply, [tf.constant(LONG)]) == Raised("ValueError")
    assert optimizer.apply([], []) is None
    assert optimizer.apply([tf.constant(LONG)], [v]) is None
    assert optimizer.apply([tf.constant(LONG)]) is None
    assert v.numpy().tolist() == [-3.0, -4.0, 0.0]
    assert attempt(optimizer.apply, [tf.constant(LONG)] * 2) == Raised("ValueError")
    assert attempt(optimizer.apply, [tf.constant(LONG)], [tf.Variable(LONG)]) == Raised("ValueError")
    assert attempt(optimizer.apply, [tf.constant(LONG)], [tf.constant(LONG)]) == Raised("AttributeError")
    assert int(optimizer.iterations.numpy()) == 2
