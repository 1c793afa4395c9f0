"""JUDGE: the walk over statements, and those that have a body."""

from typing import Any, assert_never, get_args

from .. import program as p
from .. import words
from ..malformed import Malformed
from . import values, variables
from .kinds import ROUNDS, SCOPES, STATEMENTS
from .names import Names

_OTHERS: dict[type, Any] = {
    kind: judge
    for statements, judge in ((p.ValueStatement, values.judge), (p.VariableStatement, variables.judge))
    for kind in get_args(statements)
}


class Judge:
    """Reads a program once, from its first statement to its last."""

    def __init__(self) -> None:
        self.names = Names()
        self.statements = 0

    def count(self, body: tuple[p.Statement, ...]) -> None:
        self.statements += len(body)
        if self.statements > STATEMENTS:
            raise Malformed("body", f"more than {STATEMENTS} statements; take some away")

    def body(self, body: tuple[p.Statement, ...], scopes: int) -> None:
        self.count(body)
        for i, statement in enumerate(body):
            try:
                self.statement(statement, scopes)
            except Malformed as refusal:
                raise refusal.within(f"body[{i}]") from None

    def scope(self, body: tuple[p.Statement, ...], scopes: int) -> None:
        if scopes == SCOPES:
            raise Malformed("body", f"more than {SCOPES} scopes in each other; take one away")
        self.body(body, scopes + 1)

    def statement(self, statement: p.Input | p.Statement, scopes: int) -> None:
        judge = _OTHERS.get(type(statement))
        if judge is not None:
            judge(self.names, statement)
        elif isinstance(statement, p.Def | p.Call | p.Repeat):
            self.function(statement, scopes)
        else:
            self.tape(statement, scopes)  # type: ignore[arg-type]

    def tape(self, s: p.TapeStatement, scopes: int) -> None:
        names = self.names
        match s:
            case p.Gradient(out, tape, target, sources, output_gradients, unconnected):
                names.tree(output_gradients, "output_gradients")
                self.asked(s, target, sources, "sources")
            case p.Jacobian(_, _, target, sources):
                self.asked(s, target, sources, "sources")
            case p.BatchJacobian(_, _, target, source):
                self.asked(s, target, source, "source")
            case p.Jvp(out, accumulator, primals, unconnected):
                names.want(accumulator, "accumulator", "accumulator")
                names.tree(primals, "primals")
                words.attribute(unconnected, "unconnected_gradients")
                names.define(out, names.structure(primals, "primals"))
            case p.Tape(out, persistent, accessed, body):
                words.boolean(persistent, "persistent")
                words.boolean(accessed, "watch_accessed_variables")
                names.define(out, "tape")
                self.scope(body, scopes)
            case p.Accumulator(out, primals, tangents, body):
                names.tree(primals, "primals")
                names.tree(tangents, "tangents")
                names.define(out, "accumulator")
                self.scope(body, scopes)
            case p.Reenter(tape, body) | p.StopRecording(tape, body):
                names.want(tape, "tape", "tape")
                self.scope(body, scopes)
            case p.Watch(tape, tensor):
                names.want(tape, "tape", "tape")
                names.tree(tensor, "tensor")
            case p.Reset(tape) | p.WatchedVariables(tape):
                names.want(tape, "tape", "tape")
            case _:
                assert_never(s)

    def asked(
        self, s: p.Gradient | p.Jacobian | p.BatchJacobian, target: p.Tree, sources: p.Tree, field: str
    ) -> None:
        """A question to a tape: it has the structure of its sources."""
        names = self.names
        names.want(s.tape, "tape", "tape")
        names.tree(target, "target")
        names.tree(sources, field)
        words.attribute(s.unconnected_gradients, "unconnected_gradients")
        if not isinstance(s, p.Gradient):
            words.attribute(s.parallel_iterations, "parallel_iterations")
            words.attribute(s.experimental_use_pfor, "experimental_use_pfor")
        names.define(s.out, names.structure(sources, field))

    def function(self, s: p.FunctionStatement, scopes: int) -> None:
        names = self.names
        match s:
            case p.Call(out, function, operands):
                names.function(function, "function", len(operands))
                names.trees(operands, "operands")
                names.define(out, "result")
            case p.Def():
                self.definition(s, scopes)
            case p.Repeat(carried, times, body):
                words.integer(times, "times", 0, ROUNDS)
                for i, (name, initial, _) in enumerate(carried):
                    names.tree(initial, f"carried[{i}][1]")
                    names.define(name, "result", f"carried[{i}][0]")
                with names.local("loop"):
                    self.scope(body, scopes)
                    for i, (_, _, following) in enumerate(carried):
                        names.tree(following, f"carried[{i}][2]")
            case _:
                assert_never(s)

    def definition(self, s: p.Def, scopes: int) -> None:
        names = self.names
        if s.decorator is not None:
            words.one_of(s.decorator, p.DECORATORS, "decorator")
        words.boolean(s.variables, "variables")
        if s.variables and s.decorator is not None:
            raise Malformed("variables", "only a gradient function, which has no decorator, takes variables")
        with names.local("function"):
            for i, parameter in enumerate(s.parameters):
                names.define(parameter, "result", f"parameters[{i}]")
            self.scope(s.body, scopes)
            if s.decorator == "custom_gradient":
                match s.result:
                    case p.Sequence("tuple", (y, gradient)):
                        names.tree(y, "result[0]")
                        names.function(gradient, "result[1]")
                    case _:
                        raise Malformed("result", "a custom gradient returns (y, its gradient function)")
            else:
                names.tree(s.result, "result")
        names.define(s.out, "function")
        names.functions[s.out] = s
