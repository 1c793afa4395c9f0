"""BATCHES of matrices: what is common to operations on the last two axes."""

import numpy as np

from ..arrays.shaping import reshape
from ..broadcasting import repeated_axes
from ..errors import InvalidArgumentError, error
from ..math.reductions import reduce_sum
from ..shapes import broadcast


def check_matrices(x, name="Input"):
    """Raises InvalidArgumentError for less than two axes."""
    if x.ndim < 2:
        raise error(InvalidArgumentError, f"{name} must have rank at least 2, not shape {x.shape}")


def check_square(x, name="Input"):
    """Raises InvalidArgumentError for what is no square matrix, or no batch of them."""
    check_matrices(x, name)
    if x.shape[-1] != x.shape[-2]:
        raise error(InvalidArgumentError, f"{name} must be square, not of shape {x.shape}")


def of_each(function, x, *others):
    """What `function` makes of each matrix of a batch (and of those of `others` beside it), stacked; for
    several results, a tuple of stacks.

    A batch without matrices has the shapes of results that zeros have.
    """
    batch = x.shape[:-2]
    matrices = [(x[at], *(o[at] for o in others)) for at in np.ndindex(batch)]
    empty = not matrices
    answers = [
        function(*given)
        for given in matrices or [tuple(np.eye(*o.shape[-2:], dtype=o.dtype) for o in (x, *others))]
    ]
    if not isinstance(answers[0], tuple):
        return _stacked(answers, batch, empty)
    return tuple(_stacked(parts, batch, empty) for parts in zip(*answers, strict=True))


def _stacked(parts, batch, empty):
    first = np.asarray(parts[0])
    if empty:
        return np.zeros((*batch, *first.shape), first.dtype)
    return np.reshape(np.stack(parts), (*batch, *first.shape))


def together(a, b):
    """Two operands with their batches broadcast, one against the other.

    Raises InvalidArgumentError where they do not fit.
    """
    batch = broadcast(a.shape[:-2], b.shape[:-2])
    if batch is None:
        raise error(InvalidArgumentError, f"Incompatible batch shapes: {a.shape} vs. {b.shape}")
    return np.broadcast_to(a, batch + a.shape[-2:]), np.broadcast_to(b, batch + b.shape[-2:])


def of_operands(of_a, of_b, a, b):
    """The cotangents of two operands, summed where their batches were repeated."""
    batch_a, batch_b = a._array.shape[:-2], b._array.shape[:-2]
    if batch_a == batch_b:
        return of_a, of_b
    axes_a, axes_b = repeated_axes(batch_a, batch_b), repeated_axes(batch_b, batch_a)
    return reshape(reduce_sum(of_a, axes_a), a.shape), reshape(reduce_sum(of_b, axes_b), b.shape)
