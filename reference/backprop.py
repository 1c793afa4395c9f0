"""BACKPROP: from what a tape has written down to gradients.

    PREPARE    find the operations that lead to the targets, and how often each tensor is used there
    SEED       ones for each target, or what the caller gave
    PULL BACK  take each operation once all uses of its results have answered, and ask its vjp
    COLLECT    the sum of what has arrived at each source

The walk is not pruned by the sources: an operation without a gradient raises LookupError even where no source
lies behind it (X04).
"""

from collections import deque

import numpy as np

from .errors import InternalError, OpError, error, process_ends
from .order import table_order
from .slices import IndexedSlices
from .tensor import Tensor

WATCHED = -1  # in `Log.known`: not produced by a recorded operation


class Log:
    """What a tape has written down.

    `known` maps the id of each tensor and variable that the tape knows to the number of the operation that
    produced it, or to WATCHED; `entries` holds the operations by number.
    """

    def __init__(self, persistent, watches_accessed_variables):
        self.persistent, self.watches_accessed_variables = persistent, watches_accessed_variables
        self.known, self.entries, self.count = {}, {}, 0
        self.variables = {}

    def watch(self, id):
        self.known.setdefault(id, WATCHED)

    def watch_variable(self, variable):
        self.variables.setdefault(variable.id, variable)
        self.watch(variable.id)

    def write(self, entry):
        number, self.count = self.count, self.count + 1
        self.entries[number] = entry
        for y in entry.results:
            self.known[y.id] = number


_walked = []  # who wants to see the operations that are walked back through


class walked_with:
    """Within the block, `see(entry, cotangents of its results, cotangents of its operands)` is called for each
    operation that a backward pass walks through."""

    def __init__(self, see):
        self.see = see

    def __enter__(self):
        _walked.append(self.see)

    def __exit__(self, *exc):
        _walked.remove(self.see)


def gradients(log, targets, sources, output_gradients):
    """d(sum of `targets`)/d(each of `sources`): a list of tensors, slices or None.

    `output_gradients` is empty or has a tensor for each target.  The entries of a log that is not persistent
    are used up, also where a rule raises on the way.
    """
    entries, uses = _reachable(log, targets)
    if not log.persistent:
        log.entries = {}
    cotangents = _seeds(log, entries, targets, sources, output_gradients)
    _pull_back(log, entries, uses, cotangents, {x.id for x in sources})
    return [_total(cotangents, x.id) if x.id in cotangents else None for x in sources]


def _reachable(log, targets):
    """The entries that lead to `targets`, in the order found, and how often they use each tensor."""
    entries, uses = {}, {}
    pending = [t.id for t in targets]
    while pending:
        number = log.known.get(pending.pop(), WATCHED)
        if number in entries or number not in log.entries:
            continue
        entries[number] = entry = log.entries[number]
        for x in entry.operands:
            if x.id not in uses and x.id in log.known:
                pending.append(x.id)
            uses[x.id] = uses.get(x.id, 0) + 1
    return entries, uses


def _seeds(log, entries, targets, sources, output_gradients):
    if 0 < len(output_gradients) < len(targets):
        raise process_ends("fewer output_gradients than targets (O08)")
    cotangents = {}
    source_ids = {x.id for x in sources}
    for i, t in enumerate(targets):
        number = log.known.get(t.id, WATCHED)
        if output_gradients and output_gradients[i] is not None:
            seed = output_gradients[i]
        elif number != WATCHED:
            if number not in entries:
                raise error(InternalError, "Internal state of the gradient tape is invalid: its record is used up")
            seed = ones_like(t)
        elif t.id in source_ids:  # quirk: a target that is its own source needs no watching (T08)
            seed = ones_like(t)
        else:
            continue
        cotangents.setdefault(t.id, []).append(seed)
    return cotangents


def _pull_back(log, entries, uses, cotangents, source_ids):
    known = log.known
    missing = {}
    for id in uses:
        number = known.get(id, WATCHED)
        if number in entries:
            missing[number] = missing.get(number, 0) + 1
    queue = deque(n for n in table_order(entries) if n not in missing)
    while queue:
        entry = entries[queue.popleft()]
        arrived = [_taken(cotangents, y, source_ids) for y in entry.results]
        for x, ct in zip(entry.operands, _answers(entry, arrived, known, source_ids), strict=True):
            if ct is not None:
                cotangents.setdefault(x.id, []).append(ct)
            uses[x.id] -= 1
            if uses[x.id]:
                continue
            number = known.get(x.id)
            if number is None:  # quirk: what the tape does not know gets nothing, not even its own seed (T27)
                cotangents.pop(x.id, None)
            elif number in missing:
                missing[number] -= 1
                if not missing[number]:
                    queue.append(number)


def _taken(cotangents, y, source_ids):
    """What has arrived at a result, summed; it stays there only for a source to be collected."""
    if y.id not in cotangents:
        return None
    if y.id not in source_ids:
        total = _total(cotangents, y.id)
        del cotangents[y.id]
        return total
    try:
        return _total(cotangents, y.id)
    except OpError as problem:
        raise process_ends(f"cotangents of a recorded source cannot be added: {problem}") from problem


def _answers(entry, arrived, known, source_ids):
    """The cotangents of an entry's operands.  Results at which nothing arrived count as zeros beside others."""
    if all(ct is None for ct in arrived):
        return [None] * len(entry.operands)
    operation = entry.operation
    for i, ct in enumerate(arrived):
        if ct is None and i not in operation.optional_results:
            arrived[i] = zeros_like(entry.results[i])
    needed = [x.id in known or x.id in source_ids for x in entry.operands]
    answers = operation.pull_back(entry, arrived, needed)
    if len(answers) != len(entry.operands):
        raise error(InternalError, f"Recorded operation '{operation.name}' returned too few gradients")
    for see in _walked:
        see(entry, arrived, answers)
    return answers


def _total(cotangents, id):
    """The sum of what has arrived at a tensor, first come first; kept, so that equal sources share one object."""
    arrived = cotangents[id]
    if len(arrived) > 1:
        arrived[:] = [accumulated(arrived)]
    return arrived[0]


def accumulated(cts):
    """Dense tensors are added; slices are concatenated; slices beside dense tensors are made dense first (I05, I06)."""
    from .arrays.joining import concat
    from .math.arithmetic import add_n
    from .math.basics import cast

    if not all(isinstance(ct, Tensor | IndexedSlices) for ct in cts):
        raise error(AssertionError, "")
    if any(isinstance(ct, Tensor) for ct in cts):
        return add_n(cts)
    indices = [ct.indices for ct in cts]
    if len({i.dtype for i in indices}) > 1:
        indices = [cast(i, "int64") for i in indices]
    return IndexedSlices(concat([ct.values for ct in cts], 0), concat(indices, 0), cts[0].dense_shape)


def ones_like(x):
    """A seed: ones in the shape and dtype of `x`; recorded nowhere."""
    return Tensor(np.ones(tuple(x.shape), x.dtype.numpy))


def zeros_like(x):
    return Tensor(np.zeros(tuple(x.shape), x.dtype.numpy))
