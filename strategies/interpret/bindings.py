"""BINDINGS: names and what they are bound to."""

from collections.abc import MutableMapping
from typing import Any, assert_never

from .. import program as p
from ..outcome import Done, Returned

DONE = Returned(Done())


class Bindings:
    """Names in reach, on the module `tf`.

    What stands in a body is only bound.  A machine, which runs a whole program, observes it as well.
    """

    def __init__(self, tf, names: MutableMapping[str, Any]):
        self.tf, self.names = tf, names
        self.variables: list[str] = []  # those that were made here, in order

    def get(self, name: p.Name) -> Any:
        try:
            return self.names[name]
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None

    def tree(self, tree: p.Tree) -> Any:
        if isinstance(tree, str):
            return self.get(tree)
        match tree:
            case p.Number(value) | p.Text(value):
                return value
            case p.Nothing():
                return None
            case p.Sequence(kind, items):
                values = map(self.tree, items)
                return tuple(values) if kind == "tuple" else list(values)
            case p.Mapping(keys, items):
                return dict(zip(keys, map(self.tree, items), strict=True))
            case _:
                assert_never(tree)

    def trees(self, trees: tuple[p.Tree, ...]) -> list[Any]:
        return [self.tree(tree) for tree in trees]

    def define(self, out: p.Name, value: Any) -> Returned:
        """Binds a result and the names of its leaves."""
        self.bind(out, value)
        return DONE

    def seen(self, value: Any) -> Returned:
        """What a statement lets one see that defines no name of its own."""
        return DONE

    def rebind(self, out: p.Name, value: Any) -> None:
        """Binds a name anew: leaves of what it was are no longer known."""
        old = self.names[out]
        if isinstance(old, dict | list | tuple):
            for leaf in [name for name in self.names if name.startswith(f"{out}[")]:
                del self.names[leaf]
        self.bind(out, value)

    def bind(self, out: p.Name, value: Any) -> None:
        self.names[out] = value
        if isinstance(value, dict):
            for key, item in value.items():
                self.bind(f"{out}[{key!r}]", item)
        elif isinstance(value, list | tuple):
            for i, item in enumerate(value):
                self.bind(f"{out}[{i}]", item)
