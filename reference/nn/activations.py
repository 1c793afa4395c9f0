"""ACTIVATIONS over an axis: softmax, log_softmax."""

from typing import Annotated

import numpy as np

from ..arrays.shaping import transpose
from ..errors import InvalidArgumentError, error
from ..math.elementwise import exp
from ..math.reductions import in_order, reduce_sum
from ..operands import Axis, Floats
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor, is_tensor


def row_sums(x):
    """Σ x over the last axis, kept; half precision in its own dtype, one after the other."""
    if x.dtype.itemsize == 2:
        return in_order(np.add, x, (x.ndim - 1,))[..., None]
    return np.sum(x, -1, keepdims=True)


@primitive("raw_ops.Softmax", internal=True, accumulates=lambda logits: _softmax.forward(logits))
def _softmax(logits: Annotated[Tensor, Floats(least_rank=1)]):
    """y = e^x / Σ e^x over the last axis, computed from x - max x"""
    if not logits.size:
        return logits
    shifted = np.exp(logits - np.max(logits, -1, keepdims=True))
    return shifted * (1 / row_sums(shifted))


@_softmax.vjp
def _(ct, y, logits):
    return ((ct - reduce_sum(ct * y, -1, True)) * y,)


@primitive(
    "raw_ops.LogSoftmax", internal=True, accumulates=lambda logits: 1 + np.abs(_log_softmax.forward(logits))
)
def _log_softmax(logits: Annotated[Tensor, Floats(least_rank=1)]):
    """y = x - ln Σ e^x over the last axis, computed from x - max x"""
    if not logits.size:
        return logits
    shifted = logits - np.max(logits, -1, keepdims=True)
    return shifted - np.log(row_sums(np.exp(shifted)))


@_log_softmax.vjp
def _(ct, y, logits):
    return (ct - reduce_sum(ct, -1, True) * exp(y),)


def _over_axis(function, logits, axis):
    """`function`, which works on the last axis, on `axis`.

    Raises InvalidArgumentError for an axis out of range.
    """
    logits = convert_to_tensor(logits)
    axis = -1 if axis is None else _number(axis, logits.ndim)
    if axis == -1 or axis == logits.ndim - 1:
        if not logits.ndim:
            raise error(InvalidArgumentError, "logits must have >= 1 dimension, got []")
        return function(logits)
    if not -logits.ndim <= axis < logits.ndim or isinstance(axis, float):
        raise error(InvalidArgumentError, f"`dim` must be in the range [{-logits.ndim}, {logits.ndim})")
    order = list(range(logits.ndim))
    order[axis], order[-1] = order[-1], order[axis]
    return transpose(function(transpose(logits, tuple(order))), tuple(order))


def _number(axis, rank):
    """An axis, maybe a tensor of int32 or an array; for the last axis any dtype or shape will do.

    Raises InvalidArgumentError for other tensors, TypeError for what is no number.
    """
    if not (is_tensor(axis) or isinstance(axis, np.ndarray)):
        if not isinstance(axis, int | float | np.generic):
            raise error(
                TypeError, f"'<=' not supported between instances of 'int' and {type(axis).__name__!r}"
            )
        return axis
    array = np.asarray(axis)
    if array.size == 1 and array.reshape(()) in (-1, rank - 1):
        return -1
    if array.ndim or (is_tensor(axis) and array.dtype != np.int32):
        raise error(InvalidArgumentError, f"{axis!r} is no axis")
    return array.item()


@composed("nn.softmax", "math.softmax")
def softmax(
    logits: Annotated[Tensor, Floats(least_rank=1)],
    axis: Annotated[int | None, Axis("logits")] = None,
    name=None,
):
    """y = e^x / Σ e^x over `axis`, the last where that is None"""
    return _over_axis(_softmax, logits, axis)


@composed("nn.log_softmax", "math.log_softmax")
def log_softmax(
    logits: Annotated[Tensor, Floats(least_rank=1)],
    axis: Annotated[int | None, Axis("logits")] = None,
    name=None,
):
    """y = x - ln Σ e^x over `axis`, the last where that is None"""
    return _over_axis(_log_softmax, logits, axis)
