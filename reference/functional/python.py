"""PYTHON: operations that run a Python function.

py_function      gives it tensors; differentiable once
numpy_function   gives it arrays; no path leads through these
"""

import functools
from contextlib import contextmanager, nullcontext

import numpy as np

from .. import nest
from ..backprop import zeros_like
from ..dtypes import as_dtype, bfloat16
from ..errors import (
    InvalidArgumentError,
    OperatorNotAllowedInGraphError,
    OutOfRangeError,
    ResourceExhaustedError,
    UnimplementedError,
    UnknownError,
    called,
    error,
    is_intended,
)
from ..record import not_recording, record, recording
from ..tape import GradientTape
from ..tensor import Tensor, convert_to_tensor, is_variable

_CLASSES = {
    TypeError: InvalidArgumentError,
    ValueError: InvalidArgumentError,
    StopIteration: OutOfRangeError,
    MemoryError: ResourceExhaustedError,
    NotImplementedError: UnimplementedError,
}


def py_function(func=None, inp=None, Tout=None, name=None):
    """What `func` returns for `inp` as tensors, converted to the dtypes `Tout`: a list if that is one, else
    the first.

    Without `func` a decorator.  What `func` raises becomes an error of operations: InvalidArgumentError for
    TypeError and ValueError, UnknownError for most others.

    Tapes see one operation, whose gradient comes from a tape of its own that was running inside; what is
    computed inside of tensors from outside has no path out.  Quirk py-function-once: its backward pass
    answers once, on a persistent tape too, and raises UnknownError ever after (X03, X36).  Quirk
    py-function-zero: an operand that `func` does not use gets a zero of shape [] (G12).
    """
    return _perform(_tensors_to, "tf.py_function", func, inp, Tout)


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    """What `func` returns for `inp` as arrays: one tensor, or a list of several.

    Without `func` a decorator.  No path leads through it.  Quirk numpy-function-plain: eagerly `func` is just
    called, so that `Tout` means nothing, its errors keep their classes, and a tensor that it returns keeps
    its path (G12).  In a traced function, where it is an operation, all that is checked.
    """
    return _perform(_arrays_to, "tf.numpy_function", func, inp, Tout)


def _perform(run, name, func, inp, Tout):
    if Tout is None:
        raise error(TypeError, f"Missing required argument: 'Tout' of {name}")
    if func is None:
        if inp is not None:
            raise error(TypeError, f"Don't set the `inp` argument when using {name} as a decorator")
        return lambda f: functools.wraps(f)(lambda *args: run(f, args, Tout))
    if inp is None:
        raise error(TypeError, f"Missing argument `inp` of {name}")
    return run(func, inp, Tout)


def _arrays_to(func, inp, Tout):
    if recording.function is not None:
        return _arrays_in_graph(func, inp, Tout)
    results = nest.flatten(called(func, *map(_array_of, _iterated(inp))))
    results = [y if y is None else convert_to_tensor(y) for y in results]
    return results[0] if len(results) == 1 else results


def _array_of(x):
    """Raises ValueError for a scalar tensor of bfloat16, of which NumPy makes no array."""
    if isinstance(x, Tensor) and x.dtype is bfloat16 and not x.ndim:
        raise error(ValueError, "object __array__ method not producing an array")
    return np.array(x)


def _arrays_in_graph(func, inp, Tout):
    """In a traced function it is an operation without a gradient, and `Tout` is checked."""
    operands, dtypes = _prepared(func, inp, Tout)
    with _eagerly():
        try:
            returned = called(func, *[x.numpy() for x in operands])
            values = [] if returned is None else returned
            arrays = [np.asarray(y) for y in (values if isinstance(values, list | tuple) else [values])]
        except Exception as problem:
            raise _of_operations(problem) from problem
    _require_count(arrays, dtypes, exactly=True)
    results = [convert_to_tensor(y) for y in arrays]
    if any(y.dtype is not dtype for y, dtype in zip(results, dtypes, strict=True)):
        raise error(InvalidArgumentError, f"pyfunc returns {results}, but expects {dtypes}")
    return results if isinstance(Tout, list | tuple) else results[0]


def _iterated(inp):
    if isinstance(inp, Tensor) and recording.function is not None:
        raise error(OperatorNotAllowedInGraphError, "Iterating over a symbolic `tf.Tensor` is not allowed.")
    try:
        return list(inp)
    except TypeError:
        raise error(TypeError, f"{type(inp).__name__!r} object is not iterable") from None


def _prepared(func, inp, Tout):
    """The operands and the dtypes of the results."""
    if not callable(func):
        raise error(ValueError, f"Expected func to be callable. Received func={func}")
    operands = tuple(convert_to_tensor(x) for x in _iterated(inp))
    if recording.function is not None and isinstance(Tout, list | tuple) and not Tout:
        raise error(TypeError, "a traced function has to return tensors")
    return operands, [as_dtype(dtype) for dtype in (Tout if isinstance(Tout, list | tuple) else [Tout])]


def _require_count(values, dtypes, exactly=False):
    if len(values) < len(dtypes) or (exactly and len(values) > len(dtypes)):
        raise error(
            InvalidArgumentError, f"pyfunc returns {len(values)} values, but expects {len(dtypes)} values"
        )


@contextmanager
def _eagerly():
    """Within the block Python runs as if called from outside of all functions, where tapes see nothing of
    it; eagerly they see it all."""
    function = recording.function
    recording.function = None
    try:
        with not_recording() if function is not None else nullcontext():
            yield
    finally:
        recording.function = function


def _tensors_to(func, inp, Tout, is_gradient=False):
    operands, dtypes = _prepared(func, inp, Tout)
    inside = [Tensor(x._array) for x in operands]
    with _eagerly():
        try:
            with GradientTape() as tape:
                tape.watch([x for x in inside if x.is_differentiable])
                returned = _converted(called(func, *inside), dtypes, is_gradient)
        except Exception as problem:
            raise _of_operations(problem) from problem
    _require_count(returned, dtypes)
    results = tuple(Tensor(y._array) for y in returned)
    record(_PyFunction(tape, inside, returned), operands, results, ())
    return list(results) if isinstance(Tout, list | tuple) else results[0]


def _converted(returned, dtypes, is_gradient):
    """What a function returned as tensors of these dtypes; the surplus is ignored."""
    if returned is None and not is_gradient:
        return []
    values = returned if isinstance(returned, list | tuple) else (returned,)
    if values is not returned and not dtypes:
        raise error(IndexError, "list index out of range")
    return [_tensor(value, dtype, is_gradient) for value, dtype in zip(values, dtypes, strict=False)]


def _tensor(value, dtype, is_gradient):
    if is_variable(value):
        raise error(RuntimeError, "Attempting to return a variable from an eagerly executed py_func.")
    return convert_to_tensor(0.0 if value is None and is_gradient else value, dtype=dtype)


def _of_operations(problem):
    """The error of operations that stands for `problem`; a fault of the reference stays one."""
    if not is_intended(problem):
        return problem
    kind = next((_CLASSES[c] for c in _CLASSES if isinstance(problem, c)), UnknownError)
    return error(kind, f"{type(problem).__name__}: {problem}")


class _PyFunction:
    """One call of a Python function, with the tape that ran inside until it is asked."""

    name, optional_results = "EagerPyFunc", ()

    def __init__(self, tape, inside, returned):
        self._kept = [(tape, inside, returned)]

    def pull_back(self, entry, cts, needed):
        """Of a function that is being traced the backward pass is traced, and does not run."""
        from ..traced import prepares

        if prepares():
            return [zeros_like(x) for x in entry.operands]

        def gradient(*cts):
            if not self._kept:
                raise error(KeyError, "the call was asked before")
            tape, inside, returned = self._kept.pop()
            return tape.gradient(returned, inside, output_gradients=cts)

        return _tensors_to(gradient, cts, [x.dtype for x in entry.operands], is_gradient=True)
