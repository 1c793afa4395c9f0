"""CATALOGUE: how much of what was examined of TensorFlow is there, exercised, and answered alike.

A `Group` stands for the endpoints of one tier and family.  What each of them came to in an order is one of
OUTCOMES: it *conforms*, there is a *gap* (TensorFlow has no gradient where one exists), it *differs*, or
there is *none* (TensorFlow has no path, or it was not tried).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from reports.conformance import ORDERS

OUTCOMES = ("conforms", "gap", "differs", "none")


@dataclass(frozen=True)
class Group:
    """Endpoints of one tier and family: how many there are, that the reference has, and that were exercised.

    `orders` has for each of ORDERS how many of them came to each of OUTCOMES.
    """

    tier: int
    family: str
    known: int
    there: int
    drawn: int  # by programs
    exercised: int  # by programs or by the table of calls
    orders: dict[str, dict[str, int]] = field(default_factory=dict)

    def conforming(self, order: str) -> tuple[int, int]:
        """How many conform, of how many that TensorFlow or the reference answers in this order."""
        counts = Counter(self.orders.get(order, {}))
        return counts["conforms"], sum(counts.values()) - counts["none"]


def total(groups: Iterable[Group], tier: int, family: str) -> Group:
    """Groups as one, which has this tier and family."""
    groups = list(groups)
    orders = {
        order: dict(sum((Counter(g.orders.get(order, {})) for g in groups), Counter())) for order in ORDERS
    }
    return Group(
        tier,
        family,
        known=sum(g.known for g in groups),
        there=sum(g.there for g in groups),
        drawn=sum(g.drawn for g in groups),
        exercised=sum(g.exercised for g in groups),
        orders=orders,
    )


def tiers(groups: Iterable[Group]) -> list[Group]:
    """Tier by tier, and at the end all; the family says which."""
    groups = list(groups)
    numbers = sorted({g.tier for g in groups})
    found = [total((g for g in groups if g.tier == n), n, f"tier {n}") for n in numbers]
    return [*found, total(groups, 0, "all tiers")]


COLUMNS = ("known", "there", "drawn", "exercised", *ORDERS)


def cells(group: Group) -> list[str]:
    """The numbers of a row, in the order of COLUMNS; `a/b` means a of b conform."""
    numbers = [group.known, group.there, group.drawn, group.exercised]
    ratios = [group.conforming(order) for order in ORDERS]
    return [*(f"{n:,}" for n in numbers), *(f"{a:,}/{b:,}" for a, b in ratios)]


def lines(groups: Iterable[Group]) -> Iterator[str]:
    """The table for a terminal: each tier with its families, and at the end the tiers."""
    groups = list(groups)
    rows = [("tier  family", list(COLUMNS))]
    rows += [(f"   {g.tier}  {g.family}", cells(g)) for g in sorted(groups, key=lambda g: (g.tier, g.family))]
    rows += [(f"      {g.family}", cells(g)) for g in tiers(groups)]
    width = max(len(name) for name, _ in rows)
    for name, texts in rows:
        yield f"{name:<{width}}  {'  '.join(f'{text:>9}' for text in texts)}"


def context(groups: Iterable[Group]) -> dict:
    """What the template needs."""
    groups = sorted(groups, key=lambda g: (g.tier, g.family))
    return {
        "columns": COLUMNS,
        "rows": [(g.tier, g.family, cells(g)) for g in groups],
        "tiers": [(g.family, cells(g)) for g in tiers(groups)] if groups else [],
        "known": sum(g.known for g in groups),
        "there": sum(g.there for g in groups),
    }
