"""Ragged and sparse tensors: every call of `composite_calls` on both modules."""

import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.subjects import load
from oracle_tests.tests_reference import composite_calls


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
@pytest.mark.parametrize("table", ["RAGGED", "RAGGED_GRADIENTS", "SPARSE", "SPARSE_GRADIENTS"])
def test_calls_answer_and_raise_as_tensorflow_does(table):
    for name, function in getattr(composite_calls, table).items():
        ours, theirs = called("reference", function), called("tensorflow", function)
        assert same(ours, theirs), f"{name}: {ours} is not {theirs}"


def test_what_is_not_served_says_so():
    tf = load("reference")
    for call in (tf.nn.softmax, tf.cumsum, tf.shape):
        with pytest.raises(NotImplementedError):
            call(composite_calls.rows(tf))
