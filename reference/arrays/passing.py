"""PASSING ON: what returns its operands as they are."""

from typing import Annotated

from ..errors import InvalidArgumentError, error
from ..math.arithmetic import identity
from ..operands import Anything, Several
from ..primitive import composed, primitive
from ..record import recording
from ..tensor import Tensor, convert_to_tensor, is_tensor


@primitive("raw_ops.IdentityN", internal=True, rounds=False)
def _identity_n(input: Annotated[list[Tensor], Several(mixed=True)]):
    """yᵢ = xᵢ, all in one operation: what only another result uses gets zeros, not None"""
    return tuple(input)


@_identity_n.vjp
def _(cts, y, input):
    return (list(cts) if isinstance(y, list) else [cts],)


@composed("identity_n")
def identity_n(input: Annotated[list[Tensor], Several(mixed=True)], name=None):
    """The tensors of a list, or the rows of a tensor, of any dtypes.

    Raises InvalidArgumentError for none, TypeError for what has no items.
    """
    has_items = isinstance(input, list | tuple | str | dict)
    if not has_items and (recording.function is not None or not is_tensor(input) or not input.shape):
        raise error(TypeError, f"Expected list for 'input' argument to 'identity_n' Op, not {input!r}.")
    items = list(input)
    if not items:
        raise error(InvalidArgumentError, "Length for attr 'T' of 0 must be at least minimum 1")
    y = _identity_n(items)
    return y if isinstance(y, list) else [y]


@primitive("guarantee_const", rounds=False)
def guarantee_const(input: Annotated[Tensor, Anything()]):
    """y = x, which is promised not to change"""
    return input


@guarantee_const.vjp
def _(ct, y, input):
    return (ct,)


def tuple_(tensors, control_inputs=None, name=None):
    """The tensors themselves, None among them; in a function, copies of them.  Raises ValueError there for
    nothing but None."""
    if recording.function is None:
        return tensors
    given = [x for x in tensors if x is not None]
    if not given:
        raise error(ValueError, "`tensors` must have at least one Tensor")
    return [None if x is None else identity(convert_to_tensor(x)) for x in tensors]
