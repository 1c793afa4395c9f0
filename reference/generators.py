"""GENERATORS: tensors of zeros and ones, shapes as tensors.  None of them has a path to its operand."""

import numpy as np

from .arrays.shaping import ints
from .dtypes import as_dtype
from .record import record
from .tensor import Tensor, convert_to_tensor


class _NoPath:
    """y hangs on the shape of x only."""

    name = "no_path"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        return [None]


def _of(x, array):
    y = Tensor(array)
    record(_NoPath, (x,), (y,), ())
    return y


def zeros(shape, dtype="float32", name=None):
    return Tensor(np.zeros(ints(shape), as_dtype(dtype).numpy))


def ones(shape, dtype="float32", name=None):
    return Tensor(np.ones(ints(shape), as_dtype(dtype).numpy))


def zeros_like(input, dtype=None, name=None):
    """Zeros in the shape of `input`, and in its dtype where none is given."""
    x = convert_to_tensor(input)
    return _of(x, np.zeros(x.shape, x.dtype.numpy if dtype is None else as_dtype(dtype).numpy))


def ones_like(input, dtype=None, name=None):
    """Ones in the shape of `input`, and in its dtype where none is given."""
    x = convert_to_tensor(input)
    return _of(x, np.ones(x.shape, x.dtype.numpy if dtype is None else as_dtype(dtype).numpy))


def shape(input, out_type="int32", name=None):
    """The sizes of `input`'s dimensions, as an int tensor."""
    x = convert_to_tensor(input)
    return _of(x, np.array(x.shape, as_dtype(out_type).numpy))


def size(input, out_type="int32", name=None):
    """The number of elements of `input`, as an int tensor."""
    x = convert_to_tensor(input)
    return _of(x, np.array(x.shape.num_elements(), as_dtype(out_type).numpy))


def rank(input, name=None):
    """The number of dimensions of `input`, as an int tensor."""
    x = convert_to_tensor(input)
    return _of(x, np.array(x.ndim, np.int32))


def range(start, limit=None, delta=1, dtype=None, name=None):
    """start, start + delta, … below `limit`; with one argument, from 0."""
    if limit is None:
        start, limit = 0, start
    first = convert_to_tensor(start, dtype=dtype)
    array = np.arange(first._array, convert_to_tensor(limit)._array, convert_to_tensor(delta)._array)
    return Tensor(array.astype(first.dtype.numpy))
