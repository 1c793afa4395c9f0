"""SELECTION: maximum, minimum, clipping, where.  The cotangent goes to what was selected."""

from typing import Annotated

import numpy as np

from ..arrays.gathering import where_true
from ..dtypes import REAL
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Broadcasts, Condition, Like, Numbers
from ..primitive import composed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .comparisons import greater_equal, less_equal


def _order(x, y):
    return (x > y) * 1 - (x < y)


@primitive("math.maximum", "maximum", rounds=False, decides=_order, unreduced=("beside a scalar",))
def maximum(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = max(x, y).  At x = y the whole cotangent goes to x; beside a nan, to y."""
    return np.maximum(x, y)


@maximum.vjp
def _(ct, z, x, y):
    return _to_selected(ct, greater_equal(x, y))


@primitive("math.minimum", "minimum", rounds=False, decides=_order, unreduced=("beside a scalar",))
def minimum(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = min(x, y).  At x = y the whole cotangent goes to x; beside a nan, to y."""
    return np.minimum(x, y)


@minimum.vjp
def _(ct, z, x, y):
    return _to_selected(ct, less_equal(x, y))


def _to_selected(ct, first):
    ct = convert_to_tensor(ct)
    zero = Tensor(np.zeros((), ct.dtype.numpy))
    return lambda: where_v2(first, ct, zero), lambda: where_v2(first, zero, ct)


@composed("clip_by_value")
def clip_by_value(
    t: Annotated[Tensor, Numbers(kinks=(0.0, 1.0), dtypes=REAL)],
    clip_value_min: Annotated[Tensor, Broadcasts("t")],
    clip_value_max: Annotated[Tensor, Broadcasts("t")],
    name=None,
):
    """y = max(min(t, max), min).

    On a bound the cotangent goes to t.  Raises ValueError where a bound is larger than t.
    """
    values = convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)
    below = minimum(values, clip_value_max)
    _check_shape(values, below)
    result = maximum(below, clip_value_min)
    _check_shape(values, result)
    return IndexedSlices(result, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else result


def _check_shape(values, clipped):
    if values.shape != clipped.shape:
        raise error(ValueError, f"Shapes {values.shape} and {clipped.shape} are incompatible")


@primitive("raw_ops.SelectV2", internal=True, rounds=False)
def where_v2(
    condition: Annotated[Tensor, Condition("t")],
    t: Annotated[Tensor, Anything()],
    e: Annotated[Tensor, Broadcasts("t")],
):
    """z = t where `condition`, e elsewhere.

    What was not selected gets zeros, which nan in its own rule still spoils.
    """
    return np.where(condition, t, e)


@where_v2.vjp
def _(ct, z, condition, t, e):
    ct = convert_to_tensor(ct)
    zero = Tensor(np.zeros((), ct.dtype.numpy))
    return None, where_v2(condition, ct, zero), where_v2(condition, zero, ct)


@primitive("raw_ops.Select", internal=True, rounds=False)
def select(
    condition: Annotated[Tensor, Condition("x")],
    x: Annotated[Tensor, Anything()],
    y: Annotated[Tensor, Like("x")],
):
    """z = x where `condition`, y elsewhere; all of one shape"""
    if not condition.shape == x.shape == y.shape:
        raise error(InvalidArgumentError, f"shapes differ: {condition.shape}, {x.shape}, {y.shape}")
    return np.where(condition, x, y)


@select.vjp
def _(ct, z, condition, x, y):
    ct = convert_to_tensor(ct)
    zero = Tensor(np.zeros(x._array.shape, ct._array.dtype))
    return None, lambda: select(condition, ct, zero), lambda: select(condition, zero, ct)


@composed("where")
def where(
    condition: Annotated[Tensor, Condition("x")],
    x: Annotated[Tensor, Anything()] = None,
    y: Annotated[Tensor, Broadcasts("x")] = None,
    name=None,
):
    """z = x where `condition`, y elsewhere; without x and y, the indices of what is true."""
    if (x is None) != (y is None):
        raise error(ValueError, "x and y must both be non-None or both be None.")
    if x is None:
        return where_true(condition)
    return where_v2(condition, x, y)
