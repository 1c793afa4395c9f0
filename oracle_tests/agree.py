"""AGREEMENT: whether two machines saw the same, and if not, where they part.

There is no table of tolerances.  Two numbers agree within 2 units in the last place.  Beyond that the
reference runs the program again with small noise in every operation that rounds (`sensitivity`): what noise
can explain agrees, what noise makes meaningless is inconclusive, the rest is a difference.
"""

from dataclasses import dataclass

import numpy as np

from strategies.interpret import DONE, Machine
from strategies.outcome import Composite, Done, Names, Raised, Returned, Slices, Value
from strategies.program import Program

from .precision import compared, parts, precision, units
from .sensitivity import Sensitivity, sensitivity

ULPS = 2


@dataclass(frozen=True)
class Difference:
    """Where two machines part: `kind` is one of reports.discrepancy.KINDS.

    `index` counts outcomes, `path` leads to the statement, `leaf` into its value.  `amount` is the largest
    relative difference of a number, `spreads` the same as a multiple of what noise does to it, and `clear`
    the multiple that is beyond doubt in its dtype.
    """

    kind: str
    index: int
    path: tuple[int, ...]
    leaf: tuple[int | str, ...] = ()
    amount: float = 0.0
    spreads: float = 0.0
    clear: float = 0.0


@dataclass(frozen=True)
class Comparison:
    """`status` is "agreed", "inconclusive" or "differs"; only the last has a difference."""

    status: str
    difference: Difference | None = None


AGREED = Comparison("agreed")
INCONCLUSIVE = Comparison("inconclusive")


def compare(program: Program, ours: Machine, theirs: Machine) -> Comparison:
    """The reference's machine against another that ran the same program."""
    suspects, parting = _walk(ours, theirs)
    if not suspects and parting is None:
        return AGREED
    if parting is not None and not suspects and _is_fault(ours, parting.index):
        return Comparison("differs", parting)
    return _weigh(program, suspects, parting, ours, theirs)


def _is_fault(ours, index):
    outcome = ours.outcomes[index] if index < len(ours.outcomes) else None
    return isinstance(outcome, Raised) and outcome.fault


def _walk(ours: Machine, theirs: Machine) -> tuple[list[tuple], Difference | None]:
    """Numbers that are not equal at sight, in order, and the first outcome that differs in kind."""
    suspects: list[tuple] = []
    for i, (a, b) in enumerate(zip(ours.outcomes, theirs.outcomes, strict=False)):
        path = ours.paths[i]
        if path != theirs.paths[i]:
            return suspects, Difference("error", i, min(path, theirs.paths[i], key=len))
        if a is DONE and b is DONE:
            continue
        if isinstance(a, Raised) or isinstance(b, Raised):
            if a != b or _is_fault(ours, i):
                return suspects, Difference("error", i, path)
            if a.warned != b.warned:
                return suspects, Difference("warning", i, path)
            continue
        kind = _match(a.value, b.value, (), lambda leaf, x, y, i=i: suspects.append((i, leaf, x, y)))
        if kind is not None:
            return suspects, Difference(kind[0], i, path, kind[1])
        if a.warned != b.warned:
            return suspects, Difference("warning", i, path)
    return suspects, None


def _match(a: Value, b: Value, leaf, suspect) -> tuple[str, tuple] | None:
    """The kind in which two values differ and where, or None; unequal numbers are handed to `suspect`."""
    if a is None or b is None:
        return None if a is b else ("none", leaf)
    if isinstance(a, Slices) or isinstance(b, Slices):
        return _match_slices(a, b, leaf, suspect)
    if isinstance(a, Composite) or isinstance(b, Composite):
        return _match_composites(a, b, leaf, suspect)
    if isinstance(a, list | tuple | dict | Names | Done) or isinstance(b, list | tuple | dict | Names | Done):
        return _match_structures(a, b, leaf, suspect)
    if a.dtype != b.dtype:
        return "dtype", leaf
    if a.shape != b.shape:
        return "shape", leaf
    if not np.array_equal(a, b) and not _within_ulps(a, b):
        suspect(leaf, np.asarray(a), np.asarray(b))
    return None


def _match_slices(a, b, leaf, suspect):
    if type(a) is not type(b):
        return "slices", leaf
    for field in ("indices", "dense_shape"):
        unequal: list = []
        if _match(getattr(a, field), getattr(b, field), leaf, lambda *_, to=unequal: to.append(1)) or unequal:
            return "slices", (*leaf, field)
    return _match(a.values, b.values, (*leaf, "values"), suspect)


def _match_composites(a, b, leaf, suspect):
    if type(a) is not type(b) or a.kind != b.kind:
        return "structure", leaf
    return _match_structures(a.parts, b.parts, leaf, suspect)


def _match_structures(a, b, leaf, suspect):
    if type(a) is not type(b):
        return "structure", leaf
    if isinstance(a, Names | Done):
        return None if a == b else ("structure", leaf)
    if len(a) != len(b) or (isinstance(a, dict) and list(a) != list(b)):
        return "structure", leaf
    pairs = ((k, a[k], b[k]) for k in a) if isinstance(a, dict) else zip(range(len(a)), a, b, strict=True)
    for key, x, y in pairs:
        found = _match(x, y, (*leaf, key), suspect)
        if found is not None:
            return found
    return None


def _within_ulps(a, b) -> bool:
    return not unequal(a, b).any()


def unequal(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where two arrays of one dtype and shape differ by more than 2 units in the last place.

    Those of a complex number are those of its modulus.  It is NaN where a part is, and equals any other NaN.
    """
    of = precision(a)
    if of is None:
        return np.asarray(a != b)
    a, b = compared(a), compared(b)
    with np.errstate(all="ignore"):
        size = np.maximum(np.abs(a), np.abs(b))
        near = np.abs(a - b) <= ULPS * units(size, of)
    return ~((a == b) | near | (np.isnan(a) & np.isnan(b)))


def _weigh(program, suspects, parting, ours, theirs) -> Comparison:
    """Decides on the suspects in order; the first true difference wins, then the parting."""
    noise = sensitivity(program)
    doubtful = tainted = (
        False  # tainted: an infinity or nan may be another, and so may all that follows from it
    )
    for index, leaf, a, b in suspects:
        status, amount, spreads = weigh_numbers(a, b, noise, index, leaf)
        if status == "differs" and _signs_differ(ours, theirs, index):
            ours_there, theirs_there = _both_finite(a, b)
            status, amount, spreads = weigh_numbers(ours_there, theirs_there, noise, index, leaf)
            status = "differs" if status == "differs" else "inconclusive"
        tainted |= status == "inconclusive" and not (np.isfinite(a) & np.isfinite(b)).all()
        if status == "differs":
            status = "inconclusive" if tainted else _again(program, a, b, ours, theirs, index, leaf)
        if status == "differs":
            of = precision(a)
            found = Difference(
                "value", index, ours.paths[index], leaf, amount, spreads, of.clear if of else 0.0
            )
            return Comparison("differs", found)
        doubtful |= status == "inconclusive"
    if parting is not None:
        return INCONCLUSIVE if noise.flips_before(parting.index + 1) else Comparison("differs", parting)
    return INCONCLUSIVE if doubtful else AGREED


def _again(program, a, b, ours, theirs, index, leaf) -> str:
    """What remains of a difference once noise also reaches what the reference has exact and the other side
    has not.

    Where both sides had the very same numbers before, it stands.
    """
    inexact = _unlike(ours, theirs, index)
    return weigh_numbers(a, b, sensitivity(program, inexact), index, leaf)[0] if inexact else "differs"


def _unlike(ours: Machine, theirs: Machine, before: int) -> frozenset[int]:
    """The numbers of the earlier outcomes in which two machines' floats are not the same to the last bit."""
    unlike = set()

    def look(i, a, b):
        if isinstance(a, np.ndarray | np.generic):
            if precision(a) is not None and a.tobytes() != b.tobytes():
                unlike.add(i)
        elif isinstance(a, list | tuple):
            for x, y in zip(a, b, strict=True):
                look(i, x, y)
        elif isinstance(a, dict):
            look(i, list(a.values()), list(b.values()))
        elif isinstance(a, Slices):
            look(i, a.values, b.values)
        elif isinstance(a, Composite):
            look(i, a.parts, b.parts)

    for i in range(before):
        a, b = ours.outcomes[i], theirs.outcomes[i]
        if isinstance(a, Returned) and isinstance(b, Returned) and a is not DONE:
            look(i, a.value, b.value)
    return frozenset(unlike)


def _both_finite(a, b):
    """Two arrays, with 0 wherever one of them is not finite."""
    finite = np.isfinite(compared(a)) & np.isfinite(compared(b))
    zero = np.zeros((), a.dtype)
    return np.where(finite, a, zero), np.where(finite, b, zero)


def _signs_differ(ours: Machine, theirs: Machine, before: int) -> bool:
    """True if an earlier number had another sign, or was zero on one side only: equal within rounding, it
    decides between infinities, nan and numbers, and all that follows from them."""
    signs: list[bool] = []

    def note(a, b):
        if precision(a) is not None and np.shape(a) == np.shape(b):
            for x, y in zip(parts(np.asarray(a)), parts(np.asarray(b)), strict=True):
                signs.append(bool(np.any((np.sign(x) != np.sign(y)) | (np.signbit(x) != np.signbit(y)))))

    for a, b in zip(ours.outcomes[:before], theirs.outcomes[:before], strict=False):
        if not isinstance(a, Raised) and not isinstance(b, Raised):
            note(a.value, b.value)
    return any(signs)


FLUSHED = 64  # smallest normal numbers: what flushing subnormals to zero can lose within one operation
SPREADS = 4


def weigh_numbers(a, b, noise: Sensitivity, index: int, leaf) -> tuple[str, float, float]:
    """What to make of two unequal arrays: "agreed", "inconclusive" or "differs", by how much, in how many
    spreads.
    """
    differs = unequal(a, b)
    if noise.flips_before(index + 1):
        return "inconclusive", 0.0, 0.0
    of = precision(a)
    if of is None:
        return "differs", 1.0, np.inf
    spread, changes_class = noise.spread(index, leaf, a)
    a, b = compared(a), compared(b)
    with np.errstate(all="ignore"):
        gap, size = np.abs(a - b), np.maximum(np.abs(a), np.abs(b))
        finite = np.isfinite(a) & np.isfinite(b)
        if np.any(differs & ~finite):
            clear = differs & ~finite & ~changes_class
            return (
                ("differs", np.inf, np.inf)
                if clear.any() and not noise.near_limits
                else ("inconclusive", 0.0, 0.0)
            )
        meaningless = (SPREADS * spread > of.meaningless * size) | changes_class
        lost = FLUSHED * of.tiny if of.flushed else 0.0
        beyond = differs & ~meaningless & (gap > SPREADS * spread + lost)
        if beyond.any():
            ratio = np.where(beyond, gap / np.maximum(spread, of.tiny), 0.0)
            return "differs", float(np.max(np.where(beyond, gap / size, 0.0))), float(np.max(ratio))
    return ("inconclusive" if (differs & meaningless).any() else "agreed"), 0.0, 0.0
