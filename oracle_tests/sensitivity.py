"""SENSITIVITY: what rounding can do to a program, by Monte Carlo arithmetic on the reference.

The program runs 8 times with the operands and results of rounding operations moved by up to ±4u (u half a
unit in the last place; of complex numbers each part, by so much of the modulus).  What an operation computes
exactly (checked in the next wider type) is left alone, so that ties stay ties, and so are parts of operands
that are zero, so that real numbers stay real.  The *spread* of a number is the largest distance of these runs
from the unperturbed one.
"""

from dataclasses import dataclass, field

import numpy as np

import reference
from reference.primitive import evaluated_by
from strategies.interpret import Machine
from strategies.outcome import Composite, Raised, Slices
from strategies.program import Program

from .precision import PRECISIONS, Precision, compared, parts, precision

RUNS = 8
NOISE = 4.0
NORMWISE = {"normwise": 2.0, "schur": 16.0}  # by how many units of a matrix its entries are moved


@dataclass
class _Watch:
    """Evaluates primitives without noise, and notes the discrete choices and how near the limits results
    come.
    """

    machine: Machine
    choices: list = field(default_factory=list)
    near_limits: bool = False

    def __call__(self, primitive, arrays):
        y = primitive.forward(*arrays)
        note_choice(self, primitive, arrays, y)
        results = y if isinstance(y, tuple) else (y,)
        squared = primitive.accumulates in NORMWISE
        operands = (x for x in arrays if squared or getattr(x, "dtype", None) in _COMPLEX)
        self.near_limits |= squared and any(map(_has_lost_squares, arrays))
        self.near_limits |= any(map(_is_near_limits, (*results, *operands))) or _overflows_within(
            primitive, arrays, results
        )
        return y


_COMPLEX = frozenset(dtype for dtype in PRECISIONS if dtype.kind == "c")


def _has_lost_squares(x) -> bool:
    """Whether the square of a number has no place in its dtype, as too large or too small."""
    of = precision(x)
    if of is None:
        return False
    size = np.abs(compared(np.asarray(x)))
    return bool(np.any((size > of.largest**0.5 / 4) | (size > 0) & (size < 4 * of.tiny**0.5)))


def _is_near_limits(y) -> bool:
    """True for a number within a factor 4 of the largest or the smallest normal one of its dtype.

    Of complex numbers, for one whose square is, and one that is not finite.  TensorFlow's kernels take some
    numbers at once and square their parts, and compute what is left over in another way: of six complex64
    1e-20 the logarithm is nan four times and then -46.05, and (1 + 2j) / 0 is nan + nanj in the first four
    places and inf + infj in the last two.
    """
    of = precision(y)
    if of is None or not np.size(y):
        return False
    size = np.abs(compared(np.asarray(y)))
    if y.dtype.kind == "c":
        least, most, beyond = of.tiny**0.5, of.largest**0.5, ~np.isfinite(size)
    else:
        least, most, beyond = of.tiny, of.largest, False
    finite = np.isfinite(size)
    return bool(np.any((size > most / 4) & finite | (size > 0) & (size < least * 4) | beyond))


def _overflows_within(primitive, arrays, results) -> bool:
    """True where an operation that rounds ends non-finite, though in a wider type it would not."""
    if not primitive.rounds or all(precision(y) is None or np.isfinite(y).all() for y in results):
        return False
    wide = primitive.forward(*map(_widened, arrays))
    return any(
        bool((~np.isfinite(y) & np.isfinite(w)).any())
        for y, w in zip(results, wide if isinstance(wide, tuple) else (wide,), strict=True)
        if precision(y) is not None
    )


class _Noise:
    """Evaluates primitives with noise from one seed; within the outcomes `inexact`, also what is exact."""

    def __init__(self, machine: Machine, seed: int, inexact: frozenset[int] = frozenset()):
        self.machine, self.random = machine, np.random.default_rng(seed)
        self.choices: list = []
        self.inexact = inexact

    def __call__(self, primitive, arrays):
        y = primitive.forward(*arrays)
        note_choice(self, primitive, arrays, y)
        if not primitive.rounds or not _is_rounding(y):
            return y
        if primitive.accumulates in NORMWISE:
            units = NORMWISE[primitive.accumulates] / NOISE
            moved = primitive.forward(*(self._moved_as_matrix(x, units) for x in arrays))
            return tuple(map(self._rounded, y, moved)) if isinstance(y, tuple) else self._rounded(y, moved)
        noisy = self._within_domain(primitive, arrays, y)
        sizes = _sizes(primitive, arrays)
        if sizes is None and len(self.machine.outcomes) in self.inexact:
            sizes = noisy
        told = sizes is None and primitive.rounds != "always"
        exact = primitive.forward(*map(_widened, arrays)) if told else None
        if isinstance(y, tuple):
            nothing = (None,) * len(y)
            return tuple(map(self._mixed, y, noisy, sizes or nothing, exact or nothing))
        return self._mixed(y, noisy, sizes, exact)

    def _within_domain(self, primitive, arrays, y):
        """The result for moved operands.

        Where that is nan and `y` is not, one operand is moved at a time: the exponent of a negative number is
        an integer, and whatever is beside it no exponent.
        """
        moved = list(map(self._moved, arrays))
        noisy = primitive.forward(*moved)
        operands = [i for i, x in enumerate(arrays) if precision(x) is not None]
        if len(operands) < 2 or isinstance(y, tuple):
            return noisy
        for i in operands:
            lost = np.isnan(compared(np.asarray(noisy))) & np.isfinite(compared(np.asarray(y)))
            if not lost.any():
                break
            alone = primitive.forward(*(moved[k] if k == i else x for k, x in enumerate(arrays)))
            noisy = np.where(lost, alone, noisy)
        return noisy

    def _mixed(self, y, noisy, size, wide):
        """`noisy` with noise of its own, relative to `size`; where `wide` says that `y` is exact, `y`."""
        y = np.asarray(y)
        moved = self._moved(np.asarray(noisy), noisy if size is None else size)
        kept = ~np.isfinite(y) if wide is None else (np.asarray(wide) == y) | ~np.isfinite(y)
        return np.where(kept, y, moved).astype(y.dtype)

    def _moved(self, x, size=None):
        """`x` with noise relative to `size`, or as an operand, to itself."""
        if isinstance(x, list):
            return [self._moved(item) for item in x]
        of = precision(x)
        if of is None:
            return x
        moves = self._size(x if size is None else size, of) * self._noise(x, of)
        if size is None:
            moves = _where_not_zero(x, moves)
        return (compared(x) + moves).astype(x.dtype)

    def _moved_as_matrix(self, x, units: float):
        """`x` with noise relative to the largest entry of each of its matrices; real ones stay real."""
        of = precision(x)
        if of is None or not np.size(x):
            return x
        finite = np.where(np.isfinite(x), np.abs(compared(x)), 0)
        largest = np.max(finite, axis=tuple(range(max(x.ndim - 2, 0), x.ndim)), keepdims=True)
        moves = units * largest * self._noise(x, of)
        if x.dtype.kind == "c" and not x.imag.any():
            moves = moves.real
        return (compared(x) + moves).astype(x.dtype)

    def _rounded(self, y, noisy):
        """`noisy` with noise of its own; a number may end infinite or nan, and the other way round."""
        return y if precision(y) is None else self._moved(np.asarray(noisy), noisy)

    @staticmethod
    def _size(x, of: Precision):
        """How large numbers are; what has subnormals is rounded in steps of them, however small."""
        size = np.minimum(np.abs(compared(np.asarray(x))), of.largest)
        return size if of.flushed else np.maximum(size, of.tiny)

    def _noise(self, x, of: Precision):
        noise = self.random.uniform(-1, 1, np.shape(x))
        if x.dtype.kind == "c":
            noise = noise + 1j * self.random.uniform(-1, 1, np.shape(x))
        return NOISE * of.eps / 2 * noise


def _where_not_zero(x, moves):
    if x.dtype.kind != "c":
        return np.where(x == 0, 0.0, moves)
    return np.where(x.real == 0, 0.0, moves.real) + 1j * np.where(x.imag == 0, 0.0, moves.imag)


def _sizes(primitive, arrays):
    """How large the terms are that a result is made of; None where it is one term, or its terms add up
    exactly.
    """
    if primitive.accumulates is True:
        return None if all(map(_is_coarse, arrays)) else primitive.forward(*map(_absolute, arrays))
    return primitive.accumulates(*arrays) if primitive.accumulates else None


def _absolute(x):
    if isinstance(x, list):
        return [_absolute(item) for item in x]
    return x if precision(x) is None else np.abs(_widened(x))


def _is_coarse(x) -> bool:
    """True for numbers of so few digits that sums of products of them are exact in any order."""
    if isinstance(x, list):
        return all(map(_is_coarse, x))
    of = precision(x)
    if of is None:
        return True
    with np.errstate(all="ignore"):
        return all(
            bool(
                np.all(
                    ~np.isfinite(y) | ((np.abs(y) <= of.coarse) & (y * of.coarse == np.floor(y * of.coarse)))
                )
            )
            for y in parts(compared(x))
        )


def _is_rounding(y):
    return any(precision(item) is not None for item in (y if isinstance(y, tuple) else (y,)))


def _has_no_place(primitive, arrays, y) -> bool:
    """Whether a number is cast to an int dtype that has no place for it, of which kernels make what they
    like.
    """
    if primitive.name != "raw_ops.Cast" or y.dtype.kind not in "iu":
        return False
    x, limits = np.asarray(arrays[0]), np.iinfo(y.dtype)
    if x.dtype.kind in "iubOS":
        return False
    size = compared(x).real
    return not bool(np.all((size > float(limits.min) - 1) & (size < float(limits.max) + 1)))


def _widened(x):
    if isinstance(x, list):
        return [_widened(item) for item in x]
    of = precision(x)
    return x if of is None else x.astype(of.wider)


def note_choice(watch, primitive, arrays, y):
    """Notes the discrete choice that a call makes: what it declares, or a result that is no float."""
    choice = primitive.decides(*arrays) if primitive.decides is not None else None
    if choice is None and getattr(y, "dtype", None) is not None and y.dtype.kind in "biu":
        choice = y
    if choice is not None:
        if _has_no_place(primitive, arrays, y):
            choice = np.array(watch.random.random() if isinstance(watch, _Noise) else -1.0)
        watch.choices.append((len(watch.machine.outcomes), np.array(choice)))


class Sensitivity:
    """What the perturbed runs of a program showed."""

    def __init__(self, plain: Machine, runs: list[Machine], flip: int | None, near_limits: bool):
        self.plain, self.runs, self.flip, self.near_limits = plain, runs, flip, near_limits

    def flips_before(self, index: int) -> bool:
        """True if noise changed a discrete choice, or the class of an outcome, before outcome number
        `index`.
        """
        return self.flip is not None and self.flip < index

    def spread(self, index: int, leaf, like: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The spread of an outcome's numbers, and where a run made finite what was not, or the reverse."""
        base = np.asarray(_at(self.plain.outcomes[index], leaf))
        base, shape = compared(base), like.shape
        spread, changes = np.zeros(shape), np.zeros(shape, bool)
        with np.errstate(all="ignore"):
            for run in self.runs:
                value = compared(np.asarray(_at(run.outcomes[index], leaf)))
                changes |= np.isfinite(value) != np.isfinite(base)
                gap = np.abs(value - base)
                spread = np.maximum(spread, np.where(np.isfinite(gap), gap, 0))
        return spread, changes


def _at(outcome, leaf):
    value = outcome.value
    for key in leaf:
        value = value.parts if isinstance(value, Composite) else value
        value = getattr(value, key) if isinstance(value, Slices) else value[key]
    return value


def sensitivity(program: Program, inexact: frozenset[int] = frozenset()) -> Sensitivity:
    """Runs `program` on the reference, once plainly and 8 times with noise.

    `inexact` are numbers of outcomes that the other side computes differently in their last places, although
    the reference has them exact.
    """
    plain = Machine(reference)
    watch = _Watch(plain)
    with evaluated_by(watch):
        plain.run_program(program)
    runs, flips = [], []
    for seed in range(RUNS):
        run = Machine(reference)
        noise = _Noise(run, seed, inexact)
        with evaluated_by(noise):
            run.run_program(program)
        flips += _flips(plain, run, watch.choices, noise.choices)
        runs.append(run)
    return Sensitivity(plain, runs, min(flips, default=None), watch.near_limits)


def _flips(plain, run, choices, noisy_choices):
    """The numbers of the outcomes from which a run went another way than the plain one: at most two."""
    for i, (a, b) in enumerate(zip(plain.outcomes, run.outcomes, strict=False)):
        if plain.paths[i] != run.paths[i] or isinstance(a, Raised) != isinstance(b, Raised):
            yield i
            break
    for (i, a), (j, b) in zip(choices, noisy_choices, strict=False):
        if i != j or a.shape != b.shape or not np.array_equal(a, b, equal_nan=a.dtype.kind == "f"):
            yield min(i, j)
            break
