"""VARIANTS of special functions, which `variants` knows with its own."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import numpy as np

from reference import equal, math, ones_like, where, zeros_like
from reference.primitive import REGISTRY

from .variants import _rule, variant

GUARDED = ("math.xlogy", "math.xlog1py", "math.xdivy", "raw_ops.MulNoNan")


@variant("guarded-unconjugated")
def _() -> Iterator[None]:
    """Gradients of products that are guarded against nan, of complex factors that are not conjugated."""
    with ExitStack() as stack:
        for name in GUARDED:
            stack.enter_context(_rule(name, _unconjugated(REGISTRY[name].rule)))
        yield


def _unconjugated(right):
    return lambda ct, z, x, y: right(ct, z, math.conj(x), math.conj(y))


@variant("igamma-second-order")
def _() -> Iterator[None]:
    """No gradient of the derivative of the incomplete gamma function by its shape."""
    with _rule("raw_ops.IgammaGradA", None):
        yield


@variant("bessel-i1-at-zero")
def _() -> Iterator[None]:
    """I₁'(0) = 1."""
    right = REGISTRY["math.bessel_i1"].rule

    def rule(ct, y, x):
        (found,) = right(ct, y, x)
        return (where(equal(x, zeros_like(x)), ct * ones_like(x), found),)

    with _rule("math.bessel_i1", rule):
        yield


@contextmanager
def _forward(name: str, change) -> Iterator[None]:
    """Gives the primitive `name` a forward that is `change` of what it gives."""
    primitive = REGISTRY[name]
    right = primitive.forward
    primitive.forward = lambda x: np.asarray(change(x, right(x)), x.dtype)
    try:
        yield
    finally:
        primitive.forward = right


@variant("erfinv-by-ndtri")
def _() -> Iterator[None]:
    """erfinv x as that of a probability about ½, which has lost the digits of a small x."""

    def by_ndtri(x, y):
        half = np.asarray(0.5, x.dtype)
        return REGISTRY["math.ndtri"].forward(half * x + half) * np.asarray(np.sqrt(0.5), x.dtype)

    with _forward("math.erfinv", by_ndtri):
        yield


@variant("dawsn-of-large-negatives")
def _() -> Iterator[None]:
    """Dawson's integral positive far below 0."""
    with _forward("math.special.dawsn", lambda x, y: np.where(x < -1e8, -y, y)):
        yield


@variant("scaled-bessel-overflows")
def _() -> Iterator[None]:
    """I₀ and I₁ infinite where e^|x| is."""
    with ExitStack() as stack:
        for name in ("math.bessel_i0", "math.bessel_i1"):
            stack.enter_context(
                _forward(name, lambda x, y: np.where(np.isinf(np.exp(np.abs(x))), y * np.inf, y))
            )
        yield


def _overflown(x, y):
    return np.where(np.isinf(np.exp(np.abs(x))), y * np.inf, y)


@variant("expint-overflows")
def _() -> Iterator[None]:
    """Ei infinite where e^x is, and nan at infinity."""

    def overflown(x, y):
        return np.where(x == np.inf, np.nan, np.where(np.isinf(np.exp(x)), np.inf, y))

    with _forward("math.special.expint", overflown):
        yield


@variant("erf-of-infinity")
def _() -> Iterator[None]:
    """erf nan at infinities in float64, as it is in arrays of many numbers."""
    with _forward("math.erf", lambda x, y: np.where(np.isinf(x) & (x.dtype == np.float64), np.nan, y)):
        yield


@variant("truncated-remainder")
def _() -> Iterator[None]:
    """No gradient of truncatemod."""
    with _rule("truncatemod", None):
        yield


@variant("guaranteed-constant")
def _() -> Iterator[None]:
    """No gradient of guarantee_const."""
    with _rule("guarantee_const", None):
        yield


@variant("sparse-second-order")
def _() -> Iterator[None]:
    """No gradients of the gradients of segments of rows, and of parts of sparse tensors."""
    with ExitStack() as stack:
        for name in ("SegmentSum", "SegmentMean", "SegmentSqrtN", "Slice"):
            stack.enter_context(_rule(f"raw_ops.Sparse{name}Grad", None))
        yield
