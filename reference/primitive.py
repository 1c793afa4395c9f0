"""PRIMITIVE: one declaration from which everything about an operation follows.

    @primitive("math.log")
    def log(x: Annotated[Tensor, Floats(likely=(0.1, 10.0))]):
        "y = ln x.  At x = 0: y = -inf, dy/dx = inf."
        return np.log(x)

    @log.vjp
    def _(ct, y, x):
        return ct * reciprocal(x)

The forward takes and returns arrays.  The vjp takes and returns tensors and is written in recorded
operations, so that an outer tape records it and every order of derivative follows.  It gets the cotangent, the
result and all arguments, and returns one cotangent for each operand.  In its place may stand

- `None`: there is no path to that operand;
- a function without arguments: the cotangent, computed only if anyone needs it.

A list operand gets a list of cotangents.  With several results, `ct` and `y` are lists.

Undoing a broadcast, converting operands, checking dtypes and recording happen here, once.
"""

import inspect
import typing
from contextlib import contextmanager

import numpy as np

from . import dtypes
from .errors import InvalidArgumentError, error
from .operands import Broadcasts, Domain
from .record import record, recording
from .shapes import broadcast
from .tensor import Tensor, convert_to_tensor

REGISTRY: dict[str, "Primitive"] = {}  # by each of their names
ENDPOINTS: dict[str, typing.Any] = {}  # what a program may call: primitives and composed functions, by name
REQUIRED = object()

_evaluate = None  # replaces the plain call of a forward, see `evaluated_by`


@contextmanager
def evaluated_by(evaluate):
    """Within the block, `evaluate(primitive, arguments)` computes each primitive's result instead of its forward."""
    global _evaluate
    before, _evaluate = _evaluate, evaluate
    try:
        yield
    finally:
        _evaluate = before


class Primitive:
    """An operation: its names in TensorFlow, the domains of its arguments, its forward and its vjp."""

    def __init__(self, names, forward, *, rounds, decides, hinted, internal, optional_results):
        self.name, self.names, self.forward = names[0], names, forward
        self.rounds, self.decides, self.internal = rounds, decides, internal
        self.hinted, self.optional_results = hinted, optional_results
        self.rule = None
        self.__doc__, self.__name__, self.__module__ = forward.__doc__, forward.__name__, forward.__module__
        self._read_signature(forward)

    def _read_signature(self, forward):
        parameters = inspect.signature(forward).parameters
        self.domains = _domains(forward)
        self.position = {p: i for i, p in enumerate(parameters)}
        self.defaults = [REQUIRED if p.default is p.empty else p.default for p in parameters.values()]
        self.slots = [i for i, d in enumerate(self.domains.values()) if d.role != "attribute"]
        self.lists = {i for i, d in enumerate(self.domains.values()) if d.role == "tensors"}
        self.broadcasts = any(isinstance(d, Broadcasts) for d in self.domains.values())
        self.families = _families(self.domains)

    def vjp(self, rule):
        """Declares the reverse rule; see the module's docstring."""
        self.rule = rule
        return self

    def __repr__(self):
        return f"<primitive {self.name}>"

    def __call__(self, *args, **kwargs):
        arguments = self._bind(args, kwargs)
        for slots, allowed in self.families:
            self._convert(arguments, slots, allowed)
        arrays = list(arguments)
        for i in self.slots:
            x = arguments[i]
            arrays[i] = [item._array for item in x] if i in self.lists else x._array
        with np.errstate(all="ignore"):
            y = self._run(arrays)
        several = isinstance(y, tuple)
        results = tuple(Tensor(np.asarray(item)) for item in y) if several else (Tensor(np.asarray(y)),)
        if recording.tapes:
            record(self, self._flat(arguments), results, arguments)
        return list(results) if several else results[0]

    def _bind(self, args, kwargs):
        count = len(args)
        if not kwargs and count == len(self.defaults):
            return list(args)
        if count > len(self.defaults):
            raise error(TypeError, f"{self.name} takes {len(self.defaults)} arguments but {count} were given")
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

    def _convert(self, arguments, slots, allowed):
        """Makes tensors of the operands in `slots`, all of one dtype; the first tensor among them sets it."""
        hint = _first_dtype(arguments, slots)
        first = None
        for i in slots:
            if i in self.lists:
                arguments[i] = items = [self._converted(x, hint) for x in self._items(arguments[i])]
            else:
                arguments[i] = x = self._converted(arguments[i], hint)
                items = (x,)
            for x in items:
                dtype = x._array.dtype
                if first is None:
                    first = dtype
                    if allowed is not None and dtype not in allowed:
                        raise error(InvalidArgumentError, f"{self.name} has no operand of dtype {x.dtype.name}")
                elif dtype != first:
                    raise error(
                        InvalidArgumentError,
                        f"cannot compute {self.name}: a {dtypes.OF_NUMPY[first].name} tensor was expected, "
                        f"not a {x.dtype.name} tensor",
                    )

    def _converted(self, x, hint):
        if x.__class__ is Tensor:
            return x
        if self.hinted or hasattr(x, "_as_tensor"):
            return convert_to_tensor(x, dtype_hint=hint)
        return convert_to_tensor(x, dtype=hint)

    def _items(self, value):
        if isinstance(value, list | tuple):
            return value
        return list(value) if hasattr(value, "_as_tensor") or hasattr(value, "_array") else [value]

    def _run(self, arrays):
        try:
            y = self.forward(*arrays) if _evaluate is None else _evaluate(self, arrays)
        except ValueError:
            self._check_shapes(arrays)
            raise
        return _flushed(y) if self.rounds else y

    def _check_shapes(self, arrays):
        """Says what NumPy only hinted at: operands that do not broadcast.  Anything else stays a fault."""
        if self.broadcasts:
            shapes = [arrays[i].shape for i in self.slots]
            if broadcast(*shapes) is None:
                raise error(InvalidArgumentError, f"{self.name}: incompatible shapes {shapes}") from None

    def _flat(self, arguments):
        if not self.lists:
            return tuple([arguments[i] for i in self.slots])
        return tuple(x for i in self.slots for x in (arguments[i] if i in self.lists else (arguments[i],)))

    def pull_back(self, entry, cts, needed):
        """The cotangents of a record's operands (flat, None where there is no path), given those of its results.

        `needed` says for each operand whether its cotangent is asked for.  Raises LookupError where the
        operation has no gradient.
        """
        if self.rule is None:
            raise error(LookupError, f"gradient registry has no entry for: {self.name}")
        several = len(entry.results) > 1
        y = list(entry.results) if several else entry.results[0]
        answers = self.rule(cts if several else cts[0], y, *entry.attributes)
        if self.lists:
            answers = [x for a in answers for x in (a if isinstance(a, list) else (a,))]
        return [
            self._settled(answer, x, y) if wanted else None
            for answer, x, wanted in zip(answers, entry.operands, needed, strict=True)
        ]

    def _settled(self, answer, x, y):
        if callable(answer):
            answer = answer()
        if answer is None or not self.broadcasts:
            return answer
        return unbroadcast(answer, x.shape, y.shape)


def _families(domains):
    """Slots that share a dtype, with the dtypes allowed there."""
    families: dict[str, tuple[list[int], frozenset | None]] = {}
    for i, domain in enumerate(domains.values()):
        if domain.role != "attribute":
            allowed = None if domain.dtypes is None else frozenset(d.numpy for d in domain.dtypes)
            slots, so_far = families.setdefault(domain.family, ([], allowed))
            families[domain.family] = (slots, so_far if so_far is not None else allowed)
            slots.append(i)
    return list(families.values())


def _first_dtype(arguments, slots):
    for i in slots:
        value = arguments[i]
        for x in value if isinstance(value, list | tuple) else (value,):
            if hasattr(x, "_array") or hasattr(x, "_as_tensor"):
                return x.dtype
    return None


def _flushed(y):
    """Subnormal results become zero, as TensorFlow's kernels leave them in float32 and float64."""
    if isinstance(y, tuple):
        return tuple(map(_flushed, y))
    if isinstance(y, np.ndarray | np.generic) and y.dtype.kind == "f":
        size = np.abs(y)
        subnormal = size < _SMALLEST[y.dtype]
        if subnormal.any() and (size[subnormal] > 0).any():
            return np.where(subnormal, np.copysign(np.zeros_like(y), y), y)
    return y


_SMALLEST = {d.numpy: d.limits.smallest_normal for d in dtypes.FLOATING}


def unbroadcast(ct, shape, result_shape):
    """Sums `ct`, a cotangent for `result_shape`, over the axes along which `shape` was repeated to it."""
    from .arrays.shaping import reshape
    from .math.reductions import reduce_sum
    from .slices import IndexedSlices

    lead = len(result_shape) - len(shape)
    axes = [i for i, n in enumerate(result_shape) if i < lead or (shape[i - lead] == 1 and n != 1)]
    if not axes and tuple(ct.shape) == tuple(shape):
        return ct
    if isinstance(ct, IndexedSlices):
        ct = convert_to_tensor(ct)
    return reshape(reduce_sum(ct, axis=axes, keepdims=True), shape)


def _domains(function) -> dict[str, Domain]:
    """The domain of each argument that is annotated with one, in order."""
    hints = typing.get_type_hints(function, include_extras=True)
    return {
        p: hints[p].__metadata__[0]
        for p in inspect.signature(function).parameters
        if hasattr(hints.get(p), "__metadata__")
    }


def primitive(*names, rounds=True, decides=None, hinted=False, internal=False, optional_results=()):
    """Declares a primitive under TensorFlow's `names`, the first being its own.

    `rounds` is False where the result is exact (moving, selecting, comparing).  `decides` takes the forward's
    arguments and returns the discrete choice that the result hangs on.  `hinted`: a Python number that does
    not fit the tensor beside it keeps its own dtype, instead of raising TypeError.  `internal`: only rules use
    it.  `optional_results` are those whose missing cotangent is handed to the vjp as None, not as zeros.
    """

    def declare(forward):
        p = Primitive(
            names,
            forward,
            rounds=rounds,
            decides=decides,
            hinted=hinted,
            internal=internal,
            optional_results=optional_results,
        )
        for name in names:
            REGISTRY[name] = p
            if not internal:
                ENDPOINTS[name] = p
        return p

    return declare


def composed(*names):
    """Declares a plain function, composed of primitives as TensorFlow composes it, under TensorFlow's `names`."""

    def declare(function):
        function.name, function.names, function.domains = names[0], names, _domains(function)
        for name in names:
            ENDPOINTS[name] = function
        return function

    return declare
