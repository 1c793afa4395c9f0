"""I: gradients that are IndexedSlices, where they stay so and where they become dense."""

from oracle_tests.facts.fact import Raised, Slices, attempt, f32, fact, i32, rows

NO_TYPE, NO_ATTRIBUTE, MISMATCH = (
    Raised("TypeError"),
    Raised("AttributeError"),
    Raised("InvalidArgumentError"),
)
SIX = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
ONES2, ONES3 = [[1.0, 1.0]] * 2, [[1.0, 1.0]] * 3


def of_variable(tf, function, value=SIX):
    """The gradient of function(v) by the variable v."""
    v = tf.Variable(value)
    with tf.GradientTape() as t:
        y = function(v)
    return t.gradient(y, v)


def of_tensor(tf, function, value):
    x = tf.constant(value)
    with tf.GradientTape() as t:
        t.watch(x)
        y = function(x)
    return t.gradient(y, x)


@fact(rows(ONES3, [2, 0, 2], [3, 2]))
def test_I01_gather_from_a_variable(tf):
    return of_variable(tf, lambda v: tf.gather(v, [2, 0, 2]))


@fact(rows(ONES2, [2, 0], [3, 2], int64=True))
def test_I02_indices_keep_their_dtype_and_lose_their_shape(tf):
    return of_variable(tf, lambda v: tf.gather(v, tf.constant([[2, 0]], tf.int64)))


@fact(rows(ONES3, [2, 0, 2], [3, 2]))
def test_I03_gather_from_a_tensor(tf):
    return of_tensor(tf, lambda x: tf.gather(x, [2, 0, 2]), SIX)


@fact([f32([[0.0, 1.0], [0.0, 1.0]]), f32([[0.0, 1.0], [0.0, 1.0]]), f32([[0.0, 1.0], [1.0, 0.0]])])
def test_I04_along_another_axis_or_in_batches_the_gradient_is_dense(tf):
    value = [[1.0, 2.0], [3.0, 4.0]]
    return [
        of_tensor(tf, lambda x: tf.gather(x, [1], axis=1), value),
        of_variable(tf, lambda v: tf.gather(v, [1], axis=1), value),
        of_tensor(tf, lambda x: tf.gather(x, [[1], [0]], batch_dims=1), value),
    ]


@fact(f32([[11.0, 11.0], [10.0, 10.0], [12.0, 12.0]]))
def test_I05_slices_beside_a_dense_gradient_become_dense(tf):
    return of_variable(tf, lambda v: tf.reduce_sum(tf.gather(v, [2, 0, 2])) + tf.reduce_sum(v * 10.0))


THREE = [[1.0], [2.0], [3.0]]


@fact(rows([[10.0], [10.0], [100.0], [100.0]], [0, 1, 1, 2], [3, 1]))
def test_I06_slices_beside_slices_are_concatenated(tf):
    def f(v):
        return tf.reduce_sum(tf.gather(v, [0, 1]) * 10.0) + tf.reduce_sum(tf.gather(v, [1, 2]) * 100.0)

    return of_variable(tf, f, THREE)


@fact(rows([[1000.0], [10.0], [100.0]], [2, 0, 1], [3, 1]))
def test_I07_in_the_order_in_which_they_arrive(tf):
    def f(v):
        a, b, c = (tf.reduce_sum(tf.gather(v, [i]) * 10.0 ** (i + 1)) for i in range(3))
        return a + b + c

    return of_variable(tf, f, THREE)


@fact(rows([[1.0], [1.0]], [0, 1], [3, 1], int64=True))
def test_I08_indices_of_two_dtypes_become_int64(tf):
    def f(v):
        return tf.reduce_sum(tf.gather(v, [0])) + tf.reduce_sum(tf.gather(v, tf.constant([1], tf.int64)))

    return of_variable(tf, f, THREE)


@fact([f32([[0.0, 0.0], [0.0, 0.0], [2.0, 2.0]]), rows(ONES2, [2, 2], [3, 2])])
def test_I09_a_product_makes_them_dense(tf):
    v = tf.Variable(SIX)
    with tf.GradientTape() as t:
        m = v * 1.0
        y = tf.gather(m, [2, 2])
    return t.gradient(y, [v, m])


@fact(rows(ONES2, [2, 2], [3, 2]))
def test_I10_identity_passes_them_on(tf):
    return of_variable(tf, lambda v: tf.gather(tf.identity(v), [2, 2]))


@fact(rows(ONES2, [2, 2], [3, 2]))
def test_I11_so_does_reading_a_variable(tf):
    return of_variable(tf, lambda v: tf.gather(v.read_value(), [2, 2]))


@fact(
    {
        "reshape": f32([[2.0, 0.0], [0.0, 0.0]]),
        "transpose": f32([[2.0, 0.0], [2.0, 0.0]]),
        "sin": f32([[1.080605, -0.832294], [0.0, 0.0]]),
        "relu": f32([[2.0, 2.0], [0.0, 0.0]]),
        "matmul": f32([[8.0, 16.0], [4.0, 4.0]]),
        "add": rows(ONES2, [0, 0], [2, 2]),
        "negative": rows([[-1.0, -1.0]] * 2, [0, 0], [2, 2]),
        "cast": rows(ONES2, [0, 0], [2, 2]),
        "concat": rows(ONES2, [0, 0], [2, 2]),
        "gather": rows([[2.0, 2.0], [0.0, 0.0]], [1, 0], [2, 2]),
    }
)
def test_I12_what_passes_them_on_and_what_makes_them_dense(tf):
    functions = {
        "reshape": lambda x: tf.reshape(x, [4, 1]),
        "transpose": tf.transpose,
        "sin": tf.sin,
        "relu": tf.nn.relu,
        "matmul": lambda x: tf.matmul(x, x),
        "add": lambda x: x + 1.0,
        "negative": lambda x: -x,
        "cast": lambda x: tf.cast(x, tf.float64),
        "concat": lambda x: tf.concat([x, x], 0),
        "gather": lambda x: tf.gather(x, [1, 0]),
    }
    value = [[1.0, 2.0], [3.0, 4.0]]
    return {
        name: of_tensor(tf, lambda x, f=f: tf.gather(f(x), [0, 0]), value) for name, f in functions.items()
    }


@fact((f32([[3.0], [0.0], [4.0]]), NO_TYPE, f32(7.0), NO_ATTRIBUTE))
def test_I13_the_dense_form_sums_equal_indices(tf):
    s = tf.IndexedSlices(tf.constant([[1.0], [2.0], [4.0]]), tf.constant([0, 0, 2]), tf.constant([3, 1]))
    return tf.convert_to_tensor(s), attempt(lambda: s + 0.0), tf.reduce_sum(s), attempt(lambda: s.numpy())


@fact(Raised("ValueError"))
def test_I14_without_a_dense_shape_there_is_none(tf):
    return attempt(tf.convert_to_tensor, tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0])))


@fact([MISMATCH] * 3)
def test_I15_indices_out_of_range_raise_negative_ones_too(tf):
    v, x = tf.Variable(SIX), tf.constant([1.0, 2.0])
    return [attempt(tf.gather, v, [5]), attempt(tf.gather, v, [-1]), attempt(tf.gather, x, [-1])]


@fact((rows([[1.0, 1.0]], [1], [3, 2]), rows(ONES2, [1, 1], [3, 2])))
def test_I16_a_single_index_gives_one_row_and_an_embedding_one_for_each(tf):
    return (
        of_variable(tf, lambda v: tf.gather(v, 1)),
        of_variable(tf, lambda v: tf.nn.embedding_lookup(v, [1, 1])),
    )


@fact(
    [
        rows(ONES2, [2, 2], [3, 2]),
        f32([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]),
        rows(ONES2, [1, 1], [2, 2]),
        f32([[0.0, 1.0], [0.0, 0.0]]),
    ]
)
def test_I17_one_coordinate_gives_slices_and_several_a_dense_gradient(tf):
    value = [[1.0, 2.0], [3.0, 4.0]]
    return [
        of_variable(tf, lambda v: tf.gather_nd(v, [[2], [2]])),
        of_variable(tf, lambda v: tf.gather_nd(v, [[0, 1]])),
        of_tensor(tf, lambda x: tf.gather_nd(x, [[1], [1]]), value),
        of_tensor(tf, lambda x: tf.gather_nd(x, [[0, 1]]), value),
    ]


@fact(
    [
        f32([[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]),
        f32([[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]),
        f32([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]),
        f32([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]),
        f32([[0.0, 0.0], [1.0, 1.0], [0.0, 0.0]]),
    ]
)
def test_I18_parts_of_a_variable_are_dense(tf):
    parts = (
        lambda v: v[1:2],
        lambda v: tf.slice(v, [0, 0], [1, 1]),
        lambda v: tf.boolean_mask(v, [True, False, True]),
        lambda v: tf.unstack(v)[0],
        lambda v: tf.split(v, 3)[1],
    )
    return [of_variable(tf, part) for part in parts]


@fact((None, Slices(f32([], (0, 2)), i32([]), [3, 2])))
def test_I19_behind_stop_gradient_and_of_no_indices(tf):
    nothing = tf.zeros([0], tf.int32)
    return (
        of_variable(tf, lambda v: tf.stop_gradient(tf.gather(v, [0]))),
        of_variable(tf, lambda v: tf.gather(v, nothing)),
    )


@fact(rows([[1.0], [10.0]], [0, 1], [2, 1]))
def test_I20_two_gathers_from_one_tensor(tf):
    return of_tensor(tf, lambda x: tf.gather(x, [0]) + 10.0 * tf.gather(x, [1]), [[1.0], [2.0]])


@fact(rows([[2.0, 2.0], [0.0, 0.0]], [2, 1], [3, 2]))
def test_I21_a_gather_from_a_gather(tf):
    return of_variable(tf, lambda v: tf.gather(tf.gather(v, [2, 1]), [0, 0]))


@fact((rows([[3.0], [3.0]], [0, 0], [2, 1]), [rows([[6.0], [6.0]], [0, 0], [2, 1])] * 2, NO_ATTRIBUTE))
def test_I22_second_order_through_slices(tf):
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape(persistent=True) as outer:
        with tf.GradientTape() as inner:
            e = tf.gather(v, [0, 0])
            y = tf.reduce_sum(e * e * e)
        g = inner.gradient(y, v)
        by_values, by_dense = tf.reduce_sum(g.values), tf.reduce_sum(tf.convert_to_tensor(g))
    return g, [outer.gradient(s, v) for s in (by_values, by_dense)], attempt(outer.gradient, g, v)


@fact(f32([[[[0.0], [1.0]]], [[[0.0], [1.0]]], [[[1.0], [0.0]]]]))
def test_I23_jacobian_makes_them_dense(tf):
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as t:
        y = tf.gather(v, [1, 1, 0])
    return t.jacobian(y, v)


@fact((f32(5.0), Slices(f32([[0.6], [0.8]]), i32([0, 0]), [2, 1]), None, f32(5.0)))
def test_I24_a_global_norm_takes_rows_of_equal_index_for_different_ones(tf):
    s = tf.IndexedSlices(tf.constant([[3.0], [4.0]]), tf.constant([0, 0]), tf.constant([2, 1]))
    (clipped, nothing), norm = tf.clip_by_global_norm([s, None], 1.0)
    return tf.linalg.global_norm([s]), clipped, nothing, norm
