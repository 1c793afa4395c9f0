"""VECTORIZED: `vectorized_map`, a function of the rows of tensors as if of all at once.

TensorFlow runs the function once, in a traced function, and converts each operation into one on all rows;
here it runs once for each row, with the same numbers.  To tapes it is a single operation (`traced`), unless
it runs in a traced function itself.

Left out: which operations cannot be converted, so that `fallback_to_while_loop=False` would raise ValueError.
"""

from contextlib import nullcontext

import numpy as np

from .. import nest
from ..arrays.gathering import gather
from ..arrays.joining import stack
from ..arrays.parting import unstack
from ..arrays.shaping import reshape
from ..arrays.slicing import slice_
from ..errors import InvalidArgumentError, called, error
from ..graph import Graph, Replayed
from ..jacobian import staged
from ..math.reductions import reduce_sum
from ..record import recording
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor
from ..traced import Traced


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    """y[i] = fn(elems[i]) for a tensor or a structure of them; a single row of one stands for all rows.

    `fn` may return any structure; None stays None.  Raises, besides what `fn` raises in a traced function,
    IndexError for scalars, ValueError for no tensors, AttributeError where `fn` returns a tensor from
    outside, InvalidArgumentError where rows that it uses are missing.

    Quirk vectorized-past-custom-gradient: what runs inside counts, not the gradient that `custom_gradient`
    gave it (N31).
    """
    elems = nest.pack_as(elems, [convert_to_tensor(x) for x in nest.flatten(elems)])
    flat = nest.flatten(elems)
    if not flat:
        raise error(ValueError, "max() arg is an empty sequence")
    if not all(x.ndim for x in flat):
        raise error(IndexError, "list index out of range")
    count = max(x.shape[0] for x in flat)
    traced = _Rows(count) if recording.function is None else nullcontext(_Inline())
    with Graph(autograph=False, vectorizes=True), traced as function:
        structure, function.results = _stacked(fn, elems, count)
    return nest.pack_as(structure, function.results)


class _Inline:
    """Stands for `Traced` where every operation is seen."""

    results: list


class _Rows(Traced):
    """What is done for `count` rows."""

    def __init__(self, count):
        super().__init__()
        self.count = count

    def backward(self, targets, sources, seeds):
        """What rows of a tensor from outside get is summed up, if each time the same rows are gathered; that
        happens once."""
        return [_summed(g, self.count) for g in super().backward(targets, sources, seeds)]


def _summed(gradient, count):
    if not isinstance(gradient, IndexedSlices) or count < 2:
        return gradient
    indices = gradient.indices._array
    if indices.size % count or (indices.reshape(count, -1) != indices[: indices.size // count]).any():
        return gradient
    once = indices.size // count
    values = reshape(gradient.values, (count, once, *gradient.values._array.shape[1:]))
    return IndexedSlices(reduce_sum(values, 0), Tensor(indices[:once]), gradient.dense_shape)


class _Missing:
    """Stands among the recording tapes to see whether rows that there are not are used."""

    watches_accessed_variables = False

    def __init__(self):
        self.known: set = set()

    def row(self, x):
        zeros = Tensor(np.zeros(x.shape[1:], x.dtype.numpy))
        self.known.add(zeros.id)
        return zeros

    def write(self, entry):
        raise error(InvalidArgumentError, "a row is used that the tensor does not have")


def _stacked(fn, elems, count):
    """The structure of what `fn` returns, and each of its parts for all rows."""
    missing = _Missing()
    rows = [_rows(x, count, missing) for x in nest.flatten(elems)]
    before, recording.tapes = recording.tapes, [*recording.tapes, missing]
    answers = []
    try:
        for i in range(max(count, 1)):
            with Replayed(fn) if i else nullcontext():
                answers.append(called(fn, nest.pack_as(elems, [row[i] for row in rows])))
        columns = list(zip(*[map(_part, nest.flatten(answer)) for answer in answers], strict=True))
        results = [_column(column, count) for column in columns]
    except Exception as problem:
        raise (staged(problem) if recording.function.outer is None else problem) from problem
    finally:
        recording.tapes = before
    return answers[0], results


def _rows(x, count, missing):
    """Row by row; where the function is to run although there is no row, one that is connected."""
    if not count:
        return [reduce_sum(x, 0) if x.dtype.is_floating else Tensor(np.zeros(x.shape[1:], x.dtype.numpy))]
    if x.shape[0] == 1:  # Quirk slices-of-one-row: its gradient is IndexedSlices (N31).
        return [gather(x, 0)] * count
    rows = unstack(x)
    return [*rows, *[missing.row(x) for _ in range(count - len(rows))]]


def _part(y):
    """A part of what the function returned, as a tensor made inside, or None."""
    if y is None:
        return None
    if hasattr(y, "handle"):
        raise error(ValueError, "a variable is not converted into rows")
    y = convert_to_tensor(y)
    if y.id < recording.function.start:
        raise error(AttributeError, "Tensor.op is undefined when eager execution is enabled.")
    return y


def _column(parts, count):
    if parts[0] is None:
        return None
    column = stack(list(parts))
    return column if count else slice_(column, [0] * column.ndim, [0, *column.shape[1:]])
