"""SHUFFLING: the rows of a tensor in an order drawn at random.

Each place, from the first, swaps its row with that of a place not before it, which one random word names.
"""

import math

import numpy as np

from ..arrays.stitching import dynamic_stitch
from ..math.arithmetic import identity
from ..tensor import Tensor, convert_to_tensor
from .drawing import draw_nothing, going_on, of_pair


def _order(source, count, dtype=None):
    """An order of `count` rows, the same for rows of any dtype."""
    order = np.arange(count)
    words = source.blocks(math.ceil(max(count - 1, 0) / 4)).reshape(-1)
    for i in range(count - 1):
        j = i + int(words[i]) % (count - i)
        order[[i, j]] = order[[j, i]]
    return order


def shuffle(value, seed=None, name=None):
    """The rows in an order drawn anew by each call.  A cut: nothing leads back to `value`."""
    value = convert_to_tensor(value)
    rows = np.array(value._array)
    if rows.ndim == 0 or len(rows) < 2:
        draw_nothing(seed)
        return Tensor(rows)
    blocks = math.ceil((len(rows) - 1) / 4)
    return Tensor(rows[going_on(_order, len(rows), blocks, seed, value.dtype)])


def stateless_shuffle(value, seed, alg="auto_select", name=None):
    """The rows in an order p that `seed` gives, y_i = x_{p(i)}; the cotangent of row p(i) is that of y_i."""
    value = convert_to_tensor(value)
    source = of_pair(seed)
    if value.shape.rank == 0 or value.shape[0] == 0:
        return identity(value)
    return dynamic_stitch([np.argsort(_order(source, value.shape[0])).astype(np.int32)], [value])
