"""A campaign's run as a short Markdown text, for the summary of a job: `python .github/summary.py RUN.json`.

Needs nothing but the standard library, and says so where there is no run to read: the summary is wanted most
when something broke.
"""

import json
import sys
from pathlib import Path

OUTCOMES = ("agreed", "known", "new", "inconclusive", "invalid")
LONGEST = 20  # rows of the table; the artifact has them all


def markdown(run: dict) -> str:
    """Counts, environment and the new discrepancies, most frequent first; `run` is the JSON of a campaign."""
    new = sorted((bucket for bucket in run["buckets"] if bucket["ledger"] is None), key=lambda b: -b["count"])
    known = len(run["buckets"]) - len(new)
    speed = run["programs"] / run["seconds"] if run["seconds"] else 0
    lines = [
        f"## {len(new)} new discrepancies" if len(new) != 1 else "## 1 new discrepancy",
        "",
        f"Seed {run['seed']}: {run['programs']:,} programs, {speed:,.0f} a second; "
        + ", ".join(f"{run[name]:,} {name}" for name in OUTCOMES)
        + f"; {known} known discrepancies seen."
        + (" The campaign was interrupted." if run["interrupted"] else ""),
        "",
        ", ".join(f"{name} {value}" for name, value in sorted(run["environment"].items())),
        "",
    ]
    if new:
        lines += [
            "| id | kind | where | statement | subject | verdict | programs |",
            "|---|---|---|---|---|---|---|",
        ]
        lines += [row(bucket) for bucket in new[:LONGEST]]
    if len(new) > LONGEST:
        lines += ["", f"and {len(new) - LONGEST} more in the report"]
    if new:
        lines += ["", "### The most frequent", "", "```python", new[0]["script"].strip("\n"), "```"]
    return "\n".join(lines) + "\n"


def row(bucket: dict) -> str:
    names = ("id", "kind", "where", "statement", "subject", "verdict", "count")
    return "| " + " | ".join(str(bucket[name]).replace("|", "\\|") for name in names) + " |"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: summary.py RUN.json")
        return 0 if arguments in (["-h"], ["--help"]) else 2
    path = Path(arguments[0])
    if not path.exists():
        print(f"## No run\n\nThe campaign left no `{path.name}`: it broke before it could; see its log.")
        return 0
    print(markdown(json.loads(path.read_text("utf-8"))), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
