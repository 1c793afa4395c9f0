"""TENSOR ARRAY: a list of tensors with rules of its own.  Only what it computes of them is recorded."""

from copy import copy

import numpy as np

from ..arrays.generators import zeros
from ..arrays.joining import concat, stack
from ..arrays.parting import split, unstack
from ..dtypes import as_dtype
from ..errors import InvalidArgumentError, OpError, OutOfRangeError, error, said_by_python
from ..record import recording
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor


class State:
    """What all arrays that came of one another share."""

    def __init__(self, items, shape):
        self.items, self.shape, self.read = items, shape, set()
        self.written: list = []  # only in traced functions


class TensorArray:
    """`size` places for tensors of one dtype and, where `infer_shape`, of one shape, that of the first write
    unless `element_shape` says it.

    Writing beyond the end makes it longer if `dynamic_size`, else raises OutOfRangeError, as negative places
    do.  What was never written is zeros; raises ValueError where no shape is known for them.

    Quirk array-in-place: `write`, `unstack`, `scatter` and `split` change this array, whether or not what
    they return, which is the same one again, is used (N31).  Quirk array-read-once: reading clears a place,
    unless `clear_after_read=False`, but `stack`, `gather` and `concat` do not, and take zeros for what was
    cleared (N31).
    """

    def __new__(cls, *args, **kwargs):
        if recording.function is None or cls is not TensorArray:
            return object.__new__(cls)
        from .traced_array import TracedTensorArray

        return object.__new__(TracedTensorArray)

    def __init__(
        self,
        dtype,
        size=None,
        dynamic_size=None,
        clear_after_read=None,
        tensor_array_name=None,
        handle=None,
        flow=None,
        infer_shape=True,
        element_shape=None,
        colocate_with_first_write_call=True,
        name=None,
    ):
        if handle is not None or size is None:
            raise error(ValueError, "Size must be declared for TensorArrays, and handles are not supported")
        shape = TensorShape(element_shape)
        self._dtype = as_dtype(dtype)
        self._dynamic_size, self._infer_shape = dynamic_size or False, infer_shape
        self._clears = True if clear_after_read is None else clear_after_read
        self.handle, self.flow = None, convert_to_tensor(0)
        with said_by_python():
            self._size = _plain(size)
            self._state = State([None for _ in range(self._size)], shape)

    @property
    def dtype(self):
        return self._dtype

    @property
    def dynamic_size(self):
        return self._dynamic_size

    @property
    def element_shape(self):
        return self._state.shape

    def identity(self):
        """This array."""
        return self

    def grad(self, source, flow=None, name=None):
        raise error(NotImplementedError, "TensorArray.grad is not supported when executing eagerly")

    # One place

    def read(self, index, name=None):
        """What stands at `index`, which is cleared; raises InvalidArgumentError for what was cleared."""
        index, state = _plain(index), self._state
        with said_by_python():
            if index < 0 or index >= len(state.items):
                raise error(OutOfRangeError, f"index {index} is not in [0, {len(state.items)})")
            tensor = state.items[index]
            if tensor is None:
                if index in state.read:
                    raise error(InvalidArgumentError, f"Could not read index {index} twice")
                tensor = self._or_zeros(index)
            if self._clears:
                state.items[index] = None
                state.read.add(index)
        return tensor

    def write(self, index, value, name=None):
        """Puts `value` at `index`.  Raises InvalidArgumentError for another dtype, ValueError for another
        shape."""
        self._write(index, value)
        return copy(self)

    def _write(self, index, value):
        index, state = _plain(index), self._state
        with said_by_python():
            if index < 0 or (index >= len(state.items) and not self._dynamic_size):
                raise error(OutOfRangeError, f"index {index} is not in [0, {len(state.items)})")
            if index >= len(state.items):
                state.items.extend(None for _ in range(index - len(state.items) + 1))
        value = self._fitting(value)
        if self._infer_shape:
            state.shape = state.shape.merge_with(value.shape)
        with said_by_python():
            state.items[index] = value

    def _fitting(self, value):
        value = convert_to_tensor(value, dtype_hint=self._dtype)
        if value.dtype is not self._dtype:
            raise error(
                InvalidArgumentError,
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype {value.dtype.name}",
            )
        if not self._state.shape.is_compatible_with(value.shape):
            raise error(
                ValueError, f"Incompatible shape for value ({value.shape}), expected {self._state.shape}"
            )
        return value

    # All places

    def stack(self, name=None):
        """All tensors along a new first axis."""
        items = self._all()
        if not items and self.element_shape.is_fully_defined():
            return Tensor(np.zeros((0, *self.element_shape), self._dtype.numpy))
        return convert_to_tensor(items, dtype=self._dtype)

    def gather(self, indices, name=None):
        """Those at `indices` along a new first axis; negative ones count from the end."""
        with said_by_python():
            chosen = [_plain(i) for i in _plain(indices)]
        return stack([self._or_zeros(i) for i in chosen])

    def concat(self, name=None):
        """All tensors one after the other along their first axis."""
        try:
            return concat(self._all(), 0)
        except OpError as problem:
            raise error(InvalidArgumentError, f"{problem}") from problem

    def unstack(self, value, name=None):
        """Takes the rows of `value` for tensors.  Neither dtype nor shape is checked.

        Raises ValueError for more rows than places unless `dynamic_size`.
        """
        tensors, places = unstack(value), len(self._state.items)
        if len(tensors) > places and not self._dynamic_size:
            raise error(ValueError, f"Cannot unstack {len(tensors)} tensors into {places} places")
        self._state.items = list(tensors)
        return copy(self)

    def scatter(self, indices, value, name=None):
        """Writes the rows of `value` at `indices`, as many as there are of both."""
        rows = unstack(value)
        with said_by_python():
            places = list(_plain(indices))
        for index, row in zip(places, rows, strict=False):
            self._write(index, row)
        return copy(self)

    def split(self, value, lengths, name=None):
        """Takes pieces of `value` of these lengths for tensors; their dtype is not checked.

        Raises InvalidArgumentError for lengths that do not fit.
        """
        value = convert_to_tensor(value, dtype_hint=self._dtype)
        lengths = convert_to_tensor(lengths)
        if lengths.ndim != 1 or not value.ndim or lengths._array.sum() != value.shape[0]:
            raise error(InvalidArgumentError, f"lengths {lengths} do not fit a value of shape {value.shape}")
        if not self._dynamic_size and len(lengths) != len(self._state.items):
            raise error(
                InvalidArgumentError, f"{len(lengths)} lengths for an array of {len(self._state.items)}"
            )
        self._state.items = list(split(value, lengths))
        return copy(self)

    def size(self, name=None):
        """The number of places."""
        return convert_to_tensor(len(self._state.items))

    def close(self, name=None):
        """Leaves no places."""
        del self._state.items[:]

    def _all(self):
        return [self._or_zeros(i) for i in range(len(self._state.items))]

    def _or_zeros(self, index):
        state = self._state
        if not -len(state.items) <= index < len(state.items):
            raise error(IndexError, "list index out of range")
        if state.items[index] is None:
            if not state.shape.is_fully_defined():
                raise error(
                    ValueError, f"Cannot convert a partially known TensorShape {state.shape} to a Tensor."
                )
            state.items[index] = zeros(state.shape, self._dtype)
        return state.items[index]


def _plain(x):
    return x._value() if isinstance(x, Tensor) else x
