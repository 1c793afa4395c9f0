"""DRAFT: a program under construction, and the reference's state after it.

Each statement runs on the reference as soon as it is drawn, so that the next can aim: at what a tape has
recorded, at a tie, at a tape that is spent.  The body of a function is drawn in rehearsal: it runs on
examples of its arguments, and what it did is undone.
"""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

import reference
from reference import logs
from reference.record import recorded_by

from . import program as p
from . import values
from .alive import Alive, is_fault
from .interpret.warned import LISTENER
from .outcome import Outcome, Raised, Returned

__all__ = ["DEEPEST", "MOST", "Draft", "is_fault"]

MOST = 12  # statements in one body
DEEPEST = 3  # bodies within bodies
_COMPOSITES = tuple(
    vars(reference)[name]
    for name in ("RaggedTensor", "SparseTensor", "TensorArray")
    if name in vars(reference)
)
REHEARSAL = "(rehearsal)"  # the name of the tape that sees which results come from a body's arguments


class Draft(Alive):
    """The statements so far, and how one is added."""

    def __init__(self, choose: values.Choose):
        super().__init__(choose)
        self.inputs: list[p.Input] = []
        self.bodies: list[list[p.Statement]] = []
        self.prefix: tuple[int, ...] = ()
        self.withdrawn = 0
        self.rehearsing = False  # a function's body is being drawn
        self.wrong = False  # the statement being drawn is wrong on purpose
        self.favourites: tuple[str, ...] = ()  # functions that this program mostly calls
        self.draws: dict[str, list[int]] = {}  # of each function: calls, those meant right, and what returned

    # Writing

    def input(self, statement: p.Input) -> None:
        path = (-1 - len(self.inputs),)
        self.inputs.append(statement)
        self._note(statement, self.machine.run(statement, path))

    def emit(self, statement: p.Statement) -> bool:
        """Appends a statement that opens no scope, runs it and learns what it defined.

        A statement that would end TensorFlow's process is taken back, and the program ends before it.  In the
        body of a function one that raises is taken back as well: there it would be the last.  False if so.
        """
        body = self.bodies[-1]
        path = (*self.prefix, len(body))
        body.append(statement)
        outcome = self.machine.run(statement, path)
        if isinstance(outcome, Raised) and outcome.ends_process:
            self._take_back()
            self.withdrawn += 1
            self.ended = True
            return False
        if self.rehearsing and isinstance(outcome, Raised) and not outcome.fault:
            self._take_back()
            return False
        self._note(statement, outcome)
        return True

    def emit_call(self, statement: p.Apply) -> bool:
        """As `emit`; the call is counted, also where it is taken back."""
        kept = self.emit(statement)
        returned = kept and isinstance(self.machine.outcomes[-1], Returned)
        counts = self.draws.setdefault(statement.function, [0, 0, 0])
        for i, counted in enumerate((True, not self.wrong, not self.wrong and returned)):
            counts[i] += counted
        return kept

    def _take_back(self) -> None:
        self.bodies[-1].pop()
        self.machine.paths.pop()
        self.machine.outcomes.pop()

    def scope(self, opening: p.Scope, draw: Callable[[], None]) -> None:
        """Appends a statement with a body, which `draw` draws while the scope is open."""
        outer, before = self.bodies[-1], self.prefix
        self.prefix = (*before, len(outer))
        inner: list[p.Statement] = []
        self.bodies.append(inner)
        name = opening.out if isinstance(opening, p.Tape | p.Accumulator) else opening.tape
        failed: list[Exception] = []
        open_now = self.open_accumulators if isinstance(opening, p.Accumulator) else self.open_tapes

        def body():
            if isinstance(opening, p.Tape):
                self.tapes.append(name)
            elif isinstance(opening, p.Accumulator):
                self.accumulators.append(name)
            open_now.append(name)
            try:
                draw()
            except Exception as exception:  # of the drawing, which is no outcome of the program
                failed.append(exception)
            finally:
                open_now.pop()

        outcome = self.machine.open(opening, self.prefix, body)
        if failed:
            raise failed[0]
        self.bodies.pop()
        outer.append(replace(opening, body=tuple(inner)))
        self.prefix = before
        if isinstance(outcome, Raised) and outcome.fault:
            self.ended = True

    @contextmanager
    def rehearsal(self, parameters: dict[str, Any]):
        """Within the block a body is drawn, with `parameters` bound to examples; it yields its statements.

        What they define stays known while further bodies may be drawn within this one, and is forgotten with
        it; variables get back the values that they had.
        """
        machine, alive = self.machine, self.names_by_kind()
        lists = [list(names) for names in alive]
        names, before = dict(machine.names), (self.rehearsing, self.prefix, len(machine.outcomes))
        cells, said, heard = [(cell, cell.array) for cell in self.cells()], logs.said(), LISTENER.heard.copy()
        tape = reference.GradientTape(persistent=True)
        body: list[p.Statement] = []
        self.bodies.append(body)
        self.rehearsing = True
        for hidden in (
            self.tapes,
            self.accumulators,
            self.optimizers,
            self.open_tapes,
            self.open_accumulators,
        ):
            hidden.clear()
        self.open_tapes.append(REHEARSAL)
        try:
            with recorded_by([]), tape:
                machine.names[REHEARSAL] = tape
                for name, value in parameters.items():
                    machine.bind(name, value)
                    self._learn(name, value)
                    tape.watch([x for x in reference.nest.flatten(value) if isinstance(x, reference.Tensor)])
                yield body
        finally:
            self.bodies.pop()
            self.rehearsing, self.prefix, noted = before
            del machine.paths[noted:], machine.outcomes[noted:]
            machine.names.clear()
            machine.names.update(names)
            for kind, kept in zip(alive, lists, strict=True):
                kind[:] = kept
            for cell, array in cells:
                cell.array = array
            logs.forget(but=said)
            LISTENER.heard[:] = heard

    # Learning

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
            case p.Module():
                self.modules.append(statement.out)
            case p.Alias():
                self._learn_alias(statement)
            case p.Delete():
                self._forget(statement.name)
            case p.Repeat():
                for name, _, _ in statement.carried:
                    self._learn(name, self.machine.names[name])
            case p.Def():
                pass  # who draws it knows what it takes
            case _ if hasattr(statement, "out"):
                self._learn(statement.out, self.machine.names[statement.out])

    def _learn_alias(self, statement):
        for names in (self.tensors, self.variables, self.tapes):
            if statement.name in names:
                names.append(statement.out)
                return

    def _forget(self, name):
        for names in self.names_by_kind():
            if name in names:
                names.remove(name)

    def _learn(self, name, value):
        match value:
            case reference.Tensor():
                if value._array.size <= values.LARGEST:
                    self.tensors.append(name)
            case reference.Variable() if name[0] == "v":
                self.variables.append(name)
            case reference.Variable() if name[0] == "a":  # an argument, which may be of either kind
                self.tensors.append(name)
            case reference.IndexedSlices():
                self.slices.append(name)
            case _ if isinstance(value, _COMPOSITES):
                self.composites.append(name)
            case np.ndarray() | np.generic():
                if np.size(value) <= values.LARGEST:
                    self.arrays.append(name)
            case list() | tuple():
                for i, item in enumerate(value):
                    self._learn(f"{name}[{i}]", item)
            case dict():
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
