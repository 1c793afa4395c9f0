"""VARIABLE: a cell.  Reading it is a recorded operation that copies its value; writing it records nothing.

A tape knows a variable by the cell, so whatever was read before a write keeps its old value, and no gradient
flows to what is written (M01 to M06).
"""

import numpy as np

from .dtypes import as_dtype
from .errors import InvalidArgumentError, error
from .record import new_id, record, recording
from .shapes import TensorShape
from .slices import IndexedSlices
from .tensor import Reference, Tensor, convert_to_tensor, repr_of
from .values import as_array


class _ReadVariable:
    """y = the variable's value now.  The cotangent passes unchanged, slices included."""

    name = "read_variable"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        return [cts[0]]


class Cell:
    """The storage that a variable and the results of its assignments share; `v.handle`."""

    __slots__ = ("array", "id")
    is_differentiable = (
        True  # whatever the dtype: reading an int variable is recorded, what follows is not (W24)
    )

    def __init__(self, array):
        self.array, self.id = array, new_id()

    @property
    def dtype(self):
        return as_dtype(self.array.dtype)

    @property
    def shape(self):
        return TensorShape(self.array.shape)


class Variable:
    """A mutable value of fixed dtype, and of fixed shape unless `shape` leaves some of it open.

    A trainable one is watched by every recording tape that watches accessed variables as soon as it is read
    or assigned.  Raises ValueError for an initial value that is no value or does not have `shape`.
    """

    __array_priority__ = 100
    is_differentiable = True

    def __init__(self, initial_value=None, trainable=None, *, name=None, dtype=None, shape=None):
        if initial_value is None:
            raise error(ValueError, "The `initial_value` arg to `tf.Variable` must be specified")
        array = _initial(initial_value() if callable(initial_value) else initial_value, dtype)
        self._cell, self._dtype = Cell(array), as_dtype(array.dtype)
        self._open_shape = None if shape is None else TensorShape(shape)
        if not self._takes(array.shape):
            raise error(ValueError, f"the initial value's shape {array.shape} is not compatible with {shape}")
        self._trainable = True if trainable is None else trainable
        self._name = f"{name or 'Variable'}:0"

    id = property(lambda self: self._cell.id)
    handle = property(lambda self: self._cell)
    dtype = property(lambda self: self._dtype)
    trainable = property(lambda self: self._trainable)
    name = property(lambda self: self._name)

    @property
    def shape(self):
        return TensorShape(self._cell.array.shape) if self._open_shape is None else self._open_shape

    def get_shape(self):
        return self.shape

    # Reading

    def value(self):
        """A tensor of the present value; recorded."""
        if recording.tapes:
            self._touch()
        return self._read()

    _as_tensor = value

    def read_value(self):
        """The same, as a copy.  Quirk: with an int dtype the copy is not recorded, though the reading is."""
        from .math.arithmetic import identity

        return identity(self.value())

    def _read(self):
        cell = self._cell
        value = Tensor(cell.array)
        record(_ReadVariable, (cell,), (value,), ())
        return value

    def numpy(self):
        """The present value as an array.  Quirk: this read is seen by tapes too (W18)."""
        return self.value().numpy()

    def sparse_read(self, indices, name=None):
        """The rows at `indices`; the gradient is IndexedSlices."""
        from .arrays.gathering import gather

        return gather(self, indices)

    def is_initialized(self, name=None):
        return convert_to_tensor(True)

    def _touch(self):
        if self._trainable:
            for tape in recording.tapes:
                if tape.watches_accessed_variables:
                    tape.watch_variable(self)

    # Writing

    def assign(self, value, use_locking=None, name=None, read_value=True):
        """Replaces the value.  Raises ValueError for another dtype or shape."""
        new = convert_to_tensor(value, dtype=self._dtype)
        if not self._takes(new._array.shape):
            raise error(
                ValueError,
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape "
                f"{self.shape}, and the assigned value shape {new.shape} are incompatible.",
            )
        self._cell.array = new._array
        return self._assigned(read_value)

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        """Adds `delta`.

        Raises ValueError for another dtype, InvalidArgumentError for another shape and for bools.
        """
        return self._update(delta, np.add, read_value)

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        """Subtracts `delta`, and raises as `assign_add`."""
        return self._update(delta, np.subtract, read_value)

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Replaces the rows that `sparse_delta`, IndexedSlices, names; of equal indices the last counts."""
        return self._scatter(sparse_delta, lambda array, at, rows: array.__setitem__(at, rows))

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        """Adds rows; those of equal indices all count."""
        return self._scatter(sparse_delta, np.add.at)

    def scatter_sub(self, sparse_delta, use_locking=False, name=None):
        """Subtracts rows; those of equal indices all count."""
        return self._scatter(sparse_delta, np.subtract.at)

    def _takes(self, shape):
        if self._open_shape is None:
            return shape == self._cell.array.shape
        return self._open_shape.is_compatible_with(shape)

    def _update(self, delta, operation, read_value):
        from .primitive import flushed

        change = convert_to_tensor(delta, dtype=self._dtype)._array
        array = self._cell.array
        if self._dtype.is_bool:
            raise error(InvalidArgumentError, "no kernel updates a bool variable")
        if change.shape != array.shape:
            raise error(
                InvalidArgumentError,
                f"Cannot update variable with shape {array.shape} using a Tensor with shape {change.shape}",
            )
        with np.errstate(all="ignore"):
            self._cell.array = flushed(np.asarray(operation(flushed(array), flushed(change))))
        return self._assigned(read_value)

    def _scatter(self, delta, write):
        """Raises TypeError unless given slices, InvalidArgumentError for rows that do not fit.

        Quirk: for an index out of range too, but the rows before it have been written by then.
        """
        if not isinstance(delta, IndexedSlices):
            raise error(
                TypeError, f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {delta}"
            )
        rows = convert_to_tensor(delta.values, dtype=self._dtype)._array
        indices = convert_to_tensor(delta.indices)._array
        array = self._cell.array.copy()
        if not array.ndim or (rows.ndim and rows.shape != indices.shape + array.shape[1:]):
            raise error(
                InvalidArgumentError, f"rows {rows.shape} at {indices.shape} do not fit {array.shape}"
            )
        at = indices.reshape(-1)
        rows = np.broadcast_to(rows, indices.shape + array.shape[1:]).reshape(-1, *array.shape[1:])
        outside = np.flatnonzero((at < 0) | (at >= len(array)))
        count = outside[0] if outside.size else at.size
        with np.errstate(all="ignore"):
            write(array, at[:count], rows[:count])
        self._cell.array = array
        if outside.size:
            raise error(InvalidArgumentError, f"indices[{count}] = {at[count]} is not in [0, {len(array)})")
        return self._assigned(True)

    def _assigned(self, read_value):
        if not read_value:
            return None
        if recording.tapes:
            self._touch()
        return _UnreadVariable(self)

    # Identity and text

    def ref(self):
        """An object that can be hashed and is equal to another one of the same variable."""
        return Reference(self)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        """Another variable of the same value and name."""
        return Variable(
            self._cell.array.copy(),
            self._trainable,
            name=self._name.removesuffix(":0"),
            dtype=self._dtype,
            shape=self._open_shape,
        )

    def __iadd__(self, other):
        raise error(
            RuntimeError,
            "`variable += value` with `tf.Variable`s is not supported. Use `variable.assign_add`.",
        )

    __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __ipow__ = __iadd__

    def __iter__(self):
        return iter(self.read_value())

    def __bool__(self):
        return bool(self.read_value())

    def __float__(self):
        return float(self.read_value())

    def __int__(self):
        return int(self.read_value())

    def __complex__(self):
        return complex(self.read_value())

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numpy(), dtype)

    def __repr__(self):
        """Quirk: this read is seen by tapes too (W19)."""
        value = repr_of(self.read_value()._array)
        return f"<tf.Variable '{self.name}' shape={self.shape} dtype={self._dtype.name}, numpy={value}>"


class _UnreadVariable(Variable):
    """What an assignment returns: the same cell, to be read later (M07, M11).

    Quirk: reading it is recorded, but makes no tape watch the variable; the assignment has done that, where
    there was a tape then.  Quirk: it is trainable, even if the variable is not.  Quirk: beside tensors of
    another
    dtype it is converted last, like a list, and raises ValueError.
    """

    is_late = True

    def __init__(self, variable):
        self._cell, self._dtype, self._open_shape = variable._cell, variable._dtype, variable._open_shape
        self._trainable, self._name = True, "UnreadVariable"

    def value(self):
        return self._read()

    _as_tensor = read_value = value


def _initial(value, dtype):
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, Tensor | list | tuple) or hasattr(value, "_as_tensor"):
        return convert_to_tensor(value, dtype=wanted)._array
    return as_array(value, wanted)
