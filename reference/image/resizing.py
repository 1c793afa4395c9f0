"""RESIZING: images of another height and width.

Each result is linear in the images, and computed in float32; the gradients are what its transpose makes.
"""

from typing import Annotated

import numpy as np

from ..arrays.shaping import dense, expand_dims
from ..dtypes import FLOATING, INTEGER, bfloat16, float16, float32, float64, uint32, uint64
from ..errors import InvalidArgumentError, error
from ..image_operands import Grads, NewSize, Pictures
from ..math.basics import cast
from ..operands import Among, Flag, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from . import sampling
from .places import as_batch, as_given, numbers, pad_to_bounding_box, require, require_entries

SCALED = (*FLOATING, *(d for d in INTEGER if d not in (uint32, uint64)))
F = np.float32
METHODS = ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic")


def _check(images, size):
    """Raises InvalidArgumentError where images have no entries, or are to have none."""
    if min(size) <= 0:
        raise error(InvalidArgumentError, f"output dimensions must be positive: {size}")
    if 0 in images.shape[1:]:
        raise error(InvalidArgumentError, f"input image must be of non-zero size: {images.shape}")


def _wide(images):
    return images if images.dtype == np.longdouble else images.astype(F)


def _along(x, row_weights, column_weights):
    """The rows and columns of x summed with weights."""
    return np.einsum("ih,bhwc,jw->bijc", row_weights, x, column_weights, dtype=x.dtype)


def _gathered(grads, dtype, shape, rows, columns):
    """Each cotangent, times its weights in its own dtype, added to the pixels it came from.

    `rows` and `columns` are pixels and weights, several for each new pixel.
    """
    dx = np.zeros(shape, dtype)
    (at_row, by_row), (at_column, by_column) = rows, columns
    for i in range(grads.shape[1]):
        for j in range(grads.shape[2]):
            for row, weight in zip(at_row[i], by_row[i], strict=True):
                for column, other in zip(at_column[j], by_column[j], strict=True):
                    dx[:, row, column] += (grads[:, i, j] * weight * other).astype(dtype)
    return dx


def _on(name):
    def on(tf, images, size, *rest):
        return getattr(tf.raw_ops, name)(images=images, size=size, half_pixel_centers=True)

    return on


def _grad_on(name):
    def on(tf, grads, image):
        return getattr(tf.raw_ops, name)(grads=grads, original_image=image, half_pixel_centers=True)

    return on


@primitive("raw_ops.ResizeBilinear", internal=True, on=_on("ResizeBilinear"))
def resize_bilinear(images: Annotated[Tensor, Pictures(dtypes=SCALED)], size: Annotated[tuple, Internal()]):
    """y = between four pixels, as far as it is from them"""
    _check(images, size)
    x = _wide(images)
    (top, bottom, down), (left, right, across) = (
        sampling.lerps(n, m) for n, m in zip(x.shape[1:3], size, strict=True)
    )
    down, across = down[:, None, None], across[:, None]

    def between(rows):
        return rows[:, :, left] + (rows[:, :, right] - rows[:, :, left]) * across

    upper, lower = between(x[:, top]), between(x[:, bottom])
    return upper + (lower - upper) * down


@primitive("raw_ops.ResizeBilinearGrad", internal=True, accumulates=True, on=_grad_on("ResizeBilinearGrad"))
def resize_bilinear_grad(
    grads: Annotated[Tensor, Grads()], original_image: Annotated[Tensor, Pictures(dtypes=FLOATING)]
):
    """dx = each cotangent shared out among the four pixels it came from"""

    def shares(old, new):
        below, above, part = sampling.lerps(old, new)
        return np.stack([below, above], 1), np.stack([F(1) - part, part], 1)

    sizes = zip(original_image.shape[1:3], grads.shape[1:3], strict=True)
    rows, columns = (shares(*pair) for pair in sizes)
    return _gathered(grads, original_image.dtype, original_image.shape, rows, columns)


@primitive("raw_ops.ResizeBicubic", internal=True, accumulates=True, on=_on("ResizeBicubic"))
def resize_bicubic(images: Annotated[Tensor, Pictures(dtypes=SCALED)], size: Annotated[tuple, Internal()]):
    """y = a cubic through the four nearest rows, and one through the four nearest columns"""
    _check(images, size)
    x = _wide(images)
    rows, columns = (sampling.cubic(n, m) for n, m in zip(x.shape[1:3], size, strict=True))
    y = sum(x[:, rows[0][:, k]] * rows[1][:, k, None, None] for k in range(4))
    return sum(y[:, :, columns[0][:, k]] * columns[1][:, k, None] for k in range(4))


@primitive("raw_ops.ResizeBicubicGrad", internal=True, accumulates=True, on=_grad_on("ResizeBicubicGrad"))
def resize_bicubic_grad(
    grads: Annotated[Tensor, Grads()],
    original_image: Annotated[Tensor, Pictures(dtypes=(float32, float64))],
):
    """dx = each cotangent shared out among the sixteen pixels it came from"""
    sizes = zip(original_image.shape[1:3], grads.shape[1:3], strict=True)
    rows, columns = (sampling.cubic(*pair) for pair in sizes)
    return _gathered(
        np.asarray(grads, original_image.dtype), original_image.dtype, original_image.shape, rows, columns
    )


def _nearest_grad_on(tf, grads, size):
    return tf.raw_ops.ResizeNearestNeighborGrad(grads=grads, size=size, half_pixel_centers=True)


@primitive("raw_ops.ResizeNearestNeighbor", internal=True, rounds=False, on=_on("ResizeNearestNeighbor"))
def resize_nearest(images: Annotated[Tensor, Pictures(dtypes=SCALED)], size: Annotated[tuple, Internal()]):
    """y = the pixel into which it falls, in the images' dtype"""
    _check(images, size)
    rows, columns = (sampling.nearest(n, m) for n, m in zip(images.shape[1:3], size, strict=True))
    return images[:, rows][:, :, columns]


@primitive("raw_ops.ResizeNearestNeighborGrad", internal=True, accumulates=True, on=_nearest_grad_on)
def resize_nearest_grad(
    grads: Annotated[Tensor, Pictures(dtypes=FLOATING)], size: Annotated[tuple, Internal()]
):
    """dx = for each pixel the sum of the cotangents that came from it"""
    dx = np.zeros((grads.shape[0], *size, grads.shape[3]), grads.dtype)
    rows, columns = (sampling.nearest(n, m) for n, m in zip(size, grads.shape[1:3], strict=True))
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            dx[:, row, column] += grads[:, i, j]
    return dx


def _sizes(x):
    return tuple(x._array.shape[1:3])


@resize_bilinear.vjp
def _(ct, y, images, size):
    return (resize_bilinear_grad(dense(ct), images),)


@resize_bicubic.vjp
def _(ct, y, images, size):
    # As in TensorFlow no path leads to images in half precision.
    return (None if images.dtype in (float16, bfloat16) else resize_bicubic_grad(dense(ct), images),)


resize_nearest.vjp(lambda ct, y, images, size: (resize_nearest_grad(dense(ct), _sizes(images)),))
resize_bilinear_grad.vjp(lambda ct, dx, g, x: (resize_bilinear(ct, _sizes(g)), None))
resize_bicubic_grad.vjp(lambda ct, dx, g, x: (resize_bicubic(ct, _sizes(g)), None))
resize_nearest_grad.vjp(lambda ct, dx, g, size: (resize_nearest(ct, _sizes(g)),))


def _area_on(tf, images, size):
    return tf.raw_ops.ResizeArea(images=images, size=size)


@primitive("raw_ops.ResizeArea", internal=True, accumulates=True, on=_area_on)
def resize_area(images: Annotated[Tensor, Pictures(dtypes=SCALED)], size: Annotated[tuple, Internal()]):
    """y = the mean of the pixels on its area, by how much of them lies there"""
    _check(images, size)
    x = _wide(images)
    return _along(x, *(sampling.area(n, m) for n, m in zip(x.shape[1:3], size, strict=True)))


def _area_grad_on(tf, grads, size):
    rows, columns = (sampling.area(n, m) for n, m in zip(size, grads.shape[1:3], strict=True))
    rows, columns = (tf.constant(x, grads.dtype) for x in (rows, columns))
    return tf.einsum("ih,bijc,jw->bhwc", rows, grads, columns)


@primitive("resize_area_grad", internal=True, accumulates=True, on=_area_grad_on)
def _area_grad(grads: Annotated[Tensor, Grads()], size: Annotated[tuple, Internal()]):
    """dx = each cotangent shared out among the pixels on its area"""
    return _along(grads, *(sampling.area(n, m).T for n, m in zip(size, grads.shape[1:3], strict=True)))


resize_area.vjp(lambda ct, y, images, size: (cast(_area_grad(dense(ct), _sizes(images)), images.dtype),))
_area_grad.vjp(lambda ct, dx, g, size: (resize_area(ct, _sizes(g)),))


def _scales(old, new):
    return np.array([F(m) / F(n) for n, m in zip(old, new, strict=True)], F)


def _kernel_on(tf, images, size, kernel, antialias):
    return tf.raw_ops.ScaleAndTranslate(
        images=images,
        size=size,
        scale=_scales(images.shape[1:3], size),
        translation=[0.0, 0.0],
        kernel_type=kernel,
        antialias=antialias,
    )


def _kernel_grad_on(tf, grads, image, kernel, antialias):
    return tf.raw_ops.ScaleAndTranslateGrad(
        grads=grads,
        original_image=tf.cast(image, tf.float32),
        scale=_scales(image.shape[1:3], grads.shape[1:3]),
        translation=[0.0, 0.0],
        kernel_type=kernel,
        antialias=antialias,
    )


def _of_kernel(images, size, kernel_type, antialias):
    """The size of the terms: a kernel's weights are no round numbers, and some are negative."""
    y = resize_by_kernel.forward(images, size, kernel_type, antialias)
    return np.full(y.shape, np.max(np.abs(images), initial=0)) + np.abs(y)


@primitive("raw_ops.ScaleAndTranslate", internal=True, accumulates=_of_kernel, on=_kernel_on)
def resize_by_kernel(
    images: Annotated[Tensor, Pictures(dtypes=SCALED)],
    size: Annotated[tuple, Internal()],
    kernel_type: Annotated[str, Internal()],
    antialias: Annotated[bool, Internal()],
):
    """y = the pixels around, by the kernel's weights"""
    _check(images, size)
    x = _wide(images)
    sizes = zip(x.shape[1:3], size, strict=True)
    return _along(x, *(sampling.by_kernel(n, m, kernel_type, antialias) for n, m in sizes))


@primitive("raw_ops.ScaleAndTranslateGrad", internal=True, accumulates=True, on=_kernel_grad_on)
def resize_by_kernel_grad(
    grads: Annotated[Tensor, Grads()],
    original_image: Annotated[Tensor, Pictures(dtypes=(float32,))],
    kernel_type: Annotated[str, Internal()],
    antialias: Annotated[bool, Internal()],
):
    """dx = each cotangent shared out among the pixels around, by the kernel's weights"""
    sizes = zip(original_image.shape[1:3], grads.shape[1:3], strict=True)
    return _along(grads, *(sampling.by_kernel(n, m, kernel_type, antialias).T for n, m in sizes))


@resize_by_kernel.vjp
def _(ct, y, images, size, kernel, antialias):
    return (resize_by_kernel_grad(dense(ct), images, kernel, antialias),)


@resize_by_kernel_grad.vjp
def _(ct, dx, grads, images, kernel, antialias):
    return resize_by_kernel(ct, _sizes(grads), kernel, antialias), None


def _resized(images, size, method, antialias):
    match method:
        case "bilinear":
            if antialias:
                return resize_by_kernel(images, size, "triangle", True)
            return resize_bilinear(images, size)
        case "nearest":
            return resize_nearest(images, size)
        case "bicubic":
            if antialias:
                return resize_by_kernel(images, size, "keyscubic", True)
            return resize_bicubic(images, size)
        case "area":
            return resize_area(images, size)
        case "lanczos3" | "lanczos5" | "gaussian" | "mitchellcubic":
            return resize_by_kernel(images, size, method, bool(antialias))
    raise error(ValueError, f"Resize method is not implemented: {method}")


def _size(size):
    try:
        tensor = convert_to_tensor(size, dtype="int32")
    except (TypeError, ValueError):
        raise error(ValueError, "'size' must be a 1-D int32 Tensor") from None
    if tensor._array.shape != (2,):
        raise error(ValueError, "'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    return tuple(tensor._array.tolist())


@composed("image.resize")
def resize(
    images: Annotated[Tensor, Pictures(dtypes=FLOATING)],
    size: Annotated[tuple, NewSize()],
    method: Annotated[str, Among(*METHODS)] = "bilinear",
    preserve_aspect_ratio: Annotated[bool, Flag()] = False,
    antialias: Annotated[bool, Flag()] = False,
    name=None,
):
    """The images in height and width `size`, in float32, but "nearest" in their own dtype.

    Raises ValueError for another method, for what is no image and for a size that is no two ints;
    InvalidArgumentError for one below 1.
    """
    images = convert_to_tensor(images)
    if images.ndim not in (3, 4):
        raise error(ValueError, "'images' must have either 3 or 4 dimensions.")
    is_batch, wanted = images.ndim == 4, _size(size)
    images = images if is_batch else expand_dims(images, 0)
    if preserve_aspect_ratio:
        old = [F(n) for n in images._array.shape[1:3]]
        scale = min(F(m) / n for m, n in zip(wanted, old, strict=True))
        wanted = tuple(int(np.rint(scale * n)) for n in old)
    return as_given(_resized(images, wanted, method, antialias), is_batch)


@composed("image.resize_with_pad")
def resize_with_pad(
    image: Annotated[Tensor, Pictures(dtypes=FLOATING)],
    target_height: Annotated[int, Among(1, 2, 3, 4)],
    target_width: Annotated[int, Among(1, 2, 3, 4)],
    method: Annotated[str, Among(*METHODS)] = "bilinear",
    antialias: Annotated[bool, Flag()] = False,
):
    """The images as large as they fit into a size without being stretched, with zeros around.

    Raises ValueError for a size below 1 and for what is no image.
    """
    image, is_batch = as_batch(image)
    require_entries(image)
    height, width = numbers(target_height, target_width)
    require(width > 0 and height > 0, "target must be > 0.", target_height, target_width)
    rows, columns = (F(n) for n in image._array.shape[1:3])
    ratio = max(columns / F(width), rows / F(height))
    new_rows, new_columns = rows / ratio, columns / ratio
    top, left = (int(np.floor((F(n) - m) / F(2))) for n, m in ((height, new_rows), (width, new_columns)))
    size = [int(np.floor(new_rows)), int(np.floor(new_columns))]
    if isinstance(width, float) or isinstance(height, float):
        raise error(TypeError, f"Cannot convert {height, width} to EagerTensor of dtype int32")
    resized = resize(image, size, method, antialias=antialias)
    return as_given(pad_to_bounding_box(resized, max(top, 0), max(left, 0), height, width), is_batch)
