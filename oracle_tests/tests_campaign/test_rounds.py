"""Rounds: the same shards know the same, whoever runs them and in whichever order they end."""

import random

import pytest

from oracle_tests.campaign.recognition import Memory, merged
from oracle_tests.campaign.rounds import LARGEST, Rounds
from oracle_tests.campaign.supervisor import Plan
from oracle_tests.examine import Signature

from .commands import SICK, fuzz

SIGNATURES = [["value", "Apply", "math.sin", ["", ""]], ["none", "Gradient", "", ["", ""]]]


def rounds_of(count: int, running: int, seed: int) -> list[tuple[int, list]]:
    """Which shards began, and what each knew: `running` at a time, which end in any order."""
    rounds, chance = Rounds(iter([(number, 500) for number in range(count)])), random.Random(seed)
    began, open_ = [], []
    while True:
        while len(open_) < running and (shard := rounds.take()) is not None:
            began.append((shard[0], rounds.known(shard[0])))
            open_.append(shard[0])
        if not open_:
            assert rounds.ended
            return began
        ending = open_.pop(chance.randrange(len(open_)))
        rounds.learnt(ending, learnt(rounds.known(ending), ending))
        rounds.end(ending)


def learnt(known: list, shard: int) -> list:
    """`known`, and what a shard adds to it."""
    return merged(known, [[[SIGNATURES[shard % 2], {f"b{shard % 3}": [1, shard, "here"]}], *known]])


@pytest.mark.parametrize("running", [2, 3, 20])
def test_what_shards_know_does_not_hang_on_workers(running):
    assert rounds_of(30, running, seed=running) == rounds_of(30, 1, seed=0)


def test_rounds_grow():
    known = [memory for _, memory in rounds_of(1 + 2 + 4 + LARGEST + 1, 3, seed=1)]
    assert [known.count(memory) for memory in known] == [1, 2, 2, *[4] * 4, *[LARGEST] * LARGEST, 1]


def test_what_several_learnt_adds_up():
    base = [[SIGNATURES[0], {"a": [2, 5, "here"]}]]
    one = [[SIGNATURES[0], {"a": [3, 5, "here"], "b": [1, 0, "there"]}]]
    other = [[SIGNATURES[0], {"a": [2, 9, "here"]}], [SIGNATURES[1], {"c": [1, 1, "nowhere"]}]]
    both = {str(key): buckets for key, buckets in merged(base, [one, other])}
    assert list(both.values()) == [{"a": [3, 9, "here"], "b": [1, 0, "there"]}, {"c": [1, 1, "nowhere"]}]
    assert merged(base, []) == merged([], [base])


def test_a_memory_goes_on_from_what_was_merged():
    memory, signature = Memory(), Signature("value", "Apply", "math.sin", ("", ""))
    for _ in range(3):
        memory.learn(signature, "a", "math.sin forward")
    again = Memory(merged([], [memory.as_json()]))
    assert again.recognise(signature, frozenset) == "a"


def test_a_plan_without_an_end_has_rounds_without_an_end():
    rounds = Rounds(Plan(0, seconds=1.0).shards())
    for _ in range(100):
        number, _ = rounds.take()
        rounds.end(number)
    assert not rounds.ended


def test_two_workers_find_what_one_finds(tmp_path):
    found, sick = [], ("--subject", "sick", "--import", SICK)
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        folder.mkdir()
        campaign = ("--programs", 1100, "--seed", 3, "--workers", workers)
        found.append(fuzz(folder, *sick, *campaign, SICK_FUNCTION="math.square", SICK_HOW="is_wrong")[1])
    one, two = found
    assert (one["workers"], two["workers"]) == (1, 2)
    for key in ("programs", "agreed", "known", "new", "inconclusive", "invalid", "digest", "endpoints"):
        assert one[key] == two[key], key
    buckets = [{b["id"]: (b["count"], b["statements"]) for b in data["buckets"]} for data in found]
    assert buckets[0] == buckets[1] != {}
