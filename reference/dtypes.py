"""DTYPES: the types of tensor elements, under TensorFlow's names.

Of all dtypes only the floating and complex ones are *differentiable*: a tape passes over an operation
whose watched operands are all ints, bools or strings.  Strings are bytes, in NumPy arrays of objects.

NumPy does not know bfloat16 for a floating type (its kind is "V"), so ask the DType, or `is_floating` of an
array's dtype.
"""

import ml_dtypes
import numpy as np

from .errors import error


class DType:
    """A dtype; equal to its name, its number and NumPy's type, as `tf.float32 == "float32"`."""

    __slots__ = (
        "as_datatype_enum",
        "as_numpy_dtype",
        "is_bool",
        "is_complex",
        "is_differentiable",
        "is_floating",
        "is_integer",
        "is_unsigned",
        "name",
        "numpy",
    )

    def __init__(self, name, numpy_type, number):
        self.name, self.as_numpy_dtype, self.numpy = name, numpy_type, np.dtype(numpy_type)
        self.as_datatype_enum = number
        kind = "f" if numpy_type is ml_dtypes.bfloat16 else self.numpy.kind
        self.is_floating, self.is_complex, self.is_bool = kind == "f", kind == "c", kind == "b"
        self.is_integer, self.is_unsigned = kind in "iu", kind == "u"
        self.is_differentiable = self.is_floating or self.is_complex

    is_numeric = property(lambda self: self.is_differentiable or self.is_integer)
    base_dtype = property(lambda self: self)
    size = property(lambda self: 0 if self.name == "string" else self.numpy.itemsize)

    @property
    def real_dtype(self):
        """The dtype of the parts of a complex one; of any other, itself."""
        return {"complex64": float32, "complex128": float64}.get(self.name, self)

    @property
    def min(self):
        """The smallest number.  Raises TypeError where numbers have no order."""
        return self._extreme("min")

    @property
    def max(self):
        """The largest finite number.  Raises TypeError where numbers have no order."""
        return self._extreme("max")

    def _extreme(self, which):
        if self.is_floating:
            return getattr(ml_dtypes.finfo(self.numpy), which)
        if not self.is_integer:
            raise error(TypeError, f"Cannot find {which}imum value of {self}.")
        return int(getattr(np.iinfo(self.numpy), which))

    @property
    def limits(self):
        """The range of an image's values.  Quirk no-limits: half precision has no limits, and raises
        ValueError (Q62).
        """
        if self.is_bool:
            return 0, True
        if not self.is_integer and self not in (float32, float64):
            raise error(ValueError, f"{self} does not have defined limits.")
        return (0, 1) if self.is_floating else (0, self.max)

    def is_compatible_with(self, other):
        """True for the same dtype."""
        return self is as_dtype(other)

    def __eq__(self, other):
        try:
            return self is as_dtype(other)
        except TypeError:
            return False

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"tf.{self.name}"

    def __str__(self):
        return f"<dtype: '{self.name}'>"

    def __reduce__(self):
        return as_dtype, (self.name,)


float16 = DType("float16", np.float16, 19)
bfloat16 = DType("bfloat16", ml_dtypes.bfloat16, 14)
float32 = DType("float32", np.float32, 1)
float64 = DType("float64", np.float64, 2)
complex64 = DType("complex64", np.complex64, 8)
complex128 = DType("complex128", np.complex128, 18)
int8 = DType("int8", np.int8, 6)
int16 = DType("int16", np.int16, 5)
int32 = DType("int32", np.int32, 3)
int64 = DType("int64", np.int64, 9)
uint8 = DType("uint8", np.uint8, 4)
uint16 = DType("uint16", np.uint16, 17)
uint32 = DType("uint32", np.uint32, 22)
uint64 = DType("uint64", np.uint64, 23)
bool_ = DType("bool", np.bool_, 10)
string = DType("string", object, 7)

HALF = (float16, bfloat16)
FLOATING = (*HALF, float32, float64)
COMPLEX = (complex64, complex128)
INEXACT = FLOATING + COMPLEX
INTEGER = (int8, int16, int32, int64, uint8, uint16, uint32, uint64)
NUMERIC = INEXACT + INTEGER
REAL = FLOATING + INTEGER
SIGNED = INEXACT + INTEGER[:4]
INDICES = (int32, int64)
BOOL = (bool_,)
STRING = (string,)
ALL = NUMERIC + BOOL + STRING

_BY_NAME = {d.name: d for d in ALL} | {d.as_datatype_enum: d for d in ALL}
_BY_NAME |= {"half": float16, "float": float32, "double": float64, float: float32}
OF_NUMPY = {d.numpy: d for d in ALL}
DIFFERENTIABLE = frozenset(d.numpy for d in ALL if d.is_differentiable)


def as_dtype(value):
    """The DType that `value` (a DType, a name, a NumPy type) means.  Raises TypeError for anything else.

    Quirk types-as-dtypes: Python's float, bool and object are dtypes, its int, complex, str and bytes are
    none, though NumPy's are (Q63).  Quirk numbers-as-dtypes: the numbers by which TensorFlow's files know
    dtypes are dtypes (T15).
    """
    if isinstance(value, DType):
        return value
    if isinstance(value, str | int) or value is float:
        return _BY_NAME.get(value) or _unknown(value)
    if value is None or any(value is kind for kind in _NO_DTYPES):
        _unknown(value)
    try:
        kind = value.dtype if isinstance(value, np.ndarray) else np.dtype(value)
        if kind.kind == "O" and isinstance(value, type) and value not in (object, np.object_):
            _unknown(value)
        return string if kind.kind in "SU" else OF_NUMPY[kind]
    except (TypeError, KeyError):
        _unknown(value)


_NO_DTYPES = (int, complex, str, bytes)


def is_floating(kind):
    """True for NumPy's floating dtypes and bfloat16."""
    return kind.kind == "f" or kind == bfloat16.numpy


def is_integer(kind):
    """True for NumPy's integer dtypes."""
    return kind.kind in "iu"


def _unknown(value):
    raise error(TypeError, f"Cannot convert {value!r} to a dtype")
