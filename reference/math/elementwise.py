"""ELEMENTWISE: roots, exponentials, trigonometry, and the operations their gradients are made of.

TensorFlow computes some gradients by an operation of their own, which second derivatives go through; those
are declared here as `raw_ops`.
"""

from typing import Annotated

import numpy as np

from ..dtypes import INTEGER
from ..errors import InvalidArgumentError, error
from ..operands import Floats, Like
from ..primitive import primitive
from ..tensor import Tensor


def _paired(y, dy):
    """`dy` in the shape of `y`.  Raises InvalidArgumentError for another number of elements."""
    if y.size != dy.size:
        raise error(InvalidArgumentError, f"operands of {y.size} and of {dy.size} elements")
    return dy.reshape(y.shape)


@primitive("math.exp", "exp")
def exp(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), kinks=(0.0, 88.8, -104.0))]):
    """y = e^x"""
    return np.exp(x)


@exp.vjp
def _(ct, y, x):
    return (ct * y,)


@primitive("math.log")
def log(x: Annotated[Tensor, Floats(likely=(0.1, 10.0))]):
    """y = ln x.  At x = 0: y = -inf, dy/dx = inf.  For x < 0: y = nan, yet dy/dx = 1/x."""
    return np.log(x)


@log.vjp
def _(ct, y, x):
    return (ct * reciprocal(x),)


@primitive("math.reciprocal")
def reciprocal(x: Annotated[Tensor, Floats(likely=(0.1, 10.0), listed=INTEGER)]):
    """y = 1/x.  At x = 0: y = ±inf, dy/dx = -inf, or 0 where the cotangent is 0."""
    return 1 / x


@reciprocal.vjp
def _(ct, y, x):
    return (reciprocal_grad(y, ct),)


@primitive("raw_ops.ReciprocalGrad", internal=True)
def reciprocal_grad(y: Annotated[Tensor, Floats()], dy: Annotated[Tensor, Like("y")]):
    """dx = -dy y², and 0 wherever dy is 0"""
    dy = _paired(y, dy)
    return np.where(dy == 0, np.zeros((), dy.dtype), -dy * (y * y))


@reciprocal_grad.vjp
def _(ct, dx, y, dy):
    return lambda: ct * -2.0 * dy * y, lambda: reciprocal_grad(y, ct)


@primitive("math.sqrt", "sqrt")
def sqrt(x: Annotated[Tensor, Floats(likely=(0.0, 10.0))]):
    """y = √x.  At x = 0: dy/dx = inf, or 0 where the cotangent is 0.  For x < 0: nan."""
    return np.sqrt(x)


@sqrt.vjp
def _(ct, y, x):
    return (sqrt_grad(y, ct),)


@primitive("raw_ops.SqrtGrad", internal=True)
def sqrt_grad(y: Annotated[Tensor, Floats()], dy: Annotated[Tensor, Like("y")]):
    """dx = dy / 2y, and 0 wherever dy is 0"""
    dy = _paired(y, dy)
    return np.where(dy == 0, np.zeros((), dy.dtype), dy * np.asarray(0.5, dy.dtype) / y)


@sqrt_grad.vjp
def _(ct, dx, y, dy):
    quotient = ct / y
    return lambda: -quotient * dx, lambda: 0.5 * quotient


@primitive("math.sin", "sin")
def sin(x: Annotated[Tensor, Floats()]):
    """y = sin x"""
    return np.sin(x)


@sin.vjp
def _(ct, y, x):
    return (ct * cos(x),)


@primitive("math.cos", "cos")
def cos(x: Annotated[Tensor, Floats()]):
    """y = cos x"""
    return np.cos(x)


@cos.vjp
def _(ct, y, x):
    return (-ct * sin(x),)


@primitive("math.tanh", "tanh", "nn.tanh")
def tanh(x: Annotated[Tensor, Floats()]):
    """y = tanh x"""
    return np.tanh(x)


@tanh.vjp
def _(ct, y, x):
    return (tanh_grad(y, ct),)


@primitive("raw_ops.TanhGrad", internal=True)
def tanh_grad(y: Annotated[Tensor, Floats()], dy: Annotated[Tensor, Like("y")]):
    """dx = dy (1 - y²)"""
    return _paired(y, dy) * (1 - y * y)


@tanh_grad.vjp
def _(ct, dx, y, dy):
    return lambda: ct * -2.0 * dy * y, lambda: tanh_grad(y, ct)


@primitive("math.sigmoid", "sigmoid", "nn.sigmoid")
def sigmoid(x: Annotated[Tensor, Floats()]):
    """y = 1 / (1 + e^-x)"""
    return 1 / (1 + np.exp(-x))


@sigmoid.vjp
def _(ct, y, x):
    return (sigmoid_grad(y, ct),)


@primitive("raw_ops.SigmoidGrad", internal=True)
def sigmoid_grad(y: Annotated[Tensor, Floats()], dy: Annotated[Tensor, Like("y")]):
    """dx = dy y (1 - y)"""
    return _paired(y, dy) * y * (1 - y)


@sigmoid_grad.vjp
def _(ct, dx, y, dy):
    product = ct * dy
    return lambda: product - 2.0 * product * y, lambda: sigmoid_grad(y, ct)
