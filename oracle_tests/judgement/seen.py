"""SEEN: whether a tape or an accumulator of a program sees all that the program computes.

Only of such a one can differences of the whole program say what it should answer.
"""

from strategies import program as p
from strategies.wellformed.calls import HIGHER

_COMPUTES = (p.Apply, p.Operate, p.Index, p.Alias, p.Read, p.Call, p.Repeat)
_GIVEN = (p.Constant, p.Variable, p.Def)
_ASKS = (p.Gradient, p.Jvp)
_TAPES = (p.Tape, p.Accumulator, p.Watch, *_ASKS)
_OPAQUE = (
    "stop_gradient",
    "cast",
    "py_function",
    "numpy_function",
)  # values that pass while the derivative does not


class Silent(Exception):
    """Raised where differences of a program cannot say what it should answer."""


def only_computes(program: p.Program) -> None:
    """Raises Silent unless all that is differentiated is what is computed."""
    functions = [s for s in p.statements(program.body) if isinstance(s, p.Def | p.Repeat)]
    inner = [s for function in functions for s in p.statements(function.body)]
    if not all(map(_is_plain, p.statements(program.body))) or any(isinstance(s, _TAPES) for s in inner):
        raise Silent("some statement does more than compute")


def _is_plain(s) -> bool:
    if isinstance(s, p.Def):
        return s.decorator in (None, "function", "recompute_grad")
    if isinstance(s, p.Apply) and s.function in _OPAQUE:
        return False
    return isinstance(s, (*_COMPUTES, *_GIVEN, *_TAPES))


def without_tapes(body: tuple) -> tuple:
    """The statements of `body` that compute, in order."""
    found: list = []
    for s in body:
        if isinstance(s, p.Tape | p.Accumulator):
            found += without_tapes(s.body)
        elif not isinstance(s, _TAPES):
            found.append(s)
    return tuple(found)


def accumulator_of(program: p.Program, asked: p.Jvp) -> p.Accumulator:
    """The accumulator that is asked, which sees all; Silent if it does not."""
    return _scope(program, p.Accumulator, asked.accumulator)


def tape_of(program: p.Program, asked: p.Gradient, source) -> p.Tape:
    """The tape that is asked, which sees all that is computed of `source`; Silent if it does not."""
    tape = _scope(program, p.Tape, asked.tape)
    answers = {s.out: s for s in p.statements(tape.body) if isinstance(s, _ASKS)}
    about = [answers.get(p.root(name)) for name in p.leaves(asked.target)]
    if asked.unconnected_gradients != "none" or asked in answers.values():
        raise Silent("zeros for what is unconnected, and a tape that is asked while it records")
    if any(isinstance(s, p.Jvp) for s in about) and _has_functions(program):
        raise Silent("tapes do not see the jvps of functions")
    given = next((s for s in program.inputs if s.out == source), None)
    watches = [s for s in tape.body if isinstance(s, p.Watch)]
    if isinstance(given, p.Variable):
        watched = given.trainable and tape.watch_accessed_variables
    else:
        watched = any(s.tensor == source and s.tape == tape.out for s in watches)
    if not watched or tape.body[: len(watches)] != tuple(watches):
        raise Silent(f"{source} is not watched from the start")
    return tape


def _scope(program, kind, name):
    scope = next((s for s in p.statements(program.body) if isinstance(s, kind) and s.out == name), None)
    if scope is None or _computing(scope.body) != _computing(program.body):
        raise Silent(f"something is computed outside of {name}")
    return scope


def _computing(body) -> list:
    return [s for s in without_tapes(body) if isinstance(s, _COMPUTES)]


def _has_functions(program) -> bool:
    return any(
        isinstance(s, p.Def) or (isinstance(s, p.Apply) and s.function in HIGHER)
        for s in p.statements(program.body)
    )


def primals_and_tangents(accumulator: p.Accumulator) -> list[tuple]:
    """Each primal's name with its tangent; Silent where their structures differ."""

    def pairs(primal, tangent):
        if isinstance(primal, str) and isinstance(tangent, str | p.Number):
            return [(primal, tangent)]
        if type(primal) is not type(tangent) or not isinstance(primal, p.Sequence | p.Mapping):
            raise Silent("tangents of another form")
        return [pair for x, t in zip(primal.items, tangent.items, strict=True) for pair in pairs(x, t)]

    return pairs(accumulator.primals, accumulator.tangents)


def within(scope, asked, made: dict) -> None:
    """Raises Silent unless `asked` and what it asks stand within `scope`, which then sees its answer."""
    inner = made[asked.accumulator if isinstance(asked, p.Jvp) else asked.tape]
    found = list(p.statements(scope.body))
    if not (any(s is asked for s in found) and any(s is inner for s in found)):
        raise Silent(f"{scope.out} does not see {asked.out}")


def depth(program: p.Program, asked) -> int:
    """Of how many answers, one about the other, `asked` is the last."""
    made = {s.out: s for s in p.statements(program.body) if isinstance(s, _ASKS)}
    target = asked.primals if isinstance(asked, p.Jvp) else asked.target
    inner = [made[p.root(name)] for name in p.leaves(target) if p.root(name) in made]
    return 1 + max((depth(program, s) for s in inner), default=0)


def named(tree, out: p.Name, name: p.Name) -> p.Name:
    """The leaf of a structure `tree` that `name`, a part of its answer `out`, is about."""
    if out == name and isinstance(tree, str):
        return tree
    keys = tree.keys if isinstance(tree, p.Mapping) else range(len(getattr(tree, "items", ())))
    for key, item in zip(keys, getattr(tree, "items", ()), strict=True):
        inner = f"{out}[{key!r}]"
        if name == inner or name.startswith(f"{inner}["):
            return named(item, inner, name)
    raise Silent(f"{name} is no leaf")
