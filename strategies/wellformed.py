"""VALIDITY: which programs make sense, judged by their text alone.

- Every name is defined once, before it is used, and not used after `del`.  Scopes hide nothing: what a body
  defines stays visible after it, as in Python.
- Every name is of the kind that its place wants: a variable where one is assigned, a tape where one is asked.
- Every word and number is one that `words` admits, so that the program's script is Python and calls nothing
  but functions of the reference.

What a program does is left out.  That an operation fails, or that a name is dead because the statement which
was to define it raised, shows only when the program runs.
"""

from typing import TypeAlias, assert_never

from . import words
from .malformed import Malformed as Malformed
from .program import (
    AUGMENTED_OPERATORS,
    BINARY_OPERATORS,
    UNARY_OPERATORS,
    Alias,
    Apply,
    ApplyGradients,
    Assign,
    AssignSlice,
    Attribute,
    Augment,
    Constant,
    Delete,
    Dots,
    Gradient,
    Index,
    IndexedSlices,
    IndexItem,
    Input,
    Jacobian,
    Mapping,
    Name,
    NewAxis,
    NewVariable,
    Nothing,
    Number,
    Operate,
    Optimizer,
    Part,
    Program,
    Read,
    ReadRows,
    Reenter,
    Reset,
    ScatterNd,
    Sequence,
    Slice,
    Statement,
    StopRecording,
    Tape,
    Text,
    ToNumpy,
    Tree,
    Variable,
    Watch,
    WatchedVariables,
    leaves,
)

SCOPES = 9  # in each other; with a `try` around each, Python's limit of twenty blocks is not reached
STATEMENTS = 2_000  # in a program, inputs included
READS = ("read_value", "value")
ROWS = ("sparse_read", "gather_nd")
ASSIGNMENTS = ("assign", "assign_add", "assign_sub")
SCATTERS = (
    *("scatter_update", "scatter_add", "scatter_sub", "scatter_mul", "scatter_div", "scatter_min"),
    *("scatter_max", "batch_scatter_update"),
)
SCATTERS_ND = ("scatter_nd_update", "scatter_nd_add", "scatter_nd_sub", "scatter_nd_min", "scatter_nd_max")
PARTS = ("values", "indices", "dense_shape")

# What a name stands for: "tensor", "variable", "array", "tape", "optimizer"; "value", a tensor or
# IndexedSlices; "result", one of these or a structure of them; or, where the text tells it, that structure.
Kind: TypeAlias = str | list["Kind"] | dict[str, "Kind"]
SLICES = ("value", "result")
DENSE = (*SLICES, "tensor", "variable")
INDEXED = (*DENSE, "array")


def check(program: Program) -> None:
    """Raises Malformed, naming the place as in `body[3].body[0].tape`, if `program` does not make sense."""
    judge = _Judge()
    judge.count(program.inputs)
    for i, statement in enumerate(program.inputs):
        try:
            if not isinstance(statement, Constant | Variable):
                raise Malformed("kind", "an input is a Constant or a Variable; write others in the body")
            judge.statement(statement, 0)
        except Malformed as refusal:
            raise refusal.within(f"inputs[{i}]") from None
    judge.body(program.body, 0)


class _Judge:
    """What the names stand for, as far as the program was read."""

    def __init__(self) -> None:
        self.kinds: dict[Name, Kind] = {}
        self.deleted: set[Name] = set()
        self.statements = 0

    def count(self, body: tuple[Input | Statement, ...]) -> None:
        self.statements += len(body)
        if self.statements > STATEMENTS:
            raise Malformed("body", f"more than {STATEMENTS} statements; take some away")

    def body(self, body: tuple[Statement, ...], scopes: int) -> None:
        self.count(body)
        for i, statement in enumerate(body):
            try:
                self.statement(statement, scopes)
            except Malformed as refusal:
                raise refusal.within(f"body[{i}]") from None

    def statement(self, statement: Input | Statement, scopes: int) -> None:
        match statement:
            case Apply(out, function, operands, attributes):
                words.function(function, "function")
                self.trees(operands, "operands")
                words.keywords(tuple(key for key, _ in attributes), "attributes")
                for key, value in attributes:
                    words.attribute(value, f"attributes.{key}")
                self.define(out, "result")
            case Operate(out, operator, operands):
                self.define(out, self.operation(operator, operands))
            case Gradient(out, tape, target, sources, output_gradients, unconnected):
                self.tree(output_gradients, "output_gradients")
                self.gradient(out, tape, target, sources, unconnected)
            case Jacobian(out, tape, target, sources, unconnected):
                self.gradient(out, tape, target, sources, unconnected)
            case Constant(out, value):
                words.literal(value, "value")
                self.define(out, "tensor")
            case Variable(out, value, trainable, shape):
                words.literal(value, "value")
                words.boolean(trainable, "trainable")
                words.open_shape(shape, "shape")
                self.define(out, "variable")
            case NewVariable(out, value, trainable):
                self.tree(value, "initial_value")
                words.boolean(trainable, "trainable")
                self.define(out, "variable")
            case Tape(out, persistent, accessed, body):
                words.boolean(persistent, "persistent")
                words.boolean(accessed, "watch_accessed_variables")
                self.define(out, "tape")
                self.scope(body, scopes)
            case Reenter(tape, body) | StopRecording(tape, body):
                self.want(tape, "tape", "tape")
                self.scope(body, scopes)
            case Watch(tape, tensor):
                self.want(tape, "tape", "tape")
                self.tree(tensor, "tensor")
            case Reset(tape) | WatchedVariables(tape):
                self.want(tape, "tape", "tape")
            case Assign(out, variable, method, value, read_value):
                self.want(variable, "variable", "variable")
                words.boolean(read_value, "read_value")
                words.one_of(method, (*ASSIGNMENTS, *SCATTERS) if read_value else ASSIGNMENTS, "method")
                self.tree(value, "value")
                self.define(out, "variable" if read_value else "value")
            case AssignSlice(out, variable, key, value):
                self.want(variable, "variable", "variable")
                self.key(key)
                self.tree(value, "value")
                self.define(out, "variable")
            case ScatterNd(out, variable, method, indices, updates):
                self.want(variable, "variable", "variable")
                words.one_of(method, SCATTERS_ND, "method")
                self.tree(indices, "indices")
                self.tree(updates, "updates")
                self.define(out, "variable")
            case Read(out, variable, method):
                self.want(variable, "variable", "variable")
                words.one_of(method, READS, "method")
                self.define(out, "tensor")
            case ReadRows(out, variable, method, indices):
                self.want(variable, "variable", "variable")
                words.one_of(method, ROWS, "method")
                self.tree(indices, "indices")
                self.define(out, "tensor")
            case Augment(out, name, operator, value):
                self.want(name, "name", *DENSE)
                words.one_of(operator, AUGMENTED_OPERATORS, "operator")
                self.tree(value, "value")
                self.define(out, "tensor")
            case Index(out, tensor, key):
                kind = self.want(tensor, "tensor", *INDEXED)
                self.key(key)
                self.define(out, "array" if kind == "array" else "tensor")
            case ToNumpy(out, tensor):
                self.want(tensor, "tensor", *DENSE)
                self.define(out, "array")
            case IndexedSlices(out, values, indices, dense_shape):
                self.tree(values, "values")
                self.tree(indices, "indices")
                self.tree(dense_shape, "dense_shape")
                self.define(out, "value")
            case Part(out, slices, field):
                self.want(slices, "slices", *SLICES)
                words.one_of(field, PARTS, "field")
                self.define(out, "tensor")
            case Alias(out, name):
                self.define(out, self.kind(name, "name"))
            case Delete(name):
                words.name(name, "name")
                self.kind(name, "name")
                self.deleted.add(name)
            case Optimizer(out, learning_rate):
                if type(learning_rate) is not float:
                    raise Malformed("learning_rate", "write a float")
                self.define(out, "optimizer")
            case ApplyGradients(optimizer, gradients, variables):
                self.want(optimizer, "optimizer", "optimizer")
                self.trees(gradients, "gradients")
                self.trees(variables, "variables")
                if len(gradients) != len(variables):
                    raise Malformed("variables", f"{len(gradients)} gradients; write as many variables")
                for i, tree in enumerate(variables):
                    for name in leaves(tree):
                        self.want(name, f"variables[{i}]", "variable")
            case _:
                assert_never(statement)

    def key(self, key: tuple[IndexItem, ...]) -> None:
        for i, item in enumerate(key):
            _index_item(item, f"key[{i}]")

    def scope(self, body: tuple[Statement, ...], scopes: int) -> None:
        if scopes == SCOPES:
            raise Malformed("body", f"more than {SCOPES} scopes in each other; take one away")
        self.body(body, scopes + 1)

    def define(self, out: Name, kind: Kind) -> None:
        words.name(out, "out")
        if out in self.kinds:
            raise Malformed("out", f"{out} is defined already; take a name that is new")
        self.kinds[out] = kind

    def kind(self, name: Name, place: str) -> Kind:
        """What `name`, or the leaf of a result that it names, stands for."""
        if type(name) is str and name in self.kinds and name not in self.deleted:
            return self.kinds[name]
        base, steps = words.path(name, place)
        if base not in self.kinds:
            raise Malformed(place, f"{base} is not defined; define it in an earlier statement")
        if base in self.deleted:
            raise Malformed(place, f"{base} was deleted; use it before its Delete, or not at all")
        kind = self.kinds[base]
        for step in steps:
            part = _part(kind, step)
            if part is None:
                raise Malformed(place, f"{base} has no leaf {name}; name one that it has, or use an Index")
            kind = part
        return kind

    def want(self, name: Name, place: str, *wanted: str) -> Kind:
        """What `name` stands for, if it is one of the `wanted`."""
        kind = self.kind(name, place)
        if kind not in wanted:
            raise Malformed(place, f"{name} is {_article(kind)}; name {_article(wanted[0])}")
        return kind

    def trees(self, trees: tuple[Tree, ...], field: str) -> None:
        for i, tree in enumerate(trees):
            self.tree(tree, f"{field}[{i}]")

    def tree(self, tree: Tree, place: str, depth: int = 0) -> None:
        if depth > words.DEPTH:
            raise Malformed(place, f"more than {words.DEPTH} structures in each other; take one away")
        match tree:
            case str():
                kind = self.kind(tree, place)
                if kind in ("tape", "optimizer"):
                    raise Malformed(place, f"{tree} is {_article(kind)}; name a tensor or a variable")
            case Number(value):
                words.number(value, place)
            case Text(value):
                words.attribute(value, place)
            case Nothing():
                pass
            case Sequence(sort, items):
                words.one_of(sort, ("list", "tuple"), place)
                for i, item in enumerate(items):
                    self.tree(item, f"{place}[{i}]", depth + 1)
            case Mapping(keys, items):
                words.keywords(keys, place)
                if len(keys) != len(items):
                    raise Malformed(place, f"{len(keys)} keys for {len(items)} items; write as many")
                for key, item in zip(keys, items, strict=True):
                    self.tree(item, f"{place}['{key}']", depth + 1)
            case _:
                assert_never(tree)

    def operation(self, operator: str, operands: tuple[Tree, ...]) -> Kind:
        self.trees(operands, "operands")
        words.one_of(operator, UNARY_OPERATORS if len(operands) == 1 else BINARY_OPERATORS, "operator")
        if len(operands) not in (1, 2):
            raise Malformed("operands", f"{operator} has no {len(operands)} operands; write one or two")
        kinds = [self.kind(operand, "operands") for operand in operands if isinstance(operand, str)]
        if not kinds or any(isinstance(kind, list | dict) for kind in kinds):
            raise Malformed("operands", "Python alone would compute this; name a tensor among the operands")
        if all(kind == "array" for kind in kinds):
            return "array"
        return "value" if len(operands) == 1 else "tensor"

    def gradient(self, out: Name, tape: Name, target: Tree, sources: Tree, unconnected: Attribute) -> None:
        self.want(tape, "tape", "tape")
        self.tree(target, "target")
        self.tree(sources, "sources")
        words.attribute(unconnected, "unconnected_gradients")
        self.define(out, self.gradient_kind(sources))

    def gradient_kind(self, sources: Tree) -> Kind:
        """What a gradient with respect to `sources` stands for: it has their structure."""
        match sources:
            case str():
                kind = self.kind(sources, "sources")
                return kind if isinstance(kind, list | dict) or kind == "result" else "value"
            case Sequence(_, items):
                return [self.gradient_kind(item) for item in items]
            case Mapping(keys, items):
                return dict(zip(keys, map(self.gradient_kind, items), strict=True))
            case _:
                return "value"


def _part(kind: Kind, step: int | str) -> Kind | None:
    match kind, step:
        case list(), int():
            return kind[step] if step < len(kind) else None
        case dict(), str():
            return kind.get(step)
        case _:
            return "result" if kind == "result" else None


def _index_item(item: IndexItem, place: str) -> None:
    match item:
        case Slice(start, stop, step):
            for bound in (start, stop, step):
                if bound is not None:
                    words.integer(bound, place)
        case Dots() | NewAxis():
            pass
        case _:
            words.integer(item, place)


def _article(kind: Kind) -> str:
    if not isinstance(kind, str):
        return "a structure"
    return {
        "variable": "a tf.Variable",
        "tape": "a tf.GradientTape",
        "value": "a tensor or IndexedSlices",
    }.get(kind, f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}")
