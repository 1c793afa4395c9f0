"""W01 to W27: the constructor's arguments, and what a tape watches by itself."""

from oracle_tests.facts.fact import Raised, attempt, f32, fact, rows, squared

ONLY_ONCE = (f32(6.0), Raised("InternalError"))


@fact([(f32(6.0), f32(6.0)), ONLY_ONCE, ONLY_ONCE, (f32(6.0), Raised("RuntimeError"))])
def test_W01_persistent_counts_only_if_it_is_the_object_true(tf):
    def twice(flag):
        x, y, _, t = squared(tf, persistent=flag)
        return attempt(t.gradient, y, x), attempt(t.gradient, y, x)

    return [twice(flag) for flag in (True, 1, "yes", False)]


@fact([f32(6.0), None, None])
def test_W02_watch_accessed_variables_counts_only_if_it_is_the_object_true(tf):
    def of(flag):
        v = tf.Variable(3.0)
        with tf.GradientTape(watch_accessed_variables=flag) as t:
            y = v * v
        return t.gradient(y, v)

    return [of(True), of(1), of(False)]


@fact(Raised("TypeError"))
def test_W03_an_unknown_argument_of_the_constructor_raises(tf):
    return attempt(lambda: tf.GradientTape(foo=1))


def through(tf, read):
    """How many variables are watched once read(v) has run, and the gradient of 2 sum(read(v)) by v."""
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as t:
        y = read(v)
        count = len(t.watched_variables())
        z = tf.reduce_sum(y * 2.0)
    return count, t.gradient(z, v)


WHOLE = (1, f32([2.0, 2.0, 2.0]))


@fact(WHOLE)
def test_W10_read_value_watches(tf):
    return through(tf, lambda v: v.read_value())


@fact(WHOLE)
def test_W11_value_watches(tf):
    return through(tf, lambda v: v.value())


@fact(WHOLE)
def test_W12_arithmetic_watches(tf):
    return through(tf, lambda v: v * 1.0)


@fact((WHOLE, WHOLE))
def test_W13_conversion_and_identity_watch(tf):
    return through(tf, tf.convert_to_tensor), through(tf, tf.identity)


@fact((1, rows([2.0, 2.0, 2.0], [0, 0, 2], [3])))
def test_W14_sparse_read_watches_and_gives_slices(tf):
    return through(tf, lambda v: v.sparse_read([0, 0, 2]))


@fact((1, rows([2.0, 2.0, 2.0], [0, 0, 2], [3])))
def test_W15_gather_watches_and_gives_slices(tf):
    return through(tf, lambda v: tf.gather(v, [0, 0, 2]))


@fact(((1, rows([2.0, 2.0], [0, 2], [3])), (1, rows([2.0, 2.0], [0, 2], [3]))))
def test_W16_gather_nd_watches_and_gives_slices(tf):
    return through(tf, lambda v: v.gather_nd([[0], [2]])), through(tf, lambda v: tf.gather_nd(v, [[0], [2]]))


@fact(((1, f32([0.0, 2.0, 2.0])), (1, f32([2.0, 0.0, 0.0]))))
def test_W17_slicing_watches(tf):
    return through(tf, lambda v: v[1:]), through(tf, lambda v: v[0])


@fact((1, None))
def test_W18_numpy_watches_although_it_cuts_the_path(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as t:
        y = tf.constant(v.numpy()) * 2.0
        count = len(t.watched_variables())
    return count, t.gradient(y, v)


@fact(
    {
        "shape": 1,
        "size": 1,
        "rank": 1,
        "zeros": 1,
        "ones": 1,
        "repr": 1,
        "v.shape": 0,
        "v.dtype": 0,
        "v.handle": 0,
    }
)
def test_W19_what_counts_as_a_read(tf):
    reads = {
        "shape": tf.shape,
        "size": tf.size,
        "rank": tf.rank,
        "zeros": tf.zeros_like,
        "ones": tf.ones_like,
        "repr": repr,
        "v.shape": lambda v: v.shape,
        "v.dtype": lambda v: v.dtype,
        "v.handle": lambda v: v.handle,
    }
    seen = {}
    for name, read in reads.items():
        v = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as t:
            read(v)
            seen[name] = len(t.watched_variables())
    return seen


@fact([f32(12.0), f32(12.0), f32(9.0), f32(9.0)])
def test_W20_a_second_name_is_the_same_source(tf):
    v, x = tf.Variable(3.0), tf.constant(2.0)
    v1, x1 = v, x
    with tf.GradientTape() as t:
        t.watch(x)
        y = v1 * v1 * x1
    return t.gradient(y, [v, v1, x, x1])


@fact((None, 0))
def test_W21_a_variable_that_is_not_trainable_is_not_watched(tf):
    v = tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as t:
        y = v * v
    return t.gradient(y, v), len(t.watched_variables())


@fact((f32(6.0), 1))
def test_W22_unless_watch_says_so(tf):
    v = tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as t:
        t.watch(v)
        y = v * v
    return t.gradient(y, v), len(t.watched_variables())


@fact(([None, f32(3.0)], 1))
def test_W23_a_tape_that_watches_nothing_by_itself(tf):
    v, w = tf.Variable(3.0), tf.Variable(4.0)
    with tf.GradientTape(watch_accessed_variables=False) as t:
        t.watch(w)
        y = v * w
    return t.gradient(y, [v, w]), len(t.watched_variables())


@fact((True, 1, None))
def test_W24_an_int_variable_is_watched_without_a_gradient(tf):
    v = tf.Variable(3)
    with tf.GradientTape() as t:
        y = tf.cast(v * v, tf.float32)
    return v.trainable, len(t.watched_variables()), t.gradient(y, v)


@fact((None, 0))
def test_W25_a_value_read_before_the_tape_is_unrelated(tf):
    v = tf.Variable(3.0)
    value = v.read_value()
    with tf.GradientTape() as t:
        y = value * value
    return t.gradient(y, v), len(t.watched_variables())


@fact((f32(6.0), 1))
def test_W26_a_variable_may_be_made_inside_the_tape(tf):
    with tf.GradientTape() as t:
        v = tf.Variable(3.0)
        y = v * v
    return t.gradient(y, v), len(t.watched_variables())


@fact((None, f32(2.0)))
def test_W27_no_gradient_flows_through_an_initial_value(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        v = tf.Variable(x * x)
        y = v * 2.0
    return t.gradient(y, x), t.gradient(y, v)
