"""PAGE: a run as one HTML page that needs nothing else.

The page is a function of the run and the ledger: no clock, no machine.  Nothing in it is fetched, no script
runs but that of the copy buttons, and whatever comes from a program or a message is escaped.  Beside the page
stand the run as JSON and the minimal programs, for replay.  `templates/` says how it looks, this module what
it says.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports import catalogue, code, draws, ledger, matrix, pairs, runs
from reports import quirks as told
from reports.discrepancy import VERDICTS, Bucket, Row, Run
from reports.files import write_atomically
from reports.quirks import Quirk
from reports.shown import Segments, difference_marked

KIND_WORDS = {
    "value": "the numbers differ",
    "none": "None on one side only",
    "dtype": "the dtypes differ",
    "shape": "the shapes differ",
    "structure": "the structures differ",
    "slices": "the IndexedSlices differ",
    "error": "the errors differ",
    "warning": "the warnings differ",
    "crash": "the process crashed",
    "hang": "no answer in time",
}
PARTS = (
    ("agreed", "every outcome agrees"),
    ("known", "disagrees, and the ledger knows why"),
    ("new", "disagrees, and the ledger does not know it"),
    ("inconclusive", "differs by no more than rounding may explain"),
    ("invalid", "given up while it was drawn, or not well formed"),
)


_TEMPLATES = Path(__file__).with_name("templates")
_SCRIPT = Markup((_TEMPLATES / "copy.js").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Cell:
    """A side's outcome in a row, or None where the side has none."""

    side: str
    segments: Segments | None


@dataclass(frozen=True)
class Comparison:
    """One observed statement: what each side made of it."""

    lines: list[code.Line]
    cells: list[Cell]
    differs: bool
    hidden: bool  # differs, though not in what is shown


@dataclass(frozen=True)
class Section:
    """A bucket as the page tells it."""

    bucket: Bucket
    key: str  # its id, made unique within the page
    words: str
    lines: list[code.Line]
    sides: list[str]
    comparisons: list[Comparison]
    program: str
    entry: ledger.Entry | None

    @property
    def file(self) -> str:
        return f"programs/{self.key}.json"


def write(
    run: Run,
    folder: Path,
    known: Sequence[ledger.Entry] | None = None,
    quirks: Sequence[Quirk] = (),
    groups: Sequence[catalogue.Group] = (),
) -> Path:
    """Writes `index.html`, `run.json` and `programs/ID.json` into `folder`, each whole or not at all.

    `known` is the ledger that the run was judged by; left out, the one in known.toml.  `quirks` are told
    beside it, and the endpoints by `groups`.  Returns the page's path.  ValueError, before anything is
    written, if the run cannot be written as JSON.
    """
    known = ledger.load() if known is None else known
    run_text = runs.dumps(runs.to_json(run))
    sections = _sections(run, known)
    html = _ENVIRONMENT.get_template("page.html").render(
        _context(run, sections, known) | told.context(quirks) | {"catalogue": catalogue.context(groups)}
    )
    for section in sections:
        write_atomically(folder / section.file, section.program)
    write_atomically(folder / "run.json", run_text)
    write_atomically(folder / "index.html", html)
    return folder / "index.html"


def headline(run: Run) -> str:
    """The answer in a few words."""
    count = sum(bucket.state == "new" for bucket in run.buckets)
    if count:
        return f"{count:,} new {'discrepancy' if count == 1 else 'discrepancies'}"
    return "No new discrepancy" if run.programs else "Nothing was run"


def cautions(run: Run) -> Iterator[str]:
    """What keeps the headline from being the whole truth."""
    if run.interrupted:
        yield "The run was interrupted: it says nothing about the programs it did not come to."
    total = sum(getattr(run, name) for name, _ in PARTS)
    if total != run.programs:
        yield f"The counts do not add up: the parts make {total:,}, and {run.programs:,} programs were run."
    if run.programs and not run.agreed + run.known + run.new:
        yield "Not one program agreed or disagreed: nothing can be concluded."
    buckets = sum(bucket.state == "new" for bucket in run.buckets)
    if bool(run.new) != bool(buckets):
        yield f"Programs that count as new: {run.new:,}; new discrepancies kept: {buckets:,}. One is wrong."


def _context(run: Run, sections: list[Section], known: Sequence[ledger.Entry]) -> dict:
    return {
        "run": run,
        "headline": headline(run),
        "cautions": list(cautions(run)),
        "parts": [(name, getattr(run, name), meaning) for name, meaning in PARTS],
        "new": [s for s in sections if s.bucket.state == "new"],
        "known": [s for s in sections if s.bucket.state == "known"],
        "ledger": known,
        "verdicts": _by_verdict(known),
        "absorbed": ledger.absorbed(run, known),
        "unmet": _unmet(run, known),
        "matrix": matrix.context(run.endpoints),
        "features": sorted(run.features.items()),
        "pairs": pairs.context(run.pairs),
        "draws": draws.context(run.draws, run.programs),
        "script": _SCRIPT,
        "script_hash": f"sha256-{b64encode(sha256(_SCRIPT.encode()).digest()).decode()}",
    }


def _sections(run: Run, known: Sequence[ledger.Entry]) -> list[Section]:
    """The buckets with the most frequent first."""
    entries = {entry.id: entry for entry in known}
    uses: Counter[str] = Counter()
    sections = []
    for bucket in sorted(run.buckets, key=lambda b: (-b.count, b.where, b.id)):
        uses[bucket.id] += 1
        sides = list(dict.fromkeys(name for row in bucket.rows for name in _names(row)))
        sections.append(
            Section(
                bucket=bucket,
                key=bucket.id if uses[bucket.id] == 1 else f"{bucket.id}-{uses[bucket.id]}",
                words=KIND_WORDS[bucket.kind],
                lines=code.lines(bucket.script),
                sides=sides,
                comparisons=[_comparison(row, sides) for row in bucket.rows],
                program=runs.dumps(bucket.program),
                entry=entries.get(bucket.ledger or ""),
            )
        )
    return sections


def _comparison(row: Row, sides: list[str]) -> Comparison:
    outcomes = dict(zip(_names(row), (text for _, text in row.sides), strict=True))
    marked = _marked([text for _, text in row.sides]) if row.differs else [[(t, False)] for _, t in row.sides]
    segments = dict(zip(outcomes, marked, strict=True))
    return Comparison(
        lines=code.lines(row.script),
        cells=[Cell(side, segments.get(side)) for side in sides],
        differs=row.differs,
        hidden=row.differs and len(row.sides) > 1 and len(set(outcomes.values())) == 1,
    )


def _names(row: Row) -> list[str]:
    """The sides of a row, each with a name of its own, also where a side is compared with itself."""
    names: list[str] = []
    for name, _ in row.sides:
        again = sum(side == name for side, _ in row.sides[: len(names)])
        names.append(f"{name} ({again + 1})" if again else name)
    return names


def _marked(texts: list[str]) -> list[Segments]:
    """Every text marked against the first; the first against the first other one that is not the same."""
    if len(texts) < 2:
        return [[(text, False)] for text in texts]
    other = next((text for text in texts if text != texts[0]), texts[0])
    return [difference_marked(texts[0], other)[0], *(difference_marked(texts[0], t)[1] for t in texts[1:])]


def _unmet(run: Run, known: Sequence[ledger.Entry]) -> list[ledger.Entry]:
    """The entries that hold for the TensorFlow that was run, and that no bucket met."""
    met = {bucket.ledger for bucket in run.buckets}
    version = run.environment.get("tensorflow", "")
    try:
        return [entry for entry in known if entry.id not in met and entry.holds_for(version)]
    except ValueError:  # the run does not say which TensorFlow it had
        return []


def _by_verdict(known: Sequence[ledger.Entry]) -> list[tuple[str, list[ledger.Entry]]]:
    ordered = sorted(known, key=lambda entry: (VERDICTS.index(entry.verdict), entry.id))
    return [(verdict, list(entries)) for verdict, entries in groupby(ordered, lambda entry: entry.verdict)]


def _seconds(seconds: float) -> str:
    if seconds >= 120:
        return f"{int(seconds) // 60:,} min {int(seconds) % 60} s"
    return f"{seconds:.3g} s"


def _finalized(value: object) -> object:
    return code.visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(_TEMPLATES),
    autoescape=True,
    finalize=_finalized,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters["seconds"] = _seconds
_ENVIRONMENT.filters["count"] = lambda number: f"{number:,}"
_ENVIRONMENT.filters["ratio"] = lambda number: f"{number:,.2f}"
_ENVIRONMENT.filters["breakable"] = matrix.breakable
_ENVIRONMENT.filters["compact"] = matrix.compact
_ENVIRONMENT.filters["brief"] = matrix.brief
_ENVIRONMENT.filters["marked"] = told.marked
_ENVIRONMENT.filters["words"] = matrix.words
