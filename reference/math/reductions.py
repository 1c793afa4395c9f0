"""REDUCTIONS: sums, means, extremes and products over axes.

`axis` is None (all), an int or several; an empty list reduces nothing.  Raises InvalidArgumentError for an
axis that is out of range or given twice, TypeError for one that is no int.
"""

import math
from typing import Annotated

import numpy as np

from ..arrays.arguments import ints
from ..arrays.shaping import broadcast_to, reshape, transpose
from ..dtypes import REAL, bfloat16, int64
from ..errors import InvalidArgumentError, error
from ..operands import Axes, Bools, Flag, Numbers
from ..primitive import primitive
from ..shapes import axis_in
from ..tensor import Tensor
from .arithmetic import truediv
from .comparisons import equal
from .complexes import conj
from .scans import cumprod


def axes_of(axis, rank):
    """The axes that `axis` means for a tensor of `rank`, counted from the front."""
    if axis is None:
        return tuple(range(rank))
    axes = tuple(axis_in(a, rank) for a in ints(axis).reshape(-1).tolist())
    if len(set(axes)) != len(axes):
        raise error(
            InvalidArgumentError, f"Invalid reduction arguments: Axes contains duplicate dimension: {axes}"
        )
    return axes


def kept(shape, axes):
    return tuple(1 if i in axes else n for i, n in enumerate(shape))


def added(x, axes, keepdims=False):
    """Σ x over `axes`: bfloat16 in float32, float16 in float16, one after the other.

    An axis of size 1 is dropped and nothing added, so that -0 stays what it is.
    """
    shape = kept(x.shape, axes) if keepdims else tuple(n for i, n in enumerate(x.shape) if i not in axes)
    long = tuple(a for a in axes if x.shape[a] != 1)
    if not long:
        return x.reshape(shape)
    if x.dtype == bfloat16.numpy:
        total = np.add.reduce(x.astype(np.float32), axis=long).astype(x.dtype)
    elif x.dtype == np.float16:
        total = in_order(np.add, x, long)
    else:
        total = np.add.reduce(x, axis=long, dtype=x.dtype)
    return total.reshape(shape)


def in_order(operation, x, axes):
    """The sum (or product) over `axes` in the dtype of x, one entry after the other."""
    others = tuple(i for i in range(x.ndim) if i not in axes)
    count = math.prod(x.shape[i] for i in axes)
    rows = x.transpose(*axes, *others).reshape(count, *(x.shape[i] for i in others))
    if not len(rows):
        return np.full(rows.shape[1:], operation.identity, x.dtype)
    return operation.accumulate(rows, 0, dtype=x.dtype)[-1]


def _unkept(ct, x, axis, keepdims):
    """`ct`, a cotangent of a reduction of `x`, with the reduced axes as axes of size 1."""
    return ct if keepdims else reshape(ct, kept(x.shape, axes_of(axis, x.ndim)))


def _spread(ct, x, axis, keepdims):
    """`ct`, a cotangent of a sum of `x`, repeated along the axes that were reduced."""
    # Quirk lone-axis: an axis written as an int never counts as all of them, so that no seed is reshaped
    # (Q16).
    if np.ndim(axis) == 0 and axis is not None:
        return broadcast_to(_unkept(ct, x, axis, keepdims), x.shape)
    if axes_of(axis, x.ndim) == tuple(range(x.ndim)):
        return broadcast_to(reshape(ct, (1,) * x.ndim), x.shape)
    return broadcast_to(_unkept(ct, x, axis, keepdims), x.shape)


@primitive("math.reduce_sum", "reduce_sum", accumulates=True)
def reduce_sum(
    input_tensor: Annotated[Tensor, Numbers()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = Σ x; 0 of nothing"""
    return added(input_tensor, axes_of(axis, input_tensor.ndim), keepdims)


@reduce_sum.vjp
def _(ct, y, x, axis, keepdims):
    return (_spread(ct, x, axis, keepdims),)


@primitive("math.reduce_mean", "reduce_mean", accumulates=True)
def reduce_mean(
    input_tensor: Annotated[Tensor, Numbers()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = Σ x / n, rounded towards zero for ints; nan of nothing, but 0 for ints and complex numbers"""
    x, axes = input_tensor, axes_of(axis, input_tensor.ndim)
    count = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
    if x.dtype == bfloat16.numpy:
        return (added(x.astype(np.float32), axes, keepdims) / np.float32(count)).astype(x.dtype)
    total = added(x, axes, keepdims)
    if not count and x.dtype.kind in "iuc":
        return np.zeros_like(total)
    if not np.issubdtype(x.dtype, np.integer):
        return total / np.asarray(count, x.dtype)
    return total // count + ((total < 0) & (total % count != 0))


@reduce_mean.vjp
def _(ct, y, x, axis, keepdims):
    total = _spread(ct, x, axis, keepdims)
    count = x.shape.num_elements() // max(y.shape.num_elements(), 1)
    return (truediv(total, Tensor(np.array(count, total.dtype.numpy))),)


def _extreme(reduce, x, axis, keepdims, of_nothing):
    axes = axes_of(axis, x.ndim)
    return reduce(x, axis=axes, keepdims=bool(keepdims), initial=of_nothing(x.dtype))


def _least(dtype):
    return np.iinfo(dtype).min if np.issubdtype(dtype, np.integer) else -np.inf


def _greatest(dtype):
    return np.iinfo(dtype).max if np.issubdtype(dtype, np.integer) else np.inf


def _which(x, axis=None, keepdims=False, *, reduce):
    """Where the extreme of each slice stands: the choice that the result hangs on."""
    axes = axes_of(axis, x.ndim)
    return x == reduce(x, axis=axes, keepdims=True, initial=None) if x.size else None


@primitive("math.reduce_max", "reduce_max", rounds=False, decides=lambda *a: _which(*a, reduce=np.max))
def reduce_max(
    input_tensor: Annotated[Tensor, Numbers(dtypes=REAL)],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = max x; -inf (the least int) of nothing.

    Equal maxima share the cotangent equally; a nan makes all nan.
    """
    return _extreme(np.max, input_tensor, axis, keepdims, _least)


@primitive("math.reduce_min", "reduce_min", rounds=False, decides=lambda *a: _which(*a, reduce=np.min))
def reduce_min(
    input_tensor: Annotated[Tensor, Numbers(dtypes=REAL)],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = min x; inf (the greatest int) of nothing.

    Equal minima share the cotangent equally; a nan makes all nan.
    """
    return _extreme(np.min, input_tensor, axis, keepdims, _greatest)


def _to_extremes(ct, y, x, axis, keepdims):
    from .basics import cast

    here = cast(equal(_unkept(y, x, axis, keepdims), x), ct.dtype)
    count = reshape(reduce_sum(here, axis), kept(x.shape, axes_of(axis, x.ndim)))
    return (here / count * _unkept(ct, x, axis, keepdims),)


reduce_max.vjp(_to_extremes)
reduce_min.vjp(_to_extremes)


@primitive("math.reduce_any", "reduce_any", rounds=False)
def reduce_any(
    input_tensor: Annotated[Tensor, Bools()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = one of x is true; False of nothing"""
    return np.any(input_tensor, axis=axes_of(axis, input_tensor.ndim), keepdims=bool(keepdims))


@primitive("math.reduce_all", "reduce_all", rounds=False)
def reduce_all(
    input_tensor: Annotated[Tensor, Bools()],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = all of x are true; True of nothing"""
    return np.all(input_tensor, axis=axes_of(axis, input_tensor.ndim), keepdims=bool(keepdims))


@primitive("math.reduce_prod", "reduce_prod", accumulates=True)
def reduce_prod(
    input_tensor: Annotated[Tensor, Numbers(likely=(-2.0, 2.0))],
    axis: Annotated[int | None, Axes("input_tensor")] = None,
    keepdims: Annotated[bool, Flag()] = False,
):
    """y = Π x; 1 of nothing.  dy/dx is the product of all others, exact also beside zeros."""
    x, axes = input_tensor, axes_of(axis, input_tensor.ndim)
    if x.dtype == np.float16:
        product = in_order(np.multiply, x, axes)
        return product.reshape(kept(x.shape, axes)) if keepdims else product
    return np.multiply.reduce(x, axis=axes, keepdims=bool(keepdims), dtype=x.dtype)


@reduce_prod.vjp
def _(ct, y, x, axis, keepdims):
    axes = axes_of(axis, x.ndim)
    others = tuple(i for i in range(x.ndim) if i not in axes)
    order = axes + others
    moved = transpose(x, order)
    rows = int(np.prod([x.shape[i] for i in axes], dtype=int))
    flat = reshape(moved, (rows, int(np.prod([x.shape[i] for i in others], dtype=int))))
    before, after = cumprod(flat, 0, True, False), cumprod(flat, 0, True, True)
    without = transpose(reshape(conj(before) * conj(after), moved.shape), tuple(np.argsort(order)))
    return (reshape(broadcast_to(_unkept(ct, x, axis, keepdims), x.shape) * without, x.shape),)


def unseeing(rule):
    """The rule of a reduction for forward mode, which puts back the axes that are not kept where they were.

    Raises TypeError where these are tensors, or a number of NumPy's, of int64.
    """

    def of_int32(ct, y, x, axis, keepdims):
        if not keepdims and _is_wide(axis):
            raise error(TypeError, "axes of int64 where int32 is expected")
        return rule(ct, y, x, axis, keepdims)

    return of_int32


def _is_wide(axis):
    if isinstance(axis, list | tuple):
        return any(isinstance(a, Tensor) and a.dtype is int64 for a in axis)
    return not isinstance(axis, np.ndarray) and getattr(axis, "dtype", None) == int64


for _reduction in (reduce_sum, reduce_mean, reduce_max, reduce_min, reduce_prod):
    _reduction.vjp_unseeing(unseeing(_reduction.rule))
