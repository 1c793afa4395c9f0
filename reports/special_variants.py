"""VARIANTS of special functions, which `variants` knows with its own."""

from collections.abc import Iterator
from contextlib import ExitStack

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
