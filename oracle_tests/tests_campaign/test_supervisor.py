"""Campaigns in which children die.  Their subject is a sick reference, so that no TensorFlow is needed."""

import json

import pytest

from oracle_tests.campaign.account import Account
from oracle_tests.campaign.journal import Tally
from oracle_tests.campaign.supervisor import Plan
from oracle_tests.tests_campaign.commands import SICK, fuzz, seldom_called
from reports import runs
from strategies import program as p
from strategies import serial

SMALL = ("--subject", "sick", "--import", SICK, "--programs", 60)


def called(bucket: dict) -> set[str]:
    """The functions that a bucket's program calls."""
    program = serial.from_json(bucket["program"])
    return {s.function for s in p.statements(program.body) if isinstance(s, p.Apply)}


def test_a_function_that_aborts_is_named_and_the_campaign_goes_on(tmp_path, healthy, rare):
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=rare, SICK_HOW="aborts")
    assert result.returncode == 1
    assert data["programs"] == 60
    assert data["digest"] == healthy["digest"]
    (bucket,) = data["buckets"]
    assert (bucket["kind"], bucket["statement"], bucket["where"]) == ("crash", "Apply", f"{rare} call")
    assert 1 <= bucket["count"] <= healthy["endpoints"][rare][0] + 1
    assert data["agreed"] + data["inconclusive"] == 60 - bucket["count"]
    assert called(bucket) == {rare}
    assert bucket["statements"] <= 2
    assert "SIGABRT" in bucket["reason"]
    assert "happens again" in bucket["evidence"][0]
    assert bucket["rows"][-1]["differs"]
    assert f"{bucket['id']}  crash in Apply, {rare} call" in result.stdout


def test_a_gradient_that_aborts_is_traced_to_its_rule(tmp_path, healthy):
    function = seldom_called(healthy, walked=True)
    result, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=function, SICK_HOW="aborts_in_gradient")
    assert result.returncode == 1
    assert data["programs"] == 60
    crashes = [bucket for bucket in data["buckets"] if bucket["kind"] == "crash"]
    assert crashes
    assert all(bucket["statement"] in ("Gradient", "Jacobian") for bucket in crashes)
    assert any(bucket["where"] == f"{function} vjp" for bucket in crashes)


def test_a_subject_that_exits_is_a_crash(tmp_path, rare):
    _, data = fuzz(tmp_path, *SMALL, SICK_FUNCTION=rare, SICK_HOW="exits")
    (bucket,) = data["buckets"]
    assert bucket["kind"] == "crash"
    assert "exit status 7" in bucket["reason"]
    assert data["programs"] == 60


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
