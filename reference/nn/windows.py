"""WINDOWS that slide over the axes of an image: where they lie, and what is read under them.

Images are [batch, axes…, channels].  A window holds `size` entries along each axis, `dilations` apart; two
neighbours are `strides` apart.
"""

import itertools
from typing import NamedTuple

import numpy as np

from ..arrays.arguments import whole
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..tensor import convert_to_tensor, is_tensor


class Windows(NamedTuple):
    """Where windows lie: between two of them, between rows of one, and how far the image is padded."""

    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    padding: str | tuple[tuple[int, int], ...]
    format_given: bool = True  # False where TensorFlow is told None in place of its own data format

    def of(self, size, window, axis):
        """For windows of `window` rows over `size` rows: how many fit, and the padding before and after.

        Raises InvalidArgumentError where not even a place between two windows is left.
        """
        stride, reach = self.strides[axis], (window - 1) * self.dilations[axis] + 1
        if self.padding == "SAME":
            count = -(-size // stride)
            total = max((count - 1) * stride + reach - size, 0)
            return count, (total // 2, total - total // 2)
        before, after = (0, 0) if self.padding == "VALID" else self.padding[axis]
        room = size + before + after - reach
        if room <= -2 * stride:
            raise error(InvalidArgumentError, "Computed output size would be negative")
        return max(room // stride + 1, 0), (before, after)

    def counts(self, shape, window):
        """How many windows there are along each axis of an image of `shape`."""
        return tuple(self.of(shape[1 + i], n, i)[0] for i, n in enumerate(window))

    def paddings(self, shape, window):
        return [self.of(shape[1 + i], n, i)[1] for i, n in enumerate(window)]

    def attributes(self):
        """As the attributes of an operation of TensorFlow."""
        strides, dilations = ([1, *n, 1] for n in (self.strides, self.dilations))
        given: dict = {"strides": strides, "dilations": dilations, "padding": self.padding}
        if not isinstance(self.padding, str):
            given["explicit_paddings"] = [0, 0, *itertools.chain(*self.padding), 0, 0]
            given["padding"] = "EXPLICIT"
        return given if self.format_given else given | {"data_format": None}


def padded(image, window, windows, value=0):
    """With `value` around, and where the image lies within."""
    pairs = windows.paddings(image.shape, window)
    inside = tuple(slice(before, before + n) for (before, _), n in zip(pairs, image.shape[1:], strict=False))
    around = [(0, 0), *pairs, (0, 0)]
    shape = [n + before + after for n, (before, after) in zip(image.shape, around, strict=True)]
    wide = np.full(shape, value, image.dtype)
    wide[(slice(None), *inside)] = image
    return wide, (slice(None), *inside)


def patches(wide, window, counts, windows):
    """For each place in a window: what of a padded image lies there in all windows; a view."""
    for place in itertools.product(*map(range, window)):
        starts = [i * n for i, n in zip(place, windows.dilations, strict=True)]
        steps = zip(starts, counts, windows.strides, strict=True)
        at = tuple(slice(a, a + count * step, step) if count else slice(0, 0) for a, count, step in steps)
        patch = wide[(slice(None), *at)]
        yield place, patch[(slice(None), *(slice(0, count) for count in counts))]


def wide(x):
    """Halves are summed in float32."""
    array = np.asarray(x)
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array


# Sums of products under windows; filters are [window…, channels of a group, outputs]


def correlated(image, filters, windows):
    """y = the windows of `image` times `filters`"""
    window = filters.shape[:-2]
    y = np.zeros(_shape(image.shape, filters.shape, windows), image.dtype)
    around, _ = padded(image, window, windows)
    for place, patch in patches(around, window, y.shape[1:-1], windows):
        for a, b in _groups(image.shape, filters.shape):
            y[..., b] += patch[..., a] @ filters[place][:, b]
    return y


def spread(filters, ct, shape, windows):
    """At each element of an image of `shape` the sum over the windows that hold it."""
    window = filters.shape[:-2]
    around, inside = padded(np.zeros(shape, ct.dtype), window, windows)
    for place, patch in patches(around, window, ct.shape[1:-1], windows):
        for a, b in _groups(shape, filters.shape):
            patch[..., a] += ct[..., b] @ filters[place][:, b].T
    return around[inside]


def matched(image, ct, shape, windows):
    """For each element of filters of `shape` the sum over all windows."""
    around, _ = padded(image, shape[:-2], windows)
    dw, axes = np.zeros(shape, ct.dtype), tuple(range(image.ndim - 1))
    for place, patch in patches(around, shape[:-2], ct.shape[1:-1], windows):
        for a, b in _groups(image.shape, shape):
            dw[place][:, b] = np.tensordot(patch[..., a], ct[..., b], (axes, axes))
    return dw


def _groups(shape, kernel):
    groups = shape[-1] // kernel[-2]
    outputs = kernel[-1] // max(groups, 1)
    for g in range(groups):
        yield slice(g * kernel[-2], (g + 1) * kernel[-2]), slice(g * outputs, (g + 1) * outputs)


def check(shape, kernel):
    """Raises InvalidArgumentError for channels that do not fit."""
    if 0 in kernel[:-1]:
        raise error(InvalidArgumentError, f"filters must not be empty: {kernel}")
    groups = shape[-1] // kernel[-2]
    if shape[-1] % kernel[-2] or (groups and kernel[-1] % groups):
        raise error(InvalidArgumentError, f"channels do not fit those of the filters: {shape}, {kernel}")


def check_seed(ct, shape, kernel, windows):
    """Raises InvalidArgumentError for what is no result of windows over `shape`."""
    if tuple(ct) != _shape(shape, kernel, windows):
        raise error(InvalidArgumentError, f"a cotangent of shape {ct} for windows over {shape}")


def _shape(shape, kernel, windows):
    return (shape[0], *windows.counts(shape, kernel[:-2]), kernel[-1])


# Arguments


def sequence(value, axes, what):
    """What `strides` and `dilations` say of all axes, batch and channels included.

    Raises ValueError for another number of them.
    """
    items = [1 if value is None else value] if not isinstance(value, list | tuple) else list(value)
    if len(items) == axes + 2:
        return items
    if len(items) not in (1, axes):
        raise error(
            ValueError, f"{what} should be of length 1, {axes} or {axes + 2}. Received: {what}={value}"
        )
    return [1, *(items * axes)[:axes], 1]


def spatial(items, what):
    """Those of the axes between batch and channels, as ints.

    Raises UnimplementedError where those of batch and channels are not 1.
    """
    numbers = [whole(n, what) for n in items]
    if numbers[0] != 1 or numbers[-1] != 1:
        raise error(UnimplementedError, f"{what} in the batch and depth dimensions are not supported")
    return tuple(numbers[1:-1])


def positive(strides, dilations):
    """Raises InvalidArgumentError for what is not."""
    if min(*strides, *dilations) <= 0:
        raise error(InvalidArgumentError, "Row and column strides and rates should be larger than 0.")


def of_one_dtype(*operands):
    """The operands as tensors; Python's numbers in the dtype of the first tensor, or of the first of all."""
    dtype = next((x.dtype for x in operands if is_tensor(x)), None)
    tensors = []
    for x in operands:
        tensors.append(convert_to_tensor(x) if is_tensor(x) else convert_to_tensor(x, dtype=dtype))
        dtype = dtype or tensors[-1].dtype
    return tensors


def named(padding, *operands):
    """ "SAME" or "VALID".  Raises TypeError for no string, InvalidArgumentError for another, once the
    operands are tensors.
    """
    if not isinstance(padding, str):
        raise error(TypeError, f"Expected string for argument 'padding' not {padding!r}.")
    if padding not in ("SAME", "VALID"):
        of_one_dtype(*operands)
        raise error(InvalidArgumentError, f"{padding!r} is not in the list of allowed values")
    return padding


def named_or_listed(padding, *operands):
    """The same, or pairs for the axes of a list of pairs.  Raises ValueError for a list of another length."""
    if not isinstance(padding, list | tuple):
        return named(padding, *operands)
    if len(padding) != 4:
        raise error(ValueError, f"When padding is a list, it must be of size 4. Received: {padding}")
    for pair in padding:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise error(ValueError, f"each element of `padding` must be a list/tuple of size 2: {padding}")
    pairs = tuple(tuple(int(n) for n in pair) for pair in padding)
    if any(n < 0 for pair in pairs for n in pair) or any(pairs[0]) or any(pairs[3]):
        raise error(InvalidArgumentError, f"{padding} is no padding of rows and columns")
    return pairs[1:3]


def channels_last(data_format, last, first):
    """Raises UnimplementedError for channels before the axes, which kernels for CPUs do not have, and
    InvalidArgumentError for anything else."""
    if data_format in (last, None):
        return
    if data_format == first:
        raise error(UnimplementedError, f"the CPU only supports the {last} format")
    if not isinstance(data_format, str):
        raise error(AttributeError, f"{type(data_format).__name__!r} object has no attribute 'startswith'")
    raise error(InvalidArgumentError, f"data_format {data_format!r} is not in the list of allowed values")


def sizes(value):
    """A shape of int32.

    Raises TypeError and ValueError for what is no list of ints, InvalidArgumentError for another dtype or
    rank.
    """
    array = (
        convert_to_tensor(value)._array
        if is_tensor(value)
        else convert_to_tensor(value, dtype="int32")._array
    )
    if array.dtype != np.int32 or array.ndim != 1:
        raise error(InvalidArgumentError, f"a vector of int32 was expected: {value}")
    return tuple(array.tolist())


def whole_list(value, length, what):
    """A list of ints.  Raises TypeError for no list, InvalidArgumentError for one that is too short."""
    if value is None:
        value = []
    if not isinstance(value, list | tuple):
        raise error(TypeError, f"Expected list for '{what}' argument, not {value!r}.")
    numbers = [int(n) for n in value]
    if what == "strides" and len(numbers) < length:
        raise error(InvalidArgumentError, f"Length for attr '{what}' must be at least {length}: {value}")
    return numbers
