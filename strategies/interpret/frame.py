"""FRAMES: how statements act on names.

A machine is the frame of a whole program, and observes what its statements define.  The body of a function
has a frame of its own for each call, the body of a loop shares the names around it.  Neither catches nor
observes anything: values may be symbolic there, and exceptions go to whoever called.
"""

from collections import ChainMap
from collections.abc import Callable
from typing import Any, get_args

from .. import program as p
from ..outcome import Returned
from . import functions, tapes, values, variables
from .bindings import Bindings

_STEPS: dict[type, Any] = {
    kind: step
    for statements, step in (
        (p.ValueStatement, values.step),
        (p.VariableStatement, variables.step),
        (p.TapeStatement, tapes.step),
        (p.FunctionStatement, functions.step),
    )
    for kind in get_args(statements)
}


_followers: list["followed_by"] = []  # who wants to see what runs in bodies


class followed_by:
    """Within the block, `begin(statement)` is called before each statement in the body of a function or loop,
    with None for the body itself, and `end(statement, names)` after it, if it did not raise."""

    def __init__(self, begin: Callable[[p.Statement | None], Any], end: Callable[[p.Statement, Any], Any]):
        self.begin, self.end = begin, end

    def __enter__(self) -> None:
        _followers.append(self)

    def __exit__(self, *exc: object) -> None:
        _followers.remove(self)


class Frame(Bindings):
    """Statements act on `names`, with the module `tf`."""

    @property
    def in_function(self) -> bool:
        return isinstance(self.names, ChainMap)

    def inner(self) -> "Frame":
        """A frame with the same names: that of a loop's body."""
        return Frame(self.tf, self.names)

    def called(self) -> "Frame":
        """A frame with names of its own that sees these as well: that of a function's body."""
        outer = self.names.maps if isinstance(self.names, ChainMap) else [self.names]
        return Frame(self.tf, ChainMap({}, *outer))

    def execute(self, body: tuple[p.Statement, ...]) -> None:
        """Runs statements one after the other; what one raises ends it."""
        for follower in _followers:
            follower.begin(None)
        for statement in body:
            if isinstance(statement, p.Scope):
                with tapes.context(self, statement):
                    self.execute(statement.body)
            elif _followers:
                for follower in _followers:
                    follower.begin(statement)
                self.step(statement)
                for follower in _followers:
                    follower.end(statement, self.names)
            else:
                self.step(statement)

    def step(self, statement: p.Statement) -> Returned:
        """Runs a statement that opens no scope."""
        return _STEPS[type(statement)](self, statement)
