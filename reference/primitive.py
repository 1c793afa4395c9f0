"""PRIMITIVE: one declaration from which everything about an operation follows.

    @primitive("math.log")
    def log(x: Annotated[Tensor, Floats(likely=(0.1, 10.0))]):
        "y = ln x.  At x = 0: y = -inf, dy/dx = inf."
        return np.log(x)

    @log.vjp
    def _(ct, y, x):
        return ct * reciprocal(x)

The forward takes and returns arrays.  The vjp takes and returns tensors and is written in recorded
operations, so that an outer tape records it and every order of derivative follows.  It gets the cotangent,
the result and all arguments, and returns one cotangent for each operand.  In its place may stand

- `None`: there is no path to that operand;
- a function without arguments: the cotangent, computed only if anyone needs it.

What is computed in any case also raises in any case, for a seed that does not fit: where TensorFlow computes
the cotangents of all operands, a rule does so too.

A list operand gets a list of cotangents.  With several results, `ct` and `y` are lists.

Undoing a broadcast, converting operands, checking dtypes and recording happen here, once.
"""

import functools
import inspect
import typing
from contextlib import contextmanager

import ml_dtypes
import numpy as np

from . import dtypes
from .broadcasting import unbroadcast
from .composite import dispatched
from .errors import InvalidArgumentError, NotFoundError, OpError, error, is_intended
from .families import families, is_slow
from .graph import as_traced
from .operands import Broadcasts, Domain
from .record import record, recording
from .shapes import broadcast
from .tensor import Tensor
from .values import whole_array

REGISTRY: dict[str, "Primitive"] = {}  # by each of their names
ENDPOINTS: dict[str, typing.Any] = {}  # what a program may call: primitives and composed functions, by name
REQUIRED = object()

_evaluate = None  # replaces the plain call of a forward, see `evaluated_by`


@contextmanager
def evaluated_by(evaluate):
    """Within the block, `evaluate(primitive, arguments)` computes what a primitive's forward would."""
    global _evaluate
    before, _evaluate = _evaluate, evaluate
    try:
        yield
    finally:
        _evaluate = before


def evaluate(primitive, arrays):
    """What `primitive.forward` makes of the arrays, or whoever evaluates in its place."""
    return primitive.forward(*arrays) if _evaluate is None else _evaluate(primitive, arrays)


class Primitive:
    """An operation: its names in TensorFlow, the domains of its arguments, its forward and its vjp."""

    def __init__(
        self,
        names,
        forward,
        *,
        on=None,
        rounds=True,
        accumulates=False,
        decides=None,
        hinted=False,
        internal=False,
        unreduced=(),
        optional_results=(),
    ):
        self.name, self.names, self.forward, self.on = names[0], names, forward, on
        self.rounds, self.accumulates, self.decides = rounds, accumulates, decides
        self.hinted, self.internal, self.unreduced = hinted, internal, unreduced
        self.optional_results = optional_results
        self.rule: typing.Any = None
        self.unseeing_rule: typing.Any = None
        self.__doc__, self.__name__, self.__module__ = forward.__doc__, forward.__name__, forward.__module__
        self._read_signature(forward)

    def _read_signature(self, forward):
        parameters = inspect.signature(forward).parameters
        self.domains = _domains(forward)
        self.position = {p: i for i, p in enumerate(parameters)}
        self.defaults = [REQUIRED if p.default is p.empty else p.default for p in parameters.values()]
        self.arity = len(parameters)
        self.slots = [i for i, d in enumerate(self.domains.values()) if d.role != "attribute"]
        self.lists = {i for i, d in enumerate(self.domains.values()) if d.role == "tensors"}
        self.broadcasts = any(isinstance(d, Broadcasts) for d in self.domains.values())
        self.families = families(self)
        self.is_fussy = any(family.only is not None for family in self.families)

    def vjp(self, rule):
        """Declares the reverse rule; see the module's docstring."""
        self.rule = rule
        return self

    def vjp_unseeing(self, rule):
        """Declares the rule for forward mode, where it differs since TensorFlow's sees no value of an operand
        there, nor of an axis."""
        self.unseeing_rule = rule
        return self

    def __repr__(self):
        return f"<primitive {self.name}>"

    def __call__(self, *args, **kwargs):
        arguments = self._bind(args, kwargs) if kwargs or len(args) != self.arity else list(args)
        arrays = arguments.copy()
        slowly = self.is_fussy and any(map(is_slow, self._each(arguments)))
        try:
            found = [family.convert(arguments, arrays, slowly) for family in self.families]
            self._judge(found)
        except OpError as problem:
            raise self._problem(problem, None) from None
        except (TypeError, ValueError) as problem:
            return dispatched(self, self._bind(args, kwargs), problem)
        y = self._run(arrays)
        several = y.__class__ is tuple
        results = tuple([Tensor(whole_array(item)) for item in y]) if several else (Tensor(whole_array(y)),)
        if recording.tapes:
            record(self, self._flat(arguments), results, arguments)
        return list(results) if several else results[0]

    def _judge(self, found):
        """Kernels are looked for when all dtypes have been judged."""
        unserved = None
        for family, (dtype, other) in zip(self.families, found, strict=True):
            if dtype is not None and (other is not None or dtype not in (family.allowed or (dtype,))):
                try:
                    family.check(dtype, other)
                except NotFoundError as problem:
                    unserved = unserved or problem
        if unserved is not None:
            raise unserved

    def call_on(self, tf, arguments):
        """Performs the operation on `tf`, any module with TensorFlow's names.

        `arguments` are all of the forward's, in its order, with tensors of that module.  Several results come
        as a list.
        """
        if self.on is not None:
            y = self.on(tf, *arguments)
        else:
            function = functools.reduce(getattr, self.name.split("."), tf)
            if self.name.startswith("raw_ops."):  # which take nothing by position
                y = function(**dict(zip(self.position, arguments, strict=True)))
            else:
                y = function(*arguments)
        return list(y) if isinstance(y, list | tuple) else y

    def _bind(self, args, kwargs):
        count = len(args)
        if count > self.arity:
            raise error(TypeError, f"{self.name} takes {self.arity} arguments but {count} were given")
        arguments = [*args, *self.defaults[count:]]
        for key, value in kwargs.items():
            i = self.position.get(key)
            if i is None or i < count:
                if key == "name" and i is None:
                    continue
                raise error(TypeError, f"{self.name} got an unexpected argument '{key}'")
            arguments[i] = value
        for key, i in self.position.items():
            if arguments[i] is REQUIRED:
                raise error(TypeError, f"{self.name} is missing its argument '{key}'")
        return arguments

    def _run(self, arrays):
        try:
            if _evaluate is None and not self.rounds:
                return self.forward(*arrays)  # nothing to warn of where things are moved, selected, compared
            with np.errstate(all="ignore"):
                y = evaluate(self, arrays)
                return flushed(y) if self.rounds else y
        except ValueError:
            self._check_shapes(arrays)
            raise
        except OpError as problem:
            raise self._problem(problem, arrays) from None

    def _problem(self, problem, arrays):
        return problem if recording.function is None else as_traced(problem, self, arrays)

    def _check_shapes(self, arrays):
        """Says what NumPy only hinted at: operands that do not broadcast.  Anything else stays a fault."""
        if self.broadcasts:
            shapes = [arrays[i].shape for i in self.slots]
            if broadcast(*shapes) is None:
                kind = InvalidArgumentError if recording.function is None else ValueError
                raise error(kind, f"{self.name}: incompatible shapes {shapes}") from None

    def _flat(self, arguments):
        if not self.lists:
            return tuple([arguments[i] for i in self.slots])
        return tuple(x for i in self.slots for x in (arguments[i] if i in self.lists else (arguments[i],)))

    def _each(self, arguments):
        """The operands one by one, as they were given."""
        for i in self.slots:
            x = arguments[i]
            yield from x if i in self.lists and isinstance(x, list | tuple) else (x,)

    def pull_back(self, entry, cts, needed, unseeing=False):
        """The cotangents of a record's operands, flat, given those of its results; None for no path.

        `needed` says for each operand whether its cotangent is asked for, `unseeing` whether it is forward
        mode that asks.  Raises LookupError where the operation has no gradient.
        """
        if self.rule is None:
            raise error(LookupError, f"gradient registry has no entry for: {self.name}")
        several = len(entry.results) > 1
        y = list(entry.results) if several else entry.results[0]
        rule = self.unseeing_rule if unseeing and self.unseeing_rule is not None else self.rule
        answers = rule(cts if several else cts[0], y, *entry.attributes)
        if self.lists:
            answers = [x for a in answers for x in (a if isinstance(a, list) else (a,))]
        answers = [
            a if not callable(a) else a() if wanted else None
            for a, wanted in zip(answers, needed, strict=True)
        ]
        if self.broadcasts:
            answers = self._unbroadcast(answers, entry, cts[0], needed)
        return [a if wanted else None for a, wanted in zip(answers, needed, strict=True)]

    def _unbroadcast(self, answers, entry, ct, needed):
        shapes = [x._array.shape for x in entry.operands]
        if "beside a scalar" in self.unreduced and not needed[1] and not shapes[1]:
            return answers
        if ct.__class__ is Tensor and shapes[0] == shapes[1] == ct._array.shape:
            short = ct._array.dtype in _OF_32_BITS
            if "same shape" in self.unreduced or (short and "same shape of 32 bits" in self.unreduced):
                return answers
        others = shapes[::-1] if len(shapes) == 2 else [entry.results[0]._array.shape] * len(shapes)
        return [
            None if answer is None else unbroadcast(answer, shape, other)
            for answer, shape, other in zip(answers, shapes, others, strict=True)
        ]


def flushed(y):
    """Subnormal results become zero, as TensorFlow's kernels leave them in all dtypes but float16."""
    if y.__class__ is tuple:
        return tuple(map(flushed, y))
    if y.__class__ is bytes:
        return y
    smallest = _SMALLEST.get(y.dtype)
    if smallest is not None:
        normal = np.abs(y) >= smallest
        if np.count_nonzero(normal) != normal.size:
            return y * normal  # keeps the sign of zero, infinities and nan
        return y
    parts = _PARTS.get(y.dtype)
    return y if parts is None else _by_parts(np.ascontiguousarray(y), parts).reshape(np.shape(y))


def _by_parts(y, parts):
    return flushed(y.reshape(-1).view(parts)).view(y.dtype)


_OF_32_BITS = (dtypes.float32.numpy, dtypes.int32.numpy)
_SMALLEST = {d.numpy: np.array(ml_dtypes.finfo(d.numpy).smallest_normal) for d in dtypes.FLOATING}
del _SMALLEST[dtypes.float16.numpy]
_PARTS = {d.numpy: d.real_dtype.numpy for d in dtypes.COMPLEX}


def _domains(function) -> dict[str, Domain]:
    """The domain of each argument that is annotated with one, in order."""
    hints = typing.get_type_hints(function, include_extras=True)
    return {
        p: hints[p].__metadata__[0]
        for p in inspect.signature(function).parameters
        if hasattr(hints.get(p), "__metadata__")
    }


def primitive(*names, **options):
    """Declares a primitive under TensorFlow's `names`, the first being its own.  The `options`:

    on                performs it on a module with TensorFlow's names, given that module and the forward's
                      arguments; needed where its own name is not TensorFlow's or the parameters are not
    rounds            False where the result is exact (moving, selecting, comparing); "always" where it is
                      computed in double precision whatever the operands, so that no wider type tells
    accumulates       where a result is made of many terms, in an order that is nobody's to know: True if that
                      of the operands' absolute values is the size of the terms, or a function of this size;
                      "normwise" where matrices are eliminated or iterated on, whose rounding is that of
                      operands moved by units of their matrices' largest entries; "schur" where it is that
                      of several such steps
    decides           takes the forward's arguments and returns the discrete choice that the result hangs on
    hinted            operands are converted one by one, the dtype of those before being no more than a hint
    internal          only rules use it
    unreduced         when cotangents are not summed to their operands' shapes: for the first operand, "beside
                      a scalar" that needs none; where operands and cotangent have the "same shape", or
                      the "same shape of 32 bits", float32 or int32
    optional_results  those whose missing cotangent is handed to the vjp as None, not as zeros
    """

    def declare(forward):
        p = Primitive(names, forward, **options)
        for name in names:
            REGISTRY[name] = p
            if not p.internal:
                ENDPOINTS[name] = p
        return p

    return declare


def composed(*names):
    """Declares a function under TensorFlow's `names`, composed of primitives as TensorFlow composes it."""

    def declare(function):
        @functools.wraps(function)
        def called(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except (TypeError, ValueError, AttributeError) as problem:
                if isinstance(problem, TypeError) and not is_intended(problem):
                    _check_call(function, args, kwargs)
                return dispatched(called, _bound(function, args, kwargs), problem)

        declared: typing.Any = called
        declared.name, declared.names, declared.domains = names[0], names, _domains(function)
        for name in names:
            ENDPOINTS[name] = declared
        return declared

    return declare


def _bound(function, args, kwargs):
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return list(bound.arguments.values())


def _check_call(function, args, kwargs):
    try:
        inspect.signature(function).bind(*args, **kwargs)
    except TypeError as problem:
        raise error(TypeError, f"{function.__name__}: {problem}") from None
