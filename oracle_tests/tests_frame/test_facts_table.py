"""The table of facts: none is lost, and what is missing says why."""

import pytest

from oracle_tests.facts import table
from oracle_tests.judgement.pinned import all_facts

LEAST = 470  # of 484


def test_there_are_484_facts():
    assert len(table.load().ids) == 484


def test_each_fact_is_tested_or_missing_with_a_reason():
    known = table.load()
    assert set(known.ids) - set(table.tested()) == set(known.missing)
    assert all(fact.title.endswith(".") and fact.reason.endswith(".") for fact in known.missing.values())
    assert len(known.ids) - len(known.missing) >= LEAST


def test_what_the_reference_breaks_is_said():
    held, changed = all_facts()[0], all_facts()[1]
    broken = table.broken((held, type(changed)(changed.program, "something else")))
    assert list(broken) == [changed.id]
    assert "something else" in broken[changed.id]


def test_a_section_counts_what_holds():
    found = table.sections(table.load(), {"W01": "does not hold: 1 is not 2"})
    first = found[0]
    assert (first.held, first.total, first.absent) == (51, 52, {"W01": "does not hold: 1 is not 2"})
    told = list(table.lines(found))
    assert told[0] == "constructor and watching: 51 of 52"
    assert told[1] == "    W01 does not hold: 1 is not 2"
    assert told[-1].endswith("of 484 facts hold in the reference")


@pytest.mark.parametrize(
    "text",
    [
        '[sections]\na = "W01-W03"\nb = "W02"',
        '[sections]\na = "W01"\n[missing.W02]\ntitle = "a"\nreason = "b"',
    ],
)
def test_a_table_that_is_not_sound_raises(tmp_path, text):
    (tmp_path / "facts.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"facts\.toml"):
        table.load(tmp_path / "facts.toml")
