"""VARIABLE: a cell.  Reading it is a recorded operation that copies its value; writing it records nothing.

A tape knows a variable by the cell, so whatever was read before a write keeps its old value, and no gradient
flows to what is written (M01 to M06).
"""

import numpy as np

from .dtypes import as_dtype
from .errors import InvalidArgumentError, error
from .record import new_id, record, recording
from .shapes import TensorShape
from .tensor import Tensor, as_array, convert_to_tensor


class _ReadVariable:
    """y = the variable's value now.  The cotangent passes unchanged, slices included."""

    name = "read_variable"
    optional_results = ()

    @staticmethod
    def pull_back(entry, cts, needed):
        return [cts[0]]


class _Cell:
    """The storage that a variable and the results of its assignments share."""

    __slots__ = ("array", "id")

    def __init__(self, array):
        self.array, self.id = array, new_id()


class Variable:
    """A mutable value of fixed dtype and shape.

    A trainable one is watched by every recording tape that watches accessed variables as soon as it is read
    or assigned.  Raises ValueError for an initial value that is no value.
    """

    __array_priority__ = 100

    def __init__(self, initial_value=None, trainable=None, name=None, dtype=None, shape=None):
        if initial_value is None:
            raise error(ValueError, "The `initial_value` arg to `tf.Variable` must be specified")
        if callable(initial_value):
            initial_value = initial_value()
        array = _initial(initial_value, dtype)
        self._cell = _Cell(array)
        self._dtype = as_dtype(array.dtype)
        self.trainable = True if trainable is None else trainable
        self.name = f"{name or 'Variable'}:0"

    id = property(lambda self: self._cell.id)
    is_differentiable = property(lambda self: self._dtype.is_differentiable)
    dtype = property(lambda self: self._dtype)
    shape = property(lambda self: TensorShape(self._cell.array.shape))

    # Reading

    def read_value(self):
        """A tensor of the present value; recorded."""
        self._touch()
        return self._read()

    def _read(self):
        value = Tensor(self._cell.array)
        record(_ReadVariable, (self,), (value,), ())
        return value

    value = read_value
    _as_tensor = read_value

    def numpy(self):
        """The present value as an array.  Quirk: this read is seen by tapes too (W18)."""
        return self.read_value().numpy()

    def _touch(self):
        if self.trainable:
            for tape in recording.tapes:
                if tape.watches_accessed_variables:
                    tape.watch_variable(self)

    # Writing

    def assign(self, value, use_locking=False, name=None, read_value=True):
        """Replaces the value.  Raises ValueError for another dtype or shape."""
        new = convert_to_tensor(value, dtype=self._dtype)
        if new.shape != self.shape:
            raise error(
                ValueError,
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape "
                f"{self.shape}, and the assigned value shape {new.shape} are incompatible.",
            )
        self._cell.array = new._array
        return self._assigned(read_value)

    def assign_add(self, delta, use_locking=False, name=None, read_value=True):
        """Adds `delta`.  Raises InvalidArgumentError for another shape, ValueError for another dtype."""
        return self._update(delta, np.add, read_value)

    def assign_sub(self, delta, use_locking=False, name=None, read_value=True):
        """Subtracts `delta`.  Raises InvalidArgumentError for another shape, ValueError for another dtype."""
        return self._update(delta, np.subtract, read_value)

    def _update(self, delta, operation, read_value):
        change = convert_to_tensor(delta, dtype=self._dtype)
        if change.shape != self.shape:
            raise error(
                InvalidArgumentError,
                f"Cannot update variable with shape {self.shape} using a Tensor with shape {change.shape}",
            )
        if self._dtype.is_bool:
            raise error(InvalidArgumentError, "No OpKernel was registered to add to a variable of dtype bool")
        with np.errstate(all="ignore"):
            self._cell.array = np.asarray(operation(self._cell.array, change._array))
        return self._assigned(read_value)

    def _assigned(self, read_value):
        if not read_value:
            return None
        self._touch()
        return _UnreadVariable(self)

    # Identity and text

    def __iadd__(self, other):
        raise error(RuntimeError, "`variable += value` with `tf.Variable`s is not supported. Use `variable.assign_add`.")

    __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __ipow__ = __iadd__

    def __iter__(self):
        if not self.shape:
            raise error(TypeError, "'Variable' object is not iterable")
        return (self[i] for i in range(self.shape[0]))

    def __bool__(self):
        return bool(self.read_value())

    def __float__(self):
        return float(self.read_value())

    def __int__(self):
        return int(self.read_value())

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numpy(), dtype)

    def __repr__(self):
        value = self._cell.array
        shown = repr(value) if value.ndim else str(value[()])
        return f"<tf.Variable '{self.name}' shape={value.shape} dtype={self._dtype.name}, numpy={shown}>"


class _UnreadVariable(Variable):
    """What an assignment returns: the same cell, to be read later (M07, M11).

    Quirk: reading it is recorded, but makes no tape watch the variable; the assignment has done that, where
    there was a tape then.
    """

    def __init__(self, variable):
        self._cell, self._dtype = variable._cell, variable._dtype
        self.trainable, self.name = variable.trainable, variable.name

    def read_value(self):
        return self._read()

    value = read_value
    _as_tensor = read_value


def _initial(value, dtype):
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, Tensor | Variable) or hasattr(value, "_as_tensor"):
        return convert_to_tensor(value, dtype=wanted)._array
    if isinstance(value, list | tuple):
        return convert_to_tensor(value, dtype=wanted)._array
    return as_array(value, wanted)
