"""JACOBIAN: one gradient for each element of the target, stacked.

Left out so far: `batch_jacobian`.
"""

import numpy as np

from .arrays.gathering import gather
from .arrays.joining import stack
from .arrays.shaping import reshape
from .backprop import gradients
from .composite import Composite
from .errors import OpError, StagingError, error, intended, is_intended
from .logs import warn
from .record import recorded_by, recording
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .traced import Traced


def at_once(tape, target, sources, unconnected_gradients, parallel_iterations):
    """For each source a tensor of shape target.shape + source.shape, or None where no path connects them.

    Quirk jacobian-is-one-record: the jacobians by all sources are one record to other tapes (Q24).  Raises
    ValueError in place of what TensorFlow reports as failed vectorization.
    """
    flat = _flat(tape, target)
    tape._begin_answer()
    with Traced() as function:
        try:
            rows = _rows(tape, flat, sources, unconnected_gradients)
        except Exception as problem:
            raise staged(problem) from problem
        if parallel_iterations is not None and not _enough(parallel_iterations, tape, len(rows)):
            raise _cannot_vectorize()
        function.results = [_column(rows, i, flat) for i in range(len(sources))]
    return _shaped(function.results, target)


def one_by_one(tape, target, sources, unconnected_gradients):
    """The same by a loop, of which tapes see every operation.

    Raises RuntimeError unless the tape is persistent.
    """
    flat = _flat(tape, target)
    if not tape._persistent:
        raise error(
            RuntimeError,
            "GradientTape must be created with persistent=True to compute the jacobian in a loop",
        )
    rows = _rows(tape, flat, sources, unconnected_gradients)
    return _shaped([_column(rows, i, flat) for i in range(len(sources))], target)


def _flat(tape, target):
    """`target` as a vector, which the tape records whether or not it is recording."""
    with recorded_by(recording.tapes if tape._recording else [*recording.tapes, tape._log]):
        return reshape(target, (-1,))


def _rows(tape, flat, sources, unconnected_gradients):
    """For each element the gradients by `sources`; where there is no element, those of the empty sum."""
    log = tape._log
    written = log.entries  # a tape that is not persistent loses them when it answers
    rows = []
    for i in range(max(flat._array.size, 1)):
        before = log.count
        with recorded_by([log]):
            element = gather(flat, i) if flat._array.size else flat
        if not rows:
            rows.append(tape.gradient(element, sources, None, unconnected_gradients))
            if any(isinstance(row, Composite) for row in rows[0]):  # which are not stacked (J28)
                raise _cannot_vectorize()
        else:
            rows.append(gradients(log, [element], [getattr(x, "_cell", x) for x in sources], []))
        log.entries = written
        if log.count > before and len(rows) < flat._array.size:
            log.withdraw()
    return rows


def _column(rows, i, flat):
    """The gradients by source `i` as one dense tensor; zeros where the first row has them for None."""
    column = [row[i] for row in rows]
    if column[0] is None:
        return None
    if isinstance(column[0], IndexedSlices):
        warn("Converting %s to a dense representation may make it slow.", column[0])
        column = [x if x is None else convert_to_tensor(x) for x in column]
    if not flat._array.size:
        return Tensor(np.zeros((0, *column[0]._array.shape), column[0]._array.dtype))
    return stack([column[0] if x is None else x for x in column])


def _shaped(columns, target):
    """The columns in shape target.shape + source.shape."""
    if any(column is not None for column in columns) and not hasattr(target, "_as_tensor") | isinstance(
        target, Tensor
    ):
        raise error(AttributeError, "'tuple' object has no attribute 'concatenate'")
    shape = tuple(getattr(target, "_cell", target).shape)
    return [c if c is None else reshape(c, shape + c._array.shape[1:]) for c in columns]


def _enough(parallel_iterations, tape, count):
    """Quirk parallel-iterations: 1 is never enough, and a number up to that of the elements only on a
    persistent tape (J12, J32, J34).
    """
    return parallel_iterations > 1 and (tape._persistent or parallel_iterations > count)


def _cannot_vectorize():
    return error(ValueError, "Encountered an exception while vectorizing the jacobian computation.")


_KEPT = (
    AssertionError,
    AttributeError,
    KeyError,
    NameError,
    NotImplementedError,
    OpError,
    RuntimeError,
    TypeError,
)


def staged(problem):
    """What TensorFlow raises for `problem` in a traced function.

    Quirk staging-errors: most errors become StagingError, where ValueError is documented (J23).
    """
    if isinstance(problem, ValueError):
        outer: Exception = ValueError(
            f"Encountered an exception while vectorizing the jacobian computation: {problem}"
        )
    elif isinstance(problem, _KEPT):
        return problem
    else:
        outer = StagingError(f"{type(problem).__name__}: {problem}")
    return intended(outer) if is_intended(problem) else outer
