"""SAMPLING: which pixels, with which weights, make the pixels of an image of another size.

Each axis by itself: a matrix [new, old], in float32.  A new pixel i lies at (i + ½) old / new - ½.
"""

import numpy as np

F = np.float32
STEPS = 1024  # in a pixel, to which cubic weights are rounded


def lerps(old, new):
    """For linear sampling the pixels below and above, and how far between them."""
    at = (np.arange(new, dtype=F) + F(0.5)) * (F(old) / F(new)) - F(0.5)
    below = np.maximum(np.floor(at), 0).astype(int)
    above = np.minimum(np.ceil(at), old - 1).astype(int)
    return np.minimum(below, above), above, at - np.floor(at)


def nearest(old, new):
    """The pixels into which the new ones fall."""
    at = np.floor((np.arange(new, dtype=F) + F(0.5)) * (F(old) / F(new)))
    return np.minimum(at, old - 1).astype(int)


def cubic(old, new):
    """For cubic sampling four pixels and their weights, those beyond the border without any."""
    x = np.arange(STEPS + 1) / STEPS
    near = ((1.5 * x - 2.5) * x * x + 1).astype(F)
    x = x + 1
    far = (((-0.5 * x + 2.5) * x - 4) * x + 2).astype(F)
    at = (np.arange(new, dtype=F) + F(0.5)) * (F(old) / F(new)) - F(0.5)
    step = np.rint((at - np.floor(at)) * F(STEPS)).astype(int)
    weights = np.stack([far[step], near[step], near[STEPS - step], far[STEPS - step]], 1)
    pixels = np.floor(at).astype(int)[:, None] + np.arange(-1, 3)
    weights = np.where((pixels >= 0) & (pixels < old), weights, F(0))
    total = weights.sum(1, keepdims=True, dtype=F)
    return np.clip(pixels, 0, old - 1), (weights * (F(1) / total)).astype(F)


def area(old, new):
    """Of each old pixel the part that lies on the new one."""
    scale = F(old) / F(new)
    low = np.arange(new, dtype=F)[:, None] * scale
    high = (np.arange(new, dtype=F)[:, None] + F(1)) * scale
    pixel = np.arange(old, dtype=F)
    part = np.clip(np.minimum(high, pixel + F(1)) - np.maximum(low, pixel), 0, None)
    return (part / scale).astype(F)


def _lanczos(x, radius):
    pi_x = np.pi * np.where(x <= 1e-3, 1, x)
    wave = radius * np.sin(pi_x) * np.sin(pi_x / radius) / pi_x**2
    return np.where(x > radius, 0, np.where(x <= 1e-3, 1, wave))


def _pieces(x, inner, outer):
    """Cubics of x below 1 and below 2."""
    return np.where(x >= 2, 0, np.where(x >= 1, np.polyval(outer, x), np.polyval(inner, x)))


KERNELS = {  # the radius, and the weight at a distance
    "triangle": (1.0, lambda x: np.maximum(1 - x, 0)),
    "keyscubic": (2.0, lambda x: _pieces(x, (1.5, -2.5, 0, 1), (-0.5, 2.5, -4, 2))),
    "mitchellcubic": (2.0, lambda x: _pieces(x, (7 / 6, -2, 0, 8 / 9), (-7 / 18, 2, -10 / 3, 16 / 9))),
    "gaussian": (1.5, lambda x: np.where(x >= 1.5, 0, np.exp(-x * x / 0.5))),
    "lanczos3": (3.0, lambda x: _lanczos(x, 3.0)),
    "lanczos5": (5.0, lambda x: _lanczos(x, 5.0)),
}


def by_kernel(old, new, kernel, antialias):
    """The weights of a kernel around each new pixel, which add up to 1.

    Where `antialias`, it is as much wider as the image gets smaller.
    """
    radius, weight = KERNELS[kernel]
    step = F(1) / (F(new) / F(old))
    wide = max(step, F(1)) if antialias else F(1)
    at = (np.arange(new, dtype=F)[:, None] + F(0.5)) * step
    pixel = np.arange(old, dtype=F)
    first, last = np.ceil(at - radius * wide - F(0.5)), np.floor(at + radius * wide - F(0.5))
    distance = np.abs((pixel + F(0.5) - at) * (F(1) / wide)).astype(F)
    inside = (pixel >= first) & (pixel <= last)
    weights = np.where(inside, weight(distance), 0).astype(F)
    return (weights * (F(1) / weights.sum(1, keepdims=True, dtype=F))).astype(F)
