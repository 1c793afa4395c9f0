"""FINITE DIFFERENCES: derivatives from values alone.

`of_primitive` differentiates one primitive's forward in the next wider type, `of_program` a program's
statements as they run forward.  No tape and no vjp takes part.  Central differences at two step widths give a
value and an estimate of its error; one-sided ones tell a kink.
"""

from dataclasses import dataclass, replace

import numpy as np

from reference.primitive import Primitive
from reports.discrepancy import Evidence
from strategies import program as p
from strategies.interpret import Machine, at
from strategies.outcome import Returned, Slices

from .trial import Trial

WIDE = np.longdouble


@dataclass(frozen=True, eq=False)
class Numeric:
    """A derivative by differences, an estimate of its error, and whether one-sided differences disagree."""

    value: np.ndarray
    error: np.ndarray
    kinks: bool = False

    def evidence(self, supports: str = "") -> tuple[Evidence, ...]:
        figures = (
            ("derivative", np.array2string(np.asarray(self.value, np.float64), precision=10)),
            ("within", f"{float(np.max(self.error, initial=0)):.2g}"),
        )
        about = "to the left and to the right, which differ" if self.kinks else "the derivative"
        return (Evidence("finite differences", about, figures, supports),)


def of_primitive(trial: Trial, order: str) -> list[Numeric] | None:
    """For each floating operand of a trial the derivative of <ct, y>; in second order that of the sum of
    all of them.

    In second order the cotangents follow as operands of their own, as in `Trial`.  None where a forward
    cannot
    be run in a wider type, or its value is not finite.
    """
    if not isinstance(trial.primitive, Primitive):
        return None
    arguments = _wide_arguments(trial)
    cts = [None if ct is None else np.asarray(_dense(ct), WIDE) for ct in trial.cotangents]
    places = [
        (i, j) for i in trial.primitive.slots for j in _items(arguments[i]) if _is_wide(arguments[i], j)
    ]
    try:
        with np.errstate(all="ignore"):
            if order == "vjp":
                return [
                    _gradient(
                        lambda d, at=at: _weighted(trial.primitive, arguments, cts, {at: d}),
                        _shape(arguments, at),
                    )
                    for at in places
                ]
            return _second(trial.primitive, arguments, cts, places)
    except (TypeError, ValueError, NotImplementedError):
        return None


def _wide_arguments(trial):
    def wide(x):
        if isinstance(x, list):
            return [wide(item) for item in x]
        return x.astype(WIDE) if getattr(x, "dtype", None) is not None and x.dtype.kind == "f" else x

    return [wide(x) for x in trial.arguments]


def _dense(ct):
    if isinstance(ct, Slices) and ct.dense_shape is not None:
        dense = np.zeros(tuple(ct.dense_shape), ct.values.dtype)
        np.add.at(dense, ct.indices, ct.values)
        return dense
    return ct


def _items(x):
    return range(len(x)) if isinstance(x, list) else (None,)


def _pick(x, j):
    return x if j is None else x[j]


def _is_wide(x, j):
    return getattr(_pick(x, j), "dtype", None) == WIDE


def _shape(arguments, at):
    return _pick(arguments[at[0]], at[1]).shape


def _moved(arguments, moves):
    result = [list(x) if isinstance(x, list) else x for x in arguments]
    for (i, j), delta in moves.items():
        if j is None:
            result[i] = result[i] + delta
        else:
            result[i][j] = result[i][j] + delta
    return result


def _results(primitive: Primitive, arguments):
    y = primitive.forward(*arguments)
    return y if isinstance(y, tuple) else (y,)


def _weighted(primitive, arguments, cts, moves):
    """<ct, y> with operands moved."""
    results = _results(primitive, _moved(arguments, moves))
    total = WIDE(0)
    for y, ct in zip(results, cts, strict=False):
        if ct is not None:
            total = total + np.sum(np.broadcast_to(ct, np.shape(y)) * y)
    return total


STEP = WIDE(1e-5)


def _gradient(f, shape) -> Numeric:
    """The derivative of f(0 + δ) with respect to each entry of δ, by Richardson's extrapolation."""
    value, error = np.zeros(shape, WIDE), np.zeros(shape, WIDE)
    kinks = False
    for index in np.ndindex(*shape):
        unit = np.zeros(shape, WIDE)
        unit[index] = 1
        coarse, fine = _central(f, unit, STEP), _central(f, unit, STEP / 2)
        value[index] = (4 * fine - coarse) / 3
        error[index] = abs(fine - coarse) + abs(value[index]) * 1e-9
        right = (f(unit * STEP) - f(0 * unit)) / STEP
        left = (f(0 * unit) - f(unit * -STEP)) / STEP
        kinks |= bool(abs(right - left) > 1e-2 * max(abs(right), abs(left), WIDE(1e-6)))
    return Numeric(value, error, kinks)


def _central(f, unit, step):
    return (f(unit * step) - f(unit * -step)) / (2 * step)


def _second(primitive, arguments, cts, places) -> list[Numeric]:
    """Derivatives of S = Σ of all first derivatives of <ct, y>: with respect to operands, then to
    cotangents.
    """
    ones = {at: np.ones(_shape(arguments, at), WIDE) for at in places}
    step = WIDE(1e-4)

    def slope(shift, weights):
        """S at operands moved by `shift`, by a central difference along all ones."""
        forward = {at: shift.get(at, 0) + step * one for at, one in ones.items()}
        backward = {at: shift.get(at, 0) - step * one for at, one in ones.items()}
        return (
            _weighted(primitive, arguments, weights, forward)
            - _weighted(primitive, arguments, weights, backward)
        ) / (2 * step)

    answers = [_with_step(lambda d, at=at: slope({at: d}, cts), _shape(arguments, at), step) for at in places]
    for k, ct in enumerate(cts):
        if ct is not None:

            def by_cotangent(d, k=k, ct=ct):
                return slope({}, [*cts[:k], ct + d, *cts[k + 1 :]])

            answers.append(_with_step(by_cotangent, ct.shape, step))
    return answers


def _with_step(f, shape, step) -> Numeric:
    value, error = np.zeros(shape, WIDE), np.zeros(shape, WIDE)
    for index in np.ndindex(*shape):
        unit = np.zeros(shape, WIDE)
        unit[index] = 1
        value[index] = _central(f, unit, step)
        error[index] = abs(value[index]) * 1e-4 + 1e-6
    return Numeric(value, error)


# A whole program, run forward

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
)


def of_program(program: p.Program, difference, tf):
    """Both sides' values at `difference` and the derivative they should be, or None where differences
    cannot say.

    They can for a `Gradient` statement of a program that does nothing to its tapes but record, watch and ask,
    for a source that is an input, where all targets are results of operations.
    """
    statement = at(program, difference.path)
    if not isinstance(statement, p.Gradient) or not all(
        isinstance(s, _FORWARD_ONLY) for s in p.statements(program.body)
    ):
        return None
    if any(
        isinstance(s, p.Apply) and s.function in ("stop_gradient", "cast") for s in p.statements(program.body)
    ):
        return None
    import reference

    ours, theirs = Machine(reference).run_program(program), Machine(tf).run_program(program)
    values = [m.outcomes[difference.index] for m in (ours, theirs)]
    if not all(isinstance(v, Returned) for v in values):
        return None
    a, b = (_leaf(v.value, difference.leaf) for v in values)
    source = _source(statement.sources, difference.leaf)
    number = next((i for i, s in enumerate(program.inputs) if s.out == source), None)
    if a is None or b is None or number is None or program.inputs[number].value.dtype[:5] != "float":
        return None
    targets = list(p.leaves(statement.target))
    weights = _weights(statement, ours, targets)
    if weights is None:
        return None
    return a, b, _program_gradient(program, number, targets, weights, reference)


def _leaf(value, leaf):
    for key in leaf:
        if isinstance(value, Slices):
            return value
        value = value[key]
    return value


def _source(tree, leaf):
    for key in leaf:
        if isinstance(tree, str):
            return tree
        tree = (
            tree.items[tree.keys.index(key) if isinstance(tree, p.Mapping) else key]
            if not isinstance(key, str) or isinstance(tree, p.Mapping)
            else tree
        )
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


def _program_gradient(program, number, targets, weights, reference) -> Numeric:
    wide = _in_float64(program)
    given = wide.inputs[number]
    shape = given.value.shape

    def f(delta):
        numbers = tuple(float(v + d) for v, d in zip(given.value.values, np.ravel(delta), strict=True))
        moved = replace(given, value=replace(given.value, values=numbers))
        inputs = (*wide.inputs[:number], moved, *wide.inputs[number + 1 :])
        machine = Machine(reference).run_program(p.Program(inputs, wide.body))
        values = [np.asarray(machine.names[t].numpy(), WIDE) for t in targets]
        return sum(np.sum(value * w) for value, w in zip(values, weights, strict=False))

    return _gradient(f, shape)


def _in_float64(program):
    def wide(s):
        if isinstance(s, p.Constant | p.Variable) and s.value.dtype == "float32":
            return replace(s, value=replace(s.value, dtype="float64"))
        body = getattr(s, "body", None)
        return s if body is None else replace(s, body=tuple(map(wide, body)))

    return p.Program(tuple(map(wide, program.inputs)), tuple(map(wide, program.body)))
