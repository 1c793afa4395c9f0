"""VALUES: which array a Python or NumPy value becomes.

Without a wanted dtype NumPy values keep theirs, Python's floats become float32, ints int32 (int64 where they
need it), bools bool; in a list the first leaf decides.  With one, a Python value must have a place in it (no
float in int32), while a NumPy value is cast to anything and may lose its fraction (M16).
"""

import numpy as np

from . import dtypes
from .dtypes import OF_NUMPY
from .errors import error
from .shapes import TensorShape

_INFERRED = {float: dtypes.float32, int: dtypes.int32, bool: dtypes.bool_}
_HOLDS = {"f": "fib", "i": "ib", "b": "b"}  # kinds of Python values that a dtype of some kind can hold
_KIND = {float: "f", int: "i", bool: "b"}
_LARGEST = float(np.finfo(np.float32).max)


def as_array(value, dtype):
    """A NumPy array of `value`, an array of its own, in `dtype` or in the dtype that is inferred.

    Raises TypeError where a Python value has no place in `dtype`, ValueError for what is no value at all.
    """
    kind = _KIND.get(value.__class__)
    if kind is not None:
        return _of_number(value, kind, dtype)
    if isinstance(value, np.ndarray | np.generic):
        return _of_numpy(np.asarray(value), dtype)
    if isinstance(value, TensorShape):
        return np.array(tuple(value), (dtype or dtypes.int32).numpy)
    if isinstance(value, list | tuple | range):
        return _of_sequence(value, dtype)
    if dtype is not None and isinstance(value, str | complex):
        raise _no_place(value, dtype)
    raise _no_value(value)


def _of_number(value, kind, dtype):
    if dtype is None:
        dtype = dtypes.int64 if kind == "i" and not _fits(value, np.int32) else _INFERRED[value.__class__]
        if kind == "f" and _LARGEST < abs(value) < np.inf:
            _check_range((value,))
    elif kind not in _HOLDS[dtype.numpy.kind]:
        raise _no_place(value, dtype)
    if kind == "i" and dtype.is_integer:
        return _of_ints(value, dtype)
    if kind == "f" and _LARGEST < abs(value) < np.inf:
        with np.errstate(over="ignore"):
            return np.array(value, dtype.numpy)
    return np.array(value, dtype.numpy)


def _of_ints(value, dtype):
    """Quirk: what is beyond int32 wraps around in it; only what is beyond int64 raises ValueError."""
    try:
        return np.array(value, np.int64).astype(dtype.numpy)
    except OverflowError:
        raise error(
            ValueError, f"Can't convert Python sequence with out-of-range integer to Tensor: {value}"
        ) from None


def _of_numpy(array, dtype):
    if dtype is None:
        if array.dtype not in OF_NUMPY:
            raise error(
                ValueError,
                f"Failed to convert a NumPy array to a Tensor (Unsupported object type {array.dtype})",
            )
        return array.copy()
    with np.errstate(all="ignore"):
        return array.astype(dtype.numpy)


def _of_sequence(value, dtype):
    """Of lists, tuples and ranges, which may hold arrays."""
    leaves = list(_leaves(value))
    kinds = [_kind(leaf) for leaf in leaves]
    if None in kinds:
        if kinds[0] is not None:
            raise error(ValueError, "Can't convert Python sequence with mixed types to Tensor.")
        if dtype is not None and isinstance(leaves[0], str | complex):
            raise _no_place(value, dtype)
        raise _no_value(leaves[0])
    shape = _shape(value)
    if dtype is None:
        dtype = _inferred(leaves, kinds)
    elif not set(kinds) <= set(_HOLDS[dtype.numpy.kind]):
        raise _no_place(value, dtype)
    if dtype.is_integer:
        return _of_ints([int(leaf) for leaf in leaves], dtype).reshape(shape)
    with np.errstate(over="ignore"):
        return np.array(leaves, dtype.numpy).reshape(shape)


def _leaves(value):
    for item in value:
        if isinstance(item, list | tuple | range):
            yield from _leaves(item)
        elif isinstance(item, np.ndarray):
            yield from item.flat
        else:
            yield item


def _kind(leaf):
    if isinstance(leaf, bool | np.bool_):
        return "b"
    if isinstance(leaf, int | np.integer):
        return "i"
    return "f" if isinstance(leaf, float | np.floating) else None


def _shape(value):
    """The sizes of a nested sequence.  Raises ValueError where its parts differ in size."""
    if isinstance(value, np.ndarray):
        return value.shape
    if not isinstance(value, list | tuple | range):
        return ()
    inner = {_shape(item) for item in value}
    if len(inner) > 1:
        raise error(ValueError, "Can't convert non-rectangular Python sequence to Tensor.")
    return (len(value), *(inner.pop() if inner else ()))


def _inferred(leaves, kinds):
    """Quirk: of np.int64 it is int32 nevertheless, while np.float64 in the first place makes float64."""
    first = kinds[0] if kinds else "f"
    if first == "b":
        if set(kinds) != {"b"}:
            raise error(ValueError, "Can't convert Python sequence with mixed types to Tensor.")
        return dtypes.bool_
    if first == "i" and "f" not in kinds:
        return dtypes.int32 if all(_fits(leaf, np.int32) for leaf in leaves) else dtypes.int64
    if leaves and isinstance(leaves[0], np.float64):
        return dtypes.float64
    _check_range(leaves)
    return dtypes.float32


def _fits(value, kind):
    limits = np.iinfo(kind)
    return limits.min <= value <= limits.max


def _check_range(leaves):
    """Quirk: a float beyond float32 raises where float32 is inferred, and is inf where it is asked for."""
    with np.errstate(over="ignore"):
        if any(np.isinf(np.float32(leaf)) and not np.isinf(leaf) for leaf in leaves):
            raise error(
                ValueError,
                "Can't convert Python sequence with a value out of range for a double-precision float.",
            )


def _no_place(value, dtype):
    return error(TypeError, f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")


def _no_value(value):
    return error(
        ValueError,
        f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.",
    )
