"""STATISTICS: moments from sums, weighted ones, and averages of losses."""

from typing import Annotated

from ..array_operands import DistinctAxes
from ..arrays.generators import ones_like, zeros_like
from ..arrays.shaping import expand_dims, squeeze
from ..dtypes import INEXACT
from ..errors import InvalidArgumentError, error, said_by_python
from ..math.arithmetic import add, multiply, square, subtract, truediv
from ..math.basics import cast
from ..math.division import div_no_nan
from ..math.elementwise import exp, log, reciprocal
from ..math.powers import squared_difference
from ..math.reductions import reduce_sum
from ..math.selection import where_v2 as where
from ..operands import Among, Axes, Broadcasts, Flag, Floats, Like, Vector
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .normalization import batch_normalization


@composed("nn.sufficient_statistics")
def sufficient_statistics(
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axes: Annotated[tuple, DistinctAxes("x")],
    shift=None,
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """(count, Σ x - shift, Σ (x - shift)², shift) over `axes`; no path leads through the count.

    Raises TypeError for axes that are no list, IndexError for those out of range.
    """
    with said_by_python():
        axes = list(set(axes))
        x = convert_to_tensor(x)
        if any(not -x.ndim <= axis < x.ndim for axis in axes):
            raise error(IndexError, "list index out of range")
    count = 1
    for axis in axes:
        count *= x._array.shape[axis]
    counts = convert_to_tensor(count, dtype=x.dtype)
    if shift is None:
        return counts, reduce_sum(x, axes, keepdims), reduce_sum(square(x), axes, keepdims), None
    shift = convert_to_tensor(shift)
    sums, squares = subtract(x, shift), squared_difference(x, shift)
    return counts, reduce_sum(sums, axes, keepdims), reduce_sum(squares, axes, keepdims), shift


@composed("nn.normalize_moments")
def normalize_moments(
    counts: Annotated[Tensor, Floats(dtypes=INEXACT, likely=(0.5, 10.0))],
    mean_ss: Annotated[Tensor, Broadcasts("counts")],
    variance_ss: Annotated[Tensor, Broadcasts("counts")],
    shift: Annotated[Tensor, Broadcasts("counts")],
    name=None,
):
    """(mean_ss / counts + shift, variance_ss / counts - (mean_ss / counts)²); `shift` may be None"""
    divisor = reciprocal(counts)
    shifted = multiply(mean_ss, divisor)
    mean = shifted if shift is None else add(shifted, shift)
    return mean, subtract(multiply(variance_ss, divisor), square(shifted))


@composed("nn.weighted_moments")
def weighted_moments(
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axes: Annotated[int | None, Axes("x")],
    frequency_weights: Annotated[Tensor, Broadcasts("x")],
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """(Σ w x / Σ w, Σ w (x - mean)² / Σ w) over `axes`, in float32 for float16; 0 where Σ w is 0"""
    x, w = convert_to_tensor(x), convert_to_tensor(frequency_weights)
    half = x.dtype.name == "float16"
    x = cast(x, "float32") if half else x
    w = cast(w, x.dtype) if w.dtype != x.dtype else w
    total = reduce_sum(multiply(w, x), axes, True)
    size = reduce_sum(add(w, zeros_like(x)), axes, True)
    mean = div_no_nan(total, size)
    spread = reduce_sum(multiply(w, squared_difference(x, mean)), axes, True)
    variance = div_no_nan(spread, size)
    if not keepdims:
        mean, variance = squeeze(mean, axes), squeeze(variance, axes)
    return (cast(mean, "float16"), cast(variance, "float16")) if half else (mean, variance)


@composed("nn.batch_norm_with_global_normalization")
def batch_norm_with_global_normalization(
    input: Annotated[Tensor, Floats(dtypes=INEXACT, least_rank=1)],
    mean: Annotated[Tensor, Vector("input")],
    variance: Annotated[Tensor, Vector("input")],
    beta: Annotated[Tensor, Vector("input")],
    gamma: Annotated[Tensor, Vector("input")],
    variance_epsilon: Annotated[float, Among(1e-3, 0.0, 1.0)],
    scale_after_normalization: Annotated[bool, Flag()],
    name=None,
):
    """`batch_normalization`, without `gamma` unless `scale_after_normalization`"""
    scale = gamma if scale_after_normalization else None
    return batch_normalization(input, mean, variance, beta, scale, variance_epsilon)


@composed("nn.compute_average_loss")
def compute_average_loss(
    per_example_loss: Annotated[Tensor, Floats(dtypes=INEXACT, least_rank=1)],
    sample_weight=None,
    global_batch_size: Annotated[int | None, Among(None, 2, 1, 3)] = None,
    name=None,
):
    """Σ loss · weight / global_batch_size, the first size where that is None; 0 where it is 0.

    Raises ValueError for a scalar, and for a size that is none; TypeError for a size that is no int,
    InvalidArgumentError for a negative one.
    """
    loss = convert_to_tensor(per_example_loss)
    if not loss.ndim:
        raise error(ValueError, f"`per_example_loss` must have at least rank 1. Received: {loss}")
    if sample_weight is not None:
        weight = cast(convert_to_tensor(sample_weight), loss.dtype)
        if weight.ndim == loss.ndim - 1 and weight.ndim:
            weight = expand_dims(weight, -1)
        loss = multiply(loss, weight)
    size = convert_to_tensor(loss._array.shape[0] if global_batch_size is None else global_batch_size)
    if size.ndim:
        raise error(ValueError, f"global_batch_size must be scalar: {size.shape}")
    if not size.dtype.is_integer:
        raise error(TypeError, f"global_batch_size must be an integer: {size.dtype}")
    if size._array < 0:
        raise error(InvalidArgumentError, "global_batch_size must be non-negative")
    return div_no_nan(reduce_sum(loss), cast(size, loss.dtype))


@composed("nn.scale_regularization_loss")
def scale_regularization_loss(regularization_loss: Annotated[Tensor, Floats(dtypes=INEXACT)], name=None):
    """Σ loss / 1, where there is one replica"""
    loss = reduce_sum(convert_to_tensor(regularization_loss))
    return truediv(loss, cast(1, loss.dtype))


@composed("nn.log_poisson_loss")
def log_poisson_loss(
    targets: Annotated[Tensor, Floats(likely=(0.0, 5.0))],
    log_input: Annotated[Tensor, Like("targets")],
    compute_full_loss: Annotated[bool, Flag()] = False,
    name=None,
):
    """e^c - c z, and with `compute_full_loss` Stirling's z ln z - z + ln(2π z) / 2 for z outside of [0, 1].

    At z = 0 the derivative of the full loss is nan, as that of a branch not taken.  Raises ValueError for
    shapes that differ.
    """
    log_input, targets = convert_to_tensor(log_input), convert_to_tensor(targets)
    if targets.shape != log_input.shape:
        raise error(ValueError, f"`log_input` and `targets` differ: {log_input.shape}, {targets.shape}")
    result = subtract(exp(log_input), multiply(log_input, targets))
    if not compute_full_loss:
        return result
    half, two_pi = (convert_to_tensor(n, dtype=targets.dtype) for n in (0.5, 6.283185307179586))
    stirling = add(
        subtract(multiply(targets, log(targets)), targets), multiply(half, log(multiply(two_pi, targets)))
    )
    between = (targets >= zeros_like(targets)) & (targets <= ones_like(targets))
    return add(result, where(between, zeros_like(targets), stirling))
