"""BUCKETS: those that are made without examination, and buckets as messages."""

import reference
from reports import ledger, runs
from reports.discrepancy import Bucket, Row, Run, Verdict
from reports.shown import shown
from strategies import program as p
from strategies import script, serial
from strategies.draft import is_fault
from strategies.interpret import DONE, Machine, at, interpret
from strategies.outcome import Raised

from .. import examine
from ..agree import Difference


def to_json(bucket: Bucket) -> dict:
    """A bucket as it stands in a run's JSON."""
    return runs.to_json(Run(seed=0, environment={}, buckets=[bucket]))["buckets"][0]


def from_json(data: dict) -> Bucket:
    """The inverse of `to_json`."""
    return runs.from_json(runs.to_json(Run(seed=0, environment={})) | {"buckets": [data]}).buckets[0]


def unexamined(
    program: p.Program, difference: Difference, ours: Machine, theirs: Machine, subject: str, why: str
) -> Bucket:
    """The bucket of a program as it was drawn; nothing is run for it."""
    return Bucket(
        kind=difference.kind,
        subject=subject,
        statement=examine.statement_kind(program, difference),
        where="unexamined",
        verdict=Verdict("unclear", f"The program is as it was drawn, because {why}."),
        statements=p.size(program),
        script=script.script(program, raising=_raising(ours) | _raising(theirs)),
        program=serial.to_json(program),
        rows=examine.rows(program, ours, theirs, subject, difference.index),
    )


def of_an_end(
    program: p.Program,
    path: tuple[int, ...],
    kind: str,
    where: str,
    subject: str,
    version: str,
    verdict: Verdict,
) -> Bucket:
    """The bucket of a program at whose statement `path` the process ended; only the reference runs it."""
    machine = interpret(program, reference, is_fault)
    statement = at(program, path)
    bucket = Bucket(
        kind=kind,
        subject=subject,
        statement="final value" if statement is None else type(statement).__name__,
        where=where,
        verdict=verdict,
        statements=p.size(program),
        script=script.script(program, raising=_raising(machine), printing=frozenset({path})),
        program=serial.to_json(program),
        rows=tuple(_rows(program, machine, path, subject, verdict.reason)),
    )
    entry = ledger.match(ledger.load(), bucket, version)
    bucket.ledger = None if entry is None else entry.id
    return bucket


def _rows(program, machine, path, subject, what):
    """What the reference says, and at `path` that the subject says nothing any more."""
    for place, outcome in zip(machine.paths, machine.outcomes, strict=True):
        if outcome is DONE and place != path:
            continue
        statement = at(program, place)
        line = "the variables at the end" if statement is None else script.statement_lines(statement)[0]
        sides = [("reference", shown(outcome))]
        if place == path:
            sides.append((subject, what))
        yield Row(line, tuple(sides), place == path)


def _raising(machine):
    return frozenset(
        path
        for path, o in zip(machine.paths, machine.outcomes, strict=True)
        if isinstance(o, Raised) and path
    )
