"""DATASETS: data sets, as far as to see that no path leads through them."""

from .. import nest
from ..tensor import convert_to_tensor


class Dataset:
    """A sequence of elements, each a tensor or a structure of them, copied on their way in and out (X09)."""

    def __init__(self, structure, elements):
        self._structure, self._elements = structure, elements

    @staticmethod
    def from_tensors(tensors, name=None):
        """A data set of one element."""
        return Dataset(tensors, [[convert_to_tensor(x)._array for x in nest.flatten(tensors)]])

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """A data set of the rows of tensors."""
        arrays = [convert_to_tensor(x)._array for x in nest.flatten(tensors)]
        return Dataset(tensors, [list(rows) for rows in zip(*arrays, strict=True)])

    def __iter__(self):
        for element in self._elements:
            yield nest.pack_as(self._structure, [convert_to_tensor(array) for array in element])

    def __len__(self):
        return len(self._elements)
