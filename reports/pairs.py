"""PAIRS: which features of the tape occurred together in a program, and in how many.

`Pairs` has for each feature those behind it, in one order throughout: a triangle.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Pairs: TypeAlias = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Row:
    """A feature beside those before it: in how many programs it met each, and how often that is."""

    number: int
    name: str
    cells: list[tuple[str, int, str]]  # the other feature, programs, one of LEVELS


LEVELS = ("never", "few", "some", "many")  # up to 9, up to 99, and more


def level(count: int) -> str:
    return LEVELS[min(len(str(count)), 3) if count else 0]


def met(pairs: Pairs) -> tuple[int, int]:
    """How many pairs occurred, and how many there are."""
    counts = [count for others in pairs.values() for count in others.values()]
    return sum(map(bool, counts)), len(counts)


def never(pairs: Pairs) -> list[tuple[str, str]]:
    """The pairs that never occurred."""
    return [(first, second) for first, others in pairs.items() for second, n in others.items() if not n]


def names(pairs: Pairs) -> list[str]:
    """All features, in the order of the triangle."""
    return list(dict.fromkeys(name for first, others in pairs.items() for name in (first, *others)))


def context(pairs: Pairs) -> dict:
    """What the template needs."""
    count, total = met(pairs)
    missing = never(pairs)
    return {
        "met": count,
        "total": total,
        "rows": list(_rows(pairs)),
        "levels": LEVELS[1:],
        "never": {first: [second for other, second in missing if other == first] for first, _ in missing},
    }


def _rows(pairs: Pairs) -> Iterator[Row]:
    found = names(pairs)
    for i, name in enumerate(found):
        before = [(other, pairs.get(other, {}).get(name, 0)) for other in found[:i]]
        yield Row(i + 1, name, [(other, count, level(count)) for other, count in before])
