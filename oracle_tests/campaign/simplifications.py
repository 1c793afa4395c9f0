"""SIMPLIFICATIONS: edits that leave the statements of a program and make them simpler.

As `reductions`, each gives the edits of one kind for a program, the most promising first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from strategies import program as p
from strategies.literals import DTYPES
from strategies.program import Attribute, Name, Statement, Tree

from .outline import COMPUTES, Outline, defined, definitions, plain_number, variants, with_field
from .rebuild import Edit
from .reductions import FEW
from .renaming import Moves, Steps, width
from .simpler_literals import simpler_dtypes, simpler_numbers
from .weight import count


def structures(outline: Outline) -> Iterator[Edit]:
    """With fewer items in lists of targets, sources and the like; with lists for tuples and dicts."""
    for i, s in enumerate(outline.statements):
        match s:
            case p.Gradient(target=target, output_gradients=seeds):
                for tree, moves in _simpler(target):
                    new_seeds = _seeds(seeds, target, tree, moves)
                    yield _put(i, replace(s, target=tree, output_gradients=new_seeds))
                for tree, _ in _simpler(seeds):
                    if width(tree) >= width(target):  # fewer seeds than targets end TensorFlow's process
                        yield _put(i, replace(s, output_gradients=tree))
            case p.Jacobian(target=target) | p.BatchJacobian(target=target) | p.Watch(tensor=target):
                field = "tensor" if isinstance(s, p.Watch) else "target"
                yield from (_put(i, with_field(s, field, tree)) for tree, _ in _simpler(target))
            case p.Apply(operands=operands):
                for k, tree in enumerate(operands):
                    for new, _ in _simpler(tree):
                        yield _put(i, replace(s, operands=(*operands[:k], new, *operands[k + 1 :])))
            case p.ApplyGradients(gradients=gradients, variables=variables) if len(variables) > 1:
                for k in range(len(variables)):
                    pairs = gradients[:k] + gradients[k + 1 :], variables[:k] + variables[k + 1 :]
                    yield _put(i, replace(s, gradients=pairs[0], variables=pairs[1]))
            case p.Call(operands=operands) | p.Method(operands=operands):
                for k, tree in enumerate(operands):
                    for new, _ in _simpler(tree):
                        yield _put(i, with_field(s, "operands", (*operands[:k], new, *operands[k + 1 :])))
            case p.Accumulator(primals=p.Sequence() as primals, tangents=p.Sequence() as tangents):
                for k in range(min(len(primals.items), len(tangents.items))):
                    less = [replace(x, items=x.items[:k] + x.items[k + 1 :]) for x in (primals, tangents)]
                    yield _put(i, replace(s, primals=less[0], tangents=less[1]))
                    yield _put(i, replace(s, primals=primals.items[k], tangents=tangents.items[k]))
            case p.Def(decorator=None | "function"):
                yield from _results(outline, i, s)
        for field in ("sources", "source", "primals"):
            if isinstance(s, p.Gradient | p.Jacobian | p.BatchJacobian | p.Jvp) and hasattr(s, field):
                for tree, moves in _simpler(getattr(s, field)):
                    yield Edit(put={i: (with_field(s, field, tree),)}, moves={s.out: moves})


def _results(outline: Outline, i: int, s: p.Def) -> Iterator[Edit]:
    """With less returned by a function, all that becomes of which is known."""
    users = [user for user, roots in zip(outline.statements, outline.roots, strict=True) if s.out in roots]
    if all(isinstance(user, p.Call) for user in users):
        for tree, moves in _simpler(s.result):
            yield Edit(put={i: (replace(s, result=tree),)}, moves={defined(user): moves for user in users})


def _put(i: int, statement: Statement) -> Edit:
    return Edit(put={i: (statement,)})


def _simpler(tree: Tree) -> Iterator[tuple[Tree, Moves]]:
    """Simpler structures for a tree, and where its parts are in them."""
    if not isinstance(tree, p.Sequence | p.Mapping):
        return
    keys: Iterable[int | str] = tree.keys if isinstance(tree, p.Mapping) else range(len(tree.items))
    parts = list(zip(keys, tree.items, strict=True))
    for key, item in parts:
        yield item, {(key,): ()}
    if len(parts) > 1:
        for key, _ in reversed(parts):
            rest = [part for part in parts if part[0] != key]
            items = tuple(item for _, item in rest)
            if isinstance(tree, p.Mapping):
                new: Tree = p.Mapping(tuple(k for k in tree.keys if k != key), items)
            else:
                new = p.Sequence(tree.kind, items)
            yield new, {(k,): (k if isinstance(k, str) else j,) for j, (k, _) in enumerate(rest)}
    if isinstance(tree, p.Mapping):
        parts.sort(key=lambda part: str(part[0]))  # as TensorFlow flattens it
    if isinstance(tree, p.Mapping) or tree.kind != "list":
        yield p.Sequence("list", tuple(x for _, x in parts)), {(k,): (j,) for j, (k, _) in enumerate(parts)}
    for j, (key, item) in enumerate(zip(keys, tree.items, strict=True)):
        for new, moves in _simpler(item):
            there: dict[Steps, Steps] = {(key, *steps): (key, *to) for steps, to in moves.items()}
            there.update({(k,): (k,) for k in keys if k != key})
            yield replace(tree, items=(*tree.items[:j], new, *tree.items[j + 1 :])), there


def _seeds(seeds: Tree, target: Tree, new: Tree, moves: Moves) -> Tree:
    """The seeds for a target that was made simpler; none where that cannot be told."""
    match target, seeds:
        case _ if width(new) == width(target):
            return seeds
        case p.Sequence(_, items), p.Sequence(kind, given) if len(items) == len(given):
            left = [given[steps[0]] for steps in moves if len(steps) == 1 and isinstance(steps[0], int)]
            if len(left) == len(moves):
                return left[0] if () in moves.values() else p.Sequence(kind, tuple(left))
    return p.Nothing()


def options(outline: Outline) -> Iterator[Edit]:
    """With the defaults for arguments, without attributes and parts of indices."""
    for i, s in enumerate(outline.statements):
        yield from (_put(i, new) for new in _plainer(s))


def _plainer(s: Statement) -> Iterator[Statement]:
    new: Any  # an attribute or a part of an index
    match s:
        case p.Variable(out, literal, trainable, shape):
            if not trainable:
                yield replace(s, trainable=True)
            if shape is not None:
                yield replace(s, shape=None)
                yield replace(s, shape="unknown")
            yield p.Constant(out, literal)
        case p.NewVariable(trainable=False):
            yield replace(s, trainable=True)
        case p.Tape(persistent=persistent, watch_accessed_variables=accessed):
            if persistent:
                yield replace(s, persistent=False)
            if not accessed:
                yield replace(s, watch_accessed_variables=True)
        case p.Gradient() | p.Jacobian() | p.BatchJacobian() | p.Jvp():
            if isinstance(s, p.Jacobian | p.BatchJacobian):
                yield replace(s, parallel_iterations=None)
                yield replace(s, experimental_use_pfor=True)
            if isinstance(s, p.BatchJacobian):
                yield p.Jacobian(s.out, s.tape, s.target, s.source)
            if isinstance(s, p.Gradient) and not isinstance(s.output_gradients, p.Nothing):
                yield replace(s, output_gradients=p.Nothing())
            yield from (replace(s, unconnected_gradients=mode) for mode in ("none", "zero"))
        case p.Apply(attributes=attributes) | p.Method(attributes=attributes):
            for k, (word, value) in enumerate(attributes):
                yield replace(s, attributes=attributes[:k] + attributes[k + 1 :])
                for new in _simpler_attributes(value):
                    yield replace(s, attributes=(*attributes[:k], (word, new), *attributes[k + 1 :]))
        case p.Index(key=key) | p.AssignSlice(key=key):
            for k, item in enumerate(key):
                if len(key) > 1:
                    yield replace(s, key=key[:k] + key[k + 1 :])
                for new in _simpler_items(item):
                    yield replace(s, key=(*key[:k], new, *key[k + 1 :]))
            if isinstance(s, p.AssignSlice):
                yield p.Assign(s.out, s.variable, "assign", s.value)
        case p.Assign(method=method, read_value=read_value):
            if not read_value:
                yield replace(s, read_value=True)
            yield replace(s, method="scatter_update" if "scatter" in method else "assign")
        case p.ScatterNd(out, variable, updates=updates):
            yield replace(s, method="scatter_nd_update")
            yield p.Assign(out, variable, "assign", updates)
        case p.ReadRows(out, variable):
            yield replace(s, method="sparse_read")
            yield p.Read(out, variable, "read_value")
        case p.Augment(out, name, operator, value):
            yield replace(s, operator="+")
            yield p.Operate(out, operator, (name, value))
        case p.IndexedSlices(dense_shape=shape) if shape != p.Nothing():
            yield replace(s, dense_shape=p.Nothing())
        case p.Read():
            yield replace(s, method="read_value")
        case p.Part():
            yield replace(s, field="values")
        case p.Optimizer(options=chosen):
            yield replace(s, learning_rate=1.0)
            yield replace(s, algorithm="SGD", options=())
            yield from (replace(s, options=chosen[:k] + chosen[k + 1 :]) for k in range(len(chosen)))
        case p.Module(fields=pairs):
            yield from (replace(s, fields=pairs[:k] + pairs[k + 1 :]) for k in range(len(pairs)))


def _simpler_attributes(value: Attribute) -> Iterator[Attribute]:
    if isinstance(value, tuple):
        for k, item in enumerate(value):
            yield value[:k] + value[k + 1 :]
            for new in _simpler_attributes(item):
                yield (*value[:k], new, *value[k + 1 :])
    elif isinstance(value, str):
        if value in DTYPES:
            yield from simpler_dtypes(value)
    elif isinstance(value, float):
        yield from simpler_numbers(value)  # type: ignore[misc]
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _counts(value)


def _simpler_items(item: p.IndexItem) -> Iterator[p.IndexItem]:
    match item:
        case p.Slice(start, stop, step):
            if start is not None:
                yield p.Slice(None, stop, step)
            if stop is not None:
                yield p.Slice(start, None, step)
            if step is not None:
                yield p.Slice(start, stop, None)
        case int():
            yield from _counts(item)


def _counts(n: int) -> Iterator[int]:
    yield from (m for m in (0, 1, -n) if count(m) < count(n))


READS = (*COMPUTES, p.NewVariable, p.ReadRows, p.Watch, p.ToNumpy, p.Index)


def reads(outline: Outline) -> Iterator[Edit]:
    """With a mere reading of a variable for whatever else is done with it."""
    for i, s in enumerate(outline.statements):
        if isinstance(s, READS):
            for name in dict.fromkeys(outline.uses[i]):
                if name in outline.variables:
                    yield _put(i, p.Read(defined(s) or f"read{i}", name, "read_value"))


def operands(outline: Outline) -> Iterator[Edit]:
    """With a number or an earlier name in the place of a single name; with simpler numbers."""
    for i, s in enumerate(outline.statements):
        places = _places(outline, i)

        def simpler(tree: Tree, s=s, places=places) -> Iterator[Tree]:
            if isinstance(tree, str):
                base = p.root(tree)
                position = outline.defined[base]
                sort = outline.sort(base)
                if isinstance(s, COMPUTES) and sort is None:
                    yield plain_number(outline.statements[position])
                for name in places:
                    if outline.sort(name) == sort and outline.defined[name] < position:
                        yield name
            elif isinstance(tree, p.Number):
                if not isinstance(tree.value, float):
                    yield p.Number(float(tree.value.real))
                yield from map(p.Number, simpler_numbers(tree.value))  # type: ignore[arg-type]

        yield from (_put(i, new) for new in variants(s, simpler))


def _places(outline: Outline, i: int) -> list[Name]:
    """Names that may stand in statement `i`: of inputs, and of a small program all that come before it."""
    behind = i if len(outline) <= FEW else outline.first
    before = outline.statements[: min(behind, i)]
    return [name for s in before for name in definitions(s) if outline.reaches(name, i)]
