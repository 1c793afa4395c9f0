"""TRACED: several operations that are a single one to the tapes outside, as a call of `tf.function` is.

Its operands are its arguments and whatever comes in from outside; its results are those that it returns, and
behind them, where a tape may be asked for a gradient of the gradient, what its backward pass needs of it
(`sides`).  The backward pass is again a single operation.
"""

from collections.abc import Collection
from contextlib import contextmanager, suppress

from .backprop import Log, gradients, ones_like, zeros_like
from .errors import InvalidArgumentError, error
from .math.arithmetic import identity
from .record import Record, new_id, record, recorded_by, recording
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor


class _Everything:
    def __contains__(self, id):
        return True


class Body:
    """Stands among the recording tapes and writes down all that runs inside, known or not.

    What comes in from outside, tensors older than the body, gets a double inside, so that a path through the
    inside and one around it are two.  `inputs` are pairs of what came in and its double; variables have none.
    """

    persistent = watches_accessed_variables = True
    known = _Everything()

    def __init__(self):
        self.start = new_id()
        self.entries: list = []
        self.inputs: list = []
        self.variables: dict = {}
        self._doubles: dict = {}

    def watch_variable(self, variable):
        self.variables.setdefault(variable._cell.id, variable)

    def argument(self, x):
        """A double of the tensor `x`, which is an operand even if nothing inside asks for it."""
        double = Tensor(x._array)
        self.inputs.append((x, double))
        return double

    def inside(self, x):
        """What stands for `x` inside."""
        if x.id >= self.start and isinstance(x, Tensor):
            return x
        double = self._doubles.get(x.id)
        if double is None:
            self._doubles[x.id] = double = Tensor(x._array) if isinstance(x, Tensor) else x
            self.inputs.append((x, double))
        return double

    def write(self, entry):
        operands = tuple(map(self.inside, entry.operands))
        swap = {x.id: y for x, y in zip(entry.operands, operands, strict=True) if x is not y}
        attributes = _swapped(entry.attributes, swap) if swap else entry.attributes
        self.entries.append(Record(entry.operation, operands, entry.results, attributes))

    def log(self, sources, stop=()):
        """What leads from `sources` to anything, as the log of a tape that watched them from the start; no
        path leads through the ids in `stop`."""
        log = Log(persistent=True, watches_accessed_variables=False)
        for x in sources:
            log.watch(x.id)
        for entry in self.entries:
            if any(x.id in log.known and x.is_differentiable for x in entry.operands):
                log.write(entry)
                for y in entry.results:
                    if y.id in stop:
                        del log.known[y.id]
        return log


def _swapped(attributes, swap):
    if isinstance(attributes, list | tuple):
        make = getattr(type(attributes), "_make", type(attributes))
        return make([_swapped(a, swap) for a in attributes])
    return swap.get(attributes.id, attributes) if attributes.__class__ is Tensor else attributes


class _Used:
    """Stands among the recording tapes to see which of the tensors between two ids are used."""

    watches_accessed_variables = False

    def __init__(self, first, last):
        self.known, self.found = range(first, last), {}

    def write(self, entry):
        for x in entry.operands:
            if x.id in self.known and x.is_differentiable:
                self.found.setdefault(x.id, x)


_preparing = 0


@contextmanager
def _preparation():
    global _preparing
    _preparing += 1
    try:
        yield
    finally:
        _preparing -= 1


def prepares() -> bool:
    """Whether a function only finds out, at its call, what its backward pass will use."""
    return _preparing > 0


_asked_again = False


@contextmanager
def _asking_again(again):
    global _asked_again
    before, _asked_again = _asked_again, _asked_again or again
    try:
        yield
    finally:
        _asked_again = before


def may_be_asked_again() -> bool:
    """Whether the backward pass that runs is that of a function whose gradient has a gradient: a tape that
    saw its call was persistent, or one of several."""
    return _asked_again


_pushes_forward = False


@contextmanager
def pushing_forward(function):
    """The backward pass of `function`, if it is one, is asked for a jvp."""
    global _pushes_forward
    before, _pushes_forward = _pushes_forward, _pushes_forward or isinstance(function, Traced)
    try:
        yield
    finally:
        _pushes_forward = before


def pushes_forward() -> bool:
    """Whether the backward pass of a function runs for the sake of a jvp."""
    return _pushes_forward


class Traced:
    """What runs within the block is one operation to the tapes that are recording outside.  Its `results`, a
    list of tensors, slices and None, are set within the block, and are new tensors after it.

    As with every operation of several results, a tape takes zeros for results that nothing came back to.  So
    a gradient that would be None if the operations inside were recorded one by one is zeros where another
    result is connected (X19).  Raises at its end what its backward pass raises, where a tape records it
    (N16, N18).
    """

    name = "function"
    optional_results: Collection[int] = ()
    calls_python = True  # in its backward pass
    higher = False  # whether a tape, or several, may ask for the gradient of its gradient

    def __init__(self, keeps=False):
        self.keeps, self.results, self.body = keeps, [], Body()

    def __enter__(self):
        self._outside = recording.tapes
        recording.tapes = [self.body] if self._outside or self.keeps else []
        return self

    def __exit__(self, kind, *exc):
        try:
            if kind is None:
                self.results = [renewed(y) for y in self.results]
        finally:
            recording.tapes = self._outside
        for variable in self.body.variables.values():
            variable._touch()
        if kind is None:
            self._record()

    def _record(self):
        operands = tuple(outer for outer, _ in self.body.inputs)
        watching = [tape for tape in self._outside if _concerns(tape, operands)]
        if not watching:
            return
        results = [part for y in self.results for part in parts_of(y)]
        if not all(isinstance(tape, Body | _Used) for tape in watching):
            higher = len(watching) > 1 or getattr(watching[0], "persistent", True)
            outside = [t for t in watching if not isinstance(t, Body) and not hasattr(t, "jvp")]
            self.higher = len(outside) > 1 or any(tape.persistent for tape in outside)
            results = self._with_sides(results, higher)
        elif not all(isinstance(tape, _Used) for tape in watching):
            with suppress(LookupError):  # a function around this one may never ask for a gradient
                results = self._with_sides(results, higher=True)
        while results and not results[-1].is_differentiable:
            results.pop()
        if results:
            record(self, operands, tuple(results), ())

    def _with_sides(self, results, higher):
        """The results, and, if `higher` orders may be asked for, what their backward pass needs, and the
        backward pass of that."""
        inner = [double for _, double in self.body.inputs]
        ends, last = list(results), new_id()
        while True:
            used = _Used(self.body.start, last)
            targets = [y for y in ends if y.is_differentiable]
            with recorded_by([used]), _preparation():
                self.backward(targets, inner, [ones_like(y) for y in targets])
            ids = {y.id for y in ends}
            new = [x for x in used.found.values() if x.id not in ids]
            if not higher or not new:
                return ends
            ends += new

    def pull_back(self, entry, cts, needed):
        """Slices are made dense on their way in; a seed of None is zeros.

        Raises InvalidArgumentError for seeds of another dtype than the results'.
        """
        given = [(y, ct) for y, ct in zip(entry.results, cts, strict=True) if y.is_differentiable]
        seeds = [zeros_like(y) if ct is None else convert_to_tensor(ct) for y, ct in given]
        for (y, _), seed in zip(given, seeds, strict=True):
            if seed.dtype is not y.dtype:
                raise error(
                    InvalidArgumentError, f"a seed of {seed.dtype.name} for a result of {y.dtype.name}"
                )
        with _asking_again(self.higher):
            return self.backward([y for y, _ in given], [double for _, double in self.body.inputs], seeds)

    def backward(self, targets, sources, seeds):
        """The gradients of what is inside, as a single operation."""
        with Traced() as backward:
            backward.results = gradients(self.body.log(sources), targets, sources, seeds)
        return backward.results


def _concerns(tape, operands):
    return any(x.id in tape.known and x.is_differentiable for x in operands)


def parts_of(y):
    if isinstance(y, IndexedSlices):
        return [p for p in (y.values, y.indices, y.dense_shape) if isinstance(p, Tensor)]
    return [] if y is None else [y]


def renewed(y):
    """A new tensor of the same value, or new slices."""
    if isinstance(y, IndexedSlices):
        shape = y.dense_shape
        shape = identity(shape) if isinstance(shape, Tensor) else shape
        return IndexedSlices(identity(y.values), identity(y.indices), shape)
    return identity(y) if isinstance(y, Tensor) else y
