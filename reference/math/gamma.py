"""The GAMMA FUNCTION: its logarithm, the derivatives of that, and the incomplete gamma and beta functions."""

from dataclasses import replace
from typing import Annotated

import numpy as np
import scipy.special

from ..dtypes import bfloat16, float16, float32, float64
from ..errors import InvalidArgumentError, error
from ..operands import Broadcasts, Floats, Like
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import negative, subtract
from .elementwise import exp, log
from .guarded import xlog1py, xlogy
from .incomplete import by_shape, by_shape_twice
from .reductions import reduce_sum

POSITIVE = Floats(
    likely=(0.2, 5.0), kinks=(0.0, 1.0, 2.0), dtypes=(float16, float32, float64), listed=(bfloat16,)
)
_WIDE = {"dtypes": (float32, float64)}
SHAPES = Floats(likely=(0.3, 4.0), **_WIDE, listed=(float16, bfloat16))


def _doubled(function, *operands):
    """`function` in double precision, rounded once."""
    with np.errstate(all="ignore"):
        return function(*(np.asarray(x, np.float64) for x in operands)).astype(operands[0].dtype)


@primitive("math.lgamma", rounds="always")
def lgamma(x: Annotated[Tensor, POSITIVE]):
    """y = ln |Γ(x)|; inf at 0, -1, -2 …, where dy/dx = nan"""
    return np.where(x == -np.inf, np.asarray(np.inf, x.dtype), _doubled(scipy.special.gammaln, x))


@lgamma.vjp
def _(ct, y, x):
    return (ct * digamma(x),)


@primitive("math.digamma", rounds="always")
def digamma(x: Annotated[Tensor, POSITIVE]):
    """y = d/dx ln Γ(x); nan at 0, -1, -2 …, where dy/dx = inf"""
    return _doubled(_digamma, x)


def _digamma(x):
    return np.where((x <= 0) & (x == np.floor(x)), np.nan, scipy.special.psi(x))


@digamma.vjp
def _(ct, y, x):
    return (ct * polygamma(Tensor(np.array(1, x.dtype.numpy)), x),)


@primitive("math.polygamma", rounds="always")
def polygamma(
    a: Annotated[Tensor, Floats(likely=(1.0, 3.0), kinks=(0.0, 1.0, 2.0), **_WIDE)],
    x: Annotated[Tensor, Broadcasts("a")],
):
    """y = the a-th derivative of digamma at x, for whole a; nan for others.

    None is passed to the order a.
    """
    whole = (a >= 0) & (a == np.floor(a))
    orders = np.where(whole, a, 1)
    return np.where(whole, _doubled(_polygamma, orders, x), np.asarray(np.nan, x.dtype))


def _polygamma(n, x):
    sign = np.where(((n + 1) % 2 == 0) | np.isinf(n), 1.0, -1.0)
    higher = sign * scipy.special.gamma(n + 1) * _hurwitz(n + 1, x)
    return np.where(n == 0, _digamma(x), higher)


def _hurwitz(x, q):
    """ζ(x, q); inf for x = 1, and at the poles of even x > 1, at q = 0, -1, -2 …, where others are nan"""
    poles = (q <= 0) & (q == np.floor(q)) & (x % 2 != 0) & np.isfinite(x) & (x != 1)
    found = np.where((x > 1e4) & (q > 1), 0.0, scipy.special.zeta(x, q))
    infinite = (x == 1) & ~np.isnan(q) | (x == np.inf) & (q <= 0) & (q == np.floor(q))
    return np.where(poles | np.isnan(x), np.nan, np.where(infinite, np.inf, found))


@polygamma.vjp
def _(ct, y, a, x):
    one = Tensor(np.array(1, x.dtype.numpy))
    return None, lambda: ct * polygamma(a + one, x)


@primitive("math.zeta", rounds="always")
def zeta(x: Annotated[Tensor, Floats(likely=(1.2, 5.0), **_WIDE)], q: Annotated[Tensor, Broadcasts("x")]):
    """y = Σ 1 / (k + q)^x over k = 0, 1, 2 … (Hurwitz).  None is passed to the exponent x."""
    return _doubled(_hurwitz, x, q)


@zeta.vjp
def _(ct, y, x, q):
    one = Tensor(np.array(1, x.dtype.numpy))
    return None, lambda: ct * (negative(x) * zeta(x + one, q))


def _beside_one(a, x):
    """The size of what a small value is the rest of, several times over: series end early."""
    return np.full(np.broadcast(a, x).shape, 8.0)


@primitive("math.igamma", rounds="always")
def igamma(a: Annotated[Tensor, SHAPES], x: Annotated[Tensor, Broadcasts("a")]):
    """P(a, x) = ∫ t^(a-1) e^-t dt / Γ(a) from 0 to x"""
    return _doubled(lambda a, x: np.where(x == 0, 0.0, _of_shape(a, x, scipy.special.gammainc(a, x))), a, x)


@igamma.vjp
def _(ct, y, a, x):
    return lambda: ct * igamma_by_shape(a, x), lambda: ct * _density(a, x)


@primitive("math.igammac", rounds="always", accumulates=_beside_one)
def igammac(a: Annotated[Tensor, SHAPES], x: Annotated[Tensor, Broadcasts("a")]):
    """Q(a, x) = 1 - P(a, x)"""
    return _doubled(lambda a, x: _of_shape(a, x, scipy.special.gammaincc(a, x)), a, x)


def _of_shape(a, x, value):
    """`value`, but nan for a shape that is not positive, and 0 where both are infinite."""
    return np.where(a <= 0, np.nan, np.where(np.isinf(a) & np.isinf(x), 0.0, value))


@igammac.vjp
def _(ct, y, a, x):
    return lambda: ct * negative(igamma_by_shape(a, x)), lambda: ct * negative(_density(a, x))


def _density(a, x):
    one = Tensor(np.array(1, x.dtype.numpy))
    return exp(negative(x) + (a - one) * log(x) - lgamma(a))


@primitive("raw_ops.IgammaGradA", internal=True, rounds="always", accumulates=_beside_one)
def igamma_by_shape(a: Annotated[Tensor, SHAPES], x: Annotated[Tensor, Broadcasts("a")]):
    """∂P(a, x)/∂a"""
    return _doubled(by_shape, a, x)


@igamma_by_shape.vjp
def _(ct, y, a, x):
    return (
        lambda: ct * _igamma_by_shape_twice(a, x),
        lambda: ct * (_density(a, x) * (log(x) - digamma(a))),
    )


def _igamma_by_shape_twice(a, x):
    """∂²P(a, x)/∂a², which TensorFlow has not; no tape goes beyond it."""
    return Tensor(_doubled(by_shape_twice, a._array, x._array))


@primitive("math.betainc", rounds="always")
def betainc(
    a: Annotated[Tensor, Floats(likely=(0.3, 4.0), **_WIDE)],
    b: Annotated[Tensor, Like("a")],
    x: Annotated[Tensor, Like("a")],
):
    """I_x(a, b) = ∫ t^(a-1) (1-t)^(b-1) dt / B(a, b) from 0 to x.  None is passed to a and b.

    Scalars are repeated; other shapes raise InvalidArgumentError where they differ.
    """
    shapes = {z.shape for z in (a, b, x) if z.shape}
    if len(shapes) > 1:
        raise error(InvalidArgumentError, f"Shapes of a, b and x are inconsistent: {sorted(shapes)}")
    return _doubled(_betainc, a, b, x)


def _betainc(a, b, x):
    inside = (a > 0) & (b > 0) & (x >= 0) & (x <= 1)
    return np.where(inside, scipy.special.betainc(a, b, x), np.nan)


@betainc.vjp
def _(ct, y, a, b, x):
    one = Tensor(np.array(1, x.dtype.numpy))

    def by_x():
        log_beta = lgamma(a) + lgamma(b) - lgamma(a + b)
        return ct * exp(xlog1py(b - one, negative(x)) + xlogy(a - one, x) - log_beta)

    return None, None, by_x


@composed("math.lbeta")
def lbeta(x: Annotated[Tensor, replace(POSITIVE, least_rank=1)], name=None):
    """ln |B(x)| = Σ ln |Γ(xᵢ)| - ln |Γ(Σ xᵢ)| over the last axis; 0-d tensors raise"""
    x = convert_to_tensor(x)
    return subtract(reduce_sum(lgamma(x), -1), lgamma(reduce_sum(x, -1)))
