"""RECTIFIERS: activations with a kink at 0, and the operations their gradients are made of."""

from typing import Annotated

import numpy as np

from ..arrays.arguments import number
from ..arrays.generators import zeros_like as recorded_zeros_like
from ..arrays.joining import concat
from ..backprop import zeros_like
from ..dtypes import REAL, SIGNED
from ..errors import InvalidArgumentError, error, said_by_python
from ..math.basics import cast
from ..math.comparisons import less
from ..math.selection import where_v2
from ..operands import Among, Axis, Floats, Like, Numbers
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor


def _by_gradients(gradients, features, *_):
    return np.sign(features)


def _check_sizes(name, gradients, features):
    if gradients.shape != features.shape:
        raise error(InvalidArgumentError, f"{name}: inputs must be the same size and shape")


@primitive("nn.relu", rounds=False, decides=np.sign)
def relu(features: Annotated[Tensor, Numbers(dtypes=REAL)]):
    """y = max(x, 0).  dy/dx = 0 at the kink x = 0 and at nan.  The sign of y at x = -0 is the machine's."""
    zero = np.zeros((), features.dtype)
    return np.where(features < 0, zero, features)


@relu.vjp
def _(ct, y, x):
    return (relu_grad(ct, y),)


@primitive("raw_ops.ReluGrad", internal=True, rounds=False, decides=_by_gradients)
def relu_grad(gradients: Annotated[Tensor, Floats()], features: Annotated[Tensor, Like("gradients")]):
    """dx = ct where y > 0, else 0, or nan where ct is not finite"""
    _check_sizes("ReluGrad", gradients, features)
    with np.errstate(invalid="ignore"):
        return gradients * (features > 0)


@relu_grad.vjp
def _(ct, dx, gradients, features):
    return lambda: relu_grad(ct, features), lambda: zeros_like(features)


def _side_of_six(features):
    return np.sign(features) + np.sign(features - 6)


@primitive("raw_ops.Relu6", internal=True, rounds=False, decides=_side_of_six)
def _relu6(features: Annotated[Tensor, Numbers(kinks=(0.0, 6.0), dtypes=REAL)]):
    """y = min(max(x, 0), 6)"""
    return np.minimum(np.maximum(features, 0), np.asarray(6, features.dtype)).astype(features.dtype)


@_relu6.vjp
def _(ct, y, x):
    return (relu6_grad(ct, y),)


@primitive(
    "raw_ops.Relu6Grad",
    internal=True,
    rounds=False,
    decides=lambda gradients, features: _side_of_six(features),
)
def relu6_grad(gradients: Annotated[Tensor, Floats()], features: Annotated[Tensor, Like("gradients")]):
    """dx = ct where 0 < y < 6, else 0, or nan where ct is not finite"""
    _check_sizes("Relu6Grad", gradients, features)
    with np.errstate(invalid="ignore"):
        return gradients * ((features > 0) & (features < 6))


@relu6_grad.vjp
def _(ct, dx, gradients, features):
    return lambda: relu6_grad(ct, features), lambda: zeros_like(features)


@composed("nn.relu6")
def relu6(features: Annotated[Tensor, Numbers(kinks=(0.0, 6.0), dtypes=REAL)], name=None):
    """y = min(max(x, 0), 6).  dy/dx = 0 at both kinks and at nan."""
    return _relu6(convert_to_tensor(features))


def _narrow(alpha, dtype):
    """Quirk narrow-alpha: alpha goes through float32 on its way to any dtype (Q08)."""
    return np.asarray(np.float32(alpha), dtype)


@primitive("raw_ops.LeakyRelu", internal=True, decides=lambda features, alpha: np.sign(features))
def _leaky_relu(
    features: Annotated[Tensor, Floats()], alpha: Annotated[float, Among(0.2, 0.1, 0.0, 1.5, -1.0)] = 0.2
):
    """y = x for x > 0, else alpha x"""
    return np.where(features > 0, features, features * _narrow(alpha, features.dtype))


@_leaky_relu.vjp
def _(ct, y, features, alpha):
    return (leaky_relu_grad(ct, features, alpha),)


@primitive(
    "raw_ops.LeakyReluGrad",
    internal=True,
    decides=lambda gradients, features, alpha: np.sign(features),
)
def leaky_relu_grad(
    gradients: Annotated[Tensor, Floats()],
    features: Annotated[Tensor, Like("gradients")],
    alpha: Annotated[float, Among(0.2, 0.1, 0.0, 1.5, -1.0)] = 0.2,
):
    """dx = ct where x > 0, else alpha ct"""
    _check_sizes("LeakyReluGrad", gradients, features)
    return np.where(features > 0, gradients, gradients * _narrow(alpha, gradients.dtype))


@leaky_relu_grad.vjp
def _(ct, dx, gradients, features, alpha):
    return lambda: leaky_relu_grad(ct, features, alpha), lambda: zeros_like(features)


@composed("nn.leaky_relu")
def leaky_relu(
    features: Annotated[Tensor, Numbers(dtypes=REAL)],
    alpha: Annotated[float, Among(0.2, 0.1, 0.0, 1.5, -1.0)] = 0.2,
    name=None,
):
    """y = x for x > 0, else alpha x; dy/dx = alpha at the kink x = 0.  Ints are cast to float32 first."""
    features = convert_to_tensor(features)
    if features.dtype.is_integer:
        features = cast(features, "float32")
    if isinstance(alpha, np.ndarray):
        with said_by_python():
            alpha = alpha.item()
    return _leaky_relu(features, 0.2 if alpha is None else number(alpha, "alpha"))


def _before_subtracting(features):
    """The size of what e^x - 1 is a difference of, which rounds before it cancels."""
    return np.where(features < 0, 1.0, np.abs(features.astype(np.float64)))


@primitive("nn.elu", decides=np.sign, accumulates=_before_subtracting)
def elu(features: Annotated[Tensor, Floats(likely=(-3.0, 3.0))]):
    """y = x for x ≥ 0, else e^x - 1.  dy/dx = 1 at x = 0, where the second derivative is 0."""
    return np.where(features < 0, np.exp(features) - 1, features)


@elu.vjp
def _(ct, y, x):
    return (elu_grad(ct, y),)


@primitive("raw_ops.EluGrad", internal=True, decides=_by_gradients)
def elu_grad(gradients: Annotated[Tensor, Floats()], outputs: Annotated[Tensor, Like("gradients")]):
    """dx = ct (y + 1) where y < 0, else ct"""
    _check_sizes("EluGrad", gradients, outputs)
    return np.where(outputs < 0, (outputs + np.ones((), outputs.dtype)) * gradients, gradients)


def _by_output(ct, gradients, outputs):
    return where_v2(less(outputs, 0.0), ct * gradients, recorded_zeros_like(outputs))


@elu_grad.vjp
def _(ct, dx, gradients, outputs):
    return elu_grad(ct, outputs), _by_output(ct, gradients, outputs)


SCALE, SCALE_ALPHA = 1.0507009873554804934, 1.7580993408473768600  # for means of 0 and variances of 1


@primitive("nn.selu", decides=np.sign, accumulates=lambda features: 2 * _before_subtracting(features))
def selu(features: Annotated[Tensor, Floats(likely=(-3.0, 3.0))]):
    """y = 1.0507 x for x ≥ 0, else 1.7581 (e^x - 1).

    dy/dx = 1.0507 at x = 0, where the second derivative is 0.
    """
    scale, alpha = np.asarray(SCALE, features.dtype), np.asarray(SCALE_ALPHA, features.dtype)
    return np.where(features < 0, alpha * (np.exp(features) - 1), scale * features)


@selu.vjp
def _(ct, y, x):
    return (selu_grad(ct, y),)


@primitive("raw_ops.SeluGrad", internal=True, decides=_by_gradients)
def selu_grad(gradients: Annotated[Tensor, Floats()], outputs: Annotated[Tensor, Like("gradients")]):
    """dx = ct (y + 1.7581) where y < 0, else 1.0507 ct"""
    _check_sizes("SeluGrad", gradients, outputs)
    scale, alpha = np.asarray(SCALE, outputs.dtype), np.asarray(SCALE_ALPHA, outputs.dtype)
    return np.where(outputs < 0, gradients * (outputs + alpha), gradients * scale)


@selu_grad.vjp
def _(ct, dx, gradients, outputs):
    return selu_grad(ct, outputs), _by_output(ct, gradients, outputs)


@composed("nn.crelu")
def crelu(
    features: Annotated[Tensor, Numbers(dtypes=tuple(t for t in SIGNED if t in REAL), least_rank=1)],
    axis: Annotated[int, Axis("features")] = -1,
    name=None,
):
    """`relu` of x, and then of -x, along `axis`"""
    features = convert_to_tensor(features)
    return relu(concat([features, -features], axis))
