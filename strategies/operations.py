"""OPERATIONS: how statements about values are drawn: calls, operators, indices, reads, assignments."""

from reference import operands as d
from reference.primitive import ENDPOINTS

from . import program as p
from . import values
from .draft import Draft
from .operands import arguments, operand

_WITHOUT_PATH = (
    "argm",
    "argsort",
    "equal",
    "floor",
    "greater",
    "is_finite",
    "less",
    "logical",
    "not_equal",
    "ones_like",
    "rank",
    "reduce_a",
    "round",
    "shape",
    "size",
    "stop_gradient",
    "zeros_like",
)
_NAMES = sorted({f.name for f in ENDPOINTS.values()})
# What has a gradient is drawn three times as often as what has none.
FUNCTIONS = tuple(
    name
    for name in _NAMES
    for _ in range(1 if any(w in name for w in _WITHOUT_PATH) and name != "reshape" else 3)
)


def apply(draft: Draft) -> bool:
    if not draft.favourites:
        draft.favourites = tuple(FUNCTIONS[draft.one_of_many(len(FUNCTIONS))] for _ in range(4))
    if draft.choose(4):
        name = draft.favourites[draft.choose(len(draft.favourites))]
    else:
        name = FUNCTIONS[draft.one_of_many(len(FUNCTIONS))]
    operands, attributes = arguments(draft, ENDPOINTS[name])
    draft.emit_call(p.Apply(draft.fresh("t"), name, operands, attributes))
    return True


_OPERATORS = (*"+-*/" * 3, "**", "**", "//", "%", "@", "@", "<", "<=", ">", ">=", "==", "!=")
_FIRST = d.Numbers()
_SECOND = d.Broadcasts("x")
_MATRIX = d.Numbers(least_rank=2)
_FACTOR = d.Multiplies("x")


def operate(draft: Draft) -> bool:
    symbol = _OPERATORS[draft.choose(len(_OPERATORS))]
    if draft.one_in(10):
        x = operand(draft, _FIRST, {})
        if not isinstance(x, str):
            return False
        draft.emit(p.Operate(draft.fresh("t"), p.UNARY_OPERATORS[draft.choose(2)], (x,)))
        return True
    x = operand(draft, _MATRIX if symbol == "@" else _FIRST, {})
    y = operand(draft, _FACTOR if symbol == "@" else _SECOND, {"x": x})
    if draft.flag() and (isinstance(x, str) or isinstance(y, str)) and symbol != "@":
        x, y = y, x
    if isinstance(x, p.Number | p.Nothing) and isinstance(y, p.Number | p.Nothing):
        return False
    draft.emit(p.Operate(draft.fresh("t"), symbol, (x, y)))
    return True


def index(draft: Draft) -> bool:
    names = [n for n in draft.operands() if draft.array(n).ndim]
    if not names or not draft.may("index"):
        return False
    name = draft.recent(names)
    draft.emit(p.Index(draft.fresh("t"), name, key_for(draft, draft.array(name).shape)))
    return True


def key_for(draft: Draft, shape: tuple[int, ...]) -> tuple[p.IndexItem, ...]:
    """What may stand in brackets behind a tensor of `shape`."""
    key: list[p.IndexItem] = []
    for n in shape:
        if key and draft.choose(3) == 0:
            break
        key.append(_index_item(draft, n))
    if draft.wrong and draft.flag():
        key.append(7)
    elif draft.choose(4) == 0:
        key.insert(draft.choose(len(key) + 1), p.NewAxis() if draft.flag() else p.Dots())
    return tuple(key)


def _index_item(draft, n):
    match draft.choose(4):
        case 0 if n:
            return draft.choose(2 * n) - n
        case 1:
            return p.Slice(None, None, -1 if draft.flag() else None)
        case 2:
            return p.Slice(draft.choose(n + 1), None, None)
        case _:
            return p.Slice(None, draft.choose(n + 1), 2 if draft.flag() else None)


def constant(draft: Draft) -> bool:
    if not draft.may("body constant"):
        return False
    draft.constant(draft.any_dtype())
    return True


def variable(draft: Draft) -> bool:
    if not draft.may("body variable"):
        return False
    draft.emit(new_variable(draft))
    return True


def new_variable(draft: Draft) -> p.Variable:
    literal = values.literal(draft.choose, draft.any_dtype(), draft.shape(), draft.profile)
    trainable = not (draft.may("non-trainable") and draft.one_in(6))
    return p.Variable(draft.fresh("v"), literal, trainable, _open_shape(draft, literal.shape))


def _open_shape(draft: Draft, shape: tuple[int, ...]) -> p.Attribute:
    """Mostly none; else a shape that leaves all sizes open, or some of them."""
    if not draft.may("open shape") or not draft.one_in(8):
        return None
    if draft.flag() or not shape:
        return "unknown"
    first = draft.choose(len(shape))
    return tuple(None if i == first or draft.flag() else n for i, n in enumerate(shape))


def alias(draft: Draft) -> bool:
    if not draft.may("alias"):
        return False
    names = draft.tapes if draft.tapes and draft.one_in(6) else draft.operands()
    name = draft.newest(names)
    letter = "tape" if names is draft.tapes else "v" if name in draft.variables else "t"
    draft.emit(p.Alias(draft.fresh(letter), name))
    return True


def read(draft: Draft) -> bool:
    if not draft.variables or not draft.may("read"):
        return False
    method = "value" if draft.flag() else "read_value"
    draft.emit(p.Read(draft.fresh("t"), draft.newest(draft.variables), method))
    return True


def to_numpy(draft: Draft) -> bool:
    if not draft.may("numpy"):
        return False
    if draft.wrong and draft.slices:
        draft.emit(p.ToNumpy(draft.fresh("n"), draft.newest(draft.slices)))
    else:
        draft.emit(p.ToNumpy(draft.fresh("n"), draft.recent(draft.operands())))
    return True


def operate_on_array(draft: Draft) -> bool:
    """An operation between a tensor and a NumPy array, which takes the tensor's dtype."""
    if not draft.arrays or not draft.tensors:
        return False
    draft.emit(
        p.Operate(
            draft.fresh("t"),
            ("*", "+", "-")[draft.choose(3)],
            (draft.recent(draft.operands()), draft.newest(draft.arrays)),
        )
    )
    return True


def lookup(draft: Draft) -> bool:
    """Rows of a variable or a tensor by their numbers, whose gradient is IndexedSlices."""
    names = [n for n in draft.operands() if draft.array(n).ndim and draft.is_differentiable(n)]
    if not names:
        return False
    name = draft.recent([n for n in names if n in draft.variables] or names)
    indices = operand(draft, d.IndexInto("params"), {"params": name})
    draft.emit_call(p.Apply(draft.fresh("t"), "gather", (name, indices)))
    return True


def part(draft: Draft) -> bool:
    if not draft.slices or not draft.may("part of slices"):
        return False
    field = ("values", "indices", "dense_shape", "values")[draft.choose(4)]
    draft.emit(p.Part(draft.fresh("t"), draft.newest(draft.slices), field))
    return True


def delete(draft: Draft) -> bool:
    if not draft.may("delete"):
        return False
    names = draft.tapes if draft.tapes and draft.flag() else draft.tensors
    if not names:
        return False
    name = draft.newest(names)
    if "[" in name or name in draft.open_tapes or (names is draft.tensors and len(names) < 3):
        return False
    draft.emit(p.Delete(name))
    return True
