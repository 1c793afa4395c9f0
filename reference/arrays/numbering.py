"""NUMBERING: numbers at even distances, rows with a single one among zeros, values without repetition."""

from typing import Annotated, NamedTuple

import numpy as np

from ..array_operands import Between, Indices, Row, Scalar
from ..dtypes import ALL, COMPLEX, as_dtype, int8, int32, int64, uint8
from ..errors import InvalidArgumentError, error
from ..families import is_slow
from ..graph import not_allowed
from ..math.basics import cast
from ..operands import Among, Anything, Axis, Broadcasts, DtypeName, Internal, Numbers
from ..primitive import composed, primitive
from ..shapes import axis_in, broadcast
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .arguments import ints, single, whole
from .joining import concat
from .shaping import broadcast_to, expand_dims


@composed("linspace")
def linspace(
    start: Annotated[Tensor, Numbers()],
    stop: Annotated[Tensor, Broadcasts("start")],
    num: Annotated[int, Between(1, 5)],
    name=None,
    axis: Annotated[int, Axis("start", extra=1)] = 0,
):
    """y = `num` numbers from `start` to `stop` at even distances, both included, along a new axis.

    Of a single one, `start`.  Raises TypeError where `num` is no int, InvalidArgumentError if it is negative.
    """
    from .slicing import slice_

    start = convert_to_tensor(start)
    stop = convert_to_tensor(stop, dtype=start.dtype)
    count = _count(num)
    cast(Tensor(np.array(count)), start.dtype)  # where it does not go, it raises
    shape = broadcast(start._array.shape, stop._array.shape)
    if shape is None:
        raise error(InvalidArgumentError, f"Incompatible shapes: {start.shape} vs. {stop.shape}")
    first, last = (expand_dims(broadcast_to(x, shape), axis) for x in (start, stop))
    along = axis_in(single(axis), first.ndim)
    delta = (last - first) / cast(Tensor(np.array(max(count - 1, 1))), last.dtype)
    first, last = cast(first, delta.dtype), cast(last, delta.dtype)
    if count < 0:
        raise error(InvalidArgumentError, f"Requires start <= limit when delta > 0: 1/{count}")
    steps = np.arange(1, max(count - 1, 1)).astype(delta.dtype.numpy)
    between = first + delta * Tensor(steps.reshape([-1 if i == along else 1 for i in range(first.ndim)]))
    sizes = first._array.shape
    together = concat([first, between, last], along)
    return slice_(together, (0,) * first.ndim, (*sizes[:along], count, *sizes[along + 1 :]))


def _count(num):
    array = convert_to_tensor(num, dtype_hint="int32")._array
    if array.dtype.kind not in "iu":
        raise error(TypeError, f"`num` must be of type integer, not {array.dtype}")
    return int(array.reshape(())[()])


@primitive("raw_ops.OneHot", internal=True, rounds=False)
def _one_hot(
    indices: Annotated[Tensor, Indices(dtypes=(uint8, int8, int32, int64))],
    depth: Annotated[int, Internal()],
    on_value: Annotated[Tensor, Scalar()],
    off_value: Annotated[Tensor, Scalar()],
    axis: Annotated[int, Internal()] = -1,
):
    """y = `on_value` where an index says, on a new axis of size `depth`; `off_value` elsewhere"""
    size = ints(depth)
    if size.ndim or size < 0 or on_value.ndim or off_value.ndim:
        raise error(InvalidArgumentError, "depth, on_value and off_value must be scalars, depth not negative")
    if not -1 <= axis <= indices.ndim:
        raise error(
            InvalidArgumentError, f"Expected axis to be -1 or between [0, {indices.ndim}], got {axis}"
        )
    numbers = np.arange(size)
    rows = np.where(indices[..., None] == numbers, on_value, off_value).astype(on_value.dtype)
    return np.moveaxis(rows, -1, axis)


_one_hot.vjp(lambda ct, y, *_: (None, None, None))


@composed("one_hot")
def one_hot(
    indices: Annotated[Tensor, Indices()],
    depth: Annotated[int, Between(0, 4)],
    on_value: Annotated[Tensor | None, Scalar(optional=True)] = None,
    off_value: Annotated[Tensor | None, Scalar(optional=True)] = None,
    axis: Annotated[int | None, Axis("indices", extra=1)] = None,
    dtype=None,
    name=None,
):
    """y = rows of `off_value` (0) with `on_value` (1) where the index says, none for an index out of range.

    No path from anything.  Raises TypeError for values of two dtypes or of another than `dtype`.
    """
    given = [None if v is None else convert_to_tensor(v, dtype_hint=dtype) for v in (on_value, off_value)]
    found = next((v.dtype for v in given if v is not None), None)
    wanted = as_dtype(dtype) if dtype is not None else found or as_dtype("float32")
    for value in given:
        if value is not None and value.dtype is not wanted:
            raise error(TypeError, f"dtype {value.dtype} does not match {wanted}")
    on, off = (
        convert_to_tensor(number, dtype=wanted) if value is None else value
        for value, number in zip(given, (1, 0), strict=True)
    )
    if hasattr(depth, "dtype"):
        is_hasty = is_tensor(depth) and not is_slow(indices)
        depth = convert_to_tensor(depth, dtype=None if is_hasty else int32)
        if depth.dtype is not int32:
            raise error(InvalidArgumentError, f"depth was expected to be int32, not {depth.dtype.name}")
    if isinstance(indices, list | tuple | bool):
        indices = _numbers(indices)
    elif isinstance(indices, float | np.generic | np.ndarray):
        indices = convert_to_tensor(indices, dtype=int64)
    return _one_hot(indices, depth, on, off, -1 if axis is None else whole(axis, "axis"))


def _numbers(indices):
    """Of Python values; bools and nothing at all are ints too."""
    tensor = convert_to_tensor(indices)
    is_int = tensor.dtype.is_bool or not tensor._array.size
    return Tensor(tensor._array.astype(np.int64)) if is_int else tensor


COUNTED = tuple(d for d in ALL if d not in COMPLEX)


class Unique(NamedTuple):
    """What `unique` returns."""

    y: Tensor
    idx: Tensor


@primitive("raw_ops.Unique", internal=True, rounds=False, decides=lambda x, *_: numbered(x)[1])
def _unique(
    x: Annotated[Tensor, Anything(dtypes=COUNTED, listed=COMPLEX)], out_idx: Annotated[str, DtypeName()]
):
    """y = the values of a vector, each once, in order of appearance; idx = which one each entry is"""
    first, idx = numbered(x)
    return x[first], np.array(idx, as_dtype(out_idx).numpy)


def numbered(x):
    """Where the values of a vector come first, and which of them each entry is."""
    if x.ndim != 1:
        raise error(InvalidArgumentError, f"unique expects a 1D vector, not shape {list(x.shape)}")
    numbers: dict = {}
    half = x.dtype.itemsize == 2 and x.dtype.kind not in "iu"
    idx = [numbers.setdefault(_key(v, half), len(numbers)) for v in x.tolist()]
    return [idx.index(i) for i in range(len(numbers))], idx


def _key(value, half):
    """What is the same for equal values; of half precision 0.0 and -0.0 are not: bits count."""
    if value != value:
        return _Alone()
    return str(value) if half else value


class _Alone:
    """Stands for a nan, which equals nothing."""


@composed("unique")
def unique(
    x: Annotated[Tensor, Row()], out_idx: Annotated[str, Among("int32", "int64")] = "int32", name=None
):
    """The values of a vector, each once (a nan every time), and for each entry the number of its value.

    It has no gradient.  Raises InvalidArgumentError for anything but a vector.
    """
    kind = as_dtype(out_idx).name
    if kind not in ("int32", "int64"):
        x = convert_to_tensor(x)
        raise not_allowed(f"{kind} is not in the list of allowed values: int32, int64")
    return Unique(*_unique(x, kind))


def eye(num_rows, num_columns=None, batch_shape=None, dtype="float32", name=None):
    """Ones on the main diagonal, zeros elsewhere.  Raises TypeError for sizes that are no ints."""
    columns = num_rows if num_columns is None else num_columns
    sizes = []
    for number in (num_rows, columns):
        if not isinstance(number, int | np.integer | Tensor) or number is True or number is False:
            raise error(
                TypeError, f"num_rows and num_columns must be positive integers. Received: {number!r}"
            )
        sizes.append(int(ints(number)))
    if batch_shape is not None and not hasattr(batch_shape, "__iter__"):
        raise error(TypeError, f"{type(batch_shape).__name__!r} object is not iterable")
    batch = () if batch_shape is None else tuple(int(n) for n in batch_shape)
    kind = as_dtype(dtype)
    if kind.name == "string":
        raise error(TypeError, "Cannot convert 1 to EagerTensor of dtype string")
    if min(*sizes, *batch) < 0:
        raise error(InvalidArgumentError, f"Dimensions must be >= 0: {[*batch, *sizes]}")
    return Tensor(np.broadcast_to(np.eye(*sizes, dtype=kind.numpy), (*batch, *sizes)).copy())
