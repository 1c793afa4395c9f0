"""ASSIGNMENTS: how statements are drawn that write to variables, read rows of them, and make new ones."""

import numpy as np

from reference import operands as d

from . import program as p
from .draft import Draft
from .operands import anything, operand
from .operations import key_for
from .wellformed import ASSIGNMENTS, ROWS, SCATTERS, SCATTERS_ND


def assign(draft: Draft) -> bool:
    if not draft.variables or not draft.may("assign"):
        return False
    name = draft.newest(draft.variables)
    method = ASSIGNMENTS[draft.choose(3)]
    if draft.wrong:
        value: p.Tree = anything(draft)
    elif method == "assign" and not draft.value(name).shape.is_fully_defined() and draft.flag():
        value = draft.constant(draft.value(name).dtype.name, draft.shape())
    else:
        value = _like(draft, name, draft.array(name).shape)
    unread = draft.may("unread assignment") and draft.one_in(8)
    draft.emit(p.Assign(draft.fresh("r" if unread else "v"), name, method, value, not unread))
    return True


def _like(draft: Draft, name: str, shape: tuple[int, ...]) -> str:
    """Something of the dtype of `name` and of that shape, mostly what is there."""
    dtype = draft.value(name).dtype
    fitting = [n for n in draft.operands() if draft.array(n).shape == shape and draft.value(n).dtype is dtype]
    if fitting and draft.choose(5):
        return draft.recent(fitting)
    return draft.constant(dtype.name, shape)


def assign_slice(draft: Draft) -> bool:
    """A part of a variable, often one that stands for all of it, given a value that may be broadcast."""
    if not draft.variables or not draft.may("part of a variable"):
        return False
    name = draft.newest(draft.variables)
    array = draft.array(name)
    key = key_for(draft, array.shape)
    try:
        shape = np.shape(array[tuple(map(_index_item, key))])  # of strings, one entry is no array
    except IndexError:  # wrong on purpose
        shape = ()
    if draft.wrong and draft.flag():
        value: p.Tree = anything(draft)
    elif draft.choose(4) == 0:
        value = draft.constant(draft.value(name).dtype.name, shape[draft.choose(len(shape) + 1) :])
    else:
        value = _like(draft, name, shape)
    draft.emit(p.AssignSlice(draft.fresh("v"), name, key, value))
    return True


def _index_item(item: p.IndexItem):
    match item:
        case p.Slice(start, stop, step):
            return slice(start, stop, step)
        case p.Dots():
            return ...
        case p.NewAxis():
            return None
        case _:
            return item


def scatter(draft: Draft) -> bool:
    """Rows of a variable, by slices that were made for it, or that are a gradient."""
    names = [v for v in draft.variables if draft.array(v).ndim]
    if not names or not draft.may("scatter"):
        return False
    name = draft.newest(names)
    method = SCATTERS[draft.choose(len(SCATTERS))]
    if draft.slices and draft.choose(3) == 0:
        value: p.Tree = draft.newest(draft.slices)
    elif draft.wrong and draft.flag():
        value = anything(draft)
    else:
        value = _slices_for(draft, name)
    draft.emit(p.Assign(draft.fresh("v"), name, method, value))
    return True


def _slices_for(draft: Draft, name: str) -> str:
    array = draft.array(name)
    indices = operand(draft, d.IndexInto("params"), {"params": name})
    outer = draft.array(indices).shape if isinstance(indices, str) and indices in draft.operands() else ()
    shape = outer + array.shape[1:]
    values = _like(draft, name, () if draft.one_in(5) else shape)
    out = draft.fresh("s")
    draft.emit(p.IndexedSlices(out, values, indices))
    return out


def make_slices(draft: Draft) -> bool:
    """Slices of something alive, with a shape or without one."""
    names = [n for n in draft.operands() if draft.array(n).ndim]
    if not names or not draft.may("made slices"):
        return False
    values = draft.recent(names)
    array = draft.array(values)
    rows = array.shape[0]
    indices: p.Tree = draft.indices((rows + 1 if draft.wrong else rows,), rows or 1)
    shape: p.Tree = p.Nothing()
    if draft.choose(3):
        size = rows + draft.choose(2)
        shape = draft.written(p.Literal("int32", (array.ndim,), (size, *array.shape[1:])))
    draft.emit(p.IndexedSlices(draft.fresh("s"), values, indices, shape))
    return True


def scatter_nd(draft: Draft) -> bool:
    """Elements or slices of a variable, by their coordinates."""
    names = [v for v in draft.variables if draft.array(v).ndim or draft.wrong]
    if not names or not draft.may("scatter_nd"):
        return False
    name = draft.newest(names)
    array = draft.array(name)
    method = SCATTERS_ND[draft.choose(len(SCATTERS_ND))]
    depth, indices = coordinates(draft, array.shape)
    shape = draft.array(indices).shape[:-1] + array.shape[depth:]
    updates: p.Tree = anything(draft) if draft.wrong and draft.flag() else _like(draft, name, shape)
    draft.emit(p.ScatterNd(draft.fresh("v"), name, method, indices, updates))
    return True


def coordinates(draft: Draft, shape: tuple[int, ...]) -> tuple[int, str]:
    """Coordinates into something of `shape`, and how many each has; one too many, or too large, if wrong."""
    depth = draft.choose(min(len(shape), 2)) + 1 if shape else 1
    depth += draft.wrong and draft.flag()
    below = min(shape[:depth], default=1) + (draft.wrong and draft.flag())
    return depth, draft.indices((draft.choose(3) + 1, depth), below)


def read_rows(draft: Draft) -> bool:
    names = [v for v in draft.variables if draft.array(v).ndim or draft.wrong]
    if not names or not draft.may("rows of a variable"):
        return False
    name = draft.newest(names)
    method = ROWS[draft.choose(len(ROWS))]
    if method == "gather_nd":
        indices: p.Tree = coordinates(draft, draft.array(name).shape)[1]
    else:
        indices = operand(draft, d.IndexInto("params"), {"params": name})
    draft.emit(p.ReadRows(draft.fresh("t"), name, method, indices))
    return True


def augment(draft: Draft) -> bool:
    """`x += y`, which makes a tensor of a tensor, and an error of most variables."""
    if not draft.tensors or not draft.may("augmented assignment"):
        return False
    wants_variable = draft.wrong and draft.variables
    name = draft.recent(draft.variables if wants_variable else draft.tensors)
    operator = p.AUGMENTED_OPERATORS[draft.choose(len(p.AUGMENTED_OPERATORS))]
    domain = d.Multiplies("x") if operator == "@" else d.Broadcasts("x")
    value = operand(draft, domain, {"x": name}) if draft.choose(4) else p.Number(2.0)
    draft.emit(p.Augment(draft.fresh("t"), name, operator, value))
    return True


def variable_of_value(draft: Draft) -> bool:
    """A variable that begins as what something else is, without a path to it."""
    if not draft.may("variable of a value") or not draft.may("body variable"):
        return False
    value: p.Tree = anything(draft) if draft.wrong else draft.recent(draft.operands())
    trainable = not (draft.may("non-trainable") and draft.one_in(6))
    draft.emit(p.NewVariable(draft.fresh("v"), value, trainable))
    return True
