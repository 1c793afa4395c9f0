"""SHARD: some hundred programs as one run of Hypothesis, in which nothing raises.

A program is drawn, run on the subject and compared; a disagreement is examined or recognised, told to the
parent, and the run goes on.  Which programs a shard has follows from the campaign's seed and the shard's
number alone.  After a crash the shard is run again in another process with `skip`: what was done is drawn as
bytes, since Hypothesis has to come by, and not run.
"""

import gc
import hashlib
import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import reference
from reports.discrepancy import Bucket
from strategies import program as p
from strategies import wellformed
from strategies.interpret import Machine, interpret
from strategies.programs import CHOICES, Drawn, unpack

from .. import examine
from ..agree import Difference, compare
from . import buckets, journal
from .coverage import Coverage
from .journal import Journal, Tally
from .recognition import Memory, walked_operations

COLLECT = 50  # programs between two garbage collections, and between two reports of coverage


@dataclass(frozen=True)
class Order:
    """What a child is asked to run.

    The shard has `size` programs, of which the first `programs` are run, save the first `skip`; so the first
    programs of a shard do not depend on how many are asked for.  Of each `sample` programs one is run again
    at the end, on the subject alone, for the clock.  Disagreements are examined unless `examining` is off;
    those of the programs `careful` are only noted, because examining them has ended a process.
    """

    seed: int
    shard: int
    programs: int
    size: int = 500
    skip: int = 0
    sample: int = 10
    examining: bool = True
    careful: tuple[int, ...] = ()


class Shard:
    """One shard in this process.  `send` takes messages for the parent, as JSON's values."""

    def __init__(self, order: Order, subject: str, tf, journal: Journal, memory: Memory, send: Callable):
        self.order, self.subject, self.tf = order, subject, tf
        self.journal, self.memory, self.send = journal, memory, send
        self.tally = Tally(programs=order.skip)
        self.coverage = Coverage()
        self.number = 0  # of programs that Hypothesis has come by
        self.sampled: list[tuple[p.Program, float]] = []
        self.clock = perf_counter()

    def run(self) -> None:
        """Runs the shard, tells what differs, and at the end how long the sampled programs take alone."""
        self.journal.count(self.tally)
        ended = 0
        while self.number < self.order.programs and not self.journal.stop:
            before = self.number
            self._round(ended)
            ended = ended + 1 if self.number > before else self._give_up()
        self.send({"coverage": self.coverage.take()})
        self.send({"done": self.tally.programs, "alone": self._alone(), "memory": self.memory.as_json()})

    def _round(self, number: int) -> None:
        """One run of Hypothesis; it may end before it has drawn as many programs as it may."""

        @settings(
            database=None,
            deadline=None,
            phases=[Phase.generate],
            max_examples=self.order.size,
            suppress_health_check=list(HealthCheck),
        )
        @seed(_derived(self.order.seed, self.order.shard, number))
        @given(data=st.binary(min_size=CHOICES, max_size=CHOICES))
        def run(data):
            self._come_by(data)

        run()

    def _give_up(self):
        raise RuntimeError("Hypothesis draws no programs")

    def _come_by(self, data: bytes) -> None:
        if self.number >= self.order.programs or self.journal.stop:
            return
        number, self.number = self.number, self.number + 1
        if number >= self.order.skip:
            self.journal.begin(number, journal.Phase.DRAWING, data)
            self.tally.programs = number + 1
            try:
                self._one(number, data)
            except Exception:
                self.tally.invalid += 1
                self._trouble(number)
            if self.tally.programs % COLLECT == 0:
                gc.collect()
                self.send({"coverage": self.coverage.take()})
            self.tally.seconds += perf_counter() - self.clock
            self.journal.count(self.tally)
        self.clock = perf_counter()

    def _one(self, number: int, data: bytes) -> None:
        """Draws a program, runs it and counts what became of it.  An exception is a fault of the harness."""
        tally = self.tally
        start = perf_counter()
        with self.coverage.watching():
            drawn = unpack(data)
        tally.drawing_seconds += perf_counter() - start
        program = drawn.program
        wellformed.check(program)
        tally.digest = (tally.digest + digest(self.order.shard, number, program)) % 2**64

        self.journal.enter(journal.Phase.RUNNING)
        start = perf_counter()
        theirs = run_journalled(program, self.tf, self.journal)
        seconds = perf_counter() - start
        tally.subject_seconds += seconds
        if number % self.order.sample == 0:
            self.sampled.append((program, seconds))

        self.journal.enter(journal.Phase.COMPARING)
        start = perf_counter()
        comparison = compare(program, drawn.machine, theirs)
        tally.comparing_seconds += perf_counter() - start
        self.coverage.note(program, drawn.machine, comparison.status == "agreed")
        self.coverage.note_draws(drawn.draws)
        match comparison.status:
            case "agreed":
                tally.agreed += 1
            case "inconclusive":
                tally.inconclusive += 1
            case _:
                start = perf_counter()
                if comparison.difference is not None and self.order.examining:
                    self._differs(number, drawn, theirs, comparison.difference)
                tally.differing += 1
                seconds = perf_counter() - start
                tally.examining_seconds += seconds
                self.clock += seconds

    def _differs(self, number: int, drawn: Drawn, theirs: Machine, difference: Difference) -> None:
        """Finds the bucket of a program that differs, and tells the parent."""
        program, ours = drawn.program, drawn.machine
        signature = examine.signature(program, difference, ours, theirs)
        id = self.memory.recognise(signature, lambda: walked_operations(program, difference.path))
        if id is not None:
            self.send({"found": number, "id": id})
            return
        self.journal.enter(journal.Phase.EXAMINING)
        bucket = self._examined(number, program, difference, ours, theirs)
        bucket.found_after = number
        self.memory.learn(signature, bucket.id, bucket.where)
        self.send(
            {
                "found": number,
                "id": bucket.id,
                "bucket": buckets.to_json(bucket),
                "memory": self.memory.as_json(),
            }
        )

    def _examined(self, number, program, difference, ours, theirs) -> Bucket:
        if number in self.order.careful:
            why = "examining it ended the process"
        else:
            try:
                return examine.examine(program, difference, ours, theirs, self.subject, self.tf)
            except Exception as problem:
                self._trouble(number)
                why = f"examining it failed ({type(problem).__name__}: {problem})"
        return buckets.unexamined(program, difference, ours, theirs, self.subject, why)

    def _trouble(self, number: int) -> None:
        """Tells the parent what went wrong in the harness; the exception in hand is what did."""
        doing = self.journal.entry().phase.name.lower()
        self.send({"trouble": number, "doing": doing, "text": traceback.format_exc()})

    def _alone(self) -> list[float]:
        """Seconds of the sampled programs: on the subject in the loop, on it alone, the reference alone."""
        looped = alone = ours = 0.0
        for i, (program, seconds) in enumerate(self.sampled):
            self.journal.begin(i, journal.Phase.REPEATING)
            start = perf_counter()
            interpret(program, self.tf)
            between = perf_counter()
            interpret(program, reference)
            ours += perf_counter() - between
            alone += between - start
            looped += seconds
            if i % COLLECT == 0:
                gc.collect()
        self.journal.enter(journal.Phase.IDLE)
        return [looped, alone, ours]


class _Journalled(Machine):
    """A machine that notes each statement before it begins."""

    def __init__(self, tf, journal: Journal):
        super().__init__(tf)
        self._reach = journal.reach

    def run(self, statement, path):
        self._reach(path)
        return super().run(statement, path)

    def finish(self):
        self._reach(())
        super().finish()


def run_journalled(program: p.Program, tf, journal: Journal) -> Machine:
    """Runs `program` on `tf`.  What leaves it that is no Exception, such as SystemExit, ends the process."""
    try:
        return _Journalled(tf, journal).run_program(program)
    except Exception:
        raise
    except BaseException as end:
        traceback.print_exc()
        os._exit(end.code if isinstance(end, SystemExit) and isinstance(end.code, int) else 1)


def _derived(*numbers: int) -> int:
    """A seed from numbers, the same everywhere."""
    return int.from_bytes(hashlib.sha256(repr(numbers).encode()).digest()[:8], "big")


def digest(shard: int, number: int, program: p.Program) -> int:
    """A program's own digest, in its place; `repr` is exact, and five times as fast as JSON."""
    text = f"{shard} {number} {program!r}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
