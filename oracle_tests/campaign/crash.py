"""CRASH: from a process that ended, or hung, to a bucket.

The program in hand is taken from the journal and run again in children of its own, which it may end as well:
to see whether it does so alone, to make it smaller, to find the rule that does it.  A child runs many
candidates, and only those that end it cost a new one.  All of this is bounded; what is not reached in time is
left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from reports import runs
from reports.discrepancy import Bucket, Evidence, Verdict
from strategies import program as p
from strategies import serial
from strategies.interpret import at

from ..examine import ends_well
from . import buckets
from .coverage import endpoint
from .minimise import minimise
from .parts import parts
from .process import ChildDied, Process
from .recognition import is_plausible, walks_back

ENDS = {"crash": 10, "hang": 3}  # children that one minimisation may use up
RUNS = 400  # candidates of one minimisation
SECONDS = 120.0  # and how long it may take
PATIENCE = 5.0  # seconds for a candidate, where the first program hung for longer


class Nursery(Protocol):
    """Who has a child at hand."""

    def child(self) -> Process:
        """A living child."""

    def bury(self) -> None:
        """Takes notice of that child's death."""


class Remembered:
    """The crashes and hangs that have been investigated."""

    def __init__(self):
        self._seen: dict[tuple, list[Bucket]] = {}

    def recognise(self, symptom: tuple, walked: frozenset[str]) -> str | None:
        """The id of the bucket that a symptom belongs to; `walked` as in `recognition`."""
        for bucket in self._seen.get(symptom, ()):
            if not walks_back(bucket.statement) or is_plausible(bucket.where, walked):
                return bucket.id
        return None

    def learn(self, symptom: tuple, bucket: Bucket) -> None:
        self._seen.setdefault(symptom, []).append(bucket)


@dataclass
class _Case:
    """A program that ends its process, the statement at which it does so, and how."""

    program: p.Program
    path: tuple[int, ...]
    death: ChildDied


class Investigation:
    """What a child's death was about.  `stopped()` says whether to come to an end."""

    def __init__(
        self, death: ChildDied, shard: int, nursery: Nursery, subject: str, stopped: Callable[[], bool]
    ):
        self.death, self.shard, self.nursery = death, shard, nursery
        self.subject, self.stopped = subject, stopped
        self.digest = 0  # of the program that was in hand, once that is known
        self.kind = "hang" if death.hung else "crash"
        self.ends, self.deadline = ENDS[self.kind], monotonic() + SECONDS

    def bucket(self, remembered: Remembered) -> tuple[str, Bucket | None]:
        """The id of the bucket, and the bucket if it has not been there before.  Raises ChildDied."""
        entry = self.death.entry
        known = self.nursery.child().answer(
            "unpack", data=entry.data.hex(), shard=self.shard, number=entry.number, path=entry.path
        )
        self.digest = known["digest"]
        symptom = (self.kind, self.death.how, known["statement"], known["function"])
        id = remembered.recognise(symptom, frozenset(known["walked"]))
        if id is not None:
            return id, None
        case = _Case(serial.from_json(known["program"]), entry.path, self.death)
        bucket = self._investigated(case)
        remembered.learn(symptom, bucket)
        return bucket.id, bucket

    def _investigated(self, case: _Case) -> Bucket:
        if not any(self._try(case, part) for part in parts(case.program, case.path)):
            return self._described(case, self._called(case), alone=False)
        minimise(case.program, lambda candidate: self._try(case, candidate), RUNS)
        return self._described(case, self._where(case), alone=True)

    def _try(self, case: _Case, candidate: p.Program) -> bool:
        """Whether a candidate ends its process as the program did, at the same kind of statement."""
        if self.ends <= 0 or monotonic() > self.deadline or self.stopped():
            return False
        if candidate != case.program and not ends_well(candidate):
            return False  # the reference knows that it ends the process, for a reason of its own
        death = self._end_of(candidate)
        if death is None or not self._is_alike(death):
            return False
        first, other = at(case.program, case.path), at(candidate, death.entry.path)
        if type(first) is not type(other) or endpoint(first) != endpoint(other):
            return False
        case.program, case.path, case.death = candidate, death.entry.path, death
        return True

    def _end_of(self, program: p.Program) -> ChildDied | None:
        """How the program ends its process; None if it does not."""
        child = self.nursery.child()
        limit = min(PATIENCE, child.limits.program) if self.death.hung else None
        try:
            child.answer("attempt", limit, program=serial.to_json(program))
        except ChildDied as death:
            self.ends -= 1
            self.nursery.bury()
            return death
        return None

    def _is_alike(self, death: ChildDied) -> bool:
        return death.hung == self.death.hung and (death.hung or death.status == self.death.status)

    def _where(self, case: _Case) -> str:
        """The rule that ends the process when it runs alone; else what was called."""
        if not isinstance(at(case.program, case.path), p.Gradient | p.Jacobian):
            return self._called(case)
        child = self.nursery.child()
        limit = min(PATIENCE, child.limits.program) if self.death.hung else None
        rules = []
        try:
            child.ask("pull_back", program=serial.to_json(case.program), path=case.path)
            rules = child.receive()["rules"]
            child.receive(limit)
        except ChildDied as death:
            self.nursery.bury()
            if rules:
                return f"{rules[death.entry.number]} vjp"
        return self._called(case)

    def _called(self, case: _Case) -> str:
        statement = at(case.program, case.path)
        name = endpoint(statement)
        if name is not None:
            return f"{name} call"
        kind = "final value" if statement is None else type(statement).__name__.lower()
        return f"tape {kind}" if hasattr(statement, "tape") else kind

    def _described(self, case: _Case, where: str, alone: bool) -> Bucket:
        verdict = self._verdict(case, alone)
        answer = self.nursery.child().answer(
            "describe",
            program=serial.to_json(case.program),
            path=case.path,
            kind=self.kind,
            where=where,
            verdict=runs.verdict_to_json(verdict),
        )
        bucket = buckets.from_json(answer["bucket"])
        bucket.found_after = self.death.entry.number
        return bucket

    def _verdict(self, case: _Case, alone: bool) -> Verdict:
        reason = f"The process of {self.subject} {self.death.how}."
        if not alone:
            again = Evidence("a new process", "it did not happen again when the program ran alone")
            return Verdict("unclear", reason, (again,))
        again = Evidence(
            "a new process", "it happens again when the program runs alone", last_cry(case.death.last_words)
        )
        return Verdict("tensorflow wrong" if self.subject == "tensorflow" else "unclear", reason, (again,))


def last_cry(words: str) -> tuple[tuple[str, str], ...]:
    """The line in which a dying process says why, if there is one, as a figure of an evidence."""
    lines = [line.strip() for line in words.splitlines()]
    telling = [line for line in lines if "Check failed" in line or line.startswith("Fatal Python error")]
    return tuple(("its last words", line) for line in telling[:1])
