"""ENDPOINTS: what of TensorFlow was examined for gradients, and which of it the reference lacks.

`endpoints.toml` has a line for each, by family:

    "pad" = { tier = 1, call = "tf.pad(a, [[1, 0], [0, 2]])", on = "a = R(2, 3)" }

and one for each of its variants, as in `pad[REFLECT]`.  `also` are further names of the same function.  A
name that is no Python path, as in `raw_ops.While (stateful, inside function)`, is a way to an operation that
has no endpoint of its own.  Tiers: 1 what every model uses, 2 what many use, 3 whole domains, 4 the rest.
At the end three tables give reasons, one line each, under the name of an endpoint or a variant: `missing` for
what the reference lacks, `undrawn` for what it has and programs do not draw by name, and `differs` for where
its answers to the call are not TensorFlow's.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

FILE = Path(__file__).with_name("endpoints.toml")
TIERS = (1, 2, 3, 4)
# Families that programs have statements of their own for, or symbols; of others they draw the names.
SPOKEN = ("tape", "control flow", "operators", "variables", "sparse", "ragged")

_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_FIELDS = {"tier", "also", "call", "on"}
_REASONS = ("missing", "undrawn", "differs")


@dataclass(frozen=True)
class Line:
    """An endpoint or a variant of one: `call` is an expression of the operands that `on` makes."""

    name: str
    family: str
    tier: int
    also: tuple[str, ...] = ()
    call: str = ""
    on: str = ""
    missing: str = ""  # why the reference lacks it; empty where it does not
    undrawn: str = ""  # why programs do not draw it by its name
    differs: str = ""  # why the call is not answered as TensorFlow answers it

    @property
    def endpoint(self) -> str:
        """The name without the variant's."""
        return self.name.partition("[")[0]

    @property
    def is_path(self) -> bool:
        """Whether the endpoint's name can be looked up in a module."""
        return _PATH.fullmatch(self.endpoint) is not None


@dataclass(frozen=True)
class Endpoint:
    """All lines of one endpoint; the first gives its tier, the lowest."""

    name: str
    lines: tuple[Line, ...]

    @property
    def tier(self) -> int:
        return min(line.tier for line in self.lines)

    @property
    def family(self) -> str:
        return self.lines[0].family

    @property
    def missing(self) -> str:
        """Why the reference lacks it, or its variants; empty where it has it, if not in all variants."""
        reasons = [line.missing for line in self.lines]
        return reasons[0] if all(reasons) else ""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *(name for line in self.lines for name in line.also))


def load(file: Path = FILE) -> tuple[Line, ...]:
    """The lines, by family.  Raises ValueError for one of another form, and for a reason without a line."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    reasons = {kind: data.pop(kind, {}) for kind in _REASONS}
    lines = tuple(
        _line(name, family, fields, reasons)
        for family, table in data.items()
        for name, fields in table.items()
    )
    known = {name for line in lines for name in (line.name, line.endpoint)}
    if stray := {name for table in reasons.values() for name in table} - known:
        raise ValueError(f"{file.name}: no endpoint, but a reason: {', '.join(sorted(stray))}")
    return lines


def _line(name: str, family: str, fields: dict[str, Any], reasons: dict[str, dict[str, str]]) -> Line:
    if set(fields) - _FIELDS or fields.get("tier") not in TIERS:
        raise ValueError(f"endpoints.toml: {name} has to have a tier, and no more than {sorted(_FIELDS)}")
    endpoint = name.partition("[")[0]
    why: dict[str, Any] = {
        kind: table.get(name) or table.get(endpoint, "") for kind, table in reasons.items()
    }
    return Line(name=name, family=family, **why, **fields | {"also": tuple(fields.get("also", "").split())})


def endpoints(lines: Iterable[Line]) -> tuple[Endpoint, ...]:
    """The lines put together by endpoint, in their order."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.endpoint, []).append(line)
    return tuple(Endpoint(name, tuple(some)) for name, some in found.items())


def looked_up(tf: ModuleType, name: str) -> Any:
    """What the dotted `name` means on a module.  Raises AttributeError."""
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    return found


def second_names(lines: Iterable[Line]) -> Iterator[tuple[str, str]]:
    """Each name of `also` with the endpoint whose it is."""
    for line in lines:
        for name in line.also:
            yield line.endpoint, name
