"""Functions and loops: closures over statements, as the module under test takes a Python function."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from .. import program as p
from ..outcome import Returned
from .bindings import DONE

if TYPE_CHECKING:
    from .frame import Frame


def step(frame: "Frame", s: p.FunctionStatement) -> Returned:
    match s:
        case p.Call():
            return frame.define(s.out, frame.get(s.function)(*map(frame.tree, s.operands)))
        case p.Repeat():
            return _repeat(frame, s)
        case p.Def():
            frame.names[s.out] = _decorated(frame, s)
            return DONE
        case _:
            assert_never(s)


def _decorated(frame: "Frame", s: p.Def) -> Callable[..., Any]:
    function = _function(frame, s)
    if s.decorator is None:
        return function if frame.in_function else _as_it_is(frame.tf, function)
    if s.decorator == "function":
        return frame.tf.function(function, autograph=False)
    return getattr(frame.tf, str(s.decorator))(function)


def _as_it_is(tf: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Keeps TensorFlow's AutoGraph, which reads source, from rewriting the walk over statements."""
    autograph = getattr(tf, "autograph", None)
    return function if autograph is None else autograph.experimental.do_not_convert(function)


def _function(frame: "Frame", s: p.Def) -> Callable[..., Any]:
    """The function that a Def means: each call has names of its own."""

    def run(arguments: tuple[Any, ...]) -> Any:
        if len(arguments) != len(s.parameters):
            raise TypeError(f"{s.out}() takes {len(s.parameters)} arguments, {len(arguments)} were given")
        inner = frame.called()
        for name, value in zip(s.parameters, arguments, strict=True):
            inner.bind(name, value)
        inner.execute(s.body)
        return inner.tree(s.result)

    def function(*arguments):
        return run(arguments)

    def with_variables(*arguments, variables=None):
        return run(arguments)

    chosen: Callable[..., Any] = with_variables if s.variables else function
    chosen.__name__ = chosen.__qualname__ = s.out
    return chosen


def _repeat(frame: "Frame", s: p.Repeat) -> Returned:
    inner = frame.inner()
    for name, initial, _ in s.carried:
        inner.bind(name, inner.tree(initial))
    for _ in range(s.times):
        inner.execute(s.body)
        following = [inner.tree(tree) for _, _, tree in s.carried]
        for (name, _, _), value in zip(s.carried, following, strict=True):
            inner.rebind(name, value)
    return frame.seen({name: frame.names[name] for name, _, _ in s.carried})
