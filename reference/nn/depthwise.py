"""CONVOLUTIONS OF EACH CHANNEL APART: filters are [height, width, channels, outputs of each channel]."""

from typing import Annotated

from ..errors import InvalidArgumentError, error
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Filters, FilterShape, Images, ImageShape, Steps, Sums
from .bilinear import CHANNELS
from .convolutions import conv2d
from .through_batches import with_space_to_batch
from .windows import Windows, channels_last, named_or_listed, sizes, whole_list

ONES = (1, 1, 1, 1)


def _windows(strides, padding, data_format):
    steps, padding = whole_list(strides, 4, "filter"), named_or_listed(padding)
    if len(steps) != 4 or steps[0] != 1 or steps[3] != 1 or steps[1] != steps[2] or steps[1] < 1:
        raise error(InvalidArgumentError, f"strides of rows and columns must be equal: {strides}")
    channels_last(data_format, "NHWC", "NCHW")
    return Windows((steps[1], steps[2]), (1, 1), padding)


def _through_batches(images, kernel, dilations, padding, over, data_format):
    rates = (1, 1) if dilations is None else dilations
    if data_format is not None and not isinstance(data_format, str):
        raise error(AttributeError, f"{type(data_format).__name__!r} object has no attribute 'startswith'")
    return with_space_to_batch(images, rates, padding, over, kernel._array.shape, None, data_format)


@composed("nn.depthwise_conv2d")
def depthwise_conv2d(
    input: Annotated[Tensor, Images(2)],
    filter: Annotated[Tensor, Filters("input", kind="each")],
    strides: Annotated[tuple, Steps(2, whole=True, alike=True)],
    padding: Annotated[str, Around(listed=True)],
    data_format: Annotated[str | None, Among(None, "NHWC")] = None,
    dilations: Annotated[tuple | None, Among(None, (1, 1))] = None,
    name=None,
):
    """y[b, i, j, c m + q] = Σ of a window of channel c of `input` at (i, j) times filter (c, q), m being the
    number of outputs of each channel

    Dilated windows go through batches.  Raises TypeError for strides that are no list, InvalidArgumentError
    for strides that differ and for shapes and dtypes that do not fit.
    """
    images, kernel = convert_to_tensor(input), convert_to_tensor(filter)

    def over(images, _, padding):
        return CHANNELS.forward(images, kernel, _windows(strides, padding, data_format or "NHWC"))

    if dilations is not None and not hasattr(dilations, "__iter__"):
        raise error(TypeError, f"{type(dilations).__name__!r} object is not iterable")
    return _through_batches(images, kernel, dilations, padding, over, data_format)


@composed("nn.separable_conv2d")
def separable_conv2d(
    input: Annotated[Tensor, Images(2)],
    depthwise_filter: Annotated[Tensor, Filters("input", kind="each")],
    pointwise_filter: Annotated[Tensor, Filters("input", kind="mixing", by="depthwise_filter")],
    strides: Annotated[tuple, Steps(2, whole=True, alike=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among(None, "NHWC")] = None,
    dilations: Annotated[tuple | None, Among(None, (1, 1))] = None,
    name=None,
):
    """`depthwise_conv2d`, then a `conv2d` whose windows are single entries.

    Raises ValueError where these are not, and what both do.
    """
    images, kernel, mixing = map(convert_to_tensor, (input, depthwise_filter, pointwise_filter))
    if mixing.ndim != 4 or mixing._array.shape[:2] != (1, 1):
        raise error(ValueError, f"Dimensions {mixing.shape} of a pointwise filter must begin with 1, 1")

    def over(images, _, padding):
        return CHANNELS.forward(images, kernel, _windows(strides, padding, data_format or "NHWC"))

    y = _through_batches(images, kernel, dilations, padding, over, data_format)
    return conv2d(y, mixing, [1, 1, 1, 1], "VALID", data_format)


@composed("nn.depthwise_conv2d_backprop_input")
def depthwise_conv2d_backprop_input(
    input_sizes: Annotated[tuple, ImageShape()],
    filter: Annotated[Tensor, Filters("input_sizes", kind="each")],
    out_backprop: Annotated[Tensor, Sums("input_sizes", "filter", "strides", "padding")],
    strides: Annotated[tuple, Steps(2, whole=True, alike=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    dilations: Annotated[tuple, Among(ONES)] = ONES,
    name=None,
):
    """The gradient of `depthwise_conv2d` by its images of shape `input_sizes`, `out_backprop` being the
    cotangent.

    Raises InvalidArgumentError for shapes that do not fit.
    """
    named_or_listed(padding, filter, out_backprop)
    windows = _windows(strides, padding, data_format)
    return CHANNELS.to_images(filter, out_backprop, sizes(input_sizes), windows)


@composed("nn.depthwise_conv2d_backprop_filter")
def depthwise_conv2d_backprop_filter(
    input: Annotated[Tensor, Images(2)],
    filter_sizes: Annotated[tuple, FilterShape("input")],
    out_backprop: Annotated[Tensor, Sums("input", "filter_sizes", "strides", "padding")],
    strides: Annotated[tuple, Steps(2, whole=True, alike=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    dilations: Annotated[tuple, Among(ONES)] = ONES,
    name=None,
):
    """The gradient of `depthwise_conv2d` by its filters of shape `filter_sizes`.

    Raises InvalidArgumentError for shapes that do not fit.
    """
    named_or_listed(padding, input, out_backprop)
    windows = _windows(strides, padding, data_format)
    return CHANNELS.to_filters(input, out_backprop, sizes(filter_sizes), windows)
