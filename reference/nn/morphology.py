"""MORPHOLOGY: the greatest, or the least, of an image plus a filter under each window."""

from typing import Annotated

import numpy as np

from ..arrays.moving import reverse
from ..arrays.padding import pad_zeros
from ..arrays.shaping import dense as as_dense
from ..arrays.slicing import index
from ..backprop import zeros_like
from ..dtypes import FLOATING, REAL
from ..errors import InvalidArgumentError, UnimplementedError, error
from ..math.arithmetic import add_n, multiply, negative
from ..operands import Among, Internal, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from ..window_operands import Around, Filters, Images, Steps
from .pools import _least, put_back, under
from .windows import Windows, named, whole_list

ONES = (1, 1, 1, 1)


def _on(name, *parameters):
    def run(tf, *arguments):
        *operands, windows = arguments
        given = windows.attributes()
        given["rates"] = given.pop("dilations")
        return getattr(tf.raw_ops, name)(**dict(zip(parameters, operands, strict=True)), **given)

    return run


def _masks(x, filters, windows):
    """The greatest sums that are not nan, and for each place in a window where it is the first of these."""
    counts, parts = under(x, filters.shape[:2], windows)
    best = np.full((len(x), *counts, x.shape[-1]), _least(x.dtype), x.dtype)
    place, started = np.zeros(best.shape, int), np.zeros(best.shape, bool)
    for k, (patch, valid) in enumerate(parts):
        total = patch + filters.reshape(-1, x.shape[-1])[k]
        better = valid & (best < total)
        place = np.where(better | (valid & ~started), k, place)
        best, started = np.where(better, total, best), started | valid
    return best, [(place == k) & started for k in range(len(parts))]


def _check(x, filters):
    if x.ndim != 4 or filters.ndim != 3 or x.shape[3] != filters.shape[2] or 0 in filters.shape[:2]:
        raise error(InvalidArgumentError, f"input and filter do not fit: {x.shape}, {filters.shape}")


def _choice(x, filters, *rest):
    return np.array(_masks(x, filters, rest[-1])[1])


@primitive("raw_ops.Dilation2D", internal=True, decides=_choice, on=_on("Dilation2D", "input", "filter"))
def _dilated(
    input: Annotated[Tensor, Numbers(dtypes=REAL)],
    filters: Annotated[Tensor, Numbers(dtypes=REAL)],
    windows: Annotated[Windows, Internal()],
):
    """y = the greatest of x + w in the window"""
    _check(input, filters)
    return _masks(input, filters, windows)[0]


@primitive(
    "raw_ops.Dilation2DBackpropInput",
    internal=True,
    accumulates=lambda x, w, ct, windows: np.abs(ct).sum(),
    decides=_choice,
    on=_on("Dilation2DBackpropInput", "input", "filter", "out_backprop"),
)
def _to_images(
    input: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    filters: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    out_backprop: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    windows: Annotated[Windows, Internal()],
):
    """dx = at each entry the sum of dy of the windows whose greatest sum it is in"""
    masks = _fitting(input, filters, out_backprop, windows)
    none = np.zeros((), out_backprop.dtype)
    values = [np.where(mask, out_backprop, none) for mask in masks]
    return put_back(input.shape, out_backprop.dtype, filters.shape[:2], windows, values)


@primitive(
    "raw_ops.Dilation2DBackpropFilter",
    internal=True,
    accumulates=lambda x, w, ct, windows: np.abs(ct).sum(),
    decides=_choice,
    on=_on("Dilation2DBackpropFilter", "input", "filter", "out_backprop"),
)
def _to_filters(
    input: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    filters: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    out_backprop: Annotated[Tensor, Numbers(dtypes=FLOATING)],
    windows: Annotated[Windows, Internal()],
):
    """dw = for each entry of the filter the sum of dy of the windows whose greatest sum it is in"""
    masks = _fitting(input, filters, out_backprop, windows)
    none = np.zeros((), out_backprop.dtype)
    rows = [np.where(mask, out_backprop, none).sum((0, 1, 2), dtype=out_backprop.dtype) for mask in masks]
    return np.array(rows, out_backprop.dtype).reshape(filters.shape)


def _fitting(x, filters, ct, windows):
    best, masks = _masks(x, filters, windows)
    if ct.shape != best.shape:
        raise error(InvalidArgumentError, f"a cotangent of shape {ct.shape} for windows {best.shape}")
    return masks


@_dilated.vjp
def _(ct, y, input, filters, windows):
    ct = as_dense(ct)
    return _to_images(input, filters, ct, windows), _to_filters(input, filters, ct, windows)


@_to_images.vjp
def _(ct, dx, input, filters, out_backprop, windows):
    shape, window = input._array.shape, filters._array.shape[:2]
    around = pad_zeros(as_dense(ct), [[0, 0], *map(list, windows.paddings(shape, window)), [0, 0]])
    counts, terms = windows.counts(shape, window), []
    for mask, place in zip(_of(input, filters, windows), np.ndindex(*window), strict=True):
        rows, columns = (
            slice(k * d, k * d + n * s, s)
            for k, d, n, s in zip(place, windows.dilations, counts, windows.strides, strict=True)
        )
        here = index(around, (slice(None), rows, columns))
        terms.append(multiply(index(here, (slice(None), slice(0, counts[0]), slice(0, counts[1]))), mask))
    return zeros_like(input), zeros_like(filters), add_n(terms)


@_to_filters.vjp
def _(ct, dw, input, filters, out_backprop, windows):
    ct = as_dense(ct)
    places = np.ndindex(*filters._array.shape[:2])
    masks = zip(_of(input, filters, windows), places, strict=True)
    return (
        zeros_like(input),
        zeros_like(filters),
        add_n([multiply(mask, index(ct, at)) for mask, at in masks]),
    )


def _of(input, filters, windows):
    """The masks as tensors of zeros and ones."""
    x = input._array
    return [Tensor(mask.astype(x.dtype)) for mask in _masks(x, filters._array, windows)[1]]


def _windows(strides, dilations, padding, data_format):
    if data_format != "NHWC":
        raise error(ValueError, f"`data_format` values other than 'NHWC' are not supported: {data_format}")
    steps, apart = whole_list(strides, 4, "strides"), whole_list(dilations, 4, "strides")
    padding = named(padding)
    if steps[0] != 1 or steps[3] != 1 or apart[0] != 1 or apart[3] != 1:
        raise error(UnimplementedError, "strides and rates are only supported along rows and columns")
    if min(*steps, *apart) < 1:
        raise error(InvalidArgumentError, f"strides and rates must be positive: {strides}, {dilations}")
    return Windows(tuple(steps[1:3]), tuple(apart[1:3]), padding)


@composed("nn.dilation2d")
def dilation2d(
    input: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("input", kind="flat")],
    strides: Annotated[tuple, Steps(2, whole=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NHWC")],
    dilations: Annotated[tuple, Among(ONES)],
    name=None,
):
    """y = the greatest of x + w in the window, not less than the least finite number; nan counts for nothing

    The gradient goes to the first of equals; TensorFlow has none of that gradient.  Raises ValueError for
    another data format, TypeError for strides and dilations that are no lists, UnimplementedError where these
    reach over batch or channels, InvalidArgumentError for shapes and dtypes that do not fit.
    """
    windows = _windows(strides, dilations, padding, data_format)
    return _dilated(convert_to_tensor(input), filters, windows)


@composed("nn.erosion2d")
def erosion2d(
    value: Annotated[Tensor, Images(2)],
    filters: Annotated[Tensor, Filters("value", kind="flat")],
    strides: Annotated[tuple, Steps(2, whole=True)],
    padding: Annotated[str, Around()],
    data_format: Annotated[str, Among("NHWC")],
    dilations: Annotated[tuple, Among(ONES)],
    name=None,
):
    """y = the least of x - w in the window, the filter being turned around: -dilation2d(-x, w reversed)"""
    if data_format == "NHWC":
        value = negative(value)
    turned = reverse(filters, [0, 1])
    windows = _windows(strides, dilations, padding, data_format)
    return negative(_dilated(value, turned, windows))
