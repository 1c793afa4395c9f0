"""TRANSPOSED CONVOLUTIONS: each place of the image adds a filter, times its value, to the result.

Images are [batch, axes…, channels], filters [axes…, outputs, channels].
"""

from typing import Annotated

from ..arrays.shaping import expand_dims, squeeze
from ..errors import InvalidArgumentError, error
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor, is_tensor
from ..window_operands import Around, Enlarged, Filters, Images, Steps
from .bilinear import PLANES, VOLUMES
from .windows import (
    Windows,
    channels_last,
    named,
    named_or_listed,
    of_one_dtype,
    positive,
    sequence,
    sizes,
    spatial,
)


def _scattered(family, input, filters, output_shape, strides, dilations, padding, axes):
    images, kernel = convert_to_tensor(input), convert_to_tensor(filters)
    shape = sizes(output_shape)
    windows = Windows(spatial(strides, "strides"), (1,) * axes, padding)
    positive(windows.strides, windows.dilations)
    if any(n != 1 for n in dilations):
        raise error(InvalidArgumentError, "the CPU does not support dilations larger than 1")
    if len(shape) == axes and images.ndim == kernel.ndim == axes + 2:
        shape = (images._array.shape[0], *shape, kernel._array.shape[-2])
    if len(shape) != axes + 2 or any(n < 0 for n in shape):
        raise error(InvalidArgumentError, f"{shape} is no shape for images of {axes} axes")
    return family.to_images(kernel, images, shape, windows)


@composed("nn.conv2d_transpose")
def conv2d_transpose(
    input: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("input", kind="outward")],
    output_shape: Annotated[tuple, Enlarged("input", "filters", "strides", "padding")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around()] = "SAME",
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    dilations: Annotated[int | None, Among(None, 1)] = None,
    name=None,
):
    """The gradient of `conv2d` by its images of shape `output_shape`, `input` being the cotangent.

    Raises InvalidArgumentError for a shape of which `conv2d` does not make that of `input`, and for dilated
    windows, which CPUs do not serve; ValueError for another number of strides.
    """
    strides, dilations = sequence(strides, 2, "strides"), sequence(dilations, 2, "dilations")
    filters, input = of_one_dtype(filters, input)
    padding = named_or_listed(padding)
    channels_last(data_format, "NHWC", "NCHW")
    return _scattered(PLANES, input, filters, output_shape, strides, dilations, padding, 2)


@composed("nn.conv3d_transpose")
def conv3d_transpose(
    input: Annotated[Tensor, Images(3)],
    filters: Annotated[Tensor, Filters("input", axes=3, kind="outward")],
    output_shape: Annotated[tuple, Enlarged("input", "filters", "strides", "padding", axes=3)],
    strides: Annotated[tuple, Steps(3)],
    padding: Annotated[str, Around()] = "SAME",
    data_format: Annotated[str, Among("NDHWC")] = "NDHWC",
    dilations: Annotated[int | None, Among(None, 1)] = None,
    name=None,
):
    """The gradient of `conv3d` by its images; errors as those of `conv2d_transpose`."""
    strides, dilations = sequence(strides, 3, "strides"), sequence(dilations, 3, "dilations")
    filters, input = of_one_dtype(filters, input)
    padding = named(padding)
    channels_last(data_format, "NDHWC", "NCDHW")
    return _scattered(VOLUMES, input, filters, output_shape, strides, dilations, padding, 3)


@composed("nn.conv1d_transpose")
def conv1d_transpose(
    input: Annotated[Tensor, Images(1)],
    filters: Annotated[Tensor, Filters("input", axes=1, kind="outward")],
    output_shape: Annotated[tuple, Enlarged("input", "filters", "strides", "padding", axes=1)],
    strides: Annotated[tuple, Steps(1)],
    padding: Annotated[str, Around()] = "SAME",
    data_format: Annotated[str, Among("NWC")] = "NWC",
    dilations: Annotated[int | None, Among(None, 1)] = None,
    name=None,
):
    """The gradient of `conv1d` by its images; ValueError for another data format, else as the others."""
    if data_format not in (None, "NWC", "NCW"):
        raise error(ValueError, f"`data_format` must be 'NWC' or 'NCW'. Received: {data_format}")
    strides, dilations = sequence(strides, 1, "stride"), sequence(dilations, 1, "dilations")
    images, kernel = expand_dims(input, 1 if data_format != "NCW" else 2), expand_dims(filters, 0)
    shape = sizes(output_shape)
    shape = (*shape[:1], 1, *shape[1:])
    strides, dilations = [strides[0], 1, *strides[1:]], [dilations[0], 1, *dilations[1:]]
    padding = named(padding)
    if data_format == "NCW":
        raise error(InvalidArgumentError, "the CPU only supports the NWC format")
    return squeeze(_scattered(PLANES, images, kernel, shape, strides, dilations, padding, 2), [1])


@composed("nn.conv_transpose")
def conv_transpose(
    input: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("input", kind="outward")],
    output_shape: Annotated[tuple, Enlarged("input", "filters", "strides", "padding")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around()] = "SAME",
    data_format: Annotated[str | None, Among(None)] = None,
    dilations: Annotated[int | None, Among(None, 1)] = None,
    name=None,
):
    """`conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose`, by the length of `output_shape`.

    Raises ValueError for another length, or none.
    """
    if not is_tensor(output_shape) and not hasattr(output_shape, "__len__"):
        raise error(ValueError, f"`output_shape` must be a tensor or sized collection: {output_shape}")
    axes = len(output_shape) - 2
    if not 1 <= axes <= 3:
        raise error(ValueError, f"`output_shape` must be of length 3, 4 or 5. Received: {output_shape}")
    operation = (conv1d_transpose, conv2d_transpose, conv3d_transpose)[axes - 1]
    return operation(input, filters, output_shape, strides, padding, data_format, dilations)
