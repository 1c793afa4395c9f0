"""IMAGE OPERANDS: how domains of `reference.image_operands` become operands and attributes."""

from typing import assert_never

import numpy as np

from reference import image_operands as i

from . import program as p
from . import values
from .draft import Draft
from .pools import fitting

_SHAPES = ((2, 2, 1), (3, 2, 1), (1, 2, 2), (2, 3, 1), (2, 2, 2))
_BOXES = ((0.0, 0.0, 1.0, 1.0), (0.1, 0.2, 0.8, 0.9), (0.25, 0.0, 0.6, 0.4), (0.9, 0.8, 0.1, 0.3))
_OUTSIDE = (-0.3, 0.1, 1.2, 0.9)
_MOST = 48  # entries of images


def image_operand(draft: Draft, domain: i.ImageOperand, drawn: dict, shape: tuple, dtype: str) -> p.Tree:
    """A tree for a tensor operand; `shape` and `dtype` are those of the operand that the domain names."""
    match domain:
        case i.Pictures():
            return _pictures(draft, domain)
        case i.SamePictures():
            return fitting(draft, (dtype,), lambda x: x.shape == shape) or draft.constant(dtype, shape)
        case i.Factor():
            return p.Number((0.5, 2.0, 0.0, -1.0)[draft.choose(4)])
        case i.Boxes():
            return _boxes(draft)
        case i.BoxImages(_, boxes):
            name = drawn.get(boxes)
            count = (
                draft.array(name).shape[:1] if isinstance(name, str) and name in draft.operands() else (1,)
            )
            below = (shape[0] if shape else 1) + draft.wrong
            return draft.written(values.indices(draft.choose, "int32", count or (1,), below))
        case _:
            raise AssertionError(f"no strategy for {domain}")


def _pictures(draft, domain):
    allowed = tuple(t.name for t in domain.dtypes)
    dtype = values.near(draft.any_dtype(), allowed)

    def fits(x):
        if x.ndim not in domain.ranks or not 0 < x.size <= _MOST or min(x.shape[-3:-1]) < domain.least:
            return False
        return not domain.channels or x.shape[-1] == domain.channels

    name = fitting(draft, (dtype,), fits)
    if name is not None and domain.likely is not None and draft.choose(4):
        low, high = domain.likely
        name = fitting(
            draft,
            (dtype,),
            lambda x: fits(x) and (x.dtype.kind != "f" or bool(np.all((x >= low) & (x <= high)))),
        )
    if name is not None and draft.choose(8):
        return name
    rank = domain.ranks[draft.choose(len(domain.ranks))]
    rows, columns, channels = _SHAPES[draft.choose(len(_SHAPES))]
    shape = (max(rows, domain.least), max(columns, domain.least), domain.channels or channels)
    batch = () if rank == 3 else (1 + draft.choose(2),)
    return draft.constant(dtype, (*batch, *shape), "positive" if domain.likely and draft.flag() else None)


def _boxes(draft):
    name = fitting(draft, ("float32",), lambda x: x.ndim == 2 and x.shape[1] == 4 and np.isfinite(x).all())
    if name is not None and draft.choose(4):
        return name
    rows = [_BOXES[draft.choose(len(_BOXES))] for _ in range(1 + draft.choose(2))]
    if draft.one_in(4):
        rows[-1] = _OUTSIDE
    numbers = tuple(x for row in rows for x in row)
    return draft.written(
        p.Literal("float32", (len(rows), 4 - draft.wrong), numbers[: len(rows) * (4 - draft.wrong)])
    )


def image_attribute(draft: Draft, domain: i.ImageDomain, drawn: dict, shape: tuple[int, ...]) -> p.Attribute:
    """A value for an argument that is no tensor; `shape` is that of the operand that the domain names."""
    sizes = shape[-3:-1] if len(shape) > 2 else (1, 1)
    match domain:
        case i.Offset(_, axis):
            return draft.choose(max(sizes[axis], 1)) - draft.wrong
        case i.Within(_, axis, offset):
            return 1 + draft.choose(max(sizes[axis] - _number(drawn.get(offset)), 1)) + draft.wrong
        case i.Wide(_, axis, offset):
            return sizes[axis] + _number(drawn.get(offset)) + draft.choose(3) - draft.wrong
        case i.NewSize():
            return (1 + draft.choose(4) - draft.wrong, 1 + draft.choose(4))
        case i.PatchSize(most):
            return (1, 1 + draft.choose(most), 1 + draft.choose(most) - draft.wrong, 1)
        case i.ImageDomain():
            raise AssertionError(f"no strategy for {domain}")
        case _:
            assert_never(domain)


def _number(offset):
    return offset if isinstance(offset, int) else 0
