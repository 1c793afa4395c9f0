"""WORKER: one thread's part of a campaign: a child, the shard that it runs, and what follows if it dies.

A child that dies over a program makes a discrepancy of it, and a fresh child goes on behind that program.
Coverage of up to 50 programs before a death is lost with the child; nothing else is.
"""

import signal
import threading
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from . import buckets
from .account import Account
from .crash import Investigation
from .journal import Phase, Tally
from .process import ChildDied, HarnessFailure, Process
from .shard import Order

if TYPE_CHECKING:
    from .supervisor import Supervisor

LOSSES = 6  # lost children with no program in between, beyond which the environment is at fault
LEAST_MEMORY = 512 * 2**20  # bytes; with less at hand, a killed child was killed for want of memory


class Worker:
    """One thread's part: a child, and the shard that it runs."""

    def __init__(self, supervisor: "Supervisor"):
        self.supervisor, self.plan = supervisor, supervisor.plan
        self._child: Process | None = None
        self._spare: Process | None = None  # where one child has died, the next is kept ready
        self._bereaved = False
        self._in_shard = False
        self.part = Account()  # of the shard in hand
        self._shards_run = 0
        self._found = -1  # number of the last program whose bucket was told
        self._lost_in_a_row = 0
        self._killed = self._hurried = False
        self._killed_at: set[tuple[int, int]] = set()  # shards and programs at which a child was killed
        self._killer: threading.Timer | None = None

    # A child at hand

    def child(self) -> Process:
        child = self._child
        if self._hurried:
            raise HarnessFailure("the campaign was ended")
        if child is None:
            self._child = child = self._spare or Process(self.supervisor.setting)
            self._spare = None
            environment = child.begin()
            if self._bereaved:
                self._spare = Process(self.supervisor.setting)
            elif self.plan.warming and not self._warmed(child):
                self.bury()
                return self.child()
            with self.supervisor.lock:
                self.supervisor.began = self.supervisor.began or monotonic()
                account = self.supervisor.account
                account.startup_seconds += child.startup_seconds
                account.environment = environment | self.supervisor.setting.peculiarities()
                self.supervisor.recorder.began(account.environment)
        return child

    def _warmed(self, child: Process) -> bool:
        """Lets TensorFlow load what it loads late, by programs that do not count; False if the child died."""
        start, count = monotonic(), self.plan.warming
        order = Order(self.plan.seed, -1, count, size=count, sample=count, examining=False)
        child.ask("shard", order=asdict(order), memory=[])
        try:
            for _ in child.until_done():
                pass
        except ChildDied as death:
            self._lost("while it warmed up", death)
            return False
        child.startup_seconds += monotonic() - start
        return True

    def bury(self) -> None:
        self._bereaved = True
        self.retire()

    def retire(self) -> None:
        """Does without the child."""
        with self.supervisor.lock:
            child, self._child, self._in_shard = self._child, None, False
        self._shards_run = 0
        self._let_go(child)

    def _let_go(self, child: Process | None) -> None:
        if child is not None:
            child.end()

    def tally(self) -> Tally:
        """What the child has counted of the shard in hand; the caller holds the lock."""
        return self._child.journal.tally() if self._in_shard and self._child is not None else Tally()

    def stop(self, grace: float) -> None:
        with self.supervisor.lock:
            if self._child is not None:
                self._child.journal.stop = True
        if self._killer is not None:
            self._killer.cancel()
        self._hurried = grace <= 0
        self._killer = threading.Timer(grace, self._kill)
        self._killer.daemon = True
        self._killer.start()

    def _kill(self):
        with self.supervisor.lock:
            self._killed = True
            if self._child is not None:
                self._child.kill()

    # Shards

    def work(self) -> None:
        """Runs shards until there are none."""
        try:
            while (shard := self.supervisor.next_shard()) is not None:
                order: Order | None = Order(
                    self.plan.seed,
                    *shard,
                    size=self.plan.shard,
                    sample=self.plan.sample,
                    examining=self.plan.examining,
                )
                self.part = Account()
                try:
                    while order is not None:
                        order = self._attempt(order)
                finally:
                    part, self.part = self.part, Account()
                    self.supervisor.end_shard(shard, part)
        except HarnessFailure:
            if not self._killed:
                raise
        finally:
            if self._killer is not None:
                self._killer.cancel()
            self.retire()
            self._let_go(self._spare)

    def _attempt(self, order: Order) -> Order | None:
        """Runs what is left of a shard; returns what is left after a death."""
        self._found = -1
        child = self.child()
        try:
            with self.supervisor.lock:
                child.journal.count(Tally(programs=order.skip))
                child.journal.stop = self.supervisor.stopping.is_set() and order.skip not in order.careful
                self._in_shard = True
            child.ask("shard", order=asdict(order), memory=self.supervisor.rounds.known(order.shard))
            for message in child.until_done():
                self._take(order, message)
        except ChildDied as death:
            self._merge(death.tally)
            self.bury()
            return self._after(order, death)
        self._merge(child.journal.tally())
        self._shards_run += 1
        if self._shards_run >= self.plan.recycle:
            self.retire()
        return None

    def _merge(self, tally: Tally) -> None:
        with self.supervisor.lock:
            self.part.add(tally)
            self._in_shard = False

    def _take(self, order: Order, message: dict[str, Any]) -> None:
        account = self.part
        with self.supervisor.lock:
            match message:
                case {"found": number, "id": id, **rest}:
                    bucket = buckets.from_json(rest["bucket"]) if "bucket" in rest else None
                    account.add_bucket(id, bucket)
                    if bucket is not None:
                        self.supervisor.found(id, bucket)
                    if "memory" in rest:
                        self.supervisor.rounds.learnt(order.shard, rest["memory"])
                    self._found = number
                    if self.supervisor.stopping.is_set() and self._child is not None:
                        self._child.journal.stop = True
                case {"coverage": coverage}:
                    account.add_coverage(coverage)
                case {"trouble": number, "doing": doing, "text": text}:
                    account.troubles.append(f"{doing} program {number} of shard {order.shard}: {text}")
                case {"done": _, "alone": [looped, alone, reference], "memory": memory}:
                    self.supervisor.rounds.learnt(order.shard, memory)
                    account.looped += looped
                    account.alone += alone
                    account.reference += reference

    # Deaths

    def _after(self, order: Order, death: ChildDied) -> Order | None:
        """Makes of a death what it was, and returns what is left of the shard."""
        entry, supervisor = death.entry, self.supervisor
        number, behind = entry.number, replace(order, skip=entry.number + 1)
        place = (order.shard, number)
        if entry.phase == Phase.REPEATING:
            return None
        if self._found == number:
            return behind
        if entry.phase == Phase.EXAMINING:
            return replace(order, skip=number, careful=(*order.careful, number))
        if supervisor.stopping.is_set():
            return None
        if entry.phase == Phase.IDLE or (_is_from_outside(death) and place not in self._killed_at):
            self._killed_at.add(place)
            self._lost(f"at program {number} of shard {order.shard}", death)
            self._despair_if_often(order, death)
            return replace(order, skip=death.tally.programs)
        if entry.phase == Phase.RUNNING:
            self._investigate(order, death)
        else:
            self._troubled(order, death)
        return behind

    def _despair_if_often(self, order: Order, death: ChildDied) -> None:
        """Raises HarnessFailure if children are lost one after the other, with no program in between."""
        self._lost_in_a_row = 0 if death.tally.programs > order.skip else self._lost_in_a_row + 1
        if self._lost_in_a_row > LOSSES:
            raise HarnessFailure(
                f"{self._lost_in_a_row} children died one after the other (the last {death.how}); "
                "see that there is memory and that nothing kills them; "
                f"its last words: {death.last_words or 'none'}"
            )

    def _lost(self, at: str, death: ChildDied) -> None:
        memory = available_memory()
        short = f"; memory is short, {memory >> 20} MB are left" if memory < LEAST_MEMORY else ""
        with self.supervisor.lock:
            self.part.losses.append(f"a child {death.how} {at} and was replaced{short}")

    def _troubled(self, order: Order, death: ChildDied) -> None:
        """Not the subject but the harness or the reference ended the process, or hung: an invalid program."""
        doing = death.entry.phase.name.lower()
        with self.supervisor.lock:
            account = self.part
            account.tally.invalid += 1
            at = f"{doing} program {death.entry.number} of shard {order.shard}"
            account.troubles.append(f"{at}: the child {death.how}\n{death.last_words}")

    def _investigate(self, order: Order, death: ChildDied) -> None:
        supervisor, account, start = self.supervisor, self.part, monotonic()
        before = supervisor.account.startup_seconds
        investigation = Investigation(
            death, order.shard, self, supervisor.setting.subject, supervisor.stopping.is_set
        )
        try:
            id, bucket = investigation.bucket(supervisor.remembered)
        except ChildDied as other:
            self.bury()
            if not supervisor.stopping.is_set():
                self._troubled(order, other)
            return
        with supervisor.lock:
            account.add_bucket(id, bucket)
            if bucket is not None:
                supervisor.found(id, bucket)
            account.tally.digest = (account.tally.digest + investigation.digest) % 2**64
            account.investigating_seconds += max(
                0.0, monotonic() - start - (supervisor.account.startup_seconds - before)
            )


def _is_from_outside(death: ChildDied) -> bool:
    """SIGKILL is seldom a program's doing: it comes from a person, or where memory is short."""
    return not death.hung and death.status == -signal.SIGKILL


def available_memory() -> int:
    """Bytes of memory that are free for use; where the system does not say, as many as one likes."""
    try:
        lines = Path("/proc/meminfo").read_text("utf-8").splitlines()
    except OSError:
        return 2**62
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), 2**62)
