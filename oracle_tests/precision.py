"""PRECISION: how fine, large and small the numbers of each dtype are, and where noise drowns them.

A complex number is rounded by its modulus: TensorFlow's kernels add products of parts in another order than
NumPy's, so that a small part may lose all its digits (over 4,000 products of complex64 a part was off by up
to 1.6e7 of its own units in the last place, the number by 1.4 of its modulus'; of quotients, 1.1e7 and 3.0).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from strategies.literals import DTYPES


@dataclass(frozen=True)
class Precision:
    """Of one dtype; `eps`, `tiny` (the smallest normal number) and `largest` are those of complex parts.

    `wider`       where it is checked whether a result is exact
    `flushed`     whether TensorFlow's kernels make zeros of subnormals, operands and results
    `meaningless` the share of a value beyond which 4 × spread says nothing about it
    `clear`       the multiple of spread that a minimal program has to show, or as much as was first seen
    `coarse`      numbers up to this, in steps of one by this, whose products add up exactly in any order
    """

    wider: Any
    eps: float
    tiny: float
    largest: float
    flushed: bool = True
    meaningless: float = 0.01
    clear: float = 100.0
    coarse: int = 16

    @property
    def unit(self) -> float:
        """The distance of the smallest numbers from each other, subnormals counted."""
        return self.tiny * self.eps


_SINGLE = (2.0**-23, 2.0**-126, float(np.finfo(np.float32).max))
_DOUBLE = (2.0**-52, 2.0**-1022, float(np.finfo(np.float64).max))

# Measured on TensorFlow 2.21 over random programs of each dtype that differentiate.  Most have all numbers
# within 2 units; of the others, the largest difference that was no fault of either side, in spreads (`agree`
# allows 4).  It leaves out two numbers that TensorFlow had not flushed to zero: 8e-39 in bfloat16 and
# 4e-309 in float64.
#
#     dtype        programs   all within 2 units   largest
#     float16         1,200                1,189      0.19
#     bfloat16        1,200                1,190      none beyond 2 units
#     float32         1,200                1,157      0.75
#     float64         1,200                1,168      1.0
#     complex64       1,200                1,107      0.50
#     complex128        362                  323      0.45
PRECISIONS: dict[np.dtype, Precision] = {
    DTYPES["float16"]: Precision(np.float32, 2.0**-10, 2.0**-14, 65504.0, False, 0.05, 8.0, 4),
    DTYPES["bfloat16"]: Precision(
        np.float32, 2.0**-7, 2.0**-126, 2.0**128 - 2.0**120, meaningless=0.25, clear=8.0, coarse=2
    ),
    DTYPES["float32"]: Precision(np.float64, *_SINGLE),
    DTYPES["float64"]: Precision(np.longdouble, *_DOUBLE),
    DTYPES["complex64"]: Precision(np.complex128, *_SINGLE),
    DTYPES["complex128"]: Precision(np.clongdouble, *_DOUBLE),
}


def precision(x: Any) -> Precision | None:
    """Of an array that has floating or complex numbers; None of anything else."""
    return PRECISIONS.get(getattr(x, "dtype", None))  # type: ignore[arg-type]


def compared(x: np.ndarray) -> np.ndarray:
    """`x` in double precision, where half precision and float32 can be subtracted without rounding."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def units(size: np.ndarray, of: Precision) -> np.ndarray:
    """The unit in the last place of numbers of these sizes, which are floats of double precision."""
    mantissa, exponent = np.frexp(size)
    return np.where(mantissa == 0, of.unit, np.maximum(np.ldexp(of.eps, exponent - 1), of.unit))


def parts(x: np.ndarray) -> tuple[np.ndarray, ...]:
    """The real and imaginary parts of complex numbers; otherwise the numbers."""
    return (x.real, x.imag) if x.dtype.kind == "c" else (x,)
