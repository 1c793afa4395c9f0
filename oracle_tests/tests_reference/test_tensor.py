"""Tensors: what they are made of, how they look, and what Python can ask them."""

import copy
import pickle
import warnings

import numpy as np
import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load

BIG = np.float64(1e40)


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def seen(result):
    """dtype, shape and values, or the name of the error."""
    if isinstance(result, Raised):
        return result.error
    array = np.asarray(result.numpy())
    return array.dtype.name, array.shape, array.tolist()


MADE = {
    # Python values and lists of them
    "1.5": (1.5, None, ("float32", (), 1.5)),
    "1": (1, None, ("int32", (), 1)),
    "True": (True, None, ("bool", (), True)),
    "[]": ([], None, ("float32", (0,), [])),
    "[[]]": ([[]], None, ("float32", (1, 0), [[]])),
    "[1, 2.5]": ([1, 2.5], None, ("float32", (2,), [1.0, 2.5])),
    "[1, True]": ([1, True], None, ("int32", (2,), [1, 1])),
    "[1.0, True]": ([1.0, True], None, ("float32", (2,), [1.0, 1.0])),
    "[True, 1]": ([True, 1], None, "ValueError"),
    "[True, 1] as int32": ([True, 1], "int32", ("int32", (2,), [1, 1])),
    "range(3)": (range(3), None, ("int32", (3,), [0, 1, 2])),
    "int64 where needed": ([2**40, 1], None, ("int64", (2,), [2**40, 1])),
    "beyond int64": (2**63, None, "ValueError"),
    "wraps in int32": (2**31, "int32", ("int32", (), -(2**31))),
    "wraps in a list": ([2**31, 1], "int32", ("int32", (2,), [-(2**31), 1])),
    "large int as float": (2**64, "float32", ("float32", (), 2.0**64)),
    "beyond float32": (1e40, None, "ValueError"),
    "beyond float32 in a list": ([1.0, 1e40], None, "ValueError"),
    "inf where float32 is asked for": (1e40, "float32", ("float32", (), np.inf)),
    "beyond float32 as float64": (1e40, "float64", ("float64", (), 1e40)),
    "inf": (np.inf, None, ("float32", (), np.inf)),
    # what has no place in a dtype, and what is no value
    "1.5 as int32": (1.5, "int32", "TypeError"),
    "1.0 as int32": (1.0, "int32", "TypeError"),
    "1 as bool": (1, "bool", "TypeError"),
    "True as float32": (True, "float32", ("float32", (), 1.0)),
    "[1.5] as int32": ([1.5], "int32", "TypeError"),
    "1j as float32": (1j, "float32", "TypeError"),
    "None": (None, None, "ValueError"),
    "[None]": ([None], "float32", "ValueError"),
    "[1.0, None]": ([1.0, None], None, "ValueError"),
    "a dict": ({"a": 1}, None, "ValueError"),
    "a set": ({1}, None, "ValueError"),
    "[[1, 2], [3]]": ([[1, 2], [3]], None, "ValueError"),
    "[[1, 2], 3]": ([[1, 2], 3], None, "ValueError"),
    "[1, [2]]": ([1, [2]], None, "ValueError"),
    # NumPy's
    "float64 array": (np.array([1.5]), None, ("float64", (1,), [1.5])),
    "float64 scalar": (np.float64(1.5), None, ("float64", (), 1.5)),
    "float64 array as int32": (np.array([1.5]), "int32", ("int32", (1,), [1])),
    "float32 scalar as int32": (np.float32(1.5), "int32", ("int32", (), 1)),
    "int array as bool": (np.array([1, 0]), "bool", ("bool", (2,), [True, False])),
    "large float64 as float32": (BIG, "float32", ("float32", (), np.inf)),
    "array of objects": (np.array([None]), None, "ValueError"),
    "[float64, float32]": ([np.float64(2), np.float32(1)], None, ("float64", (2,), [2.0, 1.0])),
    "[float32, float64]": ([np.float32(1), np.float64(2)], None, ("float32", (2,), [1.0, 2.0])),
    "[1.0, float64]": ([1.0, np.float64(2)], None, ("float32", (2,), [1.0, 2.0])),
    "[int64]": ([np.int64(3), 2], None, ("int32", (2,), [3, 2])),
    "[int64 array]": ([np.array([1, 2])], None, ("int32", (1, 2), [[1, 2]])),
    "[float64 array, list]": (
        [np.array([1.0, 2.0]), [3, 4]],
        None,
        ("float64", (2, 2), [[1.0, 2.0], [3.0, 4.0]]),
    ),
    "[float32] as int32": ([np.float32(1.5)], "int32", "TypeError"),
}


@pytest.mark.parametrize(("value", "dtype", "expected"), MADE.values(), ids=MADE)
def test_what_becomes_of_a_value(tf, value, dtype, expected):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of NumPy, from within TensorFlow
        assert seen(attempt(tf.constant, value, dtype)) == expected
        assert seen(attempt(tf.convert_to_tensor, value, dtype)) == expected


STACKED = {
    "[x, 2.0]": (lambda x, y, i, v: [x, 2.0], None, ("float32", (2,), [3.0, 2.0])),
    "[2, x]": (lambda x, y, i, v: [2, x], None, ("float32", (2,), [2.0, 3.0])),
    "(x, v)": (lambda x, y, i, v: (x, v), None, ("float32", (2,), [3.0, 5.0])),
    "[x, y]": (lambda x, y, i, v: [x, y], None, "InvalidArgumentError"),
    "[x, y, 1.0]": (lambda x, y, i, v: [x, y, 1.0], None, "TypeError"),
    "[i, 1.5]": (lambda x, y, i, v: [i, 1.5], None, "TypeError"),
    "[i, float64]": (lambda x, y, i, v: [i, np.float64(2.7)], None, ("int32", (2,), [2, 2])),
    "[x, i] as float64": (lambda x, y, i, v: [x, i], "float64", ("float64", (2,), [3.0, 2.0])),
    "[x, 1.5] as int32": (lambda x, y, i, v: [x, 1.5], "int32", "TypeError"),
    "[v, 1.5] as float64": (lambda x, y, i, v: [v, 1.5], "float64", ("float64", (2,), [5.0, 1.5])),
    "[x, None]": (lambda x, y, i, v: [x, None], None, "ValueError"),
    "[x, [1.0]]": (lambda x, y, i, v: [x, [1.0]], None, "InvalidArgumentError"),
    "[x, []]": (lambda x, y, i, v: [x, []], None, "InvalidArgumentError"),
    "nested": (
        lambda x, y, i, v: [[x, 1.0], [2.0, 4.0]],
        None,
        ("float32", (2, 2), [[3.0, 1.0], [2.0, 4.0]]),
    ),
}


@pytest.mark.parametrize(("make", "dtype", "expected"), STACKED.values(), ids=STACKED)
def test_a_list_with_tensors_is_stacked(tf, make, dtype, expected):
    x, y, i, v = tf.constant(3.0), tf.constant(4.0, "float64"), tf.constant(2), tf.Variable(5.0)
    assert seen(attempt(tf.convert_to_tensor, make(x, y, i, v), dtype)) == expected


def test_a_stacked_list_stays_connected(tf):
    x, v = tf.constant(3.0), tf.Variable(5.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.convert_to_tensor([x, 2.0, x, v])
        z = tf.convert_to_tensor([x, 2], "float64")
    assert [float(g) for g in tape.gradient(y, [x, v])] == [2.0, 1.0]
    assert float(tape.gradient(z, x)) == 1.0


def test_constant_takes_no_list_with_tensors(tf):
    x, v = tf.constant([3.0]), tf.Variable(5.0)
    assert [attempt(tf.constant, [item]) for item in (x, v)] == [Raised("ValueError")] * 2


def test_constant_of_a_variable_is_unconnected_although_the_variable_is_watched(tf):
    v = tf.Variable(5.0)
    with tf.GradientTape() as tape:
        y = tf.constant(v, "float64") * 2.0
        assert len(tape.watched_variables()) == 1
    assert float(y) == 10.0
    assert tape.gradient(y, v) is None


def test_dtypes_are_binding_and_hints_are_not(tf):
    x, v = tf.constant(3.0), tf.Variable(3.0)
    assert attempt(tf.convert_to_tensor, x, "int32") == Raised("ValueError")
    assert attempt(tf.convert_to_tensor, v, tf.float64) == Raised("ValueError")
    assert attempt(tf.constant, x, tf.float64) == Raised("TypeError")
    assert seen(tf.convert_to_tensor(3, dtype_hint=tf.float64)) == ("float64", (), 3.0)
    assert seen(tf.convert_to_tensor(3.5, dtype_hint=tf.int32)) == ("float32", (), 3.5)
    assert tf.convert_to_tensor(x, dtype_hint=tf.float64) is x


def test_constant_reshapes_or_repeats(tf):
    x = tf.constant([1.0, 2.0])
    assert seen(tf.constant(1, shape=[2, 2])) == ("int32", (2, 2), [[1, 1], [1, 1]])
    assert seen(tf.constant([1, 2, 3, 4], shape=(2, 2))) == ("int32", (2, 2), [[1, 2], [3, 4]])
    assert seen(tf.constant([[1]], shape=[])) == ("int32", (), 1)
    assert seen(tf.constant(x, shape=[2, 1])) == ("float32", (2, 1), [[1.0], [2.0]])
    assert tf.constant(x, shape=2) is x
    assert attempt(tf.constant, [1, 2], shape=[2, 2]) == Raised("TypeError")
    assert attempt(tf.constant, [], shape=[2]) == Raised("TypeError")
    assert attempt(tf.constant, [1.0], shape=[-1]) == Raised("ValueError")


def test_a_reshaped_constant_of_a_tensor_is_unconnected(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.constant(x, shape=[2, 1])
    assert tape.gradient(y, x) is None


SHOWN = {
    "scalar": (3.0, "tf.Tensor(3.0, shape=(), dtype=float32)",
               "<tf.Tensor: shape=(), dtype=float32, numpy=3.0>"),
    "bool": (True, "tf.Tensor(True, shape=(), dtype=bool)", "<tf.Tensor: shape=(), dtype=bool, numpy=True>"),
    "rounded": (0.1, "tf.Tensor(0.1, shape=(), dtype=float32)",
                "<tf.Tensor: shape=(), dtype=float32, numpy=0.10000000149011612>"),
    "vector": ([1.0, -2.5], "tf.Tensor([ 1.  -2.5], shape=(2,), dtype=float32)",
               "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([ 1. , -2.5], dtype=float32)>"),
    "ints": ([1, 2], "tf.Tensor([1 2], shape=(2,), dtype=int32)",
             "<tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>"),
    "matrix": ([[1.0, 2.0], [3.0, 4e10]],
               "tf.Tensor(\n[[1.e+00 2.e+00]\n [3.e+00 4.e+10]], shape=(2, 2), dtype=float32)",
               "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[1.e+00, 2.e+00],\n"
               "       [3.e+00, 4.e+10]], dtype=float32)>"),
    "empty": ([], "tf.Tensor([], shape=(0,), dtype=float32)",
              "<tf.Tensor: shape=(0,), dtype=float32, numpy=array([], dtype=float32)>"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "text", "representation"), SHOWN.values(), ids=SHOWN)
def test_how_a_tensor_looks(tf, value, text, representation):
    x = tf.constant(value)
    assert str(x) == text
    assert repr(x) == representation


@pytest.mark.oracle
def test_many_values_look_the_same():
    reference, tensorflow = load("reference"), load("tensorflow")
    source = np.random.default_rng(1)
    for dtype in ("float32", "float64", "int32", "int64", "bool"):
        for shape in [(), (1,), (30,), (3, 4), (2, 3, 4), (0, 3), (40, 30)]:
            array = np.asarray(source.normal(size=shape) * 10 ** source.uniform(-9, 9)).astype(dtype)
            ours, theirs = reference.constant(array), tensorflow.constant(array)
            assert str(ours) == str(theirs)
            assert repr(ours) == repr(theirs)
            assert repr(reference.Variable(array)) == repr(tensorflow.Variable(array))


def test_what_python_may_ask(tf):
    scalar, whole, vector, single = (
        tf.constant(3.7),
        tf.constant(3),
        tf.constant([1.0, 2.0]),
        tf.constant([[2]]),
    )
    assert (bool(scalar), bool(tf.constant(0.0)), bool(single)) == (True, False, True)
    assert (float(scalar), int(scalar), complex(whole)) == (float(np.float32(3.7)), 3, 3 + 0j)
    assert (len(vector), [float(x) for x in vector], len(single)) == (2, [1.0, 2.0], 1)
    assert (range(9)[whole], f"{scalar:.1f}", f"{vector}") == (3, "3.7", "[1. 2.]")
    assert (vector.ndim, vector.shape.as_list(), vector.shape.rank, vector.get_shape() == [2]) == (
        1,
        [2],
        1,
        True,
    )
    assert (vector.dtype == "float32", vector.dtype is tf.float32, tf.is_tensor(vector)) == (True, True, True)


def test_what_python_may_not_ask(tf):
    scalar, vector = tf.constant(3.7), tf.constant([1.0, 2.0])
    with_errors = {
        "bool": lambda: bool(vector),
        "float": lambda: float(vector),
        "float of one": lambda: float(tf.constant([1.0])),
        "int": lambda: int(vector),
        "index": lambda: range(9)[vector],
        "index of a float": lambda: range(9)[scalar],
        "len": lambda: len(scalar),
        "iter": lambda: iter(scalar),
        "format": lambda: f"{vector:.1f}",
        "hash": lambda: hash(scalar),
    }
    assert {name: attempt(ask) for name, ask in with_errors.items()} == {
        "bool": Raised("ValueError"),
        "float": Raised("TypeError"),
        "float of one": Raised("TypeError"),
        "int": Raised("TypeError"),
        "index": Raised("TypeError"),
        "index of a float": Raised("AttributeError"),
        "len": Raised("TypeError"),
        "iter": Raised("TypeError"),
        "format": Raised("TypeError"),
        "hash": Raised("TypeError"),
    }


def test_an_empty_tensor_is_false(tf):
    assert not tf.zeros([0])


def test_references_stand_for_tensors_and_variables(tf):
    x, other, v = tf.constant(1.0), tf.constant(1.0), tf.Variable(1.0)
    assert x.ref() in {x.ref(), v.ref()}
    assert other.ref() not in {x.ref(), v.ref()}
    assert x.ref().deref() is x
    assert v.ref().deref() is v


def test_a_tensor_is_its_own_copy(tf):
    x = tf.constant([1.0])
    assert copy.copy(x) is x
    assert copy.deepcopy(x) is x
    assert seen(pickle.loads(pickle.dumps(x))) == ("float32", (1,), [1.0])


def test_numpy_gets_an_array_of_its_own(tf):
    x = tf.constant([1.0, 2.0])
    for array in (x.numpy(), np.array(x)):
        array[0] = 9.0
    assert seen(x) == ("float32", (2,), [1.0, 2.0])
    assert type(tf.constant(1.0).numpy()) is np.float32
    assert np.asarray(x, dtype=np.float64).dtype == np.float64
    assert isinstance(np.ones(2, np.float32) + x, tf.Tensor)
