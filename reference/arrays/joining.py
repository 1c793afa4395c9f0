"""JOINING: tensors one after the other, along an axis or along a new one."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error, is_intended
from ..operands import Axis, Several
from ..primitive import composed, primitive
from ..shapes import axis_in
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor, is_tensor
from ..variable import Variable
from .arguments import single, whole
from .parting import split_sizes, unpack


@primitive("raw_ops.ConcatV2", internal=True, rounds=False)
def _concat(values: Annotated[list[Tensor], Several(but="axis")], axis: Annotated[int, Axis("values")]):
    """y = `values` one after the other along `axis`.

    Raises InvalidArgumentError where other sizes differ.
    """
    if len(values) < 2 or not values[0].ndim:
        raise error(InvalidArgumentError, "ConcatOp: at least two tensors of rank 1 or more were expected")
    along = axis_in(single(axis), values[0].ndim)
    shapes = {tuple(n for i, n in enumerate(x.shape) if i != along) for x in values}
    if len(shapes) > 1 or len({x.ndim for x in values}) > 1:
        raise error(InvalidArgumentError, f"ConcatOp: shapes do not agree: {[x.shape for x in values]}")
    return np.concatenate(values, along)


@_concat.vjp
def _(ct, y, values, axis):
    along = single(axis) % y.ndim
    sizes = tuple(x._array.shape[along] for x in values)
    if isinstance(ct, IndexedSlices):
        return (_slices_apart(ct, along, sizes),)
    return (split_sizes(ct, sizes, along),)


def _slices_apart(ct, along, sizes):
    """Slices stay slices: along axis 0 each operand takes its own rows, else part of each row."""
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    part = _rows_apart if along == 0 else _columns_apart
    shapes = [[n if i != along else size for i, n in enumerate(ct.shape)] for size in sizes]
    return [
        IndexedSlices(*part(ct, along, start, size), Tensor(np.array(shape, np.int32)))
        for start, size, shape in zip(starts, sizes, shapes, strict=True)
    ]


def _rows_apart(ct, along, start, size):
    from .gathering import gather

    numbers = ct.indices._array
    inside = Tensor(np.flatnonzero((numbers >= start) & (numbers < start + size)))
    return gather(ct.values, inside), gather(ct.indices, inside) - start


def _columns_apart(ct, along, start, size):
    from .slicing import slice_

    rank = ct.values.ndim
    begin = tuple(start if i == along else 0 for i in range(rank))
    return slice_(ct.values, begin, tuple(size if i == along else -1 for i in range(rank))), ct.indices


@composed("concat")
def concat(
    values: Annotated[list[Tensor], Several(but="axis")], axis: Annotated[int, Axis("values")], name="concat"
):
    """y = `values` one after the other along `axis`; of a single one, a copy, whatever the axis"""
    from ..math.arithmetic import identity

    if not isinstance(values, list | tuple):
        values = [values]
    if len(values) == 1:
        if convert_to_tensor(axis, dtype="int32").ndim:
            raise error(ValueError, f"Shape of the axis {axis!r} must have rank 0")
        return identity(values[0])
    return _concat(values, axis)


@primitive("raw_ops.Pack", internal=True, rounds=False)
def pack(values: Annotated[list[Tensor], Several()], axis: Annotated[int, Axis("values", extra=1)] = 0):
    """y = `values` along a new axis.  Raises InvalidArgumentError where shapes differ."""
    if len({x.shape for x in values}) != 1:
        raise error(InvalidArgumentError, f"Shapes of all inputs must match: {[x.shape for x in values]}")
    return np.stack(values, whole(axis, "axis"))


@pack.vjp
def _(ct, y, values, axis):
    return (unpack(ct, len(values), axis),)


@composed("stack")
def stack(
    values: Annotated[list[Tensor], Several()],
    axis: Annotated[int, Axis("values", extra=1)] = 0,
    name="stack",
):
    """y = `values` along a new axis.  Raises ValueError for an axis out of range.

    Quirk stack-of-a-tensor: along axis 0, what converts to a tensor at once is that very tensor (Q38).
    """
    if np.ndim(axis) == 0 and axis == 0:
        if isinstance(values, list | tuple) and any(map(is_tensor, values)):
            values = [convert_to_tensor(x) if getattr(x, "is_late", False) else x for x in values]
        else:
            try:
                return convert_to_tensor(values)
            except (TypeError, ValueError) as problem:
                if not is_intended(problem):
                    raise
    rank = convert_to_tensor(_first(values)).ndim + 1
    if not isinstance(axis, int | float | np.generic | np.ndarray | Tensor):
        raise error(TypeError, f"'<' not supported between instances of {type(axis).__name__!r} and 'int'")
    if not -rank <= axis < rank:
        raise error(ValueError, f"Argument `axis` = {axis} not in range [{-rank}, {rank})")
    return _of_array(values, axis) if isinstance(values, np.ndarray) else pack(values, axis)


def _of_array(values, axis):
    """Quirk stack-of-an-array: along another axis than 0 an array in place of a list raises, but for floats
    along axis -1 of one dimension (Q84).
    """
    if not isinstance(axis, int) or (values.ndim == 1 and values.dtype.kind != "f"):
        raise error(TypeError, "Expected list for 'values' argument to 'pack' Op")
    if values.ndim > 1:
        raise error(ValueError, f"expected a sequence for attr N, got an ndarray with rank {values.ndim}")
    return convert_to_tensor(values)


def _first(values):
    if isinstance(values, Tensor | Variable | np.ndarray) or (
        isinstance(values, list | tuple) and len(values)
    ):
        return values[0]
    kind = IndexError if isinstance(values, list | tuple | np.generic) else TypeError
    raise error(kind, f"{values!r} has no first item")
