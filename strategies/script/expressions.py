"""EXPRESSIONS: values, structures and arguments as Python expressions."""

import json
import math
from typing import assert_never

from .. import program as p
from ..literals import normal
from ..program import Attribute, IndexItem, Literal, Mapping, Nothing, Number, Scalar, Sequence, Text, Tree


def constant(value: Literal) -> str:
    value = normal(value)
    if len(value.shape) > 1 and 0 in value.shape:  # nested lists cannot say every empty shape
        return f"tf.constant([], tf.{value.dtype}, shape={attribute(value.shape)})"
    return f"tf.constant({_nested(value.values, value.shape)}, tf.{value.dtype})"


def variable(value: Literal, trainable: bool, shape: Attribute) -> str:
    flag = "" if trainable else ", trainable=False"
    if shape is not None:
        flag += f", shape={'tf.TensorShape(None)' if shape == 'unknown' else attribute(shape)}"
    if len(value.shape) > 1 and 0 in value.shape:
        return f"tf.Variable({constant(value)}{flag})"
    return f"tf.Variable({_nested(normal(value).values, value.shape)}, dtype=tf.{value.dtype}{flag})"


def _nested(values: tuple[Scalar, ...], shape: tuple[int, ...]) -> str:
    if not shape:
        return scalar(values[0])
    step = math.prod(shape[1:])
    return f"[{', '.join(_nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))}]"


def operation(operator: str, operands: tuple[Tree, ...]) -> str:
    if operator == "abs":
        return f"abs({tree_text(operands[0])})"
    if len(operands) == 1:
        return f"{operator}{tree_text(operands[0])}"
    left, right = map(tree_text, operands)
    if operator == "**" and left.startswith("-"):  # -1.0 ** x is -(1.0 ** x)
        left = f"({left})"
    return f"{left} {operator} {right}"


def tree_text(tree: Tree) -> str:
    match tree:
        case str():
            return tree
        case Number(value):
            return scalar(value)
        case Text(value):
            return attribute(value)
        case Nothing():
            return "None"
        case Sequence("tuple", items):
            return _tuple([tree_text(item) for item in items])
        case Sequence(_, items):
            return f"[{', '.join(map(tree_text, items))}]"
        case Mapping(keys, items):
            pairs = (f"{attribute(key)}: {tree_text(item)}" for key, item in zip(keys, items, strict=True))
            return f"{{{', '.join(pairs)}}}"
        case _:
            assert_never(tree)


def attribute(value: Attribute) -> str:
    match value:
        case None:
            return "None"
        case str():
            return json.dumps(value)
        case tuple():
            return _tuple([attribute(item) for item in value])
        case bool() | int() | float():
            return scalar(value)
        case _:
            assert_never(value)


def arguments(operands: tuple[Tree, ...], named: tuple[tuple[str, Attribute], ...] = ()) -> str:
    """What stands between a call's parentheses."""
    return ", ".join([*map(tree_text, operands), *(f"{key}={attribute(value)}" for key, value in named)])


def _tuple(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def scalar(value: Scalar) -> str:
    if isinstance(value, complex):
        return f"complex({scalar(value.real)}, {scalar(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return json.dumps(value)
    return repr(value)


def key_text(key: tuple[IndexItem, ...]) -> str:
    return ", ".join(map(_index_item, key)) or "()"


def _index_item(item: IndexItem) -> str:
    match item:
        case int():
            return str(item)
        case p.Slice(start, stop, step):
            begin, end = ("" if bound is None else str(bound) for bound in (start, stop))
            return f"{begin}:{end}" if step is None else f"{begin}:{end}:{step}"
        case p.Dots():
            return "..."
        case p.NewAxis():
            return "tf.newaxis"
        case _:
            assert_never(item)
