"""WRITING of results to variables, in their dtype; of slices, row by row."""

from ...math.basics import cast
from ...slices import IndexedSlices
from ...tensor import convert_to_tensor


def slices_cast(value, dtype):
    """A tensor or slices in `dtype`.  A Python float comes by way of float32."""
    if isinstance(value, IndexedSlices):
        return IndexedSlices(cast(value.values, dtype), value.indices, value.dense_shape)
    return cast(convert_to_tensor(value), dtype)


def replace(variable, value):
    """variable ← value"""
    _written(variable, value, variable.assign, variable.scatter_update)


def add_to(variable, value):
    """variable ← variable + value; of slices the rows that they name, equal ones one by one"""
    _written(variable, value, variable.assign_add, variable.scatter_add)


def subtract_from(variable, value):
    """variable ← variable - value; of slices the rows that they name, equal ones one by one"""
    _written(variable, value, variable.assign_sub, variable.scatter_sub)


def _written(variable, value, dense, rows):
    value = slices_cast(value, variable.dtype)
    (rows if isinstance(value, IndexedSlices) else dense)(value)
