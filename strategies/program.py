"""SYNTAX: the language of tape programs.

    program   = input* statement*
    input     = Constant | Variable
    statement = input | NewVariable | Apply | Operate | Augment | Index | Alias | Read | ReadRows | ToNumpy
              | IndexedSlices | Part | Assign | AssignSlice | ScatterNd | Watch
              | Tape statement* | Reenter statement* | StopRecording statement* | Reset | WatchedVariables
              | Gradient | Jacobian | Delete | Optimizer | ApplyGradients
    tree      = Name | Number | Text | Nothing | Sequence tree* | Mapping tree*

A program is what a person would write as a short TensorFlow script, and `script` writes exactly that.
Field names are TensorFlow's argument names.  Every statement that yields something names it in `out`; a
leaf of a structured result is named by the Python expression that reaches it, as in `g3[0]` or `g3['b'][1]`.

This module defines what can be said.  `wellformed` says which programs make sense, `interpret` what they do.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Name: TypeAlias = str
RARE = {"rare": True}  # of a field: JSON leaves it out where it has its default
Scalar: TypeAlias = bool | int | float | complex | str


@dataclass(frozen=True, eq=False)
class Literal:
    """A dense value: `values` are Python scalars in row-major order.

    Literals are equal when their values are written alike: NaN equals NaN, also in a complex number, and 0.0
    is not -0.0.
    """

    dtype: str
    shape: tuple[int, ...]
    values: tuple[Scalar, ...]

    def _written(self) -> tuple[str, tuple[int, ...], str]:
        return self.dtype, self.shape, repr(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._written() == other._written()

    def __hash__(self) -> int:
        return hash(self._written())


@dataclass(frozen=True)
class Number:
    """A Python number written in the program."""

    value: bool | int | float | complex


@dataclass(frozen=True)
class Text:
    """A Python string among operands, as the equation of `einsum`."""

    value: str


@dataclass(frozen=True)
class Nothing:
    """Python's None where a tensor could stand."""


@dataclass(frozen=True)
class Sequence:
    """A Python list or tuple of trees."""

    kind: str  # "list" or "tuple"
    items: tuple["Tree", ...]


@dataclass(frozen=True)
class Mapping:
    """A Python dict from strings to trees, in writing order."""

    keys: tuple[str, ...]
    items: tuple["Tree", ...]


Tree: TypeAlias = Name | Number | Text | Nothing | Sequence | Mapping

# Arguments that are not tensors: an axis, a shape, a flag, the name of a dtype.
Attribute: TypeAlias = None | bool | int | float | str | tuple["Attribute", ...]


@dataclass(frozen=True)
class Slice:
    """`start:stop:step` in an index."""

    start: int | None
    stop: int | None
    step: int | None


@dataclass(frozen=True)
class Dots:
    """`...` in an index."""


@dataclass(frozen=True)
class NewAxis:
    """`tf.newaxis` in an index."""


IndexItem: TypeAlias = int | Slice | Dots | NewAxis


@dataclass(frozen=True)
class Constant:
    """out = tf.constant(value)"""

    out: Name
    value: Literal


@dataclass(frozen=True)
class Variable:
    """out = tf.Variable(value, trainable=trainable, shape=shape)

    `shape` is None where the argument is left out, and "unknown" for a shape of unknown rank.
    """

    out: Name
    value: Literal
    trainable: bool = True
    shape: Attribute = field(default=None, metadata=RARE)


@dataclass(frozen=True)
class NewVariable:
    """out = tf.Variable(initial_value, trainable=trainable), of something that the program has computed"""

    out: Name
    initial_value: Tree
    trainable: bool = True


@dataclass(frozen=True)
class Apply:
    """out = tf.function(*operands, **attributes)"""

    out: Name
    function: str
    operands: tuple[Tree, ...]
    attributes: tuple[tuple[str, Attribute], ...] = ()


# Python's operators, by the symbol that the script shows.
BINARY_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "<", "<=", ">", ">=", "==", "!=")
UNARY_OPERATORS = ("-", "abs")


@dataclass(frozen=True)
class Operate:
    """out = x + y, and the like; one operand for `-x` and `abs(x)`"""

    out: Name
    operator: str
    operands: tuple[Tree, ...]


AUGMENTED_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@")


@dataclass(frozen=True)
class Augment:
    """out = name, and then out += value, and the like

    Where that raises, `out` is what `name` is, as in a script.
    """

    out: Name
    name: Name
    operator: str
    value: Tree


@dataclass(frozen=True)
class Index:
    """out = tensor[key]"""

    out: Name
    tensor: Name
    key: tuple[IndexItem, ...]


@dataclass(frozen=True)
class Alias:
    """out = name: the same object under a second name"""

    out: Name
    name: Name


@dataclass(frozen=True)
class Read:
    """out = variable.read_value(), or .value()"""

    out: Name
    variable: Name
    method: str


@dataclass(frozen=True)
class ReadRows:
    """out = variable.sparse_read(indices), or .gather_nd"""

    out: Name
    variable: Name
    method: str
    indices: Tree


@dataclass(frozen=True)
class ToNumpy:
    """out = tensor.numpy(): an array, with which the program goes on"""

    out: Name
    tensor: Name


@dataclass(frozen=True)
class IndexedSlices:
    """out = tf.IndexedSlices(values, indices, dense_shape)

    `dense_shape` is Nothing() where the argument is left out.
    """

    out: Name
    values: Tree
    indices: Tree
    dense_shape: Tree = Nothing()


@dataclass(frozen=True)
class Part:
    """out = slices.values, .indices or .dense_shape"""

    out: Name
    slices: Name
    field: str


@dataclass(frozen=True)
class Assign:
    """out = variable.assign(value), and all other methods that write and take one value

    Without `read_value`, which only some of them have, `out` is None.
    """

    out: Name
    variable: Name
    method: str
    value: Tree
    read_value: bool = field(default=True, metadata=RARE)


@dataclass(frozen=True)
class AssignSlice:
    """out = variable[key].assign(value)"""

    out: Name
    variable: Name
    key: tuple[IndexItem, ...]
    value: Tree


@dataclass(frozen=True)
class ScatterNd:
    """out = variable.scatter_nd_update(indices, updates), and its kin"""

    out: Name
    variable: Name
    method: str
    indices: Tree
    updates: Tree


@dataclass(frozen=True)
class Watch:
    """tape.watch(tensor)"""

    tape: Name
    tensor: Tree


@dataclass(frozen=True)
class Tape:
    """with tf.GradientTape(persistent, watch_accessed_variables) as out: body"""

    out: Name
    persistent: bool
    watch_accessed_variables: bool
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class Reenter:
    """with tape: body"""

    tape: Name
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class StopRecording:
    """with tape.stop_recording(): body"""

    tape: Name
    body: tuple["Statement", ...]


@dataclass(frozen=True)
class Reset:
    """tape.reset()"""

    tape: Name


@dataclass(frozen=True)
class WatchedVariables:
    """tape.watched_variables(), observed as the names of the variables"""

    tape: Name


@dataclass(frozen=True)
class Gradient:
    """out = tape.gradient(target, sources, output_gradients, unconnected_gradients)

    `output_gradients` is Nothing() where the argument is left out.
    """

    out: Name
    tape: Name
    target: Tree
    sources: Tree
    output_gradients: Tree = Nothing()
    unconnected_gradients: Attribute = "none"


@dataclass(frozen=True)
class Jacobian:
    """out = tape.jacobian(target, sources, unconnected_gradients)"""

    out: Name
    tape: Name
    target: Tree
    sources: Tree
    unconnected_gradients: Attribute = "none"


@dataclass(frozen=True)
class Delete:
    """del name"""

    name: Name


@dataclass(frozen=True)
class Optimizer:
    """out = tf.keras.optimizers.SGD(learning_rate)"""

    out: Name
    learning_rate: float


@dataclass(frozen=True)
class ApplyGradients:
    """optimizer.apply_gradients(zip(gradients, variables))"""

    optimizer: Name
    gradients: tuple[Tree, ...]
    variables: tuple[Tree, ...]


Input: TypeAlias = Constant | Variable
Scope: TypeAlias = Tape | Reenter | StopRecording
Assignment: TypeAlias = Assign | AssignSlice | ScatterNd
Statement: TypeAlias = (
    Constant
    | Variable
    | NewVariable
    | Apply
    | Operate
    | Augment
    | Index
    | Alias
    | Read
    | ReadRows
    | ToNumpy
    | IndexedSlices
    | Part
    | Assign
    | AssignSlice
    | ScatterNd
    | Watch
    | Tape
    | Reenter
    | StopRecording
    | Reset
    | WatchedVariables
    | Gradient
    | Jacobian
    | Delete
    | Optimizer
    | ApplyGradients
)


@dataclass(frozen=True)
class Program:
    inputs: tuple[Input, ...]
    body: tuple[Statement, ...]


def statements(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement of `body`, those of inner bodies after the one that opens them."""
    for statement in body:
        yield statement
        yield from statements(getattr(statement, "body", ()))


def size(program: Program) -> int:
    """The number of statements, inputs not counted."""
    return sum(1 for _ in statements(program.body))


def leaves(tree: Tree) -> Iterator[Name]:
    """The names in a tree, left to right."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, Sequence | Mapping):
        for item in tree.items:
            yield from leaves(item)


def root(name: Name) -> Name:
    """The name that a statement defined: `g3` for `g3['b'][1]`."""
    return name.split("[", 1)[0]
