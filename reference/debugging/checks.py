"""CHECKS: what raises unless a condition holds, and else gives back its operand, gradients included."""

from typing import Annotated

import numpy as np

from ..errors import InvalidArgumentError, error
from ..math.arithmetic import identity
from ..operands import Anything, Floats, Internal
from ..primitive import primitive
from ..record import recording
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor


def _on(tf, input, shape):
    return tf.ensure_shape(input, shape)


@primitive("raw_ops.EnsureShape", internal=True, rounds=False, on=_on)
def _ensure_shape(input: Annotated[Tensor, Anything()], shape: Annotated[tuple, Internal()]):
    """y = x"""
    if not TensorShape(shape).is_compatible_with(input.shape):
        raise error(InvalidArgumentError, f"shape {input.shape} is not compatible with {shape}")
    return input


@_ensure_shape.vjp
def _(ct, y, input, shape):
    return (ct,)


def ensure_shape(x, shape, name=None):
    """`x`, whose shape has to fit `shape`, where sizes may be open; raises InvalidArgumentError otherwise."""
    return _ensure_shape(x, TensorShape(shape))


@primitive("raw_ops.CheckNumerics", internal=True, rounds=False)
def _check_numerics(tensor: Annotated[Tensor, Floats()], message: Annotated[str, Internal()] = ""):
    """y = x"""
    if not np.isfinite(tensor).all():
        raise error(InvalidArgumentError, f"{message} : Tensor had Inf or NaN values")
    return tensor


@_check_numerics.vjp
def _(ct, y, tensor, message):
    return (
        _check_numerics(ct, f"Not a number (NaN) or infinity (Inf) values detected in gradient. {message}"),
    )


def check_numerics(tensor, message, name=None):
    """`tensor`, of finite numbers; raises InvalidArgumentError for others, in the gradient too (G11)."""
    if not isinstance(message, str):
        raise error(TypeError, f"Expected string for argument 'message' not {message}.")
    return _check_numerics(tensor, message)


def assert_all_finite(x, message, name=None):
    """`x`, of finite numbers; raises InvalidArgumentError for others, but not in the gradient."""
    x = convert_to_tensor(x)
    check_numerics(x, message)
    return x if recording.function is None else identity(x)
