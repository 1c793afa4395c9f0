"""VALUES: statements that make and compute values."""

from dataclasses import dataclass, field
from typing import TypeAlias

from .trees import OMITTED, RARE, Attribute, IndexItem, Literal, Name, Tree

# Python's operators, by the symbol that the script shows.
BINARY_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "<", "<=", ">", ">=", "==", "!=")
UNARY_OPERATORS = ("-", "abs")
AUGMENTED_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@")


@dataclass(frozen=True)
class Constant:
    """out = tf.constant(value)"""

    out: Name
    value: Literal


@dataclass(frozen=True)
class Apply:
    """out = tf.function(*operands, **attributes)"""

    out: Name
    function: str
    operands: tuple[Tree, ...]
    attributes: tuple[tuple[str, Attribute], ...] = ()


@dataclass(frozen=True)
class Operate:
    """out = x + y, and the like; one operand for `-x` and `abs(x)`"""

    out: Name
    operator: str
    operands: tuple[Tree, ...]


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
    dense_shape: Tree = OMITTED


@dataclass(frozen=True)
class Part:
    """out = slices.values, .indices or .dense_shape"""

    out: Name
    slices: Name
    field: str


@dataclass(frozen=True)
class Method:
    """out = object.method(*operands, **attributes), of a TensorArray, a RaggedTensor or a SparseTensor"""

    out: Name
    object: Name
    method: str
    operands: tuple[Tree, ...] = ()
    attributes: tuple[tuple[str, Attribute], ...] = field(default=(), metadata=RARE)


@dataclass(frozen=True)
class Delete:
    """del name"""

    name: Name


ValueStatement: TypeAlias = (
    Constant | Apply | Operate | Augment | Index | Alias | ToNumpy | IndexedSlices | Part | Method | Delete
)
