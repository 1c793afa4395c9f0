"""TABLE: which facts there are, and which of them hold in the reference.

`facts.toml` has the ids by section, and those that are missing with the reason; what is tested is read from
the names of the tests.
"""

import logging
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import reference
from oracle_tests.facts.fact import Fact, difference, observed

FOLDER = Path(__file__).parent
FILE = FOLDER / "facts.toml"
_NAME = re.compile(r"^def test_([A-Z]\d\d)_(\w+)", re.MULTILINE)


@dataclass(frozen=True)
class Missing:
    """A fact that does not hold in the reference, or is not tested."""

    title: str
    reason: str


@dataclass(frozen=True)
class Table:
    """The ids of each section, and the facts that are missing."""

    sections: dict[str, tuple[str, ...]]
    missing: dict[str, Missing]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(id for ids in self.sections.values() for id in ids)


@dataclass(frozen=True)
class Section:
    """How many facts of a section hold, and why the others do not."""

    title: str
    total: int
    absent: dict[str, str]

    @property
    def held(self) -> int:
        return self.total - len(self.absent)


def load(file: Path = FILE) -> Table:
    """The table.  Raises ValueError where an id stands twice, or a missing one nowhere."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    sections = {title: tuple(_ids(text)) for title, text in data["sections"].items()}
    missing = {id: Missing(**fact) for id, fact in data.get("missing", {}).items()}
    table = Table(sections, missing)
    if len(set(table.ids)) != len(table.ids) or not set(missing) <= set(table.ids):
        raise ValueError(f"{file.name}: an id stands in two sections, or is missing from all")
    return table


def _ids(text: str) -> Iterator[str]:
    """The ids that "W01-W03, W10" names."""
    for part in text.split(", "):
        first, _, last = part.partition("-")
        for number in range(int(first[1:]), int((last or first)[1:]) + 1):
            yield f"{first[0]}{number:02}"


@cache
def tested() -> dict[str, str]:
    """The title of each fact that has a test, by id; facts that the table does not have are among them."""
    found = [_NAME.findall(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("test_*.py"))]
    return {id: title.replace("_", " ") for names in found for id, title in names}


def broken(facts: tuple[Fact, ...]) -> dict[str, str]:
    """Those of `facts` that the reference breaks, here and now: by id, what one sees."""
    logging.getLogger("tensorflow").addHandler(logging.NullHandler())  # what they log is not for a terminal
    found = {}
    for fact in facts:
        try:
            what = difference(observed(fact.program, reference), fact.expected)
        except Exception as problem:
            what = f"{type(problem).__name__}: {problem}"
        if what:
            found[fact.id] = f"does not hold: {what}"
    return found


def sections(table: Table, failing: dict[str, str]) -> list[Section]:
    """What became of each section: `failing` are facts that have a test and do not hold."""
    absent = {id: "has no test" for id in table.ids if id not in tested()}
    absent |= failing | {id: f"{fact.title} {fact.reason}" for id, fact in table.missing.items()}
    return [
        Section(title, len(ids), {id: absent[id] for id in ids if id in absent})
        for title, ids in table.sections.items()
    ]


def lines(found: list[Section]) -> Iterator[str]:
    """How many facts hold, section by section, for a terminal."""
    for section in found:
        yield f"{section.title}: {section.held} of {section.total}"
        yield from (f"    {id} {why}" for id, why in section.absent.items())
    yield f"{sum(s.held for s in found)} of {sum(s.total for s in found)} facts hold in the reference"
