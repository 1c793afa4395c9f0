"""FUNCTIONS: how functions are drawn: their bodies in rehearsal, and calls that fit them.

A body is a short chain from its arguments to its results.  It reads what stands around it, writes to
variables, and may open a tape of its own.
"""

from collections.abc import Callable, Iterator

import numpy as np

import reference

from . import program as p
from .assignments import assign, assign_slice, read_rows
from .draft import DEEPEST, Draft
from .operands import anything
from .operations import apply, index, lookup, operate, read

Body = tuple[p.Statement, ...]


def define(
    draft: Draft,
    parameters: dict[str, object],
    result: Callable[[Draft], p.Tree],
    decorator: p.Attribute = None,
    variables: bool = False,
) -> tuple[str, object]:
    """Draws a function of `parameters`, names with examples, and returns its name and an example of what it
    returns.

    `result` draws what it returns, and before that more of the body.
    """
    name = draft.fresh("f")
    with draft.rehearsal(parameters) as body:
        tree = result(draft)
        example = draft.machine.tree(tree)
        drawn = tuple(body)
    draft.emit(p.Def(name, decorator, tuple(parameters), drawn, tree, variables))
    return name, example


def arguments(draft: Draft, most: int = 2) -> dict[str, str]:
    """What a function may be called with: parameters, with operands for the first call."""
    names = draft.connected(draft.operands())
    count = draft.choose(most) + 1
    return {draft.fresh("a"): draft.recent(names) for _ in range(count)}


def examples(draft: Draft, operands: dict[str, str]) -> dict[str, object]:
    """The values of operands, as tensors that no tape knows; variables as they are."""
    return {a: example(draft, name) for a, name in operands.items()}


def example(draft: Draft, name: str) -> object:
    value = draft.value(name)
    return value if isinstance(value, reference.Variable) else reference.Tensor(draft.array(name))


# Bodies


def chain(draft: Draft, most: int = 3) -> None:
    """Draws up to `most` statements of a function's body, mostly operations."""
    for _ in range(draft.choose(most) + 1):
        step(draft)


def step(draft: Draft) -> None:
    kind = _KINDS[draft.choose(len(_KINDS))]
    if not kind(draft):
        operate(draft)


def inner_tape(draft: Draft) -> bool:
    """A tape of the function's own, with one question to it."""
    if len(draft.bodies) > DEEPEST or not draft.may("tape in a function"):
        return False
    from .questions import ask

    name = draft.fresh("tape")
    x = draft.recent(draft.connected(draft.operands()))

    def draw():
        draft.emit(p.Watch(name, x))
        chain(draft, 2)

    draft.scope(p.Tape(name, draft.flag(), True, ()), draw)
    if not draft.ended and draft.value(name)._log is not None:
        ask(draft, name)
    draft.tapes.remove(name)
    return True


def inner_function(draft: Draft) -> bool:
    """A function that is defined within another, and called there."""
    if len(draft.bodies) >= DEEPEST or not draft.may("nested function"):
        return False
    operands = arguments(draft, 1)
    decorator = (None, "function", None)[draft.choose(3)]
    name, _ = define(draft, examples(draft, operands), some_result, decorator)
    draft.emit(p.Call(draft.fresh("t"), name, tuple(operands.values())))
    return True


def mutate(draft: Draft) -> bool:
    """Something that writes to a variable from within a body."""
    if not draft.may("assign in a function"):
        return False
    return (assign, assign, assign_slice)[draft.choose(3)](draft)


_KINDS: tuple[Callable[[Draft], bool], ...] = (
    *(apply,) * 10,
    *(operate,) * 10,
    index,
    lookup,
    read,
    read_rows,
    mutate,
    mutate,
    inner_tape,
    inner_function,
)


# Results


def newest_result(draft: Draft) -> str:
    """What a body yields: the newest tensor that comes from its arguments, else the newest of all."""
    log = draft.machine.names[draft.open_tapes[-1]]._log
    floating = [n for n in draft.tensors if draft.is_differentiable(n)]
    derived = [n for n in floating if log.known.get(draft.value(n).id, -1) >= 0]
    names = derived or floating or draft.operands()
    return names[-1] if draft.choose(3) else draft.recent(names)


def some_result(draft: Draft) -> p.Tree:
    """One result, or two or three of which some may depend on few of the arguments."""
    chain(draft)
    if draft.choose(3):
        return newest_result(draft)
    items: list[p.Tree] = [newest_result(draft)]
    for _ in range(draft.choose(2) + 1):
        items.append(draft.recent(draft.operands()))
    if draft.may("dict") and draft.one_in(6):
        return p.Mapping(tuple("bac"[: len(items)]), tuple(items))
    return p.Sequence("tuple" if draft.choose(4) else "list", tuple(items))


def like(draft: Draft, shape: tuple[int, ...], dtype: str) -> str:
    """Something of that shape and dtype, of the newest there are; a constant where nothing is."""
    log = draft.machine.names[draft.open_tapes[-1]]._log if draft.open_tapes else None
    fitting = [
        n for n in draft.tensors if draft.array(n).shape == shape and draft.value(n).dtype.name == dtype
    ]
    if log is not None:
        fitting = [n for n in fitting if log.known.get(draft.value(n).id, -1) >= 0] or fitting
    return fitting[-1] if fitting else draft.constant(dtype, shape)


# Functions and calls


def function(draft: Draft) -> bool:
    """A function of Python's or a traced one, and a call of it."""
    traced = draft.one_in(2) and draft.seldom("function call")
    if not traced and not draft.seldom("plain function"):
        return False
    return _defined_and_called(draft, "function" if traced else None)


def recompute_grad(draft: Draft) -> bool:
    return draft.seldom("recompute_grad") and _defined_and_called(draft, "recompute_grad")


def grad_pass_through(draft: Draft) -> bool:
    return draft.seldom("grad_pass_through") and _defined_and_called(draft, "grad_pass_through")


def _defined_and_called(draft: Draft, decorator: p.Attribute) -> bool:
    if len(draft.bodies) > DEEPEST:
        return False
    operands = arguments(draft, 2)
    name, _ = define(draft, examples(draft, operands), some_result, decorator)
    _call(draft, name, tuple(operands.values()))
    if operands:
        draft.functions.append((name, tuple(operands.values())))
    return True


def call(draft: Draft) -> bool:
    """A function again, with the operands of its first call or with others that are like these."""
    if not draft.functions:
        return False
    name, first = draft.functions[-1 - draft.choose(len(draft.functions))]
    if name not in draft.machine.names:
        return False
    _call(draft, name, tuple(_replaced(draft, n) if draft.flag() else n for n in first))
    return True


def _replaced(draft: Draft, name: str) -> str:
    if name not in draft.operands():
        return draft.recent(draft.operands())
    array, dtype = draft.array(name), draft.value(name).dtype
    same = [
        n for n in draft.operands() if draft.array(n).shape == array.shape and draft.value(n).dtype is dtype
    ]
    return draft.recent(same) if same else name


def _call(draft: Draft, name: str, operands: tuple[p.Tree, ...]) -> None:
    if draft.wrong:
        operands = (*operands[:-1], anything(draft))
    draft.emit(p.Call(draft.fresh("t"), name, operands))


def custom_gradient(draft: Draft) -> bool:
    """A function with a gradient of its own, which mostly has the shapes it should have."""
    if len(draft.bodies) >= DEEPEST or not draft.seldom("custom gradient"):
        return False
    operands = arguments(draft, 2)
    given = examples(draft, operands)
    if any(isinstance(value, reference.Variable) for value in given.values()) and draft.choose(4):
        return False
    name, _ = define(draft, given, lambda d: _with_gradient(d, tuple(given)), "custom_gradient")
    _call(draft, name, tuple(operands.values()))
    draft.functions.append((name, tuple(operands.values())))
    return True


def _with_gradient(draft: Draft, parameters: tuple[str, ...]) -> p.Tree:
    chain(draft, 2)
    result: p.Tree = newest_result(draft)
    if draft.one_in(6):
        result = p.Sequence("tuple", (result, newest_result(draft)))
    results = list(p.leaves(result))
    read_within = _variables_of(draft, draft.bodies[-1], parameters)
    cotangents = {draft.fresh("d"): reference.Tensor(np.ones_like(draft.array(n))) for n in results}
    takes = bool(read_within) and not (draft.wrong and draft.flag())

    def gradients(draft: Draft) -> p.Tree:
        answers = [_gradient(draft, list(cotangents), n) for n in parameters]
        if draft.wrong and draft.flag():
            answers.append(p.Nothing())
        given = answers[0] if len(answers) == 1 else p.Sequence("tuple", tuple(answers))
        if not takes:
            return given
        of_variables = [_gradient(draft, list(cotangents), v) for v in read_within]
        if len(read_within) > 1:  # TensorFlow hands them over in the order of their addresses
            of_variables = of_variables[:1] * len(read_within)
        return p.Sequence("tuple", (given, p.Sequence("list", tuple(of_variables))))

    name, _ = define(draft, dict(cotangents), gradients, None, takes)
    return p.Sequence("tuple", (result, name))


def _variables_of(draft: Draft, body: list[p.Statement], parameters: tuple[str, ...]) -> list[str]:
    """Trainable variables that a body names, each once, without its arguments."""
    found: dict[int, str] = {}
    given = {id(draft.value(n)) for n in parameters}
    for statement in p.statements(tuple(body)):
        for name in _named(tuple(vars(statement).values())):
            value = draft.machine.names.get(name)
            if isinstance(value, reference.Variable) and value.trainable and id(value) not in given:
                found.setdefault(value._cell.id, name)
    return list(found.values())


def _named(value) -> Iterator[str]:
    """Whatever may be a name in the fields of a statement."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, p.Sequence | p.Mapping):
        yield from p.leaves(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from _named(item)


def _gradient(draft: Draft, cotangents: list[str], of: str) -> p.Tree:
    """A gradient for `of`: a cotangent times something, in the shape of `of` where one is easily had."""
    if draft.one_in(8):
        return p.Nothing()
    shape = draft.array(of).shape
    fitting = [n for n in cotangents if draft.array(n).shape == shape]
    out = draft.fresh("t")
    if fitting:
        factor: p.Tree = (
            of if draft.flag() and draft.dtype_of(of) == draft.dtype_of(fitting[0]) else p.Number(2.0)
        )
        if not draft.emit(p.Operate(out, "*", (fitting[0], factor))):
            return fitting[0]
        return out
    if not draft.one_in(6) and draft.emit(p.Apply(out, "ones_like", (of,))):
        return out
    return cotangents[0]
