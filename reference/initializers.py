"""INITIALIZERS: objects that make a tensor of a shape, for variables to start with."""

import numpy as np

from .dtypes import STRING, as_dtype
from .errors import error
from .tensor import Tensor, constant


class zeros_initializer:
    """Zeros.  Raises ValueError for strings."""

    _value = 0

    def __call__(self, shape, dtype="float32"):
        dtype = as_dtype(dtype)
        if dtype in STRING:
            raise error(ValueError, f"Argument `dtype` expected to be numeric or boolean. Received {dtype}.")
        return constant(np.array(self._value, dtype.as_numpy_dtype), dtype, shape)

    def get_config(self):
        return {}


class ones_initializer(zeros_initializer):
    """Ones.  Raises ValueError for strings."""

    _value = 1


class constant_initializer:
    """`value` in the shape that is asked for, as `constant` gives it.

    Raises TypeError for a tensor, and for a list with another number of elements than the shape has.
    """

    def __init__(self, value=0):
        if isinstance(value, Tensor) or not (
            np.isscalar(value) or isinstance(value, list | tuple | np.ndarray)
        ):
            raise error(TypeError, f"Invalid type for initial value: {type(value).__name__}.")
        self.value = value

    def __call__(self, shape, dtype=None):
        return constant(self.value, dtype, shape)

    def get_config(self):
        return {"value": self.value}
