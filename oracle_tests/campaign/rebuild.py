"""REBUILDING: an edit of a program, with everything that changes along with it.

An edit drops, replaces, renames.  What it leaves without a meaning goes too: a statement that needs a name
which is gone, an item of a list that is gone, a scope whose tape is gone (its body stays).  The result is
well formed if the program was, whatever the edit, and its names are numbered in order of appearance.

That a program does something sensible is left out: whether the edit was a good one shows when it runs.
"""

from collections.abc import Mapping as Map
from collections.abc import Sequence as Series
from collections.abc import Set
from dataclasses import dataclass, field

from strategies import program as p
from strategies.program import Name, Program, Statement

from .renaming import Gone, Moves, StandIn
from .restating import Restating


@dataclass(frozen=True)
class Edit:
    """What to change, by the *position* of statements: inputs first, then the body in reading order.

    `drop` and `put` concern a statement with its body, `splice` leaves the body in its place, `lift` makes
    inputs of constants and variables.  What is put may use and define the names of the program, and is not
    edited.  `names` says what stands for a name from now on, wherever it is used; `moves` where the leaves of
    a result are now; `order` is a permutation of the inputs.
    """

    drop: Set[int] = frozenset()
    splice: Set[int] = frozenset()
    put: Map[int, tuple[Statement, ...]] = field(default_factory=dict)
    lift: Set[int] = frozenset()
    names: Map[Name, StandIn] = field(default_factory=dict)
    moves: Map[Name, Moves] = field(default_factory=dict)
    order: Series[int] = ()


def rebuild(program: Program, edit: Edit | None = None) -> Program:
    """The program after `edit`, well formed and renumbered; without an edit it is only renumbered."""
    return _Rebuilt(edit or Edit()).program(program)


class _Rebuilt(Restating):
    """The walk through the old program that writes the new one."""

    def __init__(self, edit: Edit) -> None:
        super().__init__(edit.names, edit.moves)
        self.edit = edit
        self.position = 0
        self.unedited = 0  # above 0 in statements that were put, which are taken as they are

    def program(self, program: Program) -> Program:
        inputs: tuple[Statement, ...] = program.inputs
        if self.edit.lift:
            lifted = enumerate(p.statements(program.body), len(inputs))
            inputs += tuple(s for position, s in lifted if position in self.edit.lift)
        new: list[Statement] = []
        for i in self.edit.order or range(len(inputs)):
            self.position = i if i < len(program.inputs) else -1
            new += self.body(inputs[i : i + 1])
        self.position = len(program.inputs)
        return Program(tuple(new), self.body(program.body))  # type: ignore[arg-type]

    def body(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        new: list[Statement] = []
        edit = self.edit
        for s in body:
            if self.unedited:
                new += self.fitted(s)
                continue
            position, self.position = self.position, self.position + 1
            if position in edit.put:
                self.unedited += 1
                new += self.body(edit.put[position])
                self.unedited -= 1
            elif position in edit.drop:
                self.dropped(s)
            elif position in edit.splice:
                new += self.body(getattr(s, "body", ()))
                continue
            elif position not in edit.lift:
                new += self.fitted(s)
            self.position = position + extent(s)
        return tuple(new)

    def fitted(self, s: Statement) -> tuple[Statement, ...]:
        """The statement with new names, or what is left of it."""
        try:
            return (self.statement(s),)
        except Gone:
            self.dropped(s)
            return self.body(s.body) if isinstance(s, p.Scope) else ()

    def dropped(self, s: Statement) -> None:
        """What an alias and an assignment return is at hand without them."""
        if isinstance(s, p.Alias | p.Assignment | p.Augment):
            old = s.variable if isinstance(s, p.Assignment) else s.name
            try:
                new = self.find(old)[0]
            except Gone:
                return
            if "[" not in new:
                self.names[s.out] = new


def extent(statement: Statement) -> int:
    """How many positions a statement takes, its body's included."""
    return sum(1 for _ in p.statements((statement,)))
