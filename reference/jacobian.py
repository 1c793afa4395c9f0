"""JACOBIAN: one gradient for each element of the target, stacked; or for each element of its rows."""

import numpy as np

from .arrays.gathering import gather
from .arrays.joining import stack
from .arrays.shaping import reshape, transpose
from .backprop import gradients, zeros_like
from .composite import Composite
from .errors import InvalidArgumentError, OpError, StagingError, error, intended, is_intended
from .logs import warn
from .record import recorded_by, recording
from .shapes import TensorShape
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .traced import Traced
from .unconnected import UnconnectedGradients
from .values import zeros


def jacobian(tape, target, sources, unconnected_gradients, parallel_iterations, at_once):
    """For each source a tensor of shape target.shape + source.shape, or None where no path connects them."""
    columns = _columns if at_once else _columns_one_by_one
    flat = _recorded(tape, target, (-1,))
    found = columns(tape, flat, 0, sources, unconnected_gradients, parallel_iterations)
    return _shaped(found, target, sources)


def batch_jacobian(tape, target, source, unconnected_gradients, parallel_iterations, at_once):
    """A tensor of shape target.shape + source.shape[1:], of zeros where no path connects them.

    Raises AttributeError unless both have shapes, ValueError for less than two dimensions and where the first
    sizes differ.  Quirk batch-jacobian-of-nothing: a scalar target raises IndexError, and no rows at all
    raise ZeroDivisionError (B02, B12).
    """
    shape, rows = _batch_shapes(target, source)
    batch, *_ = shape
    flat = _recorded(tape, target, (batch, int(np.prod(shape, dtype=int)) // batch))
    columns = _columns if at_once else _columns_one_by_one
    (found,) = columns(tape, flat, 1, [source], unconnected_gradients, parallel_iterations)
    if found is None:
        # Quirk batch-jacobian-zeros: without a path, zeros of the target's dtype in any mode (B05, B11).
        return Tensor(zeros((*shape, *rows), target.dtype))
    split = reshape(found, (flat._array.shape[1], batch, int(np.prod(rows, dtype=int))))
    return reshape(transpose(split, (1, 0, 2)), (*shape, *rows))


def _batch_shapes(target, source):
    """The shape of the target, and that of the source without its first dimension."""
    shape = _static_shape(target)
    if shape.rank == 0:
        raise error(IndexError, "list index out of range")
    shape.with_rank_at_least(2)
    other = _static_shape(source).with_rank_at_least(2)
    if shape.rank is None or other.rank is None or not shape[:1].is_compatible_with(other[:1]):
        raise error(
            ValueError, f"Need first dimension of target shape ({shape}) and source shape ({other}) to match."
        )
    shape = tuple(getattr(target, "_cell", target).shape)
    if not shape[0]:
        raise error(ZeroDivisionError, "integer division or modulo by zero")
    first, *rows = convert_to_tensor(source)._array.shape
    if first != shape[0]:
        raise error(InvalidArgumentError, f"Condition x == y did not hold: {shape[0]} and {first} rows")
    return shape, tuple(rows)


def _static_shape(x):
    shape = getattr(x, "shape", None)
    if not isinstance(shape, TensorShape):
        raise error(AttributeError, f"{type(x).__name__!r} object has no attribute 'shape' of TensorFlow's")
    return shape


def _recorded(tape, target, shape):
    """`target` in another shape, which the tape records whether or not it is recording."""
    with recorded_by(recording.tapes if tape._recording else [*recording.tapes, tape._log]):
        return reshape(target, shape)


def _columns(tape, flat, axis, sources, unconnected_gradients, parallel_iterations):
    """For each source the gradients of all slices of `flat` along `axis`, stacked; None where the first is.

    Quirk jacobian-is-one-record: the jacobians by all sources are one record to other tapes (Q24).  Raises
    ValueError in place of what TensorFlow reports as failed vectorization.
    """
    tape._begin_answer()
    with Traced() as function:
        try:
            rows = _rows(tape, flat, axis, sources, unconnected_gradients)
            if parallel_iterations is not None:
                zero = UnconnectedGradients.of(unconnected_gradients) is UnconnectedGradients.ZERO
                rows = _in_parts(rows, parallel_iterations, tape, axis, zero)
        except Exception as problem:
            raise staged(problem) from problem
        for first in rows[0]:
            if isinstance(first, IndexedSlices):
                warn("Converting %s to a dense representation may make it slow.", first)
        function.results = [_stacked([row[i] for row in rows], flat, axis) for i in range(len(sources))]
    return function.results


def _columns_one_by_one(tape, flat, axis, sources, unconnected_gradients, parallel_iterations):
    """The same by a loop, of which tapes see every operation.

    Raises RuntimeError unless the tape is persistent or a function is being traced (J10, B07), TypeError for
    `parallel_iterations` that are not positive, InvalidArgumentError for gradients of another dtype than the
    target's.
    """
    if not tape._persistent and recording.function is None:
        raise error(
            RuntimeError,
            "GradientTape must be created with persistent=True to compute the jacobian in a loop",
        )
    if parallel_iterations is not None and _less(parallel_iterations, 1):
        raise error(TypeError, "'parallel_iterations' must be a positive integer.")
    if not (flat._array.shape[axis] or axis or recording.function):
        # No gradient is asked for: whatever the source, nothing comes of it, and has no shape.
        return [Tensor(np.zeros(0, flat._array.dtype)) for _ in sources]
    rows = _rows(tape, flat, axis, sources, unconnected_gradients)
    columns = [_stacked([row[i] for row in rows], flat, axis) for i in range(len(sources))]
    for column in columns:
        if column is not None and column.dtype is not flat.dtype:
            raise error(
                InvalidArgumentError,
                f"TensorArray dtype is {flat.dtype.name} but Op is trying to write dtype {column.dtype.name}",
            )
    return columns


def _rows(tape, flat, axis, sources, unconnected_gradients):
    """For each slice the gradients by `sources`; where there is none, those of the empty whole."""
    log = tape._log
    written = log.entries  # a tape that is not persistent loses them when it answers
    count = flat._array.shape[axis]
    rows = []
    for i in range(max(count, 1)):
        before = log.count
        with recorded_by([log]):
            element = gather(flat, i, axis=axis) if count else flat
        if not rows:
            rows.append(tape.gradient(element, sources, None, unconnected_gradients))
            if any(isinstance(row, Composite) for row in rows[0]):  # which are not stacked (J28)
                raise error(
                    ValueError, "Encountered an exception while vectorizing the jacobian computation."
                )
        else:
            rows.append(gradients(log, [element], [getattr(x, "_cell", x) for x in sources], []))
        log.entries = written
        if log.count > before and len(rows) < count:
            log.withdraw()
    return rows


def _stacked(column, flat, axis):
    """A column of gradients as one dense tensor; zeros where the first row has them for None."""
    if column[0] is None:
        return None
    is_slices = isinstance(column[0], IndexedSlices)
    column = [x if x is None else convert_to_tensor(x) for x in column]
    if is_slices and not axis and not flat._array.shape[axis]:
        # Quirk slices-of-no-rows: of no elements slices are stacked as if the source had one row (Q94).
        return Tensor(np.zeros((0, 1, *column[0]._array.shape[1:]), column[0]._array.dtype))
    if not flat._array.shape[axis]:
        return Tensor(np.zeros((0, *column[0]._array.shape), column[0]._array.dtype))
    return stack([column[0] if x is None else x for x in column])


def _shaped(columns, target, sources):
    """The columns in shape target.shape + source.shape.

    Raises ValueError where a gradient has another shape than its source.
    """
    if any(column is not None for column in columns) and not hasattr(target, "_as_tensor") | isinstance(
        target, Tensor
    ):
        raise error(AttributeError, "'tuple' object has no attribute 'concatenate'")
    shape = tuple(getattr(target, "_cell", target).shape)
    for column, source in zip(columns, sources, strict=True) if recording.function is None else ():
        if column is not None and not source.shape.is_compatible_with(column._array.shape[1:]):
            raise error(ValueError, f"{column._array.shape[1:]} is not compatible with {source.shape}")
    return [c if c is None else reshape(c, shape + c._array.shape[1:]) for c in columns]


def _in_parts(rows, parallel_iterations, tape, axis, zero):
    """The rows, computed a few at a time, and what is left over of these first.

    Quirk parallel-iterations: 1 is never enough, and a number up to that of the elements only on a
    persistent tape (J12, J32, J34, B08).  There has to be a gradient by each source, then.  In zero mode
    the tape may be spent after the first few rows: the others are zeros.

    Quirk batch-parallel-iterations: `batch_jacobian` then raises another class, RuntimeError, in zero mode
    too (J33).
    """
    if _less(parallel_iterations, 2):
        raise error(ValueError, f"{parallel_iterations} parallel iterations")
    if parallel_iterations > len(rows):
        return rows
    if any(gradient is None for gradient in rows[0]):
        raise error(ValueError, "None values not supported.")
    if tape._persistent:
        return rows
    if axis or not zero:
        kind = RuntimeError if axis else ValueError
        raise error(kind, "GradientTape must be created with persistent=True with parallel_iterations.")
    first = len(rows) % parallel_iterations
    spent = [zeros_like(convert_to_tensor(gradient)) for gradient in rows[0]]
    return rows[:first] + [spent] * (len(rows) - first)


def _less(number, least):
    try:
        return number < least
    except TypeError as problem:
        raise intended(problem) from None


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
    """What TensorFlow raises for `problem` while it traces the computation.

    Quirk staging-errors: most errors become StagingError, where ValueError is documented (J23).
    """
    if isinstance(problem, ValueError) or getattr(problem, "when_run", False):
        outer: Exception = ValueError(
            f"Encountered an exception while vectorizing the jacobian computation: {problem}"
        )
    elif isinstance(problem, _KEPT) or recording.function is not None:
        return problem
    else:
        outer = StagingError(f"{type(problem).__name__}: {problem}")
    return intended(outer) if is_intended(problem) else outer
