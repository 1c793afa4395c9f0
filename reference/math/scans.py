"""SCANS: running sums and products along an axis."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import flag, ints
from ..arrays.generators import zeros_like
from ..errors import InvalidArgumentError, error
from ..operands import Axis, Flag, Floats, Numbers
from ..primitive import primitive
from ..shapes import axis_in
from ..tensor import Tensor
from .comparisons import greater, less
from .complexes import conj
from .division import div_no_nan
from .elementwise import exp, log
from .selection import where


def _axis(axis, rank):
    given = ints(axis)
    if given.ndim:
        raise error(InvalidArgumentError, f"axis must be a scalar, not of shape {list(given.shape)}")
    return axis_in(int(given), rank)


def _scan(accumulate, x, axis, exclusive, reverse, start):
    axis, exclusive, reverse = _axis(axis, x.ndim), flag(exclusive, "exclusive"), flag(reverse, "reverse")
    if reverse:
        x = np.flip(x, axis)
    if exclusive and x.shape[axis]:
        first = np.full_like(np.take(x, [0], axis), start)
        x = np.concatenate([first, np.delete(x, -1, axis)], axis)
    y = accumulate(x, axis=axis, dtype=x.dtype)
    return np.flip(y, axis) if reverse else y


@primitive("math.cumsum", "cumsum", accumulates=True)
def cumsum(
    x: Annotated[Tensor, Numbers(least_rank=1)],
    axis: Annotated[int, Axis("x")] = 0,
    exclusive: Annotated[bool, Flag()] = False,
    reverse: Annotated[bool, Flag()] = False,
):
    """y[i] = x[0] + … + x[i], without x[i] where `exclusive`, from the end where `reverse`"""
    y = _scan(np.cumsum, x, axis, exclusive, reverse, 0)
    return y + np.zeros((), y.dtype)  # to which all is added, so that -0 alone is 0


@cumsum.vjp
def _(ct, y, x, axis, exclusive, reverse):
    return (cumsum(ct, axis, exclusive, not reverse),)


@primitive("math.cumprod", accumulates=True)
def cumprod(
    x: Annotated[Tensor, Numbers(likely=(-2.0, 2.0), least_rank=1)],
    axis: Annotated[int, Axis("x")] = 0,
    exclusive: Annotated[bool, Flag()] = False,
    reverse: Annotated[bool, Flag()] = False,
):
    """y[i] = x[0] … x[i], without x[i] where `exclusive`, from the end where `reverse`"""
    return _scan(np.cumprod, x, axis, exclusive, reverse, 1)


@cumprod.vjp
def _(ct, y, x, axis, exclusive, reverse):
    x = conj(x)
    if np.all(x._array):
        products = cumprod(x, axis, exclusive, reverse) * ct
        return (div_no_nan(cumsum(products, axis, exclusive, not reverse), x),)
    return (_beside_zeros(ct, x, _axis(axis, x.ndim), exclusive, reverse),)


def _beside_zeros(ct, x, axis, exclusive, reverse):
    """Σ over i of ct[i] Π of the x[j] that enter y[i], j ≠ k, for each k: nothing is divided by x[k]."""
    from ..arrays.shaping import expand_dims
    from .reductions import reduce_sum
    from .selection import where_v2

    n, rank = x.shape[axis], x.ndim
    k, i = np.indices((n, n))
    enters = (i <= k if reverse else i >= k) & ~(exclusive & (i == k))
    shape = [1] * (rank + 1)
    shape[axis] = shape[axis + 1] = n
    one = Tensor(np.ones((), x.dtype.numpy))
    without_k = where_v2(Tensor((i == k).reshape(shape)), one, expand_dims(x, axis))
    terms = cumprod(without_k, axis + 1, exclusive, reverse) * expand_dims(ct, axis)
    zero = Tensor(np.zeros((), x.dtype.numpy))
    return reduce_sum(where_v2(Tensor(enters.reshape(shape)), terms, zero), axis + 1)


@primitive("math.cumulative_logsumexp", accumulates=lambda x, *rest: 1 + np.abs(_logsumexps(x, *rest)))
def cumulative_logsumexp(
    x: Annotated[Tensor, Floats(least_rank=1)],
    axis: Annotated[int, Axis("x")] = 0,
    exclusive: Annotated[bool, Flag()] = False,
    reverse: Annotated[bool, Flag()] = False,
):
    """y[i] = ln(e^x[0] + … + e^x[i]), without x[i] where `exclusive`, from the end where `reverse`.

    The gradient is made of the logarithms of its positive and of its negative part, and is nan where y is
    -inf.  Quirk nan-adds-as-the-sum-before: a nan counts as what was added up before it (Q90).
    """
    return _logsumexps(x, axis, exclusive, reverse)


def _logsumexps(x, axis, exclusive, reverse):
    return _scan(_added_logarithms, x, axis, exclusive, reverse, -np.inf)


def _added_logarithms(x, axis, dtype):
    rows, sums = np.moveaxis(x, axis, 0), []
    total = np.full(rows.shape[1:], -np.inf, dtype)
    for row in rows:
        larger, smaller = np.where(total < row, row, total), np.where(row < total, row, total)
        total = np.where(larger == -np.inf, larger, larger + np.log1p(np.exp(smaller - larger))).astype(dtype)
        sums.append(total)
    return np.moveaxis(np.array(sums, dtype).reshape(rows.shape), 0, axis)


@cumulative_logsumexp.vjp
def _(ct, y, x, axis, exclusive, reverse):
    zero, least = zeros_like(ct), Tensor(np.array(ct.dtype.min, ct.dtype.numpy))

    def part(is_there, size):
        logarithms = where(is_there, log(size), least)
        return exp(cumulative_logsumexp(logarithms - y, axis, exclusive, not reverse) + x)

    return (part(greater(ct, zero), ct) - part(less(ct, zero), -ct),)
