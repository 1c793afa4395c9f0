"""SHAPING: the same elements in another shape or order, or repeated along axes of size 1."""

from typing import Annotated

import numpy as np

from ..broadcasting import unbroadcast
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Axis, BroadcastShape, Flag, Permutation, SameSize, UnitAxes
from ..primitive import composed, primitive
from ..shapes import axis_in, broadcast
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .arguments import single, vector, whole


def dense(ct):
    return convert_to_tensor(ct) if isinstance(ct, IndexedSlices) else ct


@primitive("reshape", rounds=False)
def reshape(tensor: Annotated[Tensor, Anything()], shape: Annotated[tuple, SameSize("tensor")]):
    """y = x in another shape of as many elements; one size may be -1.

    Raises InvalidArgumentError otherwise.
    """
    sizes = vector(shape, lone=True)
    if any(n < -1 for n in sizes):
        raise error(InvalidArgumentError, f"{list(sizes)} is no shape: sizes must not be negative")
    if -1 in sizes and 0 in sizes:
        sizes = _inferred(sizes, tensor.shape)
    try:
        return tensor.reshape(sizes)
    except ValueError as problem:
        raise error(
            InvalidArgumentError, f"cannot reshape {list(tensor.shape)} to {list(sizes)}"
        ) from problem


def _inferred(sizes, shape):
    """`sizes`, zeros among them, with -1 filled in.

    Quirk minus-one-beside-zero: zeros do not count beside -1, so that what is filled in need not be 0 (Q35).
    """
    count = int(np.prod([n for n in shape if n], dtype=np.int64))
    rest = int(np.prod([n for n in sizes if n > 0], dtype=np.int64))
    return tuple(count // rest if n == -1 else n for n in sizes)


def _back_to_shape(ct, y, x, *_):
    return (reshape(dense(ct), x._array.shape),)


reshape.vjp(_back_to_shape)


@primitive("expand_dims", rounds=False)
def expand_dims(input: Annotated[Tensor, Anything()], axis: Annotated[int, Axis("input", extra=1)]):
    """y = x with a new axis of size 1 before `axis`"""
    return np.expand_dims(input, axis_in(single(axis), input.ndim + 1))


@primitive("squeeze", rounds=False)
def squeeze(input: Annotated[Tensor, Anything()], axis: Annotated[tuple | None, UnitAxes("input")] = None):
    """y = x without the axes of size 1, or without those named.

    Raises InvalidArgumentError for another size.
    """
    if isinstance(axis, np.ndarray | Tensor) and not axis.ndim:
        # Quirk squeeze-by-a-scalar: an int may be the axis, but a scalar array or tensor raises MemoryError
        # (Q36).
        raise error(MemoryError, "std::bad_alloc")
    if isinstance(axis, np.ndarray | Tensor):
        raise error(TypeError, f"Expected list for 'axis' argument to 'squeeze' Op, not {axis!r}.")
    named = () if axis is None else axis if isinstance(axis, list | tuple) else (axis,)
    axes = {axis_in(whole(a, "axis"), input.ndim) for a in named} or {
        i for i, n in enumerate(input.shape) if n == 1
    }
    if any(input.shape[a] != 1 for a in axes):
        raise error(InvalidArgumentError, f"Can not squeeze axes {sorted(axes)} of shape {list(input.shape)}")
    return input.reshape(tuple(n for i, n in enumerate(input.shape) if i not in axes))


expand_dims.vjp(_back_to_shape)
squeeze.vjp(_back_to_shape)


@primitive("raw_ops.Transpose", internal=True, rounds=False)
def _transpose(x: Annotated[Tensor, Anything()], perm: Annotated[tuple, Permutation("x")]):
    """y = x with its axes in the order `perm`"""
    order = vector(perm)
    axes = [axis_in(a, x.ndim) for a in order]
    if sorted(axes) != list(range(x.ndim)):
        raise error(InvalidArgumentError, f"{list(order)} is no permutation of {x.ndim} axes")
    return x.transpose(axes)


@_transpose.vjp
def _(ct, y, x, perm):
    return (transpose(ct, _undone(perm)),)


def _undone(perm):
    """The order that puts axes back.

    Quirk axes-from-the-end: axes may be counted from the end, but not where a gradient is asked for (Q37).
    """
    order = vector(perm)
    if min(order, default=0) < 0:
        raise error(InvalidArgumentError, f"{min(order)} is not between 0 and {len(order)}")
    return tuple(np.argsort(order).tolist())


@primitive("raw_ops.ConjugateTranspose", internal=True, rounds=False)
def _conjugate_transpose(x: Annotated[Tensor, Anything()], perm: Annotated[tuple, Permutation("x")]):
    """y = x conjugated, with its axes in the order `perm`"""
    return np.conj(_transpose.forward(x, perm))


@_conjugate_transpose.vjp
def _(ct, y, x, perm):
    return (transpose(ct, _undone(perm), conjugate=True),)


@composed("transpose")
def transpose(
    a: Annotated[Tensor, Anything()],
    perm: Annotated[tuple | None, Permutation("a")] = None,
    conjugate: Annotated[bool, Flag()] = False,
    name=None,
):
    """y = x with its axes in the order `perm`, reversed where that is None; conjugated where asked"""
    a = convert_to_tensor(a)
    order = tuple(reversed(range(a.ndim))) if perm is None else perm
    return (_conjugate_transpose if conjugate and a.dtype.is_complex else _transpose)(a, order)


@primitive("broadcast_to", rounds=False)
def broadcast_to(input: Annotated[Tensor, Anything()], shape: Annotated[tuple, BroadcastShape("input")]):
    """y = x repeated to `shape`.  Raises InvalidArgumentError where it does not fit."""
    sizes = vector(shape)
    if len(sizes) < input.ndim or min(sizes, default=0) < 0 or broadcast(input.shape, sizes) != sizes:
        raise error(InvalidArgumentError, f"Incompatible shapes: {list(input.shape)} vs. {list(sizes)}")
    return np.broadcast_to(input, sizes).copy()


@broadcast_to.vjp
def _(ct, y, x, shape):
    return (unbroadcast(ct, x._array.shape, y._array.shape),)
