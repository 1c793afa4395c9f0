"""POOLS as kernels have them: the average and the greatest of what lies in a window, and their gradients.

What lies outside of the image counts for nothing.
"""

from typing import Annotated

import ml_dtypes
import numpy as np

from ..arrays.shaping import dense as as_dense
from ..backprop import zeros_like
from ..dtypes import FLOATING, INTEGER, bfloat16, float16, float32, float64
from ..errors import InvalidArgumentError, error
from ..operands import Internal, Numbers
from ..primitive import primitive
from ..tensor import Tensor
from .windows import Windows, padded, patches

LARGE = tuple(t for t in INTEGER if t.name not in ("uint32", "uint64"))


def attributes(ksize, windows):
    """As the attributes of TensorFlow's operations."""
    given = windows.attributes() | {"ksize": [1, *ksize, 1]}
    del given["dilations"]
    return given


def _on(name, *parameters):
    def run(tf, *arguments):
        *operands, ksize, windows = arguments
        given = dict(zip(parameters, operands, strict=True))
        return getattr(tf.raw_ops, name)(**given, **attributes(ksize, windows))

    return run


def _check(shape, ksize):
    if len(shape) != len(ksize) + 2:
        raise error(InvalidArgumentError, f"images must have {len(ksize) + 2} axes, not shape {shape}")


def _check_seed(ct, shape, ksize, windows):
    _check(shape, ksize)
    if tuple(ct) != (shape[0], *windows.counts(shape, ksize), shape[-1]):
        raise error(InvalidArgumentError, f"a cotangent of shape {ct} for windows over {shape}")


def under(x, ksize, windows):
    """For each place in a window what lies there in all windows, and whether it is of the image."""
    counts = windows.counts(x.shape, ksize)
    whole = padded(x, ksize, windows)[0], padded(np.ones((1, *x.shape[1:-1], 1), bool), ksize, windows)[0]
    both = zip(*(patches(image, ksize, counts, windows) for image in whole), strict=True)
    return counts, [(patch, valid) for (_, patch), (_, valid) in both]


def put_back(shape, dtype, ksize, windows, values):
    """The sum, at each entry of an image of `shape`, of the `values` for each place in a window."""
    counts = windows.counts(shape, ksize)
    around, inside = padded(np.zeros(shape, dtype), ksize, windows)
    for (_, patch), value in zip(patches(around, ksize, counts, windows), values, strict=True):
        patch[...] += value
    return around[inside]


def _averages(name, grad_name, axes, dtypes, listed=()):
    """The average over windows of so many axes, and its gradient; each is the other's gradient."""

    @primitive(
        f"raw_ops.{name}", internal=True, accumulates=True, on=_on(name, "value" if axes == 2 else "input")
    )
    def average(
        value: Annotated[Tensor, Numbers(dtypes=dtypes, listed=listed)],
        ksize: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """y = the mean of what lies in the window"""
        _check(value.shape, ksize)
        counts, parts = under(value, ksize, windows)
        y, sizes = (
            np.zeros((len(value), *counts, value.shape[-1]), value.dtype),
            np.zeros((1, *counts, 1), int),
        )
        for patch, valid in parts:
            y += np.where(valid, patch, np.zeros((), value.dtype))
            sizes += valid
        return (y / np.maximum(sizes, 1).astype(value.dtype)).astype(value.dtype)

    def on(tf, grad, shape, ksize, windows):
        given = {"orig_input_shape": shape, "grad": grad}
        return getattr(tf.raw_ops, grad_name)(**given, **attributes(ksize, windows))

    @primitive(f"raw_ops.{grad_name}", internal=True, accumulates=True, on=on)
    def spread(
        grad: Annotated[Tensor, Numbers(dtypes=dtypes, listed=listed)],
        orig_input_shape: Annotated[tuple, Internal()],
        ksize: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """dx = at each entry the sum of dy / size over the windows that hold it"""
        _check_seed(grad.shape, orig_input_shape, ksize, windows)
        _, parts = under(np.zeros((1, *orig_input_shape[1:-1], 1), grad.dtype), ksize, windows)
        sizes = np.maximum(sum(valid.astype(int) for _, valid in parts), 1).astype(grad.dtype)
        shares = (grad / sizes).astype(grad.dtype)
        return put_back(orig_input_shape, grad.dtype, ksize, windows, [shares] * len(parts))

    @average.vjp
    def _(ct, y, value, ksize, windows):
        return (spread(as_dense(ct), value._array.shape, ksize, windows),)

    @spread.vjp
    def _(ct, y, grad, orig_input_shape, ksize, windows):
        return (average(as_dense(ct), ksize, windows),)

    return average


average_of_planes = _averages("AvgPool", "AvgPoolGrad", 2, FLOATING)
average_of_volumes = _averages("AvgPool3D", "AvgPool3DGrad", 3, (bfloat16, float32), (float16, float64))


# The greatest


def _least(dtype):
    return np.asarray(np.iinfo(dtype).min if dtype.kind in "iu" else ml_dtypes.finfo(dtype).min, dtype)


def first_greatest(x, ksize, windows):
    """For each window its first greatest entry, or its first one where that is nan, and the place of it."""
    counts, parts = under(x, ksize, windows)
    best = np.zeros((len(x), *counts, x.shape[-1]), x.dtype)
    place, started = np.zeros(best.shape, int), np.zeros(best.shape, bool)
    for k, (patch, valid) in enumerate(parts):
        better = valid & (~started | (best < patch))
        best, place, started = np.where(better, patch, best), np.where(better, k, place), started | valid
    return best, place


def _of_planes(x, ksize, windows):
    """The greatest entry that is not nan, and no less than the least finite number."""
    counts, parts = under(x, ksize, windows)
    y = np.full((len(x), *counts, x.shape[-1]), _least(x.dtype), x.dtype)
    for patch, valid in parts:
        y = np.where(valid & (y < patch), patch, y)
    return y


def _of_volumes(x, ksize, windows):
    """The greatest entry; after a nan only what follows it counts."""
    counts, parts = under(x, ksize, windows)
    y = np.full((len(x), *counts, x.shape[-1]), -np.inf, x.dtype)
    for patch, valid in parts:
        y = np.where(valid & ~(patch < y), patch, y)
    return y


def _first_equal(x, y, ksize, windows):
    """For each place in a window, where the first entry that equals the result lies there."""
    found, masks = np.zeros(y.shape, bool), []
    for patch, valid in under(x, ksize, windows)[1]:
        masks.append(valid & (patch == y) & ~found)
        found = found | masks[-1]
    return masks


def _choice(x, ksize, windows, *_):
    return first_greatest(x, ksize, windows)[1]


def _choice_behind(x, y, ct, ksize, windows):
    return first_greatest(x, ksize, windows)[1]


def _maxima(name, of, receivers, dtypes, listed=()):
    """The greatest entry of windows, its gradient, and the gradient of that, which is the first at the places
    chosen.

    `of` gives the greatest entries, `receivers` for each place in a window where the cotangent goes.
    """
    floating = tuple(t for t in dtypes if t.is_floating)

    @primitive(f"raw_ops.{name}", internal=True, rounds=False, decides=_choice, on=_on(name, "input"))
    def greatest(
        input: Annotated[Tensor, Numbers(dtypes=dtypes, listed=listed)],
        ksize: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """y = the greatest entry in the window"""
        _check(input.shape, ksize)
        return of(input, ksize, windows)

    triple = ("orig_input", "orig_output", "grad")

    @primitive(
        f"raw_ops.{name}Grad",
        internal=True,
        accumulates=lambda x, y, ct, *rest: np.abs(ct).sum(),
        decides=_choice_behind,
        on=_on(f"{name}Grad", *triple),
    )
    def to_images(
        orig_input: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        orig_output: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        grad: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        ksize: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """dx = at each entry the sum of dy of the windows whose greatest entry it is"""
        _check_seed(grad.shape, orig_input.shape, ksize, windows)
        masks = receivers(orig_input, orig_output, ksize, windows)
        none = np.zeros((), grad.dtype)
        values = [np.where(mask, grad, none) for mask in masks]
        return put_back(orig_input.shape, grad.dtype, ksize, windows, values)

    @primitive(
        f"raw_ops.{name}GradGrad",
        internal=True,
        rounds=False,
        decides=_choice_behind,
        on=_on(f"{name}GradGrad", *triple),
    )
    def chosen(
        orig_input: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        orig_output: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        grad: Annotated[Tensor, Numbers(dtypes=floating, listed=listed)],
        ksize: Annotated[tuple, Internal()],
        windows: Annotated[Windows, Internal()],
    ):
        """y = the entry of `grad` where the first greatest entry of the window is"""
        if grad.shape != orig_input.shape:
            raise error(InvalidArgumentError, f"a cotangent of shape {grad.shape} for {orig_input.shape}")
        masks = _first_equal(orig_input, orig_output, ksize, windows)
        y = np.zeros(orig_output.shape, grad.dtype)
        for mask, (patch, _) in zip(masks, under(grad, ksize, windows)[1], strict=True):
            y = np.where(mask, patch, y)
        return y

    @greatest.vjp
    def _(ct, y, input, ksize, windows):
        return (to_images(input, y, as_dense(ct), ksize, windows),)

    @to_images.vjp
    def _(ct, dx, x, y, grad, ksize, windows):
        return zeros_like(x), zeros_like(y), chosen(x, y, as_dense(ct), ksize, windows)

    @chosen.vjp
    def _(ct, y2, x, y, grad, ksize, windows):
        return zeros_like(x), zeros_like(y), to_images(x, y, as_dense(ct), ksize, windows)

    return greatest


def _first(x, y, ksize, windows):
    place = first_greatest(x, ksize, windows)[1]
    return [place == k for k in range(int(np.prod(ksize)))]


def _all_equal(x, y, ksize, windows):
    with np.errstate(invalid="ignore"):
        return [valid & (patch - y == 0) for patch, valid in under(x, ksize, windows)[1]]


greatest_of_planes = _maxima("MaxPool", _of_planes, _first, (*FLOATING, *LARGE))
greatest_of_volumes = _maxima("MaxPool3D", _of_volumes, _all_equal, (bfloat16, float32), (float16,))
