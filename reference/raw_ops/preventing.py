"""PREVENTING: a gradient that is refused."""

from ..errors import error
from ..record import record
from ..tensor import Tensor, convert_to_tensor


class _Prevented:
    """y = x"""

    name, optional_results = "PreventGradient", ()

    def __init__(self, message):
        self.message = message

    def pull_back(self, entry, cts, needed):
        raise error(LookupError, f"Gradient explicitly disabled. Reason: {self.message.encode()!r}")


def PreventGradient(*args, input=None, message="", name=None):
    """`input`, through which no gradient may flow: the backward pass raises LookupError (G08)."""
    if args:
        raise error(TypeError, "prevent_gradient only takes keyword args")
    x = convert_to_tensor(input)
    if not isinstance(message, str):
        raise error(TypeError, f"Expected string for argument 'message' not {message}.")
    y = Tensor(x._array)
    record(_Prevented(message), (x,), (y,), ())
    return y
