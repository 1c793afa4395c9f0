"""SLICES: `IndexedSlices`, a few rows of a tensor that is zero elsewhere.

The gradient of `gather` is one.  It stays one only where a rule passes it on unread; any operation that reads
it gets the dense tensor, in which rows of equal index are summed.
"""

from .errors import error
from .shapes import TensorShape
from .tensor import convert_to_tensor


class IndexedSlices:
    """Rows `values` (shape [n, ...]) at `indices` (shape [n]) of a tensor of shape `dense_shape`, or of
    unknown one.

    It has no `numpy`.  Quirk slices-have-no-operators: slices can be negated, and no other operator of Python
    takes them unless a tensor stands on the other side (M28).
    """

    __slots__ = ("__weakref__", "dense_shape", "indices", "values")

    def __init__(self, values, indices, dense_shape=None):
        self.values, self.indices, self.dense_shape = values, indices, dense_shape

    @property
    def dtype(self):
        return self.values.dtype

    @property
    def shape(self):
        if self.dense_shape is None:
            return TensorShape(None)
        return TensorShape(int(n) for n in convert_to_tensor(self.dense_shape)._array)

    def _as_tensor(self):
        from .math.segments import unsorted_segment_sum

        if self.dense_shape is None:
            raise error(ValueError, "Tensor conversion requested for IndexedSlices without dense_shape")
        rows = convert_to_tensor(self.dense_shape)._array[0]
        return unsorted_segment_sum(self.values, self.indices, int(rows))

    def require_rows(self):
        """Quirk slices-are-checked: a tape is particular about slices that it watches, and no other operation
        is (Q66).

        Raises ValueError unless each row has one index and the shape of a row of the whole, as far as shapes
        are known, AttributeError for parts without a shape, TypeError for a shape that is no vector of ints.
        """
        whole = () if self.dense_shape is None else (self.dense_shape,)
        for part in (self.values, self.indices, *whole):
            if not isinstance(getattr(part, "shape", None), TensorShape):
                raise error(AttributeError, f"{type(part).__name__!r} object has no attribute 'shape'")
        rows = self.values.shape
        if rows.rank is None or self.indices.shape.rank is None:
            return
        if len(self.indices.shape) != 1 or not rows[:1].is_compatible_with(self.indices.shape):
            raise error(ValueError, f"Shapes {self.indices.shape} and {rows[:1]} are not compatible")
        if self.dense_shape is None:
            return
        whole = convert_to_tensor(self.dense_shape)
        if whole._array.ndim != 1 or not whole.dtype.is_integer:
            raise error(TypeError, "a shape is a vector of ints")
        sizes = whole._array.tolist()
        if len(sizes) != len(rows) or not rows[1:].is_compatible_with(sizes[1:]):
            raise error(ValueError, f"Shapes {sizes} and {rows} are not compatible")

    def __neg__(self):
        return IndexedSlices(-self.values, self.indices, self.dense_shape)

    def __str__(self):
        shape = "" if self.dense_shape is None else f", dense_shape={self.dense_shape}"
        return f"IndexedSlices(indices={self.indices}, values={self.values}{shape})"
