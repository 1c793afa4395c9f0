"""TRANSPOSES of matrices, and of each matrix in a batch."""

from typing import Annotated

from ..arrays.shaping import transpose
from ..errors import error
from ..operands import Anything, Flag
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor


@composed("linalg.matrix_transpose")
def matrix_transpose(
    a: Annotated[Tensor, Anything(least_rank=2)],
    name="matrix_transpose",
    conjugate: Annotated[bool, Flag()] = False,
):
    """y = each matrix with rows and columns exchanged.  Raises ValueError for anything but matrices."""
    a = convert_to_tensor(a)
    if a.ndim < 2:
        raise error(ValueError, f"`a` should be a (batch) matrix with rank >= 2, not of shape {a.shape}")
    order = (*range(a.ndim - 2), a.ndim - 1, a.ndim - 2)
    return transpose(a, order, conjugate=conjugate)


@composed("linalg.adjoint")
def adjoint(matrix: Annotated[Tensor, Anything(least_rank=2)], name=None):
    """y = each matrix transposed, its entries conjugated"""
    return matrix_transpose(convert_to_tensor(matrix), conjugate=True)
