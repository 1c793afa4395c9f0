"""COVERAGE: of the endpoints examined, which the reference has, programs draw, and both sides agree on.

Two measures, each for what it is good at.  *Drawn* are endpoints that programs call: the reference alone runs
them, since TensorFlow's part in programs is what campaigns are for.  *Conforming* are those whose calls in
`endpoints.toml`, variants included, are answered alike in all dtypes: the result, the gradients with weights
as seeds, and the gradients of these.  That is one regular point each, and cheap; kinks, wrong calls and
special numbers are seen to by tests and campaigns, of which a report has the same table with its own figures.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType

import reference
from reference.primitive import ENDPOINTS
from reports.catalogue import Group, lines
from reports.conformance import Matrix, in_order
from strategies.programs import CHOICES, unpack

from . import sampled
from .campaign import coverage as reached
from .endpoints import Endpoint
from .sampled import DTYPES, ORDERS

_OPERATORS = {
    "__abs__": "abs",
    "__add__": "+",
    "__floordiv__": "//",
    "__getitem__": "[]",
    "__matmul__": "@",
    "__mod__": "%",
    "__mul__": "*",
    "__neg__": "neg",
    "__pow__": "**",
    "__radd__": "+",
    "__rmatmul__": "@",
    "__rmul__": "*",
    "__rpow__": "**",
    "__rsub__": "-",
    "__rtruediv__": "/",
    "__sub__": "-",
    "__truediv__": "/",
}

Outcomes = dict[str, dict[str, dict[str, str]]]  # by line, dtype and order


@dataclass
class Coverage:
    """What was measured: `drawn` are the endpoints that `programs` programs called, `calls` the outcomes."""

    endpoints: tuple[Endpoint, ...]
    programs: int = 0
    drawn: set[str] = field(default_factory=set)
    calls: Outcomes = field(default_factory=dict)

    def groups(self) -> list[Group]:
        """The table by tier and family."""
        return grouped(
            self.endpoints, self.drawn, self.state, lambda e: any(x.name in self.calls for x in e.lines)
        )

    def state(self, endpoint: Endpoint, order: str) -> str:
        """What an endpoint came to in an order, all its variants and dtypes together."""
        found = {
            outcomes[order]
            for line in endpoint.lines
            for outcomes in self.calls.get(line.name, {}).values()
            if order in outcomes
        }
        return next((word for word in ("differs", "gap", "conforms") if word in found), "none")

    def dtypes(self) -> dict[str, dict[str, Counter[str]]]:
        """For each dtype and order how many calls came to what."""
        counts: dict[str, dict[str, Counter[str]]] = {d: {o: Counter() for o in ORDERS} for d in DTYPES}
        for by_dtype in self.calls.values():
            for dtype, outcomes in by_dtype.items():
                for order, outcome in outcomes.items():
                    counts[dtype][order][outcome] += 1
        return counts

    def to_json(self) -> dict:
        return {
            "programs": self.programs,
            "groups": [vars(group) for group in self.groups()],
            "dtypes": self.dtypes(),
            "endpoints": {
                e.name: {
                    "tier": e.tier,
                    "family": e.family,
                    "missing": e.missing,
                    "drawn": e.name in self.drawn,
                    "calls": {
                        line.name: self.calls[line.name] for line in e.lines if line.name in self.calls
                    },
                }
                for e in self.endpoints
            },
        }

    def lines(self) -> Iterator[str]:
        """The tables for a terminal, and what differs."""
        yield from lines(self.groups())
        yield ""
        yield f"{'calls that conform':<20}  {'  '.join(f'{order:>9}' for order in ORDERS)}"
        for dtype, orders in self.dtypes().items():
            ratios = [f"{c['conforms']:,}/{_answered(c):,}" for c in orders.values()]
            yield f"{dtype:<20}  {'  '.join(f'{text:>9}' for text in ratios)}"
        yield ""
        yield from self.differing()
        there = sum(not e.missing for e in self.endpoints)
        yield f"{there:,} of {len(self.endpoints):,} endpoints are there; programs drew {len(self.drawn):,}"

    def unexplained(self) -> list[str]:
        """The lines whose calls differ, and no reason is given."""
        return [
            line.name
            for endpoint in self.endpoints
            for line in endpoint.lines
            if not line.differs
            and any("differs" in outcomes.values() for outcomes in self.calls.get(line.name, {}).values())
        ]

    def differing(self) -> Iterator[str]:
        """The calls that are not answered alike, with the reason where there is one."""
        for line in (line for e in self.endpoints for line in e.lines):
            for word in ("differs", "gap"):
                found = self.calls.get(line.name, {})
                where = [
                    f"{d} {o}" for d, outcomes in found.items() for o in ORDERS if outcomes.get(o) == word
                ]
                if where:
                    why = f" ({line.differs})" if line.differs and word == "differs" else ""
                    yield f"{word}: {line.name} in {', '.join(where)}{why}"


def _answered(counts: Counter[str]) -> int:
    return counts["conforms"] + counts["gap"] + counts["differs"]


def measure(
    endpoints: tuple[Endpoint, ...], tf: ModuleType, programs: int, tell: Callable = lambda *_: None
) -> Coverage:
    """Draws the programs and makes the calls on both sides."""
    cells = called(programs)
    found = Coverage(endpoints, programs, {e.name for e in endpoints if names_in_cells(e) & cells})
    for i, endpoint in enumerate(endpoints):
        tell(i, len(endpoints))
        for line in endpoint.lines:
            if line.call and not line.missing:
                found.calls[line.name] = {d: outcomes(sampled.answers, line, d, tf) for d in DTYPES}
    return found


def outcomes(answers: Callable, line, dtype: str, tf: ModuleType) -> dict[str, str]:
    """What a call came to in a dtype, order by order; empty where both sides refuse the dtype."""
    ours, theirs = answers(reference, line, dtype), answers(tf, line, dtype)
    found = {order: sampled.outcome(ours, theirs, order) for order in ORDERS}
    return {} if found["forward"] == "refused" else found


def called(programs: int, seed: int = 0) -> set[str]:
    """The endpoints and operators that some of so many programs call without an error."""
    counts = reached.Coverage()
    source = random.Random(seed)
    for _ in range(programs):
        with counts.watching():
            drawn = unpack(source.randbytes(CHOICES))
        counts.note(drawn.program, drawn.machine, agreed=True)
    return set(counts.take()["endpoints"])


def names_in_cells(endpoint: Endpoint) -> set[str]:
    """Under which names campaigns count an endpoint."""
    head, _, last = endpoint.name.rpartition(".")
    if head in ("Tensor", "Variable") and last in _OPERATORS:
        return {f"operator {_OPERATORS[last]}"}
    return {getattr(ENDPOINTS.get(name), "name", name) for name in endpoint.names}


def of_campaign(endpoints: tuple[Endpoint, ...], matrix: Matrix) -> list[Group]:
    """The same table from a campaign's matrix: what was exercised, and what of it stood in what agreed."""

    def cells(endpoint: Endpoint, order: str):
        some = [in_order(matrix[name], order) for name in names_in_cells(endpoint) if name in matrix]
        return [cell for cell in some if cell is not None and cell.exercised]

    def state(endpoint: Endpoint, order: str) -> str:
        states = {cell.state for cell in cells(endpoint, order)}
        if "new" in states or "undecided" in states:
            return "differs"
        return "gap" if "known" in states else "conforms" if states else "none"

    drawn = {e.name for e in endpoints if cells(e, "forward")}
    return grouped(endpoints, drawn, state, lambda e: e.name in drawn)


def grouped(
    endpoints: Iterable[Endpoint],
    drawn: set[str],
    state: Callable[[Endpoint, str], str],
    exercised: Callable[[Endpoint], bool],
) -> list[Group]:
    """Endpoints by tier and family."""
    groups: dict[tuple[int, str], list[Endpoint]] = {}
    for endpoint in endpoints:
        groups.setdefault((endpoint.tier, endpoint.family), []).append(endpoint)
    return [
        Group(
            *key,
            known=len(some),
            there=sum(not e.missing for e in some),
            drawn=sum(e.name in drawn for e in some),
            exercised=sum(e.name in drawn or exercised(e) for e in some),
            orders={order: dict(Counter(state(e, order) for e in some)) for order in ORDERS},
        )
        for key, some in groups.items()
    ]
