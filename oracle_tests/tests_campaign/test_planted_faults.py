"""Each planted fault is found within 3,000 programs, minimal at 6 statements or fewer, named and blamed
right.
"""

import random

import pytest

from oracle_tests import subjects
from oracle_tests.agree import compare
from oracle_tests.examine import examine, signature
from strategies.interpret import interpret
from strategies.programs import CHOICES, unpack

from .plants import PLANTS

MOST_PROGRAMS = 3000
MOST_EXAMINED = 12  # buckets that may come before: the same fault may show under other names first

pytestmark = pytest.mark.oracle


def buckets_of(plant, tf):
    """The buckets that programs fall into while a fault is planted, with the number of programs before
    each.
    """
    seen, count = set(), 0
    with plant():
        for i in range(MOST_PROGRAMS):
            drawn = unpack(random.Random(i).randbytes(CHOICES))
            theirs = interpret(drawn.program, tf)
            found = compare(drawn.program, drawn.machine, theirs).difference
            if found is None:
                continue
            sign = signature(drawn.program, found, drawn.machine, theirs)
            if sign in seen:
                continue
            seen.add(sign)
            yield i + 1, examine(drawn.program, found, drawn.machine, theirs, "tensorflow", tf)
            count += 1
            if count == MOST_EXAMINED:
                return


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found_minimal_and_blamed_right(name):
    plant = PLANTS[name]
    tf = subjects.load("tensorflow")
    others = []
    for programs, bucket in buckets_of(plant.plant, tf):
        if bucket.ledger is None and bucket.kind in plant.kinds and plant.where in bucket.where:
            assert programs <= MOST_PROGRAMS
            assert bucket.statements <= 6, bucket.script
            assert bucket.statement in plant.statements
            assert bucket.verdict.blame in plant.blames, bucket.verdict
            return
        others.append(f"{bucket.kind} {bucket.where} {bucket.verdict.blame}\n{bucket.script}")
    pytest.fail("not found; instead:\n" + "\n".join(others))
