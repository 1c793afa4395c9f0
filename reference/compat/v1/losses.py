"""LOSSES of TensorFlow 1."""

from typing import Annotated

from ...arrays.generators import ones_like, zeros_like
from ...errors import error
from ...math.arithmetic import add, multiply, subtract
from ...math.basics import abs, cast
from ...math.comparisons import equal
from ...math.division import div_no_nan
from ...math.reductions import reduce_sum
from ...math.selection import minimum
from ...math.selection import where_v2 as where
from ...operands import Among, Like, Numbers
from ...primitive import composed
from ...tensor import Tensor, convert_to_tensor

MEAN, SUM, OVER_ALL = "weighted_mean", "weighted_sum", "weighted_sum_over_batch_size"
OVER_PRESENT = "weighted_sum_by_nonzero_weights"
REDUCTIONS = ("none", SUM, MEAN, OVER_ALL, OVER_PRESENT)


@composed("compat.v1.losses.huber_loss")
def huber_loss(
    labels: Annotated[Tensor, Numbers()],
    predictions: Annotated[Tensor, Like("labels")],
    weights=1.0,
    delta: Annotated[float, Among(1.0, 0.5, 2.0)] = 1.0,
    scope=None,
    loss_collection="losses",
    reduction: Annotated[str, Among(*REDUCTIONS)] = OVER_PRESENT,
):
    """e² / 2 where |e| ≤ delta, beyond that delta (|e| - delta / 2), e = predictions - labels; in float32.

    Of the weighted losses the sum over those whose weight is not 0, divided by their number, or what
    `reduction` says.  Raises ValueError for None, for shapes that differ, weights that do not broadcast and
    an unknown reduction.
    """
    if labels is None or predictions is None:
        raise error(ValueError, "Argument `labels` and `predictions` must not be None.")
    predictions, labels = cast(predictions, "float32"), cast(labels, "float32")
    if not predictions.shape.is_compatible_with(labels.shape):
        raise error(ValueError, f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    size = abs(subtract(predictions, labels))
    quadratic = minimum(size, delta)
    linear = subtract(size, quadratic)
    half = convert_to_tensor(0.5, dtype=quadratic.dtype)
    losses = add(multiply(half, multiply(quadratic, quadratic)), multiply(delta, linear))
    return _weighted(losses, weights, reduction)


def _weighted(losses, weights, reduction):
    if reduction not in REDUCTIONS:
        raise error(ValueError, f"Invalid Reduction Key {reduction}")
    given = convert_to_tensor(weights)
    fits = given.ndim == losses.ndim and all(
        n in (1, m) for n, m in zip(given._array.shape, losses._array.shape, strict=True)
    )
    if given.ndim and not fits:
        raise error(ValueError, f"weights can not be broadcast to values: {given.shape}, {losses.shape}")
    losses, given = cast(losses, "float32"), cast(given, "float32")
    weighted = multiply(losses, given)
    if reduction == "none":
        return weighted
    total = reduce_sum(weighted)
    if reduction == SUM:
        return total
    if reduction == MEAN:
        return _mean(total, reduce_sum(multiply(ones_like(losses), given)))
    scalar = not given.ndim and given._array != 0
    if reduction == OVER_ALL or scalar:
        return _mean(total, convert_to_tensor(float(losses._array.size), dtype="float32"))
    present = where(equal(given, 0.0), zeros_like(given), ones_like(given))
    return _mean(total, reduce_sum(multiply(present, ones_like(losses))))


def _mean(total, size):
    return div_no_nan(reduce_sum(total), size)
