"""ACCUMULATORS: how forward mode is drawn, and the questions to tapes that ask for whole Jacobians."""

from . import program as p
from .draft import DEEPEST, Draft
from .operands import anything
from .questions import _tree, connected, some_tape


def accumulator(draft: Draft) -> bool:
    """An accumulator for one or two of what is alive, and a question to it behind its body."""
    if len(draft.bodies) > DEEPEST or draft.rehearsing or not draft.seldom("accumulator"):
        return False
    from .statements import body

    names = draft.connected([n for n in draft.operands() if draft.is_differentiable(n)] or draft.operands())
    primals = list(dict.fromkeys(draft.recent(names) for _ in range(draft.choose(2) + 1)))
    if draft.wrong and draft.flag():
        primals.append(draft.recent(draft.operands()))
    tangents = [
        _wrong_tangent(draft, n) if draft.wrong and draft.flag() else _tangent(draft, n) for n in primals
    ]
    together = len(primals) > 1 or draft.one_in(6)
    name = draft.fresh("acc")
    opening = p.Accumulator(name, _structure(primals, together), _structure(tangents, together), ())
    draft.scope(opening, lambda: body(draft))
    if not draft.ended and name in draft.accumulators:
        _ask(draft, name)
    return True


def _structure(items: list, together: bool) -> p.Tree:
    return p.Sequence("list", tuple(items)) if together else items[0]


def _tangent(draft: Draft, name: str) -> p.Tree:
    array, dtype = draft.array(name), draft.value(name).dtype.name
    same = [n for n in draft.operands() if draft.array(n).shape == array.shape and draft.dtype_of(n) == dtype]
    if same and draft.choose(3) == 0:
        return draft.recent(same)
    if not array.ndim and draft.one_in(3) and draft.value(name).dtype.is_floating:
        return p.Number(1.0)
    return draft.constant(dtype, array.shape)


def jvp(draft: Draft) -> bool:
    if not draft.accumulators or not draft.seldom("accumulator"):
        return False
    _ask(draft, draft.newest(draft.accumulators))
    return True


def _wrong_tangent(draft: Draft, name: str) -> p.Tree:
    """Anything of the primal's shape, or nothing.

    Where the shape is another (A05), it hangs on the operation of a rule, traced backwards, that meets it
    first what TensorFlow raises, or answers.
    """
    tree, shape = anything(draft), draft.array(name).shape
    if isinstance(tree, p.Number) and shape:
        return p.Nothing()
    if isinstance(tree, str) and (tree not in draft.operands() or draft.array(tree).shape != shape):
        return draft.constant(draft.any_dtype(), shape)
    return tree


def _ask(draft: Draft, name: str) -> None:
    """Asks for the tangents of what is new, gradients among that."""
    known = draft.value(name).known
    names = [n for n in draft.tensors if draft.value(n).id in known]
    names = names if names and draft.choose(5) else draft.operands()
    tree = anything(draft) if draft.wrong else _tree(draft, names, "list of targets")
    mode = "zero" if draft.may("zero mode") and draft.one_in(3) else "none"
    draft.emit(p.Jvp(draft.fresh("j"), name, tree, mode))


def jacobian(draft: Draft) -> bool:
    """`jacobian` or `batch_jacobian` of something small."""
    name = some_tape(draft)
    if name is None or not draft.one_in(3) or not draft.seldom("jacobian"):
        return False
    targets, sources = connected(draft, name)
    targets = [n for n in targets if draft.array(n).size <= 8]
    if not targets or (draft.open_tapes and draft.choose(4)):
        return False
    batch = draft.may("batch_jacobian") and draft.flag()
    options = _options(draft)
    mode = "zero" if draft.may("zero mode") and draft.choose(3) == 0 else "none"
    if not batch:
        tree = _tree(draft, sources, "several sources")
        draft.emit(p.Jacobian(draft.fresh("j"), name, draft.recent(targets), tree, mode, *options))
        return True
    matrices = [n for n in targets if draft.array(n).ndim > 1] if draft.choose(5) else targets
    target = draft.recent(matrices or targets)
    rows = draft.array(target).shape[:1]
    fitting = [n for n in sources if draft.array(n).ndim > 1 and draft.array(n).shape[:1] == rows]
    source = draft.recent(fitting if fitting and draft.choose(8) else sources)
    draft.emit(p.BatchJacobian(draft.fresh("j"), name, target, source, mode, *options))
    return True


def _options(draft: Draft) -> tuple[p.Attribute, p.Attribute]:
    """`parallel_iterations` and `experimental_use_pfor`, mostly their defaults."""
    parallel = (1, 2, 5)[draft.choose(3)] if draft.one_in(6) else None
    return parallel, draft.flag()
