"""COLOURS: red, green and blue as grey, as brightness and two differences, as hue, saturation and value."""

from functools import reduce
from typing import Annotated

import numpy as np

from ..arrays.joining import stack
from ..arrays.repeating import tile
from ..arrays.shaping import dense, expand_dims
from ..arrays.slicing import index
from ..dtypes import ALL, FLOATING, INEXACT, as_dtype
from ..errors import FailedPreconditionError, InvalidArgumentError, error
from ..image_operands import Pictures
from ..linalg.contractions import tensordot
from ..math.arithmetic import add, multiply, square
from ..math.basics import abs, cast
from ..math.division import div_no_nan
from ..math.reductions import reduce_sum
from ..math.selection import maximum, minimum
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .formats import convert_image_dtype

# The standards' matrices, red, green and blue down (or across, on the way back)
_TO_YIQ = (
    (0.299, 0.59590059, 0.2115),
    (0.587, -0.27455667, -0.52273617),
    (0.114, -0.32134392, 0.31119955),
)
_FROM_YIQ = ((1, 1, 1), (0.95598634, -0.27201283, -1.10674021), (0.6208248, -0.64720424, 1.70423049))
_TO_YUV = (
    (0.299, -0.14714119, 0.61497538),
    (0.587, -0.28886916, -0.51496512),
    (0.114, 0.43601035, -0.10001026),
)
_FROM_YUV = ((1, 1, 1), (0, -0.394642334, 2.03206185), (1.13988303, -0.58062185, 0))
_GREY = (0.2989, 0.5870, 0.1140)


def _mixed(images, matrix):
    """The channels times a matrix.  Raises TypeError for images of ints, IndexError for a scalar."""
    images = convert_to_tensor(images)
    kernel = convert_to_tensor([list(map(float, row)) for row in matrix], dtype=images.dtype)
    if not images.ndim:
        raise error(IndexError, "list index out of range")
    return tensordot(images, kernel, axes=[[images.ndim - 1], [0]])


@composed("image.rgb_to_yiq")
def rgb_to_yiq(images: Annotated[Tensor, Pictures(dtypes=INEXACT, channels=3)]):
    """Brightness, and blue-orange and purple-green: x times a matrix"""
    return _mixed(images, _TO_YIQ)


@composed("image.yiq_to_rgb")
def yiq_to_rgb(images: Annotated[Tensor, Pictures(dtypes=INEXACT, channels=3)]):
    """The way back from `rgb_to_yiq`, in rounded numbers."""
    return _mixed(images, _FROM_YIQ)


@composed("image.rgb_to_yuv")
def rgb_to_yuv(images: Annotated[Tensor, Pictures(dtypes=INEXACT, channels=3)]):
    """Brightness, and how far blue and red are from it: x times a matrix"""
    return _mixed(images, _TO_YUV)


@composed("image.yuv_to_rgb")
def yuv_to_rgb(images: Annotated[Tensor, Pictures(dtypes=INEXACT, channels=3)]):
    """The way back from `rgb_to_yuv`, in rounded numbers."""
    return _mixed(images, _FROM_YUV)


@composed("image.rgb_to_grayscale")
def rgb_to_grayscale(images: Annotated[Tensor, Pictures(dtypes=FLOATING, channels=3)], name=None):
    """y = 0.2989 red + 0.587 green + 0.114 blue, computed in float32, as one channel."""
    images = convert_to_tensor(images)
    source = images.dtype
    images = convert_image_dtype(images, "float32")
    if not images.ndim:
        raise error(IndexError, "list index out of range")
    grey = tensordot(images, convert_to_tensor(list(_GREY)), [-1, -1])
    return convert_image_dtype(expand_dims(grey, -1), source)


@composed("image.grayscale_to_rgb")
def grayscale_to_rgb(images: Annotated[Tensor, Pictures(dtypes=ALL, channels=1)], name=None):
    """The one channel three times.

    Raises ValueError for other numbers of channels, AttributeError for what is no tensor.
    """
    if not is_tensor(images) and not hasattr(images, "_cell"):
        raise error(AttributeError, f"{type(images).__name__!r} object has no attribute 'get_shape'")
    images = convert_to_tensor(images)
    if images.ndim < 2:
        raise error(ValueError, f"A grayscale image (shape {images.shape}) must be at least two-dimensional.")
    if images._array.shape[-1] != 1:
        raise error(ValueError, "Last dimension of a grayscale image should be size 1.")
    return tile(images, (1,) * (images.ndim - 1) + (3,))


def require_colours(x):
    """Raises InvalidArgumentError for a scalar, FailedPreconditionError where channels are not three."""
    if not x.ndim:
        raise error(InvalidArgumentError, "input must be at least 1D")
    if x.shape[-1] != 3:
        raise error(FailedPreconditionError, f"input must have 3 channels but instead has {x.shape[-1]}.")


def _last_of(beyond, *channels):
    """The channel that is `beyond` the others; where one is nan, what comes after it decides."""
    return reduce(lambda found, x: np.where(beyond(found, x), found, x), channels)


def to_hsv(rgb):
    """Hue in parts of a turn from 0, saturation and value of colours."""
    red, green, blue = np.moveaxis(rgb, -1, 0)
    value = _last_of(np.greater, red, green, blue)
    span = value - _last_of(np.less, red, green, blue)
    saturation = np.where(value > 0, span / value, 0)
    sixth = 1 / (6 * span)
    hue = np.where(
        red == value,
        sixth * (green - blue),
        np.where(
            green == value,
            sixth * (blue - red) + rgb.dtype.type(2 / 6),
            sixth * (red - green) + rgb.dtype.type(4 / 6),
        ),
    )
    hue = np.where(span > 0, hue, 0)
    return np.stack([np.where(hue < 0, hue + 1, hue), saturation, value], -1).astype(rgb.dtype)


def _biggest(rgb, *_):
    return np.sign(rgb - np.roll(rgb, 1, -1))


@primitive("image.rgb_to_hsv", decides=_biggest)
def rgb_to_hsv(images: Annotated[Tensor, Pictures(dtypes=FLOATING, channels=3, likely=(0.0, 1.0))]):
    """value = the largest channel, saturation = (largest - smallest) / largest,
    hue = ⅙ (green - blue) / (largest - smallest) where red is the largest, and so on around, in [0, 1).

    Where channels are the same, the first of red, green, blue counts as the largest, the last as smallest,
    and what would be divided by 0 is 0; a channel that is not positive lends no slope to saturation and hue.
    Raises FailedPreconditionError for other than three channels.
    """
    require_colours(images)
    return to_hsv(images)


def _mask(condition, like):
    return Tensor(condition.astype(like.dtype.numpy))


def _inverse(x):
    return div_no_nan(cast(1.0, x.dtype), x)


@rgb_to_hsv.vjp
def _(ct, y, images):
    if not isinstance(ct, Tensor):
        raise error(TypeError, "'IndexedSlices' object is not subscriptable")
    channels = [index(images, (..., i)) for i in range(3)]
    red, green, blue = (x._array for x in channels)
    biggest = (
        (red >= blue) & (red >= green),
        (green > red) & (green >= blue),
        (blue > red) & (blue > green),
    )
    smallest = (
        (red < blue) & (red < green),
        (green <= red) & (green < blue),
        (blue <= red) & (blue <= green),
    )
    parts = _Parts(channels, biggest, smallest, index(y, (..., 1)), index(y, (..., 2)))
    of_hue, of_saturation, of_value = (index(ct, (..., i)) for i in range(3))
    value = stack([multiply(of_value, parts.biggest[i]) for i in range(3)], -1)
    saturation = stack([multiply(of_saturation, parts.saturation(i)) for i in range(3)], -1)
    hue = stack([multiply(of_hue, parts.hue(i)) for i in range(3)], -1)
    return (add(add(value, saturation), hue),)


class _Parts:
    """The derivatives of hue and saturation by one channel; the next channels are those after it, around."""

    def __init__(self, channels, biggest, smallest, saturation, value):
        self.x = channels
        like = channels[0]
        self.biggest = [_mask(m, like) for m in biggest]
        self.smallest = [_mask(m, like) for m in smallest]
        self.positive = [_mask(x._array > 0, like) for x in channels]
        self.inverse = multiply(_inverse(square(saturation)), _inverse(square(value)))

    def saturation(self, i):
        j, k = (i + 1) % 3, (i + 2) % 3
        least = add(self.smallest[j] * self.x[j], self.smallest[k] * self.x[k])
        most = add(self.biggest[j] * self.x[j], self.biggest[k] * self.x[k])
        own = self.biggest[i] * least * _inverse(square(self.x[i]))
        return self.positive[i] * add(own, self.smallest[i] * -1 * _inverse(most))

    def hue(self, i):
        """⅙ of the derivative of (next - last) / span by channel `i`, the largest or another."""
        x, j, k = self.x, (i + 1) % 3, (i + 2) % 3
        total = self._where(i) * -1 * (x[j] - x[k]) * self.inverse
        for largest, other, sign in ((j, k, -1), (k, j, 1)):
            at = self._where(largest)
            total = total + at * self.smallest[i] * (x[k] - x[j]) * _inverse(square(x[largest] - x[i]))
            total = total + at * self.smallest[other] * sign * _inverse(x[largest] - x[other])
        return total * 60 / 360

    def _where(self, i):
        return self.positive[i] * self.biggest[i]


def ramps(hue):
    """How much of red, green and blue there is at a hue, each from 0 to 1."""
    turn = hue * 6
    return [
        np.clip(np.abs(turn - 3) - 1, 0, 1),
        np.clip(2 - np.abs(turn - 2), 0, 1),
        np.clip(2 - np.abs(turn - 4), 0, 1),
    ]


def from_hsv(hsv):
    """The colours of hue, saturation and value."""
    hue, saturation, value = np.moveaxis(hsv, -1, 0)
    rest = 1 - saturation
    return np.stack([(rest + saturation * ramp) * value for ramp in ramps(hue)], -1).astype(hsv.dtype)


@primitive("image.hsv_to_rgb", decides=lambda x: [np.sign(r * (1 - r)) for r in ramps(x[..., 0])])
def hsv_to_rgb(images: Annotated[Tensor, Pictures(dtypes=FLOATING, channels=3, likely=(0.0, 1.0))]):
    """y = ((1 - saturation) + saturation · ramp) value, where the ramps of red, green and blue rise and fall
    between 0 and 1 with the hue, each level for a third of the turn; their slope at a corner is that of
    `clip_by_value`.

    Raises FailedPreconditionError for other than three channels.
    """
    require_colours(images)
    return from_hsv(images)


@hsv_to_rgb.vjp
def _(ct, y, images):
    ct = dense(ct)
    hue, saturation, value = (index(images, (..., slice(i, i + 1))) for i in range(3))
    turn = hue * 6
    shift, sign, offset = (_row(numbers, images) for numbers in ((3, 2, 4), (1, -1, -1), (-1, 2, 2)))
    ramp = minimum(maximum(abs(turn - shift) * sign + offset, 0.0), 1.0)
    inside = (ramp._array > 0) & (ramp._array < 1)
    slope = Tensor((np.sign((turn - shift)._array) * sign._array * inside * 6).astype(images.dtype.numpy))
    by_hue = _summed(ct * value * saturation * slope)
    by_saturation = _summed(ct * value * (ramp - 1))
    by_value = _summed(ct * (1 - saturation + saturation * ramp))
    return (stack([by_hue, by_saturation, by_value], -1),)


def _row(numbers, like):
    return Tensor(np.array(numbers, as_dtype(like.dtype).numpy))


def _summed(x):
    return reduce_sum(x, -1)
