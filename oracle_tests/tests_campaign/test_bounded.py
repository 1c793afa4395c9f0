"""A program from a file takes no more memory than there should be."""

import resource

import pytest

from oracle_tests.campaign.bounded import MOST, TooLarge, run_bounded
from oracle_tests.tests_campaign.commands import run
from strategies import program as p
from strategies import serial
from strategies.draft import is_fault

ONE = p.Constant("c0", p.Literal("float32", (1,), (1.0,)))


def doubling(times):
    """A tape in which each of so many statements joins the one before it to itself."""
    body = tuple(
        p.Apply(f"c{i + 1}", "concat", (p.Sequence("list", (f"c{i}", f"c{i}")),), (("axis", 0),))
        for i in range(times)
    )
    return p.Program((ONE,), (p.Tape("tape1", False, True, body),))


def broadcast(shape):
    return p.Program((ONE,), (p.Apply("t1", "broadcast_to", ("c0",), (("shape", shape),)),))


def test_results_that_grow_and_grow_are_refused_at_the_statement_that_is_too_much():
    with pytest.raises(TooLarge, match=r"more than 10,000,000 elements, as of `c23 = tf\.concat"):
        run_bounded(doubling(60), is_fault)


def test_results_below_the_bound_are_all_there():
    machine = run_bounded(doubling(20), is_fault)
    assert machine.outcomes[-2].value.size == 2**20 < MOST


def test_one_result_that_no_memory_holds_is_refused():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with pytest.raises(TooLarge, match=r"more than 2 GB of memory, as of `t1 = tf\.broadcast_to"):
        run_bounded(broadcast((40_000, 40_000)), is_fault)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_replay_refuses_a_program_that_is_too_large(tmp_path):
    (tmp_path / "program.json").write_text(serial.dumps(doubling(60)))
    result = run("replay", "program.json", "--subject", "reference", cwd=tmp_path)
    assert result.returncode == 2, result.stdout
    assert result.stderr.startswith("error: this program is too large: its results have more than 10,000,000")
