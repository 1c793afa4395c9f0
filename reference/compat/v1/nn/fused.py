"""FUSED BATCH NORMALISATION: an image normalised by the moments of its channels, or by given ones."""

from typing import Annotated

from ....arrays.arguments import number
from ....arrays.shaping import reshape
from ....backprop import zeros_like
from ....dtypes import bfloat16, float16, float32
from ....errors import InvalidArgumentError, NotFoundError, error
from ....functional.custom import custom_gradient
from ....math.arithmetic import stop_gradient
from ....math.basics import cast
from ....math.powers import rsqrt, squared_difference
from ....math.reductions import reduce_mean
from ....operands import Among, Flag, Vector
from ....primitive import composed
from ....tensor import Tensor, convert_to_tensor
from ....window_operands import Images

FORMATS = ("NHWC", "NCHW", "NDHWC", "NCDHW")


@custom_gradient
def _beside(statistic, x, scale, offset):
    """The statistic that is returned beside the image"""
    return statistic, lambda ct: (None, zeros_like(x), zeros_like(scale), zeros_like(offset))


@composed("compat.v1.nn.fused_batch_norm")
def fused_batch_norm(
    x: Annotated[Tensor, Images(2, dtypes=(float32,))],
    scale: Annotated[Tensor, Vector("x")],
    offset: Annotated[Tensor, Vector("x")],
    mean: Annotated[Tensor | None, Vector("x")] = None,
    variance: Annotated[Tensor | None, Vector("x")] = None,
    epsilon: Annotated[float, Among(0.001, 1.0, 0.0)] = 0.001,
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
    is_training: Annotated[bool, Flag()] = True,
    name=None,
    exponential_avg_factor: Annotated[float, Among(1.0, 0.5, 0.0)] = 1.0,
):
    """(y, mean, variance), y = (x - mean) scale / √(variance + epsilon) + offset, along the axis of channels

    In training, by the moments of x; the returned ones are averages with the given ones, the variance as
    of a sample, n / (n - 1) of the other.  They count as constants: their cotangents come to zeros.  In
    inference by the given moments, to which no path leads.  Halves are normalised in float32.  Of an empty
    batch the second order for the scale is 0, a sum of nothing, where TensorFlow has nan.
    """
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise error(ValueError, f"both `mean` and `variance` must be given, not {mean!r} and {variance!r}")
    x, scale, offset = (convert_to_tensor(a) for a in (x, scale, offset))
    given = [convert_to_tensor([] if a is None else a) for a in (mean, variance)]
    channel = _checked(x, scale, offset, given, data_format)
    epsilon = number(epsilon, "epsilon")
    factor = number(exponential_avg_factor, "exponential_avg_factor")
    along = tuple(-1 if i == channel else 1 for i in range(x.ndim))
    others = tuple(i for i in range(x.ndim) if i != channel)
    wide = cast(x, float32)
    if is_training:
        center = reduce_mean(wide, others, True)
        spread = reduce_mean(squared_difference(wide, center), others, True)
    else:
        center, spread = (reshape(stop_gradient(a), along) for a in given)
    y = (wide - center) * rsqrt(spread + epsilon) * reshape(scale, along) + reshape(offset, along)
    if is_training:
        size = x._array.size // max(x._array.shape[channel], 1)
        found = reshape(center, [-1]), reshape(spread, [-1]) * (size / max(size - 1, 1))
        given = list(found) if factor == 1.0 else [
            (1 - factor) * old + factor * new for old, new in zip(given, found, strict=True)
        ]  # fmt: skip
    beside = (_beside(stop_gradient(a), wide, scale, offset) for a in given)
    return cast(y, x.dtype), *beside


def _checked(x, scale, offset, given, data_format):
    """The axis of channels, where everything fits."""
    if data_format not in FORMATS:
        raise error(InvalidArgumentError, f"{data_format!r} is not in the list of allowed values: {FORMATS}")
    if x.dtype not in (float32, float16, bfloat16):
        raise error(InvalidArgumentError, f"no kernel for {x.dtype}")
    for a in (scale, offset, *given):
        if a.dtype == bfloat16:
            raise error(NotFoundError, "no kernel for bfloat16 scales")
        if a.dtype != float32:
            raise error(InvalidArgumentError, f"no kernel for scales of {a.dtype}")
    if x.ndim not in (4, 5):
        raise error(InvalidArgumentError, f"input must be 4 or 5-dimensional: {x.shape}")
    channel = 1 if data_format.startswith("NC") else x.ndim - 1
    for a in (scale, offset, *given):
        if a.ndim != 1 or (a._array.size and a._array.size != x._array.shape[channel]):
            raise error(InvalidArgumentError, f"{a.shape} for {x._array.shape[channel]} channels")
    return channel
