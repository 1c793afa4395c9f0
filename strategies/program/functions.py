"""FUNCTIONS: statements that define and call functions, and Python's loop.

What stands in their bodies is neither caught nor observed: an exception goes to whoever called.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from .trees import RARE, Attribute, Name, Tree

if TYPE_CHECKING:
    from . import Statement

DECORATORS = ("function", "custom_gradient", "recompute_grad", "grad_pass_through")


@dataclass(frozen=True)
class Def:
    """def out(*parameters): body; return result

    `decorator` is None or one of DECORATORS.  What the body defines is local to it.  A custom gradient ends
    in a Def without a decorator, its gradient function, and returns (y, that function).  `variables` says
    that a gradient function takes `variables=None` too; it then returns (gradients, gradients of variables).
    """

    out: Name
    decorator: Attribute
    parameters: tuple[Name, ...]
    body: tuple["Statement", ...]
    result: Tree
    variables: bool = field(default=False, metadata=RARE)


@dataclass(frozen=True)
class Call:
    """out = function(*operands)"""

    out: Name
    function: Name
    operands: tuple[Tree, ...]


@dataclass(frozen=True)
class Repeat:
    """name = initial; for _ in range(times): body; name = next

    `carried` has (name, initial, next) for each name that goes from one round to the next.  Only these can be
    used after the loop, and they are what is observed of it.
    """

    carried: tuple[tuple[Name, Tree, Tree], ...]
    times: int
    body: tuple["Statement", ...]


Unit: TypeAlias = Def | Repeat  # has a body whose statements are neither caught nor observed
FunctionStatement: TypeAlias = Def | Call | Repeat
