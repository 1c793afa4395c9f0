"""What scripts use beside operations: structures, shapes, assertions, initialisers, printing, settings."""

import operator
import sys
from collections import OrderedDict, defaultdict, namedtuple

import numpy as np
import pytest

from oracle_tests.facts.fact import attempt, difference, observed
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load

Pair = namedtuple("Pair", "a b")
NESTED = {"b": [1, (2, 3)], "a": None}
HALVES = [1.0, 2.0]


def slices(tf):
    return tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3]))


def calls_of_nest(tf):
    nest = tf.nest
    for other in (1, [1], (), {}, "a", Pair(1, 2), {1}, np.ones(1), tf.constant([1]), None):
        yield nest.is_nested, other
    for structure in (NESTED, 1, "abc", [], {3, 4}, Pair([1], {}), OrderedDict(b=1, a=2), {1: 2, "a": 3}):
        yield nest.flatten, structure
    for leaves in ([4, 5, 6, 7], (4, 5, 6, 7), [4, 5, 6], 4, [4] * 5):
        yield nest.pack_sequence_as, NESTED, leaves
    yield nest.pack_sequence_as, 1, [4]
    yield nest.pack_sequence_as, 1, [4, 5]
    for other in ([1, 2], [1], [1, 2, 3], (1, 2), Pair(1, 2), 3, [1, [2]], {"a": 1, "b": 2}, [(1,), 2]):
        yield nest.assert_same_structure, [1, 2], other
        yield nest.assert_same_structure, other, [1, 2]
        yield nest.assert_same_structure, Pair(1, 2), other, False
        yield nest.map_structure, lambda a, b: (a, b), [1, 2], other
    for other in ({"b": 2, "a": 1}, {"a": 1}, OrderedDict(b=2, a=1), defaultdict(int, a=1, b=2)):
        yield nest.assert_same_structure, {"a": 1, "b": 2}, other
    yield nest.map_structure, lambda a: -a, {"b": [1, 2], "a": (3,)}
    yield nest.map_structure, lambda a: -a
    yield nest.map_structure, 3, [1]


def calls_of_shapes(tf):
    shape, unknown = tf.TensorShape([2, None, 3]), tf.TensorShape(None)
    for dims in (5, [2, None], (), [-1], -1, ["a"], [2.0], [np.int64(3)], unknown):
        yield lambda dims: str(tf.TensorShape(dims)), dims
    for first in (shape, unknown, tf.TensorShape([])):
        yield lambda first: (first.rank, first.ndims, str(first), repr(first), bool(first)), first
        for method in ("as_list", "num_elements", "is_fully_defined", "assert_is_fully_defined"):
            yield getattr(first, method)
        for method in ("with_rank", "with_rank_at_least", "with_rank_at_most", "assert_has_rank"):
            for rank in (0, 2, 3, 4):
                yield lambda *named: repr(getattr(*named[:2])(named[2])), first, method, rank
        for other in ([2, 4, 3], [1], [None, None, 3], None):
            second = tf.TensorShape(other)
            for method in ("merge_with", "concatenate"):
                yield lambda *named: repr(getattr(*named[:2])(named[2])), first, method, second
            for method in ("is_compatible_with", "assert_is_compatible_with", "assert_same_rank"):
                yield getattr(first, method), second
            yield lambda a, b: repr(a + b), first, second
    yield lambda: repr(operator.add([1], tf.TensorShape([2])))


def calls_of_assertions(tf):
    d, x, n = tf.debugging, tf.constant([1.0, 2.0]), tf.constant([1, 2])
    others = (x, x + 1, x - 1, [1.0, 3.0], 1.0, n, [1.0, 2.0, 3.0], None, np.array([1.0, 2.0]), float("nan"))
    for name in ("equal", "none_equal", "less", "less_equal", "greater", "greater_equal", "near"):
        check = getattr(d, f"assert_{name}")
        for other in others:
            yield check, x, other
        yield check, tf.Variable([1.0, 2.0]), x
        yield check, [], [1.0]
        yield check, n, 1.0
    for name in ("positive", "negative", "non_negative", "non_positive"):
        for value in (x, -x, x - 1, x * 0, n, [], 3, float("nan"), "a", True):
            yield getattr(d, f"assert_{name}"), value
    one = tf.constant(1.0)
    for other, options in ((1.0 + 2.2e-6, {}), (1.0001, {}), (1.0001, {"rtol": 1e-3}), (2.0, {"atol": 1.0})):
        yield lambda other, options: d.assert_near(one, other, **options), other, options
    for dtype, other in ((tf.float64, 1.0 + 1e-15), (tf.float64, 1.0 + 1e-12), (tf.float16, 1.01)):
        yield d.assert_near, tf.constant(1.0, dtype), other
    yield d.assert_near, tf.constant(np.inf), np.inf
    for value, rank in ((x, 1), (x, 2), (x, 1.0), (3.0, 0), (x, [1]), (x, n[0]), (x, "a")):
        yield d.assert_rank, value, rank
        yield d.assert_rank_at_least, value, rank
    yield d.assert_rank_in, x, [1, 2]
    yield d.assert_rank_in, x, [0, 2]
    for value in (x, n, 1.0, [1], tf.Variable(1)):
        yield d.assert_integer, value
        yield d.assert_scalar, value
        yield d.assert_type, value, tf.float32
        yield d.is_numeric_tensor, value
    for condition in (True, False, tf.constant(True), tf.constant([True, False]), 0):
        yield tf.Assert, condition, [x]


def calls_of_initializers(tf):
    for dtype in ("float32", "int32", "bool", "complex64", "string"):
        for shape in ([2], (), 3, [0]):
            yield tf.zeros_initializer(), shape, dtype
            yield tf.ones_initializer(), shape, dtype
    for value in (3.0, 3, [1, 2], [5.0], "a", None, tf.constant(1.0), np.ones(2)):
        for dtype in (None, "float64", "int32"):
            yield lambda value, dtype: tf.constant_initializer(value)([2], dtype), value, dtype
    yield lambda: [tf.constant_initializer(3).get_config(), tf.zeros_initializer().get_config()]


def calls_of_settings(tf):
    yield tf.executing_eagerly
    yield tf.random.set_seed, "x"
    yield tf.random.set_seed, 3  # last, for it stays
    for value in (tf.constant([1]), tf.Variable(1), [1, 2], np.ones(1), slices(tf), None):
        yield lambda value: tf.get_static_value(value), value
    for kind in (None, "CPU", "GPU"):
        yield lambda kind: [device.name for device in tf.config.list_physical_devices(kind)], kind
        yield lambda kind: [device.device_type for device in tf.config.list_logical_devices(kind)], kind
    yield tf.config.functions_run_eagerly


FAMILIES = (calls_of_nest, calls_of_shapes, calls_of_assertions, calls_of_initializers, calls_of_settings)


def outcomes(family, subject):
    tf = load(subject)
    return [observed(lambda _, call=call: seen(call), tf) for call in family(tf)]


def seen(call):
    """What a call returns or raises; an array as its dtype, shape and items."""
    function, *arguments = call if isinstance(call, tuple) else (call,)
    result = attempt(function, *arguments)
    return [str(result.dtype), result.shape, result.tolist()] if isinstance(result, np.ndarray) else result


@pytest.mark.oracle
@pytest.mark.parametrize("family", FAMILIES)
def test_calls_return_and_raise_the_same(family):
    ours, theirs = outcomes(family, "reference"), outcomes(family, "tensorflow")
    shown = map(str, family(load("reference")))
    rows = zip(shown, ours, theirs, strict=True)
    parted = [(call, difference(a, b, units=2)) for call, a, b in rows if difference(a, b, units=2)]
    assert not parted, "\n".join(map(str, parted))


@pytest.mark.parametrize("family", FAMILIES)
def test_no_call_is_a_fault_of_the_reference(family):
    assert len(outcomes(family, "reference")) > 10


PRINTED = {
    "mixed": lambda tf: (
        tf.constant([1, 2]),
        "x",
        1,
        2.5,
        tf.Variable(1.5),
        [1, tf.constant([1])],
        None,
        True,
    ),
    "structures": lambda tf: ({"a": tf.constant([1]), "b": "x"}, (1, 2), (1,), [], ["x"]),
    "long": lambda tf: (tf.range(10),),
    "matrix": lambda tf: (tf.reshape(tf.range(12.0), (3, 4)),),
    "cube": lambda tf: (tf.reshape(tf.range(8.0), (2, 2, 2)),),
    "many rows": lambda tf: (tf.reshape(tf.range(100), (10, 10)),),
    "empty": lambda tf: tf.zeros([0]),
    "strings": lambda tf: (tf.constant("ab"), tf.constant(["a", "b"])),
    "odd": lambda tf: (tf.constant([np.nan, np.inf, -np.inf, -0.0, 1e-5, 1e20, 123456.789, 1 / 3]),),
    "float64": lambda tf: (tf.constant([1 / 3, 1e-10], tf.float64),),
    "float16": lambda tf: (tf.constant([1 / 3], tf.float16),),
    "complex": lambda tf: (tf.constant([1 + 2j]),),
    "bool": lambda tf: (tf.constant([True, False]), tf.constant(True)),
    "slices": lambda tf: (slices(tf),),
    "NumPy": lambda tf: (np.ones(2), np.float32(1 / 3)),
    "nothing": lambda tf: (),
}


def printed(tf, file, values, **options):
    tf.print(*values, output_stream=f"file://{file}", **options)
    return file.read_text("utf-8")


@pytest.mark.oracle
@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize(
    "options", [{}, {"summarize": 1}, {"summarize": -1}, {"sep": ", ", "end": "!"}], ids=str
)
def test_values_are_printed_the_same(name, options, tmp_path):
    ours, theirs = (
        printed(load(side), tmp_path / side, PRINTED[name](load(side)), **options)
        for side in ("reference", "tensorflow")
    )
    assert ours == theirs


@pytest.mark.parametrize("subject", SUBJECTS)
def test_printing_goes_where_it_is_told(subject, capfd, tmp_path):
    tf = load(subject)
    tf.print(tf.constant([1 / 3]))
    tf.print(1, 2, output_stream=sys.stdout)
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("1 2\n", "[0.333333343]\n")
    assert printed(tf, tmp_path / "file", ["a"]) == "a\n"
    with pytest.raises(ValueError, match="Unsupported output stream"):
        tf.print(1, output_stream=3)
