"""REPEATING: the same entries more than once: tile, repeat, meshgrid, fill."""

from typing import Annotated

import numpy as np

from ..array_operands import Multiples, Repeats, Scalar, Shape, Some
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Among, Anything, Axis
from ..primitive import composed, primitive
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from .arguments import vector
from .generators import ones
from .shaping import expand_dims, reshape


@primitive("tile", rounds=False)
def tile(input: Annotated[Tensor, Anything()], multiples: Annotated[tuple, Multiples("input")]):
    """y = x, `multiples` times along each axis.

    Raises InvalidArgumentError for negative numbers or too few, UnimplementedError for uint16 repeated.
    """
    times = vector(multiples)
    if len(times) != input.ndim or min(times, default=0) < 0:
        raise error(InvalidArgumentError, f"multiples {list(times)} do not fit shape {list(input.shape)}")
    y = np.tile(input, times)
    if input.dtype == np.uint16 and y.size and max(times, default=1) > 1:
        raise error(UnimplementedError, "tile is not implemented for uint16")
    return y


@tile.vjp
def _(ct, y, x, multiples):
    from ..math.reductions import reduce_sum
    from ..math.segments import unsorted_segment_sum

    apart = [n for pair in zip(vector(multiples), x._array.shape, strict=True) for n in pair]
    if isinstance(ct, IndexedSlices):
        # rows are added up along axis 0 before they are made dense
        rows = x._array.shape[0]
        ct = unsorted_segment_sum(ct.values, ct.indices % rows, rows)
        apart[0] = 1
    return (reduce_sum(reshape(ct, tuple(apart)), tuple(range(0, len(apart), 2))),)


@composed("repeat")
def repeat(
    input: Annotated[Tensor, Anything()],
    repeats: Annotated[tuple, Repeats("input", axis="axis")],
    axis: Annotated[int | None, Axis("input")] = None,
    name=None,
):
    """y = each slice of x along `axis` (of x in one row, where that is None) `repeats` times.

    One number stands for all.  Raises TypeError for an axis or numbers that are no ints, ValueError where
    there are more or fewer than slices.

    Quirk repeats-of-nothing: several numbers raise ValueError where there is nothing along the first of
    several axes (Q31).  Quirk negative-repeats: a negative number among several is 0 (Q32).
    """
    if axis is None:
        input, axis = reshape(input, (-1,)), 0
    if not isinstance(axis, int):
        raise error(TypeError, f"Argument `axis` must be an int. Received {axis!r}")
    data = convert_to_tensor(input)
    times = _times(repeats)
    data = data if data.ndim else convert_to_tensor([data])
    shape = data._array.shape
    if not -len(shape) <= axis < len(shape):
        raise error(ValueError, f"axis={axis} out of bounds: expected {-len(shape)}<=axis<{len(shape)}")
    axis %= len(shape)
    if times.size == 1:
        n = int(times.reshape(())[()])
        return reshape(_tiled(data, axis, n), (*shape[:axis], n * shape[axis], *shape[axis + 1 :]))
    if times.shape != shape[axis : axis + 1]:
        raise error(ValueError, f"Dimensions {shape[axis]} and {times.size} are not compatible")
    return _repeated(data, times, axis)


def _times(repeats):
    array = convert_to_tensor(repeats, dtype_hint="int32")._array
    if array.dtype.kind not in "iu":
        raise error(TypeError, f"`repeats` must be of type integer, not {array.dtype}")
    if array.ndim > 1:
        raise error(ValueError, f"Shape {array.shape} must have rank at most 1")
    return array.astype(np.int32)


def _tiled(data, axis, n):
    """`data` with a new axis behind `axis`, `n` times along it"""
    times = [1] * (data.ndim + 1)
    times[axis + 1] = n
    return tile(expand_dims(data, axis + 1), tuple(times))


def _repeated(data, times, axis):
    """As often as the most is repeated, and then only what is wanted of it."""
    from .gathering import boolean_mask

    shape = data._array.shape
    most = max(int(times.max(initial=0)), 0)
    mask = np.broadcast_to(np.arange(most) < times[:, None], (*shape[: axis + 1], most))
    masked = boolean_mask(_tiled(data, axis, most), Tensor(np.array(mask)))
    if axis == 0:
        return masked
    if not shape[0] and times.sum():
        raise error(ValueError, f"Tensor's shape is not compatible with supplied shape: nothing in {shape}")
    return reshape(masked, (*shape[:axis], int(times.sum()), *shape[axis + 1 :]))


@composed("meshgrid")
def meshgrid(
    *args: Annotated[Tensor, Some()], indexing: Annotated[str, Among("xy", "ij")] = "xy", name="meshgrid"
):
    """ys = each of `args`, read as one row, along an axis of its own and repeated along those of the others.

    `indexing="xy"` exchanges the first two axes.  Raises ValueError for another `indexing`.
    """
    if indexing not in ("xy", "ij"):
        raise error(ValueError, f"`indexing` must be either 'xy' or 'ij', got {indexing!r}")
    return _mesh(args, indexing) if args else []


def _mesh(args, indexing):
    from .joining import stack

    rank = len(args)
    rows = [reshape(stack(x), (*(1,) * i, -1, *(1,) * (rank - i - 1))) for i, x in enumerate(args)]
    sizes = [x._array.size for x in rows]
    dtype = rows[0].dtype
    if indexing == "xy" and rank > 1:
        rows[0] = reshape(rows[0], (1, -1, *(1,) * (rank - 2)))
        rows[1] = reshape(rows[1], (-1, 1, *(1,) * (rank - 2)))
        sizes[:2] = sizes[1::-1]
    everywhere = ones(sizes, dtype)
    return [x * everywhere for x in rows]


@primitive("fill", rounds=False)
def fill(dims: Annotated[tuple, Shape()], value: Annotated[Tensor, Scalar()]):
    """y = `value`, a scalar, in shape `dims`.  Raises InvalidArgumentError for anything else.

    Quirk fill-with-a-vector: a vector of one element counts as a scalar (Q34).
    """
    sizes = vector(dims, lone=True)
    if value.shape not in ((), (1,)) or min(sizes, default=0) < 0:
        raise error(InvalidArgumentError, f"cannot fill {list(sizes)} with a value of shape {value.shape}")
    return np.full(sizes, value.reshape(())[()], value.dtype)


@fill.vjp
def _(ct, y, dims, value):
    from ..math.reductions import reduce_sum

    return (reduce_sum(ct),)
