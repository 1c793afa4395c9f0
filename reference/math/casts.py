"""CASTS that are more than a change of dtype: clipped to what the other can hold, or of the bits alone."""

from typing import Annotated

import numpy as np

from ..backprop import zeros_like
from ..dtypes import INTEGER, NUMERIC, REAL, as_dtype, complex128
from ..errors import InvalidArgumentError, error
from ..graph import not_allowed
from ..logs import warn
from ..operands import Anything, Broadcasts, DtypeName, Numbers
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor
from .basics import cast
from .comparisons import greater, less, logical_or
from .complexes import complex, imag, real
from .selection import select

_LISTED = INTEGER[-2:]  # uint32 and uint64


@primitive("raw_ops.ClipByValue", internal=True, rounds=False)
def _clipped(
    t: Annotated[Tensor, Numbers(dtypes=tuple(d for d in REAL if d not in _LISTED), listed=_LISTED)],
    clip_value_min: Annotated[Tensor, Broadcasts("t")],
    clip_value_max: Annotated[Tensor, Broadcasts("t")],
):
    """y = max(min(t, max), min), for bounds of one element"""
    return np.minimum(np.maximum(t, clip_value_min), clip_value_max)


@_clipped.vjp
def _(ct, y, t, low, high):
    outside = logical_or(less(t, low), greater(t, high))
    return lambda: select(outside, zeros_like(ct), ct), None, None


def saturate_cast(value, dtype, name=None):
    """`value` in `dtype`, after what that cannot hold is clipped to its limits.

    Quirk limits-are-rounded: limits that have no place in the value's own dtype are rounded towards 0 (Q17).
    Raises TypeError for
    bools and strings, NotFoundError for values in uint32 and uint64.
    """
    x, to = convert_to_tensor(value), as_dtype(dtype)
    if x.dtype.is_complex:
        if to.is_complex:
            narrower = x.dtype is complex128 and to is not complex128
            parts = (saturate_cast(part, to.real_dtype) for part in (real(x), imag(x)))
            return complex(*parts) if narrower else cast(x, to)
        x = real(x)
        warn("Casting complex to real discards imaginary part.")
    bounds = (_limit(x.dtype, to.real_dtype, which) for which in ("min", "max"))
    return cast(_clipped(x, *bounds), to)


def _limit(source, to, which):
    """The limit of `to` or of `source`, whichever is nearer to 0, as a tensor of `source`."""
    nearer = max if which == "min" else min
    limit = nearer(_exactly(source, which), _exactly(to, which))
    bound = np.asarray(limit).astype(source.numpy)
    if source.is_floating and abs(float(bound)) > abs(limit):
        bound = np.nextafter(bound, np.zeros((), source.numpy))
    return Tensor(np.asarray(bound))


def _exactly(dtype, which):
    limit = getattr(dtype, which)
    return limit if isinstance(limit, int) else float(limit)


@primitive("raw_ops.Bitcast", internal=True, rounds=False)
def _bitcast(input: Annotated[Tensor, Anything(dtypes=NUMERIC)], type: Annotated[str, DtypeName()]):
    """y = what the bits of x mean in another dtype.

    A smaller one adds an axis, a larger one takes the last one away.  Raises InvalidArgumentError where that
    does not have the right size, LookupError where anyone asks for a gradient.
    """
    to = as_dtype(type)
    if not to.is_numeric:
        raise not_allowed(f"{to.name} is not in the list of allowed values")
    x, size = np.ascontiguousarray(input).reshape(input.shape), input.dtype.itemsize
    if size == to.size:
        return x.view(to.numpy)
    if size > to.size:
        return x.reshape(*x.shape, 1).view(to.numpy)
    if not x.ndim or x.shape[-1] * size != to.size:
        raise error(InvalidArgumentError, f"cannot bitcast {x.dtype} of shape {x.shape} to {to.name}")
    return x.view(to.numpy).reshape(x.shape[:-1])


def bitcast(input, type, name=None):
    """What the bits of x mean in another dtype; there is no gradient.

    No endpoint that programs call: it would show the sign of a nan and the last bit of every number.
    """
    return _bitcast(convert_to_tensor(input), as_dtype(type).name)
