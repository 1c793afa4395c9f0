"""FINITE DIFFERENCES of a whole program: the derivative of its targets, its statements run forward.

For numbers that only the tape explains.  No tape and no vjp takes part: `Gradient` statements are run, but
what they answer is not looked at.
"""

from dataclasses import replace

import numpy as np

import reference
from strategies import program as p
from strategies.interpret import Machine, at
from strategies.outcome import Composite, Returned, Slices

from .finite import STEP, Numeric, derivative

_FORWARD_ONLY = (
    p.Constant,
    p.Variable,
    p.Apply,
    p.Operate,
    p.Index,
    p.Alias,
    p.Read,
    p.Watch,
    p.Tape,
    p.Gradient,
    p.Def,
    p.Call,
    p.Repeat,
)
_OPAQUE = (
    "stop_gradient",
    "cast",
    "py_function",
    "numpy_function",
)  # values that pass while the derivative does not
_WIDER = {"float16": "float64", "bfloat16": "float64", "float32": "float64", "complex64": "complex128"}


def of_program(program: p.Program, difference, ours: Machine, theirs: Machine):
    """Both sides' values at `difference` and the derivative they should be, or None where differences
    cannot say.

    They can for a `Gradient` statement of a program that records everything it computes on its only tape, and
    then asks, for a source that is a floating input, and watched from the start.  Elsewhere a tape may have
    reason not to see what differences see.
    """
    statement = at(program, difference.path)
    if not isinstance(statement, p.Gradient) or not all(map(_only_computes, p.statements(program.body))):
        return None
    values = [m.outcomes[difference.index] for m in (ours, theirs)]
    if not all(isinstance(v, Returned) for v in values):
        return None
    a, b = (leaf_of(v.value, difference.leaf) for v in values)
    source = source_at(statement.sources, difference.leaf)
    number = next((i for i, s in enumerate(program.inputs) if s.out == source), None)
    if a is None or b is None or number is None or "float" not in program.inputs[number].value.dtype:
        return None
    if not _sees_all(program, statement, program.inputs[number]):
        return None
    targets = list(p.leaves(statement.target))
    weights = _weights(statement, ours, targets)
    if weights is None:
        return None
    return a, b, _gradient(program, number, targets, weights)


def _only_computes(s) -> bool:
    if isinstance(s, p.Def):
        return s.decorator in (None, "function", "recompute_grad")
    return isinstance(s, _FORWARD_ONLY) and not (isinstance(s, p.Apply) and s.function in _OPAQUE)


def _sees_all(program, asked: p.Gradient, source) -> bool:
    """Whether the tape that is asked is the only one and records all that is computed of `source`."""
    tapes = [s for s in p.statements(program.body) if isinstance(s, p.Tape)]
    if [tape.out for tape in tapes] != [asked.tape] or asked.unconnected_gradients != "none":
        return False
    body = tapes[0].body
    watches = [s for s in body if isinstance(s, p.Watch)]
    if isinstance(source, p.Variable):
        watched = source.trainable and tapes[0].watch_accessed_variables
    else:
        watched = any(s.tensor == source.out for s in watches)
    outside = [s for s in program.body if not isinstance(s, p.Tape | p.Gradient | p.Constant | p.Def)]
    asks = any(isinstance(s, p.Gradient) for s in body)
    return watched and not outside and not asks and body[: len(watches)] == tuple(watches)


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


def _weights(statement, machine, targets):
    seeds = statement.output_gradients
    if isinstance(seeds, p.Nothing):
        return [1.0] * len(targets)
    items = seeds.items if isinstance(seeds, p.Sequence) else (seeds,)
    if len(items) < len(targets):
        return None
    return [_number(machine, item) for item in items]


def _number(machine, tree):
    if isinstance(tree, p.Number):
        return tree.value
    return np.asarray(machine.names[tree].numpy(), np.float64)


def _gradient(program, number, targets, weights) -> Numeric:
    wide = _widened(program)
    given = wide.inputs[number]
    values = np.reshape(np.array(given.value.values, np.float64), given.value.shape)

    def f(delta):
        numbers = tuple(float(v) for v in np.ravel(values + delta))
        moved = replace(given, value=replace(given.value, values=numbers))
        inputs = (*wide.inputs[:number], moved, *wide.inputs[number + 1 :])
        machine = Machine(reference).run_program(p.Program(inputs, wide.body))
        results = [np.asarray(machine.names[t].numpy(), np.float64) for t in targets]
        return sum(np.sum(y * w) for y, w in zip(results, weights, strict=False))

    return derivative(f, values, STEP, noise=float(np.finfo(np.float64).eps))


def _widened(program):
    def wide(s):
        if isinstance(s, p.Constant | p.Variable) and s.value.dtype in _WIDER:
            return replace(s, value=replace(s.value, dtype=_WIDER[s.value.dtype]))
        body = getattr(s, "body", None)
        return s if body is None else replace(s, body=tuple(map(wide, body)))

    return p.Program(tuple(map(wide, program.inputs)), tuple(map(wide, program.body)))
