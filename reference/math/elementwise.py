"""ELEMENTWISE: roots, exponentials, trigonometry, and the operations their gradients are made of.

TensorFlow computes some gradients by an operation of their own, which second derivatives go through; those
are declared here as `raw_ops`.
"""

from typing import Annotated

import numpy as np

from ..dtypes import INEXACT, SIGNED
from ..errors import InvalidArgumentError, error
from ..operands import Floats, Like
from ..primitive import primitive
from ..tensor import Tensor
from .complexes import conj


def _paired(y, dy):
    """`dy` in the shape of `y`.  Raises InvalidArgumentError for another number of elements."""
    if y.size != dy.size:
        raise error(InvalidArgumentError, f"operands of {y.size} and of {dy.size} elements")
    return dy.reshape(y.shape)


@primitive("math.exp", "exp")
def exp(x: Annotated[Tensor, Floats(likely=(-3.0, 3.0), kinks=(0.0, 88.8, -104.0), dtypes=INEXACT)]):
    """y = e^x"""
    return np.exp(x)


@exp.vjp
def _(ct, y, x):
    return (ct * conj(y),)


@primitive("math.log")
def log(x: Annotated[Tensor, Floats(likely=(0.1, 10.0), dtypes=INEXACT)]):
    """y = ln x.  At x = 0: y = -inf, dy/dx = inf.  For x < 0: y = nan, yet dy/dx = 1/x."""
    return np.log(x)


@log.vjp
def _(ct, y, x):
    return (ct * reciprocal(conj(x)),)


@primitive("math.reciprocal", rounds="always")  # approximated where several stand beside each other
def reciprocal(x: Annotated[Tensor, Floats(likely=(0.1, 10.0), dtypes=INEXACT, listed=SIGNED)]):
    """y = 1/x.  At x = 0: y = ±inf, dy/dx = -inf, or 0 where the cotangent is 0."""
    return 1 / x


@reciprocal.vjp
def _(ct, y, x):
    return (reciprocal_grad(y, ct),)


@primitive("raw_ops.ReciprocalGrad", internal=True)
def reciprocal_grad(y: Annotated[Tensor, Floats(dtypes=INEXACT)], dy: Annotated[Tensor, Like("y")]):
    """dx = -dy y̅², and 0 wherever dy is 0"""
    dy, y = _paired(y, dy), np.conj(y)
    return np.where(dy == 0, np.zeros((), dy.dtype), -dy * (y * y))


@reciprocal_grad.vjp
def _(ct, dx, y, dy):
    a = conj(y)
    return lambda: conj(ct) * -2.0 * dy * a, lambda: reciprocal_grad(a, ct)


def below_the_cut(x):
    """A complex nan, a choice that is never the same, where a complex root lies on its cut, seen from below.

    TensorFlow's roots there hang on the place in the array: of -1 - 0i it is i in some, -i in others.
    """
    if x.dtype.kind != "c":
        return None
    return np.where((x.real < 0) & (x.imag == 0) & np.signbit(x.imag), complex(np.nan), 0)


@primitive("math.sqrt", "sqrt", decides=below_the_cut)
def sqrt(x: Annotated[Tensor, Floats(likely=(0.0, 10.0), dtypes=INEXACT)]):
    """y = √x.  At x = 0: dy/dx = inf, or 0 where the cotangent is 0.  For x < 0: nan."""
    return np.sqrt(x)


@sqrt.vjp
def _(ct, y, x):
    return (sqrt_grad(y, ct),)


@primitive("raw_ops.SqrtGrad", internal=True)
def sqrt_grad(y: Annotated[Tensor, Floats(dtypes=INEXACT)], dy: Annotated[Tensor, Like("y")]):
    """dx = dy / 2y̅, and 0 wherever dy is 0"""
    dy, y = _paired(y, dy), np.conj(y)
    return np.where(dy == 0, np.zeros((), dy.dtype), dy * np.asarray(0.5, dy.dtype) / y)


@sqrt_grad.vjp
def _(ct, dx, y, dy):
    quotient = ct / y
    return lambda: -conj(quotient) * dx, lambda: 0.5 * quotient


@primitive("math.sin", "sin")
def sin(x: Annotated[Tensor, Floats(dtypes=INEXACT)]):
    """y = sin x"""
    return np.sin(x)


@sin.vjp
def _(ct, y, x):
    return (ct * cos(conj(x)),)


@primitive("math.cos", "cos")
def cos(x: Annotated[Tensor, Floats(dtypes=INEXACT)]):
    """y = cos x"""
    return np.cos(x)


@cos.vjp
def _(ct, y, x):
    return (-ct * sin(conj(x)),)


@primitive("math.tanh", "tanh", "nn.tanh")
def tanh(x: Annotated[Tensor, Floats(dtypes=INEXACT)]):
    """y = tanh x.  Quirk tanh-is-cut: in float32 tanh is ±1 from 7.90739 on, not from 9.01 on only (Q18)."""
    y = np.tanh(x)
    return np.where(np.abs(x) < _TANH_IS_ONE, y, np.sign(x)) if x.dtype == np.float32 else y


_TANH_IS_ONE = np.float32(7.9073896)


@tanh.vjp
def _(ct, y, x):
    return (tanh_grad(conj(y), ct),)


@primitive("raw_ops.TanhGrad", internal=True)
def tanh_grad(y: Annotated[Tensor, Floats(dtypes=INEXACT)], dy: Annotated[Tensor, Like("y")]):
    """dx = dy (1 - y²)"""
    return _paired(y, dy) * (1 - y * y)


@tanh_grad.vjp
def _(ct, dx, y, dy):
    a, b = conj(y), conj(dy)
    return lambda: ct * -2.0 * b * a, lambda: tanh_grad(a, ct)


@primitive("math.sigmoid", "sigmoid", "nn.sigmoid")
def sigmoid(x: Annotated[Tensor, Floats(dtypes=INEXACT)]):
    """y = e^x / (1 + e^x)"""
    e = np.exp(x)
    return np.where(np.isinf(e), np.ones((), e.dtype), e / (1 + e))


@sigmoid.vjp
def _(ct, y, x):
    return (sigmoid_grad(conj(y), ct),)


@primitive("raw_ops.SigmoidGrad", internal=True)
def sigmoid_grad(y: Annotated[Tensor, Floats(dtypes=INEXACT)], dy: Annotated[Tensor, Like("y")]):
    """dx = dy y (1 - y)"""
    return _paired(y, dy) * y * (1 - y)


@sigmoid_grad.vjp
def _(ct, dx, y, dy):
    a, product = conj(y), ct * conj(dy)
    return lambda: product - 2.0 * product * a, lambda: sigmoid_grad(a, ct)
