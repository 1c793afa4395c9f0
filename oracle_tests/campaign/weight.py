"""WEIGHT: which of two programs is the simpler one."""

import math
from typing import TypeAlias

from strategies import program as p
from strategies.program import Attribute, Program, Scalar, Statement, Tree

from .outline import trees

Weight: TypeAlias = tuple[int, int, int, int, int, int, int, tuple[int, ...]]

# Numbers, the simplest first.  Most ints are indices.
SIMPLE: dict[type, tuple] = {
    float: (1.0, 2.0, 0.0, 3.0, 0.5),
    int: (0, 1, 2, 3),
    bool: (True, False),
    complex: (1 + 0j, 1j, 1 + 1j, 2 + 0j, 0j),
    str: ("a", ""),
}
# The simplest first; then all others.
DTYPES = ("float32", "int32", "bool", "float64", "int64", "complex64", "float16", "bfloat16", "complex128")

_NOT_FINITE = 60


def weight(program: Program) -> Weight:
    """What a program weighs; the first of these in which two programs differ decides.

    Statements; inputs; names, numbers and arguments; how deep statements stand in scopes; elements of
    literals; dtypes; digits of numbers; which names are used, earlier ones being lighter (names have to be
    numbered in order of appearance).
    """
    scale = _Scale()
    for s in program.inputs:
        scale.statement(s)
    scale.body(program.body, 0)
    return (
        scale.statements,
        len(program.inputs),
        scale.nodes,
        scale.depth,
        scale.elements,
        scale.dtypes,
        scale.digits,
        tuple(scale.reading),
    )


class _Scale:
    def __init__(self) -> None:
        self.statements = self.nodes = self.depth = self.elements = self.dtypes = self.digits = 0
        self.reading: list[int] = []

    def body(self, body: tuple[Statement, ...], depth: int) -> None:
        for s in body:
            self.statements += 1
            self.depth += depth
            self.statement(s)
            if isinstance(s, p.Scope | p.Unit):
                self.body(s.body, depth + 1)

    def statement(self, s: Statement) -> None:
        for tree in trees(s):
            self.tree(tree)
        match s:
            case p.Constant(_, value):
                self.literal(value)
            case p.Variable(_, value, trainable, shape):
                self.nodes += 1 + (not trainable)
                self.literal(value)
                if shape is not None:
                    self.nodes += 1 + (shape != "unknown")
            case p.NewVariable(trainable=trainable):
                self.nodes += 1 + (not trainable)
            case p.Tape(_, persistent, accessed):
                self.nodes += bool(persistent) + (not accessed)
            case p.Apply(attributes=attributes):
                self.nodes += 1
                for _, argument in attributes:
                    self.attribute(argument)
            case p.Operate():
                self.nodes += 1
            case p.Gradient() | p.Jacobian() | p.BatchJacobian() | p.Jvp():
                self.question(s)
            case p.Def() | p.Repeat():
                self.unit(s)
            case p.Method(attributes=attributes) | p.Optimizer(options=attributes):
                self.nodes += 1 if isinstance(s, p.Method) else s.algorithm != "SGD"
                for _, argument in attributes:
                    self.attribute(argument)
                if isinstance(s, p.Optimizer):
                    self.digits += digits(s.learning_rate)
            case p.Module(fields=pairs):
                self.nodes += len(pairs)
            case p.ModuleVariables(field=part):
                self.nodes += 1 + (part != "variables")
            case p.Index(key=key) | p.AssignSlice(key=key):
                self.nodes += isinstance(s, p.AssignSlice)
                for item in key:
                    self.index(item)
            case p.Assign(method=method, read_value=read_value):
                self.nodes += (method != "assign") + (not read_value)
                self.nodes += "scatter" in method and method != "scatter_update"
            case p.ScatterNd(method=method):
                self.nodes += 1 + (method != "scatter_nd_update")
            case p.ReadRows(method=method):
                self.nodes += 1 + (method != "sparse_read")
            case p.Augment(operator=operator):
                self.nodes += 2 + (operator != "+")
            case p.IndexedSlices():
                self.nodes += 1
            case p.Read(method=method):
                self.nodes += method != "read_value"
            case p.Part(field=part):
                self.nodes += part != "values"

    def question(self, s: p.Gradient | p.Jacobian | p.BatchJacobian | p.Jvp) -> None:
        mode = s.unconnected_gradients
        if mode != "none":
            self.nodes += 1 + (mode != "zero")
            self.attribute(mode)
        if isinstance(s, p.Jacobian | p.BatchJacobian):
            self.nodes += isinstance(s, p.BatchJacobian) + (s.parallel_iterations is not None)
            self.nodes += s.experimental_use_pfor is not True

    def unit(self, s: p.Def | p.Repeat) -> None:
        if isinstance(s, p.Repeat):
            self.nodes += 3 * len(s.carried)
            self.digits += count(s.times)
        else:
            self.nodes += 1 + 2 * len(s.parameters) + 2 * (s.decorator is not None) + 2 * s.variables

    def tree(self, tree: Tree) -> None:
        match tree:
            case str():
                self.nodes += 2 + tree.count("[")
                self.reading.append(int("".join(filter(str.isdigit, p.root(tree)))))
            case p.Number(value):
                self.nodes += 1
                self.dtypes += (float, int, bool, complex).index(type(value))
                self.digits += digits(value)
            case p.Text(text):
                self.nodes += 1 + len(text)
            case p.Sequence(kind, items):
                self.nodes += 1 + (kind != "list")
                for item in items:
                    self.tree(item)
            case p.Mapping(_, items):
                self.nodes += 3
                for item in items:
                    self.tree(item)

    def literal(self, value: p.Literal) -> None:
        self.elements += (len(value.values) or 2) + 2 * len(value.shape)  # an empty one is odd
        self.dtype(value.dtype)
        for x in value.values:
            self.digits += digits(x)

    def dtype(self, name: str) -> None:
        self.dtypes += DTYPES.index(name) if name in DTYPES else len(DTYPES)

    def attribute(self, value: Attribute) -> None:
        self.nodes += 1
        if isinstance(value, tuple):
            for item in value:
                self.attribute(item)
        elif isinstance(value, str):
            self.dtype(value)
        elif isinstance(value, float):
            self.digits += digits(value)
        elif value is not None:
            self.digits += count(value)

    def index(self, item: p.IndexItem) -> None:
        match item:
            case p.Slice(start, stop, step):
                given = [x for x in (start, stop, step) if x is not None]
                self.nodes += 1 + len(given)
                self.digits += sum(map(count, given))
            case p.Dots() | p.NewAxis():
                self.nodes += 2
            case _:
                self.nodes += 1
                self.digits += count(item)


def digits(x: Scalar) -> int:
    """How long it takes to read a number; 0 for the simplest of its type."""
    simple = SIMPLE[type(x)]
    if repr(x) in map(repr, simple):
        return simple.index(x)
    if isinstance(x, complex):
        return len(simple) + digits(x.real) + digits(x.imag)
    if isinstance(x, str) or math.isfinite(x):
        return len(simple) + len(repr(x))
    return len(simple) + _NOT_FINITE + (x < 0)


def count(x: int) -> int:
    """The same for a number that counts or points somewhere, for which 0 is the simplest."""
    return 2 * abs(x) + (x < 0)
