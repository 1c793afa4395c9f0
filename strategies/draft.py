"""DRAFT: a program under construction, and the reference's state after it.

Each statement runs on the reference as soon as it is drawn, so that the next can aim: at what a tape has
recorded, at a tie, at a tape that is spent.  No rule here infers a shape; what is alive is known.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import reference
from reference.backprop import WATCHED
from reference.errors import is_intended

from . import program as p
from . import values
from .interpret import Machine
from .outcome import Outcome, Raised

MOST = 12  # statements in one body
DEEPEST = 3  # bodies within bodies


def is_fault(exception: BaseException) -> bool:
    """True if the reference raised what it did not mean to: unmarked, and from within its own code.

    What it called may be the program's own function again, which raises what the program is to blame for.
    """
    if is_intended(exception):
        return False
    fault, at = False, exception.__traceback__
    while at is not None:
        package = at.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        fault = package == "reference" or (fault and package != "strategies")
        at = at.tb_next
    return fault


class Draft:
    """Choices, names by what they are, and the statements so far.

    `choose(n)` yields an int below n.  `only`, if given, names functions that are drawn in place of all.
    """

    def __init__(self, choose: values.Choose):
        self.choose = choose
        self.machine = Machine(reference, is_fault)
        self.inputs: list[p.Input] = []
        self.bodies: list[list[p.Statement]] = []
        self.prefix: tuple[int, ...] = ()
        self.tensors: list[str] = []  # dense tensors, variables not among them
        self.variables: list[str] = []
        self.arrays: list[str] = []
        self.slices: list[str] = []
        self.tapes: list[str] = []
        self.open_tapes: list[str] = []
        self.optimizers: list[str] = []
        self.flags: dict[str, bool] = {}
        self.count = self.withdrawn = 0
        self.ended = False
        self.wrong = False  # the statement being drawn is wrong on purpose
        self.dtype = self._own_dtype()
        self.profile = values.PROFILES[choose(len(values.PROFILES))]
        self.shapes = tuple(values.SHAPES[choose(len(values.SHAPES))] for _ in range(2))
        self.favourites: tuple[str, ...] = ()  # functions that this program mostly calls

    # Choices

    def _own_dtype(self) -> str:
        """What the program mostly computes in: float32 in a good half of them, float64 in a quarter."""
        if self.may("float64") and self.choose(3) == 0:
            return "float64"
        if self.choose(6) == 0 and self.may("half precision"):
            return ("float16", "bfloat16")[self.choose(2)]
        if self.choose(6) == 0 and self.may("complex"):
            return ("complex64", "complex128")[self.choose(2)]
        return "float32"

    def flag(self) -> bool:
        return self.choose(2) == 1

    def one_of_many(self, n: int) -> int:
        """An int below `n`, which may be larger than what one choice tells apart evenly."""
        return (self.choose(64) * 64 + self.choose(64)) % n

    def one_in(self, n: int) -> bool:
        return self.choose(n) == n - 1

    def may(self, feature: str) -> bool:
        """Whether this program has `feature`; decided when it first comes up, three times in four for it."""
        if feature not in self.flags:
            self.flags[feature] = self.choose(4) > 0
        return self.flags[feature]

    def go_on(self) -> bool:
        return not self.ended and self.choose(10 if self.open_tapes else 5) > 0

    def newest(self, names: list[str]) -> str:
        """One of `names`, counted from the newest, so that dropping an early statement shifts nothing."""
        return names[-1 - self.choose(min(len(names), 32))]

    def recent(self, names: list[str]) -> str:
        """One of `names`, half of the time of the last two, so that operations form chains."""
        return names[-1 - self.choose(min(len(names), 2 if self.flag() else 32))]

    def connected(self, names: list[str]) -> list[str]:
        """Those of `names` that a recording tape knows, mostly; all of them where there are none."""
        if not self.open_tapes or self.choose(6) == 0:
            return names
        log = self.machine.names[self.open_tapes[-1 - self.choose(len(self.open_tapes))]]._log
        if log is None:
            return names
        known, values_ = log.known, self.machine.names
        return [n for n in names if values_[n].id in known] or names

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # State of the reference

    def value(self, name: str) -> Any:
        return self.machine.names[name]

    def array(self, name: str) -> np.ndarray:
        """The present numbers behind a tensor or variable; reading them here is seen by no tape."""
        value = self.machine.names[name]
        return value._array if name[0] != "v" and hasattr(value, "_array") else value._cell.array

    def dtype_of(self, name: str) -> str:
        """The name of the dtype of a tensor or variable."""
        return self.machine.names[name].dtype.name

    def is_differentiable(self, name: str) -> bool:
        return self.machine.names[name].dtype.is_differentiable

    def operands(self) -> list[str]:
        """Names of what can be an operand: variables first, tensors behind them."""
        return self.variables + self.tensors

    def usable_tapes(self) -> list[str]:
        """Tapes that can still answer, or that are recording."""
        return [t for t in self.tapes if self.value(t)._log is not None]

    def recorded(self, tape: str) -> list[str]:
        """Tensors that the tape has recorded as results."""
        log = self.value(tape)._log
        if log is None:
            return []
        known, names = log.known, self.machine.names
        return [n for n in self.tensors if known.get(names[n].id, WATCHED) != WATCHED]

    def watched(self, tape: str) -> list[str]:
        """Tensors and variables that the tape knows."""
        log = self.value(tape)._log
        if log is None:
            return []
        known, names = log.known, self.machine.names
        return [n for n in self.operands() if names[n].id in known]

    def behind(self, tape: str, targets: list[str]) -> list[str]:
        """Tensors and variables that the tape knows and that a recorded path connects to one of `targets`."""
        log, names = self.value(tape)._log, self.machine.names
        pending = [names[t].id for t in targets]
        seen = set(pending)
        while pending:
            entry = log.entries.get(log.known.get(pending.pop(), WATCHED))
            for x in entry.operands if entry is not None else ():
                if x.id not in seen:
                    seen.add(x.id)
                    pending.append(x.id)
        return [
            n
            for n in self.operands()
            if names[n].id in seen and names[n].id in log.known and n not in targets
        ]

    # Writing

    def input(self, statement: p.Input) -> None:
        path = (-1 - len(self.inputs),)
        self.inputs.append(statement)
        self._note(statement, self.machine.run(statement, path))

    def emit(self, statement: p.Statement) -> None:
        """Appends a statement without a body, runs it and learns what it defined."""
        body = self.bodies[-1]
        path = (*self.prefix, len(body))
        body.append(statement)
        outcome = self.machine.run(statement, path)
        if isinstance(outcome, Raised) and outcome.ends_process:
            self._withdraw()
        else:
            self._note(statement, outcome)

    def _withdraw(self) -> None:
        """Takes back a statement that would end TensorFlow's process; the program ends before it."""
        self.bodies[-1].pop()
        self.machine.paths.pop()
        self.machine.outcomes.pop()
        self.withdrawn += 1
        self.ended = True

    def scope(self, opening: p.Scope, draw: Callable[[], None]) -> None:
        """Appends a statement with a body, which `draw` draws while the scope is open."""
        outer, before = self.bodies[-1], self.prefix
        self.prefix = (*before, len(outer))
        inner: list[p.Statement] = []
        self.bodies.append(inner)
        name = opening.out if isinstance(opening, p.Tape | p.Accumulator) else opening.tape

        def body():
            if isinstance(opening, p.Tape):
                self.tapes.append(name)
            self.open_tapes.append(name)
            try:
                draw()
            finally:
                self.open_tapes.pop()

        outcome = self.machine.open(opening, self.prefix, body)
        self.bodies.pop()
        outer.append(replace(opening, body=tuple(inner)))
        self.prefix = before
        if isinstance(outcome, Raised) and outcome.fault:
            self.ended = True

    def _note(self, statement: p.Statement, outcome: Outcome) -> None:
        if isinstance(outcome, Raised):
            self.ended |= outcome.fault
            return
        match statement:
            case p.Variable() | p.NewVariable():
                self.variables.append(statement.out)
            case p.Assign() | p.AssignSlice() | p.ScatterNd():
                if statement.out in self.machine.names and self.machine.names[statement.out] is not None:
                    self.variables.append(statement.out)
            case p.Optimizer():
                self.optimizers.append(statement.out)
            case p.Alias():
                self._learn_alias(statement)
            case p.Delete():
                self._forget(statement.name)
            case _ if hasattr(statement, "out"):
                self._learn(statement.out, self.machine.names[statement.out])

    def _learn_alias(self, statement):
        for names in (self.tensors, self.variables, self.tapes):
            if statement.name in names:
                names.append(statement.out)
                return

    def _forget(self, name):
        for names in (self.tensors, self.variables, self.tapes, self.arrays, self.slices, self.optimizers):
            if name in names:
                names.remove(name)

    def _learn(self, name, value):
        if isinstance(value, reference.Tensor):
            if value._array.size <= values.LARGEST:
                self.tensors.append(name)
        elif isinstance(value, reference.IndexedSlices):
            self.slices.append(name)
        elif isinstance(value, np.ndarray | np.generic):
            if np.size(value) <= values.LARGEST:
                self.arrays.append(name)
        elif isinstance(value, list | tuple):
            for i, item in enumerate(value):
                self._learn(f"{name}[{i}]", item)
        elif isinstance(value, dict):
            for key, item in value.items():
                self._learn(f"{name}[{key!r}]", item)

    # What statements are made of

    def constant(
        self, dtype: str | None = None, shape: tuple[int, ...] | None = None, profile: str | None = None
    ) -> str:
        """Appends a constant and returns its name."""
        dtype = dtype or self.dtype
        shape = self.shape() if shape is None else shape
        literal = values.literal(self.choose, dtype, shape, profile or self.profile)
        return self.written(literal)

    def indices(self, shape: tuple[int, ...], below: int) -> str:
        """Appends a constant of ints in [0, below) and returns its name."""
        return self.written(values.indices(self.choose, "int64" if self.one_in(6) else "int32", shape, below))

    def written(self, literal: p.Literal) -> str:
        name = self.fresh("c")
        self.emit(p.Constant(name, literal))
        return name

    def shape(self) -> tuple[int, ...]:
        """Mostly one of the program's own two shapes, or a scalar, so that operands fit each other."""
        own = (*self.shapes, self.shapes[0], ())
        shape = own[self.choose(4)] if self.choose(4) else values.SHAPES[self.choose(len(values.SHAPES))]
        return shape if 0 not in shape or self.may("empty") else (2,)

    def any_dtype(self) -> str:
        """Mostly the program's own dtype."""
        lot = self.choose(80)
        if lot >= len(_OTHER_DTYPES):
            return self.dtype
        feature, dtypes = _OTHER_DTYPES[lot]
        if not self.may(feature):
            return self.dtype
        dtype = dtypes[self.choose(len(dtypes))]
        return "float32" if dtype == self.dtype else dtype


# What a tensor may be instead of the program's own dtype, of eighty, and the feature that this is.
_OTHER_DTYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    *(("integers", ("int32", "int64", "int32", "bool")),) * 8,
    *(("float64", ("float64",)),) * 8,
    ("half precision", ("float16", "bfloat16")),
    ("complex", ("complex64", "complex128")),
    ("small integers", ("int8", "uint8", "int16", "uint16", "uint32", "uint64")),
    ("strings", ("string",)),
)
