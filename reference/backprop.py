"""BACKPROP: from what a tape has written down to gradients.

    PREPARE    find the operations that lead to the targets, and how often each tensor is used there
    SEED       ones for each target, or what the caller gave
    PULL BACK  take each operation once all uses of its results have answered, and ask its vjp
    COLLECT    the sum of what has arrived at each source

Quirk not-pruned-by-sources: an operation without a gradient raises LookupError even where no source lies
behind it, and where its results are ints (X04, G06).
"""

from collections import deque

import numpy as np

from .errors import InternalError, OpError, error, intended, process_ends
from .order import table_order
from .slices import IndexedSlices
from .tensor import Tensor
from .values import ones, zeros

WATCHED = -1  # in `Log.known`: not produced by a recorded operation


class Log:
    """What a tape has written down.

    `known` maps the id of each tensor and variable that the tape knows to the number of the operation that
    produced it, or to WATCHED; `entries` holds the operations by number, with the values that went in: what
    is assigned to a variable later changes no gradient (M01, X30).
    """

    def __init__(self, persistent, watches_accessed_variables):
        self.persistent, self.watches_accessed_variables = persistent, watches_accessed_variables
        self.known, self.entries, self.count = {}, {}, 0
        self.variables = {}

    def watch(self, id):
        self.known.setdefault(id, WATCHED)

    def watch_variable(self, variable):
        id = variable._cell.id
        if id not in self.variables:
            self.variables[id] = variable
            self.watch(id)

    def write(self, entry):
        number, self.count = self.count, self.count + 1
        self.entries[number] = entry
        for y in entry.results:
            self.known[y.id] = number

    def withdraw(self):
        """Forgets the operation that was written last, with its results."""
        self.count -= 1
        for y in self.entries.pop(self.count).results:
            del self.known[y.id]


_walked = []  # who wants to see the operations that are walked back through


class walked_with:
    """Within the block, `see(entry, cotangents of its results, cotangents of its operands)` is called for
    each operation that a backward pass walks through, and `begin(entry)` before its rule is asked."""

    def __init__(self, see, begin=None):
        self.see, self.begin = see, begin

    def __enter__(self):
        _walked.append(self)

    def __exit__(self, *exc):
        _walked.remove(self)


def gradients(log, targets, sources, output_gradients):
    """d(sum of `targets`)/d(each of `sources`): a list of tensors, slices or None.

    `output_gradients` is empty or has a tensor or None for each target.  The entries of a log that is not
    persistent are used up, also where a rule raises on the way: what is asked of it then raises InternalError
    (L33, L35).
    """
    entries, uses = _reachable(log, targets)
    if not log.persistent:
        log.entries = {}
    source_ids = {x.id for x in sources}
    cotangents = _seeds(log, entries, targets, source_ids, output_gradients)
    _pull_back(log.known, entries, uses, cotangents, source_ids)
    return [_total(cotangents[x.id]) if x.id in cotangents else None for x in sources]


def _reachable(log, targets):
    """The entries that lead to `targets`, in the order found, and how often they use each tensor."""
    known, written = log.known, log.entries
    entries, uses = {}, {}
    pending = [t.id for t in targets]
    while pending:
        number = known.get(pending.pop(), WATCHED)
        if number in entries or number not in written:
            continue
        entries[number] = entry = written[number]
        for x in entry.operands:
            id = x.id
            if id in uses:
                uses[id] += 1
            else:
                uses[id] = 1
                if id in known:
                    pending.append(id)
    return entries, uses


def _seeds(log, entries, targets, source_ids, output_gradients):
    """The first cotangents, by id, each in a list of what has arrived: one for each time that a tensor is a
    target (T04).

    Quirk seed-of-none: a seed of None counts as one that has arrived, for rules to make of it what they can
    (O10, O18).  Quirk seeds-are-not-counted: more seeds than targets are ignored, and fewer end the process
    (O07, O08).  Quirk ints-have-seeds: a target of ints has a seed like any other, so that its gradient may
    be zeros, or ones where it is its own source (D09, X13, T12).
    """
    if output_gradients and len(output_gradients) < len(targets):
        raise process_ends(f"{len(output_gradients)} output_gradients for {len(targets)} targets (O08)")
    cotangents = {}
    for i, t in enumerate(targets):
        number = log.known.get(t.id, WATCHED)
        if output_gradients and (output_gradients[i] is not None or number != WATCHED or t.id in source_ids):
            seed = output_gradients[i]
        elif number != WATCHED:
            if number not in entries:
                raise error(
                    InternalError, "Internal state of the gradient tape is invalid: its record is used up"
                )
            seed = ones_like(t)
        elif t.id in source_ids:
            # Quirk target-as-source: a target that is its own source needs no watching (T08, T12).
            _require_shape(t, alone=len(targets) == 1)
            if t.dtype == "string" and sum(other.id == t.id for other in targets) > 1:
                raise process_ends("no seeds where others arrive: there are no ones of dtype string")
            seed = ones_like(t)
        else:
            continue
        cotangents.setdefault(t.id, []).append(seed)
    return cotangents


def _require_shape(target, alone):
    """Quirk open-shapes-have-no-seed: a variable that was made with an open shape raises ValueError (Q81)."""
    declared = getattr(target, "declared", target.shape)
    if not declared.is_fully_defined():
        problem = error(ValueError, f"Cannot convert a partially known TensorShape {declared} to a Tensor.")
        problem.passed_over = True
        raise problem if alone else process_ends(f"no seed where others arrive: {problem}")


def _pull_back(known, entries, uses, cotangents, source_ids):
    """Walks through `entries`, adding to `cotangents` what arrives at each tensor."""
    missing = {}  # how many of an entry's results still wait for a use of theirs
    for id in uses:
        number = known.get(id, WATCHED)
        if number in entries:
            missing[number] = missing.get(number, 0) + 1
    queue = deque([number for number in entries if number not in missing])
    if len(queue) > 1:
        queue = deque([number for number in table_order(entries) if number not in missing])
    while queue:
        entry = entries[queue.popleft()]
        answers = _answers(entry, cotangents, known, source_ids)
        for x, ct in zip(entry.operands, answers, strict=True):
            id = x.id
            if ct is not None:
                if id in cotangents:
                    cotangents[id].append(ct)
                else:
                    cotangents[id] = [ct]
            uses[id] -= 1
            if uses[id]:
                continue
            number = known.get(id)
            if number is None:
                # Quirk unknown-to-the-tape: what the tape does not know gets nothing, not even its own seed
                # (T27).
                cotangents.pop(id, None)
            elif number in missing:
                missing[number] -= 1
                if not missing[number]:
                    queue.append(number)


def _answers(entry, cotangents, known, source_ids):
    """What an entry's rule answers.  A result at which nothing arrived counts as zeros beside the others
    (C13).

    Quirk nothing-is-checked: the gradient that a rule answers is passed on, whatever its shape, dtype and
    class (C04, O06).
    """
    operation = entry.operation
    given, nothing = [], []
    for i, y in enumerate(entry.results):
        arrived = cotangents.get(y.id)
        if arrived is None:
            nothing.append(i)
            given.append(None)
        else:
            is_fatal = hasattr(operation, "calls_python") or y.id in source_ids
            given.append(arrived[0] if len(arrived) == 1 else _added(arrived, is_fatal))
            if y.id not in source_ids:  # where it stays, to be collected
                del cotangents[y.id]
    if len(nothing) == len(given):
        return [None] * len(entry.operands)
    for i in nothing:
        if i not in operation.optional_results and entry.results[i].dtype.name != "string":
            given[i] = zeros_like(entry.results[i])
    needed = [x.id in known or x.id in source_ids for x in entry.operands]
    for watcher in _walked:
        if watcher.begin is not None:
            watcher.begin(entry)
    try:
        answers = operation.pull_back(entry, given, needed)
    except (TypeError, ValueError, AttributeError) as problem:
        if any(ct is None and i not in nothing for i, ct in enumerate(given)):
            raise intended(problem) from None  # whatever a seed of None leads to (O18)
        raise
    if len(answers) != len(entry.operands):
        raise error(InternalError, f"Recorded operation '{operation.name}' returned too few gradients")
    for watcher in _walked:
        watcher.see(entry, given, answers)
    return answers


def _added(arrived, is_fatal):
    """Their sum at a result.  Where that is a source too, what cannot be added ends TensorFlow's process;
    where the rule is a Python function, it runs nevertheless, with the error unnoticed.
    """
    try:
        return _total(arrived)
    except (OpError, AssertionError) as problem:
        if is_fatal:
            raise process_ends(f"cotangents that nobody checks cannot be added: {problem}") from problem
        raise


def _total(arrived):
    """The sum of what has arrived, first come first; kept, so that equal sources share one object (S04)."""
    if len(arrived) > 1:
        if any(ct is None for ct in arrived):
            raise process_ends("a seed of None where another cotangent arrives (O11)")
        arrived[:] = [accumulated(arrived)]
    return arrived[0]


def accumulated(cts):
    """Dense tensors are added; slices are concatenated; slices beside dense tensors are made dense first
    (I05, I06).

    Raises AssertionError for what a gradient function returned and is neither (C05).
    """
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
    """A seed: ones in the shape and dtype of `x`; recorded nowhere.

    Quirk seeds-of-strings: the seed of a target of strings is None (T12).  Quirk variables-of-strings: a
    variable of strings as target raises TypeError (Q82).
    """
    if x.dtype.name == "string":
        return None if isinstance(x, Tensor) else ones(tuple(x.shape), x.dtype)
    return Tensor(np.ones(tuple(x.shape), x.dtype.numpy))


def zeros_like(x):
    """Zeros in the shape and dtype of `x`'s present value, of strings empty ones; recorded nowhere."""
    x = getattr(x, "_cell", x)
    return Tensor(zeros(tuple(x.shape), x.dtype))
