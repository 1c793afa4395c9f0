"""Variables: what they hold, how they look, and how they are written to."""

import copy

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def values(variable):
    return np.asarray(variable.numpy()).tolist()


def test_what_a_variable_may_be_made_of(tf):
    x, v = tf.constant([1.0, 2.0]), tf.Variable(3.0)
    made = [x, v, 3, True, [x[0], 5.0], np.float64(2.0), lambda: 4.0, 2**40]
    assert [tf.Variable(value).dtype.name for value in made] == [
        "float32",
        "float32",
        "int32",
        "bool",
        "float32",
        "float64",
        "float32",
        "int64",
    ]
    assert values(tf.Variable([1, 2], dtype="float64")) == [1.0, 2.0]


def test_what_it_may_not_be_made_of(tf):
    attempts = {
        "nothing": lambda: tf.Variable(),
        "None": lambda: tf.Variable(None),
        "floats as ints": lambda: tf.Variable([1.5], dtype=tf.int32),
        "a tensor of another dtype": lambda: tf.Variable(tf.constant(1.0), dtype=tf.float64),
        "another shape": lambda: tf.Variable([1.0, 2.0], shape=[3]),
        "no rectangle": lambda: tf.Variable([[1.0], 2.0]),
    }
    assert {name: attempt(make) for name, make in attempts.items()} == {
        "nothing": Raised("ValueError"),
        "None": Raised("ValueError"),
        "floats as ints": Raised("TypeError"),
        "a tensor of another dtype": Raised("ValueError"),
        "another shape": Raised("ValueError"),
        "no rectangle": Raised("ValueError"),
    }


def test_how_a_variable_looks(tf):
    matrix = "<tf.Variable 'w:0' shape=(2, 1) dtype=int32, numpy=\narray([[1],\n       [2]], dtype=int32)>"
    assert repr(tf.Variable(1.5)) == "<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=1.5>"
    assert repr(tf.Variable([[1], [2]], name="w")) == matrix
    assert (tf.Variable(1.0).name, tf.Variable(1.0, name="a/b").name) == ("Variable:0", "a/b:0")


def test_whether_it_is_trainable_is_fixed(tf):
    v = tf.Variable(1.0, trainable=False)
    assert (tf.Variable(1.0).trainable, tf.Variable(1.0, trainable=None).trainable, v.trainable) == (
        True,
        True,
        False,
    )
    with pytest.raises(AttributeError):
        v.trainable = True


def test_what_python_may_ask(tf):
    v, scalar = tf.Variable([1.0, 2.0]), tf.Variable(3.7)
    assert (bool(scalar), float(scalar), int(scalar)) == (True, float(np.float32(3.7)), 3)
    assert [float(x) for x in v] == [1.0, 2.0]
    assert np.asarray(v).tolist() == [1.0, 2.0]
    assert (v.shape.as_list(), v.get_shape().as_list(), tf.is_tensor(v)) == ([2], [2], True)
    assert attempt(iter, scalar) == Raised("TypeError")
    assert attempt(bool, v) == Raised("ValueError")
    assert attempt(hash, v) == Raised("TypeError")


def test_iterating_reads_once(tf):
    v = tf.Variable([1.0, 2.0])
    items = iter(v)
    v.assign([5.0, 6.0])
    assert [float(x) for x in items] == [1.0, 2.0]


def test_the_result_of_an_assignment(tf):
    v = tf.Variable([1.0, 2.0], name="w")
    r = v.assign([3.0, 4.0])
    assert (r.name, isinstance(r, tf.Variable), r.handle is v.handle) == ("UnreadVariable", True, True)
    again = r.assign_add([1.0, 1.0])
    assert (type(again) is type(r), values(v), values(r)) == (True, [4.0, 5.0], [4.0, 5.0])
    assert repr(r) == repr(v).replace("w:0", "UnreadVariable")


def test_reading_the_result_of_an_earlier_assignment_makes_no_tape_watch(tf):
    v = tf.Variable([1.0, 2.0])
    r = v.assign([3.0, 4.0])
    with tf.GradientTape(persistent=True) as tape:
        y = r * r
        assert tape.watched_variables() == ()
        z = r.assign([5.0, 6.0]) * 2.0
        (listed,) = tape.watched_variables()
    assert listed is r
    assert tape.gradient(y, v) is None
    assert tape.gradient(z, v).numpy().tolist() == [2.0, 2.0]


def test_assignments_convert_what_python_values_allow(tf):
    v, whole, flag = tf.Variable(1.0), tf.Variable(3), tf.Variable(True)
    assert values(v.assign_add(2)) == 3.0
    assert values(v.assign_sub(np.float64(0.5))) == 2.5
    assert values(whole.assign_add(True)) == 4
    assert values(whole.assign_add(np.float64(2.7))) == 6
    assert attempt(whole.assign_add, 1.5) == Raised("TypeError")
    assert values(flag.assign(False)) is False
    assert attempt(flag.assign, 1) == Raised("TypeError")
    assert attempt(flag.assign_add, True) == Raised("InvalidArgumentError")


def test_a_list_with_tensors_can_be_assigned(tf):
    v = tf.Variable([1.0, 2.0])
    assert values(v.assign([tf.constant(3.0), 4.0])) == [3.0, 4.0]


def slices(tf, rows, at):
    return tf.IndexedSlices(tf.constant(rows), tf.constant(at))


@pytest.mark.parametrize(
    ("method", "expected"),
    [("scatter_update", [1.0, 30.0]), ("scatter_add", [1.0, 52.0]), ("scatter_sub", [1.0, -48.0])],
)
def test_scattering_rows(tf, method, expected):
    v = tf.Variable([1.0, 2.0])
    r = getattr(v, method)(slices(tf, [20.0, 30.0], [1, 1]))
    assert values(v) == values(r) == expected


def test_a_single_number_may_be_scattered_to_many_rows(tf):
    v = tf.Variable([[1.0], [2.0], [3.0]])
    v.scatter_add(slices(tf, 10.0, [0, 2]))
    assert values(v) == [[11.0], [2.0], [13.0]]


def test_what_cannot_be_scattered(tf):
    v = tf.Variable([1.0, 2.0])
    assert attempt(v.scatter_update, [7.0]) == Raised("TypeError")
    assert attempt(v.scatter_add, slices(tf, [7], [1])) == Raised("ValueError")
    for rows, at in [([7.0], [5]), ([7.0], [-1]), ([[7.0]], [1]), ([7.0, 8.0], [1])]:
        assert attempt(v.scatter_add, slices(tf, rows, at)) == Raised("InvalidArgumentError")
    assert values(v) == [1.0, 2.0]


def test_a_sparse_read_is_a_gather(tf):
    v = tf.Variable([[1.0], [2.0]])
    assert v.sparse_read([1, 1]).numpy().tolist() == [[2.0], [2.0]]
    assert v.sparse_read(0).numpy().tolist() == [1.0]
    assert attempt(v.sparse_read, [3]) == Raised("InvalidArgumentError")
    assert attempt(tf.Variable(1.0).sparse_read, [0]) == Raised("InvalidArgumentError")


def test_copies(tf):
    v = tf.Variable([1.0], name="w", trainable=False)
    other = copy.deepcopy(v)
    v.assign([2.0])
    assert copy.copy(v) is v
    assert (values(other), other.name, other.trainable) == ([1.0], "w:0", False)


def test_a_variable_of_open_shape(tf):
    v = tf.Variable([[1.0, 2.0]], shape=[None, 2])
    v.assign([[1.0, 2.0], [3.0, 4.0]])
    assert (v.shape.as_list(), str(v.shape), v.shape.rank) == ([None, 2], "(None, 2)", 2)
    assert attempt(v.assign, [[1.0], [2.0]]) == Raised("ValueError")
    assert v.assign_add([[1.0, 1.0], [1.0, 1.0]]).numpy().tolist() == [[2.0, 3.0], [4.0, 5.0]]
    assert attempt(v.assign_add, [[1.0, 1.0]]) == Raised("InvalidArgumentError")


def test_a_variable_of_unknown_shape(tf):
    v = tf.Variable(1.0, shape=tf.TensorShape(None))
    v.assign([1.0, 2.0])
    assert (values(v), v.shape.rank, str(v.shape)) == ([1.0, 2.0], None, "<unknown>")
    assert repr(v.shape) == "TensorShape(None)"
    assert attempt(v.shape.as_list) == Raised("ValueError")


def test_sums_treat_subnormal_numbers_as_zero(tf):
    v = tf.Variable(1.5e-38)
    v.assign_sub(1e-38)
    assert v.numpy() == np.float32(1.5e-38)
    v.assign(1e-40)
    assert v.numpy() == np.float32(1e-40)


def test_augmented_assignments_raise(tf):
    v = tf.Variable(1.0)
    for operator in ("+=", "-=", "*=", "/=", "**="):
        with pytest.raises(RuntimeError):
            exec(f"v {operator} 2.0", {}, {"v": v})


def test_counting_gives_the_value_before_and_stops_at_the_limit(tf):
    v = tf.Variable(-1)
    with tf.GradientTape() as tape:
        seen = [v.count_up_to(1).numpy(), v.count_up_to(1.5).numpy()]
    assert (seen, v.numpy(), tape.watched_variables()) == ([-1, 0], 1, ())
    assert attempt(v.count_up_to, 1) == Raised("OutOfRangeError")
    assert v.numpy() == 1
    assert attempt(v.count_up_to, 2**40) == Raised("InvalidArgumentError")
    for limit in ("9", None, [9]):
        assert attempt(v.count_up_to, limit) == Raised("TypeError")
    for value in ([0], 0.5, np.int8(0)):
        assert attempt(tf.Variable(value).count_up_to, 9) == Raised("InvalidArgumentError")
    assert tf.Variable(np.int64(2)).count_up_to(2**40).dtype == tf.int64


def test_tensors_and_variables_are_on_one_device(tf):
    v = tf.Variable(1.0)
    devices = {x.device for x in (v, v.assign(2.0), tf.constant(1))}
    assert devices == {"/job:localhost/replica:0/task:0/device:CPU:0"}
