"""EAGER: there are no graphs here, so everything has its value at once."""

from .slices import IndexedSlices
from .tensor import Tensor, is_variable


def executing_eagerly():
    """True."""
    return True


def get_static_value(tensor, partial=False):
    """A tensor's value as an array; None for a variable and for slices; anything else as it is."""
    if isinstance(tensor, Tensor):
        return tensor.numpy()
    return None if is_variable(tensor) or isinstance(tensor, IndexedSlices) else tensor
