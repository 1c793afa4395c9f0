"""UNFOLDING: edits that do without functions and loops, or with less of them.

As `reductions`, each gives the edits of one kind for a program, the most promising first.
"""

from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import replace

from strategies import program as p
from strategies.program import Name, Statement, Tree
from strategies.wellformed.calls import HIGHER

from .outline import Outline, plain_number
from .rebuild import Edit
from .renaming import StandIn
from .substitution import NoSubstitute, item, substituted, substituted_in


def calls(outline: Outline) -> Iterator[Edit]:
    """With a mere call of one of the functions for what takes functions; without a loop."""
    for i, s in enumerate(outline.statements):
        if isinstance(s, p.Apply) and s.function in HIGHER:
            yield from (Edit(put={i: (call,)}) for call in _calls(outline, s))
            if s.function == "while_loop" and isinstance(s.operands[-1], p.Sequence):
                names = _bound(outline, s.out, s.operands[-1])
                if names is not None:
                    yield Edit(drop=frozenset({i}), names=names)


def _calls(outline: Outline, s: p.Apply) -> Iterator[p.Call]:
    match s.function, s.operands:
        case "cond" | "case" | "switch_case", operands:
            names = (name for tree in operands for name in p.leaves(tree))
            for name in dict.fromkeys(names):
                if outline.sort(name) is p.Def:
                    yield p.Call(s.out, name, ())
        case "while_loop", (_, str(body), p.Sequence(_, items), *_):
            yield p.Call(s.out, body, items)
        case "py_function" | "numpy_function", (str(function), p.Sequence(_, items), *_):
            yield p.Call(s.out, function, items)
        case "map_fn" | "vectorized_map", (str(function), elements):
            yield p.Call(s.out, function, (elements,))
        case "ragged.map_flat_values", (str(function), elements):
            yield p.Call(s.out, function, (elements,))
        case "scan" | "foldl" | "foldr", (str(function), elements, *initial):
            yield p.Call(s.out, function, (initial[0] if initial else elements, elements))


def inlined(outline: Outline) -> Iterator[Edit]:
    """With what a function does in the place of its call, the last call first."""
    for i in reversed(outline.body):
        call = outline.statements[i]
        if not isinstance(call, p.Call) or call.function not in outline.defined:
            continue
        k = outline.defined[call.function]
        function = outline.statements[k]
        if not isinstance(function, p.Def) or len(call.operands) != len(function.parameters):
            continue
        body, result = _plain(function)
        given = dict(zip(function.parameters, call.operands, strict=True))
        try:
            new = tuple([substituted(s, given) for s in body])
            names = _bound(outline, call.out, substituted_in(result, given))
        except NoSubstitute:
            continue
        if names is not None:
            alone = sum(call.function in roots for roots in outline.roots) == 1
            yield Edit(put={i: new}, names=names, drop=frozenset({k} if alone else ()))


def _plain(function: p.Def) -> tuple[tuple[Statement, ...], Tree]:
    """Body and result without the gradient function that belongs to them."""
    match function:
        case p.Def(decorator="custom_gradient", body=body, result=p.Sequence(_, (y, gradient))):
            return tuple(s for s in body if getattr(s, "out", "") != gradient), y
        case _:
            return function.body, function.result


def _bound(outline: Outline, out: Name, value: Tree) -> Map[Name, StandIn] | None:
    """What stands for `out` and its leaves where it is `value`; None if something cannot be said so."""
    names: dict[Name, StandIn] = {}
    for used in outline.used.get(out, ()):
        try:
            part = item(value, used)
        except NoSubstitute:
            return None
        if not isinstance(part, str | p.Number):
            return None
        names[used] = part
    return names


def decorators(outline: Outline) -> Iterator[Edit]:
    """With a plain function for a decorated one; without the gradients of variables."""
    for i, s in enumerate(outline.statements):
        if isinstance(s, p.Def) and s.decorator is not None:
            body, result = _plain(s)
            yield Edit(put={i: (replace(s, decorator=None, body=body, result=result),)})
        elif isinstance(s, p.Def) and s.variables:
            match s.result:
                case p.Sequence(_, (gradients, _)):
                    yield Edit(put={i: (replace(s, variables=False, result=gradients),)})


def parameters(outline: Outline) -> Iterator[Edit]:
    """Without a parameter, something from outside the function standing for it."""
    for k, s in enumerate(outline.statements):
        if not isinstance(s, p.Def) or not s.parameters:
            continue
        users = [i for i, roots in enumerate(outline.roots) if s.out in roots]
        called = [(i, c) for i in users if isinstance(c := outline.statements[i], p.Call)]
        if len(called) < len(users) or not called:
            continue
        for j, parameter in enumerate(s.parameters):
            shorter = {i: (replace(c, operands=_without(c.operands, j)),) for i, c in called}
            for other in _from_outside(outline, k, called[0][1].operands[j]):
                try:
                    yield Edit(put={**shorter, k: (_without_parameter(s, j, parameter, other),)})
                except NoSubstitute:
                    continue


def _from_outside(outline: Outline, k: int, operand: Tree) -> list[Tree]:
    found: list[Tree] = [p.Number(2.0)]
    if isinstance(operand, p.Number):
        found = [operand]
    elif isinstance(operand, str):
        place = outline.defined[p.root(operand)]
        if place < k and outline.reaches(p.root(operand), k):
            found.insert(0, operand)
        else:
            found[:0] = [v.out for v in outline.program.inputs[:2]]
            found[-1] = plain_number(outline.statements[place])
    return found


def _without_parameter(s: p.Def, j: int, parameter: Name, other: Tree) -> p.Def:
    body = tuple([substituted(inner, {parameter: other}) for inner in s.body])
    result = substituted_in(s.result, {parameter: other})
    if s.decorator == "custom_gradient" and body and isinstance(last := body[-1], p.Def):
        body = (*body[:-1], replace(last, result=_without_gradient(last, j, len(s.parameters))))
    return replace(s, parameters=_without(s.parameters, j), body=body, result=result)


def _without_gradient(s: p.Def, j: int, count: int) -> Tree:
    """What a gradient function returns, without the gradient of operand `j` of so many."""
    match s.result:
        case p.Sequence(kind, (p.Sequence(inner, items), of_variables)) if (
            s.variables and len(items) == count
        ):
            return p.Sequence(kind, (p.Sequence(inner, _without(items, j)), of_variables))
        case p.Sequence(kind, items) if not s.variables and len(items) == count:
            return p.Sequence(kind, _without(items, j))
        case _:
            return s.result


def _without(items: tuple, j: int) -> tuple:
    return items[:j] + items[j + 1 :]


def rounds(outline: Outline) -> Iterator[Edit]:
    """With fewer rounds of a loop; without the loop, but one round of it or none; with less carried along."""
    for i, s in enumerate(outline.statements):
        if not isinstance(s, p.Repeat):
            continue
        first = {name: initial for name, initial, _ in s.carried}
        yield from _once(outline, i, s, first)
        unchanged = _all_bound(outline, first)
        if unchanged is not None:
            yield Edit(drop=frozenset({i}), names=unchanged)
        for times in dict.fromkeys((1, s.times // 2, s.times - 1)):
            if 0 < times < s.times:
                yield Edit(put={i: (replace(s, times=times),)})
        for j, (name, initial, _) in enumerate(s.carried):
            names = _bound(outline, name, initial)
            if len(s.carried) > 1 and names is not None:
                try:
                    body = tuple([substituted(inner, {name: initial}) for inner in s.body])
                except NoSubstitute:
                    continue
                carried = tuple(
                    (n, start, substituted_in(then, {name: initial}))
                    for n, start, then in _without(s.carried, j)
                )
                yield Edit(put={i: (replace(s, carried=carried, body=body),)}, names=names)


def _once(outline: Outline, i: int, s: p.Repeat, first: Map[Name, Tree]) -> Iterator[Edit]:
    try:
        body = tuple([substituted(inner, first) for inner in s.body])
        last = {name: substituted_in(then, first) for name, _, then in s.carried}
    except NoSubstitute:
        return
    names = _all_bound(outline, last)
    if names is not None:
        yield Edit(put={i: body}, names=names)


def _all_bound(outline: Outline, values: Map[Name, Tree]) -> Map[Name, StandIn] | None:
    names: dict[Name, StandIn] = {}
    for name, value in values.items():
        bound = _bound(outline, name, value)
        if bound is None:
            return None
        names.update(bound)
    return names


def modules(outline: Outline) -> Iterator[Edit]:
    """With the variables of a module themselves in the place of its list of them."""
    for i, s in enumerate(outline.statements):
        if not isinstance(s, p.ModuleVariables) or s.module not in outline.defined:
            continue
        module = outline.statements[outline.defined[s.module]]
        if not isinstance(module, p.Module):
            continue
        names = tuple(tree for _, tree in module.fields if isinstance(tree, str))
        listed = {s.out: p.Sequence("list", names)}
        try:
            put = {
                k: (substituted(user, listed),)
                for k, user in enumerate(outline.statements)
                if s.out in outline.roots[k] and not isinstance(user, p.Unit)
            }
        except NoSubstitute:
            continue
        yield Edit(drop=frozenset({i}), put=put)


UNFOLDING = (calls, inlined, decorators, parameters, rounds, modules)
