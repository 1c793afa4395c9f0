"""FUNCTIONS of matrices."""

from typing import Annotated

import numpy as np
import scipy.linalg

from ..dtypes import COMPLEX
from ..errors import InvalidArgumentError, error
from ..operands import Numbers
from ..primitive import primitive
from ..tensor import Tensor


@primitive("linalg.logm", internal=True)
def logm(input: Annotated[Tensor, Numbers(dtypes=COMPLEX)]):
    """y = the matrix whose exponential is x, for each of a batch of square complex ones; nan for zeros.

    It has no gradient.  Raises InvalidArgumentError for what is not square.
    """
    if input.ndim < 2 or input.shape[-1] != input.shape[-2]:
        raise error(InvalidArgumentError, f"Input matrix must be square: {input.shape}")
    y = np.empty(input.shape, input.dtype)
    for at in np.ndindex(input.shape[:-2]):
        y[at] = scipy.linalg.logm(input[at]) if input[at].any() else complex(np.nan, np.nan)
    return y
