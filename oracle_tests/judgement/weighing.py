"""WEIGHING: which of two arrays is nearer to what a witness says they should be."""

import ml_dtypes
import numpy as np

from ..agree import unequal
from .finite import Numeric, dense, is_inexact

NEAR = 1e-3  # a side within this relative distance is right, if the other is not; or within a few units
UNITS = 16
CLEARLY = 8  # how many times further away the wrong side is


def nearer(ours, theirs, truth: Numeric) -> tuple[str, float, float]:
    """Which side is nearer where the two differ ("reference", "subject", "kink" or ""), how far each is off.

    "kink" where they differ only where there is no derivative.  Distances are relative, and count beyond the
    error of `truth`.
    """
    a, b = np.asarray(dense(ours)), np.asarray(dense(theirs))
    if a.shape != truth.value.shape or b.shape != truth.value.shape:
        return "", np.inf, np.inf
    differing = np.asarray(unequal(a, b)) if a.dtype == b.dtype else np.ones(a.shape, bool)
    judged = differing & ~truth.kinks
    if differing.any() and not judged.any():
        return "kink", np.inf, np.inf
    with np.errstate(all="ignore"):
        ours_off, theirs_off = (float(np.max(_distance(side, truth)[judged], initial=0)) for side in (a, b))
    near = max(NEAR, UNITS * precision(a), UNITS * precision(b))
    nearest = ""
    if ours_off > CLEARLY * theirs_off and theirs_off < near:
        nearest = "subject"
    elif theirs_off > CLEARLY * ours_off and ours_off < near:
        nearest = "reference"
    return nearest, ours_off, theirs_off


def agrees(value, truth: Numeric) -> bool:
    """Whether a side's value is what a witness says, where there is a derivative."""
    side = np.asarray(dense(value))
    if side.shape != truth.value.shape:
        return False
    with np.errstate(all="ignore"):
        off = np.max(_distance(side, truth)[~truth.kinks], initial=0)
    return bool(off < max(NEAR, UNITS * precision(side)))


def within(value, dtype) -> np.ndarray:
    """Values as a dtype can hold them: infinite beyond its largest number, 0 below its smallest."""
    if value.dtype.kind == "c" or dtype.kind in "iub":
        return value
    limits = ml_dtypes.finfo(dtype)
    largest, smallest = np.longdouble(str(limits.max)), np.longdouble(str(limits.smallest_normal))
    value = np.where(np.abs(value) > largest, np.copysign(np.longdouble(np.inf), value), value)
    return np.where(np.abs(value) < smallest * float(limits.eps), np.longdouble(0), value)


def _distance(side, truth: Numeric):
    wide = side.astype(np.clongdouble if side.dtype.kind == "c" else np.longdouble)
    same = (wide == truth.value) | (np.isnan(wide) & np.isnan(truth.value))
    gap = np.maximum(np.abs(wide - truth.value) - truth.error, 0) / np.maximum(np.abs(truth.value), 1e-30)
    return np.where(same, 0, np.where(np.isnan(gap), np.inf, gap))


def precision(array) -> float:
    """The distance from 1 to the next number of an array's dtype."""
    return float(ml_dtypes.finfo(array.dtype).eps) if is_inexact(array) else 0.0
