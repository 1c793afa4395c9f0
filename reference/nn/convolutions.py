"""CONVOLUTIONS of images: each place of the result is a sum over a window of the input.

Forward and both gradients are bilinear and are one another's gradients, so that all orders follow.  Images
are [batch, height, width, channels], filters [height, width, channels, outputs].
"""

from typing import Annotated, NamedTuple

import numpy as np

from ..arrays.shaping import dense as as_dense
from ..arrays.shaping import reshape
from ..dtypes import FLOATING, int32
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..operands import Internal, Numbers
from ..primitive import primitive
from ..tensor import Tensor, convert_to_tensor

_DTYPES = (*FLOATING, int32)


class Windows(NamedTuple):
    """Where windows lie: between two of them, between rows of one, and how far the image is padded."""

    strides: tuple[int, int]
    dilations: tuple[int, int]
    padding: str | tuple[tuple[int, int], ...]

    def of(self, size, window, axis):
        """For windows of `window` rows over `size` rows: how many fit, and the padding before and after."""
        stride, reach = self.strides[axis], (window - 1) * self.dilations[axis] + 1
        if self.padding == "SAME":
            count = -(-size // stride)
            total = max((count - 1) * stride + reach - size, 0)
            return count, (total // 2, total - total // 2)
        before, after = (0, 0) if self.padding == "VALID" else self.padding[axis]
        return max((size + before + after - reach) // stride + 1, 0), (before, after)


def conv2d(input, filters, strides, padding, data_format="NHWC", dilations=None, name=None):
    """y[b, i, j, k] = Σ of a window of `input` at (i, j) times the filter for output k

    `padding` is "VALID", "SAME" or a list of pairs.  Dimensions before the last three count as one.
    The gradients are exact for dilated windows and groups of channels too, for which TensorFlow has none on
    CPUs.

    Raises ValueError for strides and paddings of another length, AttributeError for a list as input,
    InvalidArgumentError for shapes, dtypes and strides that do not fit, UnimplementedError for "NCHW" and for
    strides along batch and channels.
    """
    if not hasattr(filters, "shape"):
        raise error(AttributeError, f"{type(filters).__name__!r} object has no attribute 'shape'")
    windows = Windows(_pair(strides, "strides"), _pair(dilations, "dilations"), _padding(padding))
    if data_format not in ("NHWC", None):
        if data_format == "NCHW":
            raise error(
                UnimplementedError, "The Conv2D op currently only supports the NHWC format on the CPU"
            )
        raise error(InvalidArgumentError, f"data_format {data_format!r} is not in the list of allowed values")
    if min(*windows.strides, *windows.dilations) <= 0:
        raise error(InvalidArgumentError, "Row and column strides and rates should be larger than 0.")
    images = convert_to_tensor(input)
    if images.ndim <= 4:
        return _convolved(images, filters, windows)
    lead = images._array.shape[:-3]
    y = _convolved(reshape(images, (-1, *images._array.shape[-3:])), filters, windows)
    return reshape(y, (*lead, *y._array.shape[1:]))


def _pair(value, what):
    """What `strides` and `dilations` say of rows and columns."""
    items = [1 if value is None else value] if not isinstance(value, list | tuple) else list(value)
    if len(items) not in (1, 2, 4):
        raise error(ValueError, f"{what} should be of length 1, 2 or 4. Received: {what}={value}")
    if len(items) == 4:
        if items[0] != 1 or items[3] != 1:
            raise error(UnimplementedError, f"{what} in the batch and depth dimensions are not supported")
        items = items[1:3]
    return tuple(int(n) for n in (items * 2)[:2])


def _padding(padding):
    if isinstance(padding, list | tuple):
        if len(padding) != 4:
            raise error(ValueError, f"When padding is a list, it must be of size 4. Received: {padding}")
        pairs = tuple(tuple(int(n) for n in pair) for pair in padding)
        if any(n < 0 for pair in pairs for n in pair) or any(pairs[0]) or any(pairs[3]):
            raise error(InvalidArgumentError, f"{padding} is no padding of rows and columns")
        return pairs[1:3]
    if not isinstance(padding, str):
        raise error(TypeError, f"Expected string for argument 'padding' not {padding!r}.")
    if padding not in ("SAME", "VALID"):
        raise error(InvalidArgumentError, f"{padding!r} is not in the list of allowed values")
    return padding


# The three bilinear operations


def _on(tf, input, filters, windows):
    padding = windows.padding
    if not isinstance(padding, str):
        padding = [[0, 0], *map(list, padding), [0, 0]]
    return tf.nn.conv2d(input, filters, windows.strides, padding, dilations=windows.dilations)


def _gradient_on(which):
    """The gradient by one operand, as a tape gives it on any module."""

    def on(tf, a, ct, shape, windows):
        other = tf.zeros(shape, a.dtype)
        with tf.GradientTape() as tape:
            tape.watch(other)
            y = _on(tf, other, a, windows) if which == 0 else _on(tf, a, other, windows)
        return tape.gradient(y, other, output_gradients=ct)

    return on


@primitive("raw_ops.Conv2D", internal=True, accumulates=True, on=_on)
def _convolved(
    input: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    filters: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    windows: Annotated[Windows, Internal()],
):
    """y = the windows of `input` times `filters`"""
    _check(input.shape, filters.shape)
    wide, kernels = _wide(input), _wide(filters)
    y = np.zeros(_shape(input.shape, filters.shape, windows), wide.dtype)
    for patch, row, column, a, b in _patches(wide, filters.shape, windows):
        y[..., b] += patch[..., a] @ kernels[row, column][:, b]
    return y.astype(input.dtype)


@primitive("raw_ops.Conv2DBackpropInput", internal=True, accumulates=True, on=_gradient_on(0))
def _to_input(
    filters: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    out_backprop: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    input_sizes: Annotated[tuple, Internal()],
    windows: Annotated[Windows, Internal()],
):
    """dx = at each element the sum over the windows that hold it"""
    _check_seed(out_backprop.shape, input_sizes, filters.shape, windows)
    ct, kernels = _wide(out_backprop), _wide(filters)
    padded, inside = _padded(np.zeros(input_sizes, ct.dtype), filters.shape, windows)
    for patch, row, column, a, b in _patches(padded, filters.shape, windows, is_padded=ct.shape):
        patch[..., a] += ct[..., b] @ kernels[row, column][:, b].T
    return padded[inside].astype(filters.dtype)


@primitive("raw_ops.Conv2DBackpropFilter", internal=True, accumulates=True, on=_gradient_on(1))
def _to_filters(
    input: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    out_backprop: Annotated[Tensor, Numbers(dtypes=_DTYPES)],
    filter_sizes: Annotated[tuple, Internal()],
    windows: Annotated[Windows, Internal()],
):
    """dw = for each element of a filter the sum over all windows"""
    _check_seed(out_backprop.shape, input.shape, filter_sizes, windows)
    wide, ct = _wide(input), _wide(out_backprop)
    dw = np.zeros(filter_sizes, ct.dtype)
    for patch, row, column, a, b in _patches(wide, filter_sizes, windows):
        dw[row, column][:, b] += np.einsum("nija,nijb->ab", patch[..., a], ct[..., b])
    return dw.astype(input.dtype)


@_convolved.vjp
def _(ct, y, input, filters, windows):
    ct = as_dense(ct)
    return (
        lambda: _to_input(filters, ct, input._array.shape, windows),
        lambda: _to_filters(input, ct, filters._array.shape, windows),
    )


@_to_input.vjp
def _(ct, y, filters, out_backprop, input_sizes, windows):
    ct = as_dense(ct)
    return (
        lambda: _to_filters(ct, out_backprop, filters._array.shape, windows),
        lambda: _convolved(ct, filters, windows),
    )


@_to_filters.vjp
def _(ct, y, input, out_backprop, filter_sizes, windows):
    ct = as_dense(ct)
    return (
        lambda: _to_input(ct, out_backprop, input._array.shape, windows),
        lambda: _convolved(input, ct, windows),
    )


# What they share


def _check(shape, kernel):
    """Raises InvalidArgumentError for shapes that do not fit."""
    if len(shape) != 4 or len(kernel) != 4:
        raise error(InvalidArgumentError, f"input and filter must be 4-dimensional: {shape}, {kernel}")
    if not kernel[2] or shape[3] % kernel[2] or not shape[3] or kernel[3] % (shape[3] // kernel[2]):
        raise error(InvalidArgumentError, f"channels do not fit those of the filters: {shape}, {kernel}")


def _check_seed(ct, shape, kernel, windows):
    if ct != _shape(shape, kernel, windows):
        raise error(InvalidArgumentError, f"a cotangent of shape {ct} for windows over {shape}")


def _shape(shape, kernel, windows):
    sizes = (windows.of(shape[1 + axis], kernel[axis], axis)[0] for axis in (0, 1))
    return (shape[0], *sizes, kernel[3])


def _wide(x):
    """Halves are summed in float32."""
    array = np.asarray(x)
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array


def _padded(image, kernel, windows):
    """With zeros around, and where the image lies within."""
    (top, bottom), (left, right) = (windows.of(image.shape[1 + i], kernel[i], i)[1] for i in (0, 1))
    inside = (slice(None), slice(top, top + image.shape[1]), slice(left, left + image.shape[2]))
    return np.pad(image, ((0, 0), (top, bottom), (left, right), (0, 0))), inside


def _patches(image, kernel, windows, is_padded=None):
    """For each element of a filter and each group of channels: what of the image lies under it in all
    windows, its row and column, and the channels of input and output."""
    channels = image.shape[3]
    _, height, width, _ = is_padded or _shape(image.shape, kernel, windows)
    padded = image if is_padded else _padded(image, kernel, windows)[0]
    groups = channels // kernel[2]
    outputs = kernel[3] // groups
    for row in range(kernel[0]):
        for column in range(kernel[1]):
            top, left = row * windows.dilations[0], column * windows.dilations[1]
            down, across = windows.strides
            patch = padded[:, top : top + height * down : down, left : left + width * across : across]
            for g in range(groups):
                yield (
                    patch[:, :height, :width],
                    row,
                    column,
                    slice(g * kernel[2], (g + 1) * kernel[2]),
                    slice(g * outputs, (g + 1) * outputs),
                )
