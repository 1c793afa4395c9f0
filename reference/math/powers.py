"""POWERS: inverse roots, squared differences, multiples."""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT, int32, int64
from ..errors import error, said_by_python
from ..operands import Broadcasts, Floats, Like, Numbers, ScalarOf
from ..primitive import composed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .arithmetic import multiply, square
from .complexes import conj
from .elementwise import _paired, below_the_cut


@primitive("math.rsqrt", decides=below_the_cut)
def rsqrt(x: Annotated[Tensor, Floats(likely=(0.1, 10.0), dtypes=INEXACT)]):
    """y = 1/√x.  At x = 0: y = ±inf, dy/dx = -y³/2, or 0 where the cotangent is 0.  For x < 0: nan."""
    return 1 / np.sqrt(x)


@rsqrt.vjp
def _(ct, y, x):
    return (rsqrt_grad(y, ct),)


@primitive("raw_ops.RsqrtGrad", internal=True)
def rsqrt_grad(y: Annotated[Tensor, Floats(dtypes=INEXACT)], dy: Annotated[Tensor, Like("y")]):
    """dx = -dy y̅³ / 2, and 0 wherever dy is 0"""
    dy, y = _paired(y, dy), np.conj(y)
    return np.where(dy == 0, np.zeros((), dy.dtype), np.asarray(-0.5, dy.dtype) * (dy * y) * (y * y))


@rsqrt_grad.vjp
def _(ct, dx, y, dy):
    a = conj(y)
    return -1.5 * conj(ct) * dy * square(a), rsqrt_grad(a, ct)


@primitive("math.squared_difference", unreduced=("same shape",))
def squared_difference(
    x: Annotated[Tensor, Numbers(dtypes=(*INEXACT, int32, int64))], y: Annotated[Tensor, Broadcasts("x")]
):
    """z = |x - y|²"""
    return (x - y) * np.conj(x - y)


@squared_difference.vjp
def _(ct, z, x, y):
    slope = scalar_mul(2.0, ct) * (x - y)
    return lambda: slope, lambda: -slope


@composed("math.scalar_mul", "scalar_mul")
def scalar_mul(scalar: Annotated[Tensor, ScalarOf("x")], x: Annotated[Tensor, Numbers()], name=None):
    """y = a x for a scalar a, which is converted to the dtype of x; slices stay slices.

    Raises ValueError where a is no scalar, AttributeError where x has no dtype.
    """
    with said_by_python():
        dtype = x.dtype
    scalar = convert_to_tensor(scalar, dtype=dtype)
    if scalar.ndim:
        raise error(ValueError, f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
    if isinstance(x, IndexedSlices):
        return IndexedSlices(multiply(scalar, x.values), x.indices, x.dense_shape)
    return multiply(scalar, x)
