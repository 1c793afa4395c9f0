"""MEASURES: how images differ from each other, and from pixel to pixel."""

from typing import Annotated

import numpy as np

from ..arrays.generators import zeros
from ..arrays.joining import concat, stack
from ..arrays.padding import pad
from ..arrays.repeating import tile
from ..arrays.shaping import reshape
from ..arrays.slicing import index
from ..dtypes import FLOATING, INEXACT, float32
from ..errors import InvalidArgumentError, error
from ..image_operands import Pictures, SamePictures
from ..math.arithmetic import add, identity, pow, square, subtract
from ..math.basics import abs, cast
from ..math.elementwise import log
from ..math.powers import squared_difference
from ..math.reductions import reduce_mean, reduce_prod, reduce_sum
from ..nn.activations import softmax
from ..nn.depthwise import depthwise_conv2d
from ..nn.pooling import avg_pool2d
from ..nn.rectifiers import relu
from ..operands import Among, Flag
from ..primitive import composed
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor, is_tensor
from .formats import convert_image_dtype

WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)  # of the scales, as measured for TensorFlow's source
F = np.float32


def _tensor(images):
    """A tensor.  Raises AttributeError for what is none."""
    if isinstance(images, IndexedSlices) or not (is_tensor(images) or hasattr(images, "_cell")):
        raise error(AttributeError, f"{type(images).__name__!r} object has no attribute 'get_shape'")
    return convert_to_tensor(images)


def _steps(images, axis):
    """From each pixel to the next along `axis`."""
    before = (slice(None),) * axis
    return index(images, (*before, slice(1, None))) - index(images, (*before, slice(None, -1)))


@composed("image.total_variation")
def total_variation(images: Annotated[Tensor, Pictures(dtypes=INEXACT)], name=None):
    """y = Σ |steps from pixel to pixel, down and across|, for each image.

    Raises ValueError for what is no image, AttributeError for what is no tensor.
    """
    images = _tensor(images)
    if images.ndim not in (3, 4):
        raise error(ValueError, "'images' must be either 3 or 4-dimensional.")
    rows = images.ndim - 3
    axes = None if rows == 0 else [1, 2, 3]
    down, across = _steps(images, rows), _steps(images, rows + 1)
    return add(reduce_sum(abs(down), axis=axes), reduce_sum(abs(across), axis=axes))


@composed("image.image_gradients")
def image_gradients(image: Annotated[Tensor, Pictures(dtypes=INEXACT, ranks=(4,))]):
    """(dy, dx): the steps to the next row and to the next column, 0 at the last.

    Raises ValueError for anything but a batch of images.
    """
    image = _tensor(image)
    if image.ndim != 4:
        raise error(
            ValueError, f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}."
        )
    shape = image._array.shape
    steps = []
    for axis in (1, 2):
        edge = tuple(1 if i == axis else n for i, n in enumerate(shape))
        steps.append(reshape(concat([_steps(image, axis), zeros(edge, image.dtype)], axis), shape))
    return tuple(steps)


_SOBEL = (((-1, -2, -1), (0, 0, 0), (1, 2, 1)), ((-1, 0, 1), (-2, 0, 2), (-1, 0, 1)))


@composed("image.sobel_edges")
def sobel_edges(image: Annotated[Tensor, Pictures(dtypes=FLOATING, ranks=(4,), least=2)]):
    """The slopes down and across in a new last axis, by Sobel's filters, images being mirrored at the border.

    Raises InvalidArgumentError for anything but a batch of images of floats with two rows and columns.
    """
    image = _tensor(image)
    if image.dtype.name == "string":
        raise error(ValueError, "Failed to convert a NumPy array to a Tensor")
    kernel = Tensor(np.transpose(_SOBEL, (1, 2, 0))[:, :, None, :].astype(image.dtype.numpy))
    channels = image._array.shape[-1] if image.ndim else 1
    filters = tile(kernel, (1, 1, channels, 1))
    padded = pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="REFLECT")
    y = depthwise_conv2d(padded, filters, [1, 1, 1, 1], "VALID")
    return reshape(y, (*image._array.shape, 2))


def _require_alike(a, b):
    """Raises ValueError where shapes do not fit each other."""
    one, other = a._array.shape, b._array.shape
    if min(a.ndim, b.ndim) < 3 or one[-3:] != other[-3:]:
        raise error(ValueError, f"Shapes {one} and {other} are incompatible")
    for n, m in zip(one[-4::-1], other[-4::-1], strict=False):
        if n != m and 1 not in (n, m):
            raise error(ValueError, f"Two images are not compatible: {one} and {other}")


def _range(max_val, dtype):
    return convert_image_dtype(cast(convert_to_tensor(max_val), dtype), float32)


@composed("image.psnr")
def psnr(
    a: Annotated[Tensor, Pictures(dtypes=FLOATING)],
    b: Annotated[Tensor, SamePictures("a")],
    max_val: Annotated[float, Among(1.0, 2.0)],
    name=None,
):
    """y = 10 log₁₀(max_val² / mean squared difference), in float32; inf for equal images.

    Raises ValueError for channels that differ, InvalidArgumentError for other shapes that do not fit.
    """
    if not hasattr(a, "dtype"):
        raise error(AttributeError, f"{type(a).__name__!r} object has no attribute 'dtype'")
    a = convert_to_tensor(a)
    top = _range(max_val, a.dtype)
    a, b = convert_image_dtype(a, float32), convert_image_dtype(b, float32)
    mean = reduce_mean(squared_difference(a, b), [-3, -2, -1])
    largest = 20.0 * log(top) / log(convert_to_tensor(10.0))
    y = subtract(largest, F(10 / np.log(10)) * log(mean))
    _require_alike(a, b)
    return identity(y)


def _gauss(size, sigma):
    """Filters [size, size, 1, 1] that add up to 1."""
    at = np.arange(size).astype(F) - F(size - 1) / F(2)
    with np.errstate(all="ignore"):
        g = np.square(at) * (F(-0.5) / np.square(F(sigma)))
    flat = softmax(Tensor((g[None, :] + g[:, None]).reshape(1, -1)))
    return reshape(flat, (size, size, 1, 1))


def _of_channels(a, b, top, size, sigma, k1, k2, mapped=False):
    """The structural similarity of each channel, and its part that contrast makes."""
    for x in (a, b):
        if min(x._array.shape[-3:-1]) < size:
            raise error(InvalidArgumentError, f"images of shape {x.shape} are smaller than filters of {size}")
    a = identity(a)
    filters = tile(_gauss(size, sigma), (1, 1, a._array.shape[-1], 1))

    def mean_of(x):
        shape = x._array.shape
        y = depthwise_conv2d(reshape(x, (-1, *shape[-3:])), filters, [1, 1, 1, 1], "VALID")
        return reshape(y, (*shape[:-3], *y._array.shape[1:]))

    c1, c2 = (k1 * top) ** 2, (k2 * top) ** 2
    mean_a, mean_b = mean_of(a), mean_of(b)
    both = mean_a * mean_b * 2.0
    each = square(mean_a) + square(mean_b)
    luminance = (both + c1) / (each + c1)
    products = mean_of(a * b) * 2.0
    squares = mean_of(square(a) + square(b))
    contrast = (products - both + c2) / (squares - each + c2)
    if mapped:
        return luminance * contrast, contrast
    return reduce_mean(luminance * contrast, [-3, -2]), reduce_mean(contrast, [-3, -2])


def _prepared(img1, img2, max_val, filter_size):
    a, b = convert_to_tensor(img1), convert_to_tensor(img2)
    _require_alike(a, b)
    if a.dtype is not b.dtype:
        raise error(InvalidArgumentError, f"a {a.dtype.name} tensor was expected, not {b.dtype.name}")
    top = _range(max_val, a.dtype)
    a, b = convert_image_dtype(identity(a), float32), convert_image_dtype(b, float32)
    if isinstance(filter_size, float):
        raise error(TypeError, f"Cannot convert {filter_size} to EagerTensor of dtype int32")
    return a, b, top, int(filter_size)


@composed("image.ssim")
def ssim(
    img1: Annotated[Tensor, Pictures(dtypes=FLOATING, least=2, likely=(0.0, 1.0))],
    img2: Annotated[Tensor, SamePictures("img1")],
    max_val: Annotated[float, Among(1.0, 2.0)],
    filter_size: Annotated[int, Among(2, 1)] = 11,
    filter_sigma: Annotated[float, Among(1.5, 0.5)] = 1.5,
    k1=0.01,
    k2=0.03,
    return_index_map: Annotated[bool, Flag()] = False,
):
    """The structural similarity of images, in float32: the mean over windows, weighted by a bell, and over
    channels of (2 μ_a μ_b + c₁) (2 σ_ab + c₂) / ((μ_a² + μ_b² + c₁) (σ_a² + σ_b² + c₂)), c = (k max_val)².

    Raises InvalidArgumentError for images smaller than the window, ValueError for shapes that do not fit.
    """
    a, b, top, size = _prepared(img1, img2, max_val, filter_size)
    y, _ = _of_channels(a, b, top, size, filter_sigma, k1, k2, return_index_map)
    return reduce_mean(y, [-1])


def _halved(images):
    """Means of two by two pixels, after a last row or column is doubled where there is an odd number."""
    shape = images._array.shape
    flat = reshape(images, (-1, *shape[-3:]))
    odd = [n % 2 for n in shape[-3:-1]]
    if any(odd):
        flat = pad(flat, ((0, 0), (0, odd[0]), (0, odd[1]), (0, 0)), mode="SYMMETRIC")
    small = avg_pool2d(flat, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    return reshape(small, (*shape[:-3], *small._array.shape[1:]))


@composed("image.ssim_multiscale")
def ssim_multiscale(
    img1: Annotated[Tensor, Pictures(dtypes=FLOATING, least=4, likely=(0.0, 1.0))],
    img2: Annotated[Tensor, SamePictures("img1")],
    max_val: Annotated[float, Among(1.0, 2.0)],
    power_factors: Annotated[tuple, Among((0.5, 0.5), (1.0,))] = WEIGHTS,
    filter_size: Annotated[int, Among(2, 1)] = 11,
    filter_sigma: Annotated[float, Among(1.5, 0.5)] = 1.5,
    k1=0.01,
    k2=0.03,
):
    """The product over ever smaller images of the part of `ssim` that contrast makes, the last time of `ssim`
    itself, each no less than 0 and to its power; then the mean over channels.

    Raises as `ssim` does, and IndexError without powers.
    """
    a, b, top, size = _prepared(img1, img2, max_val, filter_size)
    if not len(power_factors):
        raise error(IndexError, "pop from empty list")
    parts, similarity = [], a
    for scale in range(len(power_factors)):
        if scale:
            a, b = _halved(a), _halved(b)
        similarity, contrast = _of_channels(a, b, top, size, filter_sigma, k1, k2)
        parts.append(relu(contrast))
    together = stack([*parts[:-1], relu(similarity)], -1)
    return reduce_mean(reduce_prod(pow(together, power_factors), [-1]), [-1])
