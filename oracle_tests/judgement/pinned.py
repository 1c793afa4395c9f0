"""PINNED FACTS as witnesses.

A fact is a small program beside what TensorFlow 2.21 lets one see of it, as literals
(`oracle_tests/facts/`).  Where the reference and a subject disagree on a rule, the facts about that rule are
run on both, here and now: the side that breaks one in the very way in which it departs in the disagreement is
wrong; where a rule of the tape is concerned and neither does, so is the one that breaks one in another way.
If neither side breaks any, or both do, facts do not decide.

Which facts are about a rule: those that run the operation that was localised, or those of the sections that
the features of the program name.  In which way a side departs is a *departure*: None where a value is, one
class of error where another is, a dtype where another is.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import reference
from reference.backprop import walked_with
from reference.primitive import REGISTRY, evaluated_by
from reports.discrepancy import Evidence, Verdict

from .. import facts
from ..facts import fact as f

SECTIONS = {  # a feature of a tape program, as localisation names them: the ids of the facts about it
    "reset": "L1[3-6]",
    "stop_recording": "L1[7-9]|L2[0-9]|W4|M12",
    "re-entry": "L0[6-9]|L1[0-2]|L25|L41",
    "watched_variables": "V|L14|L38|W|M0[79]|M10",
    "del": "L29|L40|M31",
    "slices": "I|X2[5-7]|X33|M2[78]",
    "numpy": "G1[45]|W1|M20|M21|M3[56]",
    "jacobian": "J",
    "apply_gradients": "K",
    "assign": "M",
    "second answer": "L0[1-9]|L3|X02|X30|H04|M",
    "several tapes": "H|L10|L11|L22|W|M|X28|X29",
    "list of targets": "T|G0[1-4]|X2[56]|X39|X40",
    "output_gradients": "O",
    "unconnected_gradients": "U|L31",
    "target is source": "T0[689]|T12|T2[678]|S11|O06",
    "function": "N|J18|X1[89]|X2[0-4]",
    "custom_gradient": "C|X0[67]",
    "recompute_grad": "C|X",
    "grad_pass_through": "C|X",
    "py_function": "C|G|X",
    "numpy_function": "C|G|X",
    "accumulator": "A|X0[67]",
    "jvp": "A|X0[67]",
    "batch_jacobian": "B",
    "module": "W|K|V",
    "loop": "N|W",
    **dict.fromkeys(("cond", "case", "switch_case", "while_loop"), "N|X22"),
    **dict.fromkeys(("map_fn", "scan", "foldl", "foldr", "vectorized_map"), "N|X"),
    "gradient": "L|T|S|G|W|M|H|D|X|E08",
    "watch": "W|L24",
    "watchedvariables": "V|L38|W",
    "final value": "M",
}
MOST_SHOWN = 3
ANSWERS = "answers"  # all departures but those in errors


@cache
def all_facts() -> tuple[f.Fact, ...]:
    """Every fact, by id."""
    found = []
    for module in pkgutil.iter_modules(facts.__path__):
        if module.name.startswith("test_"):
            contents = vars(importlib.import_module(f"{facts.__name__}.{module.name}"))
            found += [value.fact for value in contents.values() if hasattr(value, "fact")]
    return tuple(sorted(found, key=lambda fact: fact.id))


@cache
def _operations(fact: f.Fact) -> frozenset[str]:
    """The operations that a fact calls, or has walked back through, by name."""
    names = set()

    def evaluate(primitive, arrays):
        names.add(primitive.name)
        return primitive.forward(*arrays)

    with evaluated_by(evaluate), walked_with(lambda entry, *_: names.add(entry.operation.name)):
        _seen(fact, reference)
    return frozenset(names)


def _seen(fact, tf):
    """What a fact lets one see on a module; an exception is seen too."""
    with suppress(SystemExit):
        try:
            return f.observed(fact.program, tf)
        except Exception as problem:
            return f.Raised(type(problem).__name__)
    return f.Raised("SystemExit")


def about(where: str) -> list[f.Fact]:
    """The facts about what a `where` names: an operation in some order, a call, features of the tape."""
    kind, _, rest = where.partition(" ")
    if kind == "tape":
        named = "|".join(SECTIONS.get(feature, SECTIONS["gradient"]) for feature in rest.split(", "))
        return [fact for fact in all_facts() if re.match(named, fact.id)]
    if where.endswith(" call") and kind in SECTIONS:
        return [fact for fact in all_facts() if re.match(SECTIONS[kind], fact.id)]
    if where.endswith(" call"):
        return [fact for fact in all_facts() if fact.id[0] in "DE" or _is_called(kind, fact)]
    return [fact for fact in all_facts() if kind in _operations(fact)]


def _is_called(name, fact):
    return name in REGISTRY and REGISTRY[name].name in _operations(fact)


@dataclass(frozen=True)
class Departure:
    """In which way one observation departs from another; `detail` is what they have instead of each other."""

    kind: str
    detail: tuple[str, str] = ("", "")


def departures(seen, expected, at="") -> Iterator[tuple[str, object, object, Departure]]:
    """Where two observations part, what stands there, and how."""
    if f.difference(seen, expected) == "":
        return
    if type(seen) is type(expected) and isinstance(seen, list | tuple | dict) and len(seen) == len(expected):
        if isinstance(seen, dict):
            if list(seen) == list(expected):
                for key in seen:
                    yield from departures(seen[key], expected[key], f"{at}[{key!r}]")
                return
        else:
            for i, (a, b) in enumerate(zip(seen, expected, strict=True)):
                yield from departures(a, b, f"{at}[{i}]")
            return
    yield at, seen, expected, departure(seen, expected)


def departure(a, b) -> Departure:
    """How `a` departs from `b`, either as facts observe things or as programs do."""
    if is_raised(a) or is_raised(b):
        return Departure("error", (getattr(a, "error", ""), getattr(b, "error", "")))
    if a is None or b is None:
        return Departure("none", ("None" if a is None else "", "None" if b is None else ""))
    a, b = getattr(a, "array", a), getattr(b, "array", b)
    if hasattr(a, "indices") or hasattr(b, "indices"):
        if type(a) is not type(b):
            return Departure("slices", (type(a).__name__, type(b).__name__))
        inner = departure(a.values, b.values)
        return inner if inner.kind in ("dtype", "value") else Departure("slices")
    if not (hasattr(a, "dtype") and hasattr(b, "dtype")):
        return Departure("structure")
    if a.dtype != b.dtype:
        return Departure("dtype", (str(a.dtype), str(b.dtype)))
    return Departure("value" if a.shape == b.shape else "shape")


def is_raised(x) -> bool:
    return hasattr(x, "error")


def by_facts(where: str, found: Departure, tf, subject: str) -> Verdict | None:
    """The verdict of the facts about `where` on a disagreement in which the reference departs from `tf` as
    `found` says; None where they do not decide.
    """
    facts_, way = about(where), "in the same way"
    ours = _broken(facts_, reference, found)
    theirs = _broken(facts_, tf, Departure(found.kind, found.detail[::-1]))
    if not ours and not theirs and where.startswith("tape "):
        way = "in another way"
        ours, theirs = (_broken(facts_, side, Departure(_any_but_errors(found))) for side in (reference, tf))
    if bool(ours) == bool(theirs):
        return None
    blamed, other = ("the reference", subject) if ours else (subject, "the reference")
    evidence = []
    for fact, at, seen, expected in (ours or theirs)[:MOST_SHOWN]:
        sides = ("reference", repr(seen)), (subject, repr(expected))
        if not ours:
            sides = ("reference", repr(expected)), (subject, repr(seen))
        place = f", at {at}" if at else ""
        evidence.append(
            Evidence(
                f"pinned fact {fact.id}",
                f"{fact.title}{place}",
                (("pinned", repr(expected)), *sides),
                subject if ours else "reference",
            )
        )
    blame = "reference wrong" if ours else "tensorflow wrong"
    ids = ", ".join(dict.fromkeys(fact.id for fact, *_ in ours or theirs))
    reason = f"{blamed} breaks, {way}, what is pinned for TensorFlow 2.21 ({ids}); {other} does not"
    return Verdict(blame, reason, tuple(evidence))


def _any_but_errors(found: Departure) -> str:
    return found.kind if found.kind == "error" else ANSWERS


def _broken(candidates, tf, found: Departure) -> list[tuple]:
    """The facts that `tf` breaks, departing from what is pinned as `found` says; ANSWERS is any answer."""
    broken = []
    for fact in candidates:
        for at, seen, expected, how in departures(_seen(fact, tf), fact.expected):
            if how == found or found.kind == ANSWERS == _any_but_errors(how):
                broken.append((fact, at, seen, expected))
                break
    return broken
