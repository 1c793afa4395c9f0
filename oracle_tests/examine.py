"""EXAMINATION: from a program that differs to a bucket that a person can act on.

Minimise, keeping what makes the difference; localise it; judge it; look it up in the ledger.
"""

from collections.abc import Callable
from dataclasses import dataclass

import reference
from reports import ledger as known
from reports.discrepancy import Bucket, Row
from reports.shown import shown
from reports.variants import VARIANTS
from strategies import program as p
from strategies import script, serial
from strategies.draft import is_fault
from strategies.interpret import DONE, Machine, at, followed_by, interpret
from strategies.outcome import Outcome, Raised

from .agree import Comparison, Difference, compare
from .campaign.minimise import minimise
from .judgement.judge import judge
from .localise import Place, localise

STEPS = 2_000  # statements in bodies, and runs of these, of a program that minimising has made
BUDGET = 800  # runs of one minimisation
# A minimal program shows at least this share of the first relative difference, and as many spreads as are
# beyond doubt in its dtype (`Difference.clear`), or as were first seen.
FLOOR_SHARE = 0.1


@dataclass(frozen=True)
class Signature:
    """What a minimal program must still show: kind, statement, function and the classes of errors."""

    kind: str
    statement: str
    function: str
    errors: tuple[str, str]


def statement_kind(program: p.Program, difference: Difference) -> str:
    statement = at(program, difference.path)
    return "final value" if statement is None else type(statement).__name__


def signature(program: p.Program, difference: Difference, ours: Machine, theirs: Machine) -> Signature:
    """Cheap to compute: no further run."""
    statement = at(program, difference.path)
    function = "" if isinstance(statement, p.Call) else getattr(statement, "function", "")
    function = function or getattr(statement, "operator", "") or getattr(statement, "method", "")
    classes = _error(ours.outcomes, difference.index), _error(theirs.outcomes, difference.index)
    return Signature(difference.kind, statement_kind(program, difference), function, classes)


def _error(outcomes: list[Outcome], index: int) -> str:
    outcome = outcomes[index] if index < len(outcomes) else None
    return outcome.error if isinstance(outcome, Raised) else ""


def run_both(program: p.Program, tf) -> tuple[Machine, Machine, Comparison]:
    """The program on the reference and on `tf`, and how they compare."""
    ours, theirs = interpret(program, reference, is_fault), interpret(program, tf)
    return ours, theirs, compare(program, ours, theirs)


class TooLong(BaseException):
    """Raised where functions and loops of a program do not come to an end.  No Exception, so no outcome."""


def ends_well(program: p.Program) -> bool:
    """False if the reference refuses some statement because it would end TensorFlow's process, and where it
    is itself not done after so many steps: a loop whose condition was made simpler may go on for ever."""
    steps = iter(range(STEPS))

    def count(_statement):
        if next(steps, None) is None:
            raise TooLong

    try:
        with followed_by(count, lambda *_: None):
            outcomes = interpret(program, reference, is_fault).outcomes
    except TooLong:
        return False
    return not any(isinstance(o, Raised) and o.ends_process for o in outcomes)


def still_differs(
    first: Difference, wanted: Signature, tf, place: str | None = None
) -> Callable[[p.Program], bool]:
    """Whether a candidate shows `wanted`, as strongly as the floor asks, and at `place` where that is
    given.
    """

    def fails(program: p.Program) -> bool:
        if not ends_well(program):
            return False
        ours, theirs, comparison = run_both(program, tf)
        found = comparison.difference
        if found is None or signature(program, found, ours, theirs) != wanted:
            return False
        if found.amount < FLOOR_SHARE * first.amount or found.spreads < min(found.clear, first.spreads):
            return False
        return place is None or localise(program, found, tf).name == place

    return fails


def examine(
    program: p.Program,
    difference: Difference,
    ours: Machine,
    theirs: Machine,
    subject_name: str,
    tf,
    minimise_budget: int = BUDGET,
    version: str = "",
) -> Bucket:
    """The bucket of a program in which the reference and `tf` part at `difference`."""
    wanted = signature(program, difference, ours, theirs)
    first = localise(program, difference, tf)
    fails = still_differs(difference, wanted, tf)
    found = _seen(minimise(program, fails, minimise_budget).program, tf)
    if found.place.trial is not None and first.trial is not None and found.place.name != first.name:
        fails = still_differs(difference, wanted, tf, first.name)  # it had slipped to another fault
        found = _seen(minimise(program, fails, minimise_budget // 4).program, tf)
    return bucket_of(found, subject_name, tf, version)


@dataclass(frozen=True, eq=False)
class Seen:
    """A program that differs, and all that was seen of it."""

    program: p.Program
    ours: Machine
    theirs: Machine
    difference: Difference
    place: Place


def _seen(program: p.Program, tf) -> Seen:
    ours, theirs, comparison = run_both(program, tf)
    assert comparison.difference is not None, "a program that differed does so no more"
    return Seen(program, ours, theirs, comparison.difference, localise(program, comparison.difference, tf))


def bucket_of(seen: Seen, subject: str, tf, version: str = "") -> Bucket:
    """What is kept of a minimal program."""
    program, difference, place = seen.program, seen.difference, seen.place
    bucket = Bucket(
        kind=difference.kind,
        subject=subject,
        statement=statement_kind(program, difference),
        where=place.name,
        verdict=judge(program, difference, place, tf, subject),
        statements=p.size(program),
        script=script.script(
            program, raising=_raising(seen.ours, seen.theirs), printing=frozenset({difference.path})
        ),
        program=serial.to_json(program),
        rows=rows(program, seen.ours, seen.theirs, subject, difference.index),
    )
    entry = known.match(_ledger(), bucket, version or getattr(tf, "__version__", "0"))
    if entry is not None and _explains(entry, program, tf):
        bucket.ledger = entry.id
    return bucket


def _explains(entry: known.Entry, program: p.Program, tf) -> bool:
    """Whether the reference, given the entry's variant of the rule, agrees with `tf` on the program."""
    if entry.variant is None:
        return True
    with VARIANTS[entry.variant]():
        return run_both(program, tf)[2].status != "differs"


_entries: tuple[known.Entry, ...] | None = None


def _ledger() -> tuple[known.Entry, ...]:
    global _entries
    if _entries is None:
        _entries = known.load()
    return _entries


def _raising(*machines: Machine) -> frozenset:
    return frozenset(
        path
        for m in machines
        for path, o in zip(m.paths, m.outcomes, strict=True)
        if isinstance(o, Raised) and path
    )


def rows(program: p.Program, ours: Machine, theirs: Machine, subject: str, differs: int) -> tuple[Row, ...]:
    """The observed statements of a program, side by side, up to the one that differs and what follows it."""
    result = []
    for i in range(max(len(ours.outcomes), len(theirs.outcomes))):
        machine = ours if i < len(ours.outcomes) else theirs
        a, b = (m.outcomes[i] if i < len(m.outcomes) else None for m in (ours, theirs))
        if a is DONE and b is DONE and i != differs:
            continue
        statement = at(program, machine.paths[i])
        line = "the variables at the end" if statement is None else script.headline(statement)
        result.append(Row(line, (("reference", _shown(a, b)), (subject, _shown(b, a))), i == differs))
    return tuple(result)


def _shown(outcome: Outcome | None, beside: Outcome | None) -> str:
    return "nothing: its program ended before" if outcome is None else shown(outcome, beside)
