"""FORMS: objects, lists and pairs of JSON, refused with what is wrong where it is wrong."""

from collections.abc import Callable
from typing import Any

from .malformed import Malformed, short


def expect_fields(value: Any, place: str, needed: tuple[str, ...], known: tuple[str, ...] = ()) -> None:
    """Refuses what is no object, or lacks a field, or has one that is none of `needed` or `known`."""
    if type(value) is not dict:
        raise Malformed(place, f"{short(value)} is no object; write one with {', '.join(needed)}")
    for key in needed:
        if key not in value:
            raise Malformed(place, f"the field {key} is missing; write it")
    for key in value:
        if key not in needed and key not in known:
            raise Malformed(place, f"{short(key)} is no field here; take it away")


def read_items(value: Any, place: str, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
    if type(value) is not list:
        raise Malformed(place, f"{short(value)} is no list; write one")
    return tuple([read(item, f"{place}[{i}]") for i, item in enumerate(value)])


def read_pairs(
    value: Any, place: str, read: Callable[[Any, str], Any]
) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    keys, found = [], []
    for pair in read_items(value, place, as_it_is):
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) is not str:
            raise Malformed(place, f'{short(pair)} is no pair; write one as in ["axis", 0]')
        keys.append(pair[0])
        found.append(read(pair[1], f"{place}[{pair[0]!r}]"))
    return tuple(keys), tuple(found)


def as_it_is(value: Any, place: str = "") -> Any:
    return value


def read_string(value: Any, place: str) -> str:
    if type(value) is not str:
        raise Malformed(place, f"{short(value)} is no string; write one")
    return value
