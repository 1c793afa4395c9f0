"""DTYPES: the types of tensor elements, under TensorFlow's names.

Of all dtypes only the floating and complex ones are *differentiable*: a tape passes over an operation
whose watched operands are all ints, bools or strings.
"""

import numpy as np

from .errors import error


class DType:
    """A dtype; equal to its name and to NumPy's type, as `tf.float32 == "float32"`."""

    __slots__ = (
        "as_numpy_dtype",
        "is_bool",
        "is_complex",
        "is_floating",
        "is_integer",
        "limits",
        "name",
        "numpy",
    )

    def __init__(self, name, numpy_type):
        self.name, self.as_numpy_dtype, self.numpy = name, numpy_type, np.dtype(numpy_type)
        kind = self.numpy.kind
        self.is_floating, self.is_complex = kind == "f", kind == "c"
        self.is_integer, self.is_bool = kind in "iu", kind == "b"
        self.limits = np.finfo(numpy_type) if self.is_floating else None

    @property
    def is_differentiable(self):
        return self.is_floating or self.is_complex

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


float32 = DType("float32", np.float32)
float64 = DType("float64", np.float64)
int32 = DType("int32", np.int32)
int64 = DType("int64", np.int64)
bool_ = DType("bool", np.bool_)

ALL = (float32, float64, int32, int64, bool_)
FLOATING = (float32, float64)
NUMERIC = (float32, float64, int32, int64)
INTEGER = (int32, int64)
BOOL = (bool_,)

_BY_NAME = {d.name: d for d in ALL} | {"float": float32, "double": float64, float: float32}
_BY_NAME |= {1: float32, 2: float64, 3: int32, 9: int64, 10: bool_}
OF_NUMPY = {d.numpy: d for d in ALL}
DIFFERENTIABLE = frozenset(d.numpy for d in ALL if d.is_differentiable)


def as_dtype(value):
    """The DType that `value` (a DType, a name, a NumPy type) means.  Raises TypeError for anything else.

    Quirks: Python's float and bool are dtypes, its int is none; the numbers by which TensorFlow's files know
    dtypes are.
    """
    if isinstance(value, DType):
        return value
    if isinstance(value, str | int) or value is float:
        return _BY_NAME.get(value) or _unknown(value)
    try:
        return OF_NUMPY[np.dtype(value)] if value is not None and value is not int else _unknown(value)
    except (TypeError, KeyError):
        _unknown(value)


def _unknown(value):
    raise error(TypeError, f"Cannot convert {value!r} to a dtype")
