"""ADJUSTING: the colours of images, in float32 (or the half precision they have)."""

from typing import Annotated

import numpy as np

from ..dtypes import FLOATING, float16, float32
from ..errors import InvalidArgumentError, error
from ..image_operands import Factor, Pictures
from ..math.arithmetic import add, divide, subtract
from ..math.basics import cast
from ..math.powers import rsqrt
from ..math.reductions import reduce_mean
from ..math.selection import maximum
from ..math.statistics import reduce_std
from ..operands import Among
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .colours import from_hsv, ramps, to_hsv
from .formats import convert_image_dtype
from .places import numbers, require_entries


def _floating(image):
    image = convert_to_tensor(image)
    return (image if image.dtype in (float16, float32) else convert_image_dtype(image, float32)), image.dtype


@composed("image.adjust_brightness")
def adjust_brightness(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING)], delta: Annotated[float, Among(0.1, 0.5, -0.25, 2.0)]
):
    """y = x + delta"""
    image, source = _floating(image)
    adjusted = add(image, cast(convert_to_tensor(delta), image.dtype))
    return convert_image_dtype(adjusted, source, saturate=True)


@composed("image.adjust_gamma")
def adjust_gamma(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING, likely=(0.0, 4.0))],
    gamma: Annotated[float, Among(0.5, 2.0, 1.0, 0.0)] = 1,
    gain: Annotated[float, Among(1.0, 2.0, 0.5)] = 1,
):
    """y = gain · x^gamma.  Raises ValueError for a negative gamma, InvalidArgumentError if it is a tensor."""
    image, source = _floating(image)
    if np.size(getattr(gamma, "_array", 0)) > 1:
        raise error(ValueError, "The truth value of an array with more than one element is ambiguous.")
    (number,) = numbers(gamma)
    if number < 0:
        kind = InvalidArgumentError if is_tensor(gamma) or hasattr(gamma, "_cell") else ValueError
        raise error(kind, "Gamma should be a non-negative real number.")
    adjusted: Tensor = gain * image**gamma  # type: ignore[operator]
    return convert_image_dtype(adjusted, source, saturate=True)


_PLAIN = Pictures(dtypes=(float32,), listed=(float16,))


def _require_image(x, factor):
    """Raises InvalidArgumentError below three dimensions, and for a factor that is no scalar."""
    if x.ndim < 3:
        raise error(InvalidArgumentError, f"input must be at least 3-D, got shape {x.shape}")
    if factor.ndim:
        raise error(InvalidArgumentError, f"a scalar was expected, not {factor.shape}")


def _hsv(x, factor):
    _require_image(x, factor)
    if x.shape[-1] != 3:
        raise error(InvalidArgumentError, f"input must have 3 channels but instead has {x.shape[-1]}")
    return to_hsv(x)


@primitive("raw_ops.AdjustContrastv2", internal=True)
def _contrast(images: Annotated[Tensor, _PLAIN], contrast_factor: Annotated[Tensor, Factor()]):
    """y = (x - mean) · factor + mean, the mean of each channel of each image"""
    _require_image(images, contrast_factor)
    mean = np.mean(images, axis=(-3, -2), keepdims=True)
    return (images - mean) * contrast_factor + mean


def _largest(images, delta):
    """The size of the least and the largest channel, which are subtracted and added again."""
    return np.abs(images).max(-1, keepdims=True) + np.zeros_like(images)


@primitive("raw_ops.AdjustHue", internal=True, accumulates=_largest)
def _hue(images: Annotated[Tensor, _PLAIN], delta: Annotated[Tensor, Factor()]):
    """y = the colours with `delta` added to their hue, between the same least and largest channel"""
    hue = (_hsv(images, delta)[..., 0] + delta) % 1
    least, largest = np.min(images, -1, keepdims=True), np.max(images, -1, keepdims=True)
    return np.asarray(least + np.stack(ramps(hue), -1) * (largest - least), images.dtype)


@primitive("raw_ops.AdjustSaturation", internal=True)
def _saturation(images: Annotated[Tensor, _PLAIN], scale: Annotated[Tensor, Factor()]):
    """y = the colours with their saturation times `scale`, from 0 to 1"""
    hsv = _hsv(images, scale)
    hsv[..., 1] = np.clip(hsv[..., 1] * scale, 0, 1)
    return from_hsv(hsv)


@composed("image.adjust_contrast")
def adjust_contrast(
    images: Annotated[Tensor, Pictures(dtypes=FLOATING)],
    contrast_factor: Annotated[float, Among(0.5, 2.0, 0.0, -1.0)],
):
    """Moves each channel of each image from its mean by `contrast_factor`.  It has no gradient (X08).

    Raises InvalidArgumentError below three dimensions, NotFoundError for float16.
    """
    image, source = _floating(images)
    return convert_image_dtype(_contrast(image, contrast_factor), source, saturate=True)


@composed("image.adjust_hue")
def adjust_hue(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING, channels=3, likely=(0.0, 1.0))],
    delta: Annotated[float, Among(0.1, -0.5, 0.0, 1.0)],
    name=None,
):
    """The colours with their hue turned by `delta`, a part of a whole turn.  It has no gradient.

    Raises ValueError for a delta outside [-1, 1], InvalidArgumentError for other than three channels.
    """
    (turn,) = numbers(delta)
    if not -1 <= turn <= 1:
        raise error(ValueError, "delta must be in the interval [-1, 1]")
    image, source = _floating(image)
    return convert_image_dtype(_hue(image, delta), source)


@composed("image.adjust_saturation")
def adjust_saturation(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING, channels=3, likely=(0.0, 1.0))],
    saturation_factor: Annotated[float, Among(0.5, 2.0, 0.0, -1.0)],
    name=None,
):
    """The colours with their saturation times a factor, at most 1.  It has no gradient.

    Raises InvalidArgumentError for other than three channels.
    """
    image, source = _floating(image)
    return convert_image_dtype(_saturation(image, saturation_factor), source)


@composed("image.per_image_standardization")
def per_image_standardization(image: Annotated[Tensor, Pictures(dtypes=FLOATING)]):
    """y = (x - mean) / max(standard deviation, 1/√entries) of each image, in float32.

    Raises ValueError for what is no image.
    """
    image = convert_to_tensor(image)
    require_entries(image)
    image = cast(image, float32)
    axes = [-1, -2, -3]
    count = np.prod(image._array.shape[-3:], dtype=np.int32)
    mean = reduce_mean(image, axis=axes, keepdims=True)
    deviation = reduce_std(image, axis=axes, keepdims=True)
    least = rsqrt(cast(Tensor(np.asarray(count)), float32))
    return divide(subtract(image, mean), maximum(deviation, least))
