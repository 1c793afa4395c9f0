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
from typing import assert_never

from strategies import program as p
from strategies.program import Name, Program, Statement
from strategies.wellformed import DENSE, INDEXED, SCOPES, SLICES

from .renaming import Gone, Moves, Renaming, StandIn


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


class _Rebuilt(Renaming):
    """The walk through the old program that writes the new one."""

    def __init__(self, edit: Edit) -> None:
        super().__init__(edit.names, edit.moves)
        self.edit = edit
        self.position = self.scopes = 0
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
                continue
            self.position = position + extent(s)
        return tuple(new)

    def scope(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if self.scopes == SCOPES:
            raise Gone
        self.scopes += 1
        new = self.body(body)
        self.scopes -= 1
        return new

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

    def statement(self, s: Statement) -> Statement:
        match s:
            case p.Apply(out, function, operands, attributes):
                operands = self.trees(operands)
                return p.Apply(self.define(out, "t", "result"), function, operands, attributes)
            case p.Operate(out, operator, operands):
                operands = self.trees(operands)
                kind = self.operation(operands)
                return p.Operate(self.define(out, "t", kind), operator, operands)
            case p.Gradient(out, tape, target, sources, seeds, unconnected):
                tape = self.want(tape, "tape")
                target, seeds = self.target(target, seeds)
                out, sources = self.sources(out, "g", sources)
                return p.Gradient(out, tape, target, sources, seeds, unconnected)
            case p.Jacobian(out, tape, target, sources, unconnected):
                tape, target = self.want(tape, "tape"), self.tree(target)
                out, sources = self.sources(out, "j", sources)
                return p.Jacobian(out, tape, target, sources, unconnected)
            case p.Constant(out, value):
                return p.Constant(self.define(out, "c", "tensor"), value)
            case p.Variable(out, value, trainable, shape):
                return p.Variable(self.define(out, "v", "variable"), value, trainable, shape)
            case p.NewVariable(out, value, trainable):
                value = self.tree(value)
                return p.NewVariable(self.define(out, "v", "variable"), value, trainable)
            case p.Tape(out, persistent, accessed, body):
                return p.Tape(self.define(out, "tape", "tape"), persistent, accessed, self.scope(body))
            case p.Reenter(tape, body):
                return p.Reenter(self.want(tape, "tape"), self.scope(body))
            case p.StopRecording(tape, body):
                return p.StopRecording(self.want(tape, "tape"), self.scope(body))
            case p.Watch(tape, tensor):
                return p.Watch(self.want(tape, "tape"), self.tree(tensor))
            case p.Reset(tape):
                return p.Reset(self.want(tape, "tape"))
            case p.WatchedVariables(tape):
                return p.WatchedVariables(self.want(tape, "tape"))
            case p.Assign(out, variable, method, value, read_value):
                variable, value = self.want(variable, "variable"), self.tree(value)
                out = self.define(out, "v", "variable") if read_value else self.define(out, "r", "value")
                return p.Assign(out, variable, method, value, read_value)
            case p.AssignSlice(out, variable, key, value):
                variable, value = self.want(variable, "variable"), self.tree(value)
                return p.AssignSlice(self.define(out, "v", "variable"), variable, key, value)
            case p.ScatterNd(out, variable, method, indices, updates):
                variable = self.want(variable, "variable")
                indices, updates = self.tree(indices), self.tree(updates)
                return p.ScatterNd(self.define(out, "v", "variable"), variable, method, indices, updates)
            case p.ReadRows(out, variable, method, indices):
                variable, indices = self.want(variable, "variable"), self.tree(indices)
                return p.ReadRows(self.define(out, "t", "tensor"), variable, method, indices)
            case p.Augment(out, name, operator, value):
                name, value = self.want(name, *DENSE), self.tree(value)
                return p.Augment(self.define(out, "t", "tensor"), name, operator, value)
            case p.IndexedSlices(out, values, indices, dense_shape):
                values, indices, dense_shape = map(self.tree, (values, indices, dense_shape))
                return p.IndexedSlices(self.define(out, "s", "value"), values, indices, dense_shape)
            case p.Read(out, variable, method):
                variable = self.want(variable, "variable")
                return p.Read(self.define(out, "t", "tensor"), variable, method)
            case p.Index(out, tensor, key):
                tensor, kind = self.find(tensor, *INDEXED)
                return p.Index(self.define(out, "t", "array" if kind == "array" else "tensor"), tensor, key)
            case p.ToNumpy(out, tensor):
                tensor = self.want(tensor, *DENSE)
                return p.ToNumpy(self.define(out, "n", "array"), tensor)
            case p.Part(out, slices, field):
                slices = self.want(slices, *SLICES)
                return p.Part(self.define(out, "t", "tensor"), slices, field)
            case p.Alias(out, name):
                name, kind = self.find(name)
                return p.Alias(self.define(out, _LETTERS.get(str(kind), "t"), kind), name)
            case p.Delete(name):
                return p.Delete(self.delete(name))
            case p.Optimizer(out, learning_rate):
                return p.Optimizer(self.define(out, "opt", "optimizer"), learning_rate)
            case p.ApplyGradients(optimizer, gradients, variables):
                optimizer = self.want(optimizer, "optimizer")
                return p.ApplyGradients(optimizer, *self.pairs(gradients, variables))
            case _:
                assert_never(s)


_LETTERS = {"variable": "v", "tape": "tape", "optimizer": "opt", "array": "n"}


def extent(statement: Statement) -> int:
    """How many positions a statement takes, its body's included."""
    return sum(1 for _ in p.statements((statement,)))
