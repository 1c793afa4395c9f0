"""CLIPPING of gradients, dense ones and slices, as Keras's optimizers do it."""

from ...errors import error
from ...math.arithmetic import multiply, square, subtract
from ...math.elementwise import sqrt
from ...math.norms import clip_by_norm
from ...math.reductions import reduce_sum
from ...math.selection import clip_by_value, minimum
from ...slices import IndexedSlices
from ...tensor import convert_to_tensor


def clipped_by_norm(gradients, limit):
    """Each by its own norm."""
    return [clip_by_norm(g, limit) for g in gradients]


def clipped_together(gradients, limit):
    """All gradients by one factor, as dense tensors; NaN where their norm is not finite.

    Quirk norm-of-slices: equal rows of slices count for the norm one by one, not their sum (I24).
    """
    squares = [reduce_sum(square(g.values if isinstance(g, IndexedSlices) else g)) for g in gradients]
    total = squares[0]
    for other in squares[1:]:
        total = total + other
    norm = sqrt(total)
    factor = limit * minimum(1.0 / norm, 1.0 / limit) + subtract(norm, norm)
    return [multiply(convert_to_tensor(g), factor) for g in gradients]


def clipped_each(gradient, limit):
    """Each element to [-limit, limit]."""
    if isinstance(gradient, IndexedSlices):
        values = clip_by_value(gradient.values, -limit, limit)
        return IndexedSlices(values, gradient.indices, gradient.dense_shape)
    if isinstance(gradient, list | tuple):
        raise error(AttributeError, f"{type(gradient).__name__!r} object has no attribute 'dtype'")
    return clip_by_value(gradient, -limit, limit)
