"""NEST: structures of lists, tuples, namedtuples and dicts, as targets and sources may be.

Dicts are flattened in the order of their sorted keys and rebuilt with their own keys and order (S02).
"""

from collections.abc import Mapping, ValuesView

from .errors import error


def is_nested(structure):
    return isinstance(structure, list | tuple | Mapping | ValuesView) and not hasattr(structure, "as_list")


def flatten(structure):
    """The leaves, in order; a leaf alone is a list of one.  Raises TypeError for keys that do not sort."""
    if isinstance(structure, Mapping):
        return [leaf for key in _sorted(structure) for leaf in flatten(structure[key])]
    if is_nested(structure):
        return [leaf for item in structure for leaf in flatten(item)]
    return [structure]


def _sorted(mapping):
    try:
        return sorted(mapping)
    except TypeError as problem:
        raise error(TypeError, str(problem)) from problem


def pack_as(structure, leaves):
    """`leaves` in the form of `structure`."""
    return _packed(structure, iter(leaves))


def _packed(structure, leaves):
    if isinstance(structure, Mapping):
        values = {key: _packed(structure[key], leaves) for key in _sorted(structure)}
        return type(structure)((key, values[key]) for key in structure)
    if isinstance(structure, ValuesView):
        return [_packed(item, leaves) for item in structure]
    if is_nested(structure):
        items = [_packed(item, leaves) for item in structure]
        return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
    return next(leaves)
