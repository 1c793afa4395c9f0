"""ALTERNATIVES: a conditional as a single operation.

Its operands are what any branch takes from outside.  An operand that only a branch not taken leads from gets
zeros, not None (N24, X22).  To know that, the other branches run too, on probation: what they write to
variables is undone, and errors that depend on values do not count.  Their numbers are never used.

The backward pass is again a conditional, with the gradients of each branch as its branches.
"""

from contextlib import contextmanager, suppress
from functools import partial

from ..backprop import gradients, ones_like, zeros_like
from ..errors import InvalidArgumentError, OpError, error
from ..graph import Graph
from ..record import new_id
from ..slices import IndexedSlices
from ..tensor import convert_to_tensor
from ..traced import Traced, parts_of, renewed


class Alternatives(Traced):
    """Within the block, `run` performs one of several branches.

    `fills`: where no branch leads from an operand, its gradient is zeros too (as for a loop).  `unbounded`:
    it has no backward pass, as it is compiled and a loop without a bound; raises InvalidArgumentError (N33).
    """

    def __init__(self, fills=False, unbounded=False):
        super().__init__()
        self.fills, self.unbounded = fills, unbounded
        self.taken = -1

    def run(self, branches, choose):
        """Sets `results` to those of the branch whose number `choose()` says; each is a function that returns
        a list.  What it raises comes after all branches have been traced.
        """
        self._outcomes, self._spans = [], []
        failure = None
        try:
            self.taken = choose()
        except OpError as problem:
            failure = problem
        for k, branch in enumerate(branches):
            start, outcome = new_id(), []
            try:
                with self._trial(k):
                    outcome = [renewed(y) for y in branch()]
            except OpError as problem:
                failure = failure or problem
            self._outcomes.append(outcome)
            self._spans.append(range(start, new_id()))
        if failure is not None:
            raise failure
        self.results = self._outcomes[self.taken]

    @contextmanager
    def _trial(self, k):
        if k == self.taken:
            yield
            return
        with Graph() as graph:
            with suppress(OpError):
                yield
            graph.undo()

    def fill(self, sources):
        """Zeros for sources that get nothing in this branch, but could in another one."""
        for i, x in enumerate(sources):
            if self.fills and isinstance(self.results[i], IndexedSlices):  # what a loop sums up is dense
                self.results[i] = convert_to_tensor(self.results[i])
            if self.results[i] is None and (
                any(outcome and outcome[i] is not None for outcome in self._outcomes)
                or (self.fills and x.dtype.is_differentiable)
            ):
                self.results[i] = zeros_like(x)

    def backward(self, targets, sources, seeds):
        if self.unbounded:
            raise error(InvalidArgumentError, "XLA compilation requires a fixed tensor list size")
        inputs = {x.id for x in sources}
        owners = [None if y.id in inputs else self._owner(y) for y in targets]
        pairs = list(zip(owners, targets, seeds, strict=True))
        with Alternatives(self.fills) as backward:
            branches = [partial(self._gradients, k, pairs, sources) for k in range(len(self._spans))]
            backward.run(branches, lambda: self.taken)
            backward.fill(sources)
        return backward.results

    def _owner(self, y):
        return next((k for k, span in enumerate(self._spans) if y.id in span), None)

    def _gradients(self, k, pairs, sources):
        """By `sources` in branch `k`: `pairs` are targets and seeds, and which branch each belongs to."""
        if k == self.taken:
            own = [(y, seed) for owner, y, seed in pairs if owner in (None, k)]
        else:
            results = [y for outcome in self._outcomes[k] for y in parts_of(outcome) if y.is_differentiable]
            given = [seed for owner, _, seed in pairs if owner is None]
            own = [(y, _seed(y, given[i] if i < len(given) else None)) for i, y in enumerate(results)]
            own += [(y, seed) for owner, y, seed in pairs if owner == k]
        log = self.body.log(sources)
        return gradients(log, [y for y, _ in own], sources, [seed for _, seed in own])


def _seed(y, ct):
    fits = ct is not None and ct.dtype is y.dtype and ct._array.shape == y._array.shape
    return ct if fits else ones_like(y)
