"""Values: what makes and computes them."""

from typing import assert_never

from .. import program as p
from .. import words
from ..malformed import Malformed
from . import calls
from .kinds import DENSE, INDEXED, MAKES_COMPOSITES, METHODS, PARTS, SLICES, Kind
from .names import Names


def judge(names: Names, s: p.ValueStatement) -> None:
    match s:
        case p.Apply(out, function):
            calls.apply(names, s)
            names.define(out, "composite" if function in words.COMPOSITES else "result")
        case p.Operate(out, operator, operands):
            names.define(out, _operation(names, operator, operands))
        case p.Constant(out, value):
            words.literal(value, "value")
            names.define(out, "tensor")
        case p.Augment(out, name, operator, value):
            names.want(name, "name", *DENSE)
            words.one_of(operator, p.AUGMENTED_OPERATORS, "operator")
            names.tree(value, "value")
            names.define(out, "tensor")
        case p.Index(out, tensor, key):
            kind = names.want(tensor, "tensor", *INDEXED)
            names.key(key)
            names.define(out, {"array": "array", "composite": "result"}.get(str(kind), "tensor"))
        case p.ToNumpy(out, tensor):
            if "function" in names.bodies:
                raise Malformed("kind", "a value in a function may be symbolic; read it outside")
            names.want(tensor, "tensor", *DENSE)
            names.define(out, "array")
        case p.IndexedSlices(out, values, indices, dense_shape):
            names.tree(values, "values")
            names.tree(indices, "indices")
            names.tree(dense_shape, "dense_shape")
            names.define(out, "value")
        case p.Part(out, slices, field):
            names.want(slices, "slices", *SLICES, "composite")
            words.one_of(field, PARTS, "field")
            names.define(out, "tensor")
        case p.Method(out, name, method, operands, attributes):
            names.want(name, "object", "composite", "result")
            words.one_of(method, sorted({m for methods in METHODS.values() for m in methods}), "method")
            names.trees(operands, "operands")
            names.attributes(attributes)
            names.define(out, "composite" if method in MAKES_COMPOSITES else "result")
        case p.Alias(out, name):
            kind = names.kind(name, "name")
            if kind == "function":
                raise Malformed("name", f"{name} is a function; call it by its own name")
            names.define(out, kind)
        case p.Delete(name):
            names.delete(name)
        case _:
            assert_never(s)


def _operation(names: Names, operator: str, operands: tuple[p.Tree, ...]) -> Kind:
    names.trees(operands, "operands")
    words.one_of(operator, p.UNARY_OPERATORS if len(operands) == 1 else p.BINARY_OPERATORS, "operator")
    if len(operands) not in (1, 2):
        raise Malformed("operands", f"{operator} has no {len(operands)} operands; write one or two")
    kinds = [names.kind(operand, "operands") for operand in operands if isinstance(operand, str)]
    if not kinds or any(isinstance(kind, list | dict) or kind == "variables" for kind in kinds):
        raise Malformed("operands", "Python alone would compute this; name a tensor among the operands")
    if all(kind == "array" for kind in kinds):
        return "array"
    if "composite" in kinds:
        return "result"
    return "value" if len(operands) == 1 else "tensor"
