"""W, T, S, U, I, J: ragged and sparse tensors and slices as what is watched, target and source."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, grad, squared

UNFIT = Raised("ValueError")


def rows(tf):
    return tf.ragged.constant([[1.0, 2.0], [3.0]])


def listed(ragged):
    return ragged if isinstance(ragged, Raised | None) else ragged.to_list()


@fact([[2.0, 4.0], [6.0]])
def test_W38_the_gradient_by_a_ragged_tensor_is_ragged(tf):
    return listed(grad(tf, lambda x: x * x, rows(tf)))


@fact((UNFIT, f32([1.0, 1.0])))
def test_W39_a_sparse_tensor_can_be_watched_and_its_values_are_a_source(tf):
    x = tf.SparseTensor([[0, 0], [1, 1]], [1.0, 2.0], [2, 2])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.sparse.reduce_sum(x)
    return attempt(tape.gradient, y, x), tape.gradient(y, x.values)


@fact(f32([2.0, 4.0, 6.0]))
def test_T18_a_ragged_target_stands_for_its_values(tf):
    x = rows(tf)
    with tf.GradientTape() as tape:
        tape.watch(x.values)
        y = x * x
    return tape.gradient(y, x.values)


@fact(UNFIT)
def test_T19_a_sparse_target(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        s = tf.SparseTensor([[0], [1]], x * x, [2])
    return attempt(tape.gradient, s, x)


@fact(([[2.0, 4.0], [6.0]], None, UNFIT, [[[0.0]]]))
def test_S19_zeros_of_a_ragged_source_are_nested_twice(tf):
    x, other = rows(tf), tf.ragged.constant([[1.0]])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    return (
        listed(tape.gradient(y, x)),
        tape.gradient(y, other),
        attempt(tape.gradient, y, tf.SparseTensor([[0]], [1.0], [1])),
        listed(tape.gradient(y, other, unconnected_gradients="zero")),
    )


@fact((UNFIT, Raised("RuntimeError"), Raised("AttributeError")))
def test_U10_zeros_of_a_ragged_source_may_not_even_fit(tf):
    _, y, _, tape = squared(tf, persistent=False)
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    first = attempt(tape.gradient, y, ragged, unconnected_gradients="zero")
    spent = attempt(tape.gradient, y, ragged)
    _, y, _, tape = squared(tf)
    slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
    return first, spent, attempt(tape.gradient, y, slices, unconnected_gradients="zero")


@fact((f32([[1.0], [2.0]]), [1, 0], [3, 1]))
def test_I25_a_lookup_by_a_sparse_tensor_names_each_row_once(tf):
    v = tf.Variable([[1.0], [2.0], [3.0]])
    ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 0, 0], tf.int64), [2, 2])
    with tf.GradientTape() as tape:
        y = tf.nn.embedding_lookup_sparse(v, ids, None, combiner="sum")
    g = tape.gradient(y, v)
    return g.values, g.indices.numpy().tolist(), g.dense_shape.numpy().tolist()


@fact(UNFIT)
def test_J28_a_ragged_source_of_a_jacobian(tf):
    r = rows(tf)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(r)
        y = r.values * r.values
    return attempt(tape.jacobian, y, r)
