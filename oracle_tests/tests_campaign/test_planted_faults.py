"""Each planted fault is found within 3,000 programs, minimal at 6 statements or fewer, and blamed right.

Where an operation is at fault, within 3,000 programs or 300 that differentiate it, whichever comes later.
"""

import random

import pytest

from oracle_tests import subjects
from oracle_tests.agree import compare
from oracle_tests.examine import examine, signature
from reference.backprop import walked_with
from reference.primitive import REGISTRY
from strategies.interpret import interpret
from strategies.programs import CHOICES, unpack

from .plants import PLANTS

MOST_PROGRAMS = 3000
MOST_DIFFERENTIATING = 300
MOST_EXAMINED = 12  # buckets that may come before: the same fault may show under other names first
MOST_STATEMENTS = 6

pytestmark = pytest.mark.oracle


def buckets_of(plant, tf):
    """The buckets that programs fall into while a fault is planted.

    Programs that do not differentiate the operation that is at fault are drawn, and not run.
    """
    operation = plant.where.split(" ")[0]
    seen, count, differentiating, i = set(), 0, 0, 0
    with plant.plant():
        while i < MOST_PROGRAMS or (operation in REGISTRY and differentiating < MOST_DIFFERENTIATING):
            walked = set()
            with walked_with(lambda entry, *_, walked=walked: walked.add(entry.operation.name)):
                drawn = unpack(random.Random(i).randbytes(CHOICES))
            i += 1
            if operation in REGISTRY and operation not in walked:
                continue
            differentiating += 1
            theirs = interpret(drawn.program, tf)
            found = compare(drawn.program, drawn.machine, theirs).difference
            if found is None or (sign := signature(drawn.program, found, drawn.machine, theirs)) in seen:
                continue
            seen.add(sign)
            yield examine(drawn.program, found, drawn.machine, theirs, "tensorflow", tf)
            count += 1
            if count == MOST_EXAMINED:
                return


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found_minimal_and_blamed_right(name):
    plant = PLANTS[name]
    others = []
    for bucket in buckets_of(plant, subjects.load("tensorflow")):
        if bucket.ledger is not None:
            continue
        if bucket.kind in plant.kinds and plant.where in bucket.where:
            assert bucket.statements <= MOST_STATEMENTS, bucket.script
            assert bucket.verdict.blame in plant.blames, (bucket.verdict, bucket.script)
            assert bucket.verdict.evidence or bucket.verdict.blame == "unclear"
            return
        others.append(f"{bucket.kind} {bucket.where} {bucket.verdict.blame}\n{bucket.script}")
    pytest.fail("not found; instead:\n" + "\n".join(others))
