"""Each planted fault is found within 3,000 programs, made minimal (6 statements, mostly), and blamed right.

Where an operation is at fault, within 3,000 programs or 300 that differentiate it, whichever comes later.
"""

import random

import pytest

from oracle_tests import subjects
from oracle_tests.agree import compare
from oracle_tests.campaign.recognition import walks_back
from oracle_tests.examine import examine, signature, statement_kind
from reference.backprop import walked_with
from reference.primitive import REGISTRY
from strategies.interpret import interpret
from strategies.programs import CHOICES, unpack

from .plants import PLANTS

MOST_PROGRAMS = 3000
MOST_DIFFERENTIATING = 300
MOST_EXAMINED = 12  # buckets that may come before: the same fault may show under other names first
MOST_STATEMENTS = 6  # of a minimal program, in nine of ten
LARGEST = 8

pytestmark = pytest.mark.oracle


def buckets_of(plant, tf):
    """The buckets that programs fall into while a fault is planted, with the number of programs before each.

    Programs that do not differentiate the operation that is at fault are drawn, and not run; those that part
    in a statement which cannot be due to the fault are not examined.
    """
    operation = plant.where.split(" ")[0]
    seen, differentiating, i = set(), 0, 0
    with plant.plant():
        while i < MOST_PROGRAMS or (operation in REGISTRY and differentiating < MOST_DIFFERENTIATING):
            drawn, walked = _drawn(i)
            i += 1
            if operation in REGISTRY and not plant.where.endswith("forward"):
                if not any(name == operation and plant.dtype in (None, dtype) for name, dtype in walked):
                    continue
                differentiating += 1
            theirs = interpret(drawn.program, tf)
            found = compare(drawn.program, drawn.machine, theirs).difference
            if found is None or not _may_be_due(plant, drawn.program, found):
                continue
            sign = signature(drawn.program, found, drawn.machine, theirs)
            if sign not in seen and len(seen) < MOST_EXAMINED:
                seen.add(sign)
                yield i, examine(drawn.program, found, drawn.machine, theirs, "tensorflow", tf)


def _drawn(seed):
    """A program, and the operations that it walks back through, with the dtypes of their results."""
    walked = set()

    def see(entry, *_):
        walked.add((entry.operation.name, entry.results[0].dtype.name))

    with walked_with(see):
        return unpack(random.Random(seed).randbytes(CHOICES)), walked


def _may_be_due(plant, program, difference):
    statement = statement_kind(program, difference)
    if plant.where.endswith((" vjp", "second order")):
        return walks_back(statement)
    return not plant.where.startswith("tape") or statement not in ("Apply", "Operate", "Index")


@pytest.fixture(scope="module")
def sizes():
    """The sizes of the minimal programs; nine in ten have to be small."""
    found = []
    yield found
    large = sum(size > MOST_STATEMENTS for size in found)
    assert large <= max(1, len(found) / 10), found


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found_minimal_and_blamed_right(name, sizes):
    plant = PLANTS[name]
    others = []
    for programs, bucket in buckets_of(plant, subjects.load("tensorflow")):
        if bucket.ledger is not None:
            continue
        if bucket.kind in plant.kinds and plant.where in bucket.where:
            assert bucket.statements <= LARGEST, bucket.script
            sizes.append(bucket.statements)
            assert bucket.verdict.blame in plant.blames, (bucket.verdict, bucket.script)
            assert bucket.verdict.evidence or bucket.verdict.blame == "unclear"
            return
        others.append(f"{programs}: {bucket.kind} {bucket.where} {bucket.verdict.blame}\n{bucket.script}")
    pytest.fail("not found; instead:\n" + "\n".join(others))
