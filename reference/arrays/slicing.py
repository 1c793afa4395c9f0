"""SLICING: `x[key]`, and `slice`.

Both are dense forward and backward; the gradient is zeros with the cotangent put in its place.
"""

from typing import Annotated

import numpy as np

from ..array_operands import Begin, Bits, BlockSize, Strides
from ..dtypes import int64
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Anything, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .arguments import positions, whole
from .gathering import boolean_mask
from .padding import pad_zeros


@primitive("strided_slice_by_key", internal=True, rounds=False, on=lambda tf, input_, key: input_[key])
def _by_key(input_: Annotated[Tensor, Anything()], key: Annotated[tuple, Internal()]):
    """y = x[key].  Raises InvalidArgumentError for an int out of range, too many entries or a step of 0."""
    check_key(key, input_.shape)
    return np.array(input_[key], input_.dtype)


@_by_key.vjp
def _(ct, y, x, key):
    return (_put(ct, key, tuple(x.shape)),)


def _put_on(tf, dy, key, shape):
    """The gradient of an index is the way to this operation that every module with TensorFlow's names has."""
    x = tf.zeros(shape, dy.dtype)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[key]
    return tape.gradient(y, x, output_gradients=dy)


@primitive("strided_slice_grad_by_key", internal=True, rounds=False, on=_put_on)
def _put(
    dy: Annotated[Tensor, Anything()], key: Annotated[tuple, Internal()], shape: Annotated[tuple, Internal()]
):
    """dx = zeros of `shape` with dx[key] = dy"""
    dx = np.zeros(shape, dy.dtype)
    if dx[key].shape != dy.shape:
        raise error(
            InvalidArgumentError, f"shape of dy was {list(dy.shape)} instead of {list(dx[key].shape)}"
        )
    dx[key] = dy
    return dx


@_put.vjp
def _(ct, dx, dy, key, shape):
    return (_by_key(ct, key),)


def check_key(key, shape):
    """Raises InvalidArgumentError where `key` is none for a tensor of `shape`."""
    used = [item for item in key if item is not None and item is not Ellipsis]
    if key.count(Ellipsis) > 1:
        raise error(InvalidArgumentError, "Multiple ellipses in slice spec not allowed")
    if not shape and used:
        raise error(InvalidArgumentError, "Attempting to slice scalar input.")
    if len(used) > len(shape):
        raise error(
            InvalidArgumentError,
            f"Index out of range using input dim {len(shape)}; input has only {len(shape)} dims",
        )
    before = key.index(Ellipsis) if Ellipsis in key else len(key)
    lead = sum(1 for item in key[:before] if item is not None)
    axes = [*range(lead), *range(len(shape) - (len(used) - lead), len(shape))]
    for item, axis in zip(used, axes, strict=True):
        if isinstance(item, slice):
            if item.step == 0:
                raise error(InvalidArgumentError, f"strides[{axis}] must be non-zero")
        elif not -shape[axis] <= item < shape[axis]:
            raise error(InvalidArgumentError, f"slice index {item} of dimension {axis} out of bounds.")


def index(tensor, key):
    """`tensor[key]` for ints, slices, `...`, None and scalar int tensors; a bool tensor masks."""
    whole = key_of(key)
    return boolean_mask(tensor, key) if whole is None else _by_key(convert_to_tensor(tensor), whole)


def key_of(key):
    """What stands between the brackets as a tuple; None for a mask."""
    if isinstance(key, bool) or (isinstance(key, np.ndarray | Tensor) and key.dtype == "bool"):
        return None
    items = tuple(key) if isinstance(key, list | tuple) else (key,)
    starts = [item.start if isinstance(item, slice) else item for item in items]
    if starts and all(
        isinstance(start, bool) for start in starts
    ):  # Quirk indexed-by-bools: beside an int, True is 1 (Q45).
        raise error(InvalidArgumentError, "bool is not in the list of allowed values: int16, int32, int64")
    return tuple(map(_item, items))


def _item(item):
    if item is None or item is Ellipsis:
        return item
    if isinstance(item, slice):
        return slice(*(None if part is None else _whole(part) for part in (item.start, item.stop, item.step)))
    return _whole(item)


def _whole(item):
    array = getattr(item, "_array", item)
    small = isinstance(item, Tensor) and item.dtype.name not in ("int16", "int32", "int64")
    if small or np.ndim(array) or (np.asarray(array).dtype.kind not in "iu" and not isinstance(item, bool)):
        raise error(
            TypeError,
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 "
            f"tensors are valid indices, got {item!r}",
        )
    return int(array)


@primitive("slice", rounds=False)
def slice_(
    input_: Annotated[Tensor, Anything()],
    begin: Annotated[tuple, Begin("input_")],
    size: Annotated[tuple, BlockSize("input_", begin="begin")],
):
    """y = the block of x that starts at `begin` and has `size`; -1 means to the end.

    Raises InvalidArgumentError outside x.
    """
    y = np.array(input_[_block(input_.shape, begin, size)], input_.dtype)
    if y.size and y.ndim > 8 and y.shape[1:] != input_.shape[1:]:
        raise error(UnimplementedError, "SliceOp : Unhandled input dimensions")
    return y


def _block(shape, begin, size):
    starts = positions(begin)
    # Quirk empty-sizes: sizes take the dtype of `begin`, so that an empty list of them is one of ints (Q46).
    sizes = positions(size, int64)
    if starts.shape != (len(shape),) or sizes.shape != (len(shape),):
        raise error(InvalidArgumentError, f"begin and size must be vectors as long as {list(shape)}")
    starts, sizes = starts.tolist(), sizes.tolist()
    stops = [n if s == -1 else b + s for b, s, n in zip(starts, sizes, shape, strict=True)]
    if any(not 0 <= b <= e <= n for b, e, n in zip(starts, stops, shape, strict=True)):
        raise error(
            InvalidArgumentError, f"Expected begin and size within {list(shape)}, got {starts} and {sizes}"
        )
    return tuple(slice(b, e) for b, e in zip(starts, stops, strict=True))


@slice_.vjp
def _(ct, y, x, begin, size):
    blocks = _block(x._array.shape, begin, size)
    pairs = [(b.start, n - b.stop) for b, n in zip(blocks, x._array.shape, strict=True)]
    return (pad_zeros(ct, np.array(pairs, np.int64).reshape(-1, 2)),)


@composed("strided_slice")
def strided_slice(
    input_: Annotated[Tensor, Anything(1)],
    begin: Annotated[tuple, Begin("input_")],
    end: Annotated[tuple, Begin("input_")],
    strides: Annotated[tuple | None, Strides("input_")] = None,
    begin_mask: Annotated[int, Bits("input_")] = 0,
    end_mask: Annotated[int, Bits("input_")] = 0,
    ellipsis_mask: Annotated[int, Bits("input_")] = 0,
    new_axis_mask: Annotated[int, Bits("input_")] = 0,
    shrink_axis_mask: Annotated[int, Bits("input_")] = 0,
    var=None,
    name=None,
):
    """y = x[begin[0]:end[0]:strides[0], …].

    Bit i of a mask says that entry i has no beginning or no end, is `...`, a new axis, or the single index
    begin[i]; of several, `...` counts before the new axis, and that before the index.
    """
    if not is_tensor(input_):
        input_ = convert_to_tensor(input_)
    starts, stops, steps = _vectors(begin, end, strides)
    masks = [
        whole(m or 0, "mask") for m in (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    ]
    key = []
    for i, (start, stop, step) in enumerate(zip(starts, stops, steps, strict=True)):
        from_first, to_last, dots, new, single = (m >> i & 1 for m in masks)
        if dots or new:
            key.append(Ellipsis if dots else None)
        elif single:
            if step <= 0:
                raise error(InvalidArgumentError, "only stride 1 allowed on non-range indexing.")
            key.append(start)
        else:
            key.append(slice(None if from_first else start, None if to_last else stop, step))
    return _by_key(convert_to_tensor(input_), tuple(key))


def _vectors(begin, end, strides):
    """Three lists of ints; those that are no tensors take the dtype of the first that is one."""
    given = [begin, end] if strides is None else [begin, end, strides]
    dtype = next((x.dtype for x in given if hasattr(x, "_array") or isinstance(x, np.ndarray)), None)
    arrays = []
    for x in given:
        tensor = x if hasattr(x, "_array") else convert_to_tensor(x, dtype=dtype)
        dtype = dtype or tensor.dtype
        arrays.append(tensor._array)
        if tensor.dtype not in ("int16", "int32", "int64") or tensor.dtype != dtype:
            raise error(InvalidArgumentError, f"{tensor.dtype.name} is not in the list of allowed values")
    if strides is None:
        arrays.append(np.ones_like(arrays[0]))
    if {x.shape for x in arrays} != {(arrays[0].size,)}:
        raise error(InvalidArgumentError, "Expected begin, end, and strides to be 1D equal size tensors")
    return [x.tolist() for x in arrays]
