"""The minimiser: how small it makes what fails, and what it promises on the way."""

import random
from itertools import count
from statistics import median

import pytest

from oracle_tests.campaign.minimise import Minimised, minimise
from oracle_tests.campaign.rebuild import rebuild
from oracle_tests.campaign.weight import weight
from strategies import program as p
from strategies.wellformed import check

from .failing import FAULTS, drawn, failing, parting

ONE = p.Literal("float32", (), (1.0,))


class Watched:
    """A predicate that sees to what the minimiser promises about the programs that it tries."""

    def __init__(self, program, fails):
        self.fails, self.runs, self.tried = fails, 0, set()
        self.present = weight(rebuild(program))

    def __call__(self, candidate):
        check(candidate)
        heavy = weight(candidate)
        assert heavy < self.present
        assert (heavy, candidate) not in self.tried
        self.tried.add((heavy, candidate))
        self.runs += 1
        if not self.fails(candidate):
            return False
        self.present = heavy
        return True


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_ends_in_few_statements(name):
    fault = FAULTS[name]
    found = list(failing(fault, count=10, programs=600))
    assert len(found) >= 3
    sizes, runs = [], []
    for program, how in found:
        fails = Watched(program, lambda candidate, how=how: parting(candidate, fault) == how)
        small = minimise(program, fails)
        assert parting(small.program, fault) == how
        assert small.runs == fails.runs < 800
        again = minimise(small.program, fails.fails)
        assert again.program == small.program
        sizes.append(p.size(small.program))
        runs.append(small.runs)
    assert sum(size <= 6 for size in sizes) >= 0.9 * len(sizes)
    assert median(sizes) <= 5
    assert median(runs) < 150


def test_equal_programs_end_equal():
    fault = FAULTS["sin vjp 1.01"]
    program, how = next(failing(fault, count=1, programs=400))
    results = [minimise(program, lambda q: parting(q, fault) == how) for _ in range(2)]
    assert results[0] == results[1]


def test_different_programs_with_one_fault_end_equal():
    fault = FAULTS["floor gives zeros for None"]
    results = {
        minimise(program, lambda q, how=how: parting(q, fault) == how).program
        for program, how in failing(fault, count=6, programs=400)
        if how == ("none", "Gradient")
    }
    expected = p.Program(
        (p.Variable("v1", ONE),),
        (
            p.Tape("tape2", False, True, (p.Apply("t3", "math.floor", ("v1",)),)),
            p.Gradient("g4", "tape2", "t3", "v1"),
        ),
    )
    assert results == {expected}


def test_nothing_is_tried_that_is_heavy_or_was_tried_before():
    for i in range(40):
        chance = random.Random(i)
        program = drawn(i)
        fails = Watched(program, lambda candidate, chance=chance: chance.random() < 0.2)
        assert minimise(program, fails).runs == fails.runs


@pytest.mark.parametrize("budget", [0, 1, 7])
def test_the_budget_is_kept(budget):
    numbers = count()
    small = minimise(drawn(1), lambda candidate: next(numbers) % 2 == 1, budget)
    assert small.runs == next(numbers) == budget


def test_without_a_run_the_program_is_only_renumbered():
    program = p.Program((p.Variable("x7", ONE),), (p.Alias("y3", "x7"), p.Apply("z9", "math.sin", ("y3",))))
    renumbered = p.Program(
        (p.Variable("v1", ONE),), (p.Alias("v2", "v1"), p.Apply("t3", "math.sin", ("v2",)))
    )
    assert minimise(program, lambda candidate: False, budget=0) == Minimised(renumbered, runs=0)


def test_what_the_predicate_raises_is_passed_on():
    def fails(candidate):
        raise ZeroDivisionError("as it comes")

    with pytest.raises(ZeroDivisionError, match="as it comes"):
        minimise(drawn(0), fails)


def test_everything_goes_where_everything_fails():
    for i in range(20):
        assert minimise(drawn(i), lambda candidate: True).program == p.Program((), ())
