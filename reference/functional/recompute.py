"""RECOMPUTE: functions that run once more in the backward pass, in place of what a tape would keep."""

from .. import nest
from ..errors import called, error
from ..graph import vectorizes
from ..math.arithmetic import identity
from ..record import recorded_by, recording
from ..tape import GradientTape
from ..tensor import Tensor
from .custom import Accessed, custom_gradient, name_of, renamed


def recompute_grad(f):
    """Makes a function of `f` that records nothing of it: the backward pass runs it again, under a tape.

    Quirk recompute-stops-tapes: tapes that are made inside `f` record nothing either, the first time (C24).

    Quirk recompute-once: not only a trade of memory for time, for the second order raises NotImplementedError
    (C25).  Quirk recompute-zeros: an argument that `f` does not use gets zeros (C26).
    """

    def inner(*args, **kwargs):
        with recorded_by(_Stopped(tape for tape in recording.tapes if _sees(tape) or vectorizes())):
            result = called(f, *args, **kwargs)

        def gradient(*cts, variables=None):
            return custom_gradient(lambda *cts: _recomputed(f, args, kwargs, variables or (), cts))(*cts)

        return result, gradient

    return renamed(custom_gradient(inner), f)


class _Stopped(list):
    """Recording tapes, to which others may be added that see nothing."""

    def __init__(self, tapes):
        super().__init__(tapes)
        self._seeing = set(map(id, list.__iter__(self)))

    def __iter__(self):
        return (tape for tape in list.__iter__(self) if _sees(tape) or id(tape) in self._seeing)


def _sees(tape):
    return isinstance(tape, Accessed)


def _is_bool(x):
    return isinstance(x, Tensor) and x.dtype.is_bool


def _recomputed(f, args, kwargs, variables, cts):
    if recording.function is not None and any(map(_is_bool, nest.flatten(args))):
        # Quirk recomputing-bools: in a function the backward pass adds something to each argument (Q85).
        raise error(TypeError, "Value passed to parameter 'x' has DataType bool")
    with GradientTape() as tape:
        again = [nest.pack_as(x, [identity(part) for part in nest.flatten(x)]) for x in args]
        tape.watch(again)
        tape.watch(list(variables))
        result = called(f, *again, **kwargs)
    sources = [*again, *variables]
    gradients = tape.gradient(result, sources, output_gradients=cts, unconnected_gradients="zero")

    def transposed(*cts, variables=None):
        raise error(NotImplementedError, f"recompute_grad tried to transpose grad of {name_of(f)}")

    return (gradients[: len(again)], gradients[len(again) :]), transposed
