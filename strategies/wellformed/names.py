"""NAMES: what is in reach, and what each name stands for, as far as a program was read."""

from collections.abc import Iterator
from contextlib import contextmanager

from .. import words
from ..malformed import Malformed
from ..program import Def, IndexItem, Mapping, Name, Nothing, Number, Sequence, Slice, Text, Tree
from .kinds import HIDDEN, NO_VALUES, Kind, article, part


class Names:
    """The names in reach; `bodies` says in which bodies, of functions and loops, the reader is."""

    def __init__(self) -> None:
        self.kinds: dict[Name, Kind] = {}
        self.taken: set[Name] = set()  # every name that was defined anywhere
        self.deleted: set[Name] = set()
        self.functions: dict[Name, Def] = {}
        self.bodies: tuple[str, ...] = ()
        self._outer: frozenset[Name] = frozenset()

    @contextmanager
    def local(self, body: str) -> Iterator[None]:
        """Within the block, names are local to a body: "function" or "loop"."""
        kept = self.kinds, self.bodies, self._outer
        hidden = HIDDEN if body == "function" else ()
        self.kinds = {name: kind for name, kind in self.kinds.items() if kind not in hidden}
        self.bodies, self._outer = (*self.bodies, body), frozenset(self.kinds)
        yield
        self.kinds, self.bodies, self._outer = kept

    def define(self, out: Name, kind: Kind, place: str = "out") -> None:
        words.name(out, place)
        if out in self.taken:
            raise Malformed(place, f"{out} is defined already; take a name that is new")
        self.taken.add(out)
        self.kinds[out] = kind

    def delete(self, name: Name) -> None:
        words.name(name, "name")
        self.kind(name, "name")
        if name in self._outer:
            raise Malformed("name", f"{name} stands outside this body; delete it there")
        self.deleted.add(name)

    def kind(self, name: Name, place: str) -> Kind:
        """What `name`, or the leaf of a result that it names, stands for."""
        if type(name) is str and name in self.kinds and name not in self.deleted:
            return self.kinds[name]
        base, steps = words.path(name, place)
        if base not in self.taken:
            raise Malformed(place, f"{base} is not defined; define it in an earlier statement")
        if base in self.deleted:
            raise Malformed(place, f"{base} was deleted; use it before its Delete, or not at all")
        if base not in self.kinds:
            raise Malformed(
                place, f"{base} cannot be reached here; it is local to a body, or stands outside one"
            )
        kind = self.kinds[base]
        for step in steps:
            leaf = part(kind, step)
            if leaf is None:
                raise Malformed(place, f"{base} has no leaf {name}; name one that it has, or use an Index")
            kind = leaf
        return kind

    def want(self, name: Name, place: str, *wanted: str) -> Kind:
        """What `name` stands for, if it is one of the `wanted`."""
        kind = self.kind(name, place)
        if kind not in wanted:
            raise Malformed(place, f"{name} is {article(kind)}; name {article(wanted[0])}")
        return kind

    def function(self, name: Tree, place: str, arity: int | None = None) -> Def:
        """The function that `name` stands for; it takes as many arguments as it will be given."""
        if not isinstance(name, str):
            raise Malformed(place, "a function is wanted here; name one")
        self.want(name, place, "function")
        function = self.functions[name]
        taken = len(function.parameters)
        if arity is not None and taken != arity:
            raise Malformed(place, f"{name} takes {taken} arguments and would be given {arity}")
        return function

    def trees(self, trees: tuple[Tree, ...], field: str) -> None:
        for i, tree in enumerate(trees):
            self.tree(tree, f"{field}[{i}]")

    def tree(self, tree: Tree, place: str, depth: int = 0) -> None:
        if depth > words.DEPTH:
            raise Malformed(place, f"more than {words.DEPTH} structures in each other; take one away")
        match tree:
            case str():
                kind = self.kind(tree, place)
                if kind in NO_VALUES:
                    raise Malformed(place, f"{tree} is {article(kind)}; name a tensor or a variable")
            case Number(value):
                words.number(value, place)
            case Text(value):
                words.attribute(value, place)
            case Nothing():
                pass
            case Sequence(sort, items):
                words.one_of(sort, ("list", "tuple"), place)
                for i, item in enumerate(items):
                    self.tree(item, f"{place}[{i}]", depth + 1)
            case Mapping(keys, items):
                words.keywords(keys, place)
                if len(keys) != len(items):
                    raise Malformed(place, f"{len(keys)} keys for {len(items)} items; write as many")
                for key, item in zip(keys, items, strict=True):
                    self.tree(item, f"{place}['{key}']", depth + 1)
            case _:
                raise Malformed(place, f"{type(tree).__name__} is no tree; write a name, a number or a list")

    def attributes(self, attributes: tuple[tuple[str, object], ...], field: str = "attributes") -> None:
        words.keywords(tuple(key for key, _ in attributes), field)
        for key, value in attributes:
            words.attribute(value, f"{field}.{key}")  # type: ignore[arg-type]

    def key(self, key: tuple[IndexItem, ...]) -> None:
        for i, item in enumerate(key):
            if isinstance(item, Slice):
                for bound in (item.start, item.stop, item.step):
                    if bound is not None:
                        words.integer(bound, f"key[{i}]")
            elif isinstance(item, int):
                words.integer(item, f"key[{i}]")

    def structure(self, sources: Tree, place: str) -> Kind:
        """What a gradient with respect to `sources` stands for: it has their structure."""
        match sources:
            case str():
                kind = self.kind(sources, place)
                if kind in ("variables", "composite"):
                    return "result"
                return kind if isinstance(kind, list | dict) or kind == "result" else "value"
            case Sequence(_, items):
                return [self.structure(item, place) for item in items]
            case Mapping(keys, items):
                return dict(zip(keys, [self.structure(item, place) for item in items], strict=True))
            case _:
                return "value"
