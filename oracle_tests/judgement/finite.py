"""FINITE DIFFERENCES of one primitive: its derivatives from values alone.

The primitive's forward runs in a wider type.  No tape and no vjp takes part.  Central differences at two
widths give a value and an estimate of its error; one-sided ones that stay apart as they get narrower tell a
kink.

Of complex numbers the convention is TensorFlow's: what is differentiated is L = Σ Re(conj(ct) y), and the
gradient is dL/dRe(x) + i dL/dIm(x) (D03).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from reference.primitive import Primitive
from strategies.outcome import Slices

from ..trial import Trial

STEP = 1e-5  # where operands are about 1; larger for larger ones
SECOND_STEP = 1e-3  # of the outer difference, where the inner one has
INNER_STEP = 1e-4


@dataclass(frozen=True, eq=False)
class Numeric:
    """A derivative by differences: its value, an estimate of its error, where it does not exist, the step."""

    value: np.ndarray
    error: np.ndarray
    kinks: np.ndarray
    step: float

    def is_nonzero(self) -> bool:
        """Whether some entry exists and is not 0."""
        return bool(np.any((np.abs(self.value) > self.error) & ~self.kinks))

    def figures(self) -> tuple[tuple[str, str], ...]:
        """The numbers of an evidence."""
        kinks = (("left and right differ", _text(self.kinks)),) if self.kinks.any() else ()
        within = float(np.max(self.error, initial=0))
        return (
            ("derivative", _text(self.value)),
            ("within", f"{within:.2g}"),
            ("step", f"{self.step:g}"),
            *kinks,
        )


def _text(array) -> str:
    array = np.asarray(array)
    if array.dtype.kind in "fc":
        array = array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
    return np.array2string(array, precision=10, threshold=16)


def of_primitive(trial: Trial, order: str) -> list[Numeric] | None:
    """For each floating and complex operand of a trial the derivative of L; in second order that of the sum
    of (the real parts of) all of them.

    In second order the cotangents follow as operands of their own, as in `Trial`.  None where a forward
    cannot be run in a wider type.
    """
    for wide in (np.longdouble, np.float64):
        try:
            with np.errstate(all="ignore"):
                return _Wide(trial, wide).derivatives(order)
        except (TypeError, ValueError, LookupError, NotImplementedError):
            continue  # many functions have no long double
    return None


class _Wide:
    """A trial's forward in a wider type."""

    def __init__(self, trial: Trial, wide):
        self.wide, self.eps = wide, float(np.finfo(wide).eps)
        if isinstance(trial.primitive, Primitive):
            self.forward, slots = trial.primitive.forward, trial.primitive.slots
        else:  # rows gathered from a variable
            self.forward, slots = lambda rows, indices: rows[indices], [0]
        self.arguments = [self._widened(x) for x in trial.arguments]
        self.cts = [None if ct is None else self._widened(dense(ct)) for ct in trial.cotangents]
        self.places = [
            (i, j)
            for i in slots
            for j in (range(len(self.arguments[i])) if isinstance(self.arguments[i], list) else (None,))
            if is_inexact(self._operand((i, j)))
        ]

    def _widened(self, x):
        if isinstance(x, list):
            return [self._widened(item) for item in x]
        if not is_inexact(x):
            return x
        x = np.asarray(x)
        return x.astype(np.result_type(self.wide, np.complex64) if x.dtype.kind == "c" else self.wide)

    def _operand(self, place):
        i, j = place
        return self.arguments[i] if j is None else self.arguments[i][j]

    def _loss(self, moves, cts) -> float:
        """L, with operands moved."""
        arguments = [list(x) if isinstance(x, list) else x for x in self.arguments]
        for (i, j), delta in moves.items():
            if j is None:
                arguments[i] = arguments[i] + delta
            else:
                arguments[i][j] = arguments[i][j] + delta
        y = self.forward(*arguments)
        total = self.wide(0)
        for result, ct in zip(y if isinstance(y, tuple) else (y,), cts, strict=False):
            if ct is not None:
                total = total + np.sum(np.real(np.conj(ct) * result))
        return total

    def derivatives(self, order: str) -> list[Numeric]:
        if order == "vjp":
            return [
                derivative(
                    lambda d, at=at: self._loss({at: d}, self.cts), self._operand(at), STEP, noise=self.eps
                )
                for at in self.places
            ]
        noise = self.eps / INNER_STEP
        answers = [
            derivative(
                lambda d, at=at: self._slope({at: d}, self.cts), self._operand(at), SECOND_STEP, noise, 1e-6
            )
            for at in self.places
        ]
        for k, ct in enumerate(self.cts):
            if ct is not None:

                def by_cotangent(d, k=k, ct=ct):
                    return self._slope({}, [*self.cts[:k], ct + d, *self.cts[k + 1 :]])

                answers.append(derivative(by_cotangent, ct, SECOND_STEP, noise, 1e-6))
        return answers

    def _slope(self, shift, cts) -> float:
        """The sum of all first derivatives at operands moved by `shift`: one along all ones."""
        step = self.wide(INNER_STEP)
        forward, backward = (
            self._loss(
                {at: shift.get(at, 0) + sign * np.ones_like(self._operand(at)) for at in self.places}, cts
            )
            for sign in (step, -step)
        )
        return (forward - backward) / (2 * step)


def is_inexact(x) -> bool:
    """Whether `x` is an array of floating or complex numbers; bfloat16's kind is "V"."""
    dtype = getattr(x, "dtype", None)
    return dtype is not None and (dtype.kind in "fc" or dtype.name == "bfloat16")


def dense(value):
    """IndexedSlices as an array, equal rows summed; anything else as it is."""
    if isinstance(value, Slices) and value.dense_shape is not None:
        array = np.zeros(tuple(value.dense_shape), value.values.dtype)
        np.add.at(array, value.indices, value.values)
        return array
    return value


def derivative(f: Callable, x, step: float, noise: float, least: float = 1e-9) -> Numeric:
    """The derivative of the real f(δ) at δ = 0, entry by entry of an array δ like `x`, by Richardson's
    extrapolation.

    `noise` is the relative error of f's values, `least` the least relative error to be claimed.
    """
    x = np.asarray(x)
    value, error = np.zeros(x.shape, x.dtype), np.zeros(x.shape)
    kinks = np.zeros(x.shape, bool)
    for index in np.ndindex(*x.shape):
        for direction in (1, 1j) if x.dtype.kind == "c" else (1,):
            unit = np.zeros(x.shape, x.dtype)
            unit[index] = direction
            slope, off, kink = _best_slope(f, unit, float(abs(x[index])), step, noise)
            value[index] += direction * slope
            error[index] += off + abs(slope) * least
            kinks[index] |= kink
    return Numeric(value, error, kinks, step)


def _best_slope(f, unit, size, step, noise):
    """The slope along `unit`; where the usual step is too wide, or too narrow, beside the operand, one that
    is neither.
    """
    slope, off, kink = _slope_along(f, unit, size, step, noise)
    if size and not 0.1 < size < 10 and (kink or not off < 1e-6 * abs(slope)):
        other = _slope_along(f, unit, size, step * size * (100 if size < 1 else 1), noise)
        if kink or other[1] < off:
            return other
    return slope, off, kink


def _slope_along(f, unit, size, step, noise):
    """A slope, its error, and whether left and right differ (or one of them does not exist)."""
    middle = f(0 * unit)
    wide, narrow = ((f(unit * h), f(unit * -h), h) for h in (np.longdouble(step), np.longdouble(step) / 2))
    coarse, fine = ((right - left) / (2 * h) for right, left, h in (wide, narrow))
    jumps = [abs((right - middle) - (middle - left)) / h for right, left, h in (wide, narrow)]
    lost = noise * (max(abs(middle), abs(wide[0]), abs(wide[1])) / step + size * abs(fine) / step)
    if not np.isfinite(coarse + fine + middle):
        return np.longdouble(0), np.inf, True
    kink = bool(jumps[1] > 0.75 * jumps[0] and jumps[1] > 1e-3 * abs(fine) + 100 * lost)
    return (4 * fine - coarse) / 3, float(abs(fine - coarse) + lost), kink
