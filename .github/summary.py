"""A campaign's run as a short Markdown text, for the summary of a job.

`python .github/summary.py RUN.json [STATUS]`; STATUS is the campaign's exit status.  Needs nothing but the
standard library, and says so where there is no run to read: the summary is wanted most when something broke.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

OUTCOMES = ("agreed", "known", "new", "inconclusive", "invalid")
STATES = ("new", "known", "agreed", "undecided", "never")  # of an endpoint in one dtype and one order
GRAVE = ("new", "known", "undecided")
STATUSES = {
    "0": "everything agreed, or is known",
    "1": "there are new discrepancies",
    "2": "wrong use: see the log",
    "3": "the harness or its environment failed: see the log",
}
LONGEST = 20  # rows of a table; the artifact has them all


def markdown(run: dict, status: str = "") -> str:
    """Counts, environment, the new discrepancies and the matrix; `run` is the JSON of a campaign."""
    new = sorted((bucket for bucket in run["buckets"] if bucket["ledger"] is None), key=lambda b: -b["count"])
    known = len(run["buckets"]) - len(new)
    speed = run["programs"] * run.get("workers", 1) / run["seconds"] if run["seconds"] else 0
    lines = [
        f"## {len(new)} new discrepancies" if len(new) != 1 else "## 1 new discrepancy",
        "",
        f"Seed {run['seed']}: {run['programs']:,} programs, {speed:,.0f} a second; "
        + ", ".join(f"{run[name]:,} {name}" for name in OUTCOMES)
        + f"; {known} known discrepancies seen."
        + (" The campaign was interrupted." if run["interrupted"] else ""),
        *ended(status),
        "",
        ", ".join(f"{name} {value}" for name, value in sorted(run["environment"].items())),
        "",
        "The same programs again:"
        f" `python -m oracle_tests fuzz --programs {run['programs']} --seed {run['seed']}`",
        "",
    ]
    if new:
        names = ("id", "kind", "where", "statement", "subject", "verdict", "count")
        lines += table(names, [[bucket[name] for name in names] for bucket in new])
        lines += ["### The most frequent", "", "```python", new[0]["script"].strip("\n"), "```", ""]
    return "\n".join([*lines, *matrix(run["endpoints"]), *pairs(run["pairs"])]) + "\n"


def ended(status: str) -> Iterator[str]:
    if status:
        yield ""
        yield f"Exit status {status}: {STATUSES.get(status, 'it was ended from outside')}."


def matrix(endpoints: dict) -> Iterator[str]:
    """How many cells are in each state, the worst of them, and the endpoints that were never called."""
    cells = [
        (name, dtype, order, exercised, agreed, state(exercised, agreed, blamed))
        for name, dtypes in endpoints.items()
        for dtype, orders in dtypes.items()
        for order, (exercised, agreed, blamed) in orders.items()
    ]
    if not endpoints:
        return
    called = {cell[0] for cell in cells if cell[3]}
    yield f"### Endpoints: {len(called):,} of {len(endpoints):,} were called"
    yield ""
    counts = Counter((order, state) for _, _, order, _, _, state in cells)
    orders = dict.fromkeys(cell[2] for cell in cells)
    rows = [[order, *(counts[order, state] for state in STATES)] for order in orders]
    yield from table(("endpoint × dtype", *STATES), rows)
    grave = sorted((c for c in cells if c[5] in GRAVE), key=lambda c: (GRAVE.index(c[5]), -c[3], c[:3]))
    if grave:
        yield from table(("endpoint", "dtype", "order", "exercised", "in what agreed", "state"), grave)
    if missing := sorted(set(endpoints) - called):
        yield "Never called: " + ", ".join(f"`{name}`" for name in missing)


def pairs(found: dict) -> Iterator[str]:
    """How many pairs of features of the tape occurred together in a program."""
    counts = [count for others in found.values() for count in others.values()]
    if counts:
        yield f"Pairs of tape features that occurred together: {sum(map(bool, counts)):,} of {len(counts):,}"


def state(exercised: int, agreed: int, blamed: str) -> str:
    return blamed or ("agreed" if agreed else "undecided" if exercised else "never")


def table(head: tuple[str, ...], rows: list) -> Iterator[str]:
    yield row(head)
    yield "|" + "---|" * len(head)
    yield from map(row, rows[:LONGEST])
    yield ""
    if len(rows) > LONGEST:
        yield f"and {len(rows) - LONGEST:,} more in the report"
        yield ""


def row(items) -> str:
    return "| " + " | ".join(text(item) for item in items) + " |"


def text(item: object) -> str:
    return f"{item:,}" if isinstance(item, int) else str(item).replace("|", "\\|")


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):
        print("usage: summary.py RUN.json [STATUS]")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    path, status = Path(arguments[0]), "".join(arguments[1:])
    if path.exists():
        print(markdown(json.loads(path.read_text("utf-8")), status), end="")
    else:
        print(f"## No run\n\nThe campaign left no `{path.name}`: it broke before it could; see its log.")
        print(*ended(status), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
