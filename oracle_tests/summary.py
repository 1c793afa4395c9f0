"""SUMMARY: a run as a few lines of text."""

from collections.abc import Iterator
from pathlib import Path

from reports import draws, ledger, pairs
from reports.conformance import ORDERS, in_order, never
from reports.discrepancy import Bucket, Run
from reports.page import PARTS, headline

NAMED = 12  # of what never occurred; the report names all


def lines(run: Run, report: Path) -> Iterator[str]:
    """What came of a run: counts, time, and a line for each bucket, the new ones first."""
    yield f"{headline(run)}{' (interrupted)' if run.interrupted else ''}"
    yield f"{run.programs:,} programs with seed {run.seed}{_rate(run)}"
    for name, meaning in PARTS:
        yield f"  {getattr(run, name):>9,} {name:<13} {meaning}"
    yield from _endpoints(run)
    yield from draws.lines(run.draws, run.programs)
    yield from _pairs(run)
    yield from _time(run)
    for state in ("new", "known"):
        found = sorted((b for b in run.buckets if b.state == state), key=lambda b: (-b.count, b.where, b.id))
        if found:
            yield f"{state.capitalize()} discrepancies:"
            yield from map(_bucket, found)
            if state == "known":
                yield from map(_absorbed, ledger.absorbed(run, ledger.load()))
            if state == "new":
                yield f"Replay one: python -m oracle_tests replay {report / 'programs' / found[0].id}.json"


def _rate(run: Run) -> str:
    by = f" with {run.workers} workers" if run.workers > 1 else ""
    return f", {run.rate:,.0f} a second{by}" if run.seconds else ""


def _endpoints(run: Run) -> Iterator[str]:
    """How many endpoints were exercised in each order, and those that were not called."""
    if not run.endpoints:
        return
    reached = [
        sum(bool((cell := in_order(cells, order)) and cell.exercised) for cells in run.endpoints.values())
        for order in ORDERS
    ]
    yield (
        f"{reached[0]:,} of {len(run.endpoints):,} endpoints were called, {reached[1]:,} differentiated, "
        f"{reached[2]:,} of these twice"
    )
    missing = never(run.endpoints)
    if missing:
        more = f" and {len(missing) - NAMED:,} more" if len(missing) > NAMED else ""
        yield f"Never called: {', '.join(missing[:NAMED])}{more}"


def _pairs(run: Run) -> Iterator[str]:
    """How many pairs of features of the tape occurred together in a program, and those that did not."""
    met, total = pairs.met(run.pairs)
    if total:
        yield f"pairs {met:,}/{total:,} of tape features occurred together in a program"
    missing = pairs.never(run.pairs)
    if missing:
        more = f" and {len(missing) - NAMED:,} more" if len(missing) > NAMED else ""
        yield f"Never together: {', '.join(' + '.join(pair) for pair in missing[:NAMED])}{more}"


def _time(run: Run) -> Iterator[str]:
    subject = run.environment.get("subject", "TensorFlow")
    yield (
        f"{run.seconds:.1f} s, of which {subject} took {run.tensorflow_seconds:.1f} s; "
        f"besides, start-up took {run.startup_seconds:.1f} s and minimising {run.minimising_seconds:.1f} s"
    )
    if run.tensorflow_alone_seconds:
        alone = run.tensorflow_alone_seconds
        yield f"That is {run.seconds / alone:.2f} times the {alone:.1f} s that {subject} takes alone"


def _absorbed(one: ledger.Absorbed) -> str:
    why = one.entry.frequent if one.entry is not None and one.share > ledger.FREQUENT else None
    more = f": {why}" if why else "" if one.is_justified else ", and the ledger does not say why so many"
    return f"  {one.id} absorbs {100 * one.share:.2f} % of the programs{more}"


def _bucket(bucket: Bucket) -> str:
    programs = "1 program" if bucket.count == 1 else f"{bucket.count:,} programs"
    statements = "1 statement" if bucket.statements == 1 else f"{bucket.statements} statements"
    known = f" ({bucket.ledger})" if bucket.ledger else f" ({bucket.history})" if bucket.history else ""
    return (
        f"  {bucket.id}  {bucket.kind} in {bucket.statement}, {bucket.where}: "
        f"{bucket.verdict.blame}{known}; {programs}, {statements}"
    )
