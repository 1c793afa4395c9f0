"""MATRIX: what was exercised of each endpoint, as the page tells it: a table for each family of endpoints."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from reference.dtypes import ALL
from reference.primitive import ENDPOINTS
from reports.code import visible
from reports.conformance import ORDERS, STATES, Cell, Cells, Matrix, in_order, never, states, total

_LARGE = 30  # endpoints; a namespace with more is split
_DTYPES = [dtype.name for dtype in ALL]


@dataclass(frozen=True)
class Chip:
    """An endpoint in one dtype: a cell for each order that is possible."""

    dtype: str
    cells: list[Cell]

    @property
    def state(self) -> str:
        """The state that stands for all orders: one is to blame, or nothing was ever exercised."""
        return gravest(self.cells)


@dataclass(frozen=True)
class Row:
    """An endpoint: its cell in each order, all dtypes together, and a chip for each dtype of the table."""

    name: str
    orders: list[Cell | None]
    chips: list[Chip | None]

    @property
    def is_never(self) -> bool:
        return not any(cell and cell.exercised for cell in self.orders)


@dataclass(frozen=True)
class Group:
    """A family of endpoints; `dtypes` are the columns, `tallies` how many rows are in each state."""

    title: str
    dtypes: list[str]
    rows: list[Row]

    @property
    def tallies(self) -> list[tuple[str, int]]:
        counts = Counter(gravest([cell for cell in row.orders if cell]) for row in self.rows)
        return [(state, counts[state]) for state in STATES if counts[state]]

    @property
    def is_open(self) -> bool:
        """Whether it is shown unasked: where something is new."""
        return any(state == "new" for state, _ in self.tallies)


def gravest(cells: Sequence[Cell]) -> str:
    """The state that stands for all of the cells: a blame, or else what came of all together."""
    return total(cells).state


def groups(matrix: Matrix) -> list[Group]:
    """The families in alphabetical order; all tables have the same columns.

    A family is a namespace, or where that is large, what one file of the reference declares in it.
    """
    found = {dtype for cells in matrix.values() for dtype in cells}
    dtypes = [name for name in _DTYPES if name in found] + sorted(found - set(_DTYPES))
    sizes = Counter(map(_namespace, matrix))
    families: dict[str, list[str]] = {}
    for name in sorted(matrix):
        space = _namespace(name)
        families.setdefault(_family(name) if sizes[space] > _LARGE else space, []).append(name)
    return [
        Group(title, dtypes, [_row(name, matrix[name], dtypes) for name in families[title]])
        for title in sorted(families)
    ]


def sums(matrix: Matrix) -> list[tuple[str, list[int]]]:
    """For each order the number of cells, and how many of these are in each of STATES."""
    found = []
    for order in ORDERS:
        counts = states(matrix, order)
        found.append((order, [counts.total(), *(counts[state] for state in STATES)]))
    return found


def context(matrix: Matrix) -> dict:
    """What the template needs."""
    return {
        "groups": groups(matrix),
        "sums": sums(matrix),
        "states": STATES,
        "orders": ORDERS,
        "untouched": never(matrix),
        "endpoints": len(matrix),
    }


def _row(name: str, cells: Cells, dtypes: list[str]) -> Row:
    chips = (Chip(dtype, list(cells[dtype].values())) if dtype in cells else None for dtype in dtypes)
    return Row(name, [in_order(cells, order) for order in ORDERS], list(chips))


def _namespace(name: str) -> str:
    if name.startswith("operator "):
        return "operators"
    return f"tf.{name.rpartition('.')[0]}" if "." in name else "tf"


def _family(name: str) -> str:
    """Its namespace, and the file that declares it; the reference groups them for reading."""
    declared = getattr(ENDPOINTS.get(name), "__module__", "").rpartition(".")[2]
    return f"{_namespace(name)}: {declared.replace('_', ' ')}" if declared else _namespace(name)


def breakable(name: str) -> Markup:
    """A name that may be broken behind its dots and underscores."""
    parts = re.findall(r"[^._]*[._]*", visible(name))
    return Markup("<wbr>").join(escape(part) for part in parts if part)


def brief(number: int) -> str:
    """A number below a million in full, a greater one compact."""
    return f"{number:,}" if number < 10**6 else compact(number)


def compact(number: int) -> str:
    """A number in at most four characters: 999, 1.2k, 12k, 1.2M."""
    for size, letter in _LETTERS:
        if number >= size:
            tenths = number * 10 // size
            return f"{tenths / 10:.1f}{letter}" if tenths < 100 else f"{number // size}{letter}"
    return str(number)


_LETTERS = ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k"))


def words(chip: Chip) -> Iterator[str]:
    """The counts of a chip, by order, for those who do not see its marks."""
    for cell in chip.cells:
        blame = f" ({cell.state})" if cell.state not in ("agreed", "never") else ""
        yield f"{cell.exercised:,}{blame}" if cell.exercised else "never"
