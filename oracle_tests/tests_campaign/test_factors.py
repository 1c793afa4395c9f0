"""A factor of 1.001 in a gradient rule is noticed by programs that ask the rule: a sample of all rules."""

import pytest

from oracle_tests import plants, subjects
from oracle_tests.plants import Attempt, Planted
from reference.primitive import REGISTRY

pytestmark = pytest.mark.oracle

EVERY = 20  # one rule in so many
NAMES = plants.rules()[::EVERY]
SAMPLE = plants.places(NAMES)
PROGRAMS = 120


@pytest.fixture(scope="module")
def found():
    """What came of the sample, in a child process, which some programs end."""
    return {(one.primitive, one.dtype): one.state for one in plants.plant(NAMES, PROGRAMS)}


@pytest.mark.parametrize(("name", "dtype"), SAMPLE, ids=[" ".join(place) for place in SAMPLE])
def test_a_factor_is_noticed(name, dtype, found):
    assert found[name, dtype] != "unnoticed"


def test_what_tensorflow_has_no_gradient_of_is_incomparable():
    assert plants.noticed("raw_ops.Conv", "float32", subjects.load("tensorflow"), 20).state == "incomparable"


def test_most_of_the_sample_is_asked():
    for dtype in plants.DTYPES:
        assert sum(place[1] == dtype for place in SAMPLE) > 3


def test_a_factor_of_one_is_not_noticed(monkeypatch):
    monkeypatch.setattr(plants, "FACTOR", 1.0)
    found = plants.noticed("math.sin", "float32", subjects.load("tensorflow"), 40)
    assert found.state == "unnoticed"
    assert found.asked > 3


def test_a_rule_without_a_path_answers_nothing():
    assert plants.noticed("math.floor", "float32", subjects.load("tensorflow"), 20).state == "answers nothing"


def test_a_trial_goes_on_where_it_ended():
    tf = subjects.load("tensorflow")
    first, *_ = plants.attempts(Attempt("math.exp", "float64"), tf, 50)
    assert isinstance(first, Attempt)
    *_, result = plants.attempts(first, tf, 50)
    assert isinstance(result, Planted)
    assert result.asked > first.asked == 1


def test_the_good_rule_is_back_afterwards():
    rule = REGISTRY["math.exp"].rule
    plants.noticed("math.exp", "float32", subjects.load("tensorflow"), 2)
    assert REGISTRY["math.exp"].rule is rule


def test_the_share_is_of_what_was_asked():
    found = [
        Planted("a", "float32", 3, True, 3),
        Planted("a", "float64", 500, False, 600),
        Planted("b", "float32", 0, False, 40),
        Planted("c", "float32", 0, False, 0),
        Planted("d", "float32", 500, False, 500, apart=400),
    ]
    assert plants.share(found) == 0.5
    assert list(plants.lines(found)) == [
        "answers nothing: b",
        "never called: c",
        "incomparable: d",
        "a vjp in float64: unnoticed after 500 programs",
        "a factor of 1.001 was noticed in 1 of 2 rules and dtypes with an answer (50.0 %)",
    ]
