"""OUTLINE: what stands where in a program, for those who want to change it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cached_property
from typing import Any, get_args

from strategies import program as p
from strategies.literals import normal
from strategies.program import Name, Program, Scalar, Statement, Tree

TREES: dict[type, tuple[str, ...]] = {
    p.Apply: ("operands",),
    p.Operate: ("operands",),
    p.NewVariable: ("initial_value",),
    p.Augment: ("value",),
    p.ReadRows: ("indices",),
    p.IndexedSlices: ("values", "indices", "dense_shape"),
    p.Assign: ("value",),
    p.AssignSlice: ("value",),
    p.ScatterNd: ("indices", "updates"),
    p.Watch: ("tensor",),
    p.Gradient: ("target", "sources", "output_gradients"),
    p.Jacobian: ("target", "sources"),
    p.ApplyGradients: ("gradients", "variables"),
    p.Method: ("operands",),
    p.BatchJacobian: ("target", "source"),
    p.Accumulator: ("primals", "tangents"),
    p.Jvp: ("primals",),
    p.Call: ("operands",),
    p.Def: ("result",),
}
_NAMES = ("tape", "variable", "tensor", "slices", "name", "optimizer", "object", "accumulator", "module")
NAMES: dict[type, tuple[str, ...]] = {
    kind: tuple(
        field.name for field in fields(kind) if field.name in _NAMES and field.name not in TREES.get(kind, ())
    )
    for kind in get_args(Statement)
} | {p.Call: ("function",)}


COMPUTES = (p.Apply, p.Operate, p.Augment, *get_args(p.Assignment))  # what takes a number for a tensor


_NO_VALUES = (p.Tape, p.Accumulator, p.Optimizer, p.Module, p.Def)


def trees(statement: Statement) -> Iterator[Tree]:
    """The trees of a statement; a name that stands outside of them counts as one."""
    kind = type(statement)
    match statement:
        case p.Module(fields=pairs):
            yield from (tree for _, tree in pairs)
        case p.Repeat(carried):
            yield from (tree for _, initial, following in carried for tree in (initial, following))
    for field in NAMES[kind]:
        yield getattr(statement, field)
    for field in TREES.get(kind, ()):
        value = getattr(statement, field)
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def uses(statement: Statement) -> list[Name]:
    """The names that a statement uses, in reading order and as often as it does; its body is left out."""
    return [name for tree in trees(statement) for name in p.leaves(tree)]


def variants(statement: Statement, change: Callable[[Tree], Iterator[Tree]]) -> Iterator[Statement]:
    """The statement with one of its trees, or a part of one, changed into each of what `change` gives."""
    kind = type(statement)
    for field in NAMES[kind]:
        for name in change(getattr(statement, field)):
            if isinstance(name, str):
                yield with_field(statement, field, name)
    for field in TREES.get(kind, ()):
        value = getattr(statement, field)
        if not isinstance(value, tuple):
            for tree in changed(value, change):
                yield with_field(statement, field, tree)
            continue
        for i, item in enumerate(value):
            for tree in changed(item, change):
                yield with_field(statement, field, (*value[:i], tree, *value[i + 1 :]))


def with_field(statement: Any, field: str, value: object) -> Statement:
    return replace(statement, **{field: value})


def defined(statement: Statement) -> Name:
    """The name that a statement defines, or nothing; see `definitions`."""
    return getattr(statement, "out", "")


def definitions(statement: Statement) -> tuple[Name, ...]:
    """All names that a statement defines, those in its body left out."""
    match statement:
        case p.Repeat(carried):
            return tuple(name for name, _, _ in carried)
        case p.Def(out, parameters=parameters):
            return (out, *parameters)
        case _:
            return (defined(statement),) if defined(statement) else ()


def changed(tree: Tree, change: Callable[[Tree], Iterator[Tree]]) -> Iterator[Tree]:
    """The tree with itself or one part changed into each of what `change` gives for it."""
    yield from change(tree)
    if isinstance(tree, p.Sequence | p.Mapping):
        for i, item in enumerate(tree.items):
            for new in changed(item, change):
                yield replace(tree, items=(*tree.items[:i], new, *tree.items[i + 1 :]))


def renumbered(statement: Statement, change: Callable[[Scalar], Any]) -> Statement:
    """The statement with each of its numbers changed, those of its literal among them."""

    def new(tree: Tree) -> Tree:
        match tree:
            case p.Number(value):
                return p.Number(change(value))
            case p.Sequence(items=items) | p.Mapping(items=items):
                return replace(tree, items=tuple(map(new, items)))
            case _:
                return tree

    if isinstance(statement, p.Input):
        literal = statement.value
        try:
            value = normal(replace(literal, values=tuple(map(change, literal.values))))
        except OverflowError:  # an integer that its dtype cannot hold
            return statement
        return replace(statement, value=value)
    for field in TREES.get(type(statement), ()):
        value = getattr(statement, field)
        now = tuple(map(new, value)) if isinstance(value, tuple) else new(value)
        statement = with_field(statement, field, now)
    return statement


_COMPARISONS = re.compile(
    r"([<>]=?|[=!]=|math\.(equal|not_equal|less|less_equal|greater|greater_equal|logical_.*))"
)


def plain_number(s: Statement) -> p.Number:
    """A number that may stand for what a statement defines, as far as the text tells its dtype."""
    if isinstance(s, p.Input):
        first = next(iter(s.value.values), 2.0)
        return p.Number(2.0 if isinstance(first, complex | str) else first)
    word = getattr(s, "function", getattr(s, "operator", ""))
    return p.Number(True if _COMPARISONS.fullmatch(word) else 2.0)


class Outline:
    """A program as a list: `statements[i]` is the statement at position i, inputs first, bodies flattened."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.first = len(program.inputs)  # position of the body's first statement
        self.statements: list[Statement] = list(program.inputs)
        self.ends = [i + 1 for i in range(self.first)]  # the position behind a statement and its body
        self.units: list[tuple[int, ...]] = [()] * self.first  # the functions and loops around a statement
        self._lay_out(program.body, ())
        self.uses = [uses(s) for s in self.statements]
        self.roots = [[p.root(name) for name in names] for names in self.uses]
        self.defined = {name: i for i, s in enumerate(self.statements) for name in ("", *definitions(s))}

    def _lay_out(self, body: tuple[Statement, ...], units: tuple[int, ...]) -> None:
        for s in body:
            i = len(self.statements)
            self.statements.append(s)
            self.ends.append(i + 1)
            self.units.append(units)
            self._lay_out(getattr(s, "body", ()), (*units, i) if isinstance(s, p.Unit) else units)
            self.ends[i] = len(self.statements)

    def __len__(self) -> int:
        return len(self.statements)

    @property
    def body(self) -> range:
        """The positions of statements that are no inputs."""
        return range(self.first, len(self.statements))

    def inside(self, i: int, scope: int) -> bool:
        """Whether position i lies in the body of the statement at `scope`."""
        return scope < i < self.ends[scope]

    def reaches(self, name: Name, i: int) -> bool:
        """Whether what a name stands for can be seen at position i: it is not local to another body."""
        k = self.defined[name]
        s = self.statements[k]
        where = (*self.units[k], k) if isinstance(s, p.Def) and name != s.out else self.units[k]
        return self.units[i][: len(where)] == where

    @cached_property
    def no_values(self) -> set[Name]:
        """Names of tapes, accumulators, optimizers, modules and functions: of all that is no value."""
        found: set[Name] = set()
        for s in self.statements:
            if isinstance(s, _NO_VALUES) or (isinstance(s, p.Alias) and s.name in found):
                found.add(s.out)
        return found

    def sort(self, name: Name) -> type | None:
        """What makes a name that stands for no value; None for one that does."""
        if name not in self.no_values:
            return None
        made = self.statements[self.defined[name]]
        return self.sort(made.name) if isinstance(made, p.Alias) else type(made)

    @cached_property
    def variables(self) -> set[Name]:
        """Names of variables, those that assignments return left out."""
        return {s.out for s in self.statements if isinstance(s, p.Variable | p.NewVariable)}

    @cached_property
    def no_numbers(self) -> set[Name]:
        """Names that stand where a number would make no sense."""
        fixed = (s for s in zip(self.statements, self.roots, strict=True) if not isinstance(s[0], COMPUTES))
        return {name for _, roots in fixed for name in roots}

    @cached_property
    def used(self) -> dict[Name, list[Name]]:
        """The names under which a defined name is used: itself or its leaves."""
        found: dict[Name, list[Name]] = {}
        for names, roots in zip(self.uses, self.roots, strict=True):
            for name, base in zip(names, roots, strict=True):
                here = found.setdefault(base, [])
                if name not in here:
                    here.append(name)
        return found
