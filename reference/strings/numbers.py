"""NUMBERS: from numbers to text and back."""

import numpy as np

from ..dtypes import FLOATING, as_dtype, float32, float64, int32, int64, uint32, uint64
from ..errors import InvalidArgumentError, error
from ..graph import not_allowed
from ..tensor import Tensor, convert_to_tensor

_FROM_TEXT = (float32, float64, int32, int64, uint32, uint64)


def as_string(input, precision=-1, name=None):
    """Each element as text: floats with six digits after the point, or `precision`; "true" and "false"."""
    x = convert_to_tensor(input)
    if x.dtype.name == "string":
        return x
    form = f"{{:.{6 if precision < 0 else precision}f}}".format
    texts = [_text(item, form) for item in x._array.reshape(-1).tolist()]
    return convert_to_tensor(_in_shape(texts, x._array.shape), dtype="string")


def _text(item, form):
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, complex):
        return f"({form(item.real)},{form(item.imag)})"
    return form(item) if isinstance(item, float) else str(item)


def to_number(input, out_type="float32", name=None):
    """The number that each text stands for.  Raises InvalidArgumentError where there is none."""
    x, dtype = convert_to_tensor(input, dtype="string"), as_dtype(out_type)
    if dtype not in _FROM_TEXT:
        raise not_allowed(f"{dtype.name} is not in the list of allowed values")
    read = float if dtype in FLOATING else int
    try:
        numbers = [read(text) for text in np.reshape(x._array, -1).tolist()]
    except ValueError as problem:
        raise error(
            InvalidArgumentError, f"StringToNumberOp could not correctly convert: {problem}"
        ) from None
    return Tensor(np.array(numbers, dtype.numpy).reshape(x._array.shape))


def _in_shape(texts, shape):
    return np.array(texts, object).reshape(shape).tolist()
