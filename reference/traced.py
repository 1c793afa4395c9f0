"""TRACED: several operations that are a single one to the tapes outside, as a call of `tf.function` is."""

from collections.abc import Collection

from .backprop import WATCHED, Log, gradients
from .record import record, recording


class Traced:
    """What runs within the block is one operation to the tapes that are recording outside; `results` are its
    own.

    As with every operation of several results, a tape takes zeros for results that nothing came back to.  So
    a gradient that would be None if the operations inside were recorded one by one is zeros where another
    result is connected (X19).  What is computed on the way belongs to the results too, as optional ones:
    gradients of a gradient come back to it.
    """

    name = "function"

    def __init__(self):
        self.results: list = []
        self.optional_results: Collection[int] = ()

    def __enter__(self):
        self._outside = recording.tapes
        self._log = Log(persistent=True, watches_accessed_variables=False)
        self._log.known = {id: WATCHED for tape in self._outside for id in tape.known}
        recording.tapes = [self._log] if self._outside else []
        return self

    def __exit__(self, kind, *exc):
        recording.tapes = self._outside
        results = [y for y in self.results if y is not None]
        if kind is None and results and self._outside:
            ids = {y.id for y in results}
            inner = [y for entry in self._log.entries.values() for y in entry.results if y.id not in ids]
            self.optional_results = range(len(results), len(results) + len(inner))
            record(self, self._captured(), (*results, *inner), ())

    def _captured(self):
        """What came in from outside, each tensor once, in the order of its first use."""
        operands = (x for entry in self._log.entries.values() for x in entry.operands)
        return tuple({x.id: x for x in operands if self._log.known.get(x.id) == WATCHED}.values())

    def pull_back(self, entry, cts, needed):
        arrived = [(y, ct) for y, ct in zip(entry.results, cts, strict=True) if ct is not None]
        return gradients(self._log, [y for y, _ in arrived], entry.operands, [ct for _, ct in arrived])
