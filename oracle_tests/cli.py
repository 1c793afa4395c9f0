"""COMMAND LINE: `python -m oracle_tests fuzz`, `replay`, `run`, `bench`, `quirks` and `facts`.

Exit status: 0 if everything agrees or is known, 1 for new discrepancies, 2 for wrong use, 3 if the harness or
its environment failed.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reports import page, runs
from reports import quirks as told
from reports.files import write_atomically
from strategies import serial
from strategies.program import Program

from . import bench as benching
from . import quirks as naming
from . import replay as replaying
from .campaign.process import HarnessFailure, Limits, Setting, WrongUse
from .campaign.supervisor import Plan, Supervisor
from .campaign.workplace import workplace
from .facts import table
from .judgement.pinned import all_facts
from .progress import Progress
from .scripts import run as running
from .scripts.sides import Command
from .summary import lines

AGREED, DIFFERS, WRONG_USE, FAILED = range(4)
SEED = 0
MINUTES = 2.0

app = typer.Typer(
    help="Random tape programs, run on the reference and on TensorFlow.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Imports = Annotated[
    list[str] | None,
    typer.Option(
        "--import",
        metavar="MODULE",
        help="Python module to import first wherever programs run: to register a subject, to set flags, to "
        "patch TensorFlow or the reference. May be given several times.",
    ),
]
Subject = Annotated[str, typer.Option(help="What the reference is compared with.")]
Seed = Annotated[int, typer.Option(help="Equal seeds give equal programs.")]
Json = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result there as JSON.")]


@app.command()
def fuzz(
    programs: Annotated[int | None, typer.Option(min=1, metavar="N", help="How many programs.")] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help=f"How long, start-up aside; {MINUTES:g} if neither is given."),
    ] = None,
    seed: Seed = SEED,
    imports: Imports = None,
    json_file: Json = None,
    report: Annotated[Path, typer.Option(metavar="DIR", help="Where the report goes.")] = Path("report"),
    subject: Subject = "tensorflow",
    time_limit: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="For one statement; beyond it hangs.")
    ] = 30.0,
) -> None:
    """A campaign: random programs until a number or a time is reached, and a report of what disagrees."""
    if minutes is not None and not minutes > 0:
        raise typer.BadParameter("must be more than 0", param_hint="--minutes")
    if programs is None and minutes is None:
        minutes = MINUTES
    plan = Plan(seed, programs, None if minutes is None else 60 * minutes)
    unsaid = _say(f"seed {seed}")
    with ExitStack() as stack:
        folder = _or_exit(lambda: stack.enter_context(workplace()))
        setting = Setting(folder, subject, tuple(imports or ()), Limits(program=time_limit))
        supervisor = Supervisor(plan, setting)
        stack.enter_context(_interrupting(supervisor))
        with Progress() as progress:
            failure = _failure_of(lambda: supervisor.run(lambda c, s: progress(c, s, supervisor.interrupted)))
        status = _conclude(supervisor, unsaid + ([] if failure is None else [failure]), report, json_file)
    raise typer.Exit(status)


def _conclude(supervisor: Supervisor, failures: list[str], report: Path, json_file: Path | None) -> int:
    """Prints and writes what came of a campaign; returns the exit status."""
    run, account = supervisor.result(), supervisor.account
    if failures and not run.programs:
        _complain(failures)
        return FAILED
    text = list(lines(run, report))
    if account.losses:
        text.append(f"Children lost and replaced: {len(account.losses)}; the first: {account.losses[0]}")
    failures += _say(*text)
    if json_file is not None:
        failures += _written(lambda: runs.save(run, json_file), f"--json {json_file}")
    unwritten = _written(lambda: page.write(run, report, quirks=naming.load()), f"--report {report}")
    failures += unwritten or _say(f"Report: {report / 'index.html'}")
    _complain(failures + _troubles(account.troubles))
    if failures:
        return FAILED
    if run.new:
        return DIFFERS
    return FAILED if account.troubles else AGREED


def _troubles(troubles: list[str]) -> list[str]:
    if not troubles:
        return []
    return [f"the harness itself failed {len(troubles)} times, please report it; first {troubles[0]}"]


def _written(write: Callable[[], object], what: str) -> list[str]:
    """Writes; returns what to say if that fails."""
    try:
        write()
    except OSError as problem:
        reason = problem.strerror or problem
        return [f"{what} cannot be written: {reason}; make room, or name another place"]
    return []


def _written_as_json(value: object, file: Path) -> list[str]:
    text = json.dumps(value, indent=2) + "\n"
    return _written(lambda: write_atomically(file, text), f"--json {file}")


@app.command()
def replay(
    program: Annotated[Path, typer.Argument(metavar="PROGRAM.json", help="A program, as reports keep them.")],
    imports: Imports = None,
    subject: Subject = "tensorflow",
) -> None:
    """One program on the reference and on TensorFlow: outcomes side by side, `*` where they differ."""
    loaded = _loaded(program)
    replayed = _or_exit(lambda: replaying.replay(loaded, subject, tuple(imports or ())))
    failures = _say(*replayed.lines)
    _complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if replayed.differs else AGREED)


def _loaded(file: Path) -> Program:
    try:
        return serial.load(file)
    except serial.Malformed as problem:
        message = str(problem)
    except OSError as problem:
        message = f"{file}: {problem.strerror or problem}"
    _complain([message])
    raise typer.Exit(WRONG_USE)


@app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    }
)
def run(
    context: typer.Context,
    script: Annotated[Path, typer.Argument(metavar="SCRIPT.py", help="A TensorFlow script; it is run.")],
    imports: Imports = None,
    subject: Subject = "tensorflow",
    time_limit: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="For the script, on each side.")
    ] = 300.0,
) -> None:
    """A TensorFlow script, unchanged, on the reference and on TensorFlow: what it prints and raises.

    What follows SCRIPT.py is the script's own.  This runs your code, twice, with all that it does besides.
    """
    command = Command(script, tuple(context.args), tuple(imports or ()), time_limit)
    try:
        result = _or_exit(lambda: running.run(command, subject))
    except KeyboardInterrupt:
        _complain([f"interrupted; {script} has ended"])
        raise typer.Exit(FAILED) from None
    for side, text in result.complained:
        print(f"{side} on standard error:\n{text.rstrip()}", file=sys.stderr, flush=True)
    failures = _say(*result.lines)
    _complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if result.differs else AGREED)


@app.command()
def bench(
    programs: Annotated[int, typer.Option(min=1, metavar="N", help="How many programs.")] = 2000,
    seed: Seed = SEED,
    imports: Imports = None,
    json_file: Json = None,
    subject: Subject = "tensorflow",
) -> None:
    """What the harness costs over TensorFlow alone, on the same programs."""
    with Progress() as progress:
        measured = _or_exit(lambda: benching.bench(programs, seed, subject, tuple(imports or ()), progress))
    failures = _say(*measured.lines())
    if json_file is not None:
        failures += _written_as_json(measured.to_json(), json_file)
    _complain(failures)
    raise typer.Exit(FAILED if failures else AGREED)


@app.command()
def quirks(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME…", help="Only these.")] = None,
    json_file: Json = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="As a table.")] = False,
) -> None:
    """Where TensorFlow departs from its documentation or from what one expects, with a script for each."""
    known = naming.load()
    if unknown := sorted(set(names or ()) - {quirk.name for quirk in known}):
        _complain([f"no quirk is named {', '.join(unknown)}; `quirks` without a name lists all"])
        raise typer.Exit(WRONG_USE)
    chosen = [quirk for quirk in known if not names or quirk.name in names]
    failures = _say(*(told.markdown if markdown else told.text)(chosen))
    if json_file is not None:
        failures += _written_as_json(list(map(asdict, chosen)), json_file)
    _complain(failures)
    raise typer.Exit(FAILED if failures else AGREED)


@app.command()
def facts() -> None:
    """How many of the facts about TensorFlow's tape hold in the reference, and why others do not."""
    failing = table.broken(all_facts())
    failures = _say(*table.lines(table.sections(table.load(), failing)))
    _complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if failing else AGREED)


def _failure_of(act: Callable[[], None]) -> str | None:
    """Acts; returns why the harness failed, if it did.  Exits with 2 for wrong use."""
    try:
        act()
    except WrongUse as problem:
        _complain([str(problem)])
        raise typer.Exit(WRONG_USE) from None
    except HarnessFailure as problem:
        return str(problem)
    except Exception:
        return f"this is a fault of the harness, please report it:\n{traceback.format_exc()}"
    return None


def _or_exit(act: Callable[[], object]):
    result = []
    failure = _failure_of(lambda: result.append(act()))
    if failure is not None:
        _complain([failure])
        raise typer.Exit(FAILED)
    return result[0]


def _say(*text: str) -> list[str]:
    """Prints lines on standard output; returns what to say if that fails, and then prints there no more."""
    try:
        print("\n".join(text), flush=True)
    except OSError as problem:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (for as long as the process runs)
        return [f"standard output cannot be written: {problem.strerror}"]
    return []


def _complain(problems: list[str]) -> None:
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr, flush=True)


@contextmanager
def _interrupting(supervisor: Supervisor) -> Iterator[None]:
    """Within the block, Ctrl-C and SIGTERM end the campaign, not the process: the report is still written."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: supervisor.interrupt()) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def main() -> None:
    """Runs the command line, and exits."""
    app(prog_name="python -m oracle_tests")
