"""INVERSES of matrices."""

from typing import Annotated

import numpy as np

from ..dtypes import complex64, complex128, float16, float32, float64
from ..matrix_operands import Square
from ..operands import Flag
from ..primitive import primitive
from ..tensor import Tensor
from .batches import check_square, of_each
from .products import matmul
from .solving import solved


def _inverse(a):
    wide = a.astype(np.float32) if a.dtype == np.float16 else a
    return solved(wide, np.eye(len(a), dtype=wide.dtype)).astype(a.dtype)


@primitive("linalg.inv", accumulates="normwise")
def inv(
    input: Annotated[Tensor, Square(dtypes=(float16, float32, float64, complex64, complex128), listed=())],
    adjoint: Annotated[bool, Flag()] = False,
):
    """y = A⁻¹, or its adjoint.  Raises InvalidArgumentError where A is not square or not invertible."""
    check_square(input)
    return of_each(_inverse, np.conj(np.swapaxes(input, -1, -2)) if adjoint else input)


@inv.vjp
def _(ct, y, input, adjoint):
    inner = matmul(ct, y, adjoint_a=adjoint, adjoint_b=not adjoint)
    return (-matmul(y, inner, adjoint_a=not adjoint),)
