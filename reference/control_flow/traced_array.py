"""TRACED ARRAY: a `TensorArray` inside a traced function, where it is a value like any other.

Writing gives a new array and leaves the old one as it is; reading clears nothing.  What does not fit raises
InvalidArgumentError when it is read.  Whatever has ever been written to an array has a path to all that is
read from it, of zeros where it is read no more.
"""

from copy import copy

import numpy as np

from ..arrays.generators import zeros
from ..arrays.joining import concat, pack
from ..arrays.parting import split_sizes, unstack
from ..backprop import zeros_like
from ..errors import InvalidArgumentError, error, process_ends
from ..record import record
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor
from .tensor_array import State, TensorArray


class _Tied:
    """y = x, beside what else is in the same array."""

    name, optional_results = "TensorListGetItem", ()

    def pull_back(self, entry, cts, needed):
        return [cts[0], *[zeros_like(x) if x.is_differentiable else None for x in entry.operands[1:]]]


class TracedTensorArray(TensorArray):
    """The same operations on a list that is never changed."""

    def read(self, index, name=None):
        index = _index(index)
        self._require(index)
        return self._tied(self._filled([self._state.items[index]])[0])

    def write(self, index, value, name=None):
        if convert_to_tensor(index).ndim:
            raise error(InvalidArgumentError, f"Expected a scalar, not {index}")
        index, value = _index(index), self._fitting(value)
        items = list(self._state.items)
        if self._dynamic_size and index >= len(items):
            items += [None] * (index - len(items) + 1)
        if not 0 <= index < len(items):
            raise error(InvalidArgumentError, f"Trying to modify element {index} of {len(items)}.")
        items[index] = value
        shape = self._state.shape.merge_with(value.shape) if self._infer_shape else self._state.shape
        return self._changed(items, [value], shape)

    def stack(self, name=None):
        items = self._state.items
        if not self._dynamic_size and len(items) != self._size:
            raise error(InvalidArgumentError, f"Operation expected a list with {self._size} elements")
        return self._packed(items)

    def gather(self, indices, name=None):
        places = convert_to_tensor(indices)._array.reshape(-1).tolist()
        for i in places:
            self._require(i)
        return self._packed([self._state.items[i] for i in places])

    def concat(self, name=None):
        items = self._filled(self._state.items)
        if not all(x.ndim for x in items):
            raise error(ValueError, "Shapes must be equal rank")
        if not items or len({x.shape[1:] for x in items}) > 1:
            raise error(InvalidArgumentError, "the tensors of a list do not fit together")
        return self._tied(concat(items, 0))

    def unstack(self, value, name=None):
        value = convert_to_tensor(value, dtype_hint=self._dtype)
        if not value.ndim:
            raise error(InvalidArgumentError, "Tensor must be at least a vector")
        rows = unstack(value)
        shape = self._state.shape
        if self._infer_shape:
            shape = self._merged(value.shape[1:])
        return self._changed(list(rows), rows, shape)

    def scatter(self, indices, value, name=None):
        rows = unstack(convert_to_tensor(value, dtype_hint=self._dtype))
        places = convert_to_tensor(indices)._array.tolist()
        if len(places) != len(rows):
            raise error(InvalidArgumentError, f"Expected len(indices) == tensor.shape[0] == {len(rows)}")
        if min(places, default=0) < 0:
            raise process_ends("a negative place of a list is written to")
        items = list(self._state.items)
        items += [None] * (max(places, default=-1) + 1 - len(items))
        for i, row in zip(places, rows, strict=True):
            items[i] = row
        shape = self._merged(rows[0].shape) if rows and self._infer_shape else self._state.shape
        return self._changed(items, rows, shape)

    def split(self, value, lengths, name=None):
        value = convert_to_tensor(value, dtype_hint=self._dtype)
        sizes = convert_to_tensor(lengths)._array
        if not value.ndim or sizes.ndim != 1:
            raise error(ValueError, f"lengths {sizes.tolist()} of a tensor of shape {value.shape}")
        sizes = [int(n) for n in sizes]
        if min(sizes, default=0) < 0 or sum(sizes) != value.shape[0]:
            raise error(InvalidArgumentError, f"Invalid value in lengths: {sizes}")
        pieces = split_sizes(value, tuple(sizes), 0) if len(sizes) > 1 else [value] * len(sizes)
        return self._changed(list(pieces), pieces, self._state.shape)

    def size(self, name=None):
        return convert_to_tensor(int(len(self._state.items) if self._dynamic_size else self._size))

    def close(self, name=None):
        return None

    def _changed(self, items, written, shape):
        """The array with these items.  Its shape is known to the old one, too."""
        changed, self._state.shape = copy(self), shape
        changed._state = State(items, shape)
        changed._state.written = [*self._state.written, *written]
        return changed

    def _merged(self, shape):
        if not self._state.shape.is_compatible_with(shape):
            raise error(ValueError, f"Inconsistent shapes: saw {shape} but expected {self._state.shape}")
        return self._state.shape.merge_with(shape)

    def _require(self, index):
        if not 0 <= index < len(self._state.items):
            raise error(
                InvalidArgumentError,
                f"Trying to access element {index} in {len(self._state.items)} elements.",
            )

    def _filled(self, items):
        """The tensors, with zeros for what was not written, in the shape that all the others have."""
        shape: TensorShape = self._state.shape
        present = [x for x in self._state.items if x is not None]
        if any(x.dtype is not self._dtype for x in present):
            raise error(ValueError, f"a list of other tensors than {self._dtype.name}")
        if None in [None if x is None else 0 for x in items]:
            for x in present:
                shape = shape if shape.is_fully_defined() else shape.merge_with(x.shape)
            if not shape.is_fully_defined():
                raise error(InvalidArgumentError, f"uninitialized elements of shape {shape}")
        return [zeros(shape, self._dtype) if x is None else x for x in items]

    def _packed(self, items):
        filled = self._filled(items)
        if not filled:
            if not self._state.shape.is_fully_defined():
                raise error(InvalidArgumentError, "an empty list with non-fully-defined element_shape")
            return Tensor(np.zeros((0, *self._state.shape), self._dtype.numpy))
        if len({x.shape for x in filled}) > 1:
            raise error(InvalidArgumentError, "the tensors of a list have different shapes")
        return self._tied(pack(filled))

    def _tied(self, y):
        return tied(y, [x for x in (*self._state.written, *self._state.items) if x is not None])


def tied(y, others):
    """`y`, with a path of zeros to all `others`."""
    result = Tensor(y._array)
    record(_Tied(), (y, *{x.id: x for x in others}.values()), (result,), ())
    return result


def _index(index):
    tensor = convert_to_tensor(index)
    if not tensor.dtype.is_integer:
        raise error(TypeError, f"Expected int32, but got {index} instead.")
    array = tensor._array
    if array.size != 1:
        raise error(InvalidArgumentError, f"Expected a scalar, not {array.tolist()}")
    return array.reshape(()).item()
