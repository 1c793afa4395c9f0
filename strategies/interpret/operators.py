"""OPERATORS: Python's operators by their symbols, and what stands between brackets."""

import operator
from collections.abc import Callable
from typing import Any

from .. import program as p

OPERATORS: dict[tuple[str, int], Callable] = {
    ("+", 2): lambda x, y: x + y,
    ("-", 2): lambda x, y: x - y,
    ("*", 2): lambda x, y: x * y,
    ("/", 2): lambda x, y: x / y,
    ("//", 2): lambda x, y: x // y,
    ("%", 2): lambda x, y: x % y,
    ("**", 2): lambda x, y: x**y,
    ("@", 2): lambda x, y: x @ y,
    ("<", 2): lambda x, y: x < y,
    ("<=", 2): lambda x, y: x <= y,
    (">", 2): lambda x, y: x > y,
    (">=", 2): lambda x, y: x >= y,
    ("==", 2): lambda x, y: x == y,
    ("!=", 2): lambda x, y: x != y,
    ("-", 1): lambda x: -x,
    ("abs", 1): abs,
}


AUGMENTED: dict[str, Callable] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
}


def key(key: tuple[p.IndexItem, ...]) -> Any:
    items = tuple(map(_index_item, key))
    return items[0] if len(items) == 1 else items


def _index_item(item: p.IndexItem):
    match item:
        case p.Slice(start, stop, step):
            return slice(start, stop, step)
        case p.Dots():
            return Ellipsis
        case p.NewAxis():
            return None
        case _:
            return item
