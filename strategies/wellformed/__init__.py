"""VALIDITY: which programs make sense, judged by their text alone.

- Every name is defined once, before it is used, and not used after `del`.  Scopes hide nothing: what the body
  of a tape defines stays visible after it, as in Python.  What a function or a loop defines is local to it;
  a function reads what stands around it, save tapes, accumulators and optimizers.
- Every name is of the kind that its place wants: a variable where one is assigned, a tape where one is asked,
  a function, which takes as many arguments as it is given, where one is called.
- Functions and loops make no variables and no optimizers, and functions read no numbers.
- Every word and number is one that `words` admits, so that the program's script is Python and calls nothing
  but functions of the reference.

What a program does is left out.  That an operation fails, or that a name is dead because the statement which
was to define it raised, shows only when the program runs.
"""

from ..malformed import Malformed as Malformed
from ..program import Constant, Program, Variable
from .judge import Judge
from .kinds import (
    ASSIGNMENTS,
    DENSE,
    INDEXED,
    METHODS,
    OPTIMIZERS,
    PARTS,
    ROWS,
    SCATTERS,
    SCATTERS_ND,
    SCOPES,
    SLICES,
    STATEMENTS,
    Kind,
)

__all__ = [
    "ASSIGNMENTS", "DENSE", "INDEXED", "METHODS", "OPTIMIZERS", "PARTS", "ROWS", "SCATTERS", "SCATTERS_ND",
    "SCOPES", "SLICES", "STATEMENTS", "Kind", "Malformed", "check",
]  # fmt: skip


def check(program: Program) -> None:
    """Raises Malformed, naming the place as in `body[3].body[0].tape`, if `program` does not make sense."""
    judge = Judge()
    judge.count(program.inputs)
    for i, statement in enumerate(program.inputs):
        try:
            if not isinstance(statement, Constant | Variable):
                raise Malformed("kind", "an input is a Constant or a Variable; write others in the body")
            judge.statement(statement, 0)
        except Malformed as refusal:
            raise refusal.within(f"inputs[{i}]") from None
    judge.body(program.body, 0)
