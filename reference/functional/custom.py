"""CUSTOM: functions with gradients of their own.

Defines `custom_gradient` and `grad_pass_through`.
"""

import functools
import inspect
from typing import Any

from .. import nest
from ..errors import called, error, intended
from ..math.arithmetic import identity
from ..record import record, recording
from ..tensor import Tensor, convert_to_tensor


class _Custom:
    """y = f(x), whose gradient is what the function itself says, unchecked (C04)."""

    optional_results = ()
    is_python = calls_python = True

    def __init__(self, name, answer):
        self.name, self.answer = name, answer

    def pull_back(self, entry, cts, needed):
        return self.answer(cts)


class Accessed:
    """Stands among the recording tapes to see which trainable variables a function reads."""

    watches_accessed_variables = True

    def __init__(self):
        self.known, self.variables = {}, {}

    def watch_variable(self, variable):
        self.variables.setdefault(variable.id, variable)

    def __enter__(self):
        recording.tapes.append(self)
        return self.variables

    def __exit__(self, *exc):
        recording.tapes.remove(self)


class _Decorated:
    """What `custom_gradient` makes of a function; as an attribute of a class, a method."""

    __wrapped__: Any

    def __init__(self, function):
        functools.update_wrapper(self, function)

    def __get__(self, instance, owner):
        return self if instance is None else _Decorated(self.__wrapped__.__get__(instance, owner))

    def __call__(self, *args, **kwargs):
        return _performed(self.__wrapped__, args, kwargs)


def custom_gradient(f=None):
    """Makes a function of `f`, which returns its result and a function from cotangents to gradients.

    That second function gets one cotangent for each result and returns one gradient for each argument, None
    where there is no path; keyword arguments get none.  Where `f` reads trainable variables that are not
    among its arguments, it is called with `variables=` too and returns (gradients of arguments, list of
    gradients of variables); raises TypeError where it cannot be.  Raises ValueError in the backward pass for
    a wrong number of gradients, AttributeError for a function without a name that is given arguments.

    What runs inside `f` is recorded as well, but its results are new tensors (C18), slices made dense.
    """
    return custom_gradient if f is None else _Decorated(f)


def _performed(f, args, kwargs):
    in_graph = recording.function is not None
    if in_graph:
        if kwargs:  # Quirk keywords-in-functions: a function with a gradient of its own takes none (C11).
            raise error(ValueError, "custom_gradient supports keyword arguments only in eager execution.")
        args = nest.pack_as(
            args, [x if hasattr(x, "flat_values") else convert_to_tensor(x) for x in nest.flatten(args)]
        )
    with Accessed() as accessed:
        result, gradient_function = _pair(called(f, *args, **kwargs))
    if not callable(gradient_function):
        raise error(TypeError, "unsupported callable")
    arguments = [_dense(x) for x in nest.flatten(args)]
    given = [*arguments, *nest.flatten(kwargs)]
    variables = [v for v in accessed.values() if all(v is not x for x in given)]
    if variables and not _takes_variables(gradient_function):
        raise error(TypeError, "@tf.custom_gradient grad_fn must accept keyword argument 'variables'")
    results = nest.flatten(result)
    answer = functools.partial(_answer, gradient_function, variables, results)
    record_results = _recorded_in_graph if in_graph else _recorded
    new = record_results(f, [_dense(y) for y in results], arguments, variables, answer)
    return nest.pack_as(result, _like(results, new))


def _dense(x):
    """The tensor inside of a ragged one, by which tapes know it (C28)."""
    return x.flat_values if hasattr(x, "flat_values") else x


def _like(results, tensors):
    """The tensors, ragged where the results are."""
    return [
        y.with_flat_values(x) if hasattr(y, "flat_values") else x
        for y, x in zip(results, tensors, strict=True)
    ]


def _recorded(f, results, arguments, variables, answer):
    """New tensors for the results, which no path inside `f` leads to."""
    results = [identity(convert_to_tensor(y)) for y in results]
    operands = [convert_to_tensor(x) for x in (*arguments, *variables)]

    def pulled_back(cts):
        of_arguments, of_variables = answer(cts)
        if len(of_arguments) != len(arguments):
            raise error(
                ValueError,
                f"custom_gradient function expected to return {len(arguments)} gradients, not "
                f"{len(of_arguments)}",
            )
        return _listed(of_arguments, of_variables)

    record(_Custom(name_of(f), pulled_back), tuple(operands), tuple(results), ())
    return results


def _recorded_in_graph(f, results, arguments, variables, answer):
    """The same in a traced function.

    Quirk custom-gradient-in-functions: the operation that is recorded takes the results that `f` gave, too,
    and gives the arguments, so that it is recorded wherever a path leads to the results, and a wrong number
    of gradients is an InternalError (C02).
    """
    variables.sort(key=lambda v: v.name)
    operands = [convert_to_tensor(x) for x in (*results, *arguments, *variables)]
    given = [identity(x) for x in operands]
    count = len(results)
    if not recording.function.vectorizes:
        given = [Tensor(x._array) for x in operands]

        def pulled_back(cts):
            answers = [None] * count + _listed(*answer(cts[:count]))
            _require_fitting(answers, operands)
            return answers

        record(_Custom(name_of(f), pulled_back), tuple(operands), tuple(given), ())
    return given[:count]


def _require_fitting(gradients, operands):
    """Quirk custom-gradient-of-functions: the gradient of a whole function is checked, so that a wrong number
    or shape raises ValueError, at the call (C02).
    """
    from ..traced import prepares

    if not prepares():
        return
    if len(gradients) != len(operands):
        raise error(ValueError, f"Num gradients {len(gradients)} generated for {len(operands)} inputs")
    for g, x in zip(gradients, operands, strict=True):
        if isinstance(g, Tensor) and g.shape != x.shape:
            raise error(ValueError, f"a gradient of shape {g.shape} for an input of shape {x.shape}")


def grad_pass_through(f):
    """Makes a function of `f` whose gradient is the identity's: cotangents pass, unchecked even in shape.

    Variables that `f` reads get no gradient.  Raises ValueError in the backward pass where `f` has another
    number of results than of arguments.
    """

    def passing(*args, **kwargs):
        def gradient(*cts, variables=()):
            return (cts, [None] * len(variables)) if variables else cts

        return called(f, *args, **kwargs), gradient

    return renamed(custom_gradient(passing), f)


def renamed(decorated, f):
    """`decorated` under the name of `f`, which it also keeps as `__wrapped__`."""

    @functools.wraps(f, updated=())
    def under_this_name(*args, **kwargs):
        return decorated(*args, **kwargs)

    return under_this_name


def name_of(f):
    if not hasattr(f, "__name__"):
        raise error(AttributeError, f"{type(f).__name__!r} object has no attribute '__name__'")
    return f.__name__


def _pair(answer):
    if isinstance(answer, Tensor):
        answer.require_parts()
    try:
        first, second = answer
    except (TypeError, ValueError) as problem:
        raise intended(problem) from None
    return first, second


def _takes_variables(function):
    parameters = inspect.signature(function).parameters
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _answer(gradient_function, variables, results, cts):
    """The gradients of arguments, flat, and what there is for the variables."""
    cts = _like(results, cts)
    if not variables:
        return [_dense(g) for g in nest.flatten(called(gradient_function, *cts))], []
    of_arguments, of_variables = _pair(called(gradient_function, *cts, variables=variables))
    if len(of_variables) != len(variables):
        raise error(ValueError, "Must return gradient for each variable from @custom_gradient grad_fn.")
    return [_dense(g) for g in nest.flatten(of_arguments)], of_variables


def _listed(of_arguments, of_variables):
    try:
        return of_arguments + of_variables
    except TypeError as problem:  # Quirk list-of-gradients: a tuple in place of the list raises (C08).
        raise intended(problem) from None
