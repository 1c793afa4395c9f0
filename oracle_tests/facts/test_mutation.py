"""M: assignments to variables, and arrays behind tensors."""

import copy

import numpy as np

from oracle_tests.facts.fact import Cell, Raised, attempt, f32, fact, i32

NO_VALUE, NO_TYPE, MISMATCH = Raised("ValueError"), Raised("TypeError"), Raised("InvalidArgumentError")


def name(x):
    return type(x).__name__


@fact((f32(6.0), f32(100.0)))
def test_M01_an_assignment_after_the_block_changes_no_gradient(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = v * v
    v.assign(100.0)
    return t.gradient(y, v), v.read_value()


@fact(f32(6.0))
def test_M02_nor_does_one_after_the_read(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = v * v
        v.assign_add(100.0)
    return t.gradient(y, v)


def assigned(tf, method, factor):
    """The gradients of v² by v and x, v having been given a multiple of x just before."""
    v, x = tf.Variable(3.0), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(x)
        getattr(v, method)(x * factor)
        y = v**2
    return t.gradient(y, [v, x])


@fact([f32(10.0), None])
def test_M03_assign_add_has_no_path_to_what_is_added(tf):
    return assigned(tf, "assign_add", 1.0)


@fact([f32(20.0), None])
def test_M04_nor_has_assign(tf):
    return assigned(tf, "assign", 5.0)


@fact([f32(2.0), None])
def test_M05_nor_has_assign_sub(tf):
    return assigned(tf, "assign_sub", 1.0)


@fact(f32(26.0))
def test_M06_each_read_counts_with_the_value_that_it_saw(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        a = v * v
        v.assign(10.0)
        y = a + v * v
    return t.gradient(y, v)


@fact(("_UnreadVariable", f32(3.0), None, False))
def test_M07_the_result_of_an_assignment_is_the_variable_under_another_name(tf):
    v, x = tf.Variable(3.0), tf.constant(2.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        r = v.assign(x * x)
        y = r * 3.0
    return name(r), t.gradient(y, v), t.gradient(y, x), r is v


@fact((f32(25.0), [f32(10.0), None]))
def test_M08_an_assignment_may_stand_in_an_expression(tf):
    v, x = tf.Variable(3.0), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = v.assign_add(x) ** 2
    return y, t.gradient(y, [v, x])


@fact((None, 0))
def test_M09_an_assignment_without_a_result_watches_nothing(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        r = v.assign(5.0, read_value=False)
    return r, len(t.watched_variables())


@fact((1, 1))
def test_M10_an_assignment_watches_a_trainable_variable(tf):
    v, w = tf.Variable(3.0), tf.Variable(1.0, trainable=False)
    with tf.GradientTape() as t:
        v.assign(5.0)
        count = len(t.watched_variables())
        w.assign(2.0)
    return count, len(t.watched_variables())


@fact([f32(10.0), f32(10.0)])
def test_M11_the_result_of_an_assignment_is_a_source_like_the_variable(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        r = v.assign(5.0)
        y = v * v
    return t.gradient(y, [r, v])


@fact(f32(20.0))
def test_M12_an_assignment_within_stop_recording(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        with t.stop_recording():
            v.assign(10.0)
        y = v * v
    return t.gradient(y, v)


@fact([NO_VALUE, NO_VALUE, NO_VALUE])
def test_M13_assign_keeps_the_shape(tf):
    v = tf.Variable([1.0, 2.0])
    return [attempt(v.assign, value) for value in ([1.0, 2.0, 3.0], 1.0, [[1.0, 2.0]])]


@fact((MISMATCH, MISMATCH))
def test_M14_so_do_assign_add_and_assign_sub_with_another_class(tf):
    v = tf.Variable([1.0, 2.0])
    return attempt(v.assign_add, [1.0, 2.0, 3.0]), attempt(v.assign_sub, 1.0)


@fact(
    {
        "float64 tensor": NO_VALUE,
        "int32 tensor": NO_VALUE,
        "ints": f32([1.0, 2.0]),
        "float64 array": f32([1.0, 2.0]),
        "int64 array": f32([1.0, 2.0]),
        "bools": f32([1.0, 0.0]),
        "strings": NO_TYPE,
        "complex": NO_TYPE,
        "None": NO_VALUE,
    }
)
def test_M15_tensors_must_have_the_dtype_and_other_values_are_converted(tf):
    v = tf.Variable([1.0, 2.0])
    values = {
        "float64 tensor": tf.constant([1.0, 2.0], tf.float64),
        "int32 tensor": tf.constant([1, 2]),
        "ints": [1, 2],
        "float64 array": np.array([1.0, 2.0]),
        "int64 array": np.array([1, 2]),
        "bools": [True, False],
        "strings": ["a", "b"],
        "complex": [1j, 2j],
        "None": None,
    }
    return {key: attempt(lambda value=value: v.assign(value).read_value()) for key, value in values.items()}


@fact((NO_TYPE, Cell(i32([1, 2])), NO_TYPE))
def test_M16_an_int_variable_takes_an_array_of_floats_and_no_list_of_them(tf):
    v = tf.Variable([1, 2])
    return attempt(v.assign, [1.5, 2.0]), v.assign(np.array([1.5, 2.0])), attempt(v.assign, [1.0, 2.0])


def shapeless(tf):
    return tf.Variable([1.0, 2.0], shape=tf.TensorShape(None))


@fact((None, f32([2.0, 4.0]), f32([[6.0], [8.0], [10.0]])))
def test_M17_a_variable_of_unknown_shape_takes_any(tf):
    v = shapeless(tf)
    with tf.GradientTape(persistent=True) as t:
        a = tf.reduce_sum(v * v)
        v.assign([[3.0], [4.0], [5.0]])
        b = tf.reduce_sum(v * v)
    return v.shape.rank, t.gradient(a, v), t.gradient(b, v)


@fact(MISMATCH)
def test_M18_reads_of_two_shapes_cannot_be_summed(tf):
    v = shapeless(tf)
    with tf.GradientTape() as t:
        a = tf.reduce_sum(v * v)
        v.assign([[3.0], [4.0], [5.0]])
        y = a + tf.reduce_sum(v * v)
    return attempt(t.gradient, y, v)


@fact(f32([0.0, 0.0]))
def test_M19_zeros_for_it_have_the_shape_of_its_present_value(tf):
    v = shapeless(tf)
    with tf.GradientTape() as t:
        y = tf.constant(1.0)
    return t.gradient(y, v, unconnected_gradients="zero")


@fact((f32([3.0]), f32([12.0])))
def test_M20_what_was_read_keeps_its_value(tf):
    v = tf.Variable([3.0])
    with tf.GradientTape() as t:
        value = v.read_value()
        a = value * value
        v.assign_add([10.0])
        y = a + value * value
    return value, t.gradient(y, v)


@fact(([f32([3.0, 4.0])] * 3, f32([99.0, 14.0])))
def test_M21_however_it_was_read(tf):
    v = tf.Variable([3.0, 4.0])
    values = [v.value(), tf.convert_to_tensor(v), tf.identity(v)]
    v.assign_add([10.0, 10.0])
    v.scatter_nd_update([[0]], [99.0])
    return values, v.read_value()


SCATTERS = {
    "scatter_update": lambda v, x, tf: v.scatter_update(tf.IndexedSlices(x, [0])),
    "scatter_add": lambda v, x, tf: v.scatter_add(tf.IndexedSlices(x, [0])),
    "scatter_sub": lambda v, x, tf: v.scatter_sub(tf.IndexedSlices(x, [0])),
    "scatter_nd_add": lambda v, x, tf: v.scatter_nd_add([[0]], x),
    "scatter_nd_update": lambda v, x, tf: v.scatter_nd_update([[0]], x),
    "batch_scatter_update": lambda v, x, tf: v.batch_scatter_update(tf.IndexedSlices(x, [0])),
}


@fact(
    {
        "scatter_update": ("_UnreadVariable", [f32([14.0, 8.0]), None]),
        "scatter_add": ("_UnreadVariable", [f32([20.0, 8.0]), None]),
        "scatter_sub": ("_UnreadVariable", [f32([-8.0, 8.0]), None]),
        "scatter_nd_add": ("_UnreadVariable", [f32([20.0, 8.0]), None]),
        "scatter_nd_update": ("_UnreadVariable", [f32([14.0, 8.0]), None]),
        "batch_scatter_update": ("_UnreadVariable", [f32([14.0, 8.0]), None]),
    }
)
def test_M22_scattered_rows_have_no_path(tf):
    seen = {}
    for method, scatter in SCATTERS.items():
        v, x = tf.Variable([3.0, 4.0]), tf.constant([7.0])
        with tf.GradientTape() as t:
            t.watch(x)
            r = scatter(v, x, tf)
            y = tf.reduce_sum(v * v)
        seen[method] = name(r), t.gradient(y, [v, x])
    return seen


@fact(("_UnreadVariable", [f32([14.0, 8.0]), None]))
def test_M23_nor_has_what_is_assigned_to_a_part(tf):
    v, x = tf.Variable([3.0, 4.0]), tf.constant(7.0)
    with tf.GradientTape() as t:
        t.watch(x)
        r = v[0].assign(x)
        y = tf.reduce_sum(v * v)
    return name(r), t.gradient(y, [v, x])


@fact(Raised("RuntimeError"))
def test_M24_augmented_assignment_raises(tf):
    def program():
        v = tf.Variable(3.0)
        v += 2.0

    return attempt(program)


@fact(([f32(6.0), f32(4.8), f32(3.84)], f32(1.536)))
def test_M25_descent_by_hand(tf):
    v, gradients = tf.Variable(3.0), []
    for _ in range(3):
        with tf.GradientTape() as t:
            y = v * v
        gradients.append(t.gradient(y, v))
        v.assign_sub(0.1 * gradients[-1])
    return gradients, v.read_value()


@fact((NO_VALUE, NO_VALUE))
def test_M26_none_cannot_be_added(tf):
    v = tf.Variable(3.0)
    return attempt(v.assign_sub, None), attempt(v.assign_add, None)


def gathered(tf):
    """A variable, and the slices that are the gradient of the sum of its row 0, taken twice."""
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as t:
        y = tf.reduce_sum(tf.gather(v, [0, 0]))
    return v, t.gradient(y, v)


@fact(("_UnreadVariable", f32([[-1.0], [2.0]])))
def test_M27_slices_are_made_dense_by_assign_sub(tf):
    v, g = gathered(tf)
    return name(v.assign_sub(g)), v.read_value()


@fact([NO_TYPE, NO_TYPE, f32([[-1.0], [-1.0]]), NO_TYPE, NO_TYPE])
def test_M28_slices_can_be_negated_and_nothing_else(tf):
    _, g = gathered(tf)
    calls = lambda: 0.5 * g, lambda: g * 0.5, lambda: (-g).values, lambda: g + g, lambda: g - 1.0
    return [attempt(call) for call in calls]


@fact([f32(10.0), f32(10.0)])
def test_M29_an_assignment_through_a_second_name(tf):
    v = other = tf.Variable(3.0)
    other.assign(5.0)
    with tf.GradientTape() as t:
        y = v * other
    return t.gradient(y, [v, other])


@fact([f32(6.0), f32(2.0)])
def test_M30_only_the_direct_path_counts(tf):
    a, x = tf.Variable(0.0), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(x)
        a.assign(x * 3.0)
        y = a * x
    return t.gradient(y, [x, a])


@fact(f32(6.0))
def test_M31_a_variable_may_be_deleted_once_it_was_read(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        value = v * 1.0
        y = value * value
    del v
    return t.gradient(y, value)


@fact([f32(6.0), None])
def test_M32_a_deep_copy_is_another_source(tf):
    v = tf.Variable(3.0)
    other = copy.deepcopy(v)
    with tf.GradientTape() as t:
        y = v * v
    return t.gradient(y, [v, other])


@fact([None, None])
def test_M33_an_assignment_to_a_variable_that_is_not_trainable(tf):
    v, x = tf.Variable(3.0, trainable=False), tf.constant(2.0)
    with tf.GradientTape() as t:
        t.watch(x)
        v.assign(x)
        y = v * 4.0
    return t.gradient(y, [v, x])


@fact([f32(2.0), f32(3.0)])
def test_M34_an_operation_after_the_assignment_uses_what_was_computed_before(tf):
    v, w = tf.Variable(3.0), tf.Variable(2.0)
    with tf.GradientTape() as t:
        a = v * 1.0
        v.assign(100.0)
        y = a * w
    return t.gradient(y, [v, w])


@fact([f32([1.0, 2.0])] * 3)
def test_M35_writing_to_an_array_changes_nothing_made_of_it(tf):
    array = np.array([1.0, 2.0], np.float32)
    made = [tf.constant(array), tf.convert_to_tensor(array), tf.Variable(array)]
    array[0] = 99.0
    return [tf.convert_to_tensor(x) for x in made]


@fact((True, f32([3.0, 4.0]), f32([6.0, 8.0])))
def test_M36_the_array_of_a_tensor_is_a_copy_that_can_be_written_to(tf):
    x = tf.constant([3.0, 4.0])
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
    array = x.numpy()
    array[0] = 100.0
    return array.flags.writeable, x, t.gradient(y, x)
