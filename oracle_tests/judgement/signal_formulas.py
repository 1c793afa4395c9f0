"""FORMULAS of Fourier transforms: each entry as the sum that defines it.

As those in `formulas`, to which these are added.
"""

import itertools
from collections.abc import Callable

import mpmath
import numpy as np

from .formulas import FORMULAS, OF_REAL_NUMBERS, exact


def _sum_over(x, sizes, kept, sign) -> np.ndarray:
    """For each of the first `kept` entries Σ x[n] exp(± 2πi Σ kn/N), with zeros where x is too short."""
    count = len(sizes)
    batch = x.shape[:-count]
    y = np.full((*batch, *kept), mpmath.mpc(0), object)
    inner = [range(min(n, size)) for n, size in zip(x.shape[-count:], sizes, strict=True)]
    for at, k in itertools.product(np.ndindex(*batch), np.ndindex(*kept)):
        for n in itertools.product(*inner):
            turns = sum(mpmath.mpf(a * b) / size for a, b, size in zip(k, n, sizes, strict=True))
            y[(*at, *k)] += exact(x[(*at, *n)]) * mpmath.expjpi(2 * sign * turns)
    return y


def _complex(count, sign) -> Callable:
    def formula(x):
        sizes = x.shape[-count:]
        y = _sum_over(x, sizes, sizes, sign)
        return y / mpmath.mpf(int(np.prod(sizes))) if sign > 0 else y

    return formula


def _real(count) -> Callable:
    def formula(x, lengths):
        return _sum_over(x, lengths, (*lengths[:-1], lengths[-1] // 2 + 1), -1)

    return formula


def _back(count) -> Callable:
    """The inverse transform of the whole spectrum, whose other half is conjugates of the given one."""

    def formula(z, lengths):
        size, kept = lengths[-1], lengths[-1] // 2 + 1
        z = z[(..., *(slice(n) for n in lengths[:-1]), slice(kept))]
        z = _columns(z, lengths) if count > 1 else z
        y = np.full((*z.shape[:-1], size), mpmath.mpf(0), object)
        for at in np.ndindex(*y.shape):
            for k in range(kept):
                turn = mpmath.expjpi(2 * mpmath.mpf(k * at[-1]) / size)
                once = k == 0 or 2 * k == size
                y[at] += (1 if once else 2) * mpmath.re(exact(z[(*at[:-1], k)]) * turn)
        return y / mpmath.mpf(int(np.prod(lengths)))

    return formula


def _columns(z, lengths):
    columns = [
        _sum_over(z[..., k : k + 1], (*lengths[:-1], 1), (*lengths[:-1], 1), 1) for k in range(z.shape[-1])
    ]
    return np.concatenate(columns, -1)


SIGNAL_FORMULAS: dict[str, Callable] = {}
for _suffix, _count in (("", 1), ("2D", 2), ("3D", 3)):
    SIGNAL_FORMULAS |= {
        f"raw_ops.FFT{_suffix}": _complex(_count, -1),
        f"raw_ops.IFFT{_suffix}": _complex(_count, 1),
        f"raw_ops.RFFT{_suffix}": _real(_count),
        f"raw_ops.IRFFT{_suffix}": _back(_count),
    }
    OF_REAL_NUMBERS.add(f"raw_ops.RFFT{_suffix}")
NAMES = tuple(SIGNAL_FORMULAS)
FORMULAS |= SIGNAL_FORMULAS
