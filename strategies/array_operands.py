"""ARRAY OPERANDS: how domains of `reference.array_operands` become operands and attributes."""

from typing import Any, assert_never

from reference import array_operands as a

from . import program as p
from . import values
from .draft import Draft
from .pools import fitting

_EQUATIONS = (
    "ij,jk->ik",
    "ij->ji",
    "ij,jk",
    "i,j->ij",
    "ij->i",
    "ij->",
    "ii->i",
    "...ij,...jk->...ik",
    "...i->...",
    "ij,kj->jik",
    "i,i->",
    "ij,j->i",
    "iij,jk->ik",
    "ij,jk,kl->il",
    ",i->i",
    "ij,ij->j",
)
_SIZE = {"i": 2, "j": 3, "k": 2, "l": 2}
_SMALL = ((2,), (3,), (2, 2), (1, 2), (), (0,))


def array_operand(
    draft: Draft, domain: a.ArrayOperand, drawn: dict, shape: tuple[int, ...], dtype: str
) -> p.Tree:
    """A tree for a tensor operand; `shape` and `dtype` are those of the operand that the domain names."""
    match domain:
        case a.Scalar(optional):
            if optional and draft.flag():
                return p.Nothing()
            return p.Number(1.5) if draft.choose(4) == 0 else _like(draft, draft.dtype, ())
        case a.Row():
            return fitting(draft, (draft.any_dtype(),), lambda x: x.ndim == 1) or draft.constant(None, (3,))
        case a.Indices():
            literal = values.indices(draft.choose, _int(draft), (_SMALL)[draft.choose(6)], 4)
            return draft.written(literal)
        case a.Mask(_, axis):
            start = drawn.get(axis) or 0
            inside = shape[start:] if -len(shape) <= start < len(shape) else shape
            return _like(draft, "bool", inside[: 1 + draft.choose(max(len(inside), 1))] or (1,))
        case a.Coordinates():
            return _coordinates(
                draft, shape, dtype if domain.is_shape and dtype in ("int32", "int64") else _int(draft)
            )
        case a.Updates(_, at):
            dtype = draft.dtype if domain.is_shape else dtype
            return _updates(draft, shape, dtype, drawn.get(at))
        case a.Sizes():
            sizes = ((3,), (2, 3), (4,), (2, 2), (3, 1))[draft.choose(5)]
            literal = p.Literal("int32", (len(sizes),), sizes)
            return draft.written(literal)
        case a.DiagonalsOf(_, k):
            return _like(draft, dtype, _diagonals(shape, drawn.get(k) or 0))
        case a.MultipliesVector(_, transpose, adjoint):
            size = shape[-2:][:1] if drawn.get(transpose) or drawn.get(adjoint) else shape[-1:]
            return _like(draft, dtype, size if draft.flag() else (*shape[:-2], *size))
        case a.Contracts():
            first = shape[-1:] or (2,)
            found = fitting(draft, (dtype,), lambda x: x.ndim and x.shape[:1] == first and x.size <= 16)
            return found or draft.constant(dtype, (*first, 2))
        case a.Some():
            count = 1 + draft.choose(3)
            return p.Sequence("tuple", tuple(_like(draft, draft.dtype, draft.shape()) for _ in range(count)))
        case a.Terms(equation):
            return p.Sequence("tuple", tuple(_terms(draft, drawn[equation])))
        case _:
            raise AssertionError(f"no strategy for {domain}")


def _terms(draft, equation):
    """Operands for an equation, one of another dtype or shape where the call is wrong on purpose."""
    for labels in equation.split("->")[0].split(","):
        shape = tuple(_SIZE[label] for label in labels.replace("...", ""))
        shape = (2, *shape) if "..." in labels and draft.flag() else shape
        yield _like(draft, draft.dtype, (*shape, 2) if draft.wrong and draft.flag() else shape)


def _like(draft, dtype, shape):
    return fitting(draft, (dtype,), lambda x: x.shape == shape) or draft.constant(dtype, shape)


def _int(draft):
    return "int64" if draft.one_in(4) else "int32"


def _coordinates(draft, shape, dtype):
    """Some rows of coordinates along the first axes, the same row more than once now and then."""
    depth = 1 if len(shape) < 2 or draft.flag() else 2
    rows = ((2,), (1,), (3,), (2, 1))[draft.choose(4)]
    sizes = [*map(int, shape[:depth]), *(1,) * (depth - len(shape))]  # a wrong shape may hold other numbers
    if (0 in sizes or 0 in shape) and not draft.wrong:
        return draft.written(p.Literal(dtype, (0, depth), ()))
    count, start = rows[0], draft.choose(8)
    numbers = []
    for i in range(count):
        for j, size in enumerate(sizes):
            numbers.append((start + i * (1, 2, 0)[draft.choose(3)] + j) % (size + draft.wrong or 1))
    return draft.written(p.Literal(dtype, (*rows, depth), tuple(numbers)))


def _updates(draft, shape, dtype, at):
    places = draft.array(at).shape if isinstance(at, str) and at in draft.operands() else (1, 1)
    rows = (max(int(n), 0) for n in shape[places[-1] if places else 1 :])  # as above
    return _like(draft, dtype, (*places[:-1], *rows))


def _diagonals(shape, k):
    """The shape of diagonals `k` of matrices of `shape`."""
    low, high = (k, k) if isinstance(k, int) else (k[0], k[-1])
    rows, columns = shape[-2:] if len(shape) > 1 else (1, 1)
    length = max(min(rows + min(high, 0), columns - max(low, 0)), 0)
    return (*shape[:-2], *(() if low == high else (high - low + 1,)), length)


def array_attribute(draft: Draft, domain: a.ArrayDomain, drawn: dict, shape: tuple[int, ...]) -> p.Attribute:
    """A value for an argument that is no tensor; `shape` is that of the operand that the domain names."""
    rank = len(shape)
    match domain:
        case a.Shape():
            return (*_SMALL, (2, 3), (3, 1))[draft.choose(8)]
        case a.Between(low, high):
            return low + draft.choose(high - low + 1) - draft.wrong
        case a.Multiples():
            times = (1, 2, 1, 3, 0) if draft.may("empty") else (1, 2, 1, 3, 2)
            return tuple(times[draft.choose(5)] for _ in range(rank + draft.wrong))
        case a.Repeats(_, axis):
            size = _along(drawn.get(axis), shape)
            if draft.flag() or size is None:
                return (2, 1, 3)[draft.choose(3)]
            return tuple(draft.choose(3) for _ in range(size + draft.wrong))
        case a.Paddings():
            return tuple((draft.choose(2), draft.choose(3)) for _ in range(rank + draft.wrong))
        case a.Splits(_, axis):
            return _splits(draft, _along(drawn.get(axis), shape) or 0)
        case a.SizeOf(_, axis):
            return (_along(drawn.get(axis), shape) or 0) + draft.wrong
        case a.DistinctAxes():
            axes = tuple(i for i in range(rank) if draft.flag())
            return (*axes, *axes[:1]) if draft.wrong else axes
        case a.Begin():
            return tuple(draft.choose(n + 1) for n in shape)
        case a.BlockSize(_, begin):
            starts = drawn.get(begin) or (0,) * rank
            pairs = zip(starts, shape, strict=False)
            return tuple(-1 if draft.choose(3) == 0 else draft.choose(max(n - b, 0) + 1) for b, n in pairs)
        case a.Strides():
            return tuple((1, 2, -1, 1)[draft.choose(4)] for _ in range(rank)) if draft.flag() else (1,) * rank
        case a.Bits():
            return draft.choose(2**rank) if draft.choose(3) == 0 and rank < 6 else 0
        case a.BandWidth(_, axis):
            size = shape[axis] if rank > 1 else 1
            return draft.choose(size + 2) - 1 + 2 * draft.wrong
        case a.Diagonals(_, packed):
            return _packed(draft, shape) if packed else _numbers(draft, shape)
        case a.Contraction():
            return ((1, ((-1,), (0,)), 1, 0) if rank else (0, 0, 0, 0))[draft.choose(4)]
        case a.TransformLength(_, axes, half):
            return _lengths(draft, shape[-axes:], axes, half)
        case a.Equation():
            return _EQUATIONS[draft.choose(len(_EQUATIONS))]
        case a.ArrayDomain():
            raise AssertionError(f"no strategy for {domain}")
        case _:
            assert_never(domain)


def _along(axis: Any, shape):
    """The size along an axis; None where there is none."""
    axis = 0 if axis is None else axis
    return shape[axis] if isinstance(axis, int) and -len(shape) <= axis < len(shape) else None


def _splits(draft, size):
    if draft.wrong:
        return size + 1
    if draft.flag():
        return next(n for n in ((2, 3, 1), (3, 2, 1))[draft.choose(2)] if size % n == 0)
    first = draft.choose(size + 1)
    return (first, -1) if draft.flag() else (first, size - first)


def _numbers(draft, shape):
    rows, columns = shape[-2:] if len(shape) > 1 else (1, 1)
    low, high = 1 - max(rows, 1), max(columns, 1) - 1
    k = low + draft.choose(high - low + 1) + draft.wrong * 3
    if draft.flag():
        return k
    return (k, k + draft.choose(high - k + 1)) if k <= high else (k, k)


def _packed(draft, shape):
    """Numbers of diagonals of which `shape` holds as many."""
    low = draft.choose(4) - 2
    if len(shape) > 1 and draft.flag():
        return (low, low + shape[-2] - 1 + draft.wrong) if shape[-2] else low
    return low


def _lengths(draft, sizes, axes, half):
    """As many entries as there are, one more, or fewer; more than none."""
    sizes = (*sizes, *(2,) * (axes - len(sizes)))
    whole = (*sizes[:-1], max(2 * (sizes[-1] - 1), 1) if half else sizes[-1])
    return tuple(max(n + (0, 1, 0, -1)[draft.choose(4)], 1) - 8 * draft.wrong for n in whole)
