"""TENSOR DIAGONALS: a tensor on the diagonal of one with twice its axes, and back."""

from typing import Annotated

import numpy as np

from ..dtypes import INDICES, bfloat16, complex64, complex128, float16, float32, float64
from ..errors import InvalidArgumentError, error
from ..matrix_operands import DoubledAxes
from ..operands import Anything
from ..primitive import primitive
from ..tensor import Tensor

SERVED = (float16, float32, float64, complex64, complex128, *INDICES)


@primitive("linalg.tensor_diag", rounds=False)
def tensor_diag(diagonal: Annotated[Tensor, Anything(1, dtypes=SERVED, listed=(bfloat16,))]):
    """y[i…, i…] = x[i…], zeros elsewhere.  Raises InvalidArgumentError for a scalar."""
    if not diagonal.ndim:
        raise error(InvalidArgumentError, "Input must be at least rank 1, got 0")
    return np.diag(diagonal.reshape(-1)).reshape(diagonal.shape * 2)


@tensor_diag.vjp
def _(ct, y, diagonal):
    return (tensor_diag_part(ct),)


@primitive("linalg.tensor_diag_part", rounds=False)
def tensor_diag_part(input: Annotated[Tensor, DoubledAxes(dtypes=SERVED, listed=(bfloat16,))]):
    """y[i…] = x[i…, i…].  Raises InvalidArgumentError where the axes are not the same ones twice."""
    half = input.ndim // 2
    if input.ndim % 2 or input.shape[:half] != input.shape[half:]:
        raise error(InvalidArgumentError, f"no diagonal of a tensor of shape {input.shape}")
    size = int(np.prod(input.shape[:half]))
    return np.diagonal(input.reshape(size, size)).reshape(input.shape[:half])


@tensor_diag_part.vjp
def _(ct, y, input):
    return (tensor_diag(ct),)
