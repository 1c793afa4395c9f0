"""Campaigns in which children die.  Their subject is a sick reference, so that no TensorFlow is needed."""

import json
from dataclasses import replace

import pytest

from oracle_tests.campaign.account import Account
from oracle_tests.campaign.journal import Entry, Phase, Tally
from oracle_tests.campaign.process import ChildDied, HarnessFailure, Setting
from oracle_tests.campaign.shard import Order
from oracle_tests.campaign.supervisor import Plan, Supervisor
from oracle_tests.campaign.worker import LOSSES, Worker
from oracle_tests.tests_campaign.commands import SICK, exercised, fuzz, seldom_called
from reports import runs
from strategies import program as p
from strategies import serial

SMALL = ("--subject", "sick", "--import", SICK, "--programs", 60)


def called(bucket: dict) -> set[str]:
    """The functions that a bucket's program calls."""
    program = serial.from_json(bucket["program"])
    return {s.function for s in p.statements(program.body) if isinstance(s, p.Apply)}


def is_forward(bucket: dict) -> bool:
    """Whether a call has its gradient asked at once, by an accumulator."""
    body = serial.from_json(bucket["program"]).body
    return bucket["statement"] == "Apply" and any(isinstance(s, p.Accumulator) for s in p.statements(body))


def test_a_function_that_aborts_is_named_and_the_campaign_goes_on(tmp_path, healthy, rare):
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=rare, SICK_HOW="aborts")
    assert result.returncode == 1
    assert data["programs"] == 60
    assert data["digest"] == healthy["digest"]
    (bucket,) = data["buckets"]
    assert (bucket["kind"], bucket["statement"], bucket["where"]) == ("crash", "Apply", f"{rare} call")
    assert 1 <= bucket["count"] <= exercised(healthy, rare) + 1
    assert data["agreed"] + data["inconclusive"] == 60 - bucket["count"]
    assert called(bucket) == {rare}
    assert bucket["statements"] <= 2
    assert "SIGABRT" in bucket["reason"]
    assert "happens again" in bucket["evidence"][0]["about"]
    assert bucket["rows"][-1]["differs"]
    assert f"{bucket['id']}  crash in Apply, {rare} call" in result.stdout


def test_a_gradient_that_aborts_is_traced_to_its_rule(tmp_path, healthy):
    function = seldom_called(healthy, walked=True, least=2)  # of one, an accumulator may be all that asks
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=function, SICK_HOW="aborts_in_gradient")
    assert result.returncode == 1
    assert data["programs"] == 60
    crashes = [bucket for bucket in data["buckets"] if bucket["kind"] == "crash"]
    assert crashes
    assert all(bucket["statement"] in ("Gradient", "Jacobian") or is_forward(bucket) for bucket in crashes)
    assert all(bucket["statements"] <= 4 for bucket in crashes)
    assert any(bucket["where"] == f"{function} vjp" for bucket in crashes)


def test_a_function_that_hangs_is_found(tmp_path, rare):
    result, data = fuzz(tmp_path, *SMALL, "--time-limit", 1, SICK_FUNCTION=rare, SICK_HOW="hangs")
    assert result.returncode == 1
    (bucket,) = data["buckets"]
    assert (bucket["kind"], bucket["where"]) == ("hang", f"{rare} call")
    assert called(bucket) == {rare}
    assert data["programs"] == 60


def test_a_child_that_somebody_kills_costs_no_program(tmp_path, healthy, rare):
    mark = tmp_path / "mark"
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=rare, SICK_HOW="is_killed_once", SICK_MARK=str(mark))
    assert mark.exists()
    assert result.returncode == 0, result.stdout
    assert "Children lost and replaced: 1" in result.stdout
    assert "SIGKILL" in result.stdout
    for key in ("programs", "agreed", "inconclusive", "digest"):
        assert data[key] == healthy[key]


def test_a_wrong_function_is_found_on_the_way(tmp_path, healthy, frequent):
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=frequent, SICK_HOW="is_wrong")
    assert result.returncode == 1
    assert data["digest"] == healthy["digest"]
    assert data["new"] >= 1
    assert any(frequent in called(bucket) for bucket in data["buckets"])
    assert all((tmp_path / "report" / "programs" / f"{b['id']}.json").exists() for b in data["buckets"])


ORDER = Order(seed=0, shard=2, programs=100, skip=10)


@pytest.fixture
def worker(tmp_path):
    return Worker(Supervisor(Plan(0, programs=100), Setting(tmp_path, "reference")))


def death(phase: Phase, number: int = 20, status: int = -6) -> ChildDied:
    return ChildDied(status, False, Entry(number, phase, (), b""), Tally(programs=number), "")


def test_a_program_that_cannot_be_examined_is_run_again_and_noted(worker):
    left = worker._after(ORDER, death(Phase.EXAMINING))
    assert left == replace(ORDER, skip=20, careful=(20,))


def test_a_program_whose_bucket_was_told_is_not_run_again(worker):
    worker._found = 20
    assert worker._after(ORDER, death(Phase.EXAMINING)) == replace(ORDER, skip=21)


def test_a_death_behind_the_last_program_costs_nothing(worker):
    assert worker._after(ORDER, death(Phase.REPEATING, 3)) is None
    assert not worker.part.losses


@pytest.mark.parametrize("phase", [Phase.DRAWING, Phase.COMPARING])
def test_a_death_of_the_harness_makes_the_program_invalid(worker, phase):
    assert worker._after(ORDER, death(phase)) == replace(ORDER, skip=21)
    account = worker.part
    assert account.counts()["invalid"] == 1
    assert "ended with SIGABRT" in account.troubles[0]


def test_a_death_between_programs_is_a_loss(worker):
    dead = ChildDied(-11, False, Entry(20, Phase.IDLE, (), b""), Tally(programs=21), "")
    assert worker._after(ORDER, dead) == replace(ORDER, skip=21)
    assert "SIGSEGV" in worker.part.losses[0]


def test_children_that_die_without_end_are_a_failure_of_the_environment(worker):
    for _ in range(LOSSES):
        worker._after(ORDER, death(Phase.IDLE, 10))
    with pytest.raises(HarnessFailure, match="children died one after the other"):
        worker._after(ORDER, death(Phase.IDLE, 10))


@pytest.mark.parametrize(
    ("programs", "shards"),
    [(1, [(0, 1)]), (500, [(0, 500)]), (1100, [(0, 500), (1, 500), (2, 100)])],
)
def test_a_plan_has_exactly_its_programs(programs, shards):
    assert list(Plan(0, programs=programs).shards()) == shards


def test_an_account_adds_up_and_scales_the_sample():
    account = Account()
    account.add(Tally(programs=3, agreed=2, invalid=1, digest=2**64 - 1, seconds=4.0, subject_seconds=2.0))
    account.add(Tally(programs=9, agreed=4, inconclusive=1, digest=3, seconds=8.0, subject_seconds=4.0))
    account.looped, account.alone = 1.5, 1.0
    run = account.run(seed=7, interrupted=False)
    assert (run.programs, run.agreed, run.inconclusive, run.invalid) == (8, 6, 1, 1)
    assert run.digest == f"{2:016x}"
    assert run.tensorflow_alone_seconds == pytest.approx(4.0)
    json.dumps(runs.to_json(run))


def test_a_campaign_may_end_with_the_first_new_discrepancy(tmp_path):
    campaign = (*SMALL[:-1], 4000, "--until-new", "--workers", 1)
    result, data = fuzz(tmp_path, *campaign, SICK_FUNCTION="math.square", SICK_HOW="is_wrong")
    assert result.returncode == 1
    assert data["new"] >= 1
    assert data["programs"] < 4000
    assert not data["interrupted"]
