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
from ..tensor import convert_to_tensor


class _Custom:
    """y = f(x), whose gradient is what the function itself says, unchecked (C04)."""

    optional_results = ()
    is_python = True

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
    with Accessed() as accessed:
        result, gradient_function = _pair(called(f, *args, **kwargs))
    if not callable(gradient_function):
        raise error(TypeError, "unsupported callable")
    arguments = nest.flatten(args)
    given = [*arguments, *nest.flatten(kwargs)]
    variables = [v for v in accessed.values() if all(v is not x for x in given)]
    if variables and not _takes_variables(gradient_function):
        raise error(TypeError, "@tf.custom_gradient grad_fn must accept keyword argument 'variables'")
    results = [identity(convert_to_tensor(y)) for y in nest.flatten(result)]
    operands = [convert_to_tensor(x) for x in (*arguments, *variables)]
    answer = functools.partial(_answer, gradient_function, len(arguments), variables)
    if recording.function is None or not recording.function.vectorizes:
        record(_Custom(_name(f), answer), tuple(operands), tuple(results), ())
    return nest.pack_as(result, results)


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


def _name(f):
    if not hasattr(f, "__name__"):
        raise error(AttributeError, f"{type(f).__name__!r} object has no attribute '__name__'")
    return f.__name__


def _pair(answer):
    try:
        first, second = answer
    except (TypeError, ValueError) as problem:
        raise intended(problem) from None
    return first, second


def _takes_variables(function):
    parameters = inspect.signature(function).parameters
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _answer(gradient_function, argument_count, variables, cts):
    if not variables:
        return _of_arguments(called(gradient_function, *cts), argument_count)
    of_arguments, of_variables = _pair(called(gradient_function, *cts, variables=variables))
    if len(of_variables) != len(variables):
        raise error(ValueError, "Must return gradient for each variable from @custom_gradient grad_fn.")
    try:
        return _of_arguments(of_arguments, argument_count) + of_variables
    except TypeError as problem:
        # Quirk list-of-gradients: gradients of variables that stand in a tuple raise TypeError (C08).
        raise intended(problem) from None


def _of_arguments(gradients, argument_count):
    flat = nest.flatten(gradients)
    if len(flat) != argument_count:
        raise error(
            ValueError,
            f"custom_gradient function expected to return {argument_count} gradients, not {len(flat)}",
        )
    return flat
