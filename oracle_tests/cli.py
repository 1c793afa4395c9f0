"""COMMAND LINE: `python -m oracle_tests fuzz`, `replay`, `run`, `bench`, `quirks`, `facts`,
`coverage` and `plants`.

`terminal` has what they exit with.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reports import junit, page, runs
from reports import quirks as told
from reports.discrepancy import Run
from strategies import serial
from strategies.program import Program

from . import bench as benching
from . import coverage as covering
from . import endpoints, subjects
from . import plants as planting
from . import quirks as naming
from . import replay as replaying
from .campaign.account import Account
from .campaign.process import Limits, Setting
from .campaign.recorder import Recording, concluded, resumed
from .campaign.store import DEFAULT, Store
from .campaign.supervisor import Plan, Supervisor
from .campaign.workplace import workplace
from .facts import table
from .judgement.pinned import all_facts
from .progress import Progress
from .scripts import run as running
from .scripts.sides import Command
from .summary import lines
from .terminal import (
    AGREED,
    DIFFERS,
    FAILED,
    WRONG_USE,
    complain,
    failure_of,
    or_exit,
    say,
    written,
    written_as_json,
)

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


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Processes side by side; all cores if not given.")
    ] = None,
    until_new: Annotated[
        bool, typer.Option("--until-new", help="End with the first new discrepancy.")
    ] = False,
    junit_file: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML there, for dashboards.")
    ] = None,
    store_file: Annotated[
        Path, typer.Option("--store", metavar="FILE", help="What campaigns learn is kept there.")
    ] = DEFAULT,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the store's last unfinished run.")
    ] = False,
) -> None:
    """A campaign: random programs until a number or a time is reached, and a report of what disagrees."""
    if minutes is not None and not minutes > 0:
        raise typer.BadParameter("must be more than 0", param_hint="--minutes")
    if programs is None and minutes is None and not resume:
        minutes = MINUTES
    seconds = None if minutes is None else 60 * minutes
    plan = Plan(seed, programs, seconds, workers=workers or cores(), until_new=until_new)
    with ExitStack() as stack:
        folder = or_exit(lambda: stack.enter_context(workplace()))
        setting = Setting(folder, subject, tuple(imports or ()), Limits(program=time_limit))
        store = or_exit(lambda: Store(store_file))
        stack.callback(store.close)
        kept = or_exit(store.unfinished) if resume else None
        if kept is not None:
            plan, setting = resumed(kept, plan, setting)
        recording = or_exit(lambda: Recording(store, plan, setting, kept))
        again = f", run {recording.run}, of which {kept.shards} shards have ended" if kept else ""
        unsaid = say(f"seed {plan.seed}{again}")
        supervisor = Supervisor(plan, setting, recording)
        stack.enter_context(_interrupting(supervisor))
        with Progress() as progress:
            failure = failure_of(lambda: supervisor.run(lambda c, s: progress(c, s, supervisor.interrupted)))
        finished = failure is None and not supervisor.interrupted
        run, words = concluded(supervisor, recording, finished)
        unsaid += [] if failure is None else [failure]
        status = _conclude(run, words, unsaid, supervisor.account, report, json_file, junit_file)
    raise typer.Exit(status)


def _conclude(
    run: Run,
    words: list[str],
    failures: list[str],
    account: Account,
    report: Path,
    json_file: Path | None,
    junit_file: Path | None,
) -> int:
    """Prints and writes what came of a campaign; returns the exit status."""
    if failures and not run.programs:
        complain(failures)
        return FAILED
    text = [*lines(run, report), *words]
    if account.losses:
        text.append(f"Children lost and replaced: {len(account.losses)}; the first: {account.losses[0]}")
    failures += say(*text)
    if json_file is not None:
        failures += written(lambda: runs.save(run, json_file), f"--json {json_file}")
    if junit_file is not None:
        failures += written(lambda: junit.write(run, junit_file), f"--junit {junit_file}")
    groups = covering.of_campaign(endpoints.endpoints(endpoints.load()), run.endpoints)
    write = lambda: page.write(run, report, quirks=naming.load(), groups=groups)  # noqa: E731
    unwritten = written(write, f"--report {report}")
    failures += unwritten or say(f"Report: {report / 'index.html'}")
    complain(failures + _troubles(account.troubles))
    if failures:
        return FAILED
    if run.new:
        return DIFFERS
    return FAILED if account.troubles else AGREED


def _troubles(troubles: list[str]) -> list[str]:
    if not troubles:
        return []
    return [f"the harness itself failed {len(troubles)} times, please report it; first {troubles[0]}"]


@app.command()
def replay(
    program: Annotated[Path, typer.Argument(metavar="PROGRAM.json", help="A program, as reports keep them.")],
    imports: Imports = None,
    subject: Subject = "tensorflow",
) -> None:
    """One program on the reference and on TensorFlow: outcomes side by side, `*` where they differ."""
    loaded = _loaded(program)
    replayed = or_exit(lambda: replaying.replay(loaded, subject, tuple(imports or ())))
    failures = say(*replayed.lines)
    complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if replayed.differs else AGREED)


def _loaded(file: Path) -> Program:
    try:
        return serial.load(file)
    except serial.Malformed as problem:
        message = str(problem)
    except OSError as problem:
        message = f"{file}: {problem.strerror or problem}"
    complain([message])
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
        result = or_exit(lambda: running.run(command, subject))
    except KeyboardInterrupt:
        complain([f"interrupted; {script} has ended"])
        raise typer.Exit(FAILED) from None
    for side, text in result.complained:
        print(f"{side} on standard error:\n{text.rstrip()}", file=sys.stderr, flush=True)
    failures = say(*result.lines)
    complain(failures)
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
        measured = or_exit(lambda: benching.bench(programs, seed, subject, tuple(imports or ()), progress))
    failures = say(*measured.lines())
    if json_file is not None:
        failures += written_as_json(measured.to_json(), json_file)
    complain(failures)
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
        complain([f"no quirk is named {', '.join(unknown)}; `quirks` without a name lists all"])
        raise typer.Exit(WRONG_USE)
    chosen = [quirk for quirk in known if not names or quirk.name in names]
    failures = say(*(told.markdown if markdown else told.text)(chosen))
    if json_file is not None:
        failures += written_as_json(list(map(asdict, chosen)), json_file)
    complain(failures)
    raise typer.Exit(FAILED if failures else AGREED)


@app.command()
def facts() -> None:
    """How many of the facts about TensorFlow's tape hold in the reference, and why others do not."""
    failing = table.broken(all_facts())
    failures = say(*table.lines(table.sections(table.load(), failing)))
    complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if failing else AGREED)


@app.command()
def coverage(
    programs: Annotated[int, typer.Option(min=0, metavar="N", help="How many programs are drawn.")] = 2000,
    json_file: Json = None,
    subject: Subject = "tensorflow",
) -> None:
    """Of the endpoints examined, by tier and family: how many are there, are drawn, and conform."""
    tf = or_exit(lambda: subjects.load(subject))
    known = endpoints.endpoints(endpoints.load())
    measured = or_exit(lambda: covering.measure(known, tf, programs))
    failures = say(*measured.lines())
    if json_file is not None:
        failures += written_as_json(measured.to_json(), json_file)
    complain(failures)
    raise typer.Exit(FAILED if failures else DIFFERS if measured.unexplained() else AGREED)


@app.command()
def plants(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME…", help="Only these primitives.")] = None,
    programs: Annotated[
        int, typer.Option(min=1, metavar="N", help="For each rule, at most, that ask it.")
    ] = planting.PROGRAMS,
    json_file: Json = None,
) -> None:
    """Plants a factor of 1.001 in each gradient rule, and tells whether programs notice it."""
    if unknown := sorted(set(names or ()) - set(planting.rules())):
        complain([f"no primitive with a rule is named {', '.join(unknown)}"])
        raise typer.Exit(WRONG_USE)
    tell = lambda one: print(planting.line(one), file=sys.stderr, flush=True)  # noqa: E731
    found = or_exit(lambda: planting.plant(names or planting.rules(), programs, tell))
    failures = say(*planting.lines(found))
    if json_file is not None:
        failures += written_as_json(list(map(asdict, found)), json_file)
    complain(failures)
    raise typer.Exit(FAILED if failures else AGREED if planting.share(found) >= planting.NOTICED else DIFFERS)


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
