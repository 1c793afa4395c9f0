"""MODULE: a container that finds the variables in its attributes."""

from . import nest
from .errors import error
from .variable import Variable


class Module:
    """What is assigned to its attributes is found again, in structures and in modules within it too.

    Attributes are taken in the order of their names, what is in one of them as in a structure of sources;
    what inner modules hold comes after all of its own, and everything once.  Raises ValueError for a name
    that is no Python identifier, TypeError for one that is no text.
    """

    def __init__(self, name=None):
        if name is None:
            name = _snake_case(type(self).__name__)
        if not isinstance(name, str):
            raise error(TypeError, f"expected string or bytes-like object, got {type(name).__name__!r}")
        if not name.isidentifier():
            raise error(ValueError, f"{name!r} is not a valid module name.")
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def variables(self):
        return tuple(self._flatten(lambda x: isinstance(x, Variable)))

    @property
    def trainable_variables(self):
        return tuple(self._flatten(lambda x: isinstance(x, Variable) and x.trainable))

    @property
    def non_trainable_variables(self):
        return tuple(self._flatten(lambda x: isinstance(x, Variable) and not x.trainable))

    @property
    def submodules(self):
        return tuple(self._flatten(lambda x: isinstance(x, Module)))

    def _flatten(self, wanted):
        """What is `wanted`, breadth first: the leaves of this module, then of each inner one as it was found.

        Raises ValueError for a structure that cannot be flattened.
        """
        found, seen, pending = [], {id(self)}, [self]
        while pending:
            module = pending.pop(0)
            inner = []
            for key in sorted(vars(module)):
                for leaf in _leaves(module, key):
                    if id(leaf) in seen:
                        continue
                    seen.add(id(leaf))
                    if wanted(leaf):
                        found.append(leaf)
                    if isinstance(leaf, Module):
                        inner.append(leaf)
            pending = inner + pending
        return found

    @classmethod
    def with_name_scope(cls, method):
        """The method itself: names of variables are as they were given."""
        return method


def _leaves(module, key):
    try:
        return nest.flatten(vars(module)[key])
    except TypeError as problem:
        raise error(ValueError, f"Error processing property {key!r} of {module!r}: {problem}") from problem


def _snake_case(name):
    """HTTPThing2 as http_thing2: a capital begins a word after a small letter or digit, and before a small
    letter."""
    words = ""
    for i, letter in enumerate(name):
        after, before = name[i - 1 : i], name[i + 1 : i + 2]
        if letter.isupper() and i and (after.islower() or after.isdigit() or before.islower()):
            words += "_"
        words += letter.lower()
    return words
