"""NEST: structures of sequences, namedtuples and mappings, as targets and sources may be.

Mappings are flattened in the order of their sorted keys and rebuilt with their own keys and order (S02).
"""

import functools
from collections import defaultdict
from collections.abc import Mapping, MappingView, Sequence

from .errors import intended
from .shapes import TensorShape


@functools.cache
def _kind(cls):
    """Mapping, MappingView or Sequence for what has parts; None for leaves, as strings, sets and arrays."""
    if issubclass(cls, str | bytes | TensorShape):
        return None
    return next((kind for kind in (Mapping, MappingView, Sequence) if issubclass(cls, kind)), None)


def flatten(structure):
    """The leaves, in order; a leaf alone is a list of one.  Raises TypeError for keys that do not sort."""
    kind = _kind(structure.__class__)
    if kind is None:
        return [structure]
    items = [structure[key] for key in _sorted(structure)] if kind is Mapping else structure
    return [leaf for item in items for leaf in flatten(item)]


def _sorted(mapping):
    try:
        return sorted(mapping)
    except TypeError as problem:
        raise intended(problem) from None


def pack_as(structure, leaves):
    """`leaves` in the form of `structure`."""
    return _packed(structure, iter(leaves))


def _packed(structure, leaves):
    kind = _kind(structure.__class__)
    if kind is None:
        return next(leaves)
    if kind is Mapping:
        values = {key: _packed(structure[key], leaves) for key in _sorted(structure)}
        return _like(structure, [(key, values[key]) for key in structure])
    items = [_packed(item, leaves) for item in structure]
    return items if kind is MappingView else _like(structure, items)


def _like(structure, items):
    """A new container of the same class."""
    if isinstance(structure, defaultdict):
        return defaultdict(structure.default_factory, items)
    return type(structure)(*items) if hasattr(structure, "_fields") else type(structure)(items)
