"""RESTATING: each kind of statement with the names that an edited program has for the old ones."""

from dataclasses import replace

from strategies import program as p
from strategies import words
from strategies.program import Statement, Tree
from strategies.wellformed import DENSE, INDEXED, SCOPES, SLICES, Malformed
from strategies.wellformed.calls import HIGHER, apply
from strategies.wellformed.kinds import MAKES_COMPOSITES
from strategies.wellformed.names import Names

from .renaming import Gone, Renaming


class Restating(Renaming):
    """Statements anew, one by one; their bodies are for `body` to walk through."""

    scopes = 0

    def body(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        raise NotImplementedError

    def statement(self, s: Statement) -> Statement:
        """The statement with new names.  Raises Gone if something that it needs is no longer there."""
        for group in (self.value, self.variable, self.tape, self.forward, self.function):
            new = group(s)
            if new is not None:
                return new
        raise TypeError(f"{type(s).__name__} is no kind of statement")

    def scope(self, body: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if self.scopes == SCOPES:
            raise Gone
        self.scopes += 1
        try:
            return self.body(body)
        finally:
            self.scopes -= 1

    def value(self, s: Statement) -> Statement | None:
        """A value that is made or computed."""
        match s:
            case p.Apply(out, function, operands):
                operands = self.higher(s) if function in HIGHER else self.trees(operands)
                made = "composite" if function in words.COMPOSITES else "result"
                return replace(s, out=self.define(out, "t", made), operands=operands)
            case p.Method(out, name, method, operands):
                name, operands = self.want(name, "composite", "result"), self.trees(operands)
                made = "composite" if method in MAKES_COMPOSITES else "result"
                return replace(s, out=self.define(out, "t", made), object=name, operands=operands)
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
                kind = {"array": "array", "composite": "result"}.get(str(kind), "tensor")
                return p.Index(self.define(out, "t", kind), tensor, key)
            case p.Alias(out, name):
                name, kind = self.find(name)
                if kind == "function":
                    raise Gone
                return p.Alias(self.define(out, _LETTERS.get(str(kind), "t"), kind), name)
            case p.ToNumpy(out, tensor) if "function" not in self.bodies:
                tensor = self.want(tensor, *DENSE)
                return p.ToNumpy(self.define(out, "n", "array"), tensor)
            case p.IndexedSlices(out, values, indices, dense_shape):
                values, indices, dense_shape = map(self.tree, (values, indices, dense_shape))
                return p.IndexedSlices(self.define(out, "s", "value"), values, indices, dense_shape)
            case p.Part(out, slices, field):
                slices = self.want(slices, *SLICES, "composite")
                return p.Part(self.define(out, "t", "tensor"), slices, field)
            case _:
                return None

    def variable(self, s: Statement) -> Statement | None:
        """What makes, reads, writes or trains a variable."""
        match s:
            case p.Variable() | p.NewVariable() if self.bodies:  # no function makes a variable at each call
                raise Gone
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
            case p.Optimizer(out) if not self.bodies:
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
            case p.BatchJacobian(out, tape, target, source):
                tape, target = self.want(tape, "tape"), self.tree(target)
                out, source = self.sources(out, "j", source)
                return replace(s, out=out, tape=tape, target=target, source=source)
            case p.Delete(name):
                return p.Delete(self.delete(name))
            case _:
                return None

    def forward(self, s: Statement) -> Statement | None:
        """What accumulates forward; modules."""
        match s:
            case p.Accumulator(out, primals, tangents, body):
                primals, tangents = self.together(primals, tangents)
                return p.Accumulator(
                    self.define(out, "acc", "accumulator"), primals, tangents, self.scope(body)
                )
            case p.Jvp(out, accumulator, primals, unconnected):
                accumulator = self.want(accumulator, "accumulator")
                out, primals = self.sources(out, "j", primals)
                return p.Jvp(out, accumulator, primals, unconnected)
            case p.Module(out, fields):
                kept = self.fields(fields)
                return p.Module(self.define(out, "m", "module"), kept)
            case p.ModuleVariables(out, module, field):
                module = self.want(module, "module")
                return p.ModuleVariables(self.define(out, "vs", "variables"), module, field)
            case _:
                return None

    def fields(self, fields: tuple[tuple[str, Tree], ...]) -> tuple[tuple[str, Tree], ...]:
        kept = []
        for key, tree in fields:
            with self.admitting(*(("module",) if isinstance(tree, str) else ())):
                try:
                    kept.append((key, self.tree(tree)))
                except Gone:
                    continue
        return tuple(kept)

    def function(self, s: Statement) -> Statement | None:
        """Functions, their calls, and loops."""
        match s:
            case p.Call(out, function, operands):
                function, operands = self.want(function, "function"), self.trees(operands)
                if len(operands) != len(self.functions[function].parameters):
                    raise Gone
                return p.Call(self.define(out, "t", "result"), function, operands)
            case p.Def():
                return self.definition(s)
            case p.Repeat(carried, times, body):
                initial = [self.tree(tree) for _, tree, _ in carried]
                names = [self.define(name, "y", "result") for name, _, _ in carried]
                try:
                    with self.local("loop"):
                        body = self.scope(body)
                        following = [self.tree(tree) for _, _, tree in carried]
                except Gone:
                    for name in names:
                        del self.kinds[name]
                    raise
                return p.Repeat(tuple(zip(names, initial, following, strict=True)), times, body)
            case _:
                return None

    def definition(self, s: p.Def) -> p.Def:
        new = self.reserve("f")
        with self.local("function"):
            parameters = tuple([self.define(name, "a", "result") for name in s.parameters])
            body = self.scope(s.body)
            result = self.result(s)
        self.names[s.out], self.kinds[new] = new, "function"
        made = replace(s, out=new, parameters=parameters, body=body, result=result)
        self.functions[new] = made
        return made

    def result(self, s: p.Def) -> Tree:
        if s.decorator != "custom_gradient":
            return self.tree(s.result)
        match s.result:
            case p.Sequence("tuple", (y, str(gradient))):
                return p.Sequence("tuple", (self.tree(y), self.want(gradient, "function")))
            case _:
                raise Gone

    def higher(self, s: p.Apply) -> tuple[Tree, ...]:
        """The operands of a function that takes functions; each takes what it will be given."""
        with self.admitting("function"):
            operands = self.trees(s.operands)
        names = Names()
        names.kinds, names.taken, names.functions = self.kinds, set(self.kinds), self.functions
        try:
            apply(names, replace(s, operands=operands))
        except Malformed:
            raise Gone from None
        return operands


_LETTERS = {
    "variable": "v",
    "accumulator": "acc",
    "module": "m",
    "variables": "vs",
    "tape": "tape",
    "optimizer": "opt",
    "array": "n",
}
