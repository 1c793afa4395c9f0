"""RENAMING: what the names and trees of an edited program stand for.

A name keeps its kind (tensor, variable, tape, ...), by the rules of `wellformed`, so that nothing is put
where it cannot stand.  What is no longer there raises Gone; a tree loses only the item.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Map
from contextlib import contextmanager
from typing import TypeAlias

from strategies import program as p
from strategies import words
from strategies.program import Name, Tree
from strategies.wellformed.kinds import HIDDEN, NO_VALUES, Kind, part

Steps: TypeAlias = tuple[int | str, ...]
Moves: TypeAlias = Map[Steps, Steps]  # where the parts of a structure have gone; what is not there is gone
StandIn: TypeAlias = Name | p.Number


class Gone(Exception):
    """Raised where a name no longer stands for anything that could stand in its place."""


class Renaming:
    """What the names of the old program stand for in the new one, as far as it was rebuilt.

    `stand_ins` says what is used instead of a name, `moves` where the leaves of a result are now.
    """

    def __init__(self, stand_ins: Map[Name, StandIn], moves: Map[Name, Moves]) -> None:
        self.stand_ins, self.moved_by_edit = stand_ins, moves
        self.count = 0
        self.names: dict[Name, Name] = {}
        self.kinds: dict[Name, Kind] = {}  # by the new name; deleted ones are not among them
        self.moves: dict[Name, Moves] = {}  # by the old name
        self.functions: dict[Name, p.Def] = {}  # by the new name, as they are now
        self.bodies: tuple[str, ...] = ()  # of functions and loops, that are being rebuilt
        self.outer: frozenset[Name] = frozenset()  # what stands outside of the innermost of these
        self.admitted: tuple[str, ...] = ()  # kinds that are no values, and may stand in a tree now

    def define(self, out: Name, letters: str, kind: Kind) -> Name:
        new = self.reserve(letters)
        self.names[out] = new
        self.kinds[new] = kind
        return new

    def reserve(self, letters: str) -> Name:
        self.count += 1
        return f"{letters}{self.count}"

    @contextmanager
    def local(self, body: str) -> Iterator[None]:
        """Within the block names are local to the body of a "function" or "loop"."""
        kept = self.kinds, self.bodies, self.outer
        hidden = HIDDEN if body == "function" else ()
        self.kinds = {name: kind for name, kind in self.kinds.items() if kind not in hidden}
        self.bodies, self.outer = (*self.bodies, body), frozenset(self.kinds)
        try:
            yield
        finally:
            self.kinds, self.bodies, self.outer = kept

    @contextmanager
    def admitting(self, *kinds: str) -> Iterator[None]:
        """Within the block, what is of these kinds may stand in trees."""
        before, self.admitted = self.admitted, kinds
        try:
            yield
        finally:
            self.admitted = before

    def delete(self, name: Name) -> Name:
        new = self.names.get(name, "")
        if name in self.stand_ins or new not in self.kinds or new in self.outer:
            raise Gone
        del self.kinds[new]
        return new

    def given(self, name: Name) -> StandIn:
        """What the edit lets stand for a name: mostly the name itself."""
        names = self.stand_ins
        if not names:
            return name
        if "[" in name and name not in names:
            base = p.root(name)
            stand_in = names.get(base, base)
            return stand_in + name[len(base) :] if isinstance(stand_in, str) else stand_in
        return names.get(name, name)

    def find(self, name: Name, *wanted: str) -> tuple[Name, Kind]:
        """The new name, and what it stands for, which has to be one of the `wanted`, if there are any."""
        given = self.given(name)
        if not isinstance(given, str):
            raise Gone
        new, kind = self.live(given)
        if wanted and kind not in wanted:
            raise Gone
        return new, kind

    def want(self, name: Name, *wanted: str) -> Name:
        return self.find(name, *wanted)[0]

    def live(self, name: Name) -> tuple[Name, Kind]:
        base, bracket, _ = name.partition("[")
        new = self.names.get(base, "")
        kind = self.kinds.get(new)
        if kind is None:
            raise Gone
        if bracket:
            steps: Steps = tuple(words.path(name, "")[1])
            for moves in (self.moved_by_edit.get(base), self.moves.get(base)):
                steps = steps if moves is None else _moved(steps, moves)
            for step in steps:
                kind = _part(kind, step)
            new += "".join(f"[{step!r}]" for step in steps)
        return new, kind

    def trees(self, trees: tuple[Tree, ...]) -> tuple[Tree, ...]:
        return tuple([self.tree(tree) for tree in trees])

    def tree(
        self, tree: Tree, moved: dict[Steps, Steps] | None = None, old: Steps = (), new: Steps = ()
    ) -> Tree:
        """The tree without what is gone of it; `moved` learns where its parts are."""
        if isinstance(tree, str):
            given = self.given(tree)
            if not isinstance(given, str):
                return given
            name, kind = self.live(given)
            if kind in NO_VALUES and kind not in self.admitted:
                raise Gone
            return name
        if not isinstance(tree, p.Sequence | p.Mapping):
            return tree
        keys: Iterable[int | str] = tree.keys if isinstance(tree, p.Mapping) else range(len(tree.items))
        kept: dict[int | str, Tree] = {}
        for key, item in zip(keys, tree.items, strict=True):
            step = key if isinstance(key, str) else len(kept)
            try:
                kept[step] = self.tree(item, moved, (*old, key), (*new, step))
            except Gone:
                continue
            if moved is not None:
                moved[*old, key] = (*new, step)
        if tree.items and not kept:
            raise Gone
        items = tuple(kept.values())
        if isinstance(tree, p.Mapping):
            return p.Mapping(tuple(map(str, kept)), items)
        return p.Sequence(tree.kind, items)

    def sources(self, out: Name, letter: str, sources: Tree) -> tuple[Name, Tree]:
        moved: dict[Steps, Steps] = {}
        sources = self.tree(sources, moved)
        if moved:
            self.moves[out] = moved
        return self.define(out, letter, self.gradient_kind(sources)), sources

    def target(self, target: Tree, seeds: Tree) -> tuple[Tree, Tree]:
        """A target and its seeds: of two lists, items go together; where they no longer fit, all seeds go."""
        match target, seeds:
            case p.Sequence(kind, items), p.Sequence(seed_kind, seed_items) if len(items) == len(seed_items):
                kept, kept_seeds = [], []
                for item, seed in zip(items, seed_items, strict=True):
                    try:
                        kept.append(self.tree(item))
                    except Gone:
                        continue
                    kept_seeds.append(self.whole(seed) if width(kept[-1]) == width(item) else None)
                if items and not kept:
                    raise Gone
                new = p.Sequence(kind, tuple(kept))
                fitting = tuple(seed for seed in kept_seeds if seed is not None)
                return new, p.Sequence(seed_kind, fitting) if len(fitting) == len(kept) else p.Nothing()
            case _:
                tree, whole = self.tree(target), self.whole(seeds)
                return tree, p.Nothing() if whole is None or width(tree) != width(target) else whole

    def together(self, first: Tree, second: Tree) -> tuple[Tree, Tree]:
        """Two trees of which, if they are lists of one length, items go together."""
        match first, second:
            case p.Sequence(kind, items), p.Sequence(other, others) if len(items) == len(others):
                a, b = self.pairs(items, others, ())
                return p.Sequence(kind, a), p.Sequence(other, b)
            case _:
                return self.tree(first), self.tree(second)

    def whole(self, tree: Tree) -> Tree | None:
        """The tree, or None if anything of it is gone."""
        try:
            new = self.tree(tree)
        except Gone:
            return None
        return new if width(new) == width(tree) else None

    def pairs(
        self,
        gradients: tuple[Tree, ...],
        variables: tuple[Tree, ...],
        wanted: tuple[str, ...] = ("variable",),
    ) -> tuple[tuple[Tree, ...], tuple[Tree, ...]]:
        """Both without what is gone of either; the second are of a `wanted` kind, if there are any."""
        kept: list[tuple[Tree, Tree]] = []
        for gradient, variable in zip(gradients, variables, strict=True):
            try:
                pair = self.tree(gradient), self.tree(variable)
            except Gone:
                continue
            if not wanted or all(self.kind(name) in wanted for name in p.leaves(pair[1])):
                kept.append(pair)
        if gradients and not kept:
            raise Gone
        return tuple(g for g, _ in kept), tuple(v for _, v in kept)

    def kind(self, new: Name) -> Kind:
        kind = self.kinds[p.root(new)]
        for step in words.path(new, "")[1] if "[" in new else ():
            kind = _part(kind, step)
        return kind

    def operation(self, operands: tuple[Tree, ...]) -> Kind:
        kinds = [self.kind(x) for x in operands if isinstance(x, str)]
        if not kinds or any(isinstance(kind, list | dict) or kind == "variables" for kind in kinds):
            raise Gone
        if all(kind == "array" for kind in kinds):
            return "array"
        if "composite" in kinds:
            return "result"
        return "value" if len(operands) == 1 else "tensor"

    def gradient_kind(self, sources: Tree) -> Kind:
        match sources:
            case str():
                kind = self.kind(sources)
                if kind in ("variables", "composite"):
                    return "result"
                return kind if isinstance(kind, list | dict) or kind == "result" else "value"
            case p.Sequence(_, items):
                return [self.gradient_kind(item) for item in items]
            case p.Mapping(keys, items):
                return dict(zip(keys, map(self.gradient_kind, items), strict=True))
            case _:
                return "value"


def width(tree: Tree) -> int:
    """The number of leaves, numbers and None among them."""
    return sum(map(width, tree.items)) if isinstance(tree, p.Sequence | p.Mapping) else 1


def _moved(steps: Steps, moves: Moves) -> Steps:
    for n in range(len(steps), 0, -1):
        if steps[:n] in moves:
            return moves[steps[:n]] + steps[n:]
    if steps:
        raise Gone
    return steps


def _part(kind: Kind, step: int | str) -> Kind:
    leaf = part(kind, step)
    if leaf is None:
        raise Gone
    return leaf
