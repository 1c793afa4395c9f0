"""ARRAY DOMAINS: what operations that move entries of arrays are told: shapes, places, counts, coordinates.

As those in `operands`, of which these are more kinds.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .dtypes import INDICES, INTEGER, DType
from .operands import Domain, TensorDomain


class ArrayDomain(Domain):
    """An attribute."""


class ArrayOperand(TensorDomain):
    """A tensor operand."""


@dataclass(frozen=True)
class Scalar(ArrayOperand):
    """A scalar of any dtype, or None where it is `optional`."""

    optional: bool = False


@dataclass(frozen=True)
class Row(ArrayOperand):
    """A vector of any dtype."""


@dataclass(frozen=True)
class Indices(ArrayOperand):
    """Ints of any shape."""

    dtypes: tuple[DType, ...] | None = field(default=INTEGER, kw_only=True)
    family: ClassVar[str] = "indices"


@dataclass(frozen=True)
class Mask(ArrayOperand):
    """Bools in the shape of some axes of operand `of`, from `axis` on."""

    of: str
    axis: str


@dataclass(frozen=True)
class Coordinates(ArrayOperand):
    """Coordinates along the first axes of operand `of`; `is_shape` if `of` is a shape itself."""

    dtypes: tuple[DType, ...] | None = field(default=INDICES, kw_only=True)
    family: ClassVar[str] = "indices"
    of: str
    is_shape: bool = False


@dataclass(frozen=True)
class Updates(ArrayOperand):
    """Slices of operand `of`, one for each row of coordinates in `at`; `is_shape` as there."""

    of: str
    at: str
    is_shape: bool = False


@dataclass(frozen=True)
class Sizes(ArrayOperand):
    """A shape, as a tensor of the dtype of the coordinates that lie in it."""

    dtypes: tuple[DType, ...] | None = field(default=INDICES, kw_only=True)
    family: ClassVar[str] = "indices"


@dataclass(frozen=True)
class DiagonalsOf(ArrayOperand):
    """As many entries as the diagonals `k` of the matrices `of` have."""

    of: str
    k: str


@dataclass(frozen=True)
class MultipliesVector(ArrayOperand):
    """A vector (or a batch) that the matrices `of`, turned where a flag says so, can be multiplied with."""

    of: str
    transpose: str
    adjoint: str


@dataclass(frozen=True)
class Contracts(ArrayOperand):
    """A tensor whose first axis is as long as the last one of operand `of`."""

    of: str


@dataclass(frozen=True)
class Some(ArrayOperand):
    """One to three operands of one dtype."""


@dataclass(frozen=True)
class Terms(ArrayOperand):
    """Operands in the shapes that an equation of `einsum` asks for."""

    equation: str


@dataclass(frozen=True)
class Shape(ArrayDomain):
    """A small shape."""


@dataclass(frozen=True)
class Between(ArrayDomain):
    """An int from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True)
class Multiples(ArrayDomain):
    """For each axis of operand `of`, how often it is repeated."""

    of: str


@dataclass(frozen=True)
class Repeats(ArrayDomain):
    """How often each slice of operand `of` along `axis` is repeated: one number, or one for each."""

    of: str
    axis: str


@dataclass(frozen=True)
class Paddings(ArrayDomain):
    """For each axis of operand `of`, how many entries come before and after."""

    of: str


@dataclass(frozen=True)
class Splits(ArrayDomain):
    """A number of pieces into which operand `of` can be cut along `axis`, or their sizes."""

    of: str
    axis: str


@dataclass(frozen=True)
class SizeOf(ArrayDomain):
    """The size of operand `of` along `axis`."""

    of: str
    axis: str


@dataclass(frozen=True)
class DistinctAxes(ArrayDomain):
    """Some axes of operand `of`, none of them twice."""

    of: str


@dataclass(frozen=True)
class Begin(ArrayDomain):
    """For each axis of operand `of`, a place on it."""

    of: str


@dataclass(frozen=True)
class BlockSize(ArrayDomain):
    """For each axis of operand `of`, a size that fits behind `begin`, or -1."""

    of: str
    begin: str


@dataclass(frozen=True)
class Strides(ArrayDomain):
    """For each axis of operand `of`, a step."""

    of: str


@dataclass(frozen=True)
class Bits(ArrayDomain):
    """An int with a bit for each axis of operand `of`, most of them 0."""

    of: str


@dataclass(frozen=True)
class BandWidth(ArrayDomain):
    """A number of diagonals of the matrices `of`, or -1; at most their size along `axis`."""

    of: str
    axis: int


@dataclass(frozen=True)
class Diagonals(ArrayDomain):
    """The number of a diagonal of the matrices `of`, or of the lowest and the highest of some.

    `packed` if `of` holds diagonals, whose number tells how many there are.
    """

    of: str
    packed: bool = False


@dataclass(frozen=True)
class Contraction(ArrayDomain):
    """Axes over which `a` and `b` can be contracted: how many, or lists for each of them."""

    of: str
    b: str


@dataclass(frozen=True)
class Equation(ArrayDomain):
    """An equation of `einsum`."""


@dataclass(frozen=True)
class TransformLength(ArrayDomain):
    """For the last `axes` axes of operand `of`, how many entries are transformed; of a `half` of a spectrum,
    how many the whole has along the last one."""

    of: str
    axes: int
    half: bool = False
