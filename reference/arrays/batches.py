"""BATCHES: entries of the axes behind the first moved into the batch, block by block, and back.

With blocks b along the axes, entry (n, i b + r) of a tensor is entry (r N + n, i) of its batches.
"""

from typing import Annotated

import numpy as np

from ..dtypes import BOOL, COMPLEX, FLOATING, INTEGER, string
from ..errors import InvalidArgumentError, error
from ..moving_operands import BlockPaddings, BlockShape, Crops
from ..operands import Anything, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor
from .arguments import positions

MOVED = (*FLOATING, *INTEGER)
LISTED = (*COMPLEX, *BOOL, string)
MOST = 4  # axes with blocks, those at the ends left out where nothing is done


def _blocks(shape, block_shape, pairs):
    """Blocks, and how many entries before and after each of their axes.

    Raises InvalidArgumentError for what is no vector, for pairs that do not fit it, and for negative ones.
    """
    blocks, around = (positions(x, "int32" if _is_empty(x) else None) for x in (block_shape, pairs))
    if blocks.ndim != 1 or around.shape != (blocks.size, 2):
        raise error(
            InvalidArgumentError, f"blocks {blocks.tolist()} do not fit pairs of shape {around.shape}"
        )
    if len(shape) < blocks.size + 1:
        raise error(InvalidArgumentError, f"input rank should be >= {blocks.size + 1}, not {len(shape)}")
    if (blocks < 1).any() or (around < 0).any():
        raise error(InvalidArgumentError, "blocks must be positive, and entries around not negative")
    busy = np.flatnonzero((blocks > 1) | around.any(axis=1))
    if busy.size and busy[-1] - busy[0] >= MOST:
        raise error(InvalidArgumentError, f"Maximum number of block dimensions is {MOST}")
    return blocks, around


def _is_empty(value):
    return isinstance(value, list | tuple) and not len(value)


@primitive("space_to_batch_nd", rounds=False)
def space_to_batch_nd(
    input: Annotated[Tensor, Anything(2, dtypes=MOVED, listed=LISTED)],
    block_shape: Annotated[tuple, BlockShape("input")],
    paddings: Annotated[tuple, BlockPaddings("input", blocks="block_shape")],
):
    """y = every nth entry of the padded axes, n being their block, the offsets counted by the first axis.

    Raises InvalidArgumentError where a padded axis is no multiple of its block.
    """
    blocks, around = _blocks(input.shape, block_shape, paddings)
    pairs = [(0, 0), *map(tuple, around.tolist())]
    padded = np.pad(input, [*pairs, *[(0, 0)] * (input.ndim - len(pairs))])
    sizes = padded.shape[1 : 1 + blocks.size]
    if any(n % b for n, b in zip(sizes, blocks, strict=True)):
        raise error(InvalidArgumentError, f"padded_shape {sizes} is not divisible by {blocks.tolist()}")
    inner = [k for n, b in zip(sizes, blocks.tolist(), strict=True) for k in (n // b, b)]
    apart = padded.reshape((input.shape[0], *inner, *input.shape[1 + blocks.size :]))
    offsets = range(2, 2 + 2 * blocks.size, 2)
    order = [*offsets, *(i for i in range(apart.ndim) if i not in offsets)]
    batch = input.shape[0] * int(np.prod(blocks))
    return apart.transpose(order).reshape((batch, *inner[::2], *input.shape[1 + blocks.size :]))


@primitive("raw_ops.BatchToSpaceND", internal=True, rounds=False)
def batch_to_space_nd(
    input: Annotated[Tensor, Anything(2, dtypes=MOVED, listed=LISTED)],
    block_shape: Annotated[tuple, Internal()],
    crops: Annotated[tuple, Internal()],
):
    """y = x with the offsets that its first axis counts put back between its entries, and cropped"""
    blocks, around = _blocks(input.shape, block_shape, crops)
    batch = int(np.prod(blocks, dtype=int))
    if input.shape[0] % batch:
        raise error(InvalidArgumentError, f"batch {input.shape[0]} is not divisible by {blocks.tolist()}")
    count, rest = blocks.size, input.shape[1:]
    apart = input.reshape((*blocks.tolist(), input.shape[0] // batch, *rest))
    order = [count, *(k for i in range(count) for k in (count + 1 + i, i)), *range(2 * count + 1, apart.ndim)]
    sizes = [n * b for n, b in zip(rest, blocks.tolist(), strict=False)]
    y = apart.transpose(order).reshape((input.shape[0] // batch, *sizes, *rest[count:]))
    inside = [slice(a, n - b) for n, (a, b) in zip(sizes, around.tolist(), strict=True)]
    if any(s.stop < s.start for s in inside):
        raise error(InvalidArgumentError, f"cropped_shape of {sizes} must be non-negative: {around.tolist()}")
    return y[(slice(None), *inside)].copy()


space_to_batch_nd.vjp(lambda ct, y, x, blocks, paddings: (batch_to_space_nd(ct, blocks, paddings),))
batch_to_space_nd.vjp(lambda ct, y, x, blocks, crops: (space_to_batch_nd(ct, blocks, crops),))


@composed("space_to_batch", "nn.space_to_batch")
def space_to_batch(
    input: Annotated[Tensor, Anything(2, dtypes=MOVED, listed=LISTED)],
    block_shape: Annotated[tuple, BlockShape("input")],
    paddings: Annotated[tuple, BlockPaddings("input", blocks="block_shape")],
    name=None,
):
    """As `space_to_batch_nd`."""
    return space_to_batch_nd(input, block_shape, paddings)


@composed("batch_to_space")
def batch_to_space(
    input: Annotated[Tensor, Anything(2, dtypes=MOVED, listed=LISTED)],
    block_shape: Annotated[tuple, BlockShape("input", joined=True)],
    crops: Annotated[tuple, Crops("input", blocks="block_shape")],
    name=None,
):
    """The way back from `space_to_batch`: y = x with the offsets that its first axis counts put back between
    its entries, then without the first and last ones that `crops` tells.  An int stands for two blocks of it.

    Raises InvalidArgumentError where the batch is no multiple of the blocks, or less than nothing is left.
    """
    blocks = (int(block_shape),) * 2 if isinstance(block_shape, int) else block_shape
    return batch_to_space_nd(input, blocks, crops)
