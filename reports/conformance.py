"""CONFORMANCE: how often each endpoint was exercised, by dtype and order of derivative, and how it went.

A cell of the matrix is one endpoint in one dtype and one order: *forward* it was called, in *first* order a
gradient walked back through it, in *second* order through its gradient rule.  The dtype is that of the
operand that tapes follow.  A cell that is possible and was never exercised is there too, with zeros.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

ORDERS = ("forward", "first", "second")
STATES = ("new", "known", "agreed", "undecided", "never")  # the first that holds for any part holds for all


@dataclass(frozen=True)
class Cell:
    """Of the statements that `exercised` it, `agreed` stood in programs that agreed from beginning to end.

    `blamed` is the state of the discrepancies that name it, "new" or "known"; empty where none does.
    """

    exercised: int = 0
    agreed: int = 0
    blamed: str = ""

    @property
    def state(self) -> str:
        """One of STATES; "undecided" if it was exercised, and never in a program that agreed."""
        return self.blamed or ("agreed" if self.agreed else "undecided" if self.exercised else "never")

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(
            self.exercised + other.exercised, self.agreed + other.agreed, min_state(self.blamed, other.blamed)
        )


Cells: TypeAlias = dict[str, dict[str, Cell]]  # of one endpoint, by dtype and order
Matrix: TypeAlias = dict[str, Cells]  # by endpoint


def min_state(a: str, b: str) -> str:
    """Of two that may be empty the graver one."""
    return min(filter(None, (a, b)), key=STATES.index, default="")


def total(cells: Iterable[Cell]) -> Cell:
    return sum(cells, Cell())


def in_order(cells: Cells, order: str) -> Cell | None:
    """All dtypes of an endpoint together; None where no dtype can be exercised in this order."""
    found = [by_order[order] for by_order in cells.values() if order in by_order]
    return total(found) if found or order == "forward" else None


def states(matrix: Matrix, order: str) -> Counter[str]:
    """How many cells of an order are in each state."""
    cells = (by_order.get(order) for by_dtype in matrix.values() for by_order in by_dtype.values())
    return Counter(cell.state for cell in cells if cell is not None)


def never(matrix: Matrix) -> list[str]:
    """The endpoints that were not called once, sorted."""
    return sorted(name for name, cells in matrix.items() if not total(_all(cells)).exercised)


def worst(matrix: Matrix) -> list[tuple[str, str, str, Cell]]:
    """The cells that are blamed or undecided, the gravest first: (endpoint, dtype, order, cell)."""
    found = [
        (name, dtype, order, cell)
        for name, cells in sorted(matrix.items())
        for dtype, by_order in cells.items()
        for order, cell in by_order.items()
        if cell.state in ("new", "known", "undecided")
    ]
    return sorted(found, key=lambda row: (STATES.index(row[3].state), -row[3].exercised))


def _all(cells: Cells) -> Iterator[Cell]:
    return (cell for by_order in cells.values() for cell in by_order.values())
