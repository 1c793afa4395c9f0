"""MACHINES: a whole program on one module, and what was observed of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from .. import program as p
from ..outcome import Observation, Outcome, Raised, Returned, Value
from . import tapes
from .bindings import DONE
from .frame import Frame
from .observing import array_of, observed
from .warned import LISTENER, listen


class Machine(Frame):
    """A program's state on one module: live names, and what has been observed so far.

    `is_fault(exception)` says whether the module raised something that it did not mean to.
    """

    def __init__(self, tf, is_fault: Callable[[BaseException], bool] = lambda _: False):
        super().__init__(tf, {})
        listen(tf)
        self.is_fault = is_fault
        self.paths: list[tuple[int, ...]] = []
        self.outcomes: list[Outcome] = []

    def run(self, statement: p.Statement, path: tuple[int, ...]) -> Outcome:
        """Runs a statement, bodies included, and notes its outcome."""
        if isinstance(statement, p.Scope):
            return self.open(statement, path, lambda: self.body(statement.body, path))
        try:
            outcome: Outcome = self.step(statement)
        except Exception as exception:
            outcome = self._raised(exception)
        return self._note(path, outcome)

    def body(self, statements: tuple[p.Statement, ...], path: tuple[int, ...] = ()) -> None:
        for i, statement in enumerate(statements):
            self.run(statement, (*path, i))

    def open(self, scope: p.Scope, path: tuple[int, ...], body: Callable[[], None]) -> Outcome:
        """Opens a scope, calls `body` within it, and notes the scope's own outcome behind those of its
        body.
        """
        try:
            with tapes.context(self, scope):
                body()
            outcome: Outcome = DONE
        except Exception as exception:
            outcome = self._raised(exception)
        return self._note(path, outcome)

    def finish(self) -> None:
        """Observes the final value of each variable."""
        for name in self.variables:
            try:
                outcome: Outcome = Returned(array_of(self.names[name], self.tf))
            except Exception as exception:
                outcome = self._raised(exception)
            self._note((), outcome)

    def run_program(self, program: p.Program) -> "Machine":
        """Runs a whole program, and reads its variables at the end."""
        with np.errstate(all="ignore"):
            for i, statement in enumerate(program.inputs):
                self.run(statement, (-1 - i,))
            self.body(program.body)
            self.finish()
        return self

    def define(self, out: p.Name, value: Any) -> Returned:
        """Binds a result and the names of its leaves, and observes it."""
        seen = self._observed(value)
        self.bind(out, value)
        return Returned(seen)

    def seen(self, value: Any) -> Returned:
        return Returned(self._observed(value))

    def _observed(self, value: Any) -> Value:
        return observed(value, self.tf, self.names)

    def _note(self, path, outcome):
        if LISTENER.heard:
            outcome = replace(outcome, warned=LISTENER.taken())
        self.paths.append(path)
        self.outcomes.append(outcome)
        return outcome

    def _raised(self, exception):
        ends_process = getattr(exception, "ends_process", False)
        return Raised(type(exception).__name__, str(exception), self.is_fault(exception), ends_process)


def interpret(program: p.Program, tf, is_fault: Callable[[BaseException], bool] = lambda _: False) -> Machine:
    """Runs a whole program on the module `tf`."""
    return Machine(tf, is_fault).run_program(program)


def observations(program: p.Program, machine: Machine) -> list[Observation]:
    """What a machine saw, with the statement of `program` that each outcome belongs to (None at the end)."""
    return [
        Observation(path, at(program, path), outcome)
        for path, outcome in zip(machine.paths, machine.outcomes, strict=True)
    ]


def at(program: p.Program, path: tuple[int, ...]):
    """The statement that `path` leads to: an input for (-1 - i,), None for ()."""
    if not path:
        return None
    if path[0] < 0:
        return program.inputs[-1 - path[0]]
    statement, body = None, program.body
    for i in path:
        statement = body[i]
        body = getattr(statement, "body", ())
    return statement
