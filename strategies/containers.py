"""CONTAINERS: how modules, optimizers, TensorArrays, ragged and sparse tensors are drawn and used."""

import reference

from . import program as p
from .draft import Draft
from .operands import anything
from .wellformed.kinds import FIELDS, OPTIMIZERS

# Modules and optimizers


def module(draft: Draft) -> bool:
    """A module with variables, and modules within; what it has as variables can be asked for."""
    if not draft.variables or draft.rehearsing or not draft.seldom("module"):
        return False
    if draft.modules and draft.choose(3):
        draft.emit(p.ModuleVariables(draft.fresh("v"), draft.newest(draft.modules), FIELDS[draft.choose(2)]))
        return True
    fields: list[tuple[str, p.Tree]] = []
    for letter in "bac"[: draft.choose(3) + 1]:
        if draft.modules and draft.one_in(4):
            fields.append((letter, draft.newest(draft.modules)))
        elif draft.one_in(4):
            pair = (draft.newest(draft.variables), draft.newest(draft.variables))
            fields.append((letter, p.Sequence("list", pair)))
        else:
            fields.append((letter, draft.newest(draft.variables)))
    name = draft.fresh("m")
    draft.emit(p.Module(name, tuple(fields)))
    draft.emit(p.ModuleVariables(draft.fresh("v"), name, FIELDS[0]))
    return True


def optimizer(draft: Draft) -> str:
    """A new optimizer, mostly SGD."""
    name = draft.fresh("opt")
    rate = (0.1, 0.5, 1.0)[draft.choose(3)]
    kind = list(OPTIMIZERS)[draft.choose(4)] if draft.seldom("optimizers") and draft.flag() else "SGD"
    options: list[tuple[str, p.Attribute]] = []
    for option in OPTIMIZERS[kind]:
        if draft.one_in(3):
            options.append((option, _option(draft, option)))
    draft.emit(p.Optimizer(name, rate, kind, tuple(options)))
    return name


def _option(draft: Draft, option: str) -> p.Attribute:
    if option in ("nesterov", "amsgrad", "centered"):
        return draft.flag()
    return {"epsilon": (1e-3, 1e-1), "initial_accumulator_value": (0.1, 1.0)}.get(option, (0.5, 0.9))[
        draft.choose(2)
    ]


# Composites


def composite(draft: Draft) -> bool:
    """A ragged or sparse tensor, a TensorArray, or something done with one that there is."""
    if draft.rehearsing or not draft.seldom("composites"):
        return False
    if draft.composites and draft.choose(3):
        return _use(draft, draft.newest(draft.composites))
    return _MAKERS[draft.choose(len(_MAKERS))](draft)


def _rows(draft: Draft) -> str | None:
    names = [n for n in draft.connected(draft.operands()) if draft.array(n).ndim and draft.array(n).size]
    names = [n for n in names if draft.value(n).dtype.name != "string"]
    return draft.recent(names) if names else None


def _ragged(draft: Draft) -> bool:
    values = _rows(draft)
    if values is None:
        return False
    count = len(draft.array(values)) + (draft.wrong and draft.flag())
    cuts = sorted(draft.choose(count + 1) for _ in range(draft.choose(3)))
    splits = draft.written(p.Literal("int64", (len(cuts) + 2,), (0, *cuts, count)))
    draft.emit(p.Apply(draft.fresh("r"), "RaggedTensor.from_row_splits", (values, splits)))
    return True


def _sparse(draft: Draft) -> bool:
    values = _rows(draft)
    if values is None or draft.array(values).ndim != 1:
        return False
    count, width = len(draft.array(values)), draft.choose(2) + 2
    numbers = sorted(draft.choose(count * width) for _ in range(count))
    places = [i for n in numbers for i in divmod(n, width)]
    indices = draft.written(p.Literal("int64", (count, 2), tuple(places)))
    shape = draft.written(p.Literal("int64", (2,), (count, width)))
    draft.emit(p.Apply(draft.fresh("s"), "SparseTensor", (indices, values, shape)))
    return True


def _tensor_array(draft: Draft) -> bool:
    rows = draft.recent(draft.connected(draft.operands()))
    name = draft.fresh("r")
    dtype = draft.value(rows).dtype.name
    options: list[tuple[str, p.Attribute]] = [("size", draft.choose(3) + 1)]
    if draft.one_in(3):
        options.append(("dynamic_size", True))
    if draft.one_in(3):
        options.append(("clear_after_read", False))
    if not draft.emit(p.Apply(name, "TensorArray", (p.Text(dtype),), tuple(options))):
        return False
    if name in draft.composites:
        for i in range(draft.choose(2) + 1):
            _write(draft, name, i)
    return True


def _write(draft: Draft, name: str, i: int) -> None:
    dtype = draft.value(name).dtype
    names = [n for n in draft.connected(draft.operands()) if draft.value(n).dtype is dtype]
    value: p.Tree = draft.recent(names) if names and not draft.wrong else anything(draft)
    draft.emit(p.Method(draft.fresh("r"), name, "write", (p.Number(i), value)))


def _use(draft: Draft, name: str) -> bool:
    use = {"TensorArray": _use_tensor_array, "RaggedTensor": _use_ragged, "SparseTensor": _use_sparse}
    return use[type(draft.value(name)).__name__](draft, name)


def _use_tensor_array(draft: Draft, name: str) -> bool:
    rows = _rows(draft)
    out = draft.fresh("t")
    match draft.choose(7):
        case 0 | 1:
            draft.emit(p.Method(out, name, "stack", ()))
        case 2:
            draft.emit(p.Method(out, name, "read", (p.Number(draft.choose(3)),)))
        case 3:
            draft.emit(p.Method(out, name, "gather", (draft.indices((2,), 2),)))
        case 4:
            draft.emit(p.Method(out, name, ("concat", "size")[draft.choose(2)], ()))
        case 5 if rows is not None:
            draft.emit(p.Method(draft.fresh("r"), name, "unstack", (rows,)))
        case _:
            _write(draft, name, draft.choose(3))
    return True


def _use_ragged(draft: Draft, name: str) -> bool:
    match draft.choose(4):
        case 0 | 1:
            draft.emit(p.Method(draft.fresh("t"), name, "to_tensor", ()))
        case 2:
            field = ("values", "flat_values", "row_splits")[draft.choose(3)]
            draft.emit(p.Part(draft.fresh("t"), name, field))
        case _:
            draft.emit(p.Operate(draft.fresh("r"), "*+"[draft.choose(2)], (name, p.Number(2.0))))
    return True


def _use_sparse(draft: Draft, name: str) -> bool:
    shape = draft.value(name).shape.as_list()
    match draft.choose(3):
        case 0:
            draft.emit(p.Apply(draft.fresh("t"), "sparse.to_dense", (name,)))
        case 1:
            draft.emit(p.Part(draft.fresh("t"), name, "values"))
        case _:
            dtype = draft.value(name).dtype.name
            names = [n for n in draft.operands() if draft.array(n).shape[:1] == tuple(shape[-1:])]
            names = [n for n in names if draft.array(n).ndim == 2 and draft.dtype_of(n) == dtype]
            dense = draft.recent(names) if names else draft.constant(dtype, (shape[-1], 2))
            draft.emit(p.Apply(draft.fresh("t"), "sparse.sparse_dense_matmul", (name, dense)))
    return True


_MAKERS = (
    *((_ragged,) if hasattr(reference, "RaggedTensor") else ()),
    *((_sparse,) if hasattr(reference, "SparseTensor") else ()),
    _tensor_array,
)
