"""QUESTIONS: how statements that ask a tape are drawn, and what is done with its answers.

They aim: at what the tape has recorded, at sources that a recorded path connects to the target, at
derivatives
of derivatives.
"""

from . import program as p
from .containers import optimizer
from .draft import Draft
from .operands import anything


def some_tape(draft: Draft) -> str | None:
    """A tape, mostly one that can still answer and of these the newest."""
    if not draft.tapes:
        return None
    usable = draft.usable_tapes()
    if not usable or draft.choose(10) == 0:
        return draft.newest(draft.tapes)
    return usable[-1] if draft.choose(3) else draft.newest(usable)


def has_little(draft: Draft, name: str) -> bool:
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
    if draft.composites and draft.seldom("composites") and draft.choose(3) == 0:
        part = draft.newest(draft.composites)
        target, source = (part, source) if draft.choose(3) == 0 else (target, part)
    if draft.modules and draft.seldom("module") and draft.choose(3) == 0:
        source = _module_variables(draft) or source
    if draft.wrong and draft.flag():
        target, source = (anything(draft), source) if draft.flag() else (target, anything(draft))
    seeds: p.Tree = p.Nothing()
    if draft.may("output_gradients") and draft.choose(4) == 0:
        seeds = _seeds(draft, target)
    mode: p.Attribute = "zero" if draft.may("zero mode") and draft.choose(4) == 0 else "none"
    if draft.wrong and draft.choose(4) == 0:
        mode = ("ZERO", None, 0)[draft.choose(3)]
    draft.emit(p.Gradient(draft.fresh("g"), name, target, source, seeds, mode))


def _module_variables(draft: Draft) -> p.Tree | None:
    """What a module has as variables, asked for before the tape is."""
    out = draft.fresh("v")
    asked = draft.emit(p.ModuleVariables(out, draft.newest(draft.modules), "trainable_variables"))
    return out if asked and out in draft.machine.names else None


def connected(draft: Draft, tape: str) -> tuple[list[str], list[str]]:
    """Where to aim `tape`: what it has recorded and what it knows; everything, one time in five."""
    everything = draft.operands()
    if draft.choose(8) == 0:
        return everything, everything
    recorded, watched = draft.recorded(tape), draft.watched(tape)
    floating = [n for n in recorded if draft.is_differentiable(n)]
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
    array, dtype = draft.array(name), draft.dtype_of(name)
    if not draft.is_differentiable(name):
        return draft.constant(dtype, array.shape)
    if draft.wrong and draft.flag():
        return anything_but_none(draft)
    if not array.ndim and draft.flag():
        return (
            p.Number((2.0, 0.5, -1.0)[draft.choose(3)]) if dtype == "float32" else draft.constant(dtype, ())
        )
    same = [
        n
        for n in draft.operands()
        if draft.array(n).shape == array.shape and draft.array(n).dtype == array.dtype
    ]
    return draft.newest(same) if draft.flag() else draft.constant(dtype, array.shape)


def anything_but_none(draft: Draft) -> p.Tree:
    tree = anything(draft)
    return p.Number(2.0) if isinstance(tree, p.Nothing) else tree


def apply_gradients(draft: Draft) -> bool:
    """A step of an optimizer: variables with gradients of theirs where the program has some."""
    if not draft.variables or draft.open_tapes or not draft.flag() or not draft.may("apply gradients"):
        return False
    if not draft.optimizers or draft.flag():
        optimizer(draft)
    first = [v for v in draft.variables if v in draft.machine.variables]
    chosen = tuple(dict.fromkeys(draft.newest(first) for _ in range(draft.choose(2) + 1)))
    draft.emit(
        p.ApplyGradients(
            draft.newest(draft.optimizers), tuple(_gradient_for(draft, v) for v in chosen), chosen
        )
    )
    return True


def _gradient_for(draft, name):
    array = draft.array(name)
    if draft.wrong:
        return anything(draft)
    if draft.one_in(8):
        return p.Nothing()
    fitting = [
        n
        for n in draft.tensors
        if draft.array(n).shape == array.shape and draft.array(n).dtype == array.dtype
    ]
    return draft.recent(fitting) if fitting else draft.constant(draft.dtype_of(name), array.shape)
