"""JUDGEMENT: who is wrong where the reference and another side differ.

    a forward      is evaluated by an independent formula in more digits (`formulas`)
    a gradient     is compared with finite differences of the primitive's own forward, in a wider type; the
                   subject's forward mode is heard too
    None           against a value: a finite difference that is not 0 blames the None, 0 makes it a convention
    what only the tape explains is compared with finite differences of the whole program, run forward, for
                   gradients and jvps and those of each other
    dtypes, shapes and structures of gradients follow laws
    whatever these leave open, and errors and rules of the tape, are for pinned facts to decide
    InternalError  that no fact pins blames the side that raises it
    an error       that no fact pins, against a gradient that is what differences say, lacks a gradient

Finite differences through the reference's own tape would only confirm its faults, so no tape is used here.
What nothing decides is unclear.  At a kink, and for None against a true zero, it is a convention.
"""

from dataclasses import replace

import numpy as np

import reference
from reports.discrepancy import Evidence, Verdict
from reports.shown import shown
from strategies import program as p
from strategies.draft import is_fault
from strategies.interpret import interpret
from strategies.outcome import Outcome, Raised, Returned

from ..agree import Difference
from ..localise import Place
from . import (  # noqa: F401  (with formulas for `evaluated`)
    laws,
    linalg_formulas,
    signal_formulas,
    special_formulas,
    special_function_formulas,
    window_formulas,
)
from .finite import Numeric, of_primitive
from .formulas import evaluated
from .forward_mode import forward_mode
from .pinned import Departure, by_facts, departure
from .weighing import agrees, nearer, within
from .whole import answers, leaf_of, of_program

FORMULA = "an independent formula in 50 digits"
OF_PRIMITIVE = "finite differences of the primitive"
OF_PROGRAM = "finite differences of the program, run forward"


def judge(program: p.Program, difference: Difference, place: Place, tf, subject: str) -> Verdict:
    """The verdict on `difference`, whose minimal program is `program` and whose origin is `place`."""
    return _Case(program, difference, place, tf, subject).verdict()


def blames(nearest: str) -> str:
    return {"reference": "tensorflow wrong", "subject": "reference wrong"}.get(nearest, "unclear")


class _Case:
    """A disagreement, and both sides of it: as the program shows them, and alone where it was localised."""

    def __init__(self, program, difference, place, tf, subject):
        self.program, self.difference, self.place = program, difference, place
        self.tf, self.subject = tf, subject
        self.ours, self.theirs = interpret(program, reference, is_fault), interpret(program, tf)
        self.kind = place.kind if place.trial is not None else difference.kind
        if place.trial is not None:
            self.alone = place.trial.run(reference, place.order), place.trial.run(tf, place.order)

    def verdict(self) -> Verdict:
        found = self._fault() or self._by_mathematics() or self._by_law()
        if found is None or found.blame in ("unclear", "convention"):
            found = self._by_facts() or found or self._broken() or self._refused()
        return found or Verdict("unclear", "nothing independent decides", self._sides())

    def _outcomes(self) -> tuple[Outcome | None, ...]:
        """What both sides made of the statement that differs."""
        i = self.difference.index
        return tuple(m.outcomes[i] if i < len(m.outcomes) else None for m in (self.ours, self.theirs))

    def _sides(self) -> tuple[Evidence, ...]:
        if self.place.trial is None:
            return ()
        about = f"{self.place.trial.primitive.name}, {self.place.order}, run alone"
        texts = zip(("reference", self.subject), map(shown, self.alone), strict=True)
        return (Evidence("both sides", about, tuple(texts)),)

    def _fault(self) -> Verdict | None:
        ours = self._outcomes()[0]
        if not isinstance(ours, Raised) or not ours.fault:
            return None
        raised = Evidence(
            "the reference", "an exception that it does not raise on purpose", (("it", shown(ours)),)
        )
        return Verdict("reference wrong", "the reference failed where it did not mean to", (raised,))

    def _broken(self) -> Verdict | None:
        """InternalError says of a side that it is broken within; where no fact pins it, no program should."""
        ours, theirs = self._outcomes()
        broken = [isinstance(o, Raised) and o.error == "InternalError" for o in (ours, theirs)]
        if self.kind != "error" or sum(broken) != 1:
            return None
        supports = self.subject if broken[0] else "reference"
        who, said = ("the reference", ours) if broken[0] else (self.subject, theirs)
        text = said.message if isinstance(said, Raised) else ""
        evidence = Evidence("InternalError", "what is broken within", ((who, text),), supports)
        blame = "reference wrong" if broken[0] else "tensorflow wrong"
        return Verdict(blame, f"{who} says of itself that it is broken, which no fact pins", (evidence,))

    # Values and None

    def _by_mathematics(self) -> Verdict | None:
        if self.place.trial is None:
            return self._by_program() if self.kind in ("value", "none") else None
        if self.kind == "error":
            return self._gap()
        if self.kind not in ("value", "none", "slices") or any(isinstance(o, Raised) for o in self.alone):
            return None
        return self._forward() if self.place.order == "forward" else self._derivative()

    def _forward(self) -> Verdict | None:
        truth = evaluated(self.place.trial)
        if truth is None:
            return None
        ours, theirs = (_first_array(o) for o in self.alone)
        exact = replace(truth, value=within(truth.value, ours.dtype))
        figures = (("value", _digits(exact.value)),)
        found = self._weighed(ours, theirs, exact, FORMULA, self.place.trial.primitive.name, figures)
        return None if found.blame == "convention" else found  # where the formula has no value

    def _weighed(self, ours, theirs, truth: Numeric, how, about, figures, *others: Evidence) -> Verdict:
        """Blames the side that is away from `truth` where the other is near it."""
        nearest, our_gap, their_gap = nearer(ours, theirs, truth)
        supports = {"reference": "reference", "subject": self.subject}.get(nearest, "")
        offs = (("reference off by", f"{our_gap:.3g}"), (f"{self.subject} off by", f"{their_gap:.3g}"))
        evidence = (Evidence(how, about, (*figures, *offs), supports), *others)
        if nearest == "kink":
            return Verdict(
                "convention", "the derivative does not exist here: one-sided differences differ", evidence
            )
        if nearest:
            wrong = "the reference" if nearest == "subject" else self.subject
            return Verdict(blames(nearest), f"{wrong} is further from the value by {how}", evidence)
        contradicted = next((e for e in others if e.supports == "reference"), None)
        if contradicted is not None:
            return Verdict(
                "tensorflow wrong", f"{self.subject}'s gradient contradicts its own forward mode", evidence
            )
        return Verdict("unclear", f"neither side is clearly nearer to the value by {how}", evidence)

    def _derivative(self) -> Verdict | None:
        """Each operand's gradient against finite differences; the first entry that decides, decides."""
        place = self.place
        ours, theirs = (o.value for o in self.alone)
        numeric = of_primitive(place.trial, place.order)
        others: tuple[Evidence, ...] = ()
        if place.order == "vjp" and (heard := forward_mode(place.trial, ours, theirs, self.tf, self.subject)):
            others = (heard,)
        if numeric is None or len(numeric) != len(ours):
            return self._by_forward_mode(others)
        verdict = None
        for i, (a, b, truth) in enumerate(zip(ours, theirs, numeric, strict=True)):
            found = self._entry(
                a, b, truth, f"operand {i} of {place.trial.primitive.name}, {place.order}", others
            )
            if found is not None and found.blame not in ("unclear", "convention"):
                return found
            verdict = verdict or found
        return verdict

    def _by_forward_mode(self, others) -> Verdict | None:
        if not others:
            return None
        if others[0].supports == "reference":
            return Verdict(
                "tensorflow wrong", f"{self.subject}'s gradient contradicts its own forward mode", others
            )
        return Verdict("unclear", "the primitive's forward does not run in a wider type", others)

    def _entry(self, a, b, truth: Numeric, about, others) -> Verdict | None:
        if (a is None) != (b is None):
            return self._none_against_value(a, truth, about, others)
        if a is None or departure(a, b).kind not in ("value", "slices") or _equal(a, b):
            return None
        return self._weighed(a, b, truth, OF_PRIMITIVE, about, truth.figures(), *others)

    def _none_against_value(self, ours, truth: Numeric, about, others, how=OF_PRIMITIVE) -> Verdict:
        silent = "the reference" if ours is None else self.subject
        if not truth.is_nonzero():
            evidence = (Evidence(how, about, truth.figures()), *others)
            if truth.kinks.any():
                return Verdict("unclear", f"{silent} says None where there is no derivative", evidence)
            return Verdict("convention", f"{silent} says None where the derivative is 0", evidence)
        supports = self.subject if ours is None else "reference"
        evidence = (Evidence(how, about, truth.figures(), supports), *others)
        blame = "reference wrong" if ours is None else "tensorflow wrong"
        return Verdict(blame, f"{silent} says None where {how} show a derivative", evidence)

    def _gap(self) -> Verdict | None:
        """One side has no gradient where one exists: differences that are not 0 say that it does."""
        ours, theirs = self.alone
        missing = [isinstance(o, Raised) and o.error == "LookupError" for o in (ours, theirs)]
        other = theirs if missing[0] else ours
        if sum(missing) != 1 or not isinstance(other, Returned) or self.place.order == "forward":
            return None
        numeric = of_primitive(self.place.trial, self.place.order)
        if numeric is None:
            return None
        silent, supports = ("the reference", self.subject) if missing[0] else (self.subject, "reference")
        about = f"{self.place.trial.primitive.name}, {self.place.order}"
        one = next((one for one in numeric if one.is_nonzero()), None)
        if one is None:
            evidence = tuple(Evidence(OF_PRIMITIVE, about, one.figures()) for one in numeric[:1])
            return Verdict("convention", f"{silent} has no gradient where the derivative is 0", evidence)
        evidence = (Evidence(OF_PRIMITIVE, about, one.figures(), supports),)
        blame = "reference wrong" if missing[0] else "gap"
        return Verdict(blame, f"{silent} has no gradient where one exists", evidence + self._sides())

    def _refused(self) -> Verdict | None:
        """One side raises, whatever its error, where the other answers what differences say."""
        sides = self._outcomes()
        raises = [isinstance(o, Raised) for o in sides]
        if self.kind != "error" or sum(raises) != 1:
            return None
        by, about, answered = self._answers(1 - raises.index(True))
        if not answered or not all(agrees(value, truth) for value, truth in answered):
            return None
        silent, supports = ("the reference", self.subject) if raises[0] else (self.subject, "reference")
        one = next((truth for _, truth in answered if truth.is_nonzero()), None)
        if one is None:
            return None
        evidence = (Evidence(by, about, one.figures(), supports), *self._sides())
        blame = "reference wrong" if raises[0] else "gap"
        return Verdict(blame, f"{silent} raises where a gradient exists", evidence)

    def _answers(self, side: int) -> tuple[str, str, list[tuple]]:
        """What one side answers, beside what differences say of it, and how they come about."""
        trial, order = self.place.trial, self.place.order
        if trial is not None and order != "forward" and isinstance(self.alone[side], Returned):
            values, truths = self.alone[side].value, of_primitive(trial, order) or []
            pairs = [(v, t) for v, t in zip(values, truths, strict=False) if v is not None]
            return OF_PRIMITIVE, f"{trial.primitive.name}, {order}", pairs
        machine = (self.ours, self.theirs)[side]
        return OF_PROGRAM, "all its targets", answers(self.program, self.difference, machine)

    def _by_program(self) -> Verdict | None:
        found = of_program(self.program, self.difference, self.ours, self.theirs)
        if found is None:
            return None
        ours, theirs, truth = found
        if ours is None or theirs is None:
            return self._none_against_value(ours, truth, "all its targets", (), OF_PROGRAM)
        return self._weighed(ours, theirs, truth, OF_PROGRAM, "all its targets", truth.figures())

    # Laws and facts

    def _by_law(self) -> Verdict | None:
        if self.place.trial is not None:
            if any(isinstance(o, Raised) for o in self.alone):
                return None
            ours, theirs = (o.value for o in self.alone)
            return laws.of_trial(self.place.trial, self.place.order, self.kind, ours, theirs, self.subject)
        return laws.of_program(self.program, self.difference, self.ours, self.theirs, self.subject)

    def _by_facts(self) -> Verdict | None:
        ours, theirs = self._outcomes()
        if ours is None or theirs is None:
            return None
        if isinstance(ours, Returned) and isinstance(theirs, Returned):
            ours, theirs = (leaf_of(o.value, self.difference.leaf) for o in (ours, theirs))
        found = Departure("warning") if self.kind == "warning" else departure(ours, theirs)
        return by_facts(self.place.name, found, self.tf, self.subject)


def _first_array(outcome):
    value = outcome.value
    while isinstance(value, list | tuple):
        value = value[0]
    return np.asarray(value)


def _digits(truth) -> str:
    double = np.complex128 if np.asarray(truth).dtype.kind == "c" else np.float64
    return np.array2string(np.asarray(truth).astype(double), precision=12, threshold=16)


def _equal(a, b):
    return departure(a, b).kind == "value" and np.array_equal(np.asarray(_values(a)), np.asarray(_values(b)))


def _values(x):
    return getattr(x, "values", x)
