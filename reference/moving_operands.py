"""MOVING DOMAINS: what operations are told that cut batches into blocks, part rows and put them together.

As those in `operands`, of which these are more kinds.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .dtypes import DType, int32
from .operands import Domain, TensorDomain


class MovingOperand(TensorDomain):
    """A tensor operand, or a list of them."""


class MovingDomain(Domain):
    """An attribute."""


@dataclass(frozen=True)
class PartNumbers(MovingOperand):
    """For each row of operand `of` the number of one of `count` parts."""

    dtypes: tuple[DType, ...] | None = field(default=(int32,), kw_only=True)
    family: ClassVar[str] = "indices"
    of: str
    count: str


@dataclass(frozen=True)
class Places(MovingOperand):
    """A list of vectors of places, which are all places below some number; one may come twice."""

    role: ClassVar[str] = "tensors"
    dtypes: tuple[DType, ...] | None = field(default=(int32,), kw_only=True)
    family: ClassVar[str] = "indices"


@dataclass(frozen=True)
class Pieces(MovingOperand):
    """A list of tensors, of which each has a row for each of the places `at`."""

    role: ClassVar[str] = "tensors"
    at: str


@dataclass(frozen=True)
class BlockShape(MovingDomain):
    """How many blocks along each of some axes of operand `of`, behind its first; where `joined`, that one is
    a multiple of their product."""

    of: str
    joined: bool = False


@dataclass(frozen=True)
class BlockPaddings(MovingDomain):
    """How many entries before and after make the axes of operand `of` multiples of its `blocks`."""

    of: str
    blocks: str


@dataclass(frozen=True)
class Crops(MovingDomain):
    """How many entries before and after are cut off, where the axes of operand `of` grow by its `blocks`."""

    of: str
    blocks: str


@dataclass(frozen=True)
class Lengths(MovingDomain):
    """For each slice of operand `of` along `batch`, how many of its entries along `axis`."""

    of: str
    axis: str
    batch: str


@dataclass(frozen=True)
class AxisBut(MovingDomain):
    """An axis of operand `of`, counted from the front; another one than `other`, or than the first."""

    of: str
    other: str | None = None
