"""POOLING THAT TELLS PLACES, and pooling by name."""

from typing import Annotated

import numpy as np

from ..arrays.shaping import dense as as_dense
from ..dtypes import FLOATING, INTEGER, as_dtype
from ..errors import InvalidArgumentError, error
from ..operands import Among, Flag, Internal, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Extent, Images, Steps
from .pooling import avg_pool, avg_pool3d, max_pool, max_pool3d, windows_of
from .pools import attributes, first_greatest
from .through_batches import with_space_to_batch
from .windows import Windows, named, sequence


def _places(x, ksize, windows):
    """For each window where its first greatest entry lies among all of its image."""
    best, place = first_greatest(x, ksize, windows)
    before = [a for a, _ in windows.paddings(x.shape, ksize)]
    start = np.indices(best.shape)[1:3]
    inside = np.divmod(place, ksize[1])
    row, column = (s * n + i - b for s, n, i, b in zip(start, windows.strides, inside, before, strict=True))
    return best, (row * x.shape[2] + column) * x.shape[3] + np.indices(best.shape)[3]


def _on(tf, input, ksize, windows, dtype, batch):
    given = attributes(ksize, windows) | {"Targmax": dtype, "include_batch_in_index": batch}
    return tf.raw_ops.MaxPoolWithArgmax(input=input, **given)


@primitive(
    "raw_ops.MaxPoolWithArgmax",
    internal=True,
    rounds=False,
    decides=lambda x, ksize, windows, *rest: first_greatest(x, ksize, windows)[1],
    on=_on,
)
def _with_argmax(
    input: Annotated[Tensor, Numbers(dtypes=(*FLOATING, *INTEGER))],
    ksize: Annotated[tuple, Internal()],
    windows: Annotated[Windows, Internal()],
    dtype: Annotated[str, Internal()],
    batch: Annotated[bool, Internal()],
):
    """y = the greatest entry in the window, and its place"""
    if input.ndim != 4 or not input.size:
        raise error(InvalidArgumentError, f"images must have 4 axes and not be empty: {input.shape}")
    best, at = _places(input, ksize, windows)
    at = at + np.indices(best.shape)[0] * (input[0].size * batch)
    return best, at.astype(dtype)


def _grad_on(tf, input, grad, ksize, windows, dtype, batch):
    argmax = _on(tf, input, ksize, windows, dtype, batch)[1]
    given = attributes(ksize, windows) | {"include_batch_in_index": batch}
    return tf.raw_ops.MaxPoolGradWithArgmax(input=input, grad=grad, argmax=argmax, **given)


@primitive(
    "raw_ops.MaxPoolGradWithArgmax",
    internal=True,
    accumulates=lambda x, ct, *rest: np.abs(ct).sum(),
    decides=lambda x, ct, ksize, windows, *rest: first_greatest(x, ksize, windows)[1],
    on=_grad_on,
)
def _to_places(
    input: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    grad: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    ksize: Annotated[tuple, Internal()],
    windows: Annotated[Windows, Internal()],
    dtype: Annotated[str, Internal()],
    batch: Annotated[bool, Internal()],
):
    """dx = at each entry the sum of dy of the windows whose greatest entry it is"""
    best, at = _places(input, ksize, windows)
    if grad.shape != best.shape:
        raise error(InvalidArgumentError, f"a cotangent of shape {grad.shape} for windows {best.shape}")
    dx = np.zeros(input.size, grad.dtype)
    np.add.at(dx, at + np.indices(best.shape)[0] * input[0].size, grad)
    return dx.reshape(input.shape)


@_with_argmax.vjp
def _(cts, results, input, ksize, windows, dtype, batch):
    return (_to_places(input, as_dense(cts[0]), ksize, windows, dtype, batch),)


@_to_places.vjp
def _(ct, dx, input, grad, ksize, windows, dtype, batch):
    from ..arrays.gathering import gather
    from ..arrays.shaping import reshape
    from ..backprop import zeros_like

    best, at = _places(np.asarray(input._array), ksize, windows)
    at = at + np.indices(best.shape)[0] * input._array[0].size
    return zeros_like(input), gather(reshape(as_dense(ct), (-1,)), Tensor(at))


@composed("nn.max_pool_with_argmax")
def max_pool_with_argmax(
    input: Annotated[Tensor, Images(2)],
    ksize: Annotated[tuple, Extent("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    output_dtype: Annotated[str, Among("int64", "int32")] = "int64",
    include_batch_in_index: Annotated[bool, Flag()] = False,
    name=None,
):
    """(the greatest entry in the window, its place in the flattened image, or the batch)

    A nan at the start of a window is its greatest entry, any other nan counts for nothing.  The gradient goes
    to the first of equals.  TensorFlow has no gradient of that gradient.  Raises ValueError for another data
    format, InvalidArgumentError for empty images, else as `max_pool2d`.
    """
    if data_format != "NHWC":
        raise error(ValueError, f"`data_format` values other than 'NHWC' are not supported: {data_format}")
    ksize, strides = sequence(ksize, 2, "ksize"), sequence(strides, 2, "strides")
    dtype = as_dtype(output_dtype).name
    if dtype not in ("int32", "int64"):
        raise error(InvalidArgumentError, f"{dtype} is not in the list of allowed values: int32, int64")
    given = windows_of(ksize, strides, named(padding, input), 2)
    return tuple(_with_argmax(convert_to_tensor(input), *given, dtype, bool(include_batch_in_index)))


@composed("nn.pool")
def pool(
    input: Annotated[Tensor, Images(2)],
    window_shape: Annotated[tuple, Among((2, 2), (1, 2), (2, 1))],
    pooling_type: Annotated[str, Among("AVG", "MAX")],
    strides: Annotated[tuple | None, Among(None, (1, 1))] = None,
    padding: Annotated[str, Around()] = "VALID",
    data_format: Annotated[str | None, Among(None, "NHWC")] = None,
    dilations: Annotated[tuple | None, Among(None, (1, 1))] = None,
    name=None,
):
    """`avg_pool` or `max_pool`; dilated windows go through batches.

    Raises TypeError for windows that are no list, ValueError for another rank or type, for strides that are
    larger than the window or beside dilations, and for "SAME" beside dilations.
    """
    images = convert_to_tensor(input)
    for given in (window_shape, strides, dilations):
        if given is not None and not hasattr(given, "__len__"):
            raise error(TypeError, f"object of type {type(given).__name__!r} has no len()")
    axes = len(window_shape)
    if not 1 <= axes <= 3 or images.ndim != axes + 2:
        raise error(ValueError, f"Shape {images.shape} must have rank {axes + 2}")
    steps, apart = _numbers(strides, axes, "strides"), _numbers(dilations, axes, "dilation_rate")
    if max(apart) > 1 and (max(steps) > 1 or padding == "SAME"):
        raise error(ValueError, f"{padding}, strides {steps} not supported beside dilations {apart}")
    if any(s > k for s, k in zip(steps, window_shape, strict=True)):
        raise error(ValueError, f"`strides` > `window_shape` not supported: {steps}, {window_shape}")
    kinds = {"MAX": (max_pool, max_pool, max_pool3d), "AVG": (avg_pool, avg_pool, avg_pool3d)}
    if pooling_type not in kinds:
        raise error(ValueError, f"{axes}-D {pooling_type} pooling is not supported.")
    if axes == 1 and data_format not in (None, "NWC", "NCW"):
        raise error(ValueError, f"data_format must be either 'NWC' or 'NCW'. Received: {data_format}")

    def over(images, _, padding):
        return kinds[pooling_type][axes - 1](images, list(window_shape), steps, padding, data_format)

    return with_space_to_batch(images, apart, padding, over, list(window_shape))


def _numbers(value, axes, what):
    """One number for each axis.  Raises ValueError for another number of them, and for those below 1."""
    numbers = [1] * axes if value is None else [int(n) for n in value]
    if len(numbers) != axes:
        raise error(ValueError, f"`len({what})` should be {axes}. Received: {value}")
    if min(numbers) < 1:
        raise error(ValueError, f"all values of `{what}` must be positive. Received: {value}")
    return numbers
