"""MOVING OPERANDS: how domains of `reference.moving_operands` become operands and attributes."""

from typing import assert_never

from reference import moving_operands as m

from . import program as p
from . import values
from .draft import Draft
from .pools import fitting

_PLACES = (((0, 2), (1,)), ((1, 0),), ((0,), (1, 2)), ((0, 1), (0,)), ((0, 0), (1,)), ((2, 1, 0),))


def moving_operand(draft: Draft, domain: m.MovingOperand, drawn: dict, shape: tuple, dtype: str) -> p.Tree:
    """A tree for a tensor operand; `shape` and `dtype` are those of the operand that the domain names."""
    match domain:
        case m.PartNumbers(_, count):
            below = drawn.get(count) or 1
            return draft.written(values.indices(draft.choose, "int32", shape[:1], below + draft.wrong))
        case m.Places():
            rows = _PLACES[draft.choose(len(_PLACES))]
            return p.Sequence("list", tuple(_row(draft, row) for row in rows))
        case m.Pieces(at):
            return p.Sequence("list", tuple(_pieces(draft, drawn.get(at))))
        case _:
            raise AssertionError(f"no strategy for {domain}")


def _row(draft, row):
    if draft.wrong:
        row = tuple(i - draft.choose(2) for i in row)
    return draft.written(p.Literal("int32", (len(row),), row))


def _pieces(draft, places):
    dtype = draft.any_dtype()
    rest = ((), (2,), (3,))[draft.choose(3)]
    for row in getattr(places, "items", ()):
        count = draft.array(row).shape if isinstance(row, str) and row in draft.operands() else (1,)
        shape = (*count, *rest)
        yield fitting(draft, (dtype,), lambda x: x.shape == shape) or draft.constant(dtype, shape)  # noqa: B023


def moving_attribute(
    draft: Draft, domain: m.MovingDomain, drawn: dict, shape: tuple[int, ...]
) -> p.Attribute:
    """A value for an argument that is no tensor; `shape` is that of the operand that the domain names."""
    match domain:
        case m.BlockShape(_, joined):
            return _blocks(draft, shape, joined)
        case m.BlockPaddings(_, blocks):
            pairs = []
            for size, block in zip(shape[1:], _tuple(drawn.get(blocks)), strict=False):
                before = draft.choose(2)
                pairs.append((before, -(size + before) % max(block, 1) + draft.wrong))
            return tuple(pairs)
        case m.Crops(_, blocks):
            pairs = []
            for size, block in zip(shape[1:], _tuple(drawn.get(blocks)), strict=False):
                before = draft.choose(min(size * block, 1) + 1)
                pairs.append((before, draft.choose(size * block - before + 1) + draft.wrong * 9))
            return tuple(pairs)
        case m.Lengths(_, axis, batch):
            size, count = (_along(drawn.get(name), shape) for name in (axis, batch))
            return tuple(draft.choose(size + 1) + draft.wrong for _ in range(count))
        case m.AxisBut(_, other):
            taken = 0 if other is None else drawn.get(other)
            axes = [i for i in range(len(shape)) if i != taken]
            return len(shape) if draft.wrong or not axes else axes[draft.choose(len(axes))]
        case m.MovingDomain():
            raise AssertionError(f"no strategy for {domain}")
        case _:
            assert_never(domain)


def _blocks(draft, shape, joined):
    count = 1 + (len(shape) > 2 and draft.flag())
    first = (2, 1, 3)[draft.choose(3)] - draft.wrong
    blocks = (first, *(1 + draft.choose(2) for _ in range(count - 1)))
    if joined and shape and not draft.wrong:
        rest = shape[0]
        blocks = tuple(_divisor(rest, blocks, i) for i in range(count))
    return blocks


def _divisor(size, blocks, i):
    """Of the blocks, the first that divides `size` counts; the others are 1."""
    divides = [b > 1 and size % b == 0 for b in blocks]
    return blocks[i] if True in divides and divides.index(True) == i else 1


def _tuple(blocks):
    return blocks if isinstance(blocks, tuple) else (blocks,) * 2 if isinstance(blocks, int) else ()


def _along(axis, shape):
    axis = 0 if axis is None else axis
    return shape[axis] if isinstance(axis, int) and 0 <= axis < len(shape) else 1
