"""NEST: structures of sequences, namedtuples and mappings, as targets and sources may be.

Mappings are flattened in the order of their sorted keys and rebuilt with their own keys and order (S02).
"""

from collections import defaultdict
from collections.abc import Mapping, MappingView, Sequence

from .errors import intended
from .shapes import TensorShape


def is_nested(structure):
    """True for what has parts; strings, sets, arrays and iterators are leaves."""
    return isinstance(structure, list | tuple | Mapping | MappingView | Sequence) and not isinstance(
        structure, str | bytes | TensorShape
    )


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
        raise intended(problem) from None


def pack_as(structure, leaves):
    """`leaves` in the form of `structure`."""
    return _packed(structure, iter(leaves))


def _packed(structure, leaves):
    if isinstance(structure, Mapping):
        values = {key: _packed(structure[key], leaves) for key in _sorted(structure)}
        pairs = [(key, values[key]) for key in structure]
        if isinstance(structure, defaultdict):
            return defaultdict(structure.default_factory, pairs)
        return type(structure)(pairs)
    if isinstance(structure, MappingView):
        return [_packed(item, leaves) for item in structure]
    if is_nested(structure):
        items = [_packed(item, leaves) for item in structure]
        return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
    return next(leaves)
