"""SUMS of lists, polynomials, and the share of zeros, all composed."""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros_like
from ..dtypes import INEXACT, NUMERIC
from ..errors import error
from ..operands import Anything, Floats, Several
from ..primitive import composed
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import add_n
from .basics import cast
from .comparisons import not_equal
from .reductions import reduce_sum


@composed("math.accumulate_n")
def accumulate_n(
    inputs: Annotated[list[Tensor], Several(dtypes=NUMERIC)], shape=None, tensor_dtype=None, name=None
):
    """The sum of a list of tensors of one dtype and shape; of one, that very tensor.

    Raises ValueError for no list, other shapes or dtypes, TypeError for another `tensor_dtype`.
    """
    if not isinstance(inputs, list | tuple) or not inputs:
        raise error(ValueError, "inputs must be a list of at least one Tensor with the same dtype and shape")
    items = [convert_to_tensor(x) for x in inputs]
    if len({x.dtype for x in items}) > 1:
        raise error(ValueError, "inputs must be a list of at least one Tensor with the same dtype and shape")
    for x in items:
        wanted = items[0].shape if shape is None else shape
        if not TensorShape(wanted).is_compatible_with(x.shape):
            raise error(ValueError, f"Shapes {wanted} and {x.shape} are not compatible")
    if tensor_dtype is not None and items[0].dtype != tensor_dtype:
        raise error(TypeError, f"`tensor_dtype` is {tensor_dtype}, but `input` is of type {items[0].dtype}")
    return items[0] if len(items) == 1 else add_n(items)


@composed("math.polyval")
def polyval(
    coeffs: Annotated[list[Tensor], Several(dtypes=INEXACT)],
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    name=None,
):
    """c[0] x^n + … + c[n-1] x + c[n], by Horner's scheme; zeros of no coefficients.

    Raises ValueError for coefficients that are no list.
    """
    if not isinstance(coeffs, list):
        raise error(ValueError, f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    x = convert_to_tensor(x)
    if not coeffs:
        return zeros_like(x)
    total, *others = [convert_to_tensor(c) for c in coeffs]
    for c in others:
        total = c + total * x
    return total


@composed("math.zero_fraction", "nn.zero_fraction")
def zero_fraction(value: Annotated[Tensor, Anything(dtypes=NUMERIC)], name=None):
    """The share of zeros, as float32; nan of nothing.  No path to `value`."""
    value = convert_to_tensor(value)
    zero = convert_to_tensor("") if value.dtype == "string" else Tensor(np.zeros((), value.dtype.numpy))
    there = reduce_sum(cast(not_equal(value, zero), "int64"))
    size = Tensor(np.array(value._array.size, "int64"))
    return cast(size - there, "float32") / cast(size, "float32")
