"""CALLS: one operation on given operands, and everything that two orders of gradient let one see of it.

A call says what to run, by TensorFlow's name or by an operator's symbol; `result` and `observe` run it on a
module that has these names.  What they yield is compared entry by entry with `differences`.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from reference.dtypes import is_floating
from reference.errors import is_intended
from strategies.outcome import Raised, Slices

Seen = Any  # an array, Slices, Raised, None, a Python value, or a list or dict of these

SYMBOLS: dict[str, Callable] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "neg": operator.neg,
    "abs": abs,
    "~": operator.invert,
    "[]": operator.getitem,
}


@dataclass(frozen=True)
class As:
    """An operand that is passed as it is: a Python number, None, a NumPy array."""

    value: Any


@dataclass(frozen=True)
class Cell:
    """An operand that is a variable."""

    value: np.ndarray


@dataclass(frozen=True)
class Call:
    """`function(*operands, **attributes)`.  Arrays among operands become tensors; lists may hold several."""

    function: str
    operands: tuple
    attributes: dict = field(default_factory=dict)

    def __str__(self) -> str:
        shown = [*map(_shown, self.operands), *(f"{k}={v!r}" for k, v in self.attributes.items())]
        return f"{self.function}({', '.join(shown)})"


def function(tf: ModuleType, name: str) -> Callable:
    """What `name`, dotted or an operator's symbol, means on the module `tf`."""
    if name in SYMBOLS:
        return SYMBOLS[name]
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    return found


def made(tf: ModuleType, operand: Any) -> Any:
    """An operand of a call as `tf` has it."""
    match operand:
        case np.ndarray():
            return tf.constant(operand)
        case list():
            return [made(tf, item) for item in operand]
        case Cell(value):
            return tf.Variable(value)
        case As(value):
            return value
    raise TypeError(f"{operand!r} is no operand; wrap it in As")


def leaves(operands: Any) -> list:
    """The tensors and variables among operands."""
    flat = (x for item in operands for x in (leaves(item) if isinstance(item, list) else [item]))
    return [x for x in flat if hasattr(x, "numpy")]


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


def result(tf: ModuleType, call: Call) -> Seen:
    """What `call` returns on `tf`, or the error it raises."""
    run = function(tf, call.function)
    return attempt(tf, lambda: run(*(made(tf, x) for x in call.operands), **call.attributes))


def observe(tf: ModuleType, call: Call) -> dict[str, Seen]:
    """The result of `call` on `tf`, its gradients and theirs, with respect to all its operands.

    `gradient` and `weighted` are first derivatives of the result, the latter with weights; `second` and
    `second weighted` are derivatives of the sum of `weighted`, with respect to operands and weights.
    """
    operands = [made(tf, x) for x in call.operands]
    sources, run = leaves(operands), function(tf, call.function)
    kept: dict[str, Any] = {}

    def keep(name: str, action: Callable[[], Any]) -> bool:
        """Attempts `action`; the value itself is kept for what follows.  False where it raised."""
        answer[name] = attempt(tf, lambda: kept.setdefault(name, action()))
        return name in kept

    answer: dict[str, Seen] = {}
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch(sources)
            if not keep("result", lambda: run(*operands, **call.attributes)):
                return answer
        y = kept["result"]
        targets = leaves(y if isinstance(y, list) else [y])
        keep("gradient", lambda: inner.gradient(y, sources))
        if any(x.dtype == tf.string for x in targets):
            return answer
        given = [tf.constant(weights(x, 1)) for x in targets]
        outer.watch(given)
        if not keep("weighted", lambda: inner.gradient(targets, sources, output_gradients=given)):
            return answer
    firsts = [g.values if hasattr(g, "dense_shape") else g for g in kept["weighted"] if g is not None]
    keep("second", lambda: outer.gradient(firsts, [*sources, *given]))
    again = [tf.constant(weights(g, 3)) for g in firsts]
    keep("second weighted", lambda: outer.gradient(firsts, [*sources, *given], output_gradients=again))
    return answer


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


def fail_for(problems: list[str]) -> None:
    """Fails the test with the first of its problems, where there are any."""
    if problems:
        pytest.fail("\n".join((f"{len(problems)} differences", *problems[:12])), pytrace=False)


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
    return f"{path.strip()}: {_shown(ours)} instead of {_shown(theirs)}"


def _shown(x: Seen) -> str:
    match x:
        case np.ndarray():
            return f"{x.dtype}{list(x.shape)}{x.tolist() if x.size < 13 else '…'}"
        case list():
            return f"[{', '.join(map(_shown, x))}]"
        case As(value):
            return repr(value)
        case Cell(value):
            return f"Variable({_shown(value)})"
        case Raised():
            return f"{x.error}{' (a fault)' * x.fault}: {x.message[:150]}"
    return repr(x)
