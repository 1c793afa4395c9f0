"""STATEMENTS: which kind of statement comes next, and how those are drawn that open, watch or reset a tape.

`KINDS` and `INNER_KINDS` are the weights, outside and inside a body.  The lists never change; a kind that
cannot be
drawn, or that this program does without, is chosen again a few times, and then an operation takes its place.
"""

from collections.abc import Callable

from . import control_flow as flow
from . import functions as f
from . import program as p
from .accumulators import accumulator, jacobian, jvp
from .assignments import (
    assign,
    assign_slice,
    augment,
    make_slices,
    read_rows,
    scatter,
    scatter_nd,
    variable_of_value,
)
from .containers import composite, module
from .draft import DEEPEST, MOST, Draft
from .operands import anything
from .operations import (
    alias,
    apply,
    constant,
    delete,
    index,
    lookup,
    operate,
    operate_on_array,
    part,
    read,
    to_numpy,
    variable,
)
from .questions import apply_gradients, ask, has_little, some_tape

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
    """Whether to ask a finished tape while another one records, which then can be asked for a second
    derivative.
    """
    if not draft.open_tapes:
        return False
    finished = [t for t in draft.usable_tapes() if t not in draft.open_tapes]
    return bool(finished) and draft.choose(4) == 0


def body(draft: Draft) -> None:
    """Draws statements until the draft does not go on."""
    while draft.go_on() and len(draft.bodies[-1]) < MOST:
        statement(draft)


def watch(draft: Draft) -> bool:
    tape = some_tape(draft)
    if tape is None or not draft.may("watch"):
        return False
    if draft.open_tapes and draft.choose(4):
        tape = draft.open_tapes[-1 - draft.choose(len(draft.open_tapes))]
    if draft.wrong:
        tree: p.Tree = anything(draft)
    elif draft.composites and draft.choose(3) == 0:
        tree = draft.newest(draft.composites)
    else:
        name = draft.newest(draft.operands())
        tree = name if draft.choose(4) else p.Sequence("list", (name, draft.newest(draft.operands())))
    draft.emit(p.Watch(tape, tree))
    return True


def reset(draft: Draft) -> bool:
    name = some_tape(draft)
    if name is None or not draft.may("reset"):
        return False
    if draft.open_tapes and draft.choose(4):
        name = draft.open_tapes[-1]
    elif not draft.wrong and name not in draft.open_tapes:
        return False
    draft.emit(p.Reset(name))
    return True


def watched_variables(draft: Draft) -> bool:
    name = some_tape(draft)
    if name is None or not draft.may("watched_variables"):
        return False
    draft.emit(p.WatchedVariables(name))
    return True


def gradient(draft: Draft) -> bool:
    if not draft.open_tapes and not draft.usable_tapes() and draft.choose(6):
        return tape(draft)
    name = some_tape(draft)
    if name is None or (has_little(draft, name) and draft.choose(8)):
        return False
    ask(draft, name)
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
        names = [n for n in draft.tensors if draft.is_differentiable(n)]
        if names and draft.may("watch") and draft.flag():
            draft.emit(p.Watch(name, draft.recent(names)))
        if len(draft.bodies) < DEEPEST and draft.may("nested tapes") and draft.choose(3) == 0:
            open_tape(draft)
        body(draft)

    draft.scope(p.Tape(name, persistent, accessed, ()), draw)
    if draft.choose(4) and not draft.ended and draft.value(name)._log is not None:
        ask(draft, name)


def reenter(draft: Draft) -> bool:
    name = some_tape(draft)
    if name is None or len(draft.bodies) > DEEPEST or not draft.may("reenter"):
        return False
    if name in draft.open_tapes and not draft.wrong:
        return False
    draft.scope(p.Reenter(name, ()), lambda: body(draft))
    return True


def stop_recording(draft: Draft) -> bool:
    name = some_tape(draft)
    if name is None or len(draft.bodies) > DEEPEST or not draft.may("stop_recording"):
        return False
    if draft.open_tapes and draft.choose(4):
        name = draft.open_tapes[-1]
    elif not draft.wrong and name not in draft.open_tapes:
        return False
    draft.scope(p.StopRecording(name, ()), lambda: body(draft))
    return True


Kind = Callable[[Draft], bool]

INNER_KINDS: tuple[Kind, ...] = (
    *(apply,) * 14,
    *(operate,) * 10,
    *(gradient,) * 5,
    *(tape,) * 2,
    *(assign,) * 3,
    assign_slice,
    scatter,
    scatter_nd,
    read_rows,
    augment,
    make_slices,
    variable_of_value,
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
    f.custom_gradient,
    f.custom_gradient,
    f.function,
    f.function,
    f.call,
    f.call,
    f.recompute_grad,
    f.grad_pass_through,
    flow.branches,
    flow.while_loop,
    flow.over_rows,
    flow.vectorized_map,
    flow.repeat,
    flow.python_function,
    accumulator,
    jvp,
    jacobian,
    composite,
    composite,
    module,
)
KINDS: tuple[Kind, ...] = (
    *(gradient,) * 12,
    *(tape,) * 3,
    *(apply,) * 3,
    *(operate,) * 3,
    *(assign,) * 2,
    assign_slice,
    scatter,
    scatter,
    scatter_nd,
    make_slices,
    reenter,
    reenter,
    watch,
    watched_variables,
    *(part,) * 4,
    alias,
    delete,
    apply_gradients,
    apply_gradients,
    jacobian,
    jacobian,
    reset,
    stop_recording,
    variable,
    accumulator,
    jvp,
    composite,
    module,
    f.function,
    f.call,
    f.custom_gradient,
    flow.over_rows,
    flow.vectorized_map,
    flow.branches,
)
