"""ARGUMENTS: what an axis, a shape or a flag means, given as a Python value, an array or a tensor.

TensorFlow takes shapes and most axes as tensors of int32 or int64; how forgiving it is depends on how the
value is written.  Defines those rules, once for all operations.
"""

import numpy as np

from ..errors import InvalidArgumentError, error
from ..tensor import as_array, convert_to_tensor


def ints(value):
    """An array of ints for an argument that is int32 unless it says otherwise.

    Raises TypeError for a Python float, InvalidArgumentError for a list or tensor of floats, ValueError for
    None.  Quirk fractions-of-arrays: arrays of floats lose their fractions (Q47).  Quirk upper-bits: a Python
    int beyond 32 bits loses its upper ones (Q48).
    """
    kind = type(value)
    if kind is int or kind is bool:
        return np.array((value + 2**31) % 2**32 - 2**31)
    if kind is float:
        raise error(TypeError, f"Cannot convert {value!r} to EagerTensor of dtype int32")
    if isinstance(value, np.ndarray | np.generic):
        return value.astype(np.int32)
    if kind in (list, tuple) and not value:
        return np.zeros((0,), np.int32)
    return positions(value, bools=not hasattr(value, "_array"))


def positions(value, dtype=None, bools=False):
    """An array of ints for an argument that has no dtype of its own, or that of another.

    Raises InvalidArgumentError for anything but ints.

    Quirk empty-lists: an empty list in place of ints is one of floats (Q49).
    """
    if value.__class__ is int:
        return np.array(value)
    if isinstance(value, str):
        raise error(InvalidArgumentError, f"{value!r} is not in the list of allowed values: int32, int64")
    array = getattr(value, "_array", None)
    if array is None:
        array = (
            convert_to_tensor(value, dtype=dtype)._array
            if isinstance(value, list | tuple)
            else as_array(value, dtype)
        )
    if array.dtype.name not in ("int32", "int64") and not (bools and array.dtype.kind == "b"):
        raise error(InvalidArgumentError, f"{array.dtype} is not in the list of allowed values: int32, int64")
    return array.astype(np.int64)


def vector(value, lone=False):
    """A shape or an order of axes: a tuple of ints.  Raises InvalidArgumentError for anything but a vector.

    With `lone`, a single int stands for a vector of one.
    """
    if value.__class__ is tuple and all(n.__class__ is int for n in value):
        return value
    array = ints(value)
    if lone and not array.ndim:
        array = array.reshape(1)
    if array.ndim != 1:
        raise error(InvalidArgumentError, f"a vector was expected, not shape {list(array.shape)}")
    return tuple(array.tolist())


def single(value):
    """An axis: an int, also from several dimensions of size 1.

    Raises InvalidArgumentError for more or fewer.
    """
    if value.__class__ is int and -(2**31) <= value < 2**31:
        return value
    array = ints(value)
    if array.size != 1:
        raise error(InvalidArgumentError, f"a single axis was expected, not shape {list(array.shape)}")
    return int(array.reshape(())[()])


def flag(value, name):
    """A Python bool; None is False.  Raises TypeError for anything else."""
    if value is not None and not isinstance(value, bool):
        raise error(TypeError, f"Expected bool for argument '{name}' not {value!r}.")
    return bool(value)


def number(value, name):
    """A Python float, or what Python makes one of.  Raises TypeError for the rest."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise error(TypeError, f"Expected float for argument '{name}' not {value!r}.") from None


def whole(value, name):
    """A Python int, or what Python makes one of.  Raises TypeError for the rest."""
    try:
        return int(value)
    except (TypeError, ValueError):
        raise error(TypeError, f"Expected int for argument '{name}' not {value!r}.") from None
