"""How the incomplete gamma function P(a, x) moves with its shape a: the first two derivatives, by its series

    P(a, x) = x^a e^-x Σ x^k / Γ(a + k + 1)

of which each term is differentiated; in extended precision, as the terms cancel where x is large."""

import numpy as np
import scipy.special

MOST = 10_000  # terms
REST = 1e-22  # of the largest term: what is left out


def by_shape(a, x):
    """∂P/∂a: 0 at x = 0, nan where a ≤ 0 or x < 0."""
    return _each(lambda fall, slope: fall, a, x)


def by_shape_twice(a, x):
    """∂²P/∂a²: 0 at x = 0, nan where a ≤ 0 or x < 0."""
    return _each(lambda fall, slope: fall * fall - slope, a, x)


def _each(factor, a, x):
    a, x = np.broadcast_arrays(a, x)
    places = zip(a.ravel().tolist(), x.ravel().tolist(), strict=True)
    return np.array([_sum(factor, *place) for place in places]).reshape(a.shape)


def _sum(factor, a: float, x: float) -> float:
    if not (a > 0 and x >= 0):
        return np.nan
    if x == 0 or np.isinf(x) or np.isinf(a):
        return 0.0
    a, x, log_x = np.longdouble(a), np.longdouble(x), np.log(np.longdouble(x))
    digamma, trigamma = (
        np.longdouble(scipy.special.psi(float(a))),
        np.longdouble(scipy.special.zeta(2.0, float(a))),
    )
    term = np.exp(a * log_x - x - np.longdouble(scipy.special.gammaln(float(a))))  # times Γ(a) / Γ(a + k + 1)
    total = largest = np.longdouble(0)
    for k in range(MOST):
        term /= a + k
        digamma, trigamma = digamma + 1 / (a + k), trigamma - 1 / (a + k) ** 2
        total += term * factor(log_x - digamma, trigamma)
        largest = max(largest, term)
        term *= x
        if k > x and term < REST * largest:
            break
    return float(total)
