"""STATEMENTS: how each kind of statement is drawn.

`KINDS` and `INNER_KINDS` are the weights, outside and inside a body.  The lists never change; a kind that cannot be drawn, or
that this program does without, is chosen again a few times, and then an operation takes its place.
"""

from collections.abc import Callable

from reference.primitive import ENDPOINTS

from . import program as p
from . import values
from .draft import DEEPEST, MOST, Draft
from .operands import anything, arguments, operand
from reference import operands as d

_WITHOUT_PATH = (
    "equal",
    "floor",
    "greater",
    "less",
    "logical",
    "not_equal",
    "ones_like",
    "rank",
    "shape",
    "size",
    "stop_gradient",
    "zeros_like",
)
_NAMES = sorted({f.name for f in ENDPOINTS.values()})
# What has a gradient is drawn three times as often as what has none.
FUNCTIONS = tuple(
    name for name in _NAMES for _ in range(1 if any(w in name for w in _WITHOUT_PATH) and name != "reshape" else 3)
)
_TRIES = 4


def statement(draft: Draft) -> None:
    """Draws one statement, with what it needs before it."""
    draft.wrong = draft.choose(14) == 13 and draft.may("wrong call")
    kinds = INNER_KINDS if draft.open_tapes else KINDS
    if _derives_again(draft):
        gradient(draft)
        draft.wrong = False
        return
    for _ in range(_TRIES):
        if kinds[draft.choose(len(kinds))](draft):
            break
    else:
        apply(draft)
    draft.wrong = False


def _derives_again(draft: Draft) -> bool:
    """Whether to ask a finished tape while another one records, which then can be asked for a second derivative."""
    if not draft.open_tapes:
        return False
    finished = [t for t in draft.usable_tapes() if t not in draft.open_tapes]
    return bool(finished) and draft.choose(4) == 0


def body(draft: Draft) -> None:
    """Draws statements until the draft does not go on."""
    while draft.go_on() and len(draft.bodies[-1]) < MOST:
        statement(draft)


def apply(draft: Draft) -> bool:
    if not draft.favourites:
        draft.favourites = tuple(FUNCTIONS[draft.one_of_many(len(FUNCTIONS))] for _ in range(4))
    if draft.choose(4):
        name = draft.favourites[draft.choose(4)]
    else:
        name = FUNCTIONS[draft.one_of_many(len(FUNCTIONS))]
    operands, attributes = arguments(draft, ENDPOINTS[name])
    draft.emit(p.Apply(draft.fresh("t"), name, operands, attributes))
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
    key: list[p.IndexItem] = []
    for n in draft.array(name).shape:
        if key and draft.choose(3) == 0:
            break
        key.append(_index_item(draft, n))
    if draft.wrong:
        key.append(7)
    elif draft.choose(4) == 0:
        key.insert(draft.choose(len(key) + 1), p.NewAxis() if draft.flag() else p.Dots())
    draft.emit(p.Index(draft.fresh("t"), name, tuple(key)))
    return True


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
    return p.Variable(draft.fresh("v"), literal, not (draft.may("non-trainable") and draft.one_in(6)))


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
    draft.emit(p.Operate(draft.fresh("t"), ("*", "+", "-")[draft.choose(3)], (draft.recent(draft.operands()), draft.newest(draft.arrays))))
    return True


def lookup(draft: Draft) -> bool:
    """Rows of a variable or a tensor by their numbers, whose gradient is IndexedSlices."""
    names = [n for n in draft.operands() if draft.array(n).ndim and draft.array(n).dtype.kind == "f"]
    if not names:
        return False
    name = draft.recent([n for n in names if n in draft.variables] or names)
    indices = operand(draft, d.IndexInto("params"), {"params": name})
    draft.emit(p.Apply(draft.fresh("t"), "gather", (name, indices)))
    return True


def part(draft: Draft) -> bool:
    if not draft.slices or not draft.may("part of slices"):
        return False
    field = ("values", "indices", "dense_shape", "values")[draft.choose(4)]
    draft.emit(p.Part(draft.fresh("t"), draft.newest(draft.slices), field))
    return True


def assign(draft: Draft) -> bool:
    if not draft.variables or not draft.may("assign"):
        return False
    name = draft.newest(draft.variables)
    method = ("assign", "assign_add", "assign_sub")[draft.choose(3)]
    array = draft.array(name)
    if draft.wrong:
        value: p.Tree = anything(draft)
    else:
        fitting = [n for n in draft.operands() if draft.array(n).shape == array.shape and draft.array(n).dtype == array.dtype]
        if fitting and draft.choose(5):
            value = draft.recent(fitting)
        else:
            value = draft.constant(array.dtype.name, array.shape)
    draft.emit(p.Assign(draft.fresh("v"), name, method, value))
    return True


def _some_tape(draft: Draft) -> str | None:
    """A tape, mostly one that can still answer and of these the newest."""
    if not draft.tapes:
        return None
    usable = draft.usable_tapes()
    if not usable or draft.choose(10) == 0:
        return draft.newest(draft.tapes)
    return usable[-1] if draft.choose(3) else draft.newest(usable)


def watch(draft: Draft) -> bool:
    tape = _some_tape(draft)
    if tape is None or not draft.may("watch"):
        return False
    if draft.open_tapes and draft.choose(4):
        tape = draft.open_tapes[-1 - draft.choose(len(draft.open_tapes))]
    if draft.wrong:
        tree: p.Tree = anything(draft)
    else:
        name = draft.newest(draft.operands())
        tree = name if draft.choose(4) else p.Sequence("list", (name, draft.newest(draft.operands())))
    draft.emit(p.Watch(tape, tree))
    return True


def tape(draft: Draft) -> bool:
    if len(draft.bodies) > DEEPEST or (draft.open_tapes and not draft.may("nested tapes")):
        return False
    open_tape(draft)
    return True


def open_tape(draft: Draft) -> None:
    persistent = draft.may("persistent") and draft.flag()
    accessed = not (draft.may("unwatched variables") and draft.one_in(5))
    name = draft.fresh("tape")

    def draw():
        names = [n for n in draft.tensors if draft.array(n).dtype.kind == "f"]
        if names and draft.may("watch") and draft.flag():
            draft.emit(p.Watch(name, draft.recent(names)))
        if len(draft.bodies) < DEEPEST and draft.may("nested tapes") and draft.choose(3) == 0:
            open_tape(draft)
        body(draft)

    draft.scope(p.Tape(name, persistent, accessed, ()), draw)
    if draft.choose(4) and not draft.ended and draft.value(name)._log is not None:
        ask(draft, name)


def reenter(draft: Draft) -> bool:
    name = _some_tape(draft)
    if name is None or len(draft.bodies) > DEEPEST or not draft.may("reenter"):
        return False
    if name in draft.open_tapes and not draft.wrong:
        return False
    draft.scope(p.Reenter(name, ()), lambda: body(draft))
    return True


def stop_recording(draft: Draft) -> bool:
    name = _some_tape(draft)
    if name is None or len(draft.bodies) > DEEPEST or not draft.may("stop_recording"):
        return False
    if draft.open_tapes and draft.choose(4):
        name = draft.open_tapes[-1]
    elif not draft.wrong and name not in draft.open_tapes:
        return False
    draft.scope(p.StopRecording(name, ()), lambda: body(draft))
    return True


def reset(draft: Draft) -> bool:
    name = _some_tape(draft)
    if name is None or not draft.may("reset"):
        return False
    if draft.open_tapes and draft.choose(4):
        name = draft.open_tapes[-1]
    elif not draft.wrong and name not in draft.open_tapes:
        return False
    draft.emit(p.Reset(name))
    return True


def watched_variables(draft: Draft) -> bool:
    name = _some_tape(draft)
    if name is None or not draft.may("watched_variables"):
        return False
    draft.emit(p.WatchedVariables(name))
    return True


def gradient(draft: Draft) -> bool:
    if not draft.open_tapes and not draft.usable_tapes() and draft.choose(6):
        return tape(draft)
    name = _some_tape(draft)
    if name is None or (_has_little(draft, name) and draft.choose(8)):
        return False
    ask(draft, name)
    return True


def _has_little(draft: Draft, name: str) -> bool:
    """True for a tape that is recording and has yet little to answer from."""
    log = draft.value(name)._log
    return name in draft.open_tapes and log is not None and len(log.entries) < 3


def ask(draft: Draft, name: str) -> None:
    """Draws a `Gradient` of the tape `name`."""
    targets, sources = connected(draft, name)
    target = _tree(draft, targets, "list of targets")
    if draft.value(name)._log is not None and draft.choose(6):
        sources = _roots(draft, name, draft.behind(name, list(p.leaves(target)))) or sources
    source = _tree(draft, sources, "several sources")
    if draft.wrong and draft.flag():
        target, source = (anything(draft), source) if draft.flag() else (target, anything(draft))
    seeds: p.Tree = p.Nothing()
    if draft.may("output_gradients") and draft.choose(4) == 0:
        seeds = _seeds(draft, target)
    mode: p.Attribute = "zero" if draft.may("zero mode") and draft.choose(4) == 0 else "none"
    if draft.wrong and draft.choose(4) == 0:
        mode = ("ZERO", None, 0)[draft.choose(3)]
    draft.emit(p.Gradient(draft.fresh("g"), name, target, source, seeds, mode))


def connected(draft: Draft, tape: str) -> tuple[list[str], list[str]]:
    """Where to aim `tape`: what it has recorded and what it knows; everything, one time in five."""
    everything = draft.operands()
    if draft.choose(8) == 0:
        return everything, everything
    recorded, watched = draft.recorded(tape), draft.watched(tape)
    floating = [n for n in recorded if draft.array(n).dtype.kind == "f"]
    if not recorded:
        return everything, watched or everything
    if not floating or draft.choose(8) == 0:
        return recorded, watched
    gradients = [n for n in floating if n[0] == "g"]
    if gradients and draft.flag():
        floating = gradients  # a derivative of a derivative
    return floating, watched


def _roots(draft: Draft, tape: str, names: list[str]) -> list[str]:
    """Of `names`, mostly those that no operation of the tape has yielded."""
    if draft.choose(4) == 0:
        return names
    results = set(draft.recorded(tape))
    return [n for n in names if n not in results] or names


def _tree(draft: Draft, names: list[str], several: str) -> p.Tree:
    """One name, or a structure of names."""
    if not draft.may(several) or draft.flag():
        return draft.recent(names)
    items: list[p.Tree] = [draft.recent(names) for _ in range(draft.choose(3) + 1)]
    if draft.may("nested structure") and draft.choose(5) == 0:
        items.append(p.Sequence("tuple" if draft.flag() else "list", (draft.recent(names),)))
    if draft.may("dict") and draft.choose(4) == 0:
        return p.Mapping(tuple("bacd"[: len(items)]), tuple(items))
    return p.Sequence("tuple" if draft.choose(4) == 0 else "list", tuple(items))


def _seeds(draft: Draft, target: p.Tree) -> p.Tree:
    """Seeds for a target, at least as many as it has leaves."""
    names = list(p.leaves(target))
    if not names or not all(_is_operand(draft, n) for n in names):
        return p.Nothing()
    seeds = [_seed(draft, n) for n in names]
    if draft.wrong and draft.flag():
        seeds.append(p.Number(1.0))
    return seeds[0] if isinstance(target, str) and len(seeds) == 1 else p.Sequence("list", tuple(seeds))


def _is_operand(draft, name):
    return name in draft.tensors or name in draft.variables


def _seed(draft: Draft, name: str) -> p.Tree:
    array = draft.array(name)
    if array.dtype.kind != "f":
        return draft.constant(array.dtype.name, array.shape)
    if draft.wrong and draft.flag():
        return anything_but_none(draft)
    if not array.ndim and draft.flag():
        return p.Number((2.0, 0.5, -1.0)[draft.choose(3)]) if array.dtype.name == "float32" else draft.constant("float64", ())
    same = [n for n in draft.operands() if draft.array(n).shape == array.shape and draft.array(n).dtype == array.dtype]
    return draft.newest(same) if draft.flag() else draft.constant(array.dtype.name, array.shape)


def anything_but_none(draft: Draft) -> p.Tree:
    tree = anything(draft)
    return p.Number(2.0) if isinstance(tree, p.Nothing) else tree


def jacobian(draft: Draft) -> bool:
    name = _some_tape(draft)
    if name is None or draft.open_tapes or not draft.one_in(10) or not draft.may("jacobian"):
        return False
    targets, sources = connected(draft, name)
    target = draft.recent(targets)
    if draft.array(target).size > 8:
        return False
    mode = "zero" if draft.may("zero mode") and draft.flag() else "none"
    draft.emit(p.Jacobian(draft.fresh("j"), name, target, _tree(draft, sources, "several sources"), mode))
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


def apply_gradients(draft: Draft) -> bool:
    """A step of an optimizer: variables with gradients of theirs where the program has some."""
    if not draft.variables or draft.open_tapes or not draft.one_in(4) or not draft.may("apply gradients"):
        return False
    if not draft.optimizers or draft.flag():
        draft.emit(p.Optimizer(draft.fresh("opt"), (0.1, 0.5, 1.0)[draft.choose(3)]))
    first = [v for v in draft.variables if v in draft.machine.variables]
    chosen = tuple(dict.fromkeys(draft.newest(first) for _ in range(draft.choose(2) + 1)))
    draft.emit(p.ApplyGradients(draft.newest(draft.optimizers), tuple(_gradient_for(draft, v) for v in chosen), chosen))
    return True


def _gradient_for(draft, name):
    array = draft.array(name)
    if draft.wrong:
        return anything(draft)
    fitting = [n for n in draft.tensors if draft.array(n).shape == array.shape and draft.array(n).dtype == array.dtype]
    return draft.recent(fitting) if fitting else draft.constant(array.dtype.name, array.shape)


Kind = Callable[[Draft], bool]

INNER_KINDS: tuple[Kind, ...] = (
    *(apply,) * 14,
    *(operate,) * 10,
    *(gradient,) * 5,
    *(tape,) * 2,
    *(assign,) * 3,
    *(index,) * 2,
    *(watch,) * 2,
    lookup,
    read,
    constant,
    variable,
    alias,
    to_numpy,
    operate_on_array,
    part,
    part,
    reset,
    stop_recording,
    watched_variables,
    reenter,
)
KINDS: tuple[Kind, ...] = (
    *(gradient,) * 12,
    *(tape,) * 3,
    *(apply,) * 3,
    *(operate,) * 3,
    *(assign,) * 2,
    reenter,
    reenter,
    watch,
    watched_variables,
    *(part,) * 4,
    alias,
    delete,
    apply_gradients,
    jacobian,
    reset,
    stop_recording,
    variable,
)
