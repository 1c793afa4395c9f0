"""Ragged and sparse tensors: every call of `composite_calls` on both modules."""

import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.subjects import load
from oracle_tests.tests_reference import composite_calls, sparse_part_calls
from reports.variants import VARIANTS

NAMES = ("RAGGED", "RAGGED_GRADIENTS", "SPARSE", "SPARSE_GRADIENTS")
TABLES = {name: getattr(composite_calls, name) for name in NAMES}
TABLES |= {name: getattr(sparse_part_calls, name) for name in ("SPARSE_PARTS", "SPARSE_PART_GRADIENTS")}


def same(ours, theirs) -> bool:
    """Floats to a few units of float32, everything else exactly."""
    if isinstance(ours, list | tuple) and isinstance(theirs, list | tuple):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, float) and isinstance(theirs, float):
        return (
            ours == theirs or abs(ours - theirs) <= 1e-6 * abs(theirs) or (ours != ours and theirs != theirs)
        )
    return ours == theirs


def called(side: str, function):
    tf = load(side)
    answer = attempt(function, tf)
    return answer if isinstance(answer, Raised) else composite_calls.seen(tf, answer)


@pytest.mark.oracle
@pytest.mark.parametrize("table", TABLES)
def test_calls_answer_and_raise_as_tensorflow_does(table):
    for name, function in TABLES[table].items():
        ours, theirs = called("reference", function), called("tensorflow", function)
        assert same(ours, theirs), f"{name}: {ours} is not {theirs}"


def test_what_is_not_served_says_so():
    tf = load("reference")
    for call in (tf.nn.softmax, tf.cumsum, tf.shape):
        with pytest.raises(NotImplementedError):
            call(composite_calls.rows(tf))


@pytest.mark.oracle
def test_gradients_of_the_gradients_are_there_that_tensorflow_lacks():
    for name, function in sparse_part_calls.SPARSE_SECOND_ORDER.items():
        assert called("tensorflow", function).error == "LookupError", name
        assert not isinstance(called("reference", function), Raised), name
        with VARIANTS["sparse-second-order"]():
            assert called("reference", function).error == "LookupError", name


@pytest.mark.parametrize("name", ["segment_sum", "segment_mean", "segment_sqrt_n"])
def test_segments_of_no_rows_have_gradients_of_zeros(name):
    """Of TensorFlow they are what its memory held (sparse-segments-of-nothing)."""
    tf = load("reference")
    x, none = tf.constant([[1.0, 2.0]]), tf.zeros([0], tf.int32)
    y, (gradient,) = composite_calls.gradients(
        tf, lambda x: getattr(tf.sparse, name)(x, none, none, num_segments=2), x
    )
    assert y.numpy().tolist() == [[0.0, 0.0]] * 2
    assert gradient.numpy().tolist() == [[0.0, 0.0]]
