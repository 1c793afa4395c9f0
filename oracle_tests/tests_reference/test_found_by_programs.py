"""What random programs found out about TensorFlow beyond any documentation, one test each, on both
modules.
"""

import pytest

from oracle_tests import subjects


@pytest.fixture(params=["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)])
def tf(request):
    return subjects.load(request.param)


def test_reading_the_result_of_an_assignment_makes_no_tape_watch(tf):
    v = tf.Variable([1.0, 2.0])
    r = v.assign([3.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        y = r.read_value() * 2.0
    assert tape.watched_variables() == ()
    assert tape.gradient(y, v) is None


def test_assigning_to_the_result_of_an_assignment_makes_a_tape_watch_that_result(tf):
    v = tf.Variable([1.0, 2.0])
    r = v.assign([3.0, 4.0])
    with tf.GradientTape() as tape:
        r.assign([5.0, 6.0])
    (listed,) = tape.watched_variables()
    assert listed is r


def test_the_value_of_an_int_variable_is_recorded(tf):
    v = tf.Variable([1, 2])
    with tf.GradientTape() as tape:
        y = v.value()
    assert tape.gradient(y, v).numpy().tolist() == [1, 1]


def test_the_read_value_of_an_int_variable_is_not_recorded(tf):
    v = tf.Variable([1, 2])
    with tf.GradientTape(persistent=True) as tape:
        y = v.read_value()
    assert tape.gradient(y, v) is None
    of_itself, of_variable = tape.gradient(y, [y, v])
    assert of_itself.numpy().tolist() == [1, 1]
    assert of_variable is None
    assert tape.gradient([y, v], v).numpy().tolist() == [1, 1]


def test_stop_gradient_leaves_no_record_at_all(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.stop_gradient(x)
        z = y * x
    assert tape.gradient(z, y) is None
    assert tape.gradient([z, y], y) is None


def test_stop_gradient_of_a_variable_makes_no_tape_watch_it(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        tf.stop_gradient(v)
    assert tape.watched_variables() == ()


def test_gather_gives_slices_only_along_an_axis_written_as_0(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        first, last = tf.gather(x, [1, 0], axis=0), tf.gather(x, [1, 0], axis=-1)
    assert isinstance(tape.gradient(first, x), tf.IndexedSlices)
    assert tape.gradient(last, x).numpy().tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    ("number", "error"),
    [(1.5, TypeError), (0, TypeError), (False, TypeError), (100, TypeError), (2, AttributeError), (3.0,
    AttributeError),
     (True, AttributeError), (23, AttributeError), (101, AttributeError), (-1, TypeError)],
)  # fmt: skip
def test_a_number_as_a_source_is_taken_for_the_number_of_a_dtype(tf, number, error):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(error):
        tape.gradient(y, number)


@pytest.mark.parametrize("number", [2, True, 1.0])
def test_the_number_of_a_floating_dtype_is_refused_after_unconnected_gradients(tf, number):
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        y = x * x
    with pytest.raises(ValueError, match="unconnected_gradients"):
        tape.gradient(y, number, unconnected_gradients="nonsense")


def test_a_bool_variable_takes_no_sum(tf):
    v = tf.Variable([True, False])
    with pytest.raises(tf.errors.InvalidArgumentError):
        v.assign_add([True, True])
    with pytest.raises(tf.errors.InvalidArgumentError):
        v.assign_sub(v)


def test_cotangents_that_cannot_be_added_at_a_recorded_source_are_refused_as_ending_the_process():
    tf = subjects.load("reference")
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x < 1.5
    with pytest.raises(tf.errors.InternalError, match="process ends here"):
        tape.gradient([y, y], y)


def test_zeros_for_an_unconnected_variable_read_it(tf):
    x, v = tf.constant(1.0), tf.Variable(1.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.gradient(x, v, unconnected_gradients="zero")
    assert len(tape.watched_variables()) == 1


def test_the_result_of_an_assignment_is_trainable_even_if_the_variable_is_not(tf):
    v = tf.Variable([1.0], trainable=False)
    r = v.assign(v)
    with tf.GradientTape() as tape:
        y = tf.gather(r, 0)
    assert isinstance(tape.gradient(y, v), tf.IndexedSlices)


def test_a_tensor_does_not_equal_none_but_a_variable_cannot_be_compared_with_it(tf):
    x, v = tf.constant(1.0), tf.Variable(1.0)
    assert (x == None) is False  # noqa: E711
    assert (x != None) is True  # noqa: E711
    for compare in (lambda: v == None, lambda: v != None, lambda: v < None):  # noqa: E711
        with pytest.raises(ValueError, match="None"):
            compare()


def test_the_cotangent_of_an_operand_that_broadcast_is_a_new_tensor(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = 1.0 + v
    of_v, of_y = tape.gradient(y, [v, y])
    assert of_v is not of_y
    assert tape.gradient(of_y, of_v) is None


def test_the_result_of_assigning_an_int_variable_reads_without_a_copy(tf):
    v = tf.Variable(0)
    with tf.GradientTape() as tape:
        y = v.assign(1).read_value()
    assert tape.gradient(y, v).numpy() == 1


def test_zeros_like_in_another_dtype_is_not_recorded(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        same, other = tf.zeros_like(x, dtype="float32"), tf.zeros_like(x, dtype="float64")
        y, z = same * same, other * other
    assert tape.gradient(y, same).numpy().tolist() == [0.0, 0.0]
    assert tape.gradient(z, other) is None


def test_the_result_of_an_assignment_takes_no_other_dtype(tf):
    v, w = tf.Variable([1.0, 2.0]), tf.Variable([True, False])
    r = v.assign(v)
    for call in (
        lambda: tf.logical_and(w, r),
        lambda: tf.logical_not(r),
        lambda: tf.maximum(r, tf.constant([1, 2])),
    ):
        with pytest.raises(ValueError, match=r"onversion|convert"):
            call()
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.logical_and(w, v)


def test_a_subnormal_quotient_is_zero_before_it_is_rounded_down(tf):
    assert tf.math.floordiv(2e-38, -2.0).numpy() == 0.0


def test_the_cotangent_behind_broadcast_to_is_a_new_tensor_also_for_an_equal_shape(tf):
    v = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = tf.broadcast_to(v, [2])
    of_y, of_v = tape.gradient(y, [y, v])
    assert tape.gradient(of_v, of_y) is None


def test_a_number_before_the_result_of_an_assignment_keeps_its_own_dtype(tf):
    v = tf.Variable([1.0, 2.0])
    r = v.assign(v)
    assert tf.maximum(r, 1).numpy().tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match=r"onversion|convert"):
        tf.maximum(1, r)


def test_an_infinite_cotangent_of_relu_is_nan_where_nothing_passes(tf):
    v = tf.Variable([0.0, 2.0])
    with tf.GradientTape() as tape:
        y = 1.0 / tf.nn.relu(v)
    first, second = tape.gradient(y, v).numpy()
    assert first != first
    assert second == -0.25


def test_a_condition_is_converted_first_beside_what_is_no_tensor_yet(tf):
    v = tf.Variable(1.0)
    r = v.assign(1.0)
    for call in (lambda: tf.where(v, 1.0, r), lambda: tf.where(v, [1.0], 1.0)):
        with pytest.raises(ValueError, match=r"onversion|convert"):
            call()
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.where(v, 1.0, 1.0)


def test_a_tape_watches_only_slices_with_an_index_for_each_row(tf):
    values = tf.constant([1.0, 2.0])
    fitting = [([0, 1], None), ([0, 1], [5])]
    others = [(0, None), ([0, 1, 2], None), ([[0, 1]], None), ([0, 1], [2, 3])]
    with tf.GradientTape() as tape:
        for indices, shape in fitting:
            dense_shape = None if shape is None else tf.constant(shape)
            tape.watch(tf.IndexedSlices(values, tf.constant(indices), dense_shape))
        for indices, shape in others:
            dense_shape = None if shape is None else tf.constant(shape)
            with pytest.raises(ValueError, match="compatible"):
                tape.watch(tf.IndexedSlices(values, tf.constant(indices), dense_shape))


def test_an_eager_predicate_is_the_truth_of_its_array(tf):
    def taken(pred):
        return tf.cond(pred, lambda: 1, lambda: 2)

    assert [taken(p) for p in ([0.0], [[2]], tf.constant([b"a"]), "", tf.Variable(0.0))] == [2, 1, 1, 2, 2]
    for pred in (tf.zeros([0]), [], [1.0, 2.0], None):
        with pytest.raises(ValueError, match=r"truth|convert|ambiguous"):
            taken(pred)


def test_any_axes_reverse_what_is_empty(tf):
    for axis in ([0, 0], [5], 0, [[0]]):
        assert tf.reverse(tf.zeros([0, 2]), axis).shape == (0, 2)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.reverse(tf.zeros([1, 2]), [0, 0])


def test_a_scalar_of_bfloat16_is_no_array_for_numpy_function(tf):
    def called(x):
        return tf.numpy_function(lambda a: a, [x], tf.bfloat16)

    assert called(tf.constant([1.0], tf.bfloat16)).shape == (1,)
    with pytest.raises(ValueError, match="array"):
        called(tf.constant(1.0, tf.bfloat16))


def test_the_jacobian_of_nothing_in_a_loop_has_the_shape_of_a_scalar_source(tf):
    def of_nothing(x, target):
        with tf.GradientTape(persistent=True) as tape:
            y = target(x)
        return tape.jacobian(y, x, experimental_use_pfor=False)

    assert of_nothing(tf.constant(1.0), lambda x: tf.zeros([0, 2])).shape == (0, 2)
    for x in (tf.zeros([0]), tf.ones([2])):
        with pytest.raises(ValueError, match="compatible"):
            of_nothing(x, lambda x: x[:0])


def test_a_jacobian_in_parts_on_a_spent_tape_is_zeros_or_an_error(tf):
    x = tf.constant([1.0, 2.0, 3.0])

    def in_parts(persistent, parallel_iterations, mode, watched=True):
        with tf.GradientTape(persistent=persistent) as tape:
            if watched:
                tape.watch(x)
            y = x * x
        options = {"parallel_iterations": parallel_iterations, "unconnected_gradients": mode}
        return tape.jacobian(y, x, **options)

    whole = [[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]
    assert in_parts(True, 2, "none").numpy().tolist() == whole
    assert in_parts(False, 4, "none").numpy().tolist() == whole
    assert in_parts(False, 2, "zero").numpy().tolist() == [whole[0], [0.0] * 3, [0.0] * 3]
    assert in_parts(False, 3, "zero").numpy().tolist() == [[0.0] * 3] * 3
    assert in_parts(True, 4, "none", watched=False) is None
    for arguments in ((False, 2, "none"), (True, 2, "none", False)):
        with pytest.raises(ValueError, match="vectorizing"):
            in_parts(*arguments)
