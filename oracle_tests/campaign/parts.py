"""PARTS: of a program that ends its process, those that may do so too, the smallest first."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

import reference
from strategies import program as p
from strategies.interpret import Machine, at, interpret
from strategies.literals import NAMES, literal

from .outline import Outline, defined, uses
from .rebuild import Edit, rebuild

LARGEST = 1000  # elements of a value that is made a constant


def parts(program: p.Program, path: tuple[int, ...]) -> Iterator[p.Program]:
    """Parts of `program` in which the statement at `path` still stands, and at last the program itself."""
    if path:
        alone = by_itself(program, path)
        if alone is not None:
            yield alone
        yield from gradients_of_one_call(program, path)
        yield slice_to(program, path)
        yield cut_behind(program, path)
    yield program


def gradients_of_one_call(program: p.Program, path: tuple[int, ...]) -> Iterator[p.Program]:
    """The gradient at `path`, or the jacobian, of one call alone: of each one before it, the last first."""
    statement = at(program, path)
    if not isinstance(statement, p.Gradient | p.Jacobian):
        return
    end = position(program, path)
    for place in reversed([i for i in _paths(program.body) if position(program, i) < end]):
        alone = by_itself(program, place)
        if alone is None:
            continue
        inputs = tuple(
            p.Variable(s.out, s.value) if "float" in s.value.dtype or "complex" in s.value.dtype else s
            for s in alone.inputs
        )
        sources = tuple(s.out for s in inputs if isinstance(s, p.Variable))
        if sources:
            kind = p.Gradient if isinstance(statement, p.Gradient) else p.Jacobian
            asked = kind("g1", "tape", "t1", p.Sequence("list", sources))
            yield rebuild(p.Program(inputs, (p.Tape("tape", False, True, alone.body), asked)))


def _paths(body: tuple[p.Statement, ...], before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    for i, statement in enumerate(body):
        yield (*before, i)
        yield from _paths(getattr(statement, "body", ()), (*before, i))


def by_itself(program: p.Program, path: tuple[int, ...]) -> p.Program | None:
    """Only the call at `path`, its operands being constants with the values that the reference computes.

    None if the statement is no call, or an operand no tensor.
    """
    statement = at(program, path)
    if not isinstance(statement, p.Apply | p.Operate):
        return None
    machine = interpret(program, reference)
    names: dict[str, str] = {}
    inputs = []
    for name in uses(statement):
        if name not in names:
            value = _literal(machine, name)
            if value is None:
                return None
            names[name] = f"c{len(names) + 1}"
            inputs.append(p.Constant(names[name], value))
    operands = tuple(_renamed(tree, names) for tree in statement.operands)
    return p.Program(tuple(inputs), (replace(statement, out="t1", operands=operands),))


def _literal(machine: Machine, name: str) -> p.Literal | None:
    value = machine.names.get(name)
    if not isinstance(value, reference.Tensor | reference.Variable | np.ndarray):
        return None
    array = value if isinstance(value, np.ndarray) else value.numpy()
    return literal(array) if array.dtype in NAMES and array.size <= LARGEST else None


def _renamed(tree: p.Tree, names: dict[str, str]) -> p.Tree:
    match tree:
        case str():
            return names[tree]
        case p.Sequence(items=items) | p.Mapping(items=items):
            return replace(tree, items=tuple(_renamed(item, names) for item in items))
        case _:
            return tree


def slice_to(program: p.Program, path: tuple[int, ...]) -> p.Program:
    """`program` with only what the statement at `path` depends on by name; it may do something else."""
    outline, end = Outline(program), position(program, path)
    kept, names = {end}, set(outline.roots[end])
    for i in reversed(range(end)):
        statement = outline.statements[i]
        touches = isinstance(statement, p.Watch | p.Assignment) and outline.roots[i][0] in names
        if touches or defined(statement) in names:
            kept.add(i)
            names.update(outline.roots[i])
    spliced = {i for i in outline.body if i not in kept and any(outline.inside(k, i) for k in kept)}
    return rebuild(program, Edit(drop=set(range(len(outline))) - kept - spliced, splice=spliced))


def cut_behind(program: p.Program, path: tuple[int, ...]) -> p.Program:
    """`program` without what comes after the statement at `path`."""
    end = position(program, path)
    return rebuild(program, Edit(drop=set(range(end + 1, len(Outline(program))))))


def position(program: p.Program, path: tuple[int, ...]) -> int:
    """Where the statement at `path` stands in an `Outline`."""
    if path[0] < 0:
        return -1 - path[0]
    place, body = len(program.inputs), program.body
    for depth, i in enumerate(path):
        place += sum(1 + sum(1 for _ in p.statements(getattr(s, "body", ()))) for s in body[:i])
        place += depth > 0
        body = getattr(body[i], "body", ())
    return place
