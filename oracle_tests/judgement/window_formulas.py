"""FORMULAS of windows that slide over images: each result as the sum, or the choice, that defines it.

As those in `formulas`, to which these are added.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import mpmath
import numpy as np

from .formulas import FORMULAS, exact


def _before(size, window, stride, dilation, padding, axis) -> tuple[int, int]:
    """The number of windows along an axis, and how many rows of zeros come before the first."""
    reach = (window - 1) * dilation + 1
    if padding == "VALID":
        return max((size - reach) // stride + 1, 0), 0
    if padding == "SAME":
        count = -(-size // stride)
        return count, max((count - 1) * stride + reach - size, 0) // 2
    before, after = padding[axis]
    return max((size + before + after - reach) // stride + 1, 0), before


def under(shape, window, windows) -> Iterator[tuple[tuple, tuple, tuple]]:
    """All places of windows, places in them, and what of an image of `shape` lies there."""
    strides, dilations, padding = windows[:3]
    along = [
        _before(n, k, s, d, padding, i)
        for i, (n, k, s, d) in enumerate(zip(shape[1:-1], window, strides, dilations, strict=True))
    ]
    for out in itertools.product(*(range(count) for count, _ in along)):
        for place in itertools.product(*map(range, window)):
            at = tuple(
                o * s + k * d - before
                for o, s, k, d, (_, before) in zip(out, strides, place, dilations, along, strict=True)
            )
            if all(0 <= i < n for i, n in zip(at, shape[1:-1], strict=True)):
                yield out, place, at


def counts(shape, window, windows) -> tuple[int, ...]:
    strides, dilations, padding = windows[:3]
    rows = enumerate(zip(shape[1:-1], window, strides, dilations, strict=True))
    return tuple(_before(n, k, s, d, padding, i)[0] for i, (n, k, s, d) in rows)


def zeros(shape) -> np.ndarray:
    return np.full(shape, mpmath.mpf(0), object)


def _products(shape, kernel, windows, apart) -> Iterator[tuple[tuple, tuple, tuple]]:
    """Indices of a result, an image of `shape` and filters whose product is one of its terms."""
    for out, place, at in under(shape, kernel[:-2], windows):
        for n, a, b in itertools.product(range(shape[0]), range(kernel[-2]), range(kernel[-1])):
            if apart:
                yield (n, *out, a * kernel[-1] + b), (n, *at, a), (*place, a, b)
            else:
                group = b // (kernel[-1] // (shape[-1] // kernel[-2]))
                yield (n, *out, b), (n, *at, group * kernel[-2] + a), (*place, a, b)


def _forward(apart=False) -> Callable:
    def formula(x, w, windows):
        outputs = w.shape[-2] * w.shape[-1] if apart else w.shape[-1]
        y = zeros((len(x), *counts(x.shape, w.shape[:-2], windows), outputs))
        for i, j, k in _products(x.shape, w.shape, windows, apart):
            y[i] += exact(x[j]) * exact(w[k])
        return y

    return formula


def _to_images(apart=False) -> Callable:
    def formula(w, ct, shape, windows):
        dx = zeros(shape)
        for i, j, k in _products(shape, w.shape, windows, apart):
            dx[j] += exact(ct[i]) * exact(w[k])
        return dx

    return formula


def _to_filters(apart=False) -> Callable:
    def formula(x, ct, shape, windows):
        dw = zeros(shape)
        for i, j, k in _products(x.shape, shape, windows, apart):
            dw[k] += exact(x[j]) * exact(ct[i])
        return dw

    return formula


def _average(x, ksize, windows):
    terms: dict[tuple, list] = {}
    for out, _, at in under(x.shape, ksize, windows):
        for n, c in itertools.product(range(len(x)), range(x.shape[-1])):
            terms.setdefault((n, *out, c), []).append(exact(x[(n, *at, c)]))
    y = zeros((len(x), *counts(x.shape, ksize, windows), x.shape[-1]))
    for place, values in terms.items():
        y[place] = mpmath.fsum(values) / len(values)
    return y


def _shares(ct, shape, ksize, windows):
    places = [(out, at) for out, _, at in under(shape, ksize, windows)]
    sizes = Counter(out for out, _ in places)
    dx = zeros(shape)
    for out, at in places:
        for n, c in itertools.product(range(shape[0]), range(shape[-1])):
            dx[(n, *at, c)] += exact(ct[(n, *out, c)]) / sizes[out]
    return dx


def _to_greatest(x, y, ct, ksize, windows):
    """For windows whose greatest entry is one alone."""
    dx = zeros(x.shape)
    for out, _, at in under(x.shape, ksize, windows):
        for n, c in itertools.product(range(len(x)), range(x.shape[-1])):
            if x[(n, *at, c)] == y[(n, *out, c)]:
                dx[(n, *at, c)] += exact(ct[(n, *out, c)])
    return dx


def _greatest_sums(x, w, windows):
    y = np.full((len(x), *counts(x.shape, w.shape[:2], windows), x.shape[-1]), None, object)
    for out, place, at in under(x.shape, w.shape[:2], windows):
        for n, c in itertools.product(range(len(x)), range(x.shape[-1])):
            total, here = exact(x[(n, *at, c)]) + exact(w[(*place, c)]), (n, *out, c)
            y[here] = total if y[here] is None else max(y[here], total)
    return y


def _of_sums(x, w, ct, windows):
    """For each cotangent where the greatest sum is, in the image and in the filter."""
    best = _greatest_sums(x, w, windows)
    for out, place, at in under(x.shape, w.shape[:2], windows):
        for n, c in itertools.product(range(len(x)), range(x.shape[-1])):
            if exact(x[(n, *at, c)]) + exact(w[(*place, c)]) == best[(n, *out, c)]:
                yield exact(ct[(n, *out, c)]), (n, *at, c), (*place, c)


def _sums_to_images(x, w, ct, windows):
    dx = zeros(x.shape)
    for value, at, _ in _of_sums(x, w, ct, windows):
        dx[at] += value
    return dx


def _sums_to_filters(x, w, ct, windows):
    dw = zeros(w.shape)
    for value, _, place in _of_sums(x, w, ct, windows):
        dw[place] += value
    return dw


def _response(x, radius, bias, alpha, beta):
    y = zeros(x.shape)
    for at in np.ndindex(*x.shape):
        near = x[at[:-1]][max(at[-1] - radius, 0) : at[-1] + radius + 1]
        total = mpmath.fsum(exact(v) ** 2 for v in near)
        y[at] = exact(x[at]) * (mpmath.mpf(bias) + mpmath.mpf(alpha) * total) ** -mpmath.mpf(beta)
    return y


WINDOW_FORMULAS: dict[str, Callable] = {
    "raw_ops.LRN": _response,
    "raw_ops.Dilation2D": _greatest_sums,
    "raw_ops.Dilation2DBackpropInput": _sums_to_images,
    "raw_ops.Dilation2DBackpropFilter": _sums_to_filters,
    "raw_ops.AvgPool": _average,
    "raw_ops.AvgPoolGrad": _shares,
    "raw_ops.AvgPool3D": _average,
    "raw_ops.AvgPool3DGrad": _shares,
    "raw_ops.MaxPoolGrad": _to_greatest,
    "raw_ops.MaxPool3DGrad": _to_greatest,
    "raw_ops.Conv": _forward(),
    "raw_ops.Conv2D": _forward(),
    "raw_ops.Conv2DBackpropInput": _to_images(),
    "raw_ops.Conv2DBackpropFilter": _to_filters(),
    "raw_ops.Conv3D": _forward(),
    "raw_ops.Conv3DBackpropInputV2": _to_images(),
    "raw_ops.Conv3DBackpropFilterV2": _to_filters(),
    "raw_ops.DepthwiseConv2dNative": _forward(apart=True),
    "raw_ops.DepthwiseConv2dNativeBackpropInput": _to_images(apart=True),
    "raw_ops.DepthwiseConv2dNativeBackpropFilter": _to_filters(apart=True),
}
NAMES = tuple(WINDOW_FORMULAS)
FORMULAS |= WINDOW_FORMULAS
