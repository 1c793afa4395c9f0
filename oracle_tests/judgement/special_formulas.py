"""FORMULAS of trigonometric and hyperbolic functions, their inverses, and integrals: more for `formulas`."""

from collections.abc import Callable
from functools import partial

import mpmath

from .formulas import FORMULAS, entrywise


def _inverse(f) -> Callable:
    """`f` of numbers; None of real ones whose result is not real."""

    def of(x):
        value = f(x)
        if isinstance(x, mpmath.mpf) and isinstance(value, mpmath.mpc):
            raise ValueError("not real")
        return value

    return lambda *x: entrywise(of, *x)


FORMULAS |= {
    "math.tan": partial(entrywise, mpmath.tan),
    "math.asin": _inverse(mpmath.asin),
    "math.acos": _inverse(mpmath.acos),
    "math.atan": partial(entrywise, mpmath.atan),
    "math.atan2": partial(entrywise, mpmath.atan2),
    "math.sinh": partial(entrywise, mpmath.sinh),
    "math.cosh": partial(entrywise, mpmath.cosh),
    "math.asinh": partial(entrywise, mpmath.asinh),
    "math.acosh": _inverse(mpmath.acosh),
    "math.atanh": _inverse(mpmath.atanh),
    "math.special.dawsn": partial(
        entrywise, lambda x: mpmath.exp(-x * x) * mpmath.erfi(x) * mpmath.sqrt(mpmath.pi) / 2
    ),
    "math.special.expint": partial(entrywise, mpmath.ei),
    "math.special.fresnel_cos": partial(entrywise, mpmath.fresnelc),
    "math.special.fresnel_sin": partial(entrywise, mpmath.fresnels),
}
