"""MINIMISING: from a program that fails to the simplest one that still does.

It works on the program, whatever drew it: drops statements with their dependants, lets an earlier name
stand for a later one, simplifies structures, shapes, numbers and dtypes.  Every program that it tries is well
formed and lighter than the present one (`weight`).  It counts runs, never time, so that equal programs with
equal `fails` end equal.  What failing means, and that it is still the same failure, is for `fails` to say.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from strategies.program import Program

from .outline import Outline
from .rebuild import rebuild
from .reductions import COARSE, STATEMENTS, Reduction
from .simpler_literals import dtypes, numbers, shapes
from .simplifications import operands, options, reads, structures
from .unfolding import UNFOLDING
from .weight import weight

BUDGET = 800
REDUCTIONS: tuple[Reduction, ...] = (
    *COARSE,
    *UNFOLDING,
    *STATEMENTS,
    structures,
    options,
    reads,
    shapes,
    dtypes,
    numbers,
    operands,
)


@dataclass(frozen=True)
class Minimised:
    """The simplest program found, its names numbered in order of appearance, and how many were run."""

    program: Program
    runs: int


def minimise(program: Program, fails: Callable[[Program], bool], budget: int = BUDGET) -> Minimised:
    """The simplest program found, within `budget` runs, for which `fails` is true.

    `program` has to be well formed, and to fail: it is not run itself.  What `fails` raises is passed on.
    """
    search = _Search(rebuild(program), fails, budget)
    search.run()
    return Minimised(search.program, search.runs)


class _Search:
    """The lightest failing program so far, and what was tried."""

    def __init__(self, program: Program, fails: Callable[[Program], bool], budget: int) -> None:
        self.fails, self.budget, self.runs = fails, budget, 0
        self.tried: set[tuple] = set()  # weights tell apart what Python holds equal: 0.0 and -0.0, 1 and True
        self.take(program)

    def take(self, program: Program) -> None:
        self.program, self.weight, self.outline = program, weight(program), Outline(program)

    def run(self) -> None:
        """Goes through all reductions until none of them succeeds any more."""
        before = None
        while before != self.weight:
            before = self.weight
            for reduction in REDUCTIONS:
                self.exhaust(reduction)

    def exhaust(self, reduction: Reduction) -> None:
        """Tries the edits of a reduction in turn; after a success it goes on at the same place."""
        edits, place = reduction(self.outline), 0
        while self.runs < self.budget and (edit := next(edits, None)) is not None:
            if self.succeeds(rebuild(self.program, edit)):
                edits = islice(reduction(self.outline), place, None)
            else:
                place += 1

    def succeeds(self, candidate: Program) -> bool:
        heavy = weight(candidate)
        key = heavy, candidate
        if heavy >= self.weight or key in self.tried:
            return False
        self.tried.add(key)
        self.runs += 1
        if not self.fails(candidate):
            return False
        self.take(candidate)
        return True
