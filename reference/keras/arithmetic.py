"""ARITHMETIC as Keras does it: operands of two dtypes are promoted, slices stay slices where they can.

Quirk rows-squared-alone: rows of slices with equal indices are squared and divided one by one, and not their
sum (K14).
"""

import numpy as np

from ..dtypes import as_dtype
from ..errors import InvalidArgumentError, error
from ..math import arithmetic, elementwise, selection
from ..math.basics import cast
from ..math.rounding import is_nan
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor

_FLOATS = ("float16", "bfloat16", "float32", "float64")


def promoted(*dtypes):
    """The dtype that operands of `dtypes`, names or Python's `int` and `float`, are computed in.

    Quirk steps-in-complex64: Keras multiplies complex128 numbers in complex64 (K13).  uint64 becomes uint32.
    """
    names = [d for d in dtypes if isinstance(d, str)]
    if any(name.startswith("complex") for name in names):
        return "complex64"
    floats = {name for name in names if name in _FLOATS}
    if floats:
        return floats.pop() if len(floats) == 1 else "float64" if "float64" in floats else "float32"
    if float in dtypes:
        return "float32"
    if "uint64" in names:
        return "uint32" if all(name.startswith("u") or name == "bool" for name in names) else "float32"
    joint = np.result_type(*(np.dtype(name) for name in names))
    return "int32" if joint.kind == "b" and int in dtypes else joint.name


def _kind(x):
    return type(x) if isinstance(x, int | float) else x.dtype.name


def _converted(x, dtype):
    if isinstance(x, int | float) and not as_dtype(dtype).is_integer:
        return convert_to_tensor(x, dtype=dtype)
    return cast(x, dtype)


def pair(x, y, *more):
    """Both as tensors of the dtype that they are computed in."""
    x, y = (z if isinstance(z, int | float) else convert_to_tensor(z) for z in (x, y))
    dtype = promoted(_kind(x), _kind(y), *more)
    return _converted(x, dtype), _converted(y, dtype)


def add(x, y):
    """x + y, dense"""
    return arithmetic.add(*pair(x, y))


def subtract(x, y):
    """x - y, dense"""
    return arithmetic.subtract(*pair(x, y))


def maximum(x, y):
    """The larger of each two, dense."""
    return selection.maximum(*pair(x, y))


def power(x, y):
    """x to the power of y"""
    return arithmetic.pow(*pair(x, y))


def multiply(x, y):
    """x y; slices if one of them is, in which case the other is a scalar."""
    if isinstance(y, IndexedSlices):
        return _with_values(y, multiply(x, y.values))
    if isinstance(x, IndexedSlices):
        return _with_values(x, multiply(x.values, y))
    return arithmetic.multiply(*pair(x, y))


def square(x):
    """x²; of slices row by row."""
    if isinstance(x, IndexedSlices):
        return _with_values(x, square(x.values))
    x = convert_to_tensor(x)
    return arithmetic.square(cast(x, "int32") if x.dtype.is_bool else x)


def sqrt(x):
    """√x; of ints in float32"""
    x = convert_to_tensor(x)
    return elementwise.sqrt(cast(x, promoted(x.dtype.name, float)))


def divide(x, y):
    """x / y for a dense y; slices where x is."""
    if not isinstance(x, IndexedSlices):
        x, y = pair(x, y, float)
        return arithmetic.divide(x, y)
    from ..arrays.gathering import gather

    y = convert_to_tensor(y)
    undefined = y._array == 0
    if not y.dtype.is_integer:
        undefined |= is_nan(y)._array  # which raises for complex numbers
    undefined = undefined.any(axis=tuple(range(1, undefined.ndim)))
    rows, indices = (x.values, x.indices) if not undefined.any() else _united(x, undefined)
    return IndexedSlices(divide(rows, gather(y, indices)), indices, x.dense_shape)


def _united(x, others):
    """The rows of slices, and rows of zeros where only `others`, a flag for each index, is true.

    Equal indices stand in one row, which is that of the sum of their numbers; where the union has as
    many rows as the slices, it is taken for the same.
    """
    indices, values = x.indices._array, x.values._array
    numbers = np.zeros(len(others), np.int64)
    np.add.at(numbers, indices, np.arange(1, len(indices) + 1))
    here = others.copy()
    here[indices] = True
    (union,) = np.nonzero(here)
    if len(union) != len(indices):
        if (numbers > len(values)).any():
            raise error(InvalidArgumentError, f"indices is not in [0, {len(values) + 1})")
        values = np.concatenate([np.zeros_like(values[:1]), values])[numbers[union]]
    return Tensor(values), Tensor(union.astype(np.int64))


def _with_values(slices, values):
    return IndexedSlices(values, slices.indices, slices.dense_shape)
