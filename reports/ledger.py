"""LEDGER: the discrepancies that are known.

Entries stand in known.toml, whose header documents the format.  Loading checks every entry; matching is
exact.  Whether a known fault also explains the *numbers* of a program is for the entry's variant to say
(variants.py).
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from reports.discrepancy import KINDS, VERDICTS, Bucket, Run
from reports.variants import VARIANTS, Variant

KNOWN = Path(__file__).with_name("known.toml")


@dataclass(frozen=True)
class Symptom:
    """The identity of a bucket: what can be matched before there is one."""

    kind: str
    subject: str
    statement: str
    where: str


@dataclass(frozen=True)
class Entry:
    """One known discrepancy; known.toml says what the fields mean."""

    id: str
    releases: str
    where: str
    kind: str  # one of KINDS
    subject: str
    verdict: str  # one of VERDICTS
    reason: str
    evidence: tuple[str, ...]
    statement: str | None = None
    link: str | None = None
    variant: str | None = None
    program: str | None = None
    frequent: str | None = None

    def holds_for(self, version: str) -> bool:
        """Whether the TensorFlow `version` lies in `releases`; pre-releases count as what they are."""
        return SpecifierSet(self.releases).contains(_version(version), prereleases=True)


class LedgerError(ValueError):
    """Raised when a ledger, or an entry of it, is not sound; the message names the entry."""


def load(path: Path = KNOWN, variants: Mapping[str, Variant] = VARIANTS) -> tuple[Entry, ...]:
    """The entries of a ledger, in writing order.

    LedgerError if the file is no TOML or an entry is not sound, OSError if the file cannot be read.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LedgerError(f"{path}: {error}") from error
    entries = data.pop("entry", [])
    if data:
        raise LedgerError(f"{path}: unknown {', '.join(sorted(data))}; entries are written [[entry]]")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise LedgerError(f"{path}: entries are written [[entry]]")
    ledger = tuple(_entry(raw, number, variants) for number, raw in enumerate(entries, 1))
    seen: set[str] = set()
    for entry in ledger:
        if entry.id in seen:
            raise LedgerError(f"ledger entry {entry.id!r}: the id is taken by an earlier entry")
        seen.add(entry.id)
    return ledger


def match(ledger: Iterable[Entry], seen: Bucket | Symptom, version: str) -> Entry | None:
    """The entry that knows what was `seen` with TensorFlow `version`; the statement's own goes first.

    ValueError if `version` is no version.
    """
    found = None
    for entry in ledger:
        alike = (entry.where, entry.kind, entry.subject) == (seen.where, seen.kind, seen.subject)
        if alike and entry.statement in (None, seen.statement) and entry.holds_for(version):
            if entry.statement is not None:
                return entry
            found = found or entry
    return found


FREQUENT = 0.01  # of a run's programs: an entry that absorbs more has to say why


@dataclass(frozen=True)
class Absorbed:
    """The share of a run's programs that fell to an entry; `entry` is None if the ledger has it not."""

    id: str
    programs: int
    share: float
    entry: Entry | None

    @property
    def is_justified(self) -> bool:
        """Whether the share is small, or the entry says why it is not."""
        return self.share <= FREQUENT or (self.entry is not None and self.entry.frequent is not None)


def absorbed(run: Run, ledger: Iterable[Entry]) -> list[Absorbed]:
    """What each entry absorbed of a run, the most first; entries that were not met are left out."""
    entries, counts = {entry.id: entry for entry in ledger}, Counter[str]()
    for bucket in run.buckets:
        if bucket.ledger is not None:
            counts[bucket.ledger] += bucket.count
    return [
        Absorbed(id, count, count / max(run.programs, 1), entries.get(id))
        for id, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]


_REQUIRED = {field.name for field in fields(Entry) if field.default is MISSING}
_ALLOWED = {field.name for field in fields(Entry)}


def _entry(raw: dict, number: int, variants: Mapping[str, Variant]) -> Entry:
    name = f"ledger entry {raw['id']!r}" if raw.get("id") else f"ledger entry number {number}"
    if unknown := sorted(set(raw) - _ALLOWED):
        raise LedgerError(f"{name}: unknown {', '.join(unknown)}")
    if missing := sorted(_REQUIRED - set(raw)):
        raise LedgerError(f"{name}: lacks {', '.join(missing)}")
    evidence = raw["evidence"]
    if not isinstance(evidence, list) or not evidence or not all(map(_is_text, evidence)):
        raise LedgerError(f"{name}: evidence is a list of at least one text")
    if wrong := sorted(key for key in set(raw) - {"evidence"} if not _is_text(raw[key])):
        raise LedgerError(f"{name}: {', '.join(wrong)} must be text, and not empty")
    entry = Entry(**{**raw, "evidence": tuple(evidence)})
    for problem in _problems(entry, variants):
        raise LedgerError(f"{name}: {problem}")
    return entry


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _problems(entry: Entry, variants: Mapping[str, Variant]) -> Iterable[str]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id):
        yield "the id must be lower-case letters, digits and single hyphens"
    if entry.kind not in KINDS:
        yield f"the kind {entry.kind!r} is none of {', '.join(KINDS)}"
    if entry.verdict not in VERDICTS:
        yield f"the verdict {entry.verdict!r} is none of {', '.join(VERDICTS)}"
    try:
        SpecifierSet(entry.releases)
    except InvalidSpecifier:
        yield f"releases {entry.releases!r} is no range of versions such as '>=2.21,<2.22'"
    if entry.link is not None and not re.match(r"https?://\S+$", entry.link):
        yield f"the link {entry.link!r} does not begin with https://"
    if entry.variant is not None and entry.variant not in variants:
        yield f"there is no variant {entry.variant!r} in variants.py"
    if entry.program is not None and not _is_json_object(entry.program):
        yield "the program is no JSON object"


def _is_json_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion as error:
        raise ValueError(f"{text!r} is no version of TensorFlow") from error
