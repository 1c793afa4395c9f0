"""PLANTS: whether programs notice that a gradient rule is wrong by a factor of 1.001, rule by rule.

The harness is believed only after it was lied to.  For each primitive that has a rule, in float32 and in
float64, everything that the rule answers in this dtype is planted with the factor, and programs are run on
the reference and on TensorFlow until one differs that agrees without it.  Programs are drawn with a liking
for endpoints that lead to the primitive; only those count in which the planted rule was asked.

A rule that answers nothing in a dtype, there being no path, or zeros, or that no program calls, is listed
apart: nothing is planted there.  So is one of which most programs agree with TensorFlow neither planted nor
unplanted, as it has no gradient to compare with: the ledger has these.
"""

import multiprocessing
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

import reference
from reference.backprop import walked_with
from reference.math import multiply
from reference.primitive import ENDPOINTS, REGISTRY, Primitive
from reference.slices import IndexedSlices
from strategies.interpret import interpret
from strategies.operations import FUNCTIONS
from strategies.programs import CHOICES, Drawn, unpack

from . import endpoints, sampled, subjects
from .agree import compare

FACTOR = 1.001
DTYPES = ("float32", "float64")
PROGRAMS = 500  # that ask the rule
TRIES = 3  # programs are drawn for each of these that has to ask
HOPELESS = 40  # programs that call a rule without an answer, after which it is given up
UNCALLED = 600  # programs that do not even call it
NOTICED = 0.98  # the share that is wanted


@dataclass(frozen=True)
class Planted:
    """What came of a rule in a dtype: `asked` programs asked it, of which the last or none noticed.

    It was `called` in so many, also where it had no answer in this dtype; in `apart` the good rule differs
    from TensorFlow too.
    """

    primitive: str
    dtype: str
    asked: int
    noticed: bool
    called: int
    apart: int = 0

    @property
    def state(self) -> str:
        if self.noticed:
            return "noticed"
        if self.asked:
            return "incomparable" if 2 * self.apart > self.asked else "unnoticed"
        return "answers nothing" if self.called else "never called"


def rules() -> list[str]:
    """The primitives that have a rule, by their first names."""
    return sorted({primitive.name for primitive in REGISTRY.values() if primitive.rule is not None})


def places(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each of the primitives in each of DTYPES that it is declared for."""
    return [(name, dtype) for name in names for dtype in DTYPES if _takes(REGISTRY[name], dtype)]


def _takes(primitive: Primitive, dtype: str) -> bool:
    declared = [dtypes for d in primitive.domains.values() if (dtypes := getattr(d, "dtypes", None))]
    return not declared or any(dtype == d.name for dtypes in declared for d in dtypes)


@contextmanager
def planted(primitive: Primitive, dtype: str) -> Iterator[Counter]:
    """Within the block the rule's answers in `dtype` are wrong.

    Yields how often the rule was "called", and how many answers in `dtype` were "given".
    """
    good, counts = primitive.rule, Counter[str]()

    def wrong(answer: Any) -> Any:
        if callable(answer):
            return lambda: wrong(answer())
        if isinstance(answer, list):
            return [wrong(item) for item in answer]
        if answer is None or answer.dtype.name != dtype or not _is_moved(answer):
            return answer
        counts["given"] += 1
        if isinstance(answer, IndexedSlices):
            return IndexedSlices(multiply(answer.values, FACTOR), answer.indices, answer.dense_shape)
        return multiply(answer, FACTOR)

    def rule(*arguments: Any) -> Any:
        counts["called"] += 1
        return tuple(map(wrong, good(*arguments)))

    primitive.rule = rule
    try:
        yield counts
    finally:
        primitive.rule = good


def _is_moved(answer: Any) -> bool:
    """Whether a factor makes a difference: not to zeros, infinities and nan."""
    array = (answer.values if isinstance(answer, IndexedSlices) else answer)._array
    return bool(np.any(np.isfinite(array) & (array != 0)))


@cache
def ways() -> dict[str, set[str]]:
    """For each primitive the endpoints whose calls in `endpoints.toml` walk through it in two orders."""
    found: dict[str, set[str]] = {name: set() for name in rules()}
    for line in endpoints.load():
        names = {getattr(ENDPOINTS.get(name), "name", "") for name in (line.endpoint, *line.also)} & set(
            FUNCTIONS
        )
        if names and line.call and not line.missing:
            walked: set[str] = set()
            with walked_with(lambda entry, *_: walked.add(entry.operation.name)):  # noqa: B023
                sampled.answers(reference, line, DTYPES[0])
            for primitive in walked & set(found):
                found[primitive] |= names
    for name in found:
        found[name] |= {own for own in REGISTRY[name].names if own in FUNCTIONS}
    return found


def favourites(name: str) -> list[tuple[str, ...]]:
    """With what to like in programs that shall ask the rule of `name`, one after the other."""
    return [(way,) for way in sorted(ways()[name])] or [()]


def _drawn(liking: tuple[str, ...], dtype: str, number: int) -> Drawn:
    seed = zlib.crc32(f"{liking} {dtype} {number}".encode())
    return unpack(random.Random(seed).randbytes(CHOICES), liking, dtype)


@dataclass(frozen=True)
class Attempt:
    """How far a rule in a dtype has been tried: `number` programs were drawn, of which so many asked it."""

    name: str
    dtype: str
    number: int = 0
    called: int = 0
    asked: int = 0
    apart: int = 0


def attempts(start: Attempt, tf: ModuleType, programs: int) -> Iterator[Attempt | Planted]:
    """Plants the factor, and tries up to `programs` programs that ask the rule, from `start` on.

    Yields an attempt before each of them runs on `tf`, which may end the process, and at the end the result.
    """
    name, dtype, called, asked, apart = start.name, start.dtype, start.called, start.asked, start.apart
    primitive, liked = REGISTRY[name], favourites(name)
    for number in range(start.number, TRIES * programs):
        if asked == programs or (not asked and (called == HOPELESS or number - called == UNCALLED)):
            break
        with planted(primitive, dtype) as counts:
            drawn = _drawn(liked[number % len(liked)], dtype, number)
        called += bool(counts["called"])
        if counts["given"]:
            asked += 1
            yield Attempt(name, dtype, number + 1, called, asked, apart)
            planted_agrees, good_agrees = _agree(drawn, tf)
            if good_agrees and not planted_agrees:
                yield Planted(name, dtype, asked, True, called, apart)
                return
            apart += not planted_agrees
    yield Planted(name, dtype, asked, False, called, apart)


def _agree(drawn: Drawn, tf: ModuleType) -> tuple[bool, bool]:
    """Whether a program agrees with the planted rule, and, where it does not, with the good one."""
    theirs = interpret(drawn.program, tf)
    if compare(drawn.program, drawn.machine, theirs).difference is None:
        return True, False
    return False, compare(drawn.program, interpret(drawn.program, reference), theirs).difference is None


def noticed(name: str, dtype: str, tf: ModuleType, programs: int = PROGRAMS) -> Planted:
    """What comes of a rule in a dtype, in this process."""
    *_, result = attempts(Attempt(name, dtype), tf, programs)
    assert isinstance(result, Planted)
    return result


def plant(names: Iterable[str], programs: int = PROGRAMS, tell: Callable = lambda _: None) -> list[Planted]:
    """The factor in each of the rules, in each dtype; `tell` hears of each what came of it.

    Programs run in a child process; where TensorFlow ends it, the next one goes on behind that program.
    """
    context = multiprocessing.get_context("spawn")
    left = [Attempt(name, dtype) for name, dtype in places(names)]
    found: list[Planted] = []
    while left:
        ours, theirs = context.Pipe(duplex=False)
        child = context.Process(target=_work, args=(left, programs, theirs), daemon=True)
        child.start()
        theirs.close()
        try:
            while left:
                said = ours.recv()
                if isinstance(said, Planted):
                    left.pop(0)
                    found.append(said)
                    tell(said)
                else:
                    left[0] = said
        except EOFError:
            pass  # the child has ended at the program of `left[0]`
        child.join()
    return found


def _work(left: list[Attempt], programs: int, send: Any) -> None:
    tf = subjects.load("tensorflow")
    for start in left:
        for said in attempts(start, tf, programs):
            send.send(said)


def share(found: Iterable[Planted]) -> float:
    """Of the rules that were asked, how many were noticed."""
    asked = [one for one in found if one.state in ("noticed", "unnoticed")]
    return sum(one.noticed for one in asked) / len(asked) if asked else 1.0


def line(one: Planted) -> str:
    """What came of one rule, for a terminal."""
    after = f"{one.state} after {one.asked:,} programs" if one.asked else one.state
    return f"{one.primitive} vjp in {one.dtype}: {after}"


def lines(found: list[Planted]) -> Iterator[str]:
    """The share, and each rule of which the factor was not noticed."""
    states = Counter(one.state for one in found)
    for state in ("answers nothing", "never called", "incomparable"):
        if states[state]:
            names = Counter(one.primitive for one in found if one.state == state)
            yield f"{state}: {', '.join(sorted(names))}"
    yield from (line(one) for one in found if one.state == "unnoticed")
    asked = states["noticed"] + states["unnoticed"]
    yield (
        f"a factor of {FACTOR} was noticed in {states['noticed']:,} of {asked:,} rules and dtypes "
        f"with an answer ({100 * share(found):.1f} %)"
    )
