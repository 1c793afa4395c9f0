"""PLACES: images turned, mirrored, cut out and padded.

An image is [height, width, channels], or a batch of such.
"""

from typing import Annotated

import numpy as np

from ..array_operands import Between
from ..arrays.moving import reverse
from ..arrays.padding import pad
from ..arrays.shaping import expand_dims, squeeze
from ..arrays.shaping import transpose as permuted
from ..arrays.slicing import slice_
from ..errors import InvalidArgumentError, error
from ..image_operands import Offset, Pictures, Wide, Within
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor, is_tensor


def picture(image):
    """`image` as a tensor.  Raises ValueError for anything but images or a batch of images with entries."""
    image = convert_to_tensor(image)
    require_entries(image)
    if image.ndim > 4:
        raise error(ValueError, f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    return image


def require_entries(image):
    if image.ndim < 3:
        raise error(ValueError, f"'image' (shape {image.shape}) must be at least three-dimensional.")
    if 0 in image._array.shape[-3:]:
        raise error(ValueError, f"inner 3 dims of 'image.shape' must be > 0: {image.shape}")


def as_batch(image):
    """A batch of images, and whether it was one.  Raises ValueError as `picture` does."""
    image = convert_to_tensor(image)
    if image.ndim not in (3, 4):
        raise error(ValueError, f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")
    is_batch = image.ndim == 4
    return (image if is_batch else expand_dims(image, 0)), is_batch


def as_given(batch, is_batch):
    return batch if is_batch else squeeze(batch, [0])


def require(holds, message, *given):
    """Raises ValueError where it does not hold, or InvalidArgumentError if a tensor says so."""
    if not holds:
        raise error(InvalidArgumentError if any(map(is_tensor, given)) else ValueError, message)


def numbers(*given):
    """Python numbers, of tensors too.  Raises TypeError for what cannot be compared with them."""
    found = []
    for value in given:
        if value is None or isinstance(value, str | list | tuple):
            raise error(
                TypeError, f"'>=' not supported between instances of {type(value).__name__!r} and 'int'"
            )
        found.append(value.numpy().item() if hasattr(value, "numpy") else value)
    return found


@composed("image.flip_left_right")
def flip_left_right(image: Annotated[Tensor, Pictures()]):
    """y = the images with their columns backwards.  Raises ValueError for what is no image."""
    image = picture(image)
    return reverse(image, [image.ndim - 2])


@composed("image.flip_up_down")
def flip_up_down(image: Annotated[Tensor, Pictures()]):
    """y = the images with their rows backwards.  Raises ValueError for what is no image."""
    image = picture(image)
    return reverse(image, [image.ndim - 3])


@composed("image.transpose")
def transpose(image: Annotated[Tensor, Pictures()], name=None):
    """y = the images with rows for columns.  Raises ValueError for what is no image."""
    return _turned(picture(image))


def _turned(image):
    return permuted(image, [1, 0, 2] if image.ndim == 3 else [0, 2, 1, 3])


@composed("image.rot90")
def rot90(image: Annotated[Tensor, Pictures()], k: Annotated[int, Between(-1, 5)] = 1, name=None):
    """y = the images turned `k` times by 90 degrees, counter-clockwise.

    Raises ValueError for what is no image, and for a `k` that is no int32 scalar.
    """
    image, times = picture(image), convert_to_tensor(k, dtype="int32")
    if times.ndim:
        raise error(ValueError, f"Shape {times.shape} must have rank 0")
    columns = image.ndim - 2
    match int(times._array) % 4:
        case 1:
            return _turned(reverse(image, [columns]))
        case 2:
            return reverse(image, [columns - 1, columns])
        case 3:
            return reverse(_turned(image), [columns])
    return image


@composed("image.central_crop")
def central_crop(
    image: Annotated[Tensor, Pictures()], central_fraction: Annotated[float, Among(0.5, 1.0, 0.25, 0.7)]
):
    """y = the middle of the images, so much of their height and width; the whole of them for 1.0.

    Raises ValueError for a fraction outside (0, 1] and for what is no image.
    """
    image = convert_to_tensor(image)
    (fraction,) = numbers(central_fraction)
    require(0.0 < fraction <= 1.0, "central_fraction must be within (0, 1]")
    if fraction == 1.0:
        return image
    require_entries(image)
    if image.ndim > 4:
        raise error(ValueError, f"`image` should have rank 3 or 4, not {image.ndim}")
    rows, columns = image._array.shape[-3:-1]
    starts = [int((float(n) - float(n) * fraction) / 2) for n in (rows, columns)]
    sizes = [n - 2 * start for n, start in zip((rows, columns), starts, strict=True)]
    front = (0,) * (image.ndim - 3)
    return slice_(image, (*front, *starts, 0), (*(-1 for _ in front), *sizes, -1))


@composed("image.crop_to_bounding_box")
def crop_to_bounding_box(
    image: Annotated[Tensor, Pictures()],
    offset_height: Annotated[int, Offset("image", 0)],
    offset_width: Annotated[int, Offset("image", 1)],
    target_height: Annotated[int, Within("image", 0, offset="offset_height")],
    target_width: Annotated[int, Within("image", 1, offset="offset_width")],
):
    """y = a box of the images, so far from their top and left, and so large.

    Raises ValueError where it does not lie within the images, or has no entries.
    """
    image, is_batch = as_batch(image)
    require_entries(image)
    given = (offset_height, offset_width, target_height, target_width)
    top, left, height, width = numbers(*given)
    rows, columns = image._array.shape[1:3]
    require(left >= 0 and top >= 0, "offset must be >= 0.", offset_height, offset_width)
    require(width > 0 and height > 0, "target must be > 0.", target_height, target_width)
    require(columns >= width + left and rows >= height + top, "image must be >= target + offset.", *given)
    if isinstance(width, float) or isinstance(height, float):
        raise error(TypeError, f"Cannot convert {height, width} to EagerTensor of dtype int32")
    batch, channels = image._array.shape[0], image._array.shape[3]
    return as_given(slice_(image, [0, top, left, 0], [batch, height, width, channels]), is_batch)


@composed("image.pad_to_bounding_box")
def pad_to_bounding_box(
    image: Annotated[Tensor, Pictures()],
    offset_height: Annotated[int, Between(0, 2)],
    offset_width: Annotated[int, Between(0, 2)],
    target_height: Annotated[int, Wide("image", 0, offset="offset_height")],
    target_width: Annotated[int, Wide("image", 1, offset="offset_width")],
):
    """y = the images with zeros around, so far from top and left, to so large a size.

    Raises ValueError where they have no place there.
    """
    image, is_batch = as_batch(image)
    given = (offset_height, offset_width, target_height, target_width)
    top, left, height, width = numbers(*given)
    rows, columns = image._array.shape[1:3]
    below, right = height - top - rows, width - left - columns
    require_entries(image)
    require(top >= 0 and left >= 0, "offset must be >= 0", offset_height, offset_width)
    require(right >= 0 and below >= 0, "image must be <= target - offset", *given)
    paddings = np.array([[0, 0], [top, below], [left, right], [0, 0]])
    if paddings.dtype.kind == "f":
        raise error(InvalidArgumentError, "float is not in the list of allowed values: int32, int64")
    return as_given(pad(image, Tensor(paddings)), is_batch)


@composed("image.resize_with_crop_or_pad")
def resize_with_crop_or_pad(
    image: Annotated[Tensor, Pictures()],
    target_height: Annotated[int, Between(1, 5)],
    target_width: Annotated[int, Between(1, 5)],
):
    """y = the middle of the images, or the images in the middle of zeros, in the size that is asked for.

    Raises ValueError for a size below 1.
    """
    image, is_batch = as_batch(image)
    require_entries(image)
    height, width = numbers(target_height, target_width)
    require(width > 0 and height > 0, "target must be > 0.", target_height, target_width)
    if isinstance(width, float) or isinstance(height, float):
        raise error(TypeError, f"Cannot convert {height, width} to EagerTensor of dtype int32")
    rows, columns = image._array.shape[1:3]
    wider, higher = width - columns, height - rows
    cropped = crop_to_bounding_box(
        image, max(-higher // 2, 0), max(-wider // 2, 0), min(height, rows), min(width, columns)
    )
    y = pad_to_bounding_box(cropped, max(higher // 2, 0), max(wider // 2, 0), height, width)
    return as_given(y, is_batch)
