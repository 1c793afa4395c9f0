"""DRAWS: how often programs drew each endpoint by its name, and how often that was any use.

Two things are wanted of a campaign: it draws each endpoint at least once in a thousand programs, and of the
calls that are not wrong on purpose at least 95 of 100 return a value.
"""

from collections.abc import Iterator
from dataclasses import dataclass

PROGRAMS = 1_000  # in so many an endpoint has to be drawn once
SHARE = 0.95
WORST = 10  # of each kind are named


@dataclass(frozen=True)
class Draws:
    """How often an endpoint was `drawn`, of these `meant` to be right, and of these `returned` a value."""

    drawn: int = 0
    meant: int = 0
    returned: int = 0

    @property
    def share(self) -> float:
        """Of what was meant right, what returned; 1 where there is none."""
        return self.returned / self.meant if self.meant else 1.0

    def __add__(self, other: "Draws") -> "Draws":
        return Draws(self.drawn + other.drawn, self.meant + other.meant, self.returned + other.returned)


Named = tuple[str, Draws]


def rarest(draws: dict[str, Draws]) -> list[Named]:
    """Those drawn least, the least first."""
    return sorted(draws.items(), key=lambda item: (item[1].drawn, item[0]))[:WORST]


def failing(draws: dict[str, Draws]) -> list[Named]:
    """Those that return a value least often, the worst first."""
    return sorted(draws.items(), key=lambda item: (item[1].share, item[0]))[:WORST]


def seldom(draws: dict[str, Draws], programs: int) -> list[Named]:
    """Those drawn less than once in a thousand programs, the least first."""
    few = {name: one for name, one in draws.items() if one.drawn * PROGRAMS < programs}
    return sorted(few.items(), key=lambda item: (item[1].drawn, item[0]))


def short(draws: dict[str, Draws]) -> list[Named]:
    """Those of which less than 95 of 100 calls that are meant right return a value, the worst first."""
    few = {name: one for name, one in draws.items() if one.share < SHARE}
    return sorted(few.items(), key=lambda item: (item[1].share, item[0]))


def lines(draws: dict[str, Draws], programs: int) -> Iterator[str]:
    """What is wanted, and what became of it, for a terminal."""
    if not any(one.drawn for one in draws.values()):
        return
    few, poor = seldom(draws, programs), short(draws)
    often, well = len(draws) - len(few), len(draws) - len(poor)
    yield (
        f"{often:,} of {len(draws):,} endpoints were drawn at least once in {PROGRAMS:,} programs, and "
        f"{well:,} returned a value in at least {100 * SHARE:.0f} of 100 calls meant right"
    )
    if few:
        yield f"Drawn least: {', '.join(f'{name} {one.drawn:,}' for name, one in few[:WORST])}"
    if poor:
        told = [f"{name} {100 * one.share:.0f} % of {one.meant:,}" for name, one in poor[:WORST]]
        yield f"Returning least: {', '.join(told)}"


def context(draws: dict[str, Draws], programs: int) -> dict:
    """What the template needs."""
    return {
        "total": len(draws) if any(one.drawn for one in draws.values()) else 0,
        "often": len(draws) - len(seldom(draws, programs)),
        "well": len(draws) - len(short(draws)),
        "programs": PROGRAMS,
        "share": SHARE,
        "rarest": rarest(draws),
        "failing": failing(draws),
    }
