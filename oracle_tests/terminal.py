"""TERMINAL: what commands say and write, and with which status they exit.

Exit status: 0 if everything agrees or is known, 1 for new discrepancies, 2 for wrong use, 3 if the harness or
its environment failed.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import typer

from reports.files import write_atomically

from .campaign.process import HarnessFailure, WrongUse
from .subjects import MissingSubject

AGREED, DIFFERS, WRONG_USE, FAILED = range(4)


def written(write: Callable[[], object], what: str) -> list[str]:
    """Writes; returns what to say if that fails."""
    try:
        write()
    except OSError as problem:
        reason = problem.strerror or problem
        return [f"{what} cannot be written: {reason}; make room, or name another place"]
    return []


def written_as_json(value: object, file: Path) -> list[str]:
    text = json.dumps(value, indent=2) + "\n"
    return written(lambda: write_atomically(file, text), f"--json {file}")


def failure_of(act: Callable[[], None]) -> str | None:
    """Acts; returns why the harness failed, if it did.  Exits with 2 for wrong use."""
    try:
        act()
    except WrongUse as problem:
        complain([str(problem)])
        raise typer.Exit(WRONG_USE) from None
    except (HarnessFailure, MissingSubject) as problem:
        return str(problem)
    except Exception:
        return f"this is a fault of the harness, please report it:\n{traceback.format_exc()}"
    return None


def or_exit(act: Callable[[], object]):
    result = []
    failure = failure_of(lambda: result.append(act()))
    if failure is not None:
        complain([failure])
        raise typer.Exit(FAILED)
    return result[0]


def say(*text: str) -> list[str]:
    """Prints lines on standard output; returns what to say if that fails, and then prints there no more."""
    try:
        print("\n".join(text), flush=True)
    except OSError as problem:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (for as long as the process runs)
        return [f"standard output cannot be written: {problem.strerror}"]
    return []


def complain(problems: list[str]) -> None:
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr, flush=True)
