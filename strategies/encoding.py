"""ENCODING: statements and the values of their fields as JSON's values, and back; `serial` shows the forms.

What is read is checked for its form only: `words` says what names and numbers may be, `wellformed` what
stands where.  That the whole is not too deep and not too long was measured before.
"""

import math
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, assert_never, get_args

from . import words
from .forms import as_it_is, expect_fields, read_items, read_pairs, read_string
from .literals import DTYPES, normal
from .malformed import Malformed, short
from .program import (
    Attribute,
    Dots,
    IndexItem,
    Input,
    Literal,
    Mapping,
    Name,
    NewAxis,
    Nothing,
    Number,
    Scalar,
    Sequence,
    Slice,
    Statement,
    Text,
    Tree,
)

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Statement)}
INTEGER = re.compile(r"-?[0-9]{1,20}")
FLOAT = re.compile(r"nan|-?inf|-?[0-9]{1,25}(?:\.[0-9]{1,25})?(?:e[+-][0-9]{1,3})?")


def write_statement(statement: Input | Statement) -> dict[str, Any]:
    written = {
        f.name: _CODECS[f.type][0](getattr(statement, f.name))
        for f in fields(statement)
        if not (f.metadata.get("rare") and getattr(statement, f.name) == f.default)
    }
    return {"kind": type(statement).__name__, **written}


def read_statement(value: Any, place: str) -> Any:
    if type(value) is not dict or "kind" not in value:
        raise Malformed(place, f"{short(value)} is no statement; write an object with a kind and its fields")
    name = value["kind"]
    kind = KINDS.get(name) if type(name) is str else None
    if kind is None:
        raise Malformed(f"{place}.kind", f"{short(name)} is no statement; write one of {', '.join(KINDS)}")
    known = {f.name: f for f in fields(kind)}
    needed = [f.name for f in known.values() if f.default is MISSING]
    expect_fields(value, place, ("kind", *needed), ("kind", *known))
    return kind(
        **{
            key: _CODECS[known[key].type][1](item, f"{place}.{key}")
            for key, item in value.items()
            if key != "kind"
        }
    )


def read_statements(value: Any, place: str) -> tuple[Any, ...]:
    return read_items(value, place, read_statement)


# -- values of fields


def _write_literal(value: Literal) -> dict[str, Any]:
    value = normal(value)
    return {"dtype": value.dtype, "shape": list(value.shape), "values": [_written(x) for x in value.values]}


def _written(x: Scalar) -> str | list[str]:
    if isinstance(x, str):
        return x
    if isinstance(x, bool):
        return "true" if x else "false"
    return [repr(x.real), repr(x.imag)] if isinstance(x, complex) else repr(x)


def _read_literal(value: Any, place: str) -> Literal:
    expect_fields(value, place, ("dtype", "shape", "values"))
    words.one_of(value["dtype"], DTYPES, f"{place}.dtype")
    shape = read_items(value["shape"], f"{place}.shape", as_it_is)
    words.shape(shape, f"{place}.shape")
    read = {
        bool: _read_boolean,
        int: _read_integer,
        float: _read_float,
        complex: _read_complex,
        str: _read_text,
    }
    values = read_items(value["values"], f"{place}.values", read[words.scalar(value["dtype"])])
    literal = Literal(value["dtype"], shape, values)
    words.literal(literal, place)
    literal = normal(literal)
    for i, (text, x) in enumerate(zip(value["values"], literal.values, strict=True)):
        if text != _written(x):
            raise Malformed(f"{place}.values[{i}]", f"the one form of {text} is {_written(x)}; write that")
    return literal


def _read_boolean(value: Any, place: str) -> bool:
    words.one_of(value, ("true", "false"), place)
    return value == "true"


def _read_integer(value: Any, place: str) -> int:
    if not words.matches(INTEGER, value):
        raise Malformed(place, f'{short(value)} is no integer; write one as a string, as in "1"')
    return int(value)


def _read_float(value: Any, place: str) -> float:
    if not words.matches(FLOAT, value):
        raise Malformed(
            place, f'{short(value)} is no float; write one as a string, as in "0.5", "nan" or "-inf"'
        )
    return float(value)


def _read_complex(value: Any, place: str) -> complex:
    parts = read_items(value, place, _read_float)
    if len(parts) != 2:
        raise Malformed(place, 'write a complex number as two strings, as in ["0.5", "-1.0"]')
    return complex(*parts)


def _read_text(value: Any, place: str) -> str:
    words.text(value, place)
    return value


def _write_attribute(value: Attribute) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return {"float": repr(float(value))}
        case tuple():
            return [_write_attribute(item) for item in value]
        case _:
            assert_never(value)


def _read_attribute(value: Any, place: str) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case list():
            return read_items(value, place, _read_attribute)
        case {"float": text, **others} if not others:
            x = _read_float(text, place)
            if text != repr(x):
                raise Malformed(place, f"the one form of {text} is {x!r}; write that")
            return math.nan if x != x else x
        case _:
            raise Malformed(
                place, f'{short(value)}: write null, true, 1, "text", {{"float": "0.5"}} or a list'
            )


def _write_number(value: bool | int | float | complex) -> Any:
    return {"complex": _written(value)} if isinstance(value, complex) else _write_attribute(value)


def _read_number(value: Any, place: str) -> Any:
    match value:
        case {"complex": texts, **others} if not others:
            x = _read_complex(texts, place)
            if texts != _written(x):
                raise Malformed(place, f"the one form of {texts} is {_written(x)}; write that")
            return x
        case _:
            return _read_attribute(value, place)


def _write_tree(tree: Tree) -> Any:
    match tree:
        case str():
            return tree
        case Number(value):
            return {"number": _write_number(value)}
        case Text(value):
            return {"text": value}
        case Nothing():
            return None
        case Sequence(kind, items):
            return {kind: [_write_tree(item) for item in items]}
        case Mapping(keys, items):
            return {"dict": [[key, _write_tree(item)] for key, item in zip(keys, items, strict=True)]}
        case _:
            assert_never(tree)


def _read_tree(value: Any, place: str) -> Tree:
    match value:
        case str():
            return value
        case None:
            return Nothing()
        case {"number": number, **others} if not others:
            return Number(_read_number(number, place))
        case {"text": str(text), **others} if not others:
            return Text(text)
        case {"list": items, **others} if not others:
            return Sequence("list", read_items(items, place, _read_tree))
        case {"tuple": items, **others} if not others:
            return Sequence("tuple", read_items(items, place, _read_tree))
        case {"dict": pairs, **others} if not others:
            keys, items = read_pairs(pairs, place, _read_tree)
            return Mapping(keys, items)
        case _:
            forms = '{"number": 1}, {"text": "x"}, {"list": []}, {"tuple": []} or {"dict": []}'
            raise Malformed(place, f"{short(value)}: write a name, null, {forms}")


def _write_index_item(item: IndexItem) -> Any:
    match item:
        case int():
            return item
        case Slice(start, stop, step):
            return {"slice": [start, stop, step]}
        case Dots():
            return "..."
        case NewAxis():
            return "newaxis"
        case _:
            assert_never(item)


def _read_index_item(value: Any, place: str) -> IndexItem:
    match value:
        case "...":
            return Dots()
        case "newaxis":
            return NewAxis()
        case {"slice": [start, stop, step], **others} if not others:
            return Slice(start, stop, step)
        case int():
            return value
        case _:
            raise Malformed(
                place, f'{short(value)}: write an integer, {{"slice": [0, null, 1]}}, "..." or "newaxis"'
            )


def _list_of(write: Callable[[Any], Any], read: Callable[[Any, str], Any]) -> tuple[Any, Any]:
    return (lambda values: [write(x) for x in values]), (lambda value, place: read_items(value, place, read))


def _write_keywords(pairs: tuple[tuple[str, Attribute], ...]) -> list[list[Any]]:
    return [[key, _write_attribute(value)] for key, value in pairs]


def _read_keywords(value: Any, place: str) -> tuple[tuple[str, Attribute], ...]:
    return tuple(zip(*read_pairs(value, place, _read_attribute), strict=True))


def _write_fields(pairs: tuple[tuple[str, Tree], ...]) -> list[list[Any]]:
    return [[key, _write_tree(tree)] for key, tree in pairs]


def _read_fields(value: Any, place: str) -> tuple[tuple[str, Tree], ...]:
    return tuple(zip(*read_pairs(value, place, _read_tree), strict=True))


def _write_carried(carried: tuple[Name, Tree, Tree]) -> list[Any]:
    name, initial, following = carried
    return [name, _write_tree(initial), _write_tree(following)]


def _read_carried(value: Any, place: str) -> tuple[Name, Tree, Tree]:
    if type(value) is not list or len(value) != 3:
        raise Malformed(
            place, f'{short(value)}: write a name, its first value and its next, as ["y1", "x1", "t2"]'
        )
    name, initial, following = value
    trees = _read_tree(initial, f"{place}[1]"), _read_tree(following, f"{place}[2]")
    return read_string(name, f"{place}[0]"), *trees


# How a field is written and read, by its type in the language.
_CODECS: dict[Any, tuple[Callable[[Any], Any], Callable[[Any, str], Any]]] = {
    Name: (as_it_is, read_string),
    bool: (as_it_is, as_it_is),
    float: (_write_attribute, _read_attribute),
    Literal: (_write_literal, _read_literal),
    Tree: (_write_tree, _read_tree),
    Attribute: (_write_attribute, _read_attribute),
    int: (as_it_is, as_it_is),
    tuple[Name, ...]: _list_of(as_it_is, read_string),
    tuple[tuple[str, Tree], ...]: (_write_fields, _read_fields),
    tuple[tuple[Name, Tree, Tree], ...]: _list_of(_write_carried, _read_carried),
    tuple[Tree, ...]: _list_of(_write_tree, _read_tree),
    tuple[tuple[str, Attribute], ...]: (_write_keywords, _read_keywords),
    tuple[IndexItem, ...]: _list_of(_write_index_item, _read_index_item),
    tuple["Statement", ...]: _list_of(write_statement, read_statement),
}
