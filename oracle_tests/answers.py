"""ANSWERS: what a call returned or raised, as plain data, and how two of these are compared.

`differences` compares entry by entry, numbers within multiples of their dtype's epsilon.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np

from reference.dtypes import is_floating
from reference.errors import is_intended
from strategies.outcome import Raised, Slices

Seen = Any  # an array, Slices, Raised, None, a Python value, or a list or dict of these


def weights(y: Any, salt: int) -> np.ndarray:
    """Weights in the shape and dtype of `y` that differ from entry to entry, exact in every dtype."""
    numbers = (np.arange(int(np.prod(y.shape, dtype=int))) * 5 + salt) % 7 - 2.75
    if y.dtype.is_complex:
        numbers = numbers + 1j * numbers[::-1] / 2
    return numbers.reshape(tuple(y.shape)).astype(y.dtype.as_numpy_dtype)


def attempt(tf: ModuleType, action: Callable[[], Any]) -> Seen:
    """What `action` returns, as plain data, or the error it raises."""
    try:
        return seen(action())
    except Exception as problem:  # every class of error is an outcome
        fault = tf.__name__ == "reference" and not is_intended(problem)
        return Raised(type(problem).__name__, str(problem), fault)


def seen(value: Any) -> Seen:
    """Tensors as arrays, IndexedSlices as Slices, in lists."""
    if isinstance(value, list | tuple):
        return [seen(item) for item in value]
    if hasattr(value, "dense_shape"):
        shape = None if value.dense_shape is None else np.asarray(value.dense_shape)
        return Slices(np.asarray(value.values), np.asarray(value.indices), shape)
    return np.asarray(value.numpy()) if hasattr(value, "numpy") else value


@dataclass(frozen=True)
class Tolerance:
    """How far numbers may be apart, as multiples of the dtype's epsilon times something.

    own      times themselves
    largest  times the largest number of their array: for sums that cancel
    one      times 1: for functions that saturate
    """

    own: float = 8
    largest: float = 0
    one: float = 0


def differences(ours: Seen, theirs: Seen, tolerance: Tolerance = Tolerance(), path: str = "") -> list[str]:
    """Where two outcomes disagree, one line each.

    NaN equals NaN, infinities agree with their sign, zeros whatever theirs, None only with None, errors by
    the names of their classes; a fault of the reference agrees with nothing.
    """
    match ours, theirs:
        case Raised(), Raised() if ours == theirs and not ours.fault:
            return []
        case dict(), dict() if ours.keys() == theirs.keys():
            return [d for k in ours for d in differences(ours[k], theirs[k], tolerance, f"{path} {k}")]
        case list(), list() if len(ours) == len(theirs):
            pairs = enumerate(zip(ours, theirs, strict=True))
            return [d for i, (a, b) in pairs for d in differences(a, b, tolerance, f"{path}[{i}]")]
        case Slices(), Slices():
            return differences(vars(ours), vars(theirs), tolerance, path)
        case np.ndarray(), np.ndarray():
            alike = ours.dtype == theirs.dtype and ours.shape == theirs.shape
            apart = _apart(ours, theirs, tolerance) if alike else None
            return [] if apart is not None and not apart.any() else [_line(path, ours, theirs, apart)]
        case bool() | None, bool() | None if ours is theirs:
            return []
        case str() | int() | float() | complex(), _ if type(ours) is type(theirs) and ours == theirs:
            return []
    return [_line(path, ours, theirs)]


def _apart(ours: np.ndarray, theirs: np.ndarray, tolerance: Tolerance) -> np.ndarray:
    if ours.dtype.kind == "c":
        return _complex_apart(ours, theirs, tolerance)
    if not is_floating(ours.dtype):
        return ours != theirs
    limits = ml_dtypes.finfo(ours.dtype)
    eps, tiny = float(limits.eps), float(limits.tiny)
    if ours.dtype.itemsize < 4:
        ours, theirs = ours.astype(np.float32), theirs.astype(np.float32)
    with np.errstate(all="ignore"):
        finite = np.isfinite(ours) & np.isfinite(theirs)
        size = np.where(finite, np.maximum(np.abs(ours), np.abs(theirs)), 0)
        unit = size * eps
        room = np.maximum(tolerance.own * unit, tolerance.largest * unit.max(initial=0))
        near = np.abs(ours - theirs) <= np.maximum(room, max(tolerance.one * eps, tiny))
        same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
    return ~np.where(finite, near, same)


def _complex_apart(ours: np.ndarray, theirs: np.ndarray, tolerance: Tolerance) -> np.ndarray:
    """The error of either part is measured by the whole number."""
    apart = _apart(ours.real, theirs.real, tolerance) | _apart(ours.imag, theirs.imag, tolerance)
    with np.errstate(all="ignore"):
        near = np.abs(ours - theirs) <= tolerance.own * np.finfo(ours.dtype).eps * np.abs(theirs)
    return np.asarray(apart & ~(near & np.isfinite(theirs)))


def _line(path: str, ours: Seen, theirs: Seen, apart: np.ndarray | None = None) -> str:
    if apart is not None and apart.size > 6:
        entries = [f"[{i}] {ours.flat[i]!r} instead of {theirs.flat[i]!r}" for i in np.flatnonzero(apart)[:8]]
        return f"{path.strip()}: {apart.sum()} of shape {ours.shape}, flat: {', '.join(entries)}"
    return f"{path.strip()}: {shown(ours)} instead of {shown(theirs)}"


def shown(x: Seen) -> str:
    """An outcome as a short text."""
    match x:
        case np.ndarray():
            return f"{x.dtype}{list(x.shape)}{x.tolist() if x.size < 13 else '…'}"
        case list():
            return f"[{', '.join(map(shown, x))}]"
        case Raised():
            return f"{x.error}{' (a fault)' * x.fault}: {x.message[:150]}"
    return repr(x)
