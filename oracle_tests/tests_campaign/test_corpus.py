"""The pinned programs, replayed: each agrees with TensorFlow, or the ledger knows why not.

A file is named for what it pins; `known-…` are programs of entries of the ledger, which must still differ.
"""

from pathlib import Path

import pytest

import reference
from oracle_tests import subjects
from oracle_tests.examine import examine, run_both
from reports import ledger
from strategies import serial
from strategies.draft import is_fault
from strategies.interpret import interpret
from strategies.outcome import Raised

CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*.json"))


def program_of(path: Path):
    return serial.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_reference_runs_it_without_a_fault_and_writes_it_the_same(path):
    program = program_of(path)
    assert serial.dumps(program) == path.read_text(encoding="utf-8")
    outcomes = interpret(program, reference, is_fault).outcomes
    assert not [o for o in outcomes if isinstance(o, Raised) and o.fault]


@pytest.mark.oracle
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_tensorflow_agrees_or_the_ledger_knows_why_not(path):
    tf = subjects.load("tensorflow")
    program = program_of(path)
    ours, theirs, comparison = run_both(program, tf)
    if not path.stem.startswith("known-"):
        assert comparison.status == "agreed", comparison
        return
    assert comparison.difference is not None, "TensorFlow agrees now: bound the entry's releases"
    assert examine(program, comparison.difference, ours, theirs, "tensorflow", tf).ledger is not None


@pytest.mark.oracle
@pytest.mark.parametrize("entry", [e for e in ledger.load() if e.program], ids=lambda entry: entry.id)
def test_the_minimal_program_of_each_ledger_entry_shows_what_it_says(entry):
    tf = subjects.load("tensorflow")
    if not entry.holds_for(tf.__version__):
        pytest.skip(f"the entry is about TensorFlow {entry.releases}")
    program = serial.loads(entry.program)
    ours, theirs, comparison = run_both(program, tf)
    assert comparison.difference is not None
    bucket = examine(program, comparison.difference, ours, theirs, "tensorflow", tf, minimise_budget=0)
    assert (bucket.ledger, bucket.where, bucket.verdict.blame) == (entry.id, entry.where, entry.verdict)
