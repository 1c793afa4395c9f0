"""RECORD: what a tape writes down, and when.

An operation is recorded by every tape that is recording and knows one of its operands, provided that the
dtype of that operand is differentiable.  All its results are then known to that tape too.  Being connected
is a matter of structure, never of values: `x * 0.` is connected to `x`.

Tapes know tensors and variables by identity (`id`), never by value.
"""

import itertools
import threading
from contextlib import contextmanager
from typing import Any

new_id = itertools.count(1).__next__


class Record:
    """One entry: an operation, the tensors that went in and came out, and its attributes.

    `operands` is flat: a list operand, as that of `concat`, stands there item by item.
    """

    __slots__ = ("attributes", "operands", "operation", "results")

    def __init__(self, operation, operands, results, attributes):
        self.operation, self.operands, self.results = operation, operands, results
        self.attributes = attributes


class _Recording(threading.local):
    """The tapes that are recording in this thread, outermost first, and the traced function that runs."""

    def __init__(self):
        self.tapes = []
        self.function: Any = None


recording = _Recording()


def record(operation, operands, results, attributes):
    """Hands an executed operation to the tapes that are concerned."""
    for tape in recording.tapes:
        known = tape.known
        for x in operands:
            if x.id in known and x.is_differentiable:
                tape.write(Record(operation, operands, results, attributes))
                break


@contextmanager
def recorded_by(tapes):
    """Within the block `tapes` record what runs in this thread, and no others do."""
    before, recording.tapes = recording.tapes, tapes
    try:
        yield
    finally:
        recording.tapes = before


def not_recording():
    """Within the block no tape of this thread records."""
    return recorded_by([])
