"""REDUCTIONS: edits that take statements away, coarse ones first.

Each reduction gives the edits of one kind for a program, the most promising first.  They depend on the
program alone, so that a program on which none succeeds is minimal, whatever it was reduced from.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from typing import TypeAlias

from strategies import program as p
from strategies.program import Name, Statement
from strategies.words import scalar

from .outline import Outline, defined, definitions, plain_number, uses
from .rebuild import Edit
from .renaming import StandIn
from .weight import SIMPLE

Reduction: TypeAlias = Callable[[Outline], Iterator[Edit]]

LAST = 4  # statements whose slices are tried
MINIMAL = 4  # statements of a program that hardly gets smaller
FEW = 12  # statements of a program small enough for what takes a run for every two of them


def ends(outline: Outline) -> Iterator[Edit]:
    """Without the last statements: half of all, a quarter, and so on."""
    size = len(outline.body) // 2
    while size:
        yield Edit(drop=frozenset(outline.body[-size:]))
        size //= 2


def slices(outline: Outline) -> Iterator[Edit]:
    """Only what one of the last statements needs: first without, then with what else concerns its tapes."""
    for i in outline.body[: -LAST - 1 : -1]:
        for fat in (False, True):
            yield _only(outline, _needed(outline, i, fat))


def _needed(outline: Outline, i: int, fat: bool) -> set[int]:
    """The positions of what statement `i` needs, itself included."""
    kept, names = {i}, set(outline.roots[i])
    while True:
        before = len(kept)
        for k in range(len(outline) - 1 if fat else i - 1, -1, -1):
            if k not in kept and _concerns(outline, k, kept, names, fat):
                whole = isinstance(outline.statements[k], p.Unit)
                for j in range(k, outline.ends[k] if whole else k + 1):
                    kept.add(j)
                    names.update(outline.roots[j])
        if not fat or len(kept) == before:
            return kept


def _concerns(outline: Outline, k: int, kept: set[int], names: set[Name], fat: bool) -> bool:
    s = outline.statements[k]
    if not names.isdisjoint(definitions(s)):
        return True
    match s:
        case p.Def() | p.Repeat():
            return any(outline.inside(j, k) for j in kept)
        case p.Tape(out=tape) | p.Accumulator(out=tape) | p.Reenter(tape) | p.StopRecording(tape):
            return (fat or tape in names) and any(outline.inside(j, k) for j in kept)
        case p.Reset(tape):
            return tape in names
        case p.Watch(tape):
            return tape in names and (fat or not names.isdisjoint(outline.roots[k][1:]))
        case p.Assign() | p.AssignSlice() | p.ScatterNd():
            return s.variable in names
        case p.ApplyGradients():
            return not names.isdisjoint(name for tree in s.variables for name in p.leaves(tree))
        case p.Gradient() | p.Jacobian() | p.BatchJacobian() | p.WatchedVariables():
            return fat and s.tape in names
        case p.Jvp(accumulator=accumulator):
            return fat and accumulator in names
        case _:
            return False


def _only(outline: Outline, kept: Set[int]) -> Edit:
    """Drops everything else; of a scope that is not kept, what is kept of its body stays."""
    others = [k for k in range(len(outline)) if k not in kept]
    around = {k for k in others if any(outline.inside(j, k) for j in kept)}
    return Edit(drop=frozenset(others) - around, splice=frozenset(around))


def chunks(outline: Outline) -> Iterator[Edit]:
    """Without some neighbours, the last first: fewer and fewer, at last single ones."""
    size = len(outline.body) // 2
    while size > 1:
        for end in range(len(outline), outline.first, -size):
            yield Edit(drop=frozenset(range(max(end - size, outline.first), end)))
        size //= 2
    for i in reversed(range(len(outline))):
        yield Edit(drop=frozenset({i}))


def scopes(outline: Outline) -> Iterator[Edit]:
    """Without a `with`, whose body stays."""
    for i in outline.body:
        if isinstance(outline.statements[i], p.Scope):
            yield Edit(splice=frozenset({i}))


def stand_ins(outline: Outline) -> Iterator[Edit]:
    """Without a statement, something else standing for its result: another name, a number, a new input."""
    for i in reversed(range(len(outline))):
        s = outline.statements[i]
        out = defined(s)
        used = outline.used.get(out, ())
        if not used or out in outline.no_values or isinstance(s, p.Unit):
            continue
        others: list[StandIn] = [*_names_for(outline, i)]
        if out not in outline.no_numbers:
            others.append(plain_number(s))
        for other in others:
            yield Edit(drop=frozenset({i}), names=dict.fromkeys((out, *used), other))
        if not isinstance(s, p.Input | p.Assignment):
            for literal in _literals_for(outline, s):
                yield Edit(put={i: (p.Constant(out, literal),)})
                if not outline.units[i]:
                    yield Edit(put={i: (p.Variable(out, literal),)})


def _literals_for(outline: Outline, s: Statement) -> list[p.Literal]:
    """Values that may stand for what a statement defines; a program that is still large is worth more."""
    if isinstance(plain_number(s).value, bool):
        return [p.Literal("bool", (), (True,))]
    few = len(outline.body) <= MINIMAL
    return [p.Literal("float32", (), (x,)) for x in ((1.0,) if few else (1.0, -1.0, 0.0, 2.0))]


def _names_for(outline: Outline, i: int) -> Iterable[Name]:
    """Names that may stand for what statement `i` defines."""
    names = [name for name in outline.uses[i] if name not in outline.no_values]
    names += [s.out for s in outline.program.inputs]
    if len(outline) <= FEW:
        before = outline.statements[outline.first : i]
        names += [name for s in reversed(before) for name in definitions(s) if outline.reaches(name, i)]
    own = defined(outline.statements[i])
    return dict.fromkeys(n for n in names if n not in ("", own) and n not in outline.no_values)


def assignments(outline: Outline) -> Iterator[Edit]:
    """Without an assignment, the variable beginning with another value."""
    for i, s in enumerate(outline.statements):
        if isinstance(s, p.Assignment) and s.variable in outline.defined:
            k = outline.defined[s.variable]
            variable = outline.statements[k]
            if isinstance(variable, p.Variable):
                for x in SIMPLE.get(scalar(variable.value.dtype), ())[:3]:
                    value = replace(variable.value, values=(x,) * len(variable.value.values))
                    yield Edit(drop=frozenset({i}), put={k: (replace(variable, value=value),)})


def tapes(outline: Outline) -> Iterator[Edit]:
    """Without a tape, another standing for it; or with a scope that enters it again in its place."""
    for i in outline.body:
        tape = outline.statements[i]
        if not isinstance(tape, p.Tape):
            continue
        others = {s.out for s in outline.statements if isinstance(s, p.Tape)} - {tape.out}
        for other in sorted(others, key=outline.defined.__getitem__):
            yield Edit(splice=frozenset({i}), names={tape.out: other})
        for k in outline.body:
            again = outline.statements[k]
            if isinstance(again, p.Reenter) and again.tape == tape.out:
                yield Edit(splice=frozenset({i}), put={k: (replace(tape, body=again.body),)})
                if not outline.inside(k, i):
                    joined = replace(tape, body=tape.body + again.body)
                    yield Edit(drop=frozenset({k}), put={i: (joined,)})


def watched_constants(outline: Outline) -> Iterator[Edit]:
    """With a variable for a constant that is watched, and so without watching it."""
    for i, s in enumerate(outline.statements):
        if isinstance(s, p.Constant):
            watches = frozenset(
                k for k, w in enumerate(outline.statements) if isinstance(w, p.Watch) and w.tensor == s.out
            )
            if watches:
                yield Edit(drop=watches, put={i: (p.Variable(s.out, s.value),)})


def lifts(outline: Outline) -> Iterator[Edit]:
    """With constants and variables of the body among the inputs."""
    made = [i for i in outline.body if isinstance(outline.statements[i], p.Constant | p.Variable)]
    if len(made) > 1:
        yield Edit(lift=frozenset(made))
    yield from (Edit(lift=frozenset({i})) for i in made)


def hoists(outline: Outline) -> Iterator[Edit]:
    """With the last statement of a scope behind it, or the first before it."""
    for i in outline.body:
        s = outline.statements[i]
        if isinstance(s, p.Scope | p.Unit) and s.body:
            if isinstance(s, p.Scope):
                yield Edit(put={i: (replace(s, body=s.body[:-1]), s.body[-1])})
            if set(definitions(s)).isdisjoint(map(p.root, uses(s.body[0]))):
                yield Edit(put={i: (s.body[0], replace(s, body=s.body[1:]))})


def order(outline: Outline) -> Iterator[Edit]:
    """With the inputs in the order in which they are first used."""
    used = [name for roots in outline.roots for name in roots]
    first = {name: i for i, name in reversed(list(enumerate(used)))}
    inputs = outline.program.inputs
    yield Edit(order=sorted(range(len(inputs)), key=lambda i: first.get(inputs[i].out, len(used))))


COARSE: tuple[Reduction, ...] = (ends, slices, chunks)
STATEMENTS: tuple[Reduction, ...] = (
    scopes,
    watched_constants,
    lifts,
    stand_ins,
    assignments,
    tapes,
    hoists,
    order,
)
