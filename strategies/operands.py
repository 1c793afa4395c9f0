"""OPERANDS: the one place where a domain becomes an operand or an attribute.

Names are chosen so that the call makes sense, three times in four also so that the numbers suit the domain;
where nothing alive fits, a constant that does is written first.  While a statement is wrong on purpose,
anything may stand anywhere.
"""

import math
from typing import Any, assert_never

import numpy as np

from reference import array_operands as a
from reference import image_operands as im
from reference import matrix_operands as m
from reference import moving_operands as mo
from reference import operands as d
from reference import window_operands as w
from reference.shapes import broadcast

from . import literals, values
from . import program as p
from .array_operands import array_attribute, array_operand
from .axes import one_axis, order_of_axes, shape_of_size, some_axes
from .draft import Draft
from .image_operands import image_attribute, image_operand
from .matrix_operands import matrix_operand
from .moving_operands import moving_attribute, moving_operand
from .pools import fitting
from .window_operands import window_attribute, window_operand

_NUMBERS = (2.0, 1.0, 0.5, -1.0, 0.0, 3.0, 1.5)
_DTYPES = (
    *("float32", "float64") * 3,
    *("int32", "int64", "bool", "complex64", "complex128", "float16", "bfloat16") * 2,
    *("int8", "int16", "uint8", "uint16", "uint32", "uint64"),
)


def arguments(draft: Draft, function) -> tuple[tuple[p.Tree, ...], tuple[tuple[str, p.Attribute], ...]]:
    """Operands and attributes for a call of `function`, a declaration with domains.

    What comes before an operand stands among the operands itself, by position.
    """
    drawn: dict[str, Any] = {}
    given: list[str] = []
    for parameter, domain in _in_order(function.domains):
        if domain.role != "attribute":
            drawn[parameter] = operand(draft, domain, drawn)
        elif isinstance(domain, d.Internal) or (not draft.wrong and _left_out(draft, function, parameter)):
            drawn[parameter] = _default(function, parameter)
        else:
            drawn[parameter] = attribute(draft, domain, drawn)
            given.append(parameter)
    operands: list[p.Tree] = []
    attributes: list[tuple[str, p.Attribute]] = []
    last = max((i for i, x in enumerate(function.domains.values()) if x.role != "attribute"), default=-1)
    for i, (parameter, domain) in enumerate(function.domains.items()):
        if isinstance(domain, a.Some | a.Terms) and isinstance(drawn[parameter], p.Sequence):
            operands += drawn[parameter].items
        elif domain.role != "attribute":
            operands.append(drawn[parameter])
        elif i < last and not isinstance(domain, d.Internal):
            operands.append(_written_out(drawn[parameter]))
        elif parameter in given:
            attributes.append((parameter, drawn[parameter]))
    return tuple(operands), tuple(attributes)


def _in_order(domains):
    """Parameters with their domains, those last whose domain names a later parameter."""
    names = list(domains)

    def waits(item):
        others = [x for x in vars(item[1]).values() if isinstance(x, str) and x in domains]
        return any(names.index(x) > names.index(item[0]) for x in others)

    return sorted(domains.items(), key=waits)


def _written_out(value: p.Attribute) -> p.Tree:
    """An attribute as it stands among operands."""
    match value:
        case None:
            return p.Nothing()
        case tuple():
            return p.Sequence("tuple", tuple(map(_written_out, value)))
        case str():
            return p.Text(value)
        case _:
            return p.Number(value)


def _left_out(draft, function, parameter):
    return _default(function, parameter) is not _NONE and draft.choose(3) == 0


_NONE = object()


def _default(function, parameter):
    """The default of a parameter; `_NONE` where it has none."""
    if hasattr(function, "defaults"):
        from reference.primitive import REQUIRED

        value = function.defaults[function.position[parameter]]
        return _NONE if value is REQUIRED else value
    import inspect

    value = inspect.signature(function).parameters[parameter].default
    return _NONE if value is inspect.Parameter.empty else value


def operand(draft: Draft, domain: d.Domain, drawn: dict) -> p.Tree:
    """A tree for a tensor operand, given the arguments `drawn` before it."""
    if draft.wrong and draft.choose(3) == 0:
        return anything(draft)
    match domain:
        case a.ArrayOperand():
            of = drawn.get(getattr(domain, "of", ""))
            shape, dtype = _shape_and_dtype(draft, of)
            if getattr(domain, "is_shape", False) and isinstance(of, str) and len(shape) == 1:
                shape = tuple(draft.array(of).tolist()) if of in draft.operands() else ()
            return array_operand(draft, domain, drawn, shape, dtype)
        case w.WindowOperand():
            return window_operand(
                draft, domain, drawn, *_shape_and_dtype(draft, drawn.get(getattr(domain, "of", "")))
            )
        case m.MatrixOperand():
            return matrix_operand(
                draft, domain, *_shape_and_dtype(draft, drawn.get(getattr(domain, "of", "")))
            )
        case mo.MovingOperand():
            return moving_operand(
                draft, domain, drawn, *_shape_and_dtype(draft, drawn.get(getattr(domain, "of", "")))
            )
        case im.ImageOperand():
            return image_operand(
                draft, domain, drawn, *_shape_and_dtype(draft, drawn.get(getattr(domain, "of", "")))
            )
        case d.Floats() | d.Anything():  # d.Numbers is a kind of Floats
            return _leading(draft, domain)
        case d.Bools():
            return fitting(draft, ("bool",), lambda a: True) or draft.constant("bool")
        case d.Broadcasts(of):
            return _partner(draft, domain, drawn.get(of))
        case d.Like(of):
            return _same(draft, drawn.get(of))
        case d.ScalarOf(of):
            return _of_shape(draft, (), _shape_and_dtype(draft, drawn.get(of))[1])
        case d.Vector(of, axis):
            shape, dtype = _shape_and_dtype(draft, drawn.get(of))
            return _of_shape(draft, shape[axis:][:1] if shape else (1,), dtype)
        case d.Multiplies(of):
            return _matrix(draft, drawn.get(of))
        case d.Condition(of):
            return _condition(draft, drawn.get(of))
        case d.IndexInto(of, axis):
            return _indices(draft, drawn.get(of), drawn.get(axis, 0) if isinstance(axis, str) else axis)
        case d.Labels(of):
            return _labels(draft, drawn.get(of))
        case d.Several():
            return _several(draft, domain)
        case _:
            raise AssertionError(f"no strategy for {domain}")


def anything(draft: Draft) -> p.Tree:
    """Whatever is alive, or None, or a number: for calls that are wrong on purpose."""
    pools = [draft.operands(), draft.arrays, draft.slices]
    pool = pools[(0, 0, 0, 1, 2)[draft.choose(5)]]
    if not pool or draft.one_in(5):
        return (p.Nothing(), p.Number(1.5), p.Number(2), p.Number(True))[draft.choose(4)]
    return draft.newest(pool)


def _leading(draft, domain):
    """The operand that sets dtype and shape for others."""
    allowed = tuple(t.name for t in domain.dtypes)
    dtype = draft.any_dtype()
    dtypes = (dtype,) if dtype in allowed or (draft.wrong and draft.flag()) else allowed
    rank = getattr(domain, "least_rank", 0)
    name = fitting(draft, dtypes, lambda a: a.ndim >= rank)
    likely = getattr(domain, "likely", None)
    if name is not None and likely is not None and draft.choose(4) and not _inside(draft.array(name), likely):
        name = fitting(draft, dtypes, lambda a: a.ndim >= rank and _inside(a, likely))
    if name is not None and draft.choose(24):
        return name
    shape = draft.shape()
    shape = (2, 3, 2, 1)[:rank] if len(shape) < rank else shape
    return draft.constant(values.near(dtype, dtypes), shape, "positive" if likely and draft.flag() else None)


def _inside(array, likely):
    low, high = likely
    return array.dtype.kind in "bcO" or bool(np.all((array >= low) & (array <= high)))


def _shape_and_dtype(draft, tree):
    """Of a drawn operand; of anything that is no tensor, a scalar of the program's dtype."""
    if isinstance(tree, str) and hasattr(draft.machine.names.get(tree), "dtype"):
        value = draft.machine.names[tree]
        if hasattr(value, "_array") or hasattr(value, "_cell"):
            return draft.array(tree).shape, draft.dtype_of(tree)
    return (), draft.dtype


def _partner(draft, domain, other):
    """Of the other's dtype, with a shape that broadcasts with it; a Python number one time in four."""
    shape, dtype = _shape_and_dtype(draft, other)
    if draft.choose(4) == 0 and isinstance(other, str):
        kinks = getattr(domain, "kinks", ())
        table = kinks if kinks and draft.choose(4) == 0 else _NUMBERS
        number = table[draft.choose(len(table))]
        return p.Number(_in_dtype(draft, number, dtype))

    def fits(array):
        together = broadcast(shape, array.shape)
        return together is not None and math.prod(together) <= values.LARGEST

    name = fitting(draft, (dtype,), fits)
    return name if name is not None else draft.constant(dtype, shape)


def _in_dtype(draft, number, dtype):
    if dtype == "bool":
        return number > 0
    if dtype in literals.INTEGERS:
        return max(int(number), literals.LIMITS[dtype][0])
    return complex(number, 1.0) if dtype in literals.COMPLEX and draft.flag() else number


def _same(draft, other):
    return _of_shape(draft, *_shape_and_dtype(draft, other))


def _of_shape(draft, shape, dtype):
    return fitting(draft, (dtype,), lambda a: a.shape == shape) or draft.constant(dtype, shape)


def _matrix(draft, other):
    shape, dtype = _shape_and_dtype(draft, other)
    inner = shape[-1] if len(shape) > 1 else 2

    def fits(a):
        small = a.size * math.prod(shape) <= 256
        return (
            a.ndim >= 2 and a.shape[-2] == inner and small and broadcast(shape[:-2], a.shape[:-2]) is not None
        )

    name = fitting(draft, (dtype,), fits)
    return name or draft.constant(dtype, (inner, (2, 3, 1)[draft.choose(3)]))


def _condition(draft, other):
    shape, _ = _shape_and_dtype(draft, other)
    name = fitting(draft, ("bool",), lambda a: broadcast(shape, a.shape) is not None)
    return name or draft.constant("bool", shape)


def _indices(draft, params, axis):
    shape, _ = _shape_and_dtype(draft, params)
    axis = axis if isinstance(axis, int) else 0
    size = shape[axis] if -len(shape) <= axis < len(shape) else 1
    of_indices = ((2,), (3,), (), (1,), (2, 2), (0,))[draft.choose(6)]
    dtype = "int64" if draft.one_in(4) else "int32"
    below = size if not draft.wrong else size + 2
    return draft.written(values.indices(draft.choose, dtype, of_indices if size else (0,), below))


def _labels(draft, logits):
    shape, _ = _shape_and_dtype(draft, logits)
    dtype = "int64" if draft.one_in(4) else "int32"
    columns = shape[-1] if shape else 1
    below = columns + 1 if draft.wrong else columns
    return draft.written(values.indices(draft.choose, dtype, shape[:-1], below))


def _several(draft, domain):
    allowed = tuple(t.name for t in domain.dtypes)
    dtype = values.near(draft.any_dtype(), allowed)
    first = fitting(draft, (dtype,), lambda a: a.ndim >= (domain.but is not None) and a.size <= 12)
    first = first or draft.constant(dtype, (2, 3))
    shape = draft.array(first).shape
    items = [first]
    for _ in range(draft.choose(3)):
        items.append(fitting(draft, (dtype,), lambda a: a.shape == shape) or first)
    return p.Sequence("list", tuple(items))


def attribute(draft: Draft, domain: d.Domain, drawn: dict) -> p.Attribute:
    """A value for an argument that is no tensor."""
    of = drawn.get(getattr(domain, "of", ""))
    if isinstance(of, p.Sequence):
        of = of.items[0]
    shape, _ = _shape_and_dtype(draft, of)
    rank = len(shape)
    match domain:
        case a.ArrayDomain():
            return array_attribute(draft, domain, drawn, shape)
        case im.ImageDomain():
            return image_attribute(draft, domain, drawn, shape)
        case mo.MovingDomain():
            return moving_attribute(draft, domain, drawn, shape)
        case w.WindowDomain():
            return window_attribute(draft, domain, drawn, shape)
        case d.Flag():
            return draft.flag()
        case d.DtypeName():
            return _DTYPES[draft.choose(len(_DTYPES))]
        case d.Axis():
            return one_axis(draft, rank + domain.extra)
        case d.Count():
            most = shape[-1] if shape else 0
            return most + 1 if draft.wrong or not shape else draft.choose(most + 1)
        case d.Among():
            return domain.values[draft.choose(len(domain.values))]
        case d.Axes():
            return some_axes(draft, rank)
        case d.UnitAxes():
            ones = [i for i, n in enumerate(shape) if n == 1]
            return None if not ones or draft.flag() else (ones[draft.choose(len(ones))],)
        case d.Permutation():
            return None if draft.flag() else order_of_axes(draft, rank)
        case d.SameSize():
            return shape_of_size(draft, shape)
        case d.BroadcastShape():
            wider = tuple(draft.choose(3) + 1 if n == 1 else n for n in shape)
            return (2, *wider) if draft.flag() and math.prod(wider) <= 32 else wider
        case d.Internal() | d.Domain():
            raise AssertionError(f"no strategy for {domain}")
        case _:
            assert_never(domain)
