"""CONVOLUTIONS: each place of the result is a sum over a window of the image.

Images are [batch, axes…, channels], filters [axes…, channels, outputs].
"""

from typing import Annotated

from ..arrays.shaping import expand_dims, reshape, squeeze
from ..errors import InvalidArgumentError, error
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Filters, Images, Steps
from .bilinear import PLANES, VOLUMES
from .windows import Windows, channels_last, named, named_or_listed, positive, sequence, spatial, whole_list


def _windows(strides, dilations, padding):
    windows = Windows(spatial(strides, "strides"), spatial(dilations, "dilations"), padding)
    positive(windows.strides, windows.dilations)
    return windows


def over_batches(operation, images, filters, windows, axes):
    """`operation`, axes before those of an image counting as one."""
    if images.ndim <= axes + 2:
        return operation(images, filters, windows)
    lead, inner = images._array.shape[: -axes - 1], images._array.shape[-axes - 1 :]
    y = operation(reshape(images, (-1, *inner)), filters, windows)
    return reshape(y, (*lead, *y._array.shape[1:]))


@composed("nn.conv2d")
def conv2d(
    input: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around(listed=True)],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    dilations: Annotated[int | None, Among(None, 1, 2)] = None,
    name=None,
):
    """y[b, i, j, k] = Σ of a window of `input` at (i, j) times the filter for output k

    `padding` is "VALID", "SAME" or a list of pairs.  Dimensions before the last three count as one.
    The gradients are exact for dilated windows and groups of channels too, for which TensorFlow has none on
    CPUs.

    Raises ValueError for strides and paddings of another length, AttributeError for a list as input,
    InvalidArgumentError for shapes, dtypes and strides that do not fit, UnimplementedError for "NCHW" and for
    strides along batch and channels.
    """
    if not hasattr(input, "shape"):
        raise error(AttributeError, f"{type(input).__name__!r} object has no attribute 'shape'")
    strides, dilations = sequence(strides, 2, "strides"), sequence(dilations, 2, "dilations")
    windows = _windows(strides, dilations, named_or_listed(padding, input, filters))
    if data_format == "NCHW":
        _channels_first(convert_to_tensor(input), convert_to_tensor(filters))
    channels_last(data_format, "NHWC", "NCHW")
    return over_batches(PLANES.forward, convert_to_tensor(input), filters, windows, 2)


@composed("nn.conv1d")
def conv1d(
    input: Annotated[Tensor, Images(1)],
    filters: Annotated[Tensor, Filters("input", axes=1)],
    stride: Annotated[tuple, Steps(1)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NWC")] = "NWC",
    dilations: Annotated[int | None, Among(None, 1, 2)] = None,
    name=None,
):
    """y[b, i, k] = Σ of a window of `input` at i times the filter for output k, as `conv2d` has it.

    Raises ValueError for another data format or number of strides, and what `conv2d` does.
    """
    if data_format not in (None, "NWC", "NHWC", "NCW", "NCHW"):
        raise error(ValueError, f"`data_format` must be 'NWC' or 'NCW'. Received: {data_format}")
    stride, dilations = sequence(stride, 1, "stride"), sequence(dilations, 1, "dilations")
    images = expand_dims(input, -2 if data_format in ("NCW", "NCHW") else -3)
    filters = expand_dims(filters, 0)
    around = named(padding, input, filters)
    windows = _windows([stride[0], 1, *stride[1:]], [dilations[0], 1, *dilations[1:]], around)
    if data_format in ("NCW", "NCHW"):
        _channels_first(images, filters)
    return squeeze(over_batches(PLANES.forward, images, filters, windows, 2), [-3])


def _channels_first(images, filters):
    """Raises what TensorFlow does: its kernel looks at channels before it says that it lacks the format."""
    shape, kernel = images._array.shape, filters._array.shape
    if len(shape) != 4 or len(kernel) != 4 or not kernel[2] or shape[1] % kernel[2]:
        raise error(InvalidArgumentError, "input depth must be evenly divisible by filter depth")
    channels_last("NCHW", "NHWC", "NCHW")


@composed("nn.conv3d")
def conv3d(
    input: Annotated[Tensor, Images(3)],
    filters: Annotated[Tensor, Filters("input", axes=3)],
    strides: Annotated[tuple, Steps(3, whole=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NDHWC")] = "NDHWC",
    dilations: Annotated[tuple | None, Among(None, (1, 1, 1, 1, 1))] = None,
    name=None,
):
    """y[b, h, i, j, k] = Σ of a window of `input` at (h, i, j) times the filter for output k

    Dimensions before the last four count as one.  Raises TypeError for strides and dilations that are no
    lists, InvalidArgumentError for those of another length, for dilations other than 1 and for shapes and
    dtypes that do not fit, and for "NCDHW".
    """
    if not hasattr(input, "shape"):
        raise error(AttributeError, f"{type(input).__name__!r} object has no attribute 'shape'")
    steps, apart = whole_list(strides, 5, "strides"), whole_list(dilations or [1] * 5, 5, "dilations")
    padding = named(padding, input, filters)
    images, kernel = convert_to_tensor(input), convert_to_tensor(filters)
    if len(apart) != 5 or steps[0] != 1 or steps[4] != 1 or any(n != 1 for n in apart):
        raise error(InvalidArgumentError, f"no strides and dilations of volumes: {strides}, {dilations}")
    windows = Windows(tuple(steps[1:4]), (1, 1, 1), padding, data_format is not None)
    positive(windows.strides, windows.dilations)
    if data_format == "NCDHW":
        raise error(InvalidArgumentError, "the CPU only supports the NDHWC format")
    channels_last(data_format, "NDHWC", "NCDHW")
    return over_batches(VOLUMES.forward, images, kernel, windows, 3)
