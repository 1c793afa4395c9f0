"""NORMALISATION: moments, and what is made of them; biases."""

from typing import Annotated

import numpy as np

from ..arrays.shaping import broadcast_to, reshape, squeeze
from ..dtypes import INEXACT, bfloat16, float32
from ..errors import InvalidArgumentError, error, said_by_python
from ..math.arithmetic import stop_gradient
from ..math.basics import cast
from ..math.powers import rsqrt, squared_difference
from ..math.reductions import added, in_order, reduce_mean
from ..operands import Among, Axes, Broadcasts, Flag, Floats, Numbers, Vector
from ..primitive import composed, primitive
from ..tensor import Tensor


@composed("nn.moments")
def moments(
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    axes: Annotated[int | None, Axes("x")],
    shift=None,
    keepdims: Annotated[bool, Flag()] = False,
    name=None,
):
    """(mean, variance) over `axes`, in float32 for float16.

    Quirk constant-mean: the mean counts as a constant within the variance, which is right in first order only
    (Q10).
    """
    with said_by_python():
        half = x.dtype == "float16"
    y = cast(x, float32) if half else x
    mean = reduce_mean(y, axes, True)
    variance = reduce_mean(squared_difference(y, stop_gradient(mean)), axes, True)
    if not keepdims:
        mean, variance = squeeze(mean, axes), squeeze(variance, axes)
    return (cast(mean, x.dtype), cast(variance, x.dtype)) if half else (mean, variance)


@composed("nn.batch_normalization")
def batch_normalization(
    x: Annotated[Tensor, Floats(dtypes=INEXACT)],
    mean: Annotated[Tensor, Broadcasts("x")],
    variance: Annotated[Tensor, Broadcasts("x")],
    offset: Annotated[Tensor, Broadcasts("x")],
    scale: Annotated[Tensor, Broadcasts("x")],
    variance_epsilon: Annotated[float, Among(1e-3, 0.0, 1.0)],
    name=None,
):
    """y = (x - mean) scale / √(variance + epsilon) + offset; `offset` and `scale` may be None"""
    with said_by_python():
        inverse = rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse = inverse * scale
        scaled = x * cast(inverse, x.dtype)
        shift = -mean * inverse if offset is None else offset - mean * inverse
        return scaled + cast(shift, x.dtype)


def _channel(rank, data_format):
    if data_format not in ("NHWC", "NCHW"):
        raise error(InvalidArgumentError, f"{data_format!r} is not in the list of allowed values: NHWC, NCHW")
    return 1 if data_format == "NCHW" else rank - 1


@primitive("raw_ops.BiasAdd", internal=True)
def _bias_add(
    value: Annotated[Tensor, Numbers(least_rank=2)],
    bias: Annotated[Tensor, Vector("value")],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
):
    """y = x + bias, along the axis of channels"""
    if value.ndim < 2 or bias.ndim != 1:
        raise error(InvalidArgumentError, f"no values and biases: {list(value.shape)}, {list(bias.shape)}")
    channel = _channel(value.ndim, data_format)
    if value.shape[channel] != bias.shape[0]:
        raise error(
            InvalidArgumentError, f"{bias.shape[0]} biases for the {value.shape[channel]} channels of a value"
        )
    return value + bias.reshape([-1 if i == channel else 1 for i in range(value.ndim)])


@_bias_add.vjp
def _(ct, y, value, bias, data_format):
    return ct, bias_add_grad(ct, data_format)


@primitive("raw_ops.BiasAddGrad", internal=True, accumulates=True)
def bias_add_grad(
    out_backprop: Annotated[Tensor, Numbers(least_rank=2)],
    data_format: Annotated[str, Among("NHWC")] = "NHWC",
):
    """y = Σ x over all axes but that of channels; float16 in float32, bfloat16 in bfloat16"""
    if out_backprop.ndim < 2:
        raise error(InvalidArgumentError, f"Input tensor must be at least 2D: {list(out_backprop.shape)}")
    channel = _channel(out_backprop.ndim, data_format)
    others = tuple(i for i in range(out_backprop.ndim) if i != channel)
    if out_backprop.dtype == np.float16:
        return added(out_backprop.astype(np.float32), others).astype(np.float16)
    if out_backprop.dtype == bfloat16.numpy:
        return in_order(np.add, out_backprop, others)
    return added(out_backprop, others)


@bias_add_grad.vjp
def _(ct, y, out_backprop, data_format):
    channel = _channel(out_backprop.ndim, data_format)
    shape = tuple(-1 if i == channel else 1 for i in range(out_backprop.ndim))
    return (broadcast_to(reshape(ct, shape), out_backprop.shape),)


@composed("nn.bias_add")
def bias_add(
    value: Annotated[Tensor, Numbers(least_rank=2)],
    bias: Annotated[Tensor, Vector("value")],
    data_format: Annotated[str | None, Among(None, "NHWC", "N...C")] = None,
    name=None,
):
    """y = x + bias along the last axis, or along the second for data formats that begin with NC.

    Raises ValueError for another format, InvalidArgumentError where sizes do not fit.
    """
    return _bias_add(value, bias, _format(data_format))


def _format(data_format):
    with said_by_python():
        if data_format is not None and data_format.startswith("NC"):
            return "NCHW"
        if data_format is None or (data_format.startswith("N") and data_format.endswith("C")):
            return "NHWC"
    raise error(ValueError, f"`data_format` must be of the form `N...C` or `NC...`, got {data_format!r}")
