"""Users' scripts print the same on both sides, and the list of those that do not is up to date."""

import ast
import re
import tomllib

import pytest

from oracle_tests.facts.table import load as facts
from oracle_tests.scripts.printed import first_difference
from oracle_tests.tests_frame.imports import ROOT
from oracle_tests.tests_scripts.together import together
from reports.ledger import load

FOLDER = ROOT / "oracle_tests" / "cases"
CASES = {file.stem: file for file in sorted(FOLDER.glob("*.py"))}
DIFFERING = tomllib.loads((FOLDER / "differing.toml").read_text("utf-8"))
WAITS_FOR, KNOWN, ASKS_FOR = DIFFERING["waits_for"], DIFFERING["known"], DIFFERING["asks_for"]
BREAKS = DIFFERING["breaks"]
SAME = [name for name in CASES if name not in WAITS_FOR and name not in KNOWN and name not in BREAKS]


@pytest.fixture(scope="module")
def on_reference():
    return dict(zip(CASES, together("reference", list(CASES.values())), strict=True))


@pytest.fixture(scope="module")
def on_tensorflow(on_reference):
    lacking = [on_reference[name].end.missing for name in CASES]
    return dict(zip(CASES, together("tensorflow", list(CASES.values()), lacking), strict=True))


@pytest.fixture
def is_same(on_reference, on_tensorflow):
    def is_same(name):
        ours, theirs = on_reference[name], on_tensorflow[name]
        if (ours.end.raised, ours.end.status) != (theirs.end.raised, theirs.end.status) or ours.end.fault:
            return False
        return first_difference(ours.printed, theirs.printed) is None

    return is_same


def test_the_list_names_each_script_that_differs_once():
    listed = [name for section in DIFFERING.values() for name in section]
    assert sorted(listed) == sorted(set(listed))
    assert set(listed) <= set(CASES)
    assert SAME
    assert set(KNOWN.values()) <= {entry.id for entry in load()}


@pytest.mark.parametrize("name", CASES)
def test_a_script_says_what_it_asks_and_where_it_was_asked(name):
    question = ast.get_docstring(ast.parse(CASES[name].read_text("utf-8")))
    assert re.fullmatch(r".+[.?]  https://\S+", question)


@pytest.mark.parametrize("name", SAME)
def test_the_reference_has_what_a_script_needs(name, on_reference):
    done = on_reference[name]
    lacking = [ASKS_FOR[name]] if name in ASKS_FOR else []
    assert (list(done.end.missing), done.end.raised, done.end.fault) == (lacking, None, False), (
        done.complained
    )
    assert done.printed


@pytest.mark.oracle
@pytest.mark.parametrize("name", SAME)
def test_a_script_prints_the_same_on_tensorflow(name, is_same, on_reference, on_tensorflow):
    assert on_tensorflow[name].known is None
    assert is_same(name), on_reference[name].printed + on_tensorflow[name].printed


@pytest.mark.oracle
def test_scripts_wait_for_the_names_that_the_list_gives(on_tensorflow):
    assert {name: on_tensorflow[name].known for name in WAITS_FOR} == dict(WAITS_FOR)


@pytest.mark.oracle
@pytest.mark.parametrize("name", KNOWN)
def test_a_script_differs_where_tensorflow_is_wrong(name, is_same, on_tensorflow):
    assert on_tensorflow[name].known is None
    assert not is_same(name)


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "id"), BREAKS.items())
def test_a_script_differs_where_a_fact_does_not_hold(name, id, is_same, on_tensorflow):
    assert id in facts().missing
    assert on_tensorflow[name].known is None
    assert not is_same(name)
