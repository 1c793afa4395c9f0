"""SUPERVISOR: a campaign, from shards in child processes to one run that adds up.

Each worker is a thread that looks after one child at a time; what its child says is merged as it comes.  Here
is what they share: the plan, the account, and when to stop.
"""

import itertools
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from time import monotonic

from reports.discrepancy import Bucket, Run

from .account import Account
from .crash import Remembered
from .process import Setting
from .rounds import Rounds
from .worker import Worker

GRACE = 10.0  # seconds that a child has to end its program when the campaign is to stop


@dataclass(frozen=True)
class Plan:
    """How much is run: `programs`, or until `seconds` have passed since the first child was ready.

    A shard has `shard` programs; a child runs `recycle` of them, behind `warming` programs that do not count.
    """

    seed: int
    programs: int | None = None
    seconds: float | None = None
    shard: int = 500
    recycle: int = 20
    sample: int = 10
    examining: bool = True
    warming: int = 40
    workers: int = 1
    until_new: bool = False  # whether the first new discrepancy ends it

    def shards(self) -> Iterator[tuple[int, int]]:
        """Numbers of shards, and how many programs each has."""
        for number in itertools.count():
            left = self.shard if self.programs is None else self.programs - number * self.shard
            if left <= 0:
                return
            yield number, min(self.shard, left)


class Recorder:
    """What keeps a run while it goes on; this one keeps nothing."""

    def began(self, environment: dict[str, str]) -> None:
        """A child is ready.  Raises HarnessFailure where the run was begun in another environment."""

    def shard(self, number: int) -> tuple[Account, list] | None:
        """What a shard counted and learnt that has ended before."""

    def end_shard(self, number: int, account: Account, memory: list) -> None:
        """A shard has ended with all its programs."""

    def found(self, id: str, bucket: Bucket) -> None:
        """A bucket was found."""


class Supervisor:
    """Runs a plan; `account` is what is known so far, under `lock`."""

    def __init__(self, plan: Plan, setting: Setting, recorder: "Recorder | None" = None):
        self.plan, self.setting, self.recorder = plan, setting, recorder or Recorder()
        self.account, self.lock = Account(), threading.Lock()
        self.remembered = Remembered()
        self.stopping = threading.Event()
        self.began: float | None = None  # when the first child was ready
        self._interruptions, self._grace = 0, math.inf
        self.rounds, self._changed = Rounds(plan.shards()), threading.Condition(self.lock)
        self._workers: list[Worker] = []

    def run(self, progress: Callable[[dict[str, int], float], None] = lambda counts, seconds: None) -> None:
        """Runs the plan; `progress(counts, seconds)` is called now and then.

        Raises HarnessFailure or WrongUse where a child cannot be started or keeps being killed.
        """
        self._workers = [Worker(self) for _ in range(self.plan.workers)]
        with ThreadPoolExecutor(self.plan.workers) as pool:
            jobs = [pool.submit(worker.work) for worker in self._workers]
            try:
                while wait(jobs, timeout=0.25).not_done and not any(map(_failed, jobs)):
                    if self._is_late() or self._interruptions or self._has_found():
                        self._stop(GRACE if self._interruptions < 2 else 0.0)
                    progress(*self.live())
            finally:
                self._stop(GRACE)
        for job in jobs:
            job.result()

    def _is_late(self) -> bool:
        if self.plan.seconds is None or self.began is None:
            return False
        return monotonic() - self.began >= self.plan.seconds

    def _has_found(self) -> bool:
        return self.plan.until_new and self.live()[0]["new"] > 0

    def interrupt(self) -> None:
        """Comes to an end; asked a second time, at once.  May be called by a signal's handler."""
        self._interruptions += 1

    @property
    def interrupted(self) -> bool:
        return self._interruptions > 0

    def _stop(self, grace: float) -> None:
        """Lets no other program begin; the one in hand has `grace` seconds to end."""
        if grace >= self._grace:
            return
        self._grace = grace
        self.stopping.set()
        for worker in self._workers:
            worker.stop(grace)

    def next_shard(self) -> tuple[int, int] | None:
        """The next shard, once its round has begun; None if there is none, or the campaign is to stop."""
        with self._changed:
            while not self.stopping.is_set():
                shard = self.rounds.take()
                if shard is not None and self._has_ended(shard[0]):
                    continue
                if shard is not None or self.rounds.ended:
                    return shard
                self._changed.wait(0.25)
        return None

    def _has_ended(self, number: int) -> bool:
        """Takes a shard from the recorder that ended before this run was resumed."""
        kept = self.recorder.shard(number)
        if kept is not None:
            account, memory = kept
            self.account.merge(account)
            self.rounds.learnt(number, memory)
            self.rounds.end(number)
        return kept is not None

    def end_shard(self, shard: tuple[int, int], part: Account) -> None:
        """A shard has ended, or was given up, with what it counted."""
        number, programs = shard
        with self._changed:
            self.account.merge(part)
            if part.programs == programs:
                self.recorder.end_shard(number, part, self.rounds.known(number))
            self.rounds.end(number)
            self._changed.notify_all()

    def found(self, id: str, bucket: Bucket) -> None:
        """A bucket was found; the caller holds the lock."""
        self.recorder.found(id, bucket)

    def live(self) -> tuple[dict[str, int], float]:
        """The counts so far, programs of shards in hand included, and the loop's seconds, side by side."""
        with self.lock:
            account = Account(tally=replace(self.account.tally), buckets=dict(self.account.buckets))
            for worker in self._workers:
                account.merge(Account(tally=worker.part.tally, buckets=worker.part.buckets))
            counts, seconds = account.counts(), account.tally.seconds
            for worker in self._workers:
                tally = worker.tally()
                for name in ("agreed", "inconclusive", "invalid"):
                    counts[name] += getattr(tally, name)
                    counts["programs"] += getattr(tally, name)
                seconds += tally.seconds
        return counts, seconds / self.plan.workers

    def result(self) -> Run:
        return self.account.run(self.plan.seed, self.interrupted, self.plan.workers)


def _failed(job) -> bool:
    return job.done() and job.exception() is not None
