"""RESTATING: each kind of statement with the names that an edited program has for the old ones."""

from dataclasses import replace

from strategies import program as p
from strategies.program import Statement
from strategies.wellformed import DENSE, INDEXED, SCOPES, SLICES

from .renaming import Gone, Renaming


class Restating(Renaming):
    """Statements anew, one by one; their bodies are for `body` to walk through."""

    scopes = 0

    def body(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        raise NotImplementedError

    def statement(self, s: Statement) -> Statement:
        """The statement with new names.  Raises Gone if something that it needs is no longer there."""
        for group in (self.value, self.variable, self.tape):
            new = group(s)
            if new is not None:
                return new
        raise TypeError(f"{type(s).__name__} is no kind of statement")

    def scope(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if self.scopes == SCOPES:
            raise Gone
        self.scopes += 1
        new = self.body(body)
        self.scopes -= 1
        return new

    def value(self, s: Statement) -> Statement | None:
        """A value that is made or computed."""
        match s:
            case p.Apply(out, function, operands, attributes):
                operands = self.trees(operands)
                return p.Apply(self.define(out, "t", "result"), function, operands, attributes)
            case p.Operate(out, operator, operands):
                operands = self.trees(operands)
                kind = self.operation(operands)
                return p.Operate(self.define(out, "t", kind), operator, operands)
            case p.Constant(out, value):
                return p.Constant(self.define(out, "c", "tensor"), value)
            case p.Augment(out, name, operator, value):
                name, value = self.want(name, *DENSE), self.tree(value)
                return p.Augment(self.define(out, "t", "tensor"), name, operator, value)
            case p.Index(out, tensor, key):
                tensor, kind = self.find(tensor, *INDEXED)
                return p.Index(self.define(out, "t", "array" if kind == "array" else "tensor"), tensor, key)
            case p.Alias(out, name):
                name, kind = self.find(name)
                return p.Alias(self.define(out, _LETTERS.get(str(kind), "t"), kind), name)
            case p.ToNumpy(out, tensor):
                tensor = self.want(tensor, *DENSE)
                return p.ToNumpy(self.define(out, "n", "array"), tensor)
            case p.IndexedSlices(out, values, indices, dense_shape):
                values, indices, dense_shape = map(self.tree, (values, indices, dense_shape))
                return p.IndexedSlices(self.define(out, "s", "value"), values, indices, dense_shape)
            case p.Part(out, slices, field):
                slices = self.want(slices, *SLICES)
                return p.Part(self.define(out, "t", "tensor"), slices, field)
            case _:
                return None

    def variable(self, s: Statement) -> Statement | None:
        """What makes, reads, writes or trains a variable."""
        match s:
            case p.Variable(out, value, trainable, shape):
                return p.Variable(self.define(out, "v", "variable"), value, trainable, shape)
            case p.NewVariable(out, value, trainable):
                value = self.tree(value)
                return p.NewVariable(self.define(out, "v", "variable"), value, trainable)
            case p.Read(out, variable, method):
                variable = self.want(variable, "variable")
                return p.Read(self.define(out, "t", "tensor"), variable, method)
            case p.ReadRows(out, variable, method, indices):
                variable, indices = self.want(variable, "variable"), self.tree(indices)
                return p.ReadRows(self.define(out, "t", "tensor"), variable, method, indices)
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
            case p.Optimizer(out):
                return replace(s, out=self.define(out, "opt", "optimizer"))
            case p.ApplyGradients(optimizer, gradients, variables):
                optimizer = self.want(optimizer, "optimizer")
                return p.ApplyGradients(optimizer, *self.pairs(gradients, variables))
            case _:
                return None

    def tape(self, s: Statement) -> Statement | None:
        """What records, or asks for what was recorded."""
        match s:
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
            case p.Gradient(out, tape, target, sources, seeds, unconnected):
                tape = self.want(tape, "tape")
                target, seeds = self.target(target, seeds)
                out, sources = self.sources(out, "g", sources)
                return p.Gradient(out, tape, target, sources, seeds, unconnected)
            case p.Jacobian(out, tape, target, sources):
                tape, target = self.want(tape, "tape"), self.tree(target)
                out, sources = self.sources(out, "j", sources)
                return replace(s, out=out, tape=tape, target=target, sources=sources)
            case p.Delete(name):
                return p.Delete(self.delete(name))
            case _:
                return None


_LETTERS = {"variable": "v", "tape": "tape", "optimizer": "opt", "array": "n"}
