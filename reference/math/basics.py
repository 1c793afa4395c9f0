"""BASICS: absolute value, sign, floor, cast."""

from typing import Annotated

import numpy as np

from ..backprop import zeros_like
from ..dtypes import as_dtype
from ..operands import Anything, DtypeName, Floats, Numbers
from ..primitive import composed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..variable import Variable


@primitive("math.abs", "abs", rounds=False, decides=np.sign)
def abs(x: Annotated[Tensor, Numbers()]):
    """y = |x|.  dy/dx = sign x, so 0 at the kink x = 0."""
    return np.abs(x)


@abs.vjp
def _(ct, y, x):
    return (ct * sign(x),)


@primitive("math.sign", "sign", rounds=False, decides=np.sign)
def sign(x: Annotated[Tensor, Numbers()]):
    """y = -1, 0 or 1.  dy/dx is zeros, not None: there is a path, and it does not reach further."""
    return np.sign(x)


@sign.vjp
def _(ct, y, x):
    return (zeros_like(x),)


@primitive("math.floor", "floor", rounds=False, decides=np.floor)
def floor(x: Annotated[Tensor, Floats(kinks=(0.0, 1.0, -1.0))]):
    """y = ⌊x⌋.  No path to x."""
    return np.floor(x)


@floor.vjp
def _(ct, y, x):
    return (None,)


def _landing(x, DstT):
    return None if as_dtype(DstT).is_floating else _cast.forward(x, DstT)


@primitive("raw_ops.Cast", internal=True, decides=_landing)
def _cast(x: Annotated[Tensor, Anything()], DstT: Annotated[str, DtypeName()]):
    """y = x in another dtype.  A path only from floating to floating; the cotangent is cast back."""
    to = as_dtype(DstT)
    if x.dtype.kind == "f" and to.is_integer:
        return _truncated(x, to)
    return x.astype(to.numpy)


def _truncated(x, to):
    """Towards zero; what has no place there, nan included, becomes the smallest number."""
    limits = np.iinfo(to.as_numpy_dtype)
    inside = (x >= float(limits.min)) & (x < -float(limits.min))
    return np.where(inside, np.where(inside, x, 0).astype(to.numpy), limits.min).astype(to.numpy)


@_cast.vjp
def _(ct, y, x, DstT):
    return (lambda: cast(ct, x.dtype) if x.dtype.is_differentiable and ct.dtype.is_differentiable else None,)


@composed("cast")
def cast(x: Annotated[Tensor, Anything()], dtype: Annotated[str, DtypeName()], name=None):
    """`x` in `dtype`; a tensor or variable that has it already is returned itself.  Slices stay slices."""
    to = as_dtype(dtype)
    if isinstance(x, Tensor | Variable) and x.dtype is to:
        return x
    if isinstance(x, IndexedSlices):
        return IndexedSlices(cast(x.values, to), x.indices, x.dense_shape)
    x = convert_to_tensor(x)
    return x if x.dtype is to else _cast(x, to.name)
