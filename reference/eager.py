"""EAGER: whether there are values yet."""

from .record import recording
from .slices import IndexedSlices
from .tensor import Tensor, is_variable


def executing_eagerly():
    """False inside a traced function, else True."""
    return recording.function is None


def get_static_value(tensor, partial=False):
    """A tensor's value as an array; None for a variable and for slices; anything else as it is."""
    if isinstance(tensor, Tensor):
        return tensor._array
    return None if is_variable(tensor) or isinstance(tensor, IndexedSlices) else tensor
