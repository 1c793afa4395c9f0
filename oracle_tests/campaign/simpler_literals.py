"""SIMPLER LITERALS: edits that make numbers, shapes and dtypes simpler.

As `reductions`, each gives the edits of one kind for a program, the most promising first.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from strategies import literals
from strategies import program as p
from strategies.program import Literal, Scalar, Statement
from strategies.words import scalar

from .outline import TREES, Outline, renumbered, with_field
from .rebuild import Edit
from .weight import SIMPLE, digits

SINGLE = 12  # entries of a literal that are tried one by one


def numbers(outline: Outline) -> Iterator[Edit]:
    """With simpler numbers: everywhere, wherever the same one stands, in all of a literal, one by one."""
    for kind, simple in SIMPLE.items():
        yield _renumbered(outline, partial(_of_kind, kind=kind, simple=simple[0]))
    for text, old in sorted(_numbers(outline).items()):
        for new in simpler_numbers(old):
            yield _renumbered(outline, partial(_exchanged, text=text, new=new))
    for i, value in _literals(outline).items():
        worst = max(map(digits, value.values), default=0)
        for x in SIMPLE.get(scalar(value.dtype), ()):
            if digits(x) < worst:
                yield _literal_edit(outline, {i: replace(value, values=(x,) * len(value.values))})
        for k, old in enumerate(value.values[:SINGLE]):
            for x in simpler_numbers(old):
                if isinstance(x, int) and x > literals.LIMITS.get(value.dtype, (0, x))[1]:
                    continue
                values = (*value.values[:k], x, *value.values[k + 1 :])
                yield _literal_edit(outline, {i: literals.normal(replace(value, values=values))})


def simpler_numbers(x: Scalar) -> Iterator[Scalar]:
    """Simpler numbers of the same type: the simplest first, then those with fewer digits."""
    found: list = [*SIMPLE.get(type(x), ())]
    if isinstance(x, float) and math.isfinite(x):
        found += [float(f"{x:.{n}g}") for n in (1, 3)]
    if isinstance(x, complex):
        found += [complex(x.real, 0.0), complex(0.0, x.imag)]
        found += [complex(n, x.imag) for n in simpler_numbers(x.real)]  # type: ignore[arg-type]
        found += [complex(x.real, n) for n in simpler_numbers(x.imag)]  # type: ignore[arg-type]
    if isinstance(x, float | int) and not isinstance(x, bool):
        found.append(abs(x))
    yield from (n for n in dict.fromkeys(found) if digits(n) < digits(x))


def _numbers(outline: Outline) -> dict[str, Scalar]:
    """The numbers of a program by their text, those in literals among them."""
    found: dict[str, Scalar] = {}
    for s in outline.statements:
        renumbered(s, lambda x: found.setdefault(repr(x), x))
    return found


def _of_kind(x: Scalar, kind: type, simple: Scalar) -> Scalar:
    return simple if type(x) is kind else x


def _exchanged(x: Scalar, text: str, new: Scalar) -> Scalar:
    return new if repr(x) == text else x


def _renumbered(outline: Outline, change: Callable[[Scalar], Scalar]) -> Edit:
    numbered = (i for i, s in enumerate(outline.statements) if isinstance(s, p.Input) or type(s) in TREES)
    return Edit(put={i: (renumbered(outline.statements[i], change),) for i in numbered})


def shapes(outline: Outline) -> Iterator[Edit]:
    """With smaller literals: all scalar, all of one shape smaller, one by one."""
    made = _literals(outline)
    for last in (False, True):
        yield _literal_edit(outline, {i: _cut(value, (), last) for i, value in made.items()})
    for shape in sorted({value.shape for value in made.values()}, key=lambda s: (-len(s), s)):
        same = {i: value for i, value in made.items() if value.shape == shape}
        groups = [same] if len(same) == 1 else [same, *({i: value} for i, value in same.items())]
        for group, new, last in product(groups, _smaller(shape), (False, True)):
            yield _literal_edit(outline, {i: _cut(value, new, last) for i, value in group.items()})


def dtypes(outline: Outline) -> Iterator[Edit]:
    """With a simpler dtype: wherever one stands, in one literal."""
    made = _literals(outline)
    for old in sorted({value.dtype for value in made.values()}):
        for new in simpler_dtypes(old):
            same = {i: v for i, v in made.items() if v.dtype == old and _holds(new, v)}
            put = _literal_edit(outline, {i: _in_dtype(v, new) for i, v in same.items()}).put
            yield Edit(put={**put, **_retyped(outline, old, new)})
            yield from (Edit(put={i: statements}) for i, statements in put.items())


def simpler_dtypes(name: str) -> tuple[str, ...]:
    """Dtypes that are simpler than one, the simplest first; strings stay strings."""
    if name == "string":
        return ()
    simpler = ["float32"]
    if name in literals.COMPLEX:
        simpler += ["float64", "complex64"]
    if name in literals.INTEGERS:
        simpler += ["int32"]
    return tuple(new for new in simpler if new != name)


def _in_dtype(value: Literal, dtype: str) -> Literal:
    """With its values in a simpler dtype; of complex ones, the real parts."""
    values = value.values
    if value.dtype in literals.COMPLEX and dtype not in literals.COMPLEX:
        values = tuple(x.real for x in values)  # type: ignore[union-attr]
    return literals.normal(Literal(dtype, value.shape, values))


def _holds(dtype: str, value: Literal) -> bool:
    least, most = literals.LIMITS.get(dtype, (0, 0))
    return dtype not in literals.LIMITS or all(least <= x <= most for x in value.values)  # type: ignore[operator]


def _retyped(outline: Outline, old: str, new: str) -> dict[int, tuple[Statement, ...]]:
    """The calls that name a dtype, naming another instead."""
    put: dict[int, tuple[Statement, ...]] = {}
    for i, s in enumerate(outline.statements):
        if isinstance(s, p.Apply) and any(value == old for _, value in s.attributes):
            attributes = tuple((key, new if value == old else value) for key, value in s.attributes)
            put[i] = (replace(s, attributes=attributes),)
    return put


def _literals(outline: Outline) -> dict[int, Literal]:
    return {i: s.value for i, s in enumerate(outline.statements) if isinstance(s, p.Input)}


def _literal_edit(outline: Outline, new: dict[int, Literal]) -> Edit:
    return Edit(put={i: (with_field(outline.statements[i], "value", value),) for i, value in new.items()})


def _smaller(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Shapes with fewer elements or dimensions, the smallest first."""
    found = [(), shape[1:], shape[:-1]]
    for k, n in enumerate(shape):
        found += [(*shape[:k], m, *shape[k + 1 :]) for m in (1, 2) if m < n or n == 0]
    return [s for s in sorted(dict.fromkeys(found), key=lambda s: (len(s), s)) if s != shape]


def _cut(value: Literal, shape: tuple[int, ...], last: bool) -> Literal:
    """The first or last entries of a literal, in a smaller shape; ones, where there are none."""
    size = math.prod(shape)
    values = value.values[len(value.values) - size :] if last else value.values[:size]
    return Literal(value.dtype, shape, values or (scalar(value.dtype)(1),) * size)
