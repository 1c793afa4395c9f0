"""UPDATES: how what a variable holds and what is written to it are combined, in place."""

import numpy as np

from .errors import process_ends


def flushed(array):
    """As the results of primitives: subnormal numbers become zero."""
    from . import primitive

    return np.asarray(primitive.flushed(np.asarray(array)))


class Update:
    """Arithmetic in place, which `evaluated_by` sees as it sees a primitive's."""

    accumulates, decides = False, None

    def __init__(self, name, operation, rounds=True):
        self.name, self.operation, self.rounds = name, operation, rounds

    def __call__(self, old, row):
        from .primitive import evaluate

        return evaluate(self, [old, row])

    def forward(self, old, row):
        return flushed(self.operation(flushed(old), flushed(row)))


def replaced(old, row):
    return row


def _difference(a, b):
    return np.logical_xor(a, b) if a.dtype.kind == "b" else a - b


def _smaller(a, b):
    return np.where(b < a, b, a)


def _larger(a, b):
    return np.where(b > a, b, a)


def _quotient(a, b):
    if a.dtype.kind not in "iu":
        return a / b
    if a.dtype.kind == "i" and ((a == np.iinfo(a.dtype).min) & (b == -1)).any():
        raise process_ends("the smallest int divided by -1")
    towards_zero = np.abs(a) // np.abs(b)
    return np.where((a < 0) != (b < 0), -towards_zero, towards_zero)


ADD, SUBTRACT = Update("assign_add", np.add), Update("assign_sub", np.subtract)
MULTIPLY, DIVIDE = Update("scatter_mul", np.multiply), Update("scatter_div", _quotient)
SMALLER, LARGER = Update("scatter_min", _smaller, False), Update("scatter_max", _larger, False)
DIFFERENCE = Update("scatter_nd_sub", _difference)
