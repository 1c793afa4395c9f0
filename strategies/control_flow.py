"""CONTROL FLOW: how branches and loops are drawn: their functions first, then the call that takes these."""

import numpy as np

import reference

from . import program as p
from .draft import DEEPEST, Draft
from .functions import chain, define, like, newest_result
from .operands import anything


def _fits(draft: Draft, feature: str) -> bool:
    return len(draft.bodies) <= DEEPEST and draft.seldom(feature)


# Branches


def branches(draft: Draft) -> bool:
    """`cond`, `case` or `switch_case`, whose branches mostly yield something alike."""
    if not _fits(draft, "branches"):
        return False
    first, example = define(draft, {}, lambda d: _chained(d))
    second, _ = define(draft, {}, lambda d: _alike(d, example))
    match draft.choose(4):
        case 0:
            number = draft.written(p.Literal("int32", (), (draft.choose(3) - draft.one_in(4),)))
            operands: tuple[p.Tree, ...] = (number, p.Sequence("list", (first, second)))
            draft.emit(p.Apply(draft.fresh("t"), "switch_case", operands))
        case 1:
            pair = p.Sequence("tuple", (_predicate(draft), first))
            draft.emit(p.Apply(draft.fresh("t"), "case", (p.Sequence("list", (pair,)), second)))
        case _:
            draft.emit(p.Apply(draft.fresh("t"), "cond", (_predicate(draft), first, second)))
    return True


def _predicate(draft: Draft) -> p.Tree:
    if draft.wrong:
        return anything(draft)
    scalars = [n for n in draft.tensors if not draft.array(n).ndim and draft.dtype_of(n) == "bool"]
    if scalars and draft.flag():
        return draft.recent(scalars)
    numbers = [n for n in draft.operands() if not draft.array(n).ndim and draft.value(n).dtype.is_floating]
    if numbers and draft.choose(3):
        out = draft.fresh("t")
        if draft.emit(p.Operate(out, "><"[draft.choose(2)], (draft.recent(numbers), p.Number(0.25)))):
            return out
    return draft.written(p.Literal("bool", (), (draft.flag(),)))


def _chained(draft: Draft) -> p.Tree:
    chain(draft, 2)
    return newest_result(draft)


def _alike(draft: Draft, example) -> p.Tree:
    chain(draft, 1)
    if (draft.wrong and draft.flag()) or not isinstance(example, reference.Tensor):
        return newest_result(draft)
    return like(draft, example._array.shape, example.dtype.name)


# Loops with a condition


def while_loop(draft: Draft) -> bool:
    """A counter and one or two loop variables, of which one may only be passed on."""
    if not _fits(draft, "while loop"):
        return False
    initial = [draft.recent(draft.connected(draft.operands())) for _ in range(draft.choose(2) + 1)]
    times = draft.choose(4)
    counter = reference.constant(0)
    given = [counter, *(reference.Tensor(draft.array(n)) for n in initial)]
    tested = {draft.fresh("a"): value for value in given}
    condition, _ = define(draft, tested, lambda d: _below(d, next(iter(tested)), times))
    carried = {draft.fresh("a"): value for value in given}
    body, _ = define(draft, carried, lambda d: _next(d, tuple(carried)))
    loop = p.Sequence("list", (p.Number(0), *initial))
    options: tuple[tuple[str, p.Attribute], ...] = ()
    if draft.one_in(4):
        options = (("maximum_iterations", draft.choose(3)),)
    draft.emit(p.Apply(draft.fresh("t"), "while_loop", (condition, body, loop), options))
    return True


def _below(draft: Draft, counter: str, times: int) -> p.Tree:
    out = draft.fresh("t")
    draft.emit(p.Operate(out, "<", (counter, p.Number(times))))
    return out


def _next(draft: Draft, names: tuple[str, ...]) -> p.Tree:
    """The counter and one more, and what follows the loop variables."""
    counter, *rest = names
    out = draft.fresh("t")
    draft.emit(p.Operate(out, "+", (counter, p.Number(1))))
    items: list[p.Tree] = [out]
    for name in rest:
        items.append(name if draft.one_in(4) else same_again(draft, name))
    return p.Sequence("tuple" if draft.flag() else "list", tuple(items))


def same_again(draft: Draft, name: str) -> str:
    """Something new of the shape and dtype of `name`, mostly made from it."""
    shape, dtype = draft.array(name).shape, draft.dtype_of(name)
    for _ in range(3):
        before = len(draft.tensors)
        chain(draft, 1)
        new = draft.tensors[before:]
        fitting = [n for n in new if draft.array(n).shape == shape and draft.dtype_of(n) == dtype]
        if fitting:
            return fitting[-1]
    others = [
        n for n in draft.operands() if draft.array(n).shape in (shape, ()) and draft.dtype_of(n) == dtype
    ]
    out = draft.fresh("t")
    other: p.Tree = draft.recent(others) if others and dtype != "string" else p.Number(2)
    return out if draft.emit(p.Operate(out, "*+"[draft.choose(2)], (name, other))) else name


# Loops over rows


def over_rows(draft: Draft) -> bool:
    """`map_fn`, or with what goes on from row to row `scan`, `foldl`, `foldr`."""
    kind = ("map_fn", "scan", "foldl", "foldr", "map_fn")[draft.choose(5)]
    return _fits(draft, "loop over rows") and _over_rows(draft, kind)


def vectorized_map(draft: Draft) -> bool:
    return draft.flag() and _fits(draft, "vectorized_map") and _over_rows(draft, "vectorized_map")


def _over_rows(draft: Draft, kind: str) -> bool:
    names = [n for n in draft.connected(draft.operands()) if draft.array(n).ndim and len(draft.array(n))]
    if not names:
        return False
    rows = draft.recent(names)
    array = draft.array(rows)
    row = reference.Tensor(np.asarray(array[0], array.dtype))
    options: tuple[tuple[str, p.Attribute], ...] = ()
    operands: tuple[p.Tree, ...] = (rows,)
    if kind in ("map_fn", "vectorized_map"):
        function, _ = define(draft, {draft.fresh("a"): row}, _chained)
        if _writes(draft, function):  # which `vectorized_map` does once, for all rows
            kind = "map_fn"
    else:
        carried = row
        if draft.flag():
            start = draft.recent(draft.operands())
            carried, operands = reference.Tensor(draft.array(start)), (rows, start)
        parameters: dict[str, object] = {draft.fresh("a"): carried, draft.fresh("a"): row}
        function, _ = define(draft, parameters, lambda d: same_again(d, next(iter(parameters))))
        if kind == "scan" and draft.one_in(3):
            options = (("reverse", True),)
    draft.emit(p.Apply(draft.fresh("t"), kind, (function, *operands), options))
    return True


def _writes(draft: Draft, function: str) -> bool:
    """Whether a function, or one that it names, writes to variables."""
    known = {s.out: s for body in draft.bodies for s in p.statements(tuple(body)) if isinstance(s, p.Def)}
    pending, seen = [function], set()
    while pending:
        name = pending.pop()
        if name in seen or name not in known:
            continue
        seen.add(name)
        for s in p.statements(known[name].body):
            if isinstance(s, p.Assign | p.AssignSlice | p.ScatterNd | p.ApplyGradients):
                return True
            if isinstance(s, p.Call):
                pending.append(s.function)
            elif isinstance(s, p.Apply):
                pending += [n for operand in s.operands for n in p.leaves(operand) if isinstance(n, str)]
    return False


def repeat(draft: Draft) -> bool:
    """A loop of Python's, in which one value goes from round to round."""
    if not _fits(draft, "repeat") or draft.rehearsing:
        return False
    initial = draft.recent(draft.connected(draft.operands()))
    name = draft.fresh("t")
    with draft.rehearsal({name: reference.Tensor(draft.array(initial))}) as body:
        following = same_again(draft, name) if name in draft.tensors else newest_result(draft)
        drawn = tuple(body)
    draft.emit(p.Repeat(((name, initial, following),), draft.choose(3) + 1, drawn))
    return True


def python_function(draft: Draft) -> bool:
    """`py_function` or `numpy_function` of a body that runs eagerly in any case."""
    if not _fits(draft, "py_function"):
        return False
    x = draft.recent(draft.connected(draft.operands()))
    of_numpy = draft.one_in(3)
    given = draft.array(x) if of_numpy else reference.Tensor(draft.array(x))
    if of_numpy:
        function, value = define(draft, {draft.fresh("n"): given}, _of_numbers)
    else:
        function, value = define(draft, {draft.fresh("a"): given}, _chained)
    dtype = reference.convert_to_tensor(value).dtype.name
    name = "numpy_function" if of_numpy else "py_function"
    operands = (function, p.Sequence("list", (x,)), p.Text(dtype))
    draft.emit(p.Apply(draft.fresh("t"), name, operands))
    return True


def _of_numbers(draft: Draft) -> p.Tree:
    """An operation on an array, which stays NumPy's."""
    name = draft.arrays[-1]
    out = draft.fresh("n")
    factor = draft.recent(draft.arrays) if draft.flag() else name
    return out if draft.emit(p.Operate(out, "*+-"[draft.choose(3)], (name, factor))) else name
