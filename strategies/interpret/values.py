"""Values: statements that make and compute them."""

from functools import cache, reduce
from typing import assert_never

from .. import program as p
from ..literals import array
from ..outcome import Returned
from .bindings import DONE, Bindings
from .operators import AUGMENTED, OPERATORS, key


def step(frame: Bindings, s: p.ValueStatement) -> Returned:
    match s:
        case p.Apply():
            function = resolve(frame.tf, s.function)
            return frame.define(s.out, function(*map(frame.tree, s.operands), **dict(s.attributes)))
        case p.Operate():
            operator = OPERATORS[s.operator, len(s.operands)]
            return frame.define(s.out, operator(*map(frame.tree, s.operands)))
        case p.Constant():
            return frame.define(s.out, frame.tf.constant(array(s.value)))
        case p.Augment():
            frame.bind(s.out, frame.get(s.name))
            change = AUGMENTED[s.operator]
            return frame.define(s.out, change(frame.get(s.name), frame.tree(s.value)))
        case p.Index():
            return frame.define(s.out, frame.get(s.tensor)[key(s.key)])
        case p.Alias():
            frame.bind(s.out, frame.get(s.name))
            return DONE
        case p.ToNumpy():
            return frame.define(s.out, frame.get(s.tensor).numpy())
        case p.IndexedSlices():
            shape = [] if s.dense_shape == p.OMITTED else [frame.tree(s.dense_shape)]
            parts = frame.tree(s.values), frame.tree(s.indices), *shape
            frame.names[s.out] = frame.tf.IndexedSlices(*parts)
            return DONE
        case p.Part():
            return frame.define(s.out, getattr(frame.get(s.slices), s.field))
        case p.Method():
            method = getattr(frame.get(s.object), s.method)
            return frame.define(s.out, method(*map(frame.tree, s.operands), **dict(s.attributes)))
        case p.Delete():
            del frame.names[s.name]
            return DONE
        case _:
            assert_never(s)


def resolve(tf, function: str):
    """The endpoint that a dotted name means on a module."""
    return reduce(getattr, _parts(function), tf)


_parts = cache(lambda name: name.split("."))
