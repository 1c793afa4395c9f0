"""AXES: axes, their orders and shapes that suit an operand, or nearly where the call is wrong on purpose."""

import math

from .draft import Draft


def one_axis(draft: Draft, rank: int):
    """An axis of a tensor of that rank, counted from the front or from the end."""
    if draft.wrong and draft.flag():
        return rank + 1
    return draft.choose(2 * rank) - rank if rank else 0


def some_axes(draft: Draft, rank: int):
    """None, an axis or several."""
    if rank == 0 or draft.choose(3) == 0:
        return None if draft.flag() or draft.wrong else ()
    if rank > 1 and draft.choose(3) == 0:
        first = draft.choose(rank)
        return (first, (first + 1) % rank if not draft.wrong else first)
    return one_axis(draft, rank)


def order_of_axes(draft: Draft, rank: int):
    """A permutation of the axes."""
    turn = draft.choose(rank) if rank else 0
    order = [(i + turn) % rank for i in range(rank)]
    if rank > 1 and draft.flag():
        order[0], order[1] = order[1], order[0]
    if draft.wrong and order:
        order[0] = order[-1]
    return tuple(order)


def shape_of_size(draft: Draft, shape: tuple[int, ...]):
    """A shape with as many entries as `shape`; one size may be -1."""
    size = math.prod(shape)
    if draft.wrong:
        return (size + 1,)
    options = [(size,), (-1,), (1, size), (size, 1), (*shape, 1), (1, *shape)]
    if size % 2 == 0 and size:
        options.append((2, size // 2))
        options.append((-1, 2))
    if size == 1:
        options.append(())
    if size == 0:
        options[1] = (0,)
    return options[draft.choose(len(options))]
