"""VARIABLES: statements that make, read and write variables, and what holds or trains them."""

from dataclasses import dataclass, field
from typing import TypeAlias

from .trees import RARE, Attribute, IndexItem, Literal, Name, Tree


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
class Module:
    """out = tf.Module(), and then out.a = value for each field"""

    out: Name
    fields: tuple[tuple[str, Tree], ...]


@dataclass(frozen=True)
class ModuleVariables:
    """out = module.trainable_variables, or .variables, observed as the names of the variables"""

    out: Name
    module: Name
    field: str = "trainable_variables"


@dataclass(frozen=True)
class Optimizer:
    """out = tf.keras.optimizers.SGD(learning_rate, **options), or another `algorithm`"""

    out: Name
    learning_rate: float
    algorithm: str = field(default="SGD", metadata=RARE)
    options: tuple[tuple[str, Attribute], ...] = field(default=(), metadata=RARE)


@dataclass(frozen=True)
class ApplyGradients:
    """optimizer.apply_gradients(zip(gradients, variables))"""

    optimizer: Name
    gradients: tuple[Tree, ...]
    variables: tuple[Tree, ...]


Assignment: TypeAlias = Assign | AssignSlice | ScatterNd
VariableStatement: TypeAlias = (
    Variable
    | NewVariable
    | Read
    | ReadRows
    | Assign
    | AssignSlice
    | ScatterNd
    | Module
    | ModuleVariables
    | Optimizer
    | ApplyGradients
)
