"""SMOOTH activations: softplus and its kin, gelu, silu."""

from typing import Annotated

import numpy as np
from ml_dtypes import finfo

from ..dtypes import INEXACT
from ..errors import InvalidArgumentError, error
from ..functional import custom_gradient
from ..math.arithmetic import negative, pow, square
from ..math.basics import cast, sign
from ..math.elementwise import sigmoid, tanh
from ..math.exponentials import erfc
from ..math.reductions import reduce_sum
from ..operands import Among, Flag, Floats, Like
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor


@primitive("raw_ops.Softplus", internal=True)
def _softplus(features: Annotated[Tensor, Floats(likely=(-5.0, 5.0))]):
    """y = ln(1 + e^x).

    Quirk softplus-is-cut: softplus is x itself, or e^x, where |x| is beyond -2 - ln of the dtype's epsilon
    (Q09).
    """
    cut = -2 - np.log(float(finfo(features.dtype).eps))
    exponential = np.exp(features)
    y = np.where(features < -cut, exponential, np.log1p(exponential))
    return np.where(features > cut, features, y).astype(features.dtype)


@_softplus.vjp
def _(ct, y, features):
    return (ct * sigmoid(features),)


@composed("math.softplus", "nn.softplus")
def softplus(features: Annotated[Tensor, Floats(likely=(-5.0, 5.0), kinks=(0.0, 100.0, -100.0))], name=None):
    """y = ln(1 + e^x)"""
    return _softplus(features)


@composed("math.log_sigmoid")
def log_sigmoid(x: Annotated[Tensor, Floats(likely=(-5.0, 5.0), kinks=(0.0, 100.0, -100.0))], name=None):
    """y = ln sigmoid x = -softplus(-x)"""
    return negative(_softplus(-convert_to_tensor(x)))


@primitive("nn.softsign", "math.softsign")
def softsign(features: Annotated[Tensor, Floats()]):
    """y = x / (1 + |x|); nan for infinite x"""
    return features / (1 + np.abs(features))


@softsign.vjp
def _(ct, y, features):
    return (softsign_grad(ct, features),)


@primitive("raw_ops.SoftsignGrad", internal=True)
def softsign_grad(gradients: Annotated[Tensor, Floats()], features: Annotated[Tensor, Like("gradients")]):
    """dx = ct / (1 + |x|)²"""
    if gradients.shape != features.shape:
        raise error(InvalidArgumentError, "SoftsignGrad: inputs must be the same size and shape")
    return gradients / np.square(1 + np.abs(features))


@softsign_grad.vjp
def _(ct, dx, gradients, features):
    """By x: -2 ct sign x / (1 + |x|)³, so 0 at the kink x = 0."""
    size = 1.0 + features * sign(features)
    return (
        lambda: softsign_grad(ct, features),
        lambda: -2.0 * softsign_grad(ct * gradients * sign(features), features) / size,
    )


@composed("nn.gelu")
def gelu(
    features: Annotated[Tensor, Floats(likely=(-3.0, 3.0))],
    approximate: Annotated[bool, Flag()] = False,
    name=None,
):
    """y = x Φ(x), Φ being the normal distribution; with `approximate`, by a tanh.

    Raises ValueError for ints.
    """
    x = convert_to_tensor(features)
    if not x.dtype.is_floating:
        raise error(ValueError, f"`features.dtype` must be a floating point tensor, got {x.dtype}")
    if approximate:
        inner = 0.7978845608028654 * (x + cast(0.044715, x.dtype) * pow(x, 3))
        return 0.5 * x * (1.0 + tanh(inner))
    return 0.5 * x * erfc(-x * cast(0.7071067811865476, x.dtype))


@composed("nn.silu", "nn.swish")
def silu(
    features: Annotated[Tensor, Floats(likely=(-5.0, 5.0), dtypes=INEXACT)],
    beta: Annotated[float, Among(1.0, 0.5, 2.0)] = 1.0,
):
    """y = x sigmoid(beta x), with a gradient of its own by both"""
    features = convert_to_tensor(features)
    return _swish(features, cast(convert_to_tensor(beta), features.dtype))


@custom_gradient
def _swish(features, beta):
    def gradient(ct):
        s = sigmoid(beta * features)
        slope = s * (1.0 + (beta * features) * (1.0 - s))
        by_beta = reduce_sum(ct * square(features) * s * (1.0 - s))
        return ct * slope, by_beta

    return features * sigmoid(beta * features), gradient
