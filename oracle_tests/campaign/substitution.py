"""SUBSTITUTION: statements with trees in the place of names."""

from collections.abc import Mapping as Map
from dataclasses import replace
from typing import Any

from strategies import program as p
from strategies import words
from strategies.program import Name, Statement, Tree

from .outline import NAMES, TREES, with_field


class NoSubstitute(Exception):
    """Raised where a name alone can stand, or a part is asked for that is not there."""


def substituted(s: Statement, given: Map[Name, Tree]) -> Statement:
    """The statement, its body included, with what is `given` for names.  Raises NoSubstitute."""
    kind = type(s)
    for field in NAMES[kind]:
        name = substituted_in(getattr(s, field), given)
        if not isinstance(name, str):
            raise NoSubstitute
        s = with_field(s, field, name)
    for field in TREES.get(kind, ()):
        value = getattr(s, field)
        if isinstance(value, tuple):
            s = with_field(s, field, tuple([substituted_in(tree, given) for tree in value]))
        else:
            s = with_field(s, field, substituted_in(value, given))
    new: Any = s
    if isinstance(new, p.Module):
        new = replace(new, fields=tuple((key, substituted_in(tree, given)) for key, tree in new.fields))
    if isinstance(new, p.Repeat):
        carried = [(name, substituted_in(a, given), substituted_in(b, given)) for name, a, b in new.carried]
        new = replace(new, carried=tuple(carried))
    if hasattr(new, "body"):
        new = replace(new, body=tuple([substituted(inner, given) for inner in new.body]))
    return new


def substituted_in(tree: Tree, given: Map[Name, Tree]) -> Tree:
    """The tree with what is `given` for names."""
    if isinstance(tree, str):
        value = given.get(p.root(tree))
        return tree if value is None else item(value, tree)
    if isinstance(tree, p.Sequence | p.Mapping):
        return replace(tree, items=tuple([substituted_in(part, given) for part in tree.items]))
    return tree


def item(value: Tree, path: Name) -> Tree:
    """The part of `value` that `path` leads to, as in `g3[0]`; what it begins with is left out."""
    base = p.root(path)
    if isinstance(value, str):
        return value + path[len(base) :]
    for step in words.path(path, "")[1] if path != base else ():
        match value, step:
            case p.Sequence(_, items), int() if step < len(items):
                value = items[step]
            case p.Mapping(keys, items), str() if step in keys:
                value = items[keys.index(step)]
            case str(), _:
                value = f"{value}[{step!r}]"
            case _:
                raise NoSubstitute
    return value
