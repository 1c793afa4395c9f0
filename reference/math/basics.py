"""BASICS: absolute value, sign, floor, cast."""

from typing import Annotated

import numpy as np

from ..backprop import zeros_like
from ..dtypes import (
    COMPLEX,
    HALF,
    SIGNED,
    as_dtype,
    complex128,
    float64,
    int32,
    int64,
    is_floating,
    string,
    uint64,
)
from ..errors import UnimplementedError, error
from ..logs import warn
from ..operands import Anything, DtypeName, Floats, Numbers
from ..primitive import composed, flushed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..variable import ResourceVariable
from .complexes import complex
from .division import div_no_nan

_SIGNED_REAL = tuple(d for d in SIGNED if not d.is_complex)


@primitive("raw_ops.Abs", internal=True, rounds=False, decides=np.sign)
def _abs(x: Annotated[Tensor, Numbers(dtypes=_SIGNED_REAL)]):
    """y = |x|.  dy/dx = sign x, so 0 at the kink x = 0."""
    return np.abs(x)


@_abs.vjp
def _(ct, y, x):
    return (ct * sign(x),)


@primitive("raw_ops.ComplexAbs", internal=True, on=lambda tf, x: tf.abs(x))
def _complex_abs(x: Annotated[Tensor, Floats(dtypes=COMPLEX)]):
    """y = √(a² + b²).  dy/dx = x / |x|, so 0 at the kink x = 0."""
    return np.abs(x)


@_complex_abs.vjp
def _(ct, y, x):
    return (div_no_nan(complex(ct, zeros_like(ct)) * x, complex(y, zeros_like(y))),)


@composed("math.abs", "abs")
def abs(x: Annotated[Tensor, Numbers(dtypes=SIGNED)], name=None):
    """y = |x|, which is real where x is complex"""
    x = convert_to_tensor(x)
    return _complex_abs(x) if x.dtype.is_complex else _abs(x)


@primitive("raw_ops.Sign", internal=True, rounds=False, decides=np.sign)
def _sign(x: Annotated[Tensor, Numbers(dtypes=_SIGNED_REAL)]):
    """y = -1, 0 or 1.  dy/dx is zeros, not None: there is a path, and it does not reach further."""
    return np.sign(x)


@_sign.vjp
def _(ct, y, x):
    return (zeros_like(x),)


@composed("math.sign", "sign")
def sign(x: Annotated[Tensor, Numbers(dtypes=SIGNED)], name=None):
    """y = -1, 0 or 1; of a complex number x / |x|, or 0."""
    x = convert_to_tensor(x)
    return div_no_nan(x, cast(abs(x), x.dtype)) if x.dtype.is_complex else _sign(x)


@primitive("math.floor", "floor", rounds=False, decides=np.floor)
def floor(x: Annotated[Tensor, Floats(kinks=(0.0, 1.0, -1.0))]):
    """y = ⌊x⌋.  No path to x."""
    return np.floor(x)


@floor.vjp
def _(ct, y, x):
    return (None,)


def _landing(x, DstT):
    return None if as_dtype(DstT).is_differentiable else _cast.forward(x, DstT)


@primitive("raw_ops.Cast", internal=True, decides=_landing)
def _cast(x: Annotated[Tensor, Anything()], DstT: Annotated[str, DtypeName()]):
    """y = x in another dtype; of a complex number its real part.

    A path only from floating or complex to such; the cotangent is cast back.  Raises UnimplementedError to
    and from strings.
    """
    to, source = as_dtype(DstT), x.dtype
    if string.numpy in (source, to.numpy):
        raise error(UnimplementedError, f"Cast {source} to {to.name} is not supported")
    if x.dtype.kind == "c" and not to.is_complex:
        x = x.real
    if to.is_bool:
        return (flushed(x) if x.dtype not in _HALF else x) != 0
    if is_floating(x.dtype) and to.is_integer:
        return _truncated(x.astype(np.float32) if x.dtype in _HALF else x, to)
    if to in (float64, complex128):
        x = flushed(x)
    if source in _WIDE and to in HALF:
        # Quirk rounded-twice: a cast to half precision goes by way of float32, and rounds twice (Q13).
        x = x.astype(np.float32)
    return x.astype(to.numpy)


_HALF = (HALF[0].numpy, HALF[1].numpy)
_WIDE = (float64.numpy, int64.numpy, uint64.numpy)


def _truncated(x, to):
    """Towards zero.  What has no place in int32, nan included, is its smallest number; in smaller dtypes the
    lowest bits of that int32 are left, in unsigned ones those of an int64.

    In arrays of more than ten numbers TensorFlow's vector instructions give other numbers for what has no
    place in unsigned and small dtypes.
    """
    if to.size < 4 or to is int32:
        return _within(x, np.int32).astype(to.numpy)
    whole = _within(x, np.int64)
    if to is uint64:
        whole = np.where(whole < 0, whole | _within(x - 2.0**63, np.int64), whole)
    return whole.astype(to.numpy)


def _within(x, kind):
    smallest = np.iinfo(kind).min
    inside = (x > smallest - 1.0) & (x < -float(smallest))
    return np.where(inside, np.where(inside, x, 0).astype(kind), smallest).astype(kind)


@_cast.vjp
def _(ct, y, x, DstT):
    return (lambda: cast(ct, x.dtype) if x.dtype.is_differentiable and ct.dtype.is_differentiable else None,)


@composed("cast")
def cast(x: Annotated[Tensor, Anything()], dtype: Annotated[str, DtypeName()], name=None):
    """`x` in `dtype`; a tensor or variable that has it already is returned itself.  What an assignment
    returns is read.  Slices stay slices.

    Warns where an imaginary part is lost to a floating dtype.
    """
    to = as_dtype(dtype)
    if isinstance(x, Tensor | ResourceVariable) and x.dtype is to:
        return x
    if isinstance(x, IndexedSlices):
        return IndexedSlices(cast(x.values, to), x.indices, x.dense_shape)
    x = convert_to_tensor(x)
    if x.dtype.is_complex and to.is_floating:
        warn(
            f"You are casting an input of type {x.dtype.name} to an incompatible dtype {to.name}.  "
            "This will discard the imaginary part and may not be what you intended."
        )
    return x if x.dtype is to else _cast(x, to.name)
