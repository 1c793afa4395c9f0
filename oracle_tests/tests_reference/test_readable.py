"""Questions about the tape that a reader finds answered in `tape.py` and `backprop.py` alone, and where."""

import re

import pytest

from oracle_tests.facts import table
from oracle_tests.subjects import ROOT

ANSWERS = [  # the fact that the question is about, the question, the file, and what stands there
    ("W01", "Is a tape with persistent=1 persistent?", "tape", "count only if they are the object True"),
    ("W37", "What is watched when `watch` raises half-way?", "tape", "with what stood before it watched"),
    ("W43", "May a tape watch outside of its block?", "tape", "a tape that is idle takes tensors as long as"),
    (
        "W45",
        "Does `watch` reach what has been computed?",
        "tape",
        "was computed from it before stays unknown",
    ),
    ("V01", "In which order are watched variables listed?", "tape", "the order in which they were made"),
    (
        "L01",
        "What does a tape answer once it is spent?",
        "tape",
        "Raises RuntimeError on a fresh or spent tape",
    ),
    (
        "L03",
        "What if a gradient is asked for inside the block?",
        "tape",
        "but ends recording, or warns if it is",
    ),
    ("L09", "Can a spent tape be used again?", "tape", "entered again gets a new log, and answers again"),
    ("L13", "What does `reset` forget?", "tape", "Forgets everything, what is watched included"),
    ("L23", "Is what is read in stop_recording watched?", "tape", "and no variable watched that is read"),
    ("L31", "Does a wrong argument spend the tape?", "tape", "none of these spends the tape"),
    (
        "L33",
        "And an error in the backward pass?",
        "backprop",
        "what is asked of it then raises InternalError",
    ),
    ("T02", "What is the gradient of several numbers?", "tape", "d(sum of all targets)/d(source)"),
    (
        "T04",
        "Does a target count twice if it is named twice?",
        "backprop",
        "one for each time that a tensor is",
    ),
    ("T08", "Has a tensor a gradient by itself?", "backprop", "its own source needs no watching"),
    ("S04", "What do two equal sources get?", "backprop", "so that equal sources share one object"),
    ("S08", "And a source that was never watched?", "backprop", "what the tape does not know gets nothing"),
    ("O07", "What if there are more seeds than targets?", "backprop", "more seeds than targets are ignored"),
    (
        "U12",
        "Is x * 0 connected to x?",
        "tape",
        "no recorded path connects to a target, whatever its numbers",
    ),
    ("M01", "Which value counts if a variable changes?", "backprop", "later changes no gradient"),
    ("G01", "In which order are contributions added?", "backprop", "has arrived, first come first"),
    ("I05", "What do slices and a dense tensor add up to?", "backprop", "are made dense first"),
    (
        "X04",
        "Does an operation off the sources' path matter?",
        "backprop",
        "even where no source lies behind it",
    ),
    (
        "C13",
        "What does a rule get for a result nobody used?",
        "backprop",
        "counts as zeros beside the others",
    ),
]
TEXTS = {
    name: re.sub(r"\s+(?:#\s+)?", " ", (ROOT / f"reference/{name}.py").read_text("utf-8"))
    for name in ("tape", "backprop")
}


@pytest.mark.parametrize(("fact", "question", "file", "phrase"), ANSWERS)
def test_a_reader_finds_the_answer(fact, question, file, phrase):
    assert fact in table.load().ids
    assert TEXTS[file].count(phrase) >= 1, question


def test_there_are_twenty_questions():
    assert len({fact for fact, *_ in ANSWERS}) == len({question for _, question, *_ in ANSWERS}) >= 20
