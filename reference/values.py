"""VALUES: which array a Python or NumPy value becomes.

Without a wanted dtype NumPy values keep theirs, Python's floats become float32, ints int32 (int64 where they
need it), bools bool, complex numbers complex128, text string; in a list the first leaf decides.  With one, a
Python value must have a place in it (no float in int32), while a NumPy value is cast to anything and may lose
its fraction (M16).
"""

import numpy as np

from . import dtypes
from .dtypes import OF_NUMPY
from .errors import error, intended, process_ends
from .shapes import TensorShape

_KIND = {float: "f", int: "i", bool: "b", complex: "c", str: "s", bytes: "s"}
_INFERRED = {
    "f": dtypes.float32, "i": dtypes.int32, "b": dtypes.bool_, "c": dtypes.complex128, "s": dtypes.string,
}  # fmt: skip
_KIND_OF = {dtype: kind for kind, dtype in _INFERRED.items()} | {
    dtypes.float16: "f", dtypes.float64: "f", dtypes.int64: "i",
}  # fmt: skip
# The kinds of Python values that a dtype holds.  Quirk bools-as-numbers: Python's bools go into those dtypes
# only that are filled from Python's values directly, and not by a cast (Q56).
_HOLDS = {
    d: "s" if d is dtypes.string else "b" if d.is_bool else "i" if d.is_integer
    else "fi" if d.is_floating else "cfi"
    for d in dtypes.ALL
}  # fmt: skip
_DIRECT = (
    dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex128,
    dtypes.int32, dtypes.int64, dtypes.uint64, dtypes.bool_, dtypes.string,
)  # fmt: skip
_HOLDS |= {d: f"{_HOLDS[d]}b" for d in _DIRECT if d.is_numeric}
_LARGEST = float(np.finfo(np.float32).max)


def as_array(value, dtype):
    """A NumPy array of `value`, an array of its own, in `dtype` or in the dtype that is inferred.

    Raises TypeError where a Python value has no place in `dtype`, ValueError for what is no value at all.
    """
    kind = _KIND.get(value.__class__)
    if kind is not None:
        return _of_scalar(value, kind, dtype)
    if isinstance(value, np.ndarray | np.generic):
        return _of_numpy(np.asarray(value), dtype)
    if isinstance(value, TensorShape):
        return np.array(tuple(value), (dtype or dtypes.int32).numpy)
    if isinstance(value, list | tuple | range):
        return _of_sequence(value, dtype)
    raise _no_value(value)


def _of_scalar(value, kind, dtype):
    if dtype is None:
        dtype = dtypes.int64 if kind == "i" and not _fits(value, np.int32) else _INFERRED[kind]
        if kind == "f" and _LARGEST < abs(value) < np.inf:
            _check_range((value,), dtype)
    elif kind not in _HOLDS[dtype] or dtype not in _DIRECT:
        _inferred([value], [kind], checked=False)
        if kind not in _HOLDS[dtype]:
            raise _no_place(value, dtype)
    return _filled(value, dtype, kind == "f" and abs(value) <= _LARGEST)


def _filled(values, dtype, safe=False):
    """An array of values that have a place in `dtype`; `safe` where they are within float32."""
    if dtype.is_integer:
        return _of_ints(values, dtype)
    if dtype is dtypes.string:
        return _of_text(values)
    if safe and dtype not in dtypes.HALF:
        return np.array(values, dtype.numpy)
    with np.errstate(over="ignore"):
        if dtype in dtypes.HALF:  # rounded twice, as casts are
            return np.array(values, np.float64).astype(np.float32).astype(dtype.numpy)
        return np.array(values, dtype.numpy)


def _of_ints(value, dtype):
    """Quirk ints-wrap: an int beyond int32 wraps around in it, as in smaller dtypes; only one beyond int64
    raises ValueError (Q57).
    """
    try:
        if dtype is dtypes.uint64:
            return np.array(value, np.uint64)
        return np.array(value, np.int64).astype(dtype.numpy)
    except OverflowError:
        if dtype is dtypes.uint64:
            raise process_ends(f"{value} has no place in uint64") from None
        raise error(
            ValueError, f"Can't convert Python sequence with out-of-range integer to Tensor: {value}"
        ) from None


def _of_text(value):
    """Text is kept as bytes, in UTF-8."""
    try:
        if not isinstance(value, list):
            return _objects([_encoded(value)]).reshape(())
        return _objects([_encoded(item) for item in value])
    except UnicodeEncodeError:
        raise error(
            ValueError, "Error converting unicode string while converting Python sequence to Tensor."
        ) from None


def _encoded(text):
    return text.encode() if isinstance(text, str) else bytes(text)


def _objects(items):
    array = np.empty(len(items), object)
    array[:] = items
    return array


def _of_numpy(array, dtype):
    if dtype is None:
        if array.dtype.kind in "OSU":
            return _of_text_array(array)
        if array.dtype not in OF_NUMPY:
            raise error(
                ValueError,
                f"Failed to convert a NumPy array to a Tensor (Unsupported object type {array.dtype})",
            )
        return array.copy()
    if dtype is dtypes.string:
        return _of_text_array(array)
    try:
        with np.errstate(all="ignore"):
            part = (
                array.real if array.dtype.kind == "c" and not (dtype.is_complex or dtype.is_bool) else array
            )
            return part.astype(dtype.numpy)
    except (TypeError, ValueError) as problem:
        raise intended(problem) from None


def _of_text_array(array):
    items = list(array.flat)
    for item in items:
        if not isinstance(item, str | bytes):
            raise error(
                ValueError,
                f"Failed to convert a NumPy array to a Tensor (Unsupported object type {type(item)}).",
            )
    return _of_text(items).reshape(array.shape)


def _of_sequence(value, dtype):
    """Of lists, tuples and ranges, which may hold arrays."""
    leaves = list(_leaves(value))
    kinds = [_kind(leaf) for leaf in leaves]
    if None in kinds:
        if kinds[0] is not None:
            raise error(ValueError, "Can't convert Python sequence with mixed types to Tensor.")
        raise _no_value(leaves[0])
    shape = _shape(value)
    if dtype is None:
        dtype = _inferred(leaves, kinds)
    elif leaves and not _fill_directly(leaves, kinds, dtype):
        inferred = _inferred(leaves, kinds, checked=False)
        if _KIND_OF[inferred] not in _HOLDS[dtype]:
            raise _no_place(value, dtype)
    if dtype.is_integer:
        leaves = [int(leaf) for leaf in leaves]
    return _filled(leaves, dtype).reshape(shape)


def _fill_directly(leaves, kinds, dtype):
    """Whether `dtype` takes these values as they are, without a dtype being inferred first."""
    halves = dtype is dtypes.float16 and isinstance(leaves[0], np.float16)
    return dtype in _DIRECT and set(kinds) <= set(_HOLDS[dtype]) and not halves


def _leaves(value):
    for item in value:
        if isinstance(item, list | tuple | range):
            yield from _leaves(item)
        elif isinstance(item, np.ndarray):
            yield from item.flat
        else:
            yield item


def _kind(leaf):
    kind = _KIND.get(leaf.__class__)
    if kind is not None:
        return kind
    if isinstance(leaf, bool | np.bool_):
        return "b"
    if isinstance(leaf, int | np.integer):
        return "i"
    if isinstance(leaf, complex | np.complexfloating):
        return "c"
    if isinstance(leaf, str | bytes):
        return "s"
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


_ALONGSIDE = {"f": "fib", "i": "ib", "b": "b", "c": "cfib", "s": "s"}  # kinds of leaves after the first one


def _inferred(leaves, kinds, checked=True):
    """The dtype of a list.  Raises ValueError where its leaves have none in common, or are out of range,
    floats beyond float32 only where `checked`.

    Quirk lists-of-numpy: a list of np.int64 is int32 nevertheless, while np.float64 or np.float16 in the
    first place make float64 and float16 (Q58).
    """
    first = kinds[0] if kinds else "f"
    if first == "i" and "f" in kinds:
        first = "f"
    if not set(kinds) <= set(_ALONGSIDE[first]):
        raise error(ValueError, "Can't convert Python sequence with mixed types to Tensor.")
    if first == "i":
        _of_ints([int(leaf) for leaf in leaves], dtypes.int64)
        return dtypes.int32 if all(_fits(leaf, np.int32) for leaf in leaves) else dtypes.int64
    if first == "s":
        _of_text(leaves)
    if first != "f":
        return _INFERRED[first]
    dtype = dtypes.float32
    if leaves and isinstance(leaves[0], np.float64 | np.float16):
        dtype = OF_NUMPY[leaves[0].dtype]
    if dtype is dtypes.float16 or (checked and dtype is dtypes.float32):
        _check_range(leaves, dtype)
    return dtype


def _fits(value, kind):
    limits = np.iinfo(kind)
    return limits.min <= value <= limits.max


def _check_range(leaves, dtype):
    """Quirk beyond-float32: a float beyond float32 raises where that is inferred, and is inf where it is
    asked for (Q59).
    """
    with np.errstate(over="ignore"):
        if any(np.isinf(dtype.as_numpy_dtype(leaf)) and not np.isinf(leaf) for leaf in leaves):
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


def whole_array(part):
    """An array of what NumPy took of another: of a single string it makes no array by itself."""
    return np.asarray(part) if part.__class__ is not bytes else np.array(part, object)


def zeros(shape, dtype):
    """An array of zeros; of strings, empty ones."""
    return np.full(shape, b"", object) if dtype is dtypes.string else np.zeros(shape, dtype.numpy)


def ones(shape, dtype):
    """An array of ones.  Raises TypeError for strings."""
    if dtype is dtypes.string:
        raise _no_place(1, dtype)
    return np.ones(shape, dtype.numpy)
