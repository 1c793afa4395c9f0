"""CONVOLUTIONS OF ANY NUMBER OF AXES; dilated windows go through batches, and so have gradients."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error, said_by_python
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Enlarged, Filters, Images
from .bilinear import PLANES
from .convolutions import conv1d, conv2d, conv3d, over_batches
from .through_batches import cut_apart, put_together, through_batches
from .transposed import conv2d_transpose
from .windows import Windows, named, positive, sequence, sizes, spatial


@composed("nn.convolution")
def convolution(
    input: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("input")],
    strides: Annotated[tuple | None, Among(None, 1, (1, 1))] = None,
    padding: Annotated[str, Around()] = "VALID",
    data_format: Annotated[str | None, Among(None, "NHWC")] = None,
    dilations: Annotated[int | None, Among(None, 1, 2, (1, 2))] = None,
    name=None,
):
    """`conv1d`, `conv2d` or `conv3d`, by the rank of `filters`; dilated windows through batches.

    Raises ValueError for another rank, for numbers of strides and dilations that do not fit, and for strides
    other than 1 beside dilations; InvalidArgumentError where a dilated window does not fit.
    """
    kernel, images = convert_to_tensor(filters), convert_to_tensor(input)
    axes = kernel.ndim - 2 if kernel.ndim else images.ndim - 2
    if axes not in (1, 2, 3):
        raise error(ValueError, f"`num_spatial_dims` must be 1, 2, or 3. Received: {axes}")
    apart, steps = sequence(dilations, axes, "dilations"), sequence(strides, axes, "strides")
    if all(n == 1 for n in apart):
        return _plain(images, kernel, steps, named(padding), data_format, axes)
    _check_dilated(images, kernel, steps[1:-1], apart[1:-1], axes)

    def over(images, _, padding):
        return convolution(images, kernel, None, padding, data_format or ("NWC", "NHWC", "NDHWC")[axes - 1])

    first = images.ndim - axes - 1
    numbers = list(range(first, first + axes))
    window = kernel._array.shape
    return through_batches(images, np.array(apart[1:-1]), padding, over, window, numbers, data_format, first)


def _plain(images, kernel, steps, padding, data_format, axes):
    if axes == 2 and data_format is None:
        windows = Windows(spatial(steps, "strides"), (1, 1), padding, format_given=False)
        positive(windows.strides, windows.dilations)
        return over_batches(PLANES.forward, images, kernel, windows, 2)
    return (conv1d, conv2d, conv3d)[axes - 1](images, kernel, steps, padding, data_format)


def _check_dilated(images, kernel, steps, apart, axes):
    if kernel.ndim != axes + 2 or images.ndim < axes + 2:
        raise error(ValueError, f"ranks must be at least {axes + 2}: {images.shape}, {kernel.shape}")
    if kernel._array.shape[-2] and images._array.shape[-1] % kernel._array.shape[-2]:
        raise error(ValueError, f"channels of {images.shape} are not divisible by those of {kernel.shape}")
    if min(*apart, *steps, 1) < 1:
        raise error(ValueError, f"all `strides` and `dilations` must be positive: {steps}, {apart}")
    if max(steps) > 1:
        raise error(ValueError, f"`strides > 1` beside `dilation_rate > 1`: {steps}, {apart}")


@composed("nn.atrous_conv2d")
def atrous_conv2d(
    value: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("value")],
    rate: Annotated[int, Among(1, 2)],
    padding: Annotated[str, Around()],
    name=None,
):
    """`convolution` with windows of every `rate`-th entry"""
    with said_by_python():
        rates = np.broadcast_to(rate, (2,)).tolist()
    return convolution(value, filters, None, padding, None, rates)


@composed("nn.atrous_conv2d_transpose")
def atrous_conv2d_transpose(
    value: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("value", kind="outward")],
    output_shape: Annotated[tuple, Enlarged("value", "filters", "", "padding")],
    rate: Annotated[int, Among(1)],
    padding: Annotated[str, Around()],
    name=None,
):
    """The gradient of `atrous_conv2d` by its images of shape `output_shape`, `value` being the cotangent.

    Raises ValueError for channels, a rate or a padding that do not fit, InvalidArgumentError for a shape of
    which `atrous_conv2d` does not make that of `value`.
    """
    images, kernel = convert_to_tensor(value), convert_to_tensor(filters)
    if min(images.ndim, kernel.ndim) < 4:
        raise error(IndexError, "list index out of range")
    if images._array.shape[3] != kernel._array.shape[3]:
        raise error(ValueError, f"channels of {images.shape} and {kernel.shape} must be the same")
    if rate < 1:
        raise error(ValueError, f"`rate` cannot be less than one. Received: rate={rate}")
    if rate == 1:
        return conv2d_transpose(images, kernel, output_shape, [1, 1, 1, 1], padding)
    shape = sizes(output_shape)
    if len(shape) != 4 or shape[3] != kernel._array.shape[2]:
        raise error(ValueError, f"`output_shape` does not fit {kernel.shape}. Received: {output_shape}")
    if padding not in ("SAME", "VALID"):
        raise error(ValueError, f"`padding` must be either 'VALID' or 'SAME'. Received: padding={padding}")
    total = np.array([(n - 1) * rate if padding == "SAME" else 0 for n in kernel._array.shape[:2]])
    before, after = total // 2, total - total // 2
    extra = -(np.array(shape[1:3]) + total) % rate
    blocks, axes = np.array([rate, rate]), [1, 2]
    if any((np.array(images._array.shape[1:3]) + extra) % rate):
        raise error(InvalidArgumentError, f"{images.shape} is not divisible by a rate of {rate}")
    parts = cut_apart(images, axes, blocks, (0, 0), extra)
    inner = [int(n) for n in (np.array(shape[1:3]) + total + extra) // rate]
    windows = Windows((1, 1), (1, 1), "VALID")
    y = PLANES.to_images(kernel, parts, (rate * rate * shape[0], *inner, shape[3]), windows)
    return put_together(y, axes, blocks, before, after + extra)
