"""FINITE DIFFERENCES of a whole program: what its tapes and accumulators should answer, its statements run
forward.

For numbers that only the tape explains.  What runs is the program without its tapes, its accumulators and
the questions to them, its inputs moved: along the tangents for a jvp, one number at a time for a gradient.
An answer about an answer, as the jvp of a gradient, is a difference of differences.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

import reference
from strategies import program as p
from strategies.interpret import Machine, at
from strategies.outcome import Composite, Returned, Slices

from . import seen
from .finite import INNER_STEP, SECOND_STEP, STEP, Numeric, derivative
from .seen import Silent

Moves = dict[str, np.ndarray]  # by how much each input is moved

_WIDER = {"float16": "float64", "bfloat16": "float64", "float32": "float64", "complex64": "complex128"}


def of_program(program: p.Program, difference, ours: Machine, theirs: Machine):
    """Both sides' values at `difference` and the derivative they should be, or None where differences
    cannot say.

    They can for what a tape or an accumulator answers that has seen all that the program computes.  Elsewhere
    it may have reason not to see what differences see.
    """
    statement = at(program, difference.path)
    values = [m.outcomes[difference.index] for m in (ours, theirs)]
    if not isinstance(statement, p.Gradient | p.Jvp) or not all(isinstance(v, Returned) for v in values):
        return None
    a, b = (leaf_of(v.value, difference.leaf) for v in values)
    if a is None and b is None:
        return None
    try:
        return a, b, _Answers(program, ours).of(statement, difference.leaf)
    except Silent:
        return None


def answers(program: p.Program, difference, machine: Machine) -> list[tuple]:
    """The values that one side answers at `difference`, each with the derivative it should be; none where
    differences cannot say."""
    statement, outcome = at(program, difference.path), machine.outcomes[difference.index]
    if not isinstance(statement, p.Gradient | p.Jvp) or not isinstance(outcome, Returned):
        return []
    asked = statement.primals if isinstance(statement, p.Jvp) else statement.sources
    try:
        truths = _Answers(program, machine)
        pairs = ((leaf_of(outcome.value, leaf), leaf) for leaf in _leaves(asked))
        return [(value, truths.of(statement, leaf)) for value, leaf in pairs if value is not None]
    except Silent:
        return []


def _leaves(tree, leaf=()):
    """The paths to the names of a structure."""
    if isinstance(tree, str):
        yield leaf
    elif isinstance(tree, p.Mapping):
        for key, item in zip(tree.keys, tree.items, strict=True):
            yield from _leaves(item, (*leaf, key))
    elif isinstance(tree, p.Sequence):
        for i, item in enumerate(tree.items):
            yield from _leaves(item, (*leaf, i))


def leaf_of(value, leaf):
    """The part of an observed value that `leaf` leads to; slices are not entered."""
    for key in leaf:
        if isinstance(value, Slices | Composite):
            return value
        value = value[key]
    return value


def source_at(tree, leaf):
    """The name at `leaf` of the structure `sources`, or None."""
    for key in leaf:
        if isinstance(tree, str):
            return tree
        if isinstance(tree, p.Mapping):
            tree = tree.items[tree.keys.index(key)]
        elif not isinstance(key, str):
            tree = tree.items[key]
    return tree if isinstance(tree, str) else None


class _Answers:
    """What the questions of a program should be answered, by differences."""

    def __init__(self, program: p.Program, machine: Machine):
        seen.only_computes(program)
        self.program, self.machine = program, machine
        self.plain = _widened(p.Program(program.inputs, seen.without_tapes(program.body)))
        self.inputs = {s.out: s.value for s in program.inputs}
        self.made = {s.out: s for s in p.statements(program.body) if hasattr(s, "out")}

    def of(self, asked, leaf) -> Numeric:
        """What `asked`, a `Gradient` or `Jvp`, should answer at `leaf`."""
        if seen.depth(self.program, asked) > 2:
            raise Silent("differences of differences of differences are too rough")
        if isinstance(asked, p.Jvp):
            return self._along(asked, source_at(asked.primals, leaf))
        return self._by(asked, source_at(asked.sources, leaf))

    def _along(self, asked: p.Jvp, target) -> Numeric:
        f, direction = self._jvp(asked, target)
        nested = self._is_answer(target)
        found: dict[float, np.ndarray] = {}

        def at_step(s) -> np.ndarray:
            s = float(s)
            if s not in found:
                found[s] = f({name: s * t for name, t in direction(None).items()})
            return found[s]

        shape = at_step(0.0).shape
        entries = [_slope(lambda s, i=i: at_step(s)[i], np.float64(0), nested) for i in np.ndindex(*shape)]
        parts = ([getattr(e, part) for e in entries] for part in ("value", "error", "kinks"))
        value, error, kinks = (np.array(part).reshape(shape) for part in parts)
        return Numeric(value, error, kinks.astype(bool), SECOND_STEP if nested else STEP)

    def _by(self, asked: p.Gradient, source) -> Numeric:
        f, nested = self._sum(asked, source)(None), any(map(self._is_answer, p.leaves(asked.target)))
        return _slope(lambda d: f({source: d}), self._value(source), nested)

    def _is_answer(self, name) -> bool:
        return isinstance(self.made.get(p.root(name)), p.Gradient | p.Jvp)

    # What is differentiated

    # Of an inner answer tangents and seeds that are inputs move with these: what is outside has seen that.

    def _jvp(self, asked: p.Jvp, target):
        """The target of a jvp, and the moves along its tangents, as functions of moves."""
        accumulator = seen.accumulator_of(self.program, asked)
        pairs = seen.primals_and_tangents(accumulator)
        if target is None:
            raise Silent("it is not known which target it is")

        def direction(moves: Moves | None) -> Moves:
            return {x: np.broadcast_to(self._number(t, moves), self._value(x).shape) for x, t in pairs}

        return self._quantity(target, accumulator), direction

    def _sum(self, asked: p.Gradient, source) -> Callable[[Moves | None], Callable[[Moves], float]]:
        """The sum of the targets of a gradient, with its seeds as they are at some moves, as a function of
        moves."""
        tape = seen.tape_of(self.program, asked, source)
        targets = list(p.leaves(asked.target))
        parts, seeds = [self._quantity(t, tape) for t in targets], _seeds(asked, len(targets))

        def seeded(at: Moves | None):
            weights = [self._number(seed, at) for seed in seeds]
            return lambda moves: sum(np.sum(f(moves) * w) for f, w in zip(parts, weights, strict=False))

        return seeded

    def _quantity(self, name, scope) -> Callable[[Moves], np.ndarray]:
        """What `name` is bound to, as a function of moves: computed, or an answer within `scope`."""
        made = self.made.get(p.root(name))
        if not isinstance(made, p.Gradient | p.Jvp):
            return lambda moves: self._run(moves, name)
        seen.within(scope, made, self.made)
        if isinstance(made, p.Jvp):
            f, direction = self._jvp(made, seen.named(made.primals, made.out, name))
            return lambda moves: _central(f, moves, direction(moves))
        source = seen.named(made.sources, made.out, name)
        seeded, x = self._sum(made, source), self._value(source)

        def gradient(moves):
            total, units = seeded(moves), (_unit(x, i) for i in np.ndindex(*x.shape))
            return np.array([_central(total, moves, {source: u}) for u in units]).reshape(x.shape)

        return gradient

    # Numbers

    def _value(self, name) -> np.ndarray:
        """An input's numbers."""
        literal = self.inputs.get(name)
        if literal is None or "float" not in literal.dtype:
            raise Silent(f"{name} is no input of real numbers")
        return np.reshape(np.array(literal.values, np.float64), literal.shape)

    def _number(self, tree, moves: Moves | None) -> np.ndarray:
        """A tangent or a seed: an input moves with `moves`, where these are given."""
        if isinstance(tree, p.Number):
            return np.array(tree.value, np.float64)
        if moves is None:
            return np.asarray(self.machine.names[tree].numpy(), np.float64)
        return self._value(tree) + moves.get(tree, 0)

    def _run(self, moves: Moves, name) -> np.ndarray:
        inputs = tuple(replace(s, value=self._moved(s, moves)) for s in self.plain.inputs)
        machine = Machine(reference).run_program(p.Program(inputs, self.plain.body))
        found = getattr(machine.names.get(name), "numpy", lambda: None)()
        if found is None or np.asarray(found).dtype.kind != "f":
            raise Silent(f"{name} is no array of real numbers")
        return np.asarray(found, np.float64)

    def _moved(self, s, moves: Moves):
        if s.out not in moves:
            return s.value
        numbers = np.ravel(self._value(s.out) + moves[s.out])
        return replace(s.value, values=tuple(map(float, numbers)))


def _seeds(asked: p.Gradient, count: int) -> list:
    given = asked.output_gradients
    if isinstance(given, p.Nothing):
        return [p.Number(1.0)] * count
    items = given.items if isinstance(given, p.Sequence) else (given,)
    if len(items) < count or not all(isinstance(item, str | p.Number) for item in items):
        raise Silent("targets without seeds")
    return list(items)


def _slope(f, x, nested: bool) -> Numeric:
    eps = float(np.finfo(np.float64).eps)
    return derivative(f, x, SECOND_STEP, eps / INNER_STEP, 1e-6) if nested else derivative(f, x, STEP, eps)


def _central(f, moves: Moves, direction: Moves):
    """A plain central difference of f at `moves`, along `direction`."""
    forward, backward = (
        f({**moves, **{x: moves.get(x, 0) + sign * t for x, t in direction.items()}})
        for sign in (INNER_STEP, -INNER_STEP)
    )
    return (forward - backward) / (2 * INNER_STEP)


def _unit(x, index) -> np.ndarray:
    unit = np.zeros(x.shape)
    unit[index] = 1
    return unit


def _widened(program):
    def wide(s):
        if isinstance(s, p.Constant | p.Variable) and s.value.dtype in _WIDER:
            return replace(s, value=replace(s.value, dtype=_WIDER[s.value.dtype]))
        body = getattr(s, "body", None)
        return s if body is None else replace(s, body=tuple(map(wide, body)))

    return p.Program(tuple(map(wide, program.inputs)), tuple(map(wide, program.body)))
