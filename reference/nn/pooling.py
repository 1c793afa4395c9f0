"""POOLING: the average or the greatest of what lies in windows over images [batch, axes…, channels]."""

from typing import Annotated

from ..arrays.arguments import whole
from ..arrays.shaping import expand_dims, squeeze
from ..dtypes import bfloat16, float32
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Extent, Images, Steps
from .pools import average_of_planes, average_of_volumes, greatest_of_planes, greatest_of_volumes
from .windows import Windows, named, named_or_listed, sequence

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def windows_of(ksize, strides, padding, axes, format_given=True):
    """The size of windows and how they slide.

    Raises UnimplementedError for windows over batch or channels, InvalidArgumentError for numbers below 1.
    """
    sizes, steps = [whole(n, "ksize") for n in ksize], [whole(n, "strides") for n in strides]
    if min(*sizes, *steps) < 1:
        raise error(InvalidArgumentError, f"ksize and strides must be positive: {ksize}, {strides}")
    if sizes[0] != 1 or sizes[-1] != 1 or steps[0] != 1 or (axes == 3 and steps[-1] != 1):
        raise error(UnimplementedError, "Pooling is not supported on the batch and depth dimensions")
    if any(before >= k or after >= k for (before, after), k in _pairs(padding, sizes)):
        raise error(InvalidArgumentError, f"padding must be smaller than the window: {padding}, {ksize}")
    window = tuple(sizes[1:-1])
    return window, Windows(tuple(steps[1:-1]), (1,) * axes, padding, format_given)


def _pairs(padding, sizes):
    return [] if isinstance(padding, str) else zip(padding, sizes[1:-1], strict=False)


def _check_format(data_format, axes):
    """Raises AttributeError for what is no text, InvalidArgumentError for another format than that with
    channels last."""
    if data_format is not None and not isinstance(data_format, str):
        raise error(AttributeError, f"{type(data_format).__name__!r} object has no attribute 'startswith'")
    if data_format not in (None, FORMATS[axes][0]):
        raise error(InvalidArgumentError, f"the CPU pools {FORMATS[axes][0]} alone, not {data_format}")


def _along_a_line(operation, input, ksize, strides, padding, data_format):
    ksize, strides = sequence(ksize, 1, "ksize"), sequence(strides, 1, "strides")
    steps = [1, 1, *strides[1:]] if len(strides) == 3 else strides
    images = expand_dims(input, 1)
    _check_format(data_format, 1)
    window, windows = windows_of([1, *ksize], steps, padding, 2)
    return squeeze(operation(images, window, windows), [1])


def _axes(input):
    """The number of axes of images.

    Raises AttributeError for what has no shape, ValueError for other ranks.
    """
    if not hasattr(input, "shape"):
        raise error(AttributeError, f"{type(input).__name__!r} object has no attribute 'shape'")
    axes = len(input.shape) - 2
    if not 1 <= axes <= 3:
        raise error(ValueError, f"`input.shape.rank` must be 3, 4 or 5. Received: {axes + 2}")
    return axes


@composed("nn.avg_pool2d")
def avg_pool2d(
    input: Annotated[Tensor, Images(2)],
    ksize: Annotated[tuple, Extent("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among("NHWC")] = "NHWC",
    name=None,
):
    """y = the mean of what lies in the window, of the image alone for "SAME"

    Raises ValueError for another number of sizes or strides, UnimplementedError where these reach over batch
    or channels, InvalidArgumentError for numbers below 1, other ranks, paddings and formats.
    """
    ksize, strides = sequence(ksize, 2, "ksize"), sequence(strides, 2, "strides")
    _check_format(data_format, 2)
    return average_of_planes(convert_to_tensor(input), *windows_of(ksize, strides, named(padding, input), 2))


@composed("nn.avg_pool1d")
def avg_pool1d(
    input: Annotated[Tensor, Images(1)],
    ksize: Annotated[tuple, Extent("input", axes=1)],
    strides: Annotated[tuple, Steps(1)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among("NWC")] = "NWC",
    name=None,
):
    """`avg_pool2d` along one axis"""
    return _along_a_line(average_of_planes, input, ksize, strides, named(padding, input), data_format)


@composed("nn.avg_pool3d")
def avg_pool3d(
    input: Annotated[Tensor, Images(3, dtypes=(bfloat16, float32))],
    ksize: Annotated[tuple, Extent("input", axes=3)],
    strides: Annotated[tuple, Steps(3)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among("NDHWC")] = "NDHWC",
    name=None,
):
    """`avg_pool2d` along three axes, in float32 and bfloat16 alone"""
    ksize, strides = sequence(ksize, 3, "ksize"), sequence(strides, 3, "strides")
    _check_format(data_format, 3)
    return average_of_volumes(convert_to_tensor(input), *windows_of(ksize, strides, named(padding, input), 3))


@composed("nn.avg_pool")
def avg_pool(
    input: Annotated[Tensor, Images(2)],
    ksize: Annotated[tuple, Extent("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among(None)] = None,
    name=None,
):
    """`avg_pool1d`, `avg_pool2d` or `avg_pool3d`, by the rank of `input`"""
    axes = _axes(input)
    ksize, strides = sequence(ksize, axes, "ksize"), sequence(strides, axes, "strides")
    if axes < 3:
        return (avg_pool1d, avg_pool2d)[axes - 1](input, ksize, strides, padding, data_format)
    _check_format(data_format, 3)
    given = windows_of(ksize, strides, named(padding, input), 3, data_format is not None)
    return average_of_volumes(convert_to_tensor(input), *given)


@composed("nn.max_pool2d")
def max_pool2d(
    input: Annotated[Tensor, Images(2)],
    ksize: Annotated[tuple, Extent("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around(listed=True, within="ksize")],
    data_format: Annotated[str | None, Among("NHWC")] = "NHWC",
    name=None,
):
    """y = the greatest entry in the window

    nan counts as none, and nothing is less than the least finite number.  The gradient goes to the first of
    equals, and where the first entry is nan, to it.  `padding` may be pairs, as for `conv2d`, smaller than
    the window; for these TensorFlow has no gradient of the gradient.  Errors as those of `avg_pool2d`.
    """
    ksize, strides = sequence(ksize, 2, "ksize"), sequence(strides, 2, "strides")
    padding = named_or_listed(padding, input)
    _check_format(data_format, 2)
    return greatest_of_planes(convert_to_tensor(input), *windows_of(ksize, strides, padding, 2))


@composed("nn.max_pool1d")
def max_pool1d(
    input: Annotated[Tensor, Images(1)],
    ksize: Annotated[tuple, Extent("input", axes=1)],
    strides: Annotated[tuple, Steps(1)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among("NWC")] = "NWC",
    name=None,
):
    """`max_pool2d` along one axis; paddings are three pairs"""
    if isinstance(padding, list | tuple):
        if len(padding) != 3:
            raise error(ValueError, f"When padding is a list, it must be of size 3. Received: {padding}")
        padding = named_or_listed([[0, 0], *padding])
    else:
        padding = named(padding, input)
    return _along_a_line(greatest_of_planes, input, ksize, strides, padding, data_format)


@composed("nn.max_pool3d")
def max_pool3d(
    input: Annotated[Tensor, Images(3, dtypes=(bfloat16, float32))],
    ksize: Annotated[tuple, Extent("input", axes=3)],
    strides: Annotated[tuple, Steps(3)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str | None, Among("NDHWC")] = "NDHWC",
    name=None,
):
    """`max_pool2d` along three axes, in float32 and bfloat16 alone

    Here the gradient goes to each of equals, to none that is infinite, and its own gradient to the first.
    """
    ksize, strides = sequence(ksize, 3, "ksize"), sequence(strides, 3, "strides")
    _check_format(data_format, 3)
    around = named(padding, input)
    return greatest_of_volumes(convert_to_tensor(input), *windows_of(ksize, strides, around, 3))


@composed("nn.max_pool")
def max_pool(
    input: Annotated[Tensor, Images(2)],
    ksize: Annotated[tuple, Extent("input")],
    strides: Annotated[tuple, Steps(2)],
    padding: Annotated[str, Around(listed=True, within="ksize")],
    data_format: Annotated[str | None, Among(None)] = None,
    name=None,
):
    """`max_pool1d`, `max_pool2d` or `max_pool3d`, by the rank of `input`"""
    axes = _axes(input)
    ksize, strides = sequence(ksize, axes, "ksize"), sequence(strides, axes, "strides")
    if axes < 3:
        return (max_pool1d, max_pool2d)[axes - 1](input, ksize, strides, padding, data_format)
    if isinstance(padding, list | tuple):
        raise error(ValueError, f"Explicit padding is not supported with an input of rank 5: {padding}")
    _check_format(data_format, 3)
    given = windows_of(ksize, strides, named(padding, input), 3, data_format is not None)
    return greatest_of_volumes(convert_to_tensor(input), *given)
