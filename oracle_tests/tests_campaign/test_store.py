"""The store: what campaigns learn outlives them, whatever ends them."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from oracle_tests.campaign import keeping
from oracle_tests.campaign.account import Account
from oracle_tests.campaign.journal import Tally
from oracle_tests.campaign.process import HarnessFailure, WrongUse
from oracle_tests.campaign.store import VERSION, Store
from oracle_tests.tests_reports import sample
from reports.draws import Draws

from .commands import SICK, environment, fuzz, run

SICKLY = ("--subject", "sick", "--import", SICK)
WRONG = {"SICK_FUNCTION": "math.square", "SICK_HOW": "is_wrong"}
COUNTS = ("programs", "agreed", "known", "new", "inconclusive", "invalid")
KEYS = (*COUNTS, "digest", "endpoints", "pairs", "draws")


def account(*buckets) -> Account:
    found = Account(tally=Tally(agreed=3, seconds=1.5), environment={"python": "3"})
    found.exercised["math.sin", "float32", "forward"] = 2
    found.pairs["a", "b"], found.features["a"], found.repeats["elsewhere"] = 1, 2, 4
    found.draws["math.sin"] = Draws(3, 2, 1)
    found.losses.append("a child was lost")
    for bucket in buckets:
        found.add_bucket(bucket.id, bucket)
    return found


@pytest.fixture
def bucket():
    return sample.bucket()


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "store.sqlite")
    yield opened
    opened.close()


def test_an_account_is_the_same_after_json(bucket):
    one = account(bucket)
    assert keeping.from_json(json.loads(json.dumps(keeping.to_json(one)))) == one


def test_accounts_add_up(bucket):
    total, other = account(bucket), account(replace(bucket, statements=bucket.statements - 1, count=5))
    total.repeats[bucket.id] = 0
    total.merge(other)
    assert total.tally.agreed == 6
    assert total.buckets[bucket.id].count == bucket.count + 5
    assert total.buckets[bucket.id].statements == bucket.statements - 1
    assert total.exercised["math.sin", "float32", "forward"] == 4
    assert total.draws["math.sin"] == Draws(6, 4, 2)
    assert total.repeats["elsewhere"] == 8


def test_repeats_are_counted_once_their_bucket_is_there(bucket):
    total, part = Account(), Account()
    part.add_bucket(bucket.id, None)
    total.merge(part)
    total.merge(account(bucket))
    assert total.buckets[bucket.id].count == bucket.count + 1


def test_a_shard_is_kept(store, bucket):
    number = store.begin(7, {"programs": 5}, {"subject": "tensorflow"})
    assert store.shard(number, 3) is None
    store.end_shard(number, 3, account(bucket), [["a", {}]])
    kept, memory = store.shard(number, 3)
    assert kept == account(bucket)
    assert memory == [["a", {}]]


def test_the_last_unfinished_run_is_resumed(store):
    first, second = (store.begin(seed, {"programs": seed}, {}) for seed in (1, 2))
    assert store.unfinished().id == second
    store.end(second, "agreed")
    kept = store.unfinished()
    assert (kept.id, kept.seed, kept.plan) == (first, 1, {"programs": 1})
    store.end(first, "agreed")
    with pytest.raises(WrongUse, match="nothing to resume"):
        store.unfinished()


def test_a_run_that_goes_on_is_not_resumed(store):
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    number = store.begin(1, {}, {})
    store._db.execute("update run set process = ?", (other.pid,))
    with pytest.raises(WrongUse, match=f"run {number} .* is still going on, in process {other.pid}"):
        store.unfinished()
    other.communicate(b"\n")
    assert store.unfinished().id == number


def test_states_follow_a_bucket_through_runs(store, bucket):
    bucket = replace(bucket, ledger=None)

    def state_in_a_run(*found):
        number = store.begin(1, {}, {})
        store.end_shard(number, 0, account(*found), [])
        return number, store.states(number)

    assert state_in_a_run(bucket)[1] == {bucket.id: "new"}
    assert state_in_a_run(bucket)[1] == {bucket.id: "recurring"}
    number, states = state_in_a_run()
    assert states == {}
    assert list(store.unmet(number)) == [bucket.id]
    store.fixed(bucket.id)
    assert store.unmet(number) == {}
    assert state_in_a_run(bucket)[1] == {bucket.id: "regressed"}
    assert state_in_a_run(replace(bucket, ledger="an-entry"))[1] == {bucket.id: "regressed"}


def test_what_the_ledger_knows_is_known(store, bucket):
    number = store.begin(1, {}, {})
    store.end_shard(number, 0, account(replace(bucket, ledger="an-entry")), [])
    assert store.states(number) == {bucket.id: "known"}


def test_two_write_at_once(tmp_path, store, bucket):
    with_other = Store(tmp_path / "store.sqlite")
    runs = [one.begin(seed, {}, {}) for seed, one in enumerate((store, with_other))]
    for number in range(5):
        for one, which in zip((store, with_other), runs, strict=True):
            one.end_shard(which, number, account(bucket), [])
    (count,) = store._db.execute("select count from bucket").fetchone()
    assert count == 10 * bucket.count
    with_other.close()


def test_a_damaged_store_is_told(tmp_path):
    file = tmp_path / "damaged.sqlite"
    file.write_bytes(b"no database at all" * 100)
    with pytest.raises(HarnessFailure, match="is no store of Tape Oracle, or is damaged"):
        Store(file)
    assert file.read_bytes() == b"no database at all" * 100


def test_a_newer_store_is_refused(tmp_path):
    file = tmp_path / "newer.sqlite"
    Store(file).close()
    with sqlite3.connect(file) as db:
        db.execute(f"pragma user_version = {VERSION + 1}")
    with pytest.raises(WrongUse, match="was written by a newer Tape Oracle"):
        Store(file)


def test_a_store_that_cannot_be_made_is_told(tmp_path):
    with pytest.raises(HarnessFailure, match="see that its folder can be written to"):
        Store(tmp_path / "no folder" / "store.sqlite")


def test_a_campaign_that_cannot_be_kept_is_not_begun(tmp_path):
    result = run("fuzz", *SICKLY, "--programs", 10, "--store", "no folder/x.sqlite", cwd=tmp_path)
    assert result.returncode == 3
    assert "give another file with --store" in result.stderr
    assert "Traceback" not in result.stderr


def test_buckets_of_two_campaigns_recur_and_are_fixed(tmp_path):
    campaign = (*SICKLY, "--programs", 400, "--seed", 3)
    _, first = fuzz(tmp_path, *campaign, **WRONG)
    assert first["new"]
    assert {bucket["history"] for bucket in first["buckets"]} == {""}
    result, second = fuzz(tmp_path, *campaign, **WRONG)
    assert {bucket["history"] for bucket in second["buckets"]} == {"recurring"}
    assert "(recurring)" in result.stdout
    result, third = fuzz(tmp_path, *campaign, SICK_FUNCTION="math.cos", SICK_HOW="is_slow")
    assert third["new"] == 0
    assert all(bucket["id"] in result.stdout for bucket in first["buckets"])
    assert "Fixed since earlier runs" in result.stdout
    _, fourth = fuzz(tmp_path, *campaign, **WRONG)
    assert {bucket["history"] for bucket in fourth["buckets"]} == {"regressed"}


@pytest.mark.parametrize("victim", ["parent", "child"])
def test_a_campaign_that_is_killed_is_resumed_and_loses_nothing(tmp_path, victim):
    campaign = (*SICKLY, "--programs", 2100, "--seed", 5, "--workers", 2)
    _, whole = fuzz(tmp_path, *campaign, "--store", "whole.sqlite", **WRONG)
    command = [sys.executable, "-m", "oracle_tests", "fuzz", *map(str, campaign), "--json", "killed.json"]
    killed = subprocess.Popen(
        command, cwd=tmp_path, env=environment(**WRONG), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    store = tmp_path / ".tape-oracle.sqlite"
    while killed.poll() is None and _shards(store) < 2:
        time.sleep(0.05)
    if victim == "child":
        asked = ["ps", "--ppid", str(killed.pid), "-o", "pid="]
        children = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        os.kill(int(children[0]), signal.SIGKILL)
        assert killed.wait(timeout=120) == 1
        again = json.loads((tmp_path / "killed.json").read_text("utf-8"))
    else:
        killed.kill()
        killed.wait()
        kept = _shards(store)
        assert 2 <= kept < 5
        result, again = fuzz(tmp_path, "--resume", "--workers", 1, **WRONG)
        assert f"of which {kept} shards have ended" in result.stdout
    for key in KEYS:
        assert again[key] == whole[key], key
    counts = [{b["id"]: (b["count"], b["statements"]) for b in one["buckets"]} for one in (whole, again)]
    assert counts[0] == counts[1] != {}


def _shards(store) -> int:
    if not store.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
            return db.execute("select count(*) from shard").fetchone()[0]
    except sqlite3.Error:
        return 0


def test_a_run_is_not_resumed_in_another_environment(tmp_path):
    fuzz(tmp_path, *SICKLY, "--programs", 20, **WRONG)
    with sqlite3.connect(tmp_path / ".tape-oracle.sqlite") as db:
        other = "environment = json_set(environment, '$.numpy', '1.0')"
        db.execute(f"update run set ended = null, process = 0, {other}")
        db.execute("delete from shard")
    result = run("fuzz", "--resume", cwd=tmp_path, **WRONG)
    assert result.returncode == 3
    assert "was begun with numpy 1.0, not" in result.stderr


def test_there_is_nothing_to_resume(tmp_path):
    result = run("fuzz", "--resume", cwd=tmp_path)
    assert result.returncode == 2
    assert "nothing to resume" in result.stderr
