"""FORWARD: derivatives that are computed on the way, beside the values.

An accumulator stands among the recording tapes and knows tensors and variables by their tangents.  As soon
as an operation has an operand that it knows, it computes the tangents of the results.  There is no second
rule for that: a vjp is linear in its cotangents, <vjp(ct), tangents> = <ct, jvp>, and the jvp is the
derivative of that by ct, found by a tape of its own.

What it computes is recorded, as one operation, by tapes and accumulators that were entered before it, and not
by those entered after it (A11 to A14).
"""

from typing import ClassVar

from . import nest
from .backprop import Log, gradients, ones_like, zeros_like
from .dtypes import DType
from .errors import OpError, error
from .logs import warn
from .primitive import Primitive
from .record import recorded_by, recording
from .slices import IndexedSlices
from .tensor import Tensor, convert_to_tensor
from .traced import Traced, pushing_forward
from .unconnected import UnconnectedGradients
from .variable import Cell, Variable, _ReadVariable


class ForwardAccumulator:
    """Computes jvps: the derivatives of what runs within `with` by `primals`, in the direction of `tangents`.

    Both are one tensor or variable or structures of the same form.  A tangent gets the dtype of its primal.
    Quirk unchecked-tangents: the shape of a tangent is not compared with its primal's, so that what does not
    fit raises ValueError in an operation later on, or in none (A05).
    Quirk complex-primals-warn: primals that are not floating are warned of, complex ones included, though
    those work (A07).

    Raises ValueError for structures of another form, TypeError where only their classes differ, ValueError
    for the same object twice and for tensors of another dtype, AttributeError for what has no dtype.
    """

    watches_accessed_variables = False
    variables: ClassVar[dict] = {}

    def __init__(self, primals, tangents):
        self.known, self._recording = {}, False
        given = nest.flatten(primals)
        if len({id(x) for x in given}) < len(given):
            raise error(
                ValueError,
                "Tensor {} was specified as a primal multiple times. This may indicate an error. If it was "
                "intended, please sum the corresponding tangents.",
            )
        nest.map_structure(self._watch, primals, tangents)

    def _watch(self, primal, tangent):
        dtype = getattr(primal, "dtype", None)
        if not isinstance(dtype, DType):
            raise error(AttributeError, f"{type(primal).__name__!r} object has no dtype of TensorFlow's")
        if not dtype.is_floating:
            warn("The dtype of the watched primal must be floating (e.g. tf.float32), got %r", dtype, most=5)
        if isinstance(primal, Cell):
            raise error(ValueError, f"a handle has no tangents, {tangent} neither")
        tangent = convert_to_tensor(tangent, dtype=dtype)
        x = getattr(primal, "_cell", primal)
        if not isinstance(x, Tensor | Cell):
            raise error(SystemError, f"a primal of type {type(primal).__name__!r} has no '_id'")
        if x.id in self.known:  # two names of one variable
            tangent = tangent + self.known[x.id]
        self.known[x.id] = tangent

    # Recording

    def __enter__(self):
        self._push_accumulator()
        return self

    def __exit__(self, *exc):
        if self._recording:
            self._pop_accumulator()

    def _push_accumulator(self):
        if self._recording:
            raise error(ValueError, "Accumulator is already recording.")
        recording.tapes.append(self)
        self._recording = True

    def _pop_accumulator(self):
        if not self._recording:
            raise error(ValueError, "Accumulator is not recording.")
        recording.tapes.remove(self)
        self._recording = False

    def write(self, entry):
        """Computes the tangents of an operation's results.

        Quirk forward-past-custom-gradient: a result that has a tangent keeps it, so that what runs inside a
        function counts, not the gradient that `custom_gradient` gave it (A18, X06, X07).
        Quirk forward-in-functions: tapes do not see the jvp of a `tf.function`, other accumulators do (A13).
        """
        if hasattr(entry.operation, "given") and any(x.id in self.known for x in _cells(entry)):
            # Quirk forward-over-forward-variables: a variable is the primal of one accumulator at a time, and
            # reading it within two of them raises ValueError (A14).
            raise error(ValueError, "Tried to take gradients (or similar) of a variable without handle data")
        outside = recording.tapes[: recording.tapes.index(self)]
        if isinstance(entry.operation, Traced):
            outside = [tape for tape in outside if isinstance(tape, ForwardAccumulator)]
        with recorded_by(outside):
            tangents = _jvp(entry, self.known)
        for y, tangent in zip(entry.results, tangents, strict=True):
            if tangent is not None:
                self.known.setdefault(y.id, tangent)

    # Answering

    def jvp(self, primals, unconnected_gradients=UnconnectedGradients.NONE):
        """The tangents of `primals`, a tensor or variable or structure of them, in that structure.

        What has none gets None, or zeros where `unconnected_gradients` is "zero".  A primal has its own from
        the start (A10).  Raises ValueError for an unknown `unconnected_gradients`, AttributeError for what is
        no tensor or variable.
        """
        zero = UnconnectedGradients.of(unconnected_gradients) is UnconnectedGradients.ZERO
        return nest.map_structure(lambda x: self._tangent(x, zero), primals)

    def _tangent(self, x, zero):
        if not isinstance(x, Tensor | Cell | Variable):
            raise error(AttributeError, f"{type(x).__name__!r} object has no attribute '_id'")
        tangent = self.known.get(x.id)
        return zeros_like(convert_to_tensor(x)) if tangent is None and zero else tangent


def _cells(entry):
    return [x for x in entry.operands if isinstance(x, Cell)]


def _jvp(entry, known):
    """The tangents of an operation's results; None for those of an int dtype and where no path leads.

    An operand that is not known counts as one whose tangent is zero.
    """
    tangents = _tangents(entry, known)
    if hasattr(entry.operation, "is_python"):
        return _transposed(entry, tangents, aids=[ones_like(y) for y in entry.results])
    with Traced() as function:
        function.name, function.given = entry.operation.name, (*entry.operands, *entry.results, *tangents)
        for x in function.given:
            _enter(function.body, x)
        try:
            function.results = _answers(entry, tangents)
        except OpError as problem:  # of a tangent that does not fit, as a traced function says it
            if getattr(problem, "when_run", False):
                raise
            raise error(ValueError, str(problem)) from problem
    return function.results


def _enter(body, x):
    """Makes `x` an operand of what is traced, used or not: its tangents may be zeros, then, but not None."""
    if isinstance(x, IndexedSlices):
        for part in (x.values, x.indices, x.dense_shape):
            body.inside(part)
    elif x is not None:
        body.inside(getattr(x, "_cell", x))


def _tangents(entry, known):
    return [_of_operand(x, known) for x in entry.operands]


def _of_operand(x, known):
    tangent = known.get(x.id)
    return zeros_like(x) if tangent is None and x.is_differentiable else tangent


def _answers(entry, tangents):
    if entry.operation is _ReadVariable:  # of ints too
        return tangents
    if not any(y.is_differentiable for y in entry.results):
        # Quirk forward-without-gradient: where no result is floating, no gradient is missed (A17).
        return [None] * len(entry.results)
    return _transposed(
        entry, tangents, [ones_like(y) if y.is_differentiable else None for y in entry.results]
    )


def _transposed(entry, tangents, aids):
    """The derivative of <vjp(aids), tangents> by the aids, whose values do not matter; None for no aid."""
    log = Log(persistent=False, watches_accessed_variables=False)
    for aid in aids:
        if aid is not None:
            log.watch(aid.id)
    optional = entry.operation.optional_results
    cts = [
        zeros_like(y) if aid is None and i not in optional else aid
        for i, (y, aid) in enumerate(zip(entry.results, aids, strict=True))
    ]
    needed = [x.is_differentiable for x in entry.operands]
    unseeing = {"unseeing": True} if isinstance(entry.operation, Primitive) else {}
    with recorded_by([*recording.tapes, log]), pushing_forward(entry.operation):
        answers = entry.operation.pull_back(entry, cts, needed, **unseeing)
    pairs = [(a, t) for a, t in zip(answers, tangents, strict=True) if a is not None and t is not None]
    for answer, _ in pairs:
        # Quirk forward-over-slices: rows of a variable and rows by one coordinate have no jvp (A19).
        if not isinstance(answer, Tensor):
            raise error(AttributeError, f"{type(answer).__name__!r} object has no attribute '_id'")
    sources = [aid for aid in aids if aid is not None]
    found = iter(gradients(log, [a for a, _ in pairs], sources, [t for _, t in pairs]))
    return [None if aid is None else next(found) for aid in aids]
