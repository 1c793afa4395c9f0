"""PARTS: results of branches and loops as flat lists of tensors, and back; arrays of them by their items."""

from copy import copy

from .. import nest
from ..errors import error
from ..slices import IndexedSlices
from ..tensor import convert_to_tensor
from .tensor_array import TensorArray


def flatten(structure):
    """The leaves as tensors, slices or None; arrays of tensors by their items."""
    leaves: list = []
    for x in nest.flatten(structure):
        if isinstance(x, TensorArray):
            leaves += x._state.items
        else:
            leaves.append(tensor_of(x))
    return leaves


def tensor_of(x):
    """`x` as a tensor; slices, arrays of tensors and None as they are.  Raises TypeError for what is no
    value.
    """
    if x is None or isinstance(x, IndexedSlices | TensorArray):
        return x
    try:
        return convert_to_tensor(x)
    except ValueError as problem:
        raise error(TypeError, f"a traced function has to return tensors: {problem}") from None


def pack_as(structure, leaves):
    """The leaves in the form of `structure`, with new arrays of tensors."""
    rest = iter(leaves)
    return nest.pack_as(structure, [_like(x, rest) for x in nest.flatten(structure)])


def _like(x, rest):
    if not isinstance(x, TensorArray):
        return next(rest)
    return _array_of(x, [next(rest) for _ in x._state.items])


def _array_of(like, items):
    array = copy(like)
    array._state = copy(like._state)
    array._state.items, array._state.read = items, set(like._state.read)
    array._state.written = []
    return array


def renewed_arrays(leaves):
    """The leaves, arrays of tensors as new ones, so that writing to them leaves the old ones alone."""
    return [_array_of(x, list(x._state.items)) if isinstance(x, TensorArray) else x for x in leaves]


def matched(structures):
    """Raises TypeError and others unless all have the same containers, Nones and dtypes."""
    first = structures[0]
    for other in structures[1:]:
        if nest.is_nested(first) is not nest.is_nested(other):
            raise error(AssertionError, "the branches have different structures")
        try:
            nest.assert_same_structure(first, other)
        except ValueError as problem:
            raise error(TypeError, str(problem)) from None
        for x, y in zip(nest.flatten(first), nest.flatten(other), strict=True):
            if (x is None) is not (y is None):
                raise error(ValueError, "one branch gives None, and another does not")
            if isinstance(x, TensorArray) or x is None:
                continue
            if tensor_of(x).dtype is not tensor_of(y).dtype:
                raise error(TypeError, "the branches have different dtypes")
