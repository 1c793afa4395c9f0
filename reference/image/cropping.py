"""CROPPING: boxes of images, each sampled to one size; patches of images."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import vector, whole
from ..arrays.shaping import dense, reshape, transpose
from ..dtypes import (
    BOOL,
    COMPLEX,
    FLOATING,
    INTEGER,
    as_dtype,
    bfloat16,
    float16,
    float32,
    float64,
    uint32,
    uint64,
)
from ..errors import InvalidArgumentError, OutOfRangeError, UnimplementedError, error
from ..image_operands import Boxes, BoxImages, Grads, NewSize, PatchSize, Pictures
from ..math.segments import unsorted_segment_sum
from ..operands import Among, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor

PATCHED = (*FLOATING, *INTEGER, *COMPLEX)
CROPPED = tuple(d for d in (*FLOATING, *INTEGER) if d not in (bfloat16, uint32, uint64))
F = np.float32


def _check(image, boxes, box_indices, size):
    """Raises InvalidArgumentError for shapes that do not fit, OutOfRangeError for an image there is not."""
    if image.ndim != 4 or 0 in image.shape[1:3] or len(size) != 2 or min(size) <= 0:
        raise error(InvalidArgumentError, f"no crops of size {size} from images of shape {image.shape}")
    check_boxes(boxes, box_indices)
    if box_indices.size and not (0 <= box_indices.min() and box_indices.max() < len(image)):
        raise error(OutOfRangeError, "box_index has values outside [0, batch_size)")


def check_boxes(boxes, box_indices):
    fit = boxes.ndim == 2 and boxes.shape[1] == 4 and box_indices.shape == boxes.shape[:1]
    if not fit and (boxes.size or box_indices.size):
        raise error(InvalidArgumentError, f"boxes of shape {boxes.shape} for {box_indices.shape} images")
    if not np.isfinite(boxes).all():
        raise error(InvalidArgumentError, "Boxes contains at least one element that is not finite")


def _places(low, high, old, new):
    """Where along an axis of `old` pixels `new` ones of a box lie."""
    one = boxes_type(low)
    if new == 1:
        return np.array([one(0.5) * (low + high) * one(old - 1)])
    step = (high - low) * one(old - 1) / one(new - 1)
    return low * one(old - 1) + np.arange(new).astype(one) * step


def boxes_type(x):
    return x.dtype.type


def _rounded(x):
    """The nearest whole number, of two the one farther from 0."""
    return np.copysign(np.floor(np.abs(x) + boxes_type(x)(0.5)), x)


def _points(boxes, box_indices, shape, size):
    """For each pixel of each crop its number and, if it lies on the image, where there: the pixels around and
    how far between them."""
    for b, (top, left, bottom, right) in enumerate(boxes):
        rows, columns = _places(top, bottom, shape[1], size[0]), _places(left, right, shape[2], size[1])
        for i, y in enumerate(rows):
            for j, x in enumerate(columns):
                if 0 <= y <= shape[1] - 1 and 0 <= x <= shape[2] - 1:
                    yield (b, i, j), int(box_indices[b]), y, x


def _around(place):
    low, high = int(np.floor(place)), int(np.ceil(place))
    return low, high, place - boxes_type(place)(low)


def _decided(image, boxes, box_indices, size, method, *_):
    points = _points(boxes, box_indices, image.shape, size)
    whole = _rounded if method == "nearest" else np.floor
    return [(*at, whole(y), whole(x)) for at, _, y, x in points]


@primitive("raw_ops.CropAndResize", internal=True, accumulates=True, decides=_decided)
def _crop_and_resize(
    image: Annotated[Tensor, Pictures(dtypes=CROPPED)],
    boxes: Annotated[Tensor, Boxes()],
    box_ind: Annotated[Tensor, BoxImages("image", "boxes")],
    crop_size: Annotated[tuple, Internal()],
    method: Annotated[str, Internal()],
    extrapolation_value: Annotated[float, Internal()],
):
    """y = the boxes of the images, sampled by the four pixels around, or by the nearest"""
    _check(image, boxes, box_ind, crop_size)
    y = np.full((len(boxes), *crop_size, image.shape[3]), extrapolation_value, boxes.dtype)
    wide = np.asarray(image, boxes.dtype)
    for at, n, row, column in _points(boxes, box_ind, image.shape, crop_size):
        if method == "nearest":
            y[at] = wide[n, int(_rounded(row)), int(_rounded(column))]
            continue
        (top, bottom, down), (left, right, across) = _around(row), _around(column)
        upper = wide[n, top, left] + (wide[n, top, right] - wide[n, top, left]) * across
        lower = wide[n, bottom, left] + (wide[n, bottom, right] - wide[n, bottom, left]) * across
        y[at] = upper + (lower - upper) * down
    return y


def _image_on(tf, grads, boxes, box_ind, shape, dtype, method):
    dtype = getattr(tf, dtype)
    return tf.raw_ops.CropAndResizeGradImage(
        grads=grads, boxes=boxes, box_ind=box_ind, image_size=list(shape), T=dtype, method=method
    )


@primitive("raw_ops.CropAndResizeGradImage", internal=True, accumulates=True, on=_image_on)
def _to_image(
    grads: Annotated[Tensor, Grads()],
    boxes: Annotated[Tensor, Boxes()],
    box_ind: Annotated[Tensor, Internal()],
    image_size: Annotated[tuple, Internal()],
    dtype: Annotated[str, Internal()],
    method: Annotated[str, Internal()],
):
    """dx = each cotangent shared out among the pixels it came from.  It has no gradient."""
    dx = np.zeros(image_size, as_dtype(dtype).numpy)
    one, numbers = boxes.dtype.type(1), getattr(box_ind, "_array", box_ind)
    for at, n, row, column in _points(boxes, numbers, image_size, grads.shape[1:3]):
        if method == "nearest":
            dx[n, int(_rounded(row)), int(_rounded(column))] += grads[at].astype(dx.dtype)
            continue
        (top, bottom, down), (left, right, across) = _around(row), _around(column)
        for place, part in ((top, one - down), (bottom, down)):
            dx[n, place, left] += ((one - across) * (part * grads[at])).astype(dx.dtype)
            dx[n, place, right] += (across * (part * grads[at])).astype(dx.dtype)
    return dx


def _boxes_on(tf, grads, image, boxes, box_ind):
    return tf.raw_ops.CropAndResizeGradBoxes(grads=grads, image=image, boxes=boxes, box_ind=box_ind)


@primitive("raw_ops.CropAndResizeGradBoxes", internal=True, accumulates=True, on=_boxes_on)
def _to_boxes(
    grads: Annotated[Tensor, Grads()],
    image: Annotated[Tensor, Pictures(dtypes=CROPPED)],
    boxes: Annotated[Tensor, Boxes()],
    box_ind: Annotated[Tensor, Internal()],
):
    """dbox = how the pixels change as their places move with the box.  It has no gradient."""
    dboxes = np.zeros(boxes.shape, boxes.dtype)
    numbers, size = getattr(box_ind, "_array", box_ind), grads.shape[1:3]
    wide = np.asarray(image, boxes.dtype)
    for at, n, row, column in _points(boxes, numbers, image.shape, size):
        (top, bottom, down), (left, right, across) = _around(row), _around(column)
        corners = [[wide[n, i, j] for j in (left, right)] for i in (top, bottom)]
        (a, b), (c, d) = corners
        by_row = ((1 - across) * (c - a) + across * (d - b)) * grads[at]
        by_column = ((1 - down) * (b - a) + down * (d - c)) * grads[at]
        for axis, slope in ((0, by_row.sum()), (1, by_column.sum())):
            of_low, of_high = _shares(at[1 + axis], image.shape[1 + axis], size[axis])
            dboxes[at[0], axis] += slope * boxes.dtype.type(of_low)
            dboxes[at[0], axis + 2] += slope * boxes.dtype.type(of_high)
    return dboxes


def _shares(i, old, new):
    """How far pixel `i` of a crop moves with the box's lower and upper border."""
    if new == 1:
        return 0.5 * (old - 1), 0.5 * (old - 1)
    return (old - 1) - i * (old - 1) / (new - 1), i * (old - 1) / (new - 1)


@_crop_and_resize.vjp
def _(ct, y, image, boxes, box_ind, size, method, value):
    # Places count as if the four pixels around were sampled, also where the nearest is.
    ct, shape, name = dense(ct), tuple(image._array.shape), image.dtype.name
    to_image = _to_image(ct, boxes, box_ind, shape, name, method) if image.dtype in DIFFERENTIABLE else None
    return to_image, _to_boxes(ct, image, boxes, box_ind), None


DIFFERENTIABLE = (float16, float32, float64)


@composed("image.crop_and_resize")
def crop_and_resize(
    image: Annotated[Tensor, Pictures(dtypes=DIFFERENTIABLE, ranks=(4,))],
    boxes: Annotated[Tensor, Boxes()],
    box_indices: Annotated[Tensor, BoxImages("image", "boxes")],
    crop_size: Annotated[tuple, NewSize()],
    method: Annotated[str, Among("bilinear", "nearest")] = "bilinear",
    extrapolation_value: Annotated[float, Among(0.0, 1.5)] = 0.0,
    name=None,
):
    """For each box [top, left, bottom, right], 1 being the last row or column, the image `box_indices` says,
    sampled to one size in float32; `extrapolation_value` off the image.

    Places change with the box as if "bilinear", also if "nearest".  Raises InvalidArgumentError for shapes
    that do not fit and boxes that are not finite, OutOfRangeError for an image there is not.
    """
    if method not in ("bilinear", "nearest"):
        raise error(InvalidArgumentError, f"{method!r} is not among bilinear, nearest")
    if isinstance(crop_size, list | tuple):  # beside one, other operands are converted first
        image = convert_to_tensor(image)
        boxes, box_indices = convert_to_tensor(boxes, float32), convert_to_tensor(box_indices, "int32")
        crop_size = convert_to_tensor(crop_size, "int32")
    return _crop_and_resize(image, boxes, box_indices, vector(crop_size), method, float(extrapolation_value))


def _numbers(sizes, what):
    if sizes is None:
        raise error(InvalidArgumentError, f"Length for attr {what!r} of 0 must be 4")
    if not isinstance(sizes, list | tuple):
        raise error(TypeError, f"Expected list for '{what}' argument, not {sizes!r}.")
    numbers = tuple(whole(n, what) for n in sizes)
    if len(numbers) != 4:
        raise error(InvalidArgumentError, f"Length for attr {what!r} of {len(numbers)} must be 4")
    return numbers


def _patch_places(shape, sizes, strides, rates, padding):
    """For each patch and each place in it the row and the column, -1 off the image."""
    axes = []
    for axis in (1, 2):
        old, k, step, rate = shape[axis], sizes[axis], strides[axis], rates[axis]
        reach = (k - 1) * rate + 1
        if padding == "SAME":
            count = -(-old // step)
            before = max((count - 1) * step + reach - old, 0) // 2
        else:
            count, before = max((old - reach) // step + 1, 0), 0
            if old + step - reach <= -step:
                raise error(InvalidArgumentError, f"{old} entries are too few for patches of {reach}")
        at = np.arange(count)[:, None] * step + np.arange(k) * rate - before
        axes.append(np.where((at >= 0) & (at < old), at, -1))
    return axes


@primitive("image.extract_patches", rounds=False)
def extract_patches(
    images: Annotated[Tensor, Pictures(dtypes=PATCHED, listed=BOOL, ranks=(4,))],
    sizes: Annotated[tuple, PatchSize(2)],
    strides: Annotated[tuple, PatchSize(2)],
    rates: Annotated[tuple, PatchSize(2)],
    padding: Annotated[str, Among("VALID", "SAME")],
):
    """y = at each place the entries of a patch, row by row, as channels; zeros off the image.

    Patches are `sizes` large, `strides` apart, and their entries `rates` apart.  Raises OutOfRangeError for a
    number below 1, UnimplementedError for patches of several images or channels.
    """
    size, step, rate = (
        _numbers(x, what) for x, what in ((sizes, "ksizes"), (strides, "strides"), (rates, "rates"))
    )
    if padding not in ("VALID", "SAME"):
        raise error(InvalidArgumentError, f"{padding!r} is not in the list of allowed values: SAME, VALID")
    if any(n < 1 for n in (*size, *step, *rate)):
        raise error(OutOfRangeError, "ksizes, strides and rates must be positive")
    if any(numbers[0] != 1 or numbers[3] != 1 for numbers in (size, step, rate)):
        raise error(UnimplementedError, "Only support ksizes across space.")
    if images.ndim != 4:
        raise error(InvalidArgumentError, f"input must be 4-dimensional {images.shape}")
    rows, columns = _patch_places(images.shape, size, step, rate, padding)
    batch, height, width, channels = images.shape
    wide = np.zeros((batch, height + 1, width + 1, channels), images.dtype)
    wide[:, :-1, :-1] = images
    y = wide[:, rows[:, None, :, None], columns[None, :, None, :]]
    return y.reshape((*y.shape[:3], int(np.prod(y.shape[3:]))))


@extract_patches.vjp
def _(ct, y, images, sizes, strides, rates, padding):
    batch, height, width, channels = images._array.shape
    rows, columns = _patch_places(images._array.shape, sizes, strides, rates, padding)
    inside = (rows[:, None, :, None] >= 0) & (columns[None, :, None, :] >= 0)
    ids = np.where(inside, rows[:, None, :, None] * width + columns[None, :, None, :], -1)
    apart = reshape(dense(ct), (batch, *ids.shape, channels))
    flat = reshape(transpose(apart, (1, 2, 3, 4, 0, 5)), (ids.size, batch * channels))
    summed = unsorted_segment_sum(flat, Tensor(ids.reshape(-1)), height * width)
    return (transpose(reshape(summed, (height, width, batch, channels)), (2, 0, 1, 3)),)
