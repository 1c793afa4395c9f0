"""FORMULAS of error, gamma and Bessel functions, and of products guarded against nan: more for `formulas`."""

from functools import partial

import mpmath

from .formulas import FORMULAS, entrywise


def _scaled(f, exponent):
    """`f` of numbers times e^exponent."""
    return lambda x: mpmath.exp(exponent(x)) * f(x)


def _positive(f):
    """`f` of positive numbers; of others None."""

    def of(x):
        if not x > 0:
            raise ValueError("not positive")
        return f(x)

    return of


def _unless_zero(x, f):
    return x * 0 if x == 0 else f()


def _by_shape(a, x, order=1):
    return mpmath.diff(lambda s: mpmath.gammainc(s, 0, x, regularized=True), a, order)


def _bessel(f, order):
    return lambda x: f(order, x)


ENTRYWISE = {
    "math.erf": mpmath.erf,
    "math.erfinv": mpmath.erfinv,
    "math.ndtri": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
    "math.lgamma": lambda x: mpmath.log(abs(mpmath.gamma(x))),
    "math.digamma": mpmath.digamma,
    "math.polygamma": lambda n, x: mpmath.polygamma(int(n), x),
    "math.zeta": mpmath.zeta,
    "math.igamma": lambda a, x: mpmath.gammainc(a, 0, x, regularized=True),
    "math.igammac": lambda a, x: mpmath.gammainc(a, x, mpmath.inf, regularized=True),
    "raw_ops.IgammaGradA": _by_shape,
    "math.betainc": lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True),
    "math.special.spence": lambda x: mpmath.polylog(2, 1 - x),
    "math.bessel_i0": _bessel(mpmath.besseli, 0),
    "math.bessel_i1": _bessel(mpmath.besseli, 1),
    "math.bessel_i0e": _scaled(_bessel(mpmath.besseli, 0), lambda x: -abs(x)),
    "math.bessel_i1e": _scaled(_bessel(mpmath.besseli, 1), lambda x: -abs(x)),
    "math.special.bessel_j0": _bessel(mpmath.besselj, 0),
    "math.special.bessel_j1": _bessel(mpmath.besselj, 1),
    "math.special.bessel_k0": _positive(_bessel(mpmath.besselk, 0)),
    "math.special.bessel_k1": _positive(_bessel(mpmath.besselk, 1)),
    "math.special.bessel_k0e": _positive(_scaled(_bessel(mpmath.besselk, 0), lambda x: x)),
    "math.special.bessel_k1e": _positive(_scaled(_bessel(mpmath.besselk, 1), lambda x: x)),
    "math.special.bessel_y0": _positive(_bessel(mpmath.bessely, 0)),
    "math.special.bessel_y1": _positive(_bessel(mpmath.bessely, 1)),
    "math.xlogy": lambda x, y: _unless_zero(x, lambda: x * mpmath.log(y)),
    "math.xlog1py": lambda x, y: _unless_zero(x, lambda: x * mpmath.log(1 + y)),
    "math.xdivy": lambda x, y: _unless_zero(x, lambda: x / y),
    "raw_ops.MulNoNan": lambda x, y: _unless_zero(y, lambda: x * y),
}
FORMULAS |= {name: partial(entrywise, f) for name, f in ENTRYWISE.items()}
