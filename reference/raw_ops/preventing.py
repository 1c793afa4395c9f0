"""PREVENTING: a gradient that is refused."""

from typing import Annotated

from ..errors import error
from ..operands import Anything, Internal
from ..primitive import primitive
from ..tensor import Tensor


@primitive("raw_ops.PreventGradient", internal=True, rounds=False)
def _prevent_gradient(input: Annotated[Tensor, Anything()], message: Annotated[str, Internal()]):
    """y = x; its gradient raises LookupError"""
    return input


@_prevent_gradient.vjp
def _(ct, y, input, message):
    raise error(LookupError, f"Gradient explicitly disabled. Reason: {message.encode()!r}")


def PreventGradient(*args, input=None, message="", name=None):
    """`input`, through which no gradient may flow: the backward pass raises LookupError (G08)."""
    if args:
        raise error(TypeError, "prevent_gradient only takes keyword args")
    if not isinstance(message, str):
        raise error(TypeError, f"Expected string for argument 'message' not {message}.")
    return _prevent_gradient(input, message)
