"""CALLS: one operation on given operands, and everything that two orders of gradient let one see of it.

A call says what to run, by TensorFlow's name or by an operator's symbol; `result` and `observe` run it on a
module that has these names.  What they yield is compared entry by entry with `differences`.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracle_tests.answers import Seen, Tolerance, attempt, differences, seen, shown, weights

__all__ = ["SYMBOLS", "As", "Call", "Cell", "Seen", "Tolerance", "attempt", "differences", "fail_for"]
__all__ += ["function", "leaves", "made", "observe", "result", "seen", "weights"]

SYMBOLS: dict[str, Callable] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "neg": operator.neg,
    "abs": abs,
    "~": operator.invert,
    "[]": operator.getitem,
}


@dataclass(frozen=True)
class As:
    """An operand that is passed as it is: a Python number, None, a NumPy array."""

    value: Any


@dataclass(frozen=True)
class Cell:
    """An operand that is a variable."""

    value: np.ndarray


@dataclass(frozen=True)
class Call:
    """`function(*operands, **attributes)`.  Arrays among operands become tensors; lists may hold several."""

    function: str
    operands: tuple
    attributes: dict = field(default_factory=dict)

    def __str__(self) -> str:
        shown = [*map(_shown, self.operands), *(f"{k}={v!r}" for k, v in self.attributes.items())]
        return f"{self.function}({', '.join(shown)})"


def function(tf: ModuleType, name: str) -> Callable:
    """What `name`, dotted or an operator's symbol, means on the module `tf`."""
    if name in SYMBOLS:
        return SYMBOLS[name]
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    return found


def made(tf: ModuleType, operand: Any) -> Any:
    """An operand of a call as `tf` has it."""
    match operand:
        case np.ndarray():
            return tf.constant(operand)
        case list():
            return [made(tf, item) for item in operand]
        case Cell(value):
            return tf.Variable(value)
        case As(value):
            return value
    raise TypeError(f"{operand!r} is no operand; wrap it in As")


def leaves(operands: Any) -> list:
    """The tensors and variables among operands."""
    flat = (x for item in operands for x in (leaves(item) if isinstance(item, list | tuple) else [item]))
    return [x for x in flat if hasattr(x, "numpy")]


def result(tf: ModuleType, call: Call) -> Seen:
    """What `call` returns on `tf`, or the error it raises."""
    run = function(tf, call.function)
    return attempt(tf, lambda: run(*(made(tf, x) for x in call.operands), **call.attributes))


def observe(tf: ModuleType, call: Call) -> dict[str, Seen]:
    """The result of `call` on `tf`, its gradients and theirs, with respect to all its operands.

    `gradient` and `weighted` are first derivatives of the result, the latter with weights; `second` and
    `second weighted` are derivatives of the sum of `weighted`, with respect to operands and weights.
    """
    operands = [made(tf, x) for x in call.operands]
    sources, run = leaves(operands), function(tf, call.function)
    kept: dict[str, Any] = {}

    def keep(name: str, action: Callable[[], Any]) -> bool:
        """Attempts `action`; the value itself is kept for what follows.  False where it raised."""
        answer[name] = attempt(tf, lambda: kept.setdefault(name, action()))
        return name in kept

    answer: dict[str, Seen] = {}
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch(sources)
            if not keep("result", lambda: run(*operands, **call.attributes)):
                return answer
        y = kept["result"]
        targets = leaves(list(y) if isinstance(y, list | tuple) else [y])
        keep("gradient", lambda: inner.gradient(y, sources))
        if any(x.dtype == tf.string for x in targets):
            return answer
        given = [tf.constant(weights(x, 1)) for x in targets]
        outer.watch(given)
        if not keep("weighted", lambda: inner.gradient(targets, sources, output_gradients=given)):
            return answer
    firsts = [g.values if hasattr(g, "dense_shape") else g for g in kept["weighted"] if g is not None]
    keep("second", lambda: outer.gradient(firsts, [*sources, *given]))
    again = [tf.constant(weights(g, 3)) for g in firsts]
    keep("second weighted", lambda: outer.gradient(firsts, [*sources, *given], output_gradients=again))
    return answer


def fail_for(problems: list[str]) -> None:
    """Fails the test with the first of its problems, where there are any."""
    if problems:
        pytest.fail("\n".join((f"{len(problems)} differences", *problems[:12])), pytrace=False)


def _shown(x: Any) -> str:
    match x:
        case list():
            return f"[{', '.join(map(_shown, x))}]"
        case As(value):
            return repr(value)
        case Cell(value):
            return f"Variable({_shown(value)})"
    return shown(x)
