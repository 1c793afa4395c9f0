"""ALIVE: the names of a draft, and the state of the reference behind them.

No rule here infers a shape; what is alive is known.
"""

from typing import Any

import numpy as np

import reference
from reference.backprop import WATCHED
from reference.errors import is_intended

from . import values
from .choices import Choices
from .interpret import Machine


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


class Alive(Choices):
    """Names by what they are, on a machine that has run all statements so far."""

    def __init__(self, choose: values.Choose):
        super().__init__(choose)
        self.machine = Machine(reference, is_fault)
        self.tensors: list[str] = []  # dense tensors, variables not among them
        self.variables: list[str] = []
        self.arrays: list[str] = []
        self.slices: list[str] = []
        self.composites: list[str] = []
        self.tapes: list[str] = []
        self.open_tapes: list[str] = []
        self.accumulators: list[str] = []
        self.open_accumulators: list[str] = []
        self.modules: list[str] = []
        self.optimizers: list[str] = []
        self.functions: list[tuple[str, tuple[str, ...]]] = []  # with operands that fit each

    def go_on(self) -> bool:
        return not self.ended and self.choose(10 if self.open_tapes else 5) > 0

    def names_by_kind(self) -> tuple[list[str], ...]:
        """All lists of names, of whatever a name may stand for."""
        return (
            *(self.tensors, self.variables, self.arrays, self.slices, self.composites),
            *(self.tapes, self.open_tapes, self.accumulators, self.open_accumulators),
            *(self.modules, self.optimizers),
        )

    def cells(self):
        """What holds the values of variables."""
        return {id(v._cell): v._cell for v in map(self.value, self.variables)}.values()

    def connected(self, names: list[str]) -> list[str]:
        """Those of `names` that a recording tape knows, mostly; all of them where there are none."""
        if not self.open_tapes or self.choose(6) == 0:
            return names
        log = self.machine.names[self.open_tapes[-1 - self.choose(len(self.open_tapes))]]._log
        if log is None:
            return names
        known, values_ = log.known, self.machine.names
        return [n for n in names if values_[n].id in known] or names

    def value(self, name: str) -> Any:
        return self.machine.names[name]

    def array(self, name: str) -> np.ndarray:
        """The present numbers behind a tensor or variable; reading them here is seen by no tape."""
        value = self.machine.names[name]
        array = value._array if name[0] != "v" and hasattr(value, "_array") else value._cell.array
        return np.array(array, object) if isinstance(array, bytes) else array

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
