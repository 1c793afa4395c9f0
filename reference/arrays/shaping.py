"""SHAPING: the same elements in another shape or order, or repeated."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error
from ..operands import Anything, Axis, BroadcastShape, Permutation, SameSize, UnitAxes
from ..primitive import composed, primitive
from ..shapes import axis_in, broadcast
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor


def ints(value):
    """A shape or a list of axes, given as a list, a tensor or a single int.  Raises InvalidArgumentError for floats."""
    array = np.asarray(getattr(value, "_array", value))
    if array.size and array.dtype.kind not in "iu":
        raise error(InvalidArgumentError, f"ints were expected, not {value!r}")
    return tuple(int(n) for n in array.reshape(-1))


def dense(ct):
    return convert_to_tensor(ct) if isinstance(ct, IndexedSlices) else ct


@primitive("reshape", rounds=False)
def reshape(tensor: Annotated[Tensor, Anything()], shape: Annotated[tuple, SameSize("tensor")]):
    """y = x in another shape of as many elements; one size may be -1.  Raises InvalidArgumentError otherwise."""
    sizes = ints(shape)
    if sizes.count(-1) > 1 or any(n < -1 for n in sizes):
        raise error(InvalidArgumentError, f"{list(sizes)} is no shape")
    if -1 in sizes:
        sizes = _with_inferred(sizes, tensor.size)
    if int(np.prod(sizes, dtype=np.int64)) != tensor.size:
        raise error(
            InvalidArgumentError,
            f"Input to reshape is a tensor with {tensor.size} values, but the requested shape has {np.prod(sizes)}",
        )
    return tensor.reshape(sizes)


def _with_inferred(sizes, count):
    rest = int(np.prod([n for n in sizes if n != -1], dtype=np.int64))
    if rest == 0 and count:
        raise error(InvalidArgumentError, "reshape cannot infer the missing size beside a zero")
    if rest and count % rest:
        raise error(InvalidArgumentError, f"{count} values do not fill a multiple of {rest}")
    return tuple((count // rest if rest else 0) if n == -1 else n for n in sizes)


def _back_to_shape(ct, y, x, *_):
    return (reshape(dense(ct), x.shape),)


reshape.vjp(_back_to_shape)


@primitive("expand_dims", rounds=False)
def expand_dims(input: Annotated[Tensor, Anything()], axis: Annotated[int, Axis("input", extra=1)]):
    """y = x with a new axis of size 1 before `axis`"""
    return np.expand_dims(input, axis_in(*ints(axis), input.ndim + 1))


@primitive("squeeze", rounds=False)
def squeeze(input: Annotated[Tensor, Anything()], axis: Annotated[tuple | None, UnitAxes("input")] = None):
    """y = x without the axes of size 1, or without those named.  Raises InvalidArgumentError for another size."""
    named = () if axis is None else ints(axis)
    axes = {axis_in(a, input.ndim) for a in named} or {i for i, n in enumerate(input.shape) if n == 1}
    if any(input.shape[a] != 1 for a in axes):
        raise error(InvalidArgumentError, f"Can not squeeze axes {sorted(axes)} of shape {list(input.shape)}")
    return input.reshape(tuple(n for i, n in enumerate(input.shape) if i not in axes))


expand_dims.vjp(_back_to_shape)
squeeze.vjp(_back_to_shape)


@primitive("raw_ops.Transpose", internal=True, rounds=False)
def _transpose(x: Annotated[Tensor, Anything()], perm: Annotated[tuple, Permutation("x")]):
    """y = x with its axes in the order `perm`"""
    order = ints(perm)
    axes = [axis_in(a, x.ndim) for a in order]
    if sorted(axes) != list(range(x.ndim)):
        raise error(InvalidArgumentError, f"{list(order)} is no permutation of {x.ndim} axes")
    return x.transpose(axes)


@_transpose.vjp
def _(ct, y, x, perm):
    axes = [a % x.ndim for a in ints(perm)]
    return (_transpose(ct, tuple(int(i) for i in np.argsort(axes))),)


@composed("transpose")
def transpose(a: Annotated[Tensor, Anything()], perm: Annotated[tuple | None, Permutation("a")] = None, conjugate=False, name=None):
    """y = x with its axes in the order `perm`, reversed where that is None"""
    a = convert_to_tensor(a)
    return _transpose(a, tuple(reversed(range(a.ndim))) if perm is None else perm)


@primitive("broadcast_to", rounds=False)
def broadcast_to(input: Annotated[Tensor, Anything()], shape: Annotated[tuple, BroadcastShape("input")]):
    """y = x repeated to `shape`.  Raises InvalidArgumentError where it does not fit."""
    sizes = ints(shape)
    if len(sizes) < input.ndim or min(sizes, default=0) < 0 or broadcast(input.shape, sizes) != sizes:
        raise error(InvalidArgumentError, f"Incompatible shapes: {list(input.shape)} vs. {list(sizes)}")
    return np.broadcast_to(input, sizes).copy()


@broadcast_to.vjp
def _(ct, y, x, shape):
    from ..primitive import unbroadcast

    return (unbroadcast(ct, x.shape, y.shape),)
