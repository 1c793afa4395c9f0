"""Programs that fail, for tests of the minimiser: a fault is planted in the reference, beside the sound one.

Few drawn programs come upon a given fault.  So they are *bent* towards it: calls become calls of the function
that has the fault, statements that show it are put into bodies.  The rest stays as it was drawn.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

import reference
from reference import tape
from reference.backprop import zeros_like
from reference.math.comparisons import greater
from reference.math.selection import where_v2
from reference.primitive import REGISTRY
from reference.record import recording
from reference.variable import Variable
from strategies import program as p
from strategies.interpret import at, interpret
from strategies.outcome import Composite, Done, Names, Raised, Slices
from strategies.programs import unpack

BYTES = 600


@dataclass(frozen=True)
class Fault:
    """`spoil(name, sound)` stands for attribute `name` of `owner`; `bend` brings programs near the fault."""

    owner: object
    name: str
    spoil: Callable
    bend: Callable[[p.Program], p.Program] = lambda program: program


def parting(program: p.Program, fault: Fault) -> tuple[str, str] | None:
    """How the reference with the fault parts from the sound one: the kind, and the kind of the statement."""
    sound = interpret(program, reference)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fault.owner, fault.name, fault.spoil(getattr(fault.owner, fault.name)))
        faulty = interpret(program, reference)
    for path, a, b in zip(sound.paths, sound.outcomes, faulty.outcomes, strict=False):
        if isinstance(a, Raised) or isinstance(b, Raised):
            kind = None if a == b else "error"
        else:
            kind = _parting(a.value, b.value)
        if kind is not None:
            return kind, type(at(program, path)).__name__
    return None


def _parting(a, b) -> str | None:
    if a is None or b is None:
        return None if a is b else "none"
    if isinstance(a, Names | Done):
        return None if a == b else "structure"
    if isinstance(a, list | tuple | dict):
        keys = a if isinstance(a, dict) else range(len(a))
        return next((kind for k in keys if (kind := _parting(a[k], b[k])) is not None), None)
    if isinstance(a, Slices) and isinstance(b, Slices):
        return _parting(a.values, b.values)
    if isinstance(a, Slices) or isinstance(b, Slices):
        return "slices"
    if isinstance(a, Composite) or isinstance(b, Composite):
        is_alike = type(a) is type(b) and a.kind == b.kind
        return _parting(a.parts, b.parts) if is_alike else "structure"
    if a.dtype != b.dtype or a.shape != b.shape:
        return "shape"
    if a.dtype == object:  # strings
        return None if np.array_equal(a, b) else "value"
    a, b = np.asarray(a, np.complex128), np.asarray(b, np.complex128)  # bfloat16 has no comparison of its own
    with np.errstate(all="ignore"):
        return None if np.allclose(a, b, rtol=1e-4, atol=0, equal_nan=True) else "value"


@cache
def drawn(i: int) -> p.Program:
    return unpack(random.Random(i).randbytes(BYTES)).program


def failing(fault: Fault, count: int, programs: int) -> Iterator[tuple[p.Program, tuple[str, str]]]:
    """At most `count` failing ones of so many drawn programs, bent towards the fault, and how they fail."""
    for i in range(programs):
        program = fault.bend(drawn(i))
        found = parting(program, fault)
        if found is not None:
            yield program, found
            count -= 1
            if not count:
                return


# Bending


def everywhere(change: Callable[[p.Statement], p.Statement]) -> Callable[[p.Program], p.Program]:
    def body(statements):
        return tuple(
            change(replace(s, body=body(s.body)) if isinstance(s, p.Scope) else s) for s in statements
        )

    return lambda program: p.Program(tuple(map(change, program.inputs)), body(program.body))


def calling(function: str, operands: int, *attributes) -> Callable[[p.Statement], p.Statement]:
    """Makes calls of `function` of operators and of functions in tf.math."""

    def change(s):
        math = isinstance(s, p.Operate) or (isinstance(s, p.Apply) and s.function.startswith("math."))
        if math and len(s.operands) >= operands:
            return p.Apply(s.out, function, s.operands[:operands], attributes)
        return s

    return change


def with_ties(s):
    if isinstance(s, p.Input) and s.value.dtype.startswith("float"):
        return replace(s, value=replace(s.value, values=(1.0,) * len(s.value.values)))
    return calling("math.maximum", 2)(s)


def differentiated_again(program):
    """Calls tanh, and asks an outer tape for the gradient of the last gradient."""
    program = everywhere(calling("math.tanh", 1))(program)
    gradients = [s for s in p.statements(program.body) if isinstance(s, p.Gradient)]
    if not gradients:
        return program
    last = gradients[-1]
    again = p.Gradient("again1", "outer1", last.out, last.sources)
    return replace(program, body=(p.Tape("outer1", True, True, program.body), again))


def reset_within(s):
    middle = len(getattr(s, "body", ())) // 2
    return (
        replace(s, body=(*s.body[:middle], p.Reset(s.out), *s.body[middle:])) if isinstance(s, p.Tape) else s
    )


def assigned_late(program):
    """Assigns to a variable before the last gradient."""
    variables = [s.out for s in program.inputs if isinstance(s, p.Variable)]
    gradients = [i for i, s in enumerate(program.body) if isinstance(s, p.Gradient)]
    if not variables or not gradients:
        return program
    assign = p.Assign("assigned1", variables[0], "assign_add", variables[0])
    return replace(program, body=(*program.body[: gradients[-1]], assign, *program.body[gradients[-1] :]))


# Faults


def too_large(rule):
    return lambda ct, y, x: (reference.math.multiply(rule(ct, y, x)[0], 1.01),)


def ties_to_the_second(rule):
    def spoilt(ct, z, x, y):
        ct, zero = reference.convert_to_tensor(ct), reference.convert_to_tensor(0.0, ct.dtype)
        return lambda: where_v2(greater(x, y), ct, zero), lambda: where_v2(greater(x, y), zero, ct)

    return spoilt


def unrecorded(rule):
    """Right in first order; no path leads on from there."""

    def spoilt(ct, y, x):
        tapes, recording.tapes = recording.tapes, []
        try:
            return rule(ct, y, x)
        finally:
            recording.tapes = tapes

    return spoilt


def none_for_one_axis(rule):
    return lambda ct, y, x, axis, keepdims: (
        (None,) if axis == 0 and keepdims else rule(ct, y, x, axis, keepdims)
    )


def zeros_for_none(rule):
    return lambda ct, y, x: (zeros_like(x),)


def only_outside(reset):
    return lambda tape: None if tape._recording else reset(tape)


def only_the_first(gradients):
    return lambda log, targets, sources, seeds: gradients(log, targets[:1], sources, seeds[:1])


def in_place(assigned):
    """Also what was read before an assignment has the new value."""

    def spoilt(self, value, *args, **kwargs):
        before = self._cell.array
        result = assigned(self, value, *args, **kwargs)
        if before.flags.writeable:
            before[...] = self._cell.array
        return result

    return spoilt


FAULTS = {
    "sin vjp 1.01": Fault(REGISTRY["math.sin"], "rule", too_large, everywhere(calling("math.sin", 1))),
    "maximum gives ties to y": Fault(
        REGISTRY["math.maximum"], "rule", ties_to_the_second, everywhere(with_ties)
    ),
    "tanh wrong in second order": Fault(REGISTRY["math.tanh"], "rule", unrecorded, differentiated_again),
    "reduce_sum gives None for axis 0 with keepdims": Fault(
        REGISTRY["math.reduce_sum"],
        "rule",
        none_for_one_axis,
        everywhere(calling("math.reduce_sum", 1, ("axis", 0), ("keepdims", True))),
    ),
    "floor gives zeros for None": Fault(
        REGISTRY["math.floor"], "rule", zeros_for_none, everywhere(calling("math.floor", 1))
    ),
    "reset ignored": Fault(reference.GradientTape, "reset", only_outside, everywhere(reset_within)),
    "only the first target counts": Fault(tape, "gradients", only_the_first),
    "assign_add changes what was read": Fault(Variable, "assign_add", in_place, assigned_late),
}
