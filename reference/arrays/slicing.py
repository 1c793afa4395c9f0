"""SLICING: `x[key]`, and `slice`.

Both are dense forward and backward; the gradient is zeros with the cotangent put in its place.
"""

from typing import Annotated

import numpy as np

from ..dtypes import int64
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Internal
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor
from .arguments import positions
from .gathering import boolean_mask
from .shaping import pad


@primitive("strided_slice_by_key", internal=True, rounds=False, on=lambda tf, input_, key: input_[key])
def _by_key(input_: Annotated[Tensor, Anything()], key: Annotated[tuple, Internal()]):
    """y = x[key].  Raises InvalidArgumentError for an int out of range, too many entries or a step of 0."""
    check_key(key, input_.shape)
    return np.array(input_[key])


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
    if starts and all(isinstance(start, bool) for start in starts):  # quirk: beside an int, True is 1
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
    if np.ndim(array) or (np.asarray(array).dtype.kind not in "iu" and not isinstance(item, bool)):
        raise error(
            TypeError,
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 "
            f"tensors are valid indices, got {item!r}",
        )
    return int(array)


@primitive("slice", rounds=False)
def slice_(
    input_: Annotated[Tensor, Anything()],
    begin: Annotated[tuple, Internal()],
    size: Annotated[tuple, Internal()],
):
    """y = the block of x that starts at `begin` and has `size`; -1 means to the end.

    Raises InvalidArgumentError outside x.
    """
    return np.array(input_[_block(input_.shape, begin, size)])


def _block(shape, begin, size):
    starts = positions(begin)
    sizes = positions(
        size, int64
    )  # quirk: of the dtype of `begin`, so that here an empty list is one of ints
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
    return (pad(ct, tuple((b.start, n - b.stop) for b, n in zip(blocks, x._array.shape, strict=True))),)
