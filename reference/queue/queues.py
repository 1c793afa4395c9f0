"""QUEUES: queues, as far as to see that no path leads through them."""

from ..dtypes import as_dtype
from ..errors import InvalidArgumentError, error
from ..tensor import convert_to_tensor


class FIFOQueue:
    """Elements of one or several tensors; first in, first out, as new tensors (X09).

    Raises InvalidArgumentError for other shapes than were declared.
    """

    def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name="fifo_queue"):
        self._dtypes = [as_dtype(d) for d in (dtypes if isinstance(dtypes, list | tuple) else [dtypes])]
        self._capacity, self._shapes, self._elements = capacity, shapes, []

    def enqueue(self, vals, name=None):
        given = vals if isinstance(vals, list | tuple) else [vals]
        arrays = [convert_to_tensor(x, dtype=d)._array for x, d in zip(given, self._dtypes, strict=True)]
        if self._shapes is not None and any(
            tuple(shape) != array.shape for shape, array in zip(self._shapes, arrays, strict=True)
        ):
            raise error(InvalidArgumentError, f"shapes {self._shapes} were declared")
        self._elements.append(arrays)

    def dequeue(self, name=None):
        values = [convert_to_tensor(array) for array in self._elements.pop(0)]
        return values[0] if len(values) == 1 else values
