"""VARIABLE: a cell.  Reading it is a recorded operation that copies its value; writing it records nothing.

A tape knows a variable by the cell, so whatever was read before a write keeps its old value, and no gradient
flows to what is written (M01 to M06).
"""

import enum
import functools

import numpy as np

from .assignment import Assignable
from .dtypes import as_dtype
from .errors import error
from .record import new_id, not_recording, record, recording
from .shapes import TensorShape
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
    """The storage that a variable and the results of its assignments share; `v.handle`.

    `declared` is the shape that the variable was made with.
    """

    __slots__ = ("array", "declared", "id")
    is_differentiable = True  # whatever the dtype: reading ints is recorded, what follows is not (W24)

    def __init__(self, array, declared):
        self.array, self.declared, self.id = array, declared, new_id()

    def __setattr__(self, name, value):
        if recording.function is not None and hasattr(self, "id"):
            recording.function.before_write(self)
        object.__setattr__(self, name, value)

    @property
    def dtype(self):
        return as_dtype(self.array.dtype)

    @property
    def shape(self):
        return TensorShape(self.array.shape)


class VariableSynchronization(enum.Enum):
    """Accepted by `Variable`, and without effect on one device."""

    AUTO, NONE, ON_WRITE, ON_READ = range(4)


class VariableAggregation(enum.Enum):
    """Accepted by `Variable`, and without effect on one device."""

    NONE, SUM, MEAN, ONLY_FIRST_REPLICA = range(4)


class Variable(Assignable):
    """A mutable value of fixed dtype, and of fixed shape unless `shape` leaves some of it open.

    A trainable one is watched by every recording tape that watches accessed variables as soon as it is read
    or assigned.  Its initial value is no path (W27), and what is read for it is seen by no tape.  Raises
    ValueError for an initial value that is no value or does not have `shape`.

    Quirk unknown-keywords: keywords that the constructor does not know are ignored (Q01).
    """

    __array_priority__ = 100
    is_differentiable = True

    def __new__(cls, *arguments, **keywords):
        return super().__new__(ResourceVariable if cls is Variable else cls)

    def __init__(
        self,
        initial_value=None,
        trainable=None,
        validate_shape=True,
        caching_device=None,
        name=None,
        variable_def=None,
        dtype=None,
        import_scope=None,
        constraint=None,
        synchronization=VariableSynchronization.AUTO,
        aggregation=VariableAggregation.NONE,
        shape=None,
        **ignored,
    ):
        if recording.function is not None:
            recording.function.before_making()
        if initial_value is None:
            raise error(ValueError, "The `initial_value` arg to `tf.Variable` must be specified")
        if not isinstance(name, str | None):
            raise error(ValueError, "name for name_scope must be a string.")
        with not_recording():
            array = _initial(initial_value() if callable(initial_value) else initial_value, dtype)
        self._shape = TensorShape(array.shape) if shape is None else TensorShape(shape)
        self._cell, self._dtype = Cell(array, self._shape), as_dtype(array.dtype)
        if not self._shape.is_compatible_with(array.shape):
            raise error(ValueError, f"the initial value's shape {array.shape} is not compatible with {shape}")
        self._trainable = True if trainable is None else trainable
        self._name = "Variable:0" if name is None else f"{name}:0"
        self._constraint, self._synchronization, self._aggregation = constraint, synchronization, aggregation

    id = property(lambda self: self._cell.id)
    handle = property(lambda self: self._cell)
    dtype = property(lambda self: self._dtype)
    trainable = property(lambda self: self._trainable)
    name = property(lambda self: self._name)
    shape = property(lambda self: self._shape)
    constraint = property(lambda self: self._constraint)
    synchronization = property(lambda self: self._synchronization)
    aggregation = property(lambda self: self._aggregation)

    def get_shape(self):
        return self._shape

    def set_shape(self, shape):
        """Makes open sizes known.  Raises ValueError for others than those that are known."""
        self._shape = self._shape.merge_with(shape)

    # Reading

    def value(self):
        """A tensor of the present value; recorded."""
        if recording.tapes:
            self._touch()
        return self._read()

    _as_tensor = value

    def read_value(self):
        """The same, as a copy.

        Quirk int-copies: of ints the copy is not recorded, though the reading is (Q02).
        """
        from .math.arithmetic import identity

        return identity(self.value())

    def _read(self):
        cell = self._cell
        value = Tensor(cell.array)
        record(_ReadVariable, (cell,), (value,), ())
        return value

    def numpy(self):
        """The present value.  Quirk numpy-watches: `numpy()` reads the variable, and tapes see that (W18)."""
        self._require_eager(NotImplementedError)
        return self.value().numpy()

    def _require_eager(self, kind):
        if recording.function is not None:
            raise error(kind, "numpy() is only available when eager execution is enabled.")

    read_value_no_copy = read_value

    def sparse_read(self, indices, name=None):
        """The rows at `indices`; the gradient is IndexedSlices.

        Quirk rows-of-an-assignment: reading rows makes tapes watch even what an assignment returned (Q03).
        """
        from .arrays.gathering import rows_of_variable

        return rows_of_variable(self, indices)

    def gather_nd(self, indices, name=None):
        """The elements or slices at coordinates; the gradient is IndexedSlices where these are a column."""
        from .arrays.scattering import gather_nd

        return gather_nd(self, indices)

    def is_initialized(self, name=None):
        return convert_to_tensor(True)

    def _touch(self):
        if self._trainable:
            for tape in recording.tapes:
                if tape.watches_accessed_variables:
                    tape.watch_variable(self)

    # Writing is in `Assignable`

    def _assigned(self):
        if recording.tapes:
            self._touch()
        return _UnreadVariable(self)

    def __getitem__(self, key):
        """A part of the present value, as of a tensor.

        Quirk parts-that-assign: a part that no mask chose has a method `assign(value, name=None)`, which
        writes to that part of the variable (M23).
        """
        from .arrays.slicing import index, key_of

        part = index(self, key)
        whole = key_of(key)
        if whole is not None:
            part.assign = functools.partial(self._assign_slice, whole)
        return part

    # Identity and text

    def ref(self):
        """An object that can be hashed and is equal to another one of the same variable."""
        return Reference(self)

    experimental_ref = ref

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        """Another variable of the same value and name.

        Quirk copies-close-shapes: a copy has the shape of the value, also where the shape of the original is
        open (Q04).
        """
        return Variable(
            self.numpy().copy(),
            self._trainable,
            name=self._name.split(":", 1)[0],
            dtype=self._dtype,
            constraint=self._constraint,
            synchronization=self._synchronization,
            aggregation=self._aggregation,
        )

    def __iadd__(self, other):
        raise error(
            RuntimeError,
            "`variable += value` with `tf.Variable`s is not supported. Use `variable.assign_add`.",
        )

    __isub__ = __imul__ = __itruediv__ = __ipow__ = __iadd__
    # Quirk updates-in-place: `+=`, `-=`, `*=`, `/=` and `**=` raise, while `//=`, `%=` and `@=` put a tensor
    # in the name's place (Q05).

    def __iter__(self):
        return iter(self.read_value())

    def __bool__(self):
        return bool(self.read_value())

    def __float__(self):
        self._require_eager(AttributeError)
        return float(self.read_value())

    def __int__(self):
        self._require_eager(AttributeError)
        return int(self.read_value())

    def __complex__(self):
        self._require_eager(AttributeError)
        return complex(self.read_value())

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numpy(), dtype)

    def __repr__(self):
        """Quirk repr-watches: printing reads the variable, and is seen by tapes too (W19)."""
        value = repr_of(self.read_value()._array)
        return f"<tf.Variable '{self.name}' shape={self._shape} dtype={self._dtype.name}, numpy={value}>"


class ResourceVariable(Variable):
    """What calling `Variable` makes.  What an assignment returns is none, or Python would ask that one first
    in `variable < variable.assign(1.0)`."""


class _UnreadVariable(Variable):
    """What an assignment returns: the same cell, to be read later (M07, M11).

    Quirk assignments-watch: reading what an assignment returned is recorded, but makes no tape watch the
    variable; the assignment has done that, where there was a tape then (M07, M10).  Quirk always-trainable:
    what an assignment returned is trainable even if the variable is not, and so is watched where it is
    assigned to or rows of it are read (Q06).

    Quirk converted-last: beside tensors of another dtype what an assignment returned is converted last, like
    a list, and raises ValueError (Q07).

    Quirk unread-in-functions: what an assignment returned eagerly is of no use in a traced function, save for
    reading rows of it; it waits for an operation that there is none of there (M11).
    """

    is_late = True

    _constraint, _synchronization, _aggregation = None, VariableSynchronization.AUTO, VariableAggregation.NONE

    def __init__(self, variable):
        self._cell, self._dtype, self._shape = variable._cell, variable._dtype, variable._shape
        self._trainable, self._name = True, "UnreadVariable"
        self._is_eager = recording.function is None

    def value(self):
        self._require_assignment()
        return self._read()

    def _assigned(self):
        self._require_assignment()
        return super()._assigned()

    def _require_assignment(self):
        if self._is_eager and recording.function is not None:
            raise error(TypeError, "Can not convert a NoneType into a Tensor or Operation.")

    _as_tensor = read_value = read_value_no_copy = value

    def __deepcopy__(self, memo):
        raise error(ValueError, "substring not found")


def _initial(value, dtype):
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, Tensor | list | tuple) or hasattr(value, "_as_tensor"):
        return convert_to_tensor(value, dtype=wanted)._array
    return as_array(value, wanted)
