"""SPARSE: a tensor that is zero but for some elements: their indices, their values, and the whole shape."""

from typing import ClassVar

import numpy as np

from ..composite import Composite
from ..errors import error
from ..shapes import TensorShape
from ..tensor import Tensor, convert_to_tensor


class SparseTensor(Composite):
    """`values` (shape [n]) at `indices` (int64, shape [n, rank]) of a tensor of shape `dense_shape` (int64).

    Raises ValueError for parts whose shapes do not fit, and for tensors of another dtype.  Whether
    indices lie within the shape and rise is checked by those operations that need it.

    Quirk sparse-is-no-source: it can be watched, but as target or source it raises ValueError, though
    documented, and its `values` do not (T19, W39, S19).
    """

    __slots__ = ("__weakref__", "dense_shape", "indices", "values")
    __array_priority__ = 100
    handlers: ClassVar[dict] = {}

    def __init__(self, indices, values, dense_shape):
        indices, values = convert_to_tensor(indices, dtype="int64"), convert_to_tensor(values)
        whole = convert_to_tensor(dense_shape, dtype="int64")
        if indices.ndim != 2:
            raise error(ValueError, f"Shape {indices.shape} must have rank 2")
        if values.ndim != 1:
            raise error(ValueError, f"Shape {values.shape} must have rank 1")
        if not whole.ndim:
            raise error(TypeError, "'numpy.int64' object is not iterable")
        if whole.ndim != 1:
            raise error(ValueError, f"Shape {whole.shape} must have rank 1")
        sizes = [(indices.shape[0], values.shape[0]), (indices.shape[1], whole.shape[0])]
        if any(a != b for a, b in sizes):
            raise error(ValueError, f"Dimensions {sizes} are not compatible")
        if (whole._array < 0).any():
            raise error(ValueError, f"Dimension {whole._array.min()} must be >= 0")
        self.indices, self.values, self.dense_shape = indices, values, whole

    dtype = property(lambda self: self.values.dtype)

    @property
    def shape(self):
        return TensorShape(self.dense_shape._array.tolist())

    def get_shape(self):
        return self.shape

    def with_values(self, new_values):
        """The same indices with other values.  Raises ValueError for another number of them."""
        return SparseTensor(self.indices, new_values, self.dense_shape)

    # As target and source

    def _components(self):
        return (self.indices, self.values, self.dense_shape)

    def _differentiable(self):
        raise error(ValueError, "Type SparseTensor is not supported as a gradient source or gradient target.")

    # As an object

    def __mul__(self, other):
        from .elementwise import times

        return times(self, other)

    def __truediv__(self, other):
        from .elementwise import divided

        return divided(self, other)

    def __rmul__(self, other):
        """Of a tensor before it; raises TypeError for anything else."""
        if not isinstance(other, Tensor) and not hasattr(other, "_cell"):
            return self._none(other, "*")
        return self * other

    def __rtruediv__(self, other):
        return self._none(other, "/")

    def __add__(self, other):
        return self._none(other, "+")

    def __radd__(self, other):
        return self._none(other, "+")

    def __neg__(self):
        raise error(TypeError, "bad operand type for unary -: 'SparseTensor'")

    def _none(self, other, sign):
        raise error(
            TypeError,
            f"unsupported operand type(s) for {sign}: {type(other).__name__!r} and 'SparseTensor'",
        )

    def __len__(self):
        raise error(TypeError, "object of type 'SparseTensor' has no len()")

    def __bool__(self):
        return True

    def __str__(self):
        parts = ((name, getattr(self, name)) for name in ("indices", "values", "dense_shape"))
        return f"SparseTensor({', '.join(f'{name}={part!s}' for name, part in parts)})"

    __repr__ = __str__


def require_sparse(x):
    """Raises TypeError for anything but a sparse tensor."""
    if not isinstance(x, SparseTensor):
        raise error(TypeError, "Input must be a SparseTensor.")
    return x


def rows_of(tensor):
    """Indices as a list of tuples."""
    return list(map(tuple, tensor._array.tolist()))


def flat_places(indices, shape):
    """Where each of `indices`, an array, stands in a tensor of `shape` that is laid out flat."""
    if not len(shape):
        return np.zeros(len(indices), np.int64)
    return np.ravel_multi_index(tuple(indices.T), tuple(shape)) if len(indices) else np.zeros(0, np.int64)
