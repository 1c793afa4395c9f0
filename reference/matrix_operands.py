"""MATRIX DOMAINS: what decompositions and solvers take: square matrices, definite and triangular ones, bands.

As those in `operands`, of which these are more kinds.  Such a domain says what makes a call succeed; in its
`dtypes` are those that the kernels have.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from .dtypes import INDICES, DType, complex64, complex128, float16, float32, float64
from .operands import TensorDomain

SOLVED = (float32, float64, complex64, complex128)
HALF_LISTED = (float16,)


@dataclass(frozen=True)
class MatrixOperand(TensorDomain):
    """A matrix, or a batch of them."""

    dtypes: tuple[DType, ...] | None = field(default=SOLVED, kw_only=True)
    listed: tuple[DType, ...] = field(default=HALF_LISTED, kw_only=True)


@dataclass(frozen=True)
class Rectangular(MatrixOperand):
    """Of any number of rows and columns, of full rank."""


@dataclass(frozen=True)
class Square(MatrixOperand):
    """Square and well conditioned."""


@dataclass(frozen=True)
class Definite(MatrixOperand):
    """Hermitian and positive definite."""


@dataclass(frozen=True)
class Triangular(MatrixOperand):
    """Square, without zeros on the diagonal."""


@dataclass(frozen=True)
class Banded(MatrixOperand):
    """A few diagonals as rows, the main one without zeros."""


@dataclass(frozen=True)
class ThreeDiagonals(MatrixOperand):
    """The diagonals of a tridiagonal matrix as three rows, the middle one dominant."""


@dataclass(frozen=True)
class RightHandSide(MatrixOperand):
    """As many rows as operand `of` has along `axis`, and any number of columns; one batch with it."""

    of: str
    axis: int = -2
    dtypes: tuple[DType, ...] | None = field(default=None, kw_only=True)
    listed: tuple[DType, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class RowOrder(MatrixOperand):
    """For each matrix of operand `of` the numbers of its rows in some order."""

    family: ClassVar[str] = "rows"
    of: str
    dtypes: tuple[DType, ...] | None = field(default=INDICES, kw_only=True)
    listed: tuple[DType, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class RealSpectrum(MatrixOperand):
    """Of at most two rows, with distinct real eigenvalues; complex ones of one row."""


@dataclass(frozen=True)
class Main(MatrixOperand):
    """The diagonal of a tridiagonal matrix, of two rows at least."""


@dataclass(frozen=True)
class Beside(MatrixOperand):
    """What stands beside the diagonal `of`."""

    of: str
    dtypes: tuple[DType, ...] | None = field(default=None, kw_only=True)
    listed: tuple[DType, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Triples(MatrixOperand):
    """Three numbers along the last axis."""

    listed: tuple[DType, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class DoubledAxes(MatrixOperand):
    """Axes that are the same once more."""
