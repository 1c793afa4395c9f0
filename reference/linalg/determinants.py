"""DETERMINANTS."""

from collections import namedtuple
from typing import Annotated

import numpy as np

from ..arrays.shaping import reshape
from ..matrix_operands import Square
from ..primitive import composed, primitive
from ..tensor import Tensor
from .batches import check_square, of_each
from .inverses import inv
from .lu import factored, sign_of


def _sign_and_log(a):
    both, rows = factored(a)
    pivots = np.diagonal(both)
    size = np.abs(pivots)
    if np.any(size == 0):
        return np.asarray(0, a.dtype), np.asarray(-np.inf, a.dtype)
    sign = np.asarray(sign_of(rows) * np.prod(pivots / size), a.dtype)
    return sign, np.asarray(np.sum(np.log(size)), a.dtype)


def _as_matrices(multipliers, y):
    return reshape(multipliers, (*y.shape, 1, 1))


@primitive("linalg.det", accumulates="normwise")
def det(input: Annotated[Tensor, Square()]):
    """y = det A.  Raises InvalidArgumentError where A is not square.

    Where A is not invertible there is a determinant, 0, but its gradient raises InvalidArgumentError, since
    it is written with the inverse.
    """
    check_square(input)
    sign, size = of_each(_sign_and_log, input)
    return sign * np.exp(size)


@det.vjp
def _(ct, y, input):
    return (_as_matrices(ct * y, y) * inv(input, adjoint=True),)


@primitive("raw_ops.LogMatrixDeterminant", internal=True, accumulates="normwise")
def _log_determinant(input: Annotated[Tensor, Square()]):
    """sign, ln |det A|"""
    check_square(input)
    return of_each(_sign_and_log, input)


@_log_determinant.vjp
def _(cts, y, input):
    return (_as_matrices(cts[1], y[1]) * inv(input, adjoint=True),)


LogMatrixDeterminant = namedtuple("LogMatrixDeterminant", ["sign", "log_abs_determinant"])


@composed("linalg.slogdet")
def slogdet(input: Annotated[Tensor, Square()], name=None):
    """The sign of det A (of complex ones, on the unit circle) and ln |det A|, which is -inf for a singular A.

    The sign has no gradient.  Raises InvalidArgumentError where A is not square.
    """
    return LogMatrixDeterminant(*_log_determinant(input))
