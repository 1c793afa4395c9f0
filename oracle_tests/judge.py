"""JUDGEMENT: who is wrong where the reference and another side differ.

    a forward      is evaluated by an independent formula in more digits (`formulas`)
    a gradient     is compared with finite differences of the primitive's own forward, in a wider type
    None           against a value: a finite difference that is not 0 blames the None, 0 makes it a convention
    numbers that only the tape explains are compared with finite differences of the whole program, run forward

Finite differences through the reference's own tape would only confirm its faults, so no tape is used here.
Errors, dtypes, structures and rules of the tape are for pinned facts to decide; without one they are unclear.
"""

import numpy as np

from reports.discrepancy import Evidence, Verdict
from strategies import program as p
from strategies.outcome import Raised, Returned

from .agree import Difference
from .differences import Numeric, of_primitive, of_program
from .formulas import evaluated
from .localise import Place

NEAR = 1e-3  # a side within this relative distance of the independent value is right, if the other is not


def judge(program: p.Program, difference: Difference, place: Place, tf, subject: str) -> Verdict:
    """The verdict on `difference`, whose minimal program is `program` and whose origin is `place`."""
    if place.trial is not None and place.kind in ("value", "none"):
        verdict = (
            _forward(place, tf, subject) if place.order == "forward" else _derivative(place, tf, subject)
        )
        if verdict is not None:
            return verdict
    if place.trial is not None and place.kind == "error":
        return _errors(place, tf, subject)
    if place.trial is None and difference.kind == "value":
        verdict = _by_program(program, difference, tf, subject)
        if verdict is not None:
            return verdict
    return Verdict(
        "unclear", "no independent evidence decides a difference of this kind", _sides(place, tf, subject)
    )


def _sides(place, tf, subject):
    if place.trial is None:
        return ()
    ours, theirs = _outcomes(place, tf)
    alone = f"{place.trial.primitive.name}, {place.order}, run alone"
    return (Evidence("both sides", alone, (("reference", _text(ours)), (subject, _text(theirs)))),)


def _outcomes(place, tf):
    import reference

    return place.trial.run(reference, place.order), place.trial.run(tf, place.order)


def _text(outcome):
    from reports.shown import shown

    return shown(outcome)


def _forward(place, tf, subject) -> Verdict | None:
    ours, theirs = _outcomes(place, tf)
    truth = evaluated(place.trial)
    if truth is None or isinstance(ours, Raised) or isinstance(theirs, Raised):
        return None
    return _nearer(
        _first_array(ours), _first_array(theirs), truth, subject, "an independent formula in more digits"
    )


def _first_array(outcome):
    value = outcome.value
    while isinstance(value, list | tuple):
        value = value[0]
    return np.asarray(value)


def _nearer(ours, theirs, truth, subject, how) -> Verdict | None:
    """Blames the side that is away from `truth` where the other is near it."""
    with np.errstate(all="ignore"):
        our_gap, their_gap = _gap(ours, truth), _gap(theirs, truth)
    blame, supports, who = "unclear", "", "neither side is clearly nearer to"
    if our_gap > 8 * their_gap and their_gap < NEAR:
        blame, supports, who = "reference wrong", subject, "the reference is further from"
    elif their_gap > 8 * our_gap and our_gap < NEAR:
        blame, supports, who = "tensorflow wrong", "reference", f"{subject} is further from"
    figures = (
        ("value", np.array2string(np.asarray(truth, np.float64), precision=12)),
        ("reference off by", f"{our_gap:.3g}"),
        (f"{subject} off by", f"{their_gap:.3g}"),
    )
    return Verdict(blame, f"{who} the value by {how}", (Evidence(how, "the value", figures, supports),))


def _gap(side, truth) -> float:
    truth = np.asarray(truth, np.longdouble)
    side = np.asarray(side, np.longdouble)
    if side.shape != truth.shape:
        return np.inf
    same = (side == truth) | (np.isnan(side) & np.isnan(truth))
    gap = np.where(same, 0, np.abs(side - truth) / np.maximum(np.abs(truth), 1e-30))
    return float(np.max(np.where(np.isnan(gap), np.inf, gap), initial=0))


def _derivative(place, tf, subject) -> Verdict | None:
    """Each operand's gradient against finite differences; the first entry that decides, decides."""
    ours, theirs = _outcomes(place, tf)
    if isinstance(ours, Raised) or isinstance(theirs, Raised):
        return None
    numeric = of_primitive(place.trial, place.order)
    if numeric is None:
        return None
    verdict = None
    for a, b, truth in zip(ours.value, theirs.value, numeric, strict=True):
        found = _entry(a, b, truth, subject)
        if found is not None and found.blame != "unclear":
            return found
        verdict = verdict or found
    return verdict


def _entry(a, b, truth: Numeric, subject) -> Verdict | None:
    how = "finite differences of the primitive"
    if (a is None) != (b is None):
        return _none_against_value(a, truth, subject, how)
    if a is None or _equal(a, b):
        return None
    if truth.kinks:
        return Verdict(
            "convention", "the derivative does not exist here: one-sided differences differ", truth.evidence()
        )
    return _nearer(_dense(a), _dense(b), truth.value, subject, how)


def _equal(a, b):
    return np.array_equal(_dense(a), _dense(b), equal_nan=True)


def _dense(value):
    if hasattr(value, "indices"):
        dense = np.zeros(tuple(value.dense_shape), value.values.dtype)
        np.add.at(dense, value.indices, value.values)
        return dense
    return np.asarray(value)


def _none_against_value(ours, truth: Numeric, subject, how) -> Verdict:
    silent = "the reference" if ours is None else subject
    if np.all(np.abs(truth.value) <= truth.error):
        return Verdict("convention", f"{silent} says None where the derivative is 0", truth.evidence())
    blame = "reference wrong" if ours is None else "tensorflow wrong"
    supports = subject if ours is None else "reference"
    return Verdict(blame, f"{silent} says None where {how} show a derivative", truth.evidence(supports))


def _errors(place, tf, subject) -> Verdict:
    ours, theirs = _outcomes(place, tf)
    if isinstance(theirs, Raised) and isinstance(ours, Returned) and theirs.error == "LookupError":
        return Verdict("gap", f"{subject} has no gradient where one exists", _sides(place, tf, subject))
    return Verdict(
        "unclear", "only a pinned fact can decide which error is right", _sides(place, tf, subject)
    )


def _by_program(program, difference, tf, subject) -> Verdict | None:
    found = of_program(program, difference, tf)
    if found is None:
        return None
    ours, theirs, truth = found
    if truth.kinks:
        return Verdict(
            "convention", "the derivative does not exist here: one-sided differences differ", truth.evidence()
        )
    return _nearer(
        _dense(ours), _dense(theirs), truth.value, subject, "finite differences of the program run forward"
    )
