"""LAWS: facts that hold for all gradients, so that both sides' answers can be held against them directly.

    D01   a gradient has the dtype of its source
    S01   the answer has the structure of the sources
          a gradient has the shape of its source, where its seed had that of the target

A target that is its own source gets its seed, whatever that is (O06); nothing is said of it.
"""

import numpy as np

from reports.discrepancy import Evidence, Verdict
from strategies import program as p
from strategies.interpret import Machine, at
from strategies.outcome import Returned, Slices

from .finite import is_inexact
from .forward_mode import operands
from .whole import leaf_of, source_at

NAMES = {
    "dtype": ("the dtype of the source", "a gradient has the dtype of its source (D01)"),
    "shape": ("the shape of the source", "a gradient has the shape of its source"),
    "structure": ("the structure of the sources", "the answer has the structure of the sources (S01)"),
}


def of_trial(trial, order: str, kind: str, ours, theirs, subject: str) -> Verdict | None:
    """The law on two sides' gradients of one primitive, which differ in `kind`."""
    if order == "forward" or kind not in ("dtype", "shape"):
        return None
    sources = [x for x in operands(trial) if is_inexact(x)]
    if order == "second order":
        sources += [ct for ct in trial.cotangents if ct is not None]
    for x, a, b in zip(sources, ours, theirs, strict=False):
        if a is not None and b is not None and _property(a, kind) != _property(b, kind):
            return _verdict(kind, _property(x, kind), _property(a, kind), _property(b, kind), subject)
    return None


def of_program(
    program: p.Program, difference, ours: Machine, theirs: Machine, subject: str
) -> Verdict | None:
    """The law on the answers of a `Gradient` statement in which two machines differ."""
    statement, kind = at(program, difference.path), difference.kind
    outcomes = [m.outcomes[difference.index] for m in (ours, theirs)]
    if not isinstance(statement, p.Gradient) or not all(isinstance(o, Returned) for o in outcomes):
        return None
    a, b = (o.value for o in outcomes)
    if kind == "structure":
        return _verdict(kind, _structure(statement.sources), _structure(a), _structure(b), subject)
    source = source_at(statement.sources, difference.leaf)
    if kind not in ("dtype", "shape") or source is None or source in p.leaves(statement.target):
        return None
    if kind == "shape" and not isinstance(statement.output_gradients, p.Nothing):
        return None
    x = np.asarray(ours.names[source].numpy())
    a, b = (leaf_of(side, difference.leaf) for side in (a, b))
    return _verdict(kind, _property(x, kind), _property(a, kind), _property(b, kind), subject)


def _property(value, kind: str) -> str:
    if isinstance(value, Slices):
        if kind == "shape" and value.dense_shape is not None:
            return str(tuple(map(int, value.dense_shape)))
        value = value.values
    return str(getattr(value, kind))


def _structure(value) -> str:
    """The containers of a tree or of an observed value, as text."""
    match value:
        case p.Sequence(kind, items):
            inner = ", ".join(map(_structure, items))
            return f"({inner})" if kind == "tuple" else f"[{inner}]"
        case p.Mapping(keys, items):
            return _structure(dict(zip(keys, items, strict=True)))
        case dict():
            return "{" + ", ".join(f"{key!r}: {_structure(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_structure, value)) + "]"
        case tuple():
            return "(" + ", ".join(map(_structure, value)) + ")"
        case _:
            return "·"


def _verdict(kind, law: str, ours: str, theirs: str, subject: str) -> Verdict | None:
    if (ours == law) == (theirs == law):
        return None
    blame, who, supports = (
        ("tensorflow wrong", subject, "reference")
        if ours == law
        else ("reference wrong", "the reference", subject)
    )
    witness, rule = NAMES[kind]
    figures = (("it is", law), ("reference", ours), (subject, theirs))
    return Verdict(blame, f"{rule}; that of {who} has not", (Evidence(witness, rule, figures, supports),))
