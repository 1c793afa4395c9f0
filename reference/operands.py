"""DOMAINS: what an argument of an operation may be, as data, and relative to which other argument.

An operand's domain names the dtypes it may have and where its interesting points are; operands that must
have one dtype form a *family*.  Attributes (an axis, a flag, a shape) have domains too.  Strategies are made
from these; nothing in the reference draws anything.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .dtypes import ALL, BOOL, FLOATING, INDICES, INTEGER, NUMERIC, DType

ANY_DTYPE: tuple[DType, ...] = ALL


@dataclass(frozen=True)
class Domain:
    """Where an argument comes from; `role` says whether it is a tensor, a list of tensors or an attribute."""

    role: ClassVar[str] = "attribute"


@dataclass(frozen=True)
class TensorDomain(Domain):
    """A tensor operand.

    `dtypes` None: those of the operand that begins its family.  A domain has dtypes of its own; an operation
    with others says so.  `listed` are dtypes that TensorFlow's operation names but has no kernel for; they
    raise NotFoundError, all others InvalidArgumentError.
    """

    role: ClassVar[str] = "tensor"
    family: ClassVar[str] = "T"
    dtypes: tuple[DType, ...] | None = field(default=None, kw_only=True)
    listed: tuple[DType, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Floats(TensorDomain):
    """Floating; `likely` are bounds (low, high) for most values, `kinks` are points to aim at."""

    dtypes: tuple[DType, ...] | None = field(default=FLOATING, kw_only=True)
    likely: tuple[float, float] | None = None
    kinks: tuple[float, ...] = (0.0,)
    least_rank: int = 0


@dataclass(frozen=True)
class Numbers(Floats):
    """Floating or integer."""

    dtypes: tuple[DType, ...] | None = field(default=NUMERIC, kw_only=True)


@dataclass(frozen=True)
class Ints(Floats):
    """Integer."""

    dtypes: tuple[DType, ...] | None = field(default=INTEGER, kw_only=True)


@dataclass(frozen=True)
class Anything(TensorDomain):
    """Of any dtype."""

    dtypes: tuple[DType, ...] | None = field(default=ANY_DTYPE, kw_only=True)
    least_rank: int = 0


@dataclass(frozen=True)
class Broadcasts(TensorDomain):
    """Of the dtype of operand `of`, with a shape that broadcasts with it."""

    of: str
    kinks: tuple[float, ...] = (0.0,)


@dataclass(frozen=True)
class Like(TensorDomain):
    """Of the dtype and shape of operand `of`."""

    of: str


@dataclass(frozen=True)
class ScalarOf(TensorDomain):
    """A scalar of the dtype of operand `of`."""

    of: str


@dataclass(frozen=True)
class Vector(TensorDomain):
    """As many numbers as operand `of` has along axis `axis`, of its dtype."""

    of: str
    axis: int = -1


@dataclass(frozen=True)
class Multiplies(TensorDomain):
    """A matrix (or a batch) that operand `of` can be multiplied with."""

    of: str


@dataclass(frozen=True)
class Condition(TensorDomain):
    """Bools that broadcast with operand `of`."""

    dtypes: tuple[DType, ...] | None = field(default=BOOL, kw_only=True)
    family: ClassVar[str] = "condition"
    of: str


@dataclass(frozen=True)
class Bools(TensorDomain):
    """Bools of any shape."""

    dtypes: tuple[DType, ...] | None = field(default=BOOL, kw_only=True)


@dataclass(frozen=True)
class IndexInto(TensorDomain):
    """Indices into axis `axis` (an argument's name, or a number) of operand `of`."""

    dtypes: tuple[DType, ...] | None = field(default=INDICES, kw_only=True)
    family: ClassVar[str] = "indices"
    of: str
    axis: str | int = 0


@dataclass(frozen=True)
class Labels(TensorDomain):
    """For each row of operand `of` the number of one of its columns."""

    dtypes: tuple[DType, ...] | None = field(default=INDICES, kw_only=True)
    family: ClassVar[str] = "labels"
    of: str


@dataclass(frozen=True)
class Several(Domain):
    """A list of tensors of one dtype whose shapes agree, except on argument `but` where that is given.

    `mixed`: of any dtypes and shapes.
    """

    role: ClassVar[str] = "tensors"
    family: ClassVar[str] = "T"
    dtypes: tuple[DType, ...] = ANY_DTYPE
    listed: tuple[DType, ...] = ()
    but: str | None = None
    mixed: bool = False


@dataclass(frozen=True)
class Axis(Domain):
    """An axis of operand `of`; `extra` allows that many positions beyond its last."""

    of: str
    extra: int = 0


@dataclass(frozen=True)
class Axes(Domain):
    """None, an axis or several axes of operand `of`."""

    of: str


@dataclass(frozen=True)
class UnitAxes(Domain):
    """None, or axes of operand `of` that have size 1."""

    of: str


@dataclass(frozen=True)
class Permutation(Domain):
    """None, or a permutation of the axes of operand `of`."""

    of: str


@dataclass(frozen=True)
class SameSize(Domain):
    """A shape with as many elements as operand `of`; one entry may be -1."""

    of: str


@dataclass(frozen=True)
class BroadcastShape(Domain):
    """A shape to which operand `of` broadcasts."""

    of: str


@dataclass(frozen=True)
class Flag(Domain):
    """True or False."""


@dataclass(frozen=True, init=False)
class Among(Domain):
    """One of `values`."""

    values: tuple

    def __init__(self, *values):
        object.__setattr__(self, "values", values)


@dataclass(frozen=True)
class Count(Domain):
    """A number of entries that operand `of` has along its last axis, or fewer."""

    of: str


@dataclass(frozen=True)
class DtypeName(Domain):
    """The name of a dtype."""


@dataclass(frozen=True)
class Internal(Domain):
    """An attribute that only rules give; programs never draw it."""
