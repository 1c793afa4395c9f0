"""Well-formed programs of every kind, for tests: drawn for their text, whatever they would do."""

import math
from typing import Any

import numpy as np
from hypothesis import strategies as st

from strategies.literals import DTYPES, literal
from strategies.program import (
    AUGMENTED_OPERATORS,
    BINARY_OPERATORS,
    Alias,
    Apply,
    ApplyGradients,
    Assign,
    AssignSlice,
    Augment,
    Constant,
    Delete,
    Dots,
    Gradient,
    Index,
    IndexedSlices,
    Jacobian,
    Literal,
    Mapping,
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
    StopRecording,
    Tape,
    Text,
    ToNumpy,
    Variable,
    Watch,
    WatchedVariables,
)
from strategies.wellformed import ASSIGNMENTS, ROWS, SCATTERS, SCATTERS_ND

FUNCTIONS = ("math.sin", "math.add", "math.reduce_sum", "nn.softmax", "reshape", "where")
SHAPES = ((), (0,), (1,), (2,), (3, 2), (2, 1, 2), (0, 3), (2, 0), (1, 1, 1, 1))

floats = st.floats() | st.sampled_from([0.1, -0.0, math.inf, -math.inf, math.nan, 1e-310, 65504.0])
complexes = st.builds(complex, floats, floats)
integers = st.integers(-(2**63), 2**64 - 1)
strings = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
keywords = st.lists(st.sampled_from(["axis", "keepdims", "dtype", "shape_1", "T"]), unique=True, max_size=3)
attributes = st.recursive(
    st.none() | st.booleans() | integers | floats | strings,
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)
bounds = st.none() | st.integers(-5, 5)
index_items = (
    st.integers(-9, 9) | st.builds(Slice, bounds, bounds, bounds) | st.builds(Dots) | st.builds(NewAxis)
)


@st.composite
def literals(draw: st.DrawFn) -> Literal:
    """Any bits of any dtype."""
    name, shape = draw(st.sampled_from(sorted(DTYPES))), draw(st.sampled_from(SHAPES))
    dtype, count = DTYPES[name], math.prod(shape)
    if name == "string":
        texts = draw(st.lists(st.text(max_size=6), min_size=count, max_size=count))
        return Literal(name, shape, tuple(texts))
    bits = draw(st.binary(min_size=count * dtype.itemsize, max_size=count * dtype.itemsize))
    if name == "bool":
        return literal(np.array([b % 2 == 1 for b in bits], bool).reshape(shape))
    return literal(np.frombuffer(bits, dtype).reshape(shape))


class Names:
    """The names alive while a program is drawn, by what they stand for."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.count = draw, 0
        self.alive: dict[str, list[str]] = {
            k: [] for k in ("tensor", "slices", "variable", "array", "tape", "optimizer")
        }

    def new(self, letters: str, kind: str) -> str:
        self.count += 1
        self.alive[kind].append(f"{letters}{self.count}")
        return self.alive[kind][-1]

    def some(self, *kinds: str) -> str:
        return self.draw(st.sampled_from([name for kind in kinds for name in self.alive[kind]]))

    def tensor(self) -> str:
        return self.some("tensor", "slices", "variable")

    def tree(self, depth: int = 0) -> Any:
        kind = self.draw(st.integers(0, 9 if depth < 3 else 6))
        if kind < 5:
            return self.some("tensor", "slices", "variable", "array")
        if kind == 5:
            return Number(self.draw(st.booleans() | integers | floats | complexes))
        if kind == 6:
            return (
                Nothing()
                if self.draw(st.booleans())
                else Text(self.draw(st.sampled_from(("ij->ji", "", "a b"))))
            )
        items = tuple(self.tree(depth + 1) for _ in range(self.draw(st.integers(0, 3))))
        if kind == 9:
            return Mapping(tuple(f"k{i}" for i in range(len(items))), items)
        return Sequence("list" if kind == 7 else "tuple", items)

    def leaves(self, path: str, tree: object) -> None:
        """Makes the leaves of a gradient with respect to `tree` known."""
        match tree:
            case Sequence(_, items):
                for i, item in enumerate(items):
                    self.leaves(f"{path}[{i}]", item)
            case Mapping(keys, items):
                for key, item in zip(keys, items, strict=True):
                    self.leaves(f"{path}['{key}']", item)
            case _:
                self.alive["slices"].append(path)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Any well-formed program of a few statements."""
    names = Names(draw)
    inputs: list[Any] = [Variable(names.new("v", "variable"), draw(literals()), draw(st.booleans()))]
    for _ in range(draw(st.integers(0, 2))):
        inputs.append(Constant(names.new("c", "tensor"), draw(literals())))
    first = Tape(names.new("tape", "tape"), draw(st.booleans()), draw(st.booleans()), body(draw, names, 1))
    return Program(tuple(inputs), (first, *body(draw, names, 0)))


def body(draw: st.DrawFn, names: Names, depth: int) -> tuple:
    kinds = SIMPLE + SCOPES * (depth < 4)
    return tuple(draw(st.sampled_from(kinds))(draw, names, depth) for _ in range(draw(st.integers(0, 4))))


def apply(draw, names, depth):
    keys = draw(keywords)
    operands = tuple(names.tree() for _ in range(draw(st.integers(0, 3))))
    named = tuple((key, draw(attributes)) for key in keys)
    return Apply(names.new("t", "slices"), draw(st.sampled_from(FUNCTIONS)), operands, named)


def operate(draw, names, depth):
    operands = draw(st.permutations([names.tensor(), names.tree()]))
    return Operate(names.new("t", "tensor"), draw(st.sampled_from(BINARY_OPERATORS)), tuple(operands))


def operate_alone(draw, names, depth):
    x = names.tensor()
    return Operate(names.new("t", "tensor"), draw(st.sampled_from(["-", "abs"])), (x,))


def index(draw, names, depth):
    x, key = names.tensor(), tuple(draw(st.lists(index_items, max_size=4)))
    return Index(names.new("t", "tensor"), x, key)


def alias(draw, names, depth):
    kind = draw(st.sampled_from([kind for kind, alive in names.alive.items() if alive]))
    name = names.some(kind)
    return Alias(names.new("a", kind), name)


def read(draw, names, depth):
    v = names.some("variable")
    return Read(names.new("t", "tensor"), v, draw(st.sampled_from(["read_value", "value"])))


def to_numpy(draw, names, depth):
    x = names.tensor()
    return ToNumpy(names.new("n", "array"), x)


def part(draw, names, depth):
    if not names.alive["slices"]:
        return apply(draw, names, depth)
    slices = names.some("slices")
    return Part(names.new("t", "tensor"), slices, draw(st.sampled_from(["values", "indices", "dense_shape"])))


def assign(draw, names, depth):
    v, value = names.some("variable"), names.tree()
    return Assign(
        names.new("w", "variable"), v, draw(st.sampled_from(["assign", "assign_add", "assign_sub"])), value
    )


def assign_unread(draw, names, depth):
    v, value = names.some("variable"), names.tree()
    return Assign(names.new("r", "slices"), v, draw(st.sampled_from(ASSIGNMENTS)), value, False)


def scatter(draw, names, depth):
    v, value = names.some("variable"), names.tree()
    return Assign(names.new("w", "variable"), v, draw(st.sampled_from(SCATTERS)), value)


def scatter_nd(draw, names, depth):
    v, indices, updates = names.some("variable"), names.tree(), names.tree()
    return ScatterNd(names.new("w", "variable"), v, draw(st.sampled_from(SCATTERS_ND)), indices, updates)


def assign_slice(draw, names, depth):
    v, value, key = names.some("variable"), names.tree(), tuple(draw(st.lists(index_items, max_size=3)))
    return AssignSlice(names.new("w", "variable"), v, key, value)


def read_rows(draw, names, depth):
    v, indices = names.some("variable"), names.tree()
    return ReadRows(names.new("t", "tensor"), v, draw(st.sampled_from(ROWS)), indices)


def augment(draw, names, depth):
    x, value = names.tensor(), names.tree()
    return Augment(names.new("t", "tensor"), x, draw(st.sampled_from(AUGMENTED_OPERATORS)), value)


def make_slices(draw, names, depth):
    parts = names.tree(), names.tree(), names.tree()
    return IndexedSlices(names.new("s", "slices"), *parts)


def new_variable(draw, names, depth):
    value = names.tree()
    return NewVariable(names.new("v", "variable"), value, draw(st.booleans()))


def watch(draw, names, depth):
    return Watch(names.some("tape"), names.tree())


def reset(draw, names, depth):
    return Reset(names.some("tape"))


def watched_variables(draw, names, depth):
    return WatchedVariables(names.some("tape"))


def gradient(draw, names, depth):
    tape, target, sources, seeds = names.some("tape"), names.tree(), names.tree(), names.tree()
    out = names.new("g", "slices")
    names.alive["slices"].remove(out)
    names.leaves(out, sources)
    return Gradient(out, tape, target, sources, seeds, draw(st.sampled_from(["none", "zero"]) | attributes))


def jacobian(draw, names, depth):
    tape, target, x = names.some("tape"), names.tree(), names.tensor()
    return Jacobian(names.new("j", "slices"), tape, target, x, draw(st.sampled_from(["none", "zero"])))


def delete(draw, names, depth):
    """Deletes a name that was defined for the purpose, so that nothing runs out."""
    return Tape(names.new("tape", "tape"), False, True, (Delete(names.alive["tape"].pop()),))


def optimizer(draw, names, depth):
    return Optimizer(names.new("opt", "optimizer"), draw(floats))


def apply_gradients(draw, names, depth):
    if not names.alive["optimizer"]:
        return optimizer(draw, names, depth)
    n = draw(st.integers(0, 2))
    pairs = tuple(names.tree() for _ in range(n)), tuple(names.some("variable") for _ in range(n))
    return ApplyGradients(names.some("optimizer"), *pairs)


def constant(draw, names, depth):
    return Constant(names.new("c", "tensor"), draw(literals()))


def variable(draw, names, depth):
    value = draw(literals())
    shapes = [None, "unknown", value.shape, (None,) * len(value.shape)]
    return Variable(names.new("v", "variable"), value, draw(st.booleans()), draw(st.sampled_from(shapes)))


def tape(draw, names, depth):
    out = names.new("tape", "tape")
    return Tape(out, draw(st.booleans()), draw(st.booleans()), body(draw, names, depth + 1))


def reenter(draw, names, depth):
    return Reenter(names.some("tape"), body(draw, names, depth + 1))


def stop_recording(draw, names, depth):
    return StopRecording(names.some("tape"), body(draw, names, depth + 1))


SIMPLE = (
    assign_unread, scatter, scatter_nd, assign_slice, read_rows, augment, make_slices, new_variable,
    apply, operate, operate_alone, index, alias, read, to_numpy, part, assign, watch, reset,
    watched_variables, gradient, jacobian, delete, optimizer, apply_gradients, constant, variable,
)  # fmt: skip
SCOPES = (tape, reenter, stop_recording)
