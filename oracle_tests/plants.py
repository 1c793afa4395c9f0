"""PLANTS: whether programs notice that a gradient rule is wrong by a factor of 1.001, rule by rule.

The harness is believed only after it was lied to.  For each primitive that has a rule, in float32 and in
float64, everything that the rule answers in this dtype is planted with the factor, and programs are run on
the reference and on TensorFlow until one differs that agrees without it.  Programs are drawn with a liking
for endpoints that lead to the primitive; only those count in which the planted rule was asked.

A rule that no program asks in a dtype is listed apart: nothing is planted there.
"""

import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import reference
from reference.backprop import walked_with
from reference.math import multiply
from reference.primitive import REGISTRY, Primitive
from reference.slices import IndexedSlices
from strategies.interpret import interpret
from strategies.operations import FUNCTIONS
from strategies.programs import CHOICES, Drawn, unpack

from .agree import compare

FACTOR = 1.001
DTYPES = ("float32", "float64")
PROGRAMS = 500  # that ask the rule
TRIES = 3  # programs are drawn for each of these that has to ask
SURVEYED = 8  # programs of each endpoint, to learn where it leads
NOTICED = 0.98  # the share that is wanted


@dataclass(frozen=True)
class Planted:
    """What came of a rule in a dtype: `asked` programs asked it, of which the last or none noticed."""

    primitive: str
    dtype: str
    asked: int
    noticed: bool

    @property
    def state(self) -> str:
        return "noticed" if self.noticed else "unnoticed" if self.asked else "never asked"


def rules() -> list[str]:
    """The primitives that have a rule, by their first names."""
    return sorted({primitive.name for primitive in REGISTRY.values() if primitive.rule is not None})


def places(names: Iterable[str]) -> list[tuple[str, str]]:
    """Each of the primitives in each of DTYPES that it is declared for."""
    return [(name, dtype) for name in names for dtype in DTYPES if _takes(REGISTRY[name], dtype)]


def _takes(primitive: Primitive, dtype: str) -> bool:
    declared = [d.dtypes for d in primitive.domains.values() if getattr(d, "dtypes", None)]
    return not declared or any(dtype == d.name for dtypes in declared for d in dtypes)


@contextmanager
def planted(primitive: Primitive, dtype: str) -> Iterator[Counter]:
    """Within the block the rule's answers in `dtype` are wrong; yields the count of those that were given."""
    good, given = primitive.rule, Counter[str]()

    def wrong(answer: Any) -> Any:
        if callable(answer):
            return lambda: wrong(answer())
        if isinstance(answer, list):
            return [wrong(item) for item in answer]
        if answer is None or answer.dtype.name != dtype:
            return answer
        given[dtype] += 1
        if isinstance(answer, IndexedSlices):
            return IndexedSlices(multiply(answer.values, FACTOR), answer.indices, answer.dense_shape)
        return multiply(answer, FACTOR)

    def rule(*arguments: Any) -> Any:
        return tuple(map(wrong, good(*arguments)))

    primitive.rule = rule
    try:
        yield given
    finally:
        primitive.rule = good


@cache
def ways() -> dict[str, dict[tuple[str, ...], int]]:
    """For each primitive the endpoints as favourites whose programs walk back through it, and in how many."""
    found: dict[str, Counter[tuple[str, ...]]] = {name: Counter() for name in rules()}
    for endpoint in sorted(set(FUNCTIONS)):
        for i in range(SURVEYED):
            walked: set[str] = set()
            with walked_with(lambda entry, *_: walked.add(entry.operation.name)):  # noqa: B023
                _drawn((endpoint,), DTYPES[0], i)
            for name in walked & set(found):
                found[name][endpoint,] += 1
    return {name: dict(counts) for name, counts in found.items()}


def favourites(name: str) -> list[tuple[str, ...]]:
    """With what to like in programs that shall ask the rule of `name`: the best four, or nothing at all."""
    counts = dict(ways()[name])
    for own in REGISTRY[name].names:
        if own in FUNCTIONS:
            counts[own,] = counts.get((own,), 0) + SURVEYED
    return sorted(counts, key=lambda way: (-counts[way], way))[:4] or [()]


def _drawn(liking: tuple[str, ...], dtype: str, number: int) -> Drawn:
    seed = zlib.crc32(f"{liking} {dtype} {number}".encode())
    return unpack(random.Random(seed).randbytes(CHOICES), liking, dtype)


def noticed(name: str, dtype: str, tf: ModuleType, programs: int = PROGRAMS) -> Planted:
    """Plants the factor, and runs up to `programs` programs that ask the rule."""
    primitive, liked, asked = REGISTRY[name], favourites(name), 0
    for number in range(TRIES * programs):
        with planted(primitive, dtype) as given:
            drawn = _drawn(liked[number % len(liked)], dtype, number)
        if not given:
            continue
        asked += 1
        theirs = interpret(drawn.program, tf)
        if compare(drawn.program, drawn.machine, theirs).difference is not None:
            sound = interpret(drawn.program, reference)
            if compare(drawn.program, sound, theirs).difference is None:
                return Planted(name, dtype, asked, True)
        if asked == programs:
            break
    return Planted(name, dtype, asked, False)


def plant(
    names: Iterable[str], tf: ModuleType, programs: int = PROGRAMS, tell: Callable = lambda _: None
) -> list[Planted]:
    """The factor in each of the rules, in each dtype; `tell` hears of each what came of it."""
    found = []
    for name, dtype in places(names):
        found.append(noticed(name, dtype, tf, programs))
        tell(found[-1])
    return found


def share(found: Iterable[Planted]) -> float:
    """Of the rules that were asked, how many were noticed."""
    asked = [one for one in found if one.asked]
    return sum(one.noticed for one in asked) / len(asked) if asked else 1.0


def line(one: Planted) -> str:
    """What came of one rule, for a terminal."""
    after = f"{one.state} after {one.asked:,} programs" if one.asked else one.state
    return f"{one.primitive} vjp in {one.dtype}: {after}"


def lines(found: list[Planted]) -> Iterator[str]:
    """The share, and each rule of which the factor was not noticed."""
    yield from (f"  {line(one)}" for one in found if not one.noticed)
    asked = sum(bool(one.asked) for one in found)
    number = sum(one.noticed for one in found)
    yield (
        f"a factor of {FACTOR} was noticed in {number:,} of {asked:,} rules that were asked "
        f"({100 * share(found):.1f} %), and {len(found) - asked:,} were never asked"
    )
