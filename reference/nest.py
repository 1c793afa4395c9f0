"""NEST: structures of sequences, namedtuples and mappings, as targets and sources may be.

Mappings are flattened in the order of their sorted keys and rebuilt with their own keys and order (S02).
"""

import functools
from collections import defaultdict
from collections.abc import Mapping, MappingView, Sequence

from .errors import error, intended
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


# What `tf.nest` has


def is_nested(structure):
    """Whether it has parts: sequences and mappings have, strings, sets, arrays and tensors have not."""
    return _kind(structure.__class__) is not None


def assert_same_structure(nest1, nest2, check_types=True):
    """Raises ValueError where one has other parts or keys than the other, TypeError where its containers are
    of another class; the latter only if `check_types`.  Mappings of any class are alike."""
    kinds = _kind(nest1.__class__), _kind(nest2.__class__)
    if kinds == (None, None):
        return
    if None in kinds:
        raise error(ValueError, f"the structures differ: {nest1!r} and {nest2!r}")
    if check_types and type(nest1) is not type(nest2) and kinds != (Mapping, Mapping):
        raise error(TypeError, f"the structures differ: {type(nest1).__name__} and {type(nest2).__name__}")
    if kinds == (Mapping, Mapping) and set(nest1) != set(nest2):
        raise error(ValueError, f"the structures have other keys: {list(nest1)} and {list(nest2)}")
    nest1, nest2 = (
        [nest[key] for key in _sorted(nest)] if kind is Mapping else nest
        for nest, kind in zip((nest1, nest2), kinds, strict=True)
    )
    for a, b in zip(nest1, nest2, strict=False):
        assert_same_structure(a, b, check_types)
    if len(nest1) != len(nest2):
        raise error(ValueError, f"the structures have {len(nest1)} and {len(nest2)} parts")


def map_structure(func, *structures, check_types=True, **unknown):
    """`func` of the leaves at each place, in the form of the first structure.

    Raises TypeError for what cannot be called, ValueError for no structure and for unknown arguments, and
    as `assert_same_structure` does.
    """
    if not callable(func):
        raise error(TypeError, f"func must be callable, got: {func}")
    if not structures:
        raise error(ValueError, "Must provide at least one structure")
    if unknown:
        raise error(ValueError, f"Only valid keyword arguments are `check_types`, not: {', '.join(unknown)}")
    for other in structures[1:]:
        assert_same_structure(structures[0], other, check_types)
    return pack_as(structures[0], [func(*leaves) for leaves in zip(*map(flatten, structures), strict=True)])


def pack_sequence_as(structure, flat_sequence):
    """The items of a list in the form of `structure`.  Raises TypeError for what is no list, ValueError for
    another number of items than the structure has leaves."""
    if not is_nested(flat_sequence):
        raise error(TypeError, f"Attempted to pack value {flat_sequence} into a structure")
    leaves, wanted = list(flat_sequence), len(flatten(structure))
    if len(leaves) != wanted:
        raise error(ValueError, f"the structure has {wanted} leaves, but there are {len(leaves)} items")
    return pack_as(structure, leaves)
