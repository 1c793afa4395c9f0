"""One shard in this process, without a parent; journals; what is recognised."""

import numpy as np
import pytest

import reference
from oracle_tests.campaign import shard as sharding
from oracle_tests.campaign.crash import last_cry
from oracle_tests.campaign.journal import Journal, Phase, Tally
from oracle_tests.campaign.outline import Outline
from oracle_tests.campaign.parts import by_itself, cut_behind, parts, position, slice_to
from oracle_tests.campaign.recognition import AGAIN, CONFIRMATIONS, Memory, is_plausible, walked_operations
from oracle_tests.campaign.shard import Order, Shard
from oracle_tests.examine import Signature
from oracle_tests.tests_campaign.sick import Sick
from strategies import program as p
from strategies.interpret import at
from strategies.wellformed import check


@pytest.fixture
def journal(tmp_path):
    journal = Journal(tmp_path / "journal")
    yield journal
    journal.close()


def run_shard(journal: Journal, order: Order) -> list[dict]:
    messages: list[dict] = []
    Shard(order, "reference", reference, journal, Memory(), messages.append).run()
    return messages


def test_a_shard_runs_exactly_its_programs(journal):
    messages = run_shard(journal, Order(seed=0, shard=0, programs=12, size=40))
    tally = journal.tally()
    assert tally.programs == tally.agreed == 12
    assert messages[-1]["done"] == 12
    assert tally.seconds > tally.drawing_seconds + tally.subject_seconds + tally.comparing_seconds


def test_another_seed_has_other_programs(journal):
    digests = set()
    for seed in (0, 1):
        run_shard(journal, Order(seed=seed, shard=0, programs=5, size=40))
        digests.add(journal.tally().digest)
    assert len(digests) == 2


def test_a_shard_goes_on_behind_a_crash_with_the_same_programs(journal):
    run_shard(journal, Order(seed=0, shard=3, programs=12, size=12))
    whole = journal.tally().digest
    run_shard(journal, Order(seed=0, shard=3, programs=5, size=12))
    first = journal.tally().digest
    run_shard(journal, Order(seed=0, shard=3, programs=12, size=12, skip=5))
    assert journal.tally().agreed == 7
    assert (first + journal.tally().digest) % 2**64 == whole


def test_hypothesis_may_end_early(journal, monkeypatch):
    """The next round has other programs, and the shard has as many as it is to have."""
    real, rounds = Shard._round, []

    def short(self, number):
        rounds.append(number)
        programs, self.order = self.order, Order(0, 0, min(self.number + 4, self.order.programs), size=4)
        real(self, number)
        self.order = programs

    monkeypatch.setattr(Shard, "_round", short)
    run_shard(journal, Order(seed=0, shard=0, programs=10, size=4))
    assert journal.tally().programs == 10
    assert rounds == [0, 1, 2]


def test_a_shard_stops_when_it_is_asked_to(journal):
    journal.stop = True
    messages = run_shard(journal, Order(seed=0, shard=0, programs=10))
    assert journal.tally().programs == 0
    assert messages[-1]["done"] == 0


def test_a_fault_of_the_harness_is_told_and_counted_as_invalid(journal, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(sharding, "compare", broken)
    messages = run_shard(journal, Order(seed=0, shard=0, programs=3, size=3))
    assert journal.tally().invalid == 3
    troubles = [m for m in messages if "trouble" in m]
    assert [m["trouble"] for m in troubles] == [0, 1, 2]
    assert all(m["doing"] == "comparing" and "ZeroDivisionError" in m["text"] for m in troubles)


def test_a_program_that_must_not_be_examined_is_noted_as_it_was_drawn(journal, monkeypatch):
    monkeypatch.setenv("SICK_HOW", "is_wrong")
    subject = Sick(reference, ["constant"])
    messages: list[dict] = []
    order = Order(seed=0, shard=0, programs=6, size=6, careful=tuple(range(6)))
    Shard(order, "sick", subject, journal, Memory(), messages.append).run()
    found = [m for m in messages if "found" in m]
    assert len(found) == journal.tally().differing >= 1
    assert found[0]["bucket"]["where"] == "unexamined"
    assert found[0]["bucket"]["verdict"] == "unclear"
    assert any(row["differs"] for row in found[0]["bucket"]["rows"])


# Journals


def test_a_journal_is_read_as_it_was_written(journal):
    other = Journal(journal.file)
    other.begin(7, Phase.DRAWING, b"\x00abc")
    other.enter(Phase.RUNNING)
    other.reach((2, 0, 11))
    entry = journal.entry()
    assert (entry.number, entry.phase, entry.path, entry.data) == (7, Phase.RUNNING, (2, 0, 11), b"\x00abc")
    before = journal.place()
    other.reach((-1,))
    assert journal.entry().path == (-1,)
    assert journal.place() != before
    other.count(Tally(programs=8, agreed=8, digest=2**64 - 1, seconds=0.25))
    assert journal.tally() == Tally(programs=8, agreed=8, digest=2**64 - 1, seconds=0.25)
    assert journal.entry().phase == Phase.IDLE
    journal.stop = True
    assert other.stop


def test_a_new_program_has_no_path_yet(journal):
    journal.begin(1, Phase.RUNNING)
    journal.reach((3,))
    journal.begin(2, Phase.RUNNING)
    assert journal.entry().path == ()


# Recognition

VALUE = Signature("value", "Apply", "math.tanh", ("", ""))
GRADIENT = Signature("value", "Gradient", "", ("", ""))


def test_a_disagreement_is_recognised_after_a_few_examinations():
    memory = Memory()
    for _ in range(CONFIRMATIONS):
        assert memory.recognise(VALUE, frozenset) is None
        memory.learn(VALUE, "id", "math.tanh forward")
    seen = [memory.recognise(VALUE, frozenset) for _ in range(2 * AGAIN)]
    assert seen == (["id"] * (AGAIN - 1) + [None]) * 2


def test_a_gradient_is_recognised_only_by_what_it_walks_back_through():
    memory = Memory()
    for _ in range(CONFIRMATIONS):
        memory.learn(GRADIENT, "id", "math.tanh vjp")
    assert memory.recognise(GRADIENT, lambda: frozenset({"math.sin"})) is None
    assert memory.recognise(GRADIENT, lambda: frozenset({"math.sin", "math.tanh"})) == "id"
    assert is_plausible("tape reset", frozenset())


def test_a_memory_survives_json():
    memory = Memory()
    for _ in range(CONFIRMATIONS):
        memory.learn(VALUE, "id", "math.tanh forward")
    assert Memory(memory.as_json()).recognise(VALUE, frozenset) == "id"


# Programs that end a process

PROGRAM = p.Program(
    (p.Variable("v1", p.Literal("float32", (), (1.0,))), p.Constant("c1", p.Literal("float32", (), (2.0,)))),
    (
        p.Tape(
            "tape1",
            True,
            True,
            (
                p.Apply("t1", "math.sin", ("v1",)),
                p.Watch("tape1", "c1"),
                p.StopRecording("tape1", (p.Apply("t2", "math.tanh", ("t1",)),)),
                p.Operate("t3", "*", ("t1", "c1")),
            ),
        ),
        p.Reset("tape1"),
        p.Gradient("g1", "tape1", "t3", "v1"),
        p.Gradient("g2", "tape1", "t1", "v1"),
    ),
)


def test_a_position_counts_inputs_and_bodies():
    statements = Outline(PROGRAM).statements
    for path in [(-1,), (-2,), (0,), (0, 0), (0, 2, 0), (0, 3), (1,), (3,)]:
        assert statements[position(PROGRAM, path)] == at(PROGRAM, path)


def test_what_comes_after_a_crash_is_cut():
    cut = cut_behind(PROGRAM, (0, 2, 0))
    check(cut)
    assert p.size(cut) == 5
    assert isinstance(cut.body[0].body[2].body[0], p.Apply)


def test_a_slice_has_what_a_statement_depends_on():
    sliced = slice_to(PROGRAM, (2,))
    check(sliced)
    kinds = [type(s) for s in p.statements(sliced.body)]
    assert kinds == [p.Tape, p.Apply, p.Watch, p.Operate, p.Gradient]
    assert [type(s) for s in p.statements(slice_to(PROGRAM, (0, 2, 0)).body)] == [p.Apply, p.Apply]


def test_a_call_by_itself_has_its_values_as_constants():
    alone = by_itself(PROGRAM, (0, 3))
    check(alone)
    assert [c.value.values for c in alone.inputs] == [(float(str(np.sin(np.float32(1)))),), (2.0,)]
    assert alone.body == (p.Operate("t1", "*", ("c1", "c2")),)
    assert by_itself(PROGRAM, (2,)) is None


def test_parts_become_larger():
    sizes = [p.size(part) for part in parts(PROGRAM, (0, 2, 0))]
    assert sizes == [1, 2, 5, 9]
    assert list(parts(PROGRAM, ())) == [PROGRAM]


def test_operations_that_are_walked_back_through_are_named():
    program = p.Program(PROGRAM.inputs, (PROGRAM.body[0], *PROGRAM.body[2:]))
    assert walked_operations(program, (1,)) >= {"math.multiply", "math.sin"}
    assert "math.sin" in walked_operations(program, (2,))
    assert "math.multiply" not in walked_operations(program, (2,))


def test_a_dying_process_says_why():
    words = "noise\nF0000 10:00 tape.cc:12] Check failed: x > 0\nFatal Python error: Aborted\n"
    assert last_cry(words) == (("its last words", "F0000 10:00 tape.cc:12] Check failed: x > 0"),)
    assert last_cry("noise") == ()
