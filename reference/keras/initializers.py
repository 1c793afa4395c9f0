"""INITIALIZERS: what a layer's weights are at first, by name.  Random ones have numbers of their own."""

import numpy as np

from .. import values
from ..dtypes import as_dtype
from ..errors import error
from ..math.basics import cast
from ..tensor import Tensor, convert_to_tensor

_random = np.random.default_rng()


def constant(value):
    """An initializer that fills everything with one value, which passes through float32."""

    def initializer(shape, dtype="float32"):
        filled = cast(convert_to_tensor(value), dtype)
        return Tensor(np.full(tuple(shape), filled._array))

    return initializer


def zeros(shape, dtype="float32"):
    """Zeros; of strings, empty ones."""
    return Tensor(values.zeros(tuple(shape), as_dtype(dtype)))


def glorot_uniform(shape, dtype="float32"):
    """Uniform within ±√(6 / (rows + columns))"""
    limit = np.sqrt(6.0 / (shape[0] + shape[-1]))
    return cast(Tensor(_random.uniform(-limit, limit, tuple(shape)).astype(np.float32)), dtype)


_BY_NAME = {"zeros": zeros, "ones": constant(1.0), "glorot_uniform": glorot_uniform}


def get(name):
    """The initializer of that name; a function is one itself.  Raises ValueError for an unknown name."""
    if callable(name):
        return name
    if name not in _BY_NAME:
        raise error(ValueError, f"Could not interpret initializer identifier: {name}")
    return _BY_NAME[name]
