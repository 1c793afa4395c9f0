"""What is drawn too seldom, and what returns too seldom, is named."""

import pytest

from reports import draws
from reports.draws import Draws

SOME = {"gather": Draws(9000, 8700, 7000), "math.sin": Draws(40, 38, 38), "eye": Draws()}


def test_an_endpoint_is_wanted_once_in_a_thousand_programs():
    assert [name for name, _ in draws.seldom(SOME, 41_000)] == ["eye", "math.sin"]
    assert [name for name, _ in draws.seldom(SOME, 40_000)] == ["eye"]


def test_of_calls_that_are_meant_right_95_of_100_have_to_return():
    assert [name for name, _ in draws.short(SOME)] == ["gather"]
    assert Draws(100, 100, 95).share >= draws.SHARE > Draws(100, 100, 94).share


def test_the_worst_come_first():
    assert draws.rarest(SOME)[0] == ("eye", Draws())
    assert draws.failing(SOME)[0][0] == "gather"


def test_the_summary_names_them():
    counts, few, poor = draws.lines(SOME, 41_000)
    assert counts.startswith("1 of 3 endpoints were drawn at least once in 1,000 programs, and 2 returned")
    assert few == "Drawn least: eye 0, math.sin 40"
    assert poor == "Returning least: gather 80 % of 8,700"
    assert list(draws.lines({"eye": Draws()}, 5)) == []


def test_draws_add_up():
    assert Draws(3, 2, 1) + Draws(4, 3, 3) == Draws(7, 5, 4)
    assert Draws().share == pytest.approx(1)
