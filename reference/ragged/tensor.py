"""RAGGED: a tensor whose rows differ in length: all rows one after the other, and where each ends."""

from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from ..composite import Composite
from ..errors import error, intended
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor, is_variable
from . import partition

_MAKING = object()


class RaggedTensor(Composite):
    """Row i is `values[row_splits[i]:row_splits[i + 1]]`.

    `values` may be ragged again; `flat_values` is the tensor inside, by which tapes know it: as target
    and source it stands for its flat values, and the gradient is ragged (T18, W38).
    """

    __slots__ = ("__weakref__", "_splits", "_uniform", "_values")
    __array_priority__ = 100
    handlers: ClassVar[dict] = {}
    __getitem__: Any  # as all operators, from `operators`

    def __init__(self, values=None, row_partition=None, internal=None, uniform=None):
        if internal is not _MAKING:
            raise error(ValueError, "RaggedTensor constructor is private; use one of the factory methods")
        self._values, self._splits, self._uniform = values, row_partition, uniform

    @classmethod
    def _of(cls, values, splits, uniform=None):
        """Without any check; `uniform` is the length that all rows are known to have."""
        return cls(values, splits, _MAKING, uniform)

    # Making

    @classmethod
    def _checked(cls, values, splits):
        values = as_ragged(values)
        partition.require_end(splits, _rows(values))
        return cls._of(values, splits)

    @classmethod
    def from_row_splits(cls, values, row_splits, name=None, validate=True):
        """Raises InvalidArgumentError for splits that do not begin with 0, fall or do not end with the
        values, ValueError for none and for another dtype than int32 and int64; as its kin."""
        return cls._checked(values, partition.of_splits(row_splits))

    @classmethod
    def from_row_lengths(cls, values, row_lengths, name=None, validate=True):
        return cls._checked(values, partition.of_lengths(row_lengths))

    @classmethod
    def from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True):
        return cls._checked(values, partition.of_rowids(value_rowids, nrows))

    @classmethod
    def from_row_starts(cls, values, row_starts, name=None, validate=True):
        values = as_ragged(values)
        return cls._checked(values, partition.of_starts(row_starts, _rows(values)))

    @classmethod
    def from_row_limits(cls, values, row_limits, name=None, validate=True):
        return cls._checked(values, partition.of_limits(row_limits))

    @classmethod
    def from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True):
        """From the innermost splits, which come last, to the outermost."""
        for splits in reversed(nested_row_splits):
            flat_values = cls.from_row_splits(flat_values, splits)
        return flat_values

    @classmethod
    def from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True):
        for lengths in reversed(nested_row_lengths):
            flat_values = cls.from_row_lengths(flat_values, lengths)
        return flat_values

    @classmethod
    def from_tensor(
        cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype="int64"
    ):
        """The rows of a tensor, up to `lengths`, or without the trailing `padding`."""
        from .conversion import from_tensor

        return from_tensor(tensor, lengths, padding, ragged_rank, row_splits_dtype)

    # Parts

    values = property(lambda self: self._values)
    row_splits = property(lambda self: self._splits)
    dtype = property(lambda self: self._values.dtype)
    uniform_row_length = property(lambda self: None if self._uniform is None else Tensor(self._uniform))

    @property
    def flat_values(self):
        values = self._values
        return values.flat_values if isinstance(values, RaggedTensor) else values

    @property
    def nested_row_splits(self):
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()
        return (self._splits, *inner)

    @property
    def ragged_rank(self):
        return len(self.nested_row_splits)

    @property
    def shape(self):
        """Open where rows differ."""
        uniform = None if self._uniform is None else int(self._uniform)
        return TensorShape((len(self._splits._array) - 1, uniform, *tuple(self._values.shape)[1:]))

    def get_shape(self):
        return self.shape

    def nrows(self, out_type=None, name=None):
        return Tensor(np.array(len(self._splits._array) - 1, self._splits._array.dtype))

    def row_starts(self, name=None):
        return Tensor(self._splits._array[:-1].copy())

    def row_limits(self, name=None):
        return Tensor(self._splits._array[1:].copy())

    def row_lengths(self, axis=1, name=None):
        """How long rows are; for an `axis` further in, a ragged tensor of lengths."""
        rank = len(self.shape)
        axis = axis + rank if axis < 0 else axis
        if not 1 <= axis < rank:
            raise error(ValueError, f"axis={axis} out of bounds")
        if axis == 1:
            return Tensor(partition.lengths_of(self._splits))
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        shape = self._values._array.shape
        return self.with_values(
            Tensor(np.full(shape[: axis - 1], shape[axis - 1], self._splits._array.dtype))
        )

    def nested_row_lengths(self, name=None):
        return tuple(Tensor(partition.lengths_of(splits)) for splits in self.nested_row_splits)

    def value_rowids(self, name=None):
        return Tensor(partition.rowids_of(self._splits))

    def bounding_shape(self, axis=None, name=None, out_type=None):
        """The least shape that holds all rows, or its sizes along `axis`."""
        sizes = [len(self._splits._array) - 1]
        sizes += [max(partition.lengths_of(splits), default=0) for splits in self.nested_row_splits]
        sizes += self.flat_values.shape.as_list()[1:]
        whole = np.array(sizes, self._splits._array.dtype)
        return Tensor(whole if axis is None else whole[np.array(axis)])

    # Changing

    def with_values(self, new_values):
        """The same rows of other values.  Raises ValueError for another number of them."""
        new = as_ragged(new_values)
        if not len(new.shape):
            raise error(ValueError, "Shape () must have rank at least 1")
        if _rows(self._values) != _rows(new):
            raise error(ValueError, f"Shapes {self._values.shape[:1]} and {new.shape[:1]} are incompatible")
        return RaggedTensor._of(new, self._splits, self._uniform)

    def with_flat_values(self, new_values):
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype):
        from ..math.basics import cast

        values = self._values
        inner = values.with_row_splits_dtype(dtype) if isinstance(values, RaggedTensor) else values
        return RaggedTensor._of(inner, cast(self._splits, dtype), self._uniform)

    def to_tensor(self, default_value=None, name=None, shape=None):
        """A dense tensor, rows filled up with `default_value` (0), cut or filled up to `shape`."""
        from .conversion import to_tensor

        return to_tensor(self, default_value, shape)

    def to_sparse(self, name=None):
        from .conversion import to_sparse

        return to_sparse(self)

    def to_list(self):
        """Python's lists and numbers."""
        values = self._values.to_list() if isinstance(self._values, RaggedTensor) else self._values._array
        splits = self._splits._array.tolist()
        rows = [values[a:b] for a, b in pairwise(splits)]
        return rows if isinstance(self._values, RaggedTensor) else [row.tolist() for row in rows]

    def numpy(self):
        """An array; of rows of unequal lengths one of arrays."""
        rows = self.to_list()
        if len({len(row) for row in rows}) <= 1 and self.ragged_rank == 1:
            return np.array(rows, self._values._array.dtype)
        found = np.empty(len(rows), object)
        found[:] = [np.array(row) for row in rows]
        return found

    # As target and source

    def _components(self):
        return (self.flat_values, *self.nested_row_splits)

    def _differentiable(self):
        return self.flat_values

    def _with_gradient(self, gradient):
        """Quirk ragged-zeros: zeros for an unconnected ragged source are ragged themselves and are put in the
        place of its flat values, which nests them twice or raises ValueError (S19, U10)."""
        inner = self._values
        return self.with_values(
            inner._with_gradient(gradient) if isinstance(inner, RaggedTensor) else gradient
        )

    def _zeros(self):
        from ..arrays.generators import zeros_like

        return self.with_flat_values(zeros_like(self.flat_values))

    # As an object

    def __iter__(self):
        return (self[i] for i in range(len(self._splits._array) - 1))

    def __bool__(self):
        raise error(TypeError, "RaggedTensor may not be used as a boolean.")

    def __hash__(self):
        raise error(TypeError, "RaggedTensor is unhashable.")

    def __len__(self):
        raise error(TypeError, "object of type 'RaggedTensor' has no len()")

    def __float__(self):
        raise error(TypeError, "float() argument must be a string or a real number, not 'RaggedTensor'")

    def __repr__(self):
        return f"<tf.RaggedTensor {self.to_list()}>"


def _rows(values):
    """How many rows `values` has.  Raises InvalidArgumentError for a scalar."""
    shape = values.shape
    if not len(shape):
        from ..errors import InvalidArgumentError

        raise error(InvalidArgumentError, "slice index 0 of dimension 0 out of bounds.")
    return shape.as_list()[0]


def as_ragged(value, dtype=None, dtype_hint=None):
    """`value` as it is where it is ragged, else as a tensor."""
    if isinstance(value, RaggedTensor):
        return value
    if is_variable(value) or not isinstance(value, Composite):
        return convert_to_tensor(value, dtype=dtype, dtype_hint=dtype_hint)
    raise intended(ValueError(f"no tensor and not ragged: {value!r}"))
