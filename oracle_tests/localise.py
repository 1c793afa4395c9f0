"""LOCALISATION: which operation a difference comes from.

The program runs once more on the reference, which notes each primitive that ran and each record that was
walked back through.  Those of the statement that differs are then tried alone: forward, then their gradients,
then the gradients of these.  The first on which reference and TensorFlow part is *where*; if none does, it is
the tape.
"""

from dataclasses import dataclass, field

import numpy as np

import reference
from reference.backprop import walked_with
from reference.primitive import Primitive, evaluated_by
from reference.slices import IndexedSlices
from reference.traced import prepares
from strategies import program as p
from strategies.interpret import Machine, at
from strategies.outcome import Slices
from strategies.wellformed.calls import HIGHER

from .agree import Difference
from .precision import precision
from .trial import GatherTrial, Trial, parting

ANSWERS = (p.Gradient, p.Jacobian, p.BatchJacobian, p.Jvp)  # statements that say what was recorded
MOST = 200  # trials; a program has fewer operations


@dataclass(frozen=True, eq=False)
class Place:
    """Where a difference comes from: a primitive in one order, a function's call, or the tape."""

    name: str
    trial: Trial | None = None
    order: str = ""
    kind: str = ""


@dataclass
class _Seen:
    """What the reference did during the statement that differs, and before."""

    machine: Machine
    index: int
    calls: list[tuple[int, Primitive, list]] = field(default_factory=list)
    done: list[tuple] = field(default_factory=list)  # those calls that did not raise, with their results
    walked: list[Trial] = field(default_factory=list)

    def evaluate(self, primitive, arrays):
        if not isinstance(primitive, Primitive):  # arithmetic in place
            return primitive.forward(*arrays)
        if len(self.machine.outcomes) <= self.index:
            self.calls.append((len(self.machine.outcomes), primitive, list(arrays)))
        y = primitive.forward(*arrays)
        if len(self.machine.outcomes) <= self.index:
            self.done.append((primitive, list(arrays), y))
        return y

    def walk(self, entry, cts, answers):
        if len(self.machine.outcomes) != self.index or prepares():
            return
        if isinstance(entry.operation, Primitive):
            arguments = tuple(map(plain, entry.attributes))
            self.walked.append(Trial(entry.operation, arguments, tuple(map(plain, cts))))
        elif entry.operation.name == "gather_from_variable":
            variable, indices = entry.operands
            rows = (variable._cell.array, indices._array)
            self.walked.append(GatherTrial(entry.operation, rows, tuple(map(plain, cts))))


def plain(x):
    if isinstance(x, list):
        return [plain(item) for item in x]
    if isinstance(x, IndexedSlices):
        return Slices(
            plain(x.values), plain(x.indices), None if x.dense_shape is None else plain(x.dense_shape)
        )
    return x._array if isinstance(x, reference.Tensor) else x


def localise(program: p.Program, difference: Difference, tf) -> Place:
    """The place of `difference`, which a comparison of the reference with `tf` has found in `program`."""
    machine = Machine(reference)
    seen = _Seen(machine, difference.index)
    with evaluated_by(seen.evaluate), walked_with(seen.walk):
        machine.run_program(program)
    statement = at(program, difference.path)
    here = [Trial(f, tuple(a)) for i, f, a in seen.calls if i == difference.index]
    found = _first(here, tf, "forward") or _first(seen.walked, tf, "vjp")
    if found is None and isinstance(statement, ANSWERS):
        found = _first(_weighted(seen.done), tf, "vjp", "second order")
    if found is None and difference.kind == "error" and _in_forward_mode(program):
        called = [
            (trial.primitive, trial.arguments, trial.primitive.forward(*trial.arguments)) for trial in here
        ]
        found = _first(_weighted(called), tf, "vjp")  # which an accumulator asks for at once
    return found or Place(_unlocalised(program, statement))


def _in_forward_mode(program: p.Program) -> bool:
    return any(isinstance(s, p.Accumulator) for s in p.statements(program.body))


def _first(trials, tf, *orders) -> Place | None:
    for order in orders:
        tried = set()
        for trial in trials[:MOST]:
            key = (trial.primitive.name, repr(trial.arguments), repr(trial.cotangents))
            if key in tried or not _can_be_tried(trial, order):
                continue
            tried.add(key)
            found = parting(trial, tf, order)
            if found is not None:
                return Place(f"{trial.primitive.name} {order}", trial, order, found[0])
    return None


def _can_be_tried(trial, order):
    return order == "forward" or any(ct is not None for ct in trial.cotangents)


def _weighted(done) -> list[Trial]:
    """Trials of all calls so far, with cotangents that single nothing out."""
    trials = []
    for primitive, arrays, y in done:
        results = y if isinstance(y, tuple) else (y,)
        cts = tuple(None if precision(np.asarray(r)) is None else _weights(np.asarray(r)) for r in results)
        trials.append(Trial(primitive, tuple(arrays), cts))
    return trials


def _weights(y):
    weights = 1 + np.arange(y.size).reshape(y.shape) / 4
    return (weights * (1 + 0.5j) if y.dtype.kind == "c" else weights).astype(y.dtype)


def _unlocalised(program, statement) -> str:
    if _reads_what_was_trained(program, statement):
        return "tape " + ", ".join(sorted(_tape_features(program, statement)))
    match statement:
        case p.Apply():
            return f"{statement.function} call"
        case p.Operate():
            return f"operator {statement.operator} call"
        case p.Augment():
            return f"operator {statement.operator}= call"
        case p.ReadRows() | p.ScatterNd():
            return f"Variable.{statement.method} call"
        case p.Assign(method=method) if "scatter" in method:
            return f"Variable.{method} call"
        case p.AssignSlice():
            return "Variable[].assign call"
        case p.Call():
            return f"{_decorator(program, statement)} call"
        case p.Repeat():
            return "Python's loop"
        case p.Method(method=method):
            return f"{method} call"
        case _:
            return "tape " + ", ".join(sorted(_tape_features(program, statement)))


def _reads_what_was_trained(program, statement) -> bool:
    """Whether a call has a variable for an operand that an optimizer wrote to, which nothing observes."""
    steps = (s for s in p.statements(program.body) if isinstance(s, p.ApplyGradients))
    trained = {name for s in steps for tree in s.variables for name in p.leaves(tree)}
    operands = getattr(statement, "operands", ())
    return any(name in trained for tree in operands for name in p.leaves(tree))


def _decorator(program, call: p.Call) -> str:
    """What kind of function a call calls."""
    found = (s for s in p.statements(program.body) if isinstance(s, p.Def) and s.out == call.function)
    return next((str(s.decorator or "Python function") for s in found), "Python function")


_TAPE_STATEMENTS = {
    p.Accumulator: "accumulator",
    p.Jvp: "jvp",
    p.BatchJacobian: "batch_jacobian",
    p.Repeat: "loop",
    p.Module: "module",
    p.Reset: "reset",
    p.StopRecording: "stop_recording",
    p.Reenter: "re-entry",
    p.WatchedVariables: "watched_variables",
    p.Delete: "del",
    p.Part: "slices",
    p.ToNumpy: "numpy",
    p.Jacobian: "jacobian",
    p.ApplyGradients: "apply_gradients",
    p.Assign: "assign",
    p.AssignSlice: "assign",
    p.ScatterNd: "assign",
}


def _tape_features(program, statement) -> set[str]:
    """What the program does with its tapes, as far as it tells one rule of the tape from another."""
    found = {_TAPE_STATEMENTS[type(s)] for s in p.statements(program.body) if type(s) in _TAPE_STATEMENTS}
    found.update(str(s.decorator) for s in p.statements(program.body) if isinstance(s, p.Def) and s.decorator)
    applied = {s.function for s in p.statements(program.body) if isinstance(s, p.Apply)}
    found.update(applied & set(HIGHER))
    gradients = [s for s in p.statements(program.body) if isinstance(s, p.Gradient)]
    by_tape = [s.tape for s in gradients]
    if len(set(by_tape)) < len(by_tape):
        found.add("second answer")
    if sum(isinstance(s, p.Tape) for s in p.statements(program.body)) > 1:
        found.add("several tapes")
    if isinstance(statement, p.Gradient):
        if len(list(p.leaves(statement.target))) > 1:
            found.add("list of targets")
        if not isinstance(statement.output_gradients, p.Nothing):
            found.add("output_gradients")
    if isinstance(statement, ANSWERS) and statement.unconnected_gradients != "none":
        found.add("unconnected_gradients")
    if isinstance(statement, p.Gradient) and set(p.leaves(statement.target)) & set(
        p.leaves(statement.sources)
    ):
        found.add("target is source")
    return found or {type(statement).__name__.lower() if statement is not None else "final value"}
