"""FUNCTIONAL: functions with gradients of their own.

Defines `custom_gradient`.  Left out so far: `recompute_grad`, `grad_pass_through`, and functions that are traced.
"""

import functools
import inspect

from . import nest
from .errors import error
from .math.arithmetic import identity
from .record import record, recording
from .tensor import convert_to_tensor


class _Custom:
    """y = f(x), whose gradient is what the function itself says.  Nothing about that answer is checked (C04)."""

    optional_results = ()

    def __init__(self, name, answer):
        self.name, self.answer = name, answer

    def pull_back(self, entry, cts, needed):
        return self.answer(cts)


class _Accessed:
    """Stands among the recording tapes to see which trainable variables a function reads."""

    known: dict = {}
    watches_accessed_variables = True

    def __init__(self):
        self.variables = {}

    def watch_variable(self, variable):
        self.variables.setdefault(variable.id, variable)

    def __enter__(self):
        recording.tapes.append(self)
        return self.variables

    def __exit__(self, *exc):
        recording.tapes.remove(self)


def custom_gradient(f=None):
    """Makes a function of `f`, which returns its result and a function from cotangents to gradients.

    That second function gets one cotangent for each result and returns one gradient for each argument, None
    where there is no path.  Where `f` reads trainable variables that are not among its arguments, it is called
    with `variables=` too and returns (gradients of arguments, list of gradients of variables); raises TypeError
    where it cannot be.  Raises ValueError in the backward pass for a wrong number of gradients.
    """
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def decorated(*args, **kwargs):
        with _Accessed() as accessed:
            answer = f(*args, **kwargs)
        result, gradient_function = _pair(answer)
        arguments = nest.flatten(args)
        variables = [v for v in accessed.values() if not any(v is a for a in arguments)]
        if variables and not _takes_variables(gradient_function):
            raise error(TypeError, "@tf.custom_gradient grad_fn must accept keyword argument 'variables'")
        results = [identity(y) for y in nest.flatten(result)]
        operands = [convert_to_tensor(x) for x in (*arguments, *variables)]
        operation = _Custom(f.__name__, functools.partial(_answer, gradient_function, len(arguments), variables))
        if recording.tapes:
            record(operation, tuple(operands), tuple(results), ())
        return nest.pack_as(result, results)

    return decorated


def _pair(answer):
    if isinstance(answer, tuple | list) and len(answer) == 2 and callable(answer[1]):
        return answer
    raise error(TypeError, "a function with @tf.custom_gradient must return its result and a gradient function")


def _takes_variables(function):
    parameters = inspect.signature(function).parameters
    return "variables" in parameters or any(p.kind is p.VAR_KEYWORD for p in parameters.values())


def _answer(gradient_function, argument_count, variables, cts):
    if variables:
        of_arguments, of_variables = gradient_function(*cts, variables=variables)
        if len(of_variables) != len(variables):
            raise error(ValueError, "Must return gradient for each variable from @custom_gradient grad_fn.")
    else:
        of_arguments, of_variables = gradient_function(*cts), []
    flat = nest.flatten(of_arguments)
    if len(flat) != argument_count:
        raise error(
            ValueError,
            f"custom_gradient function expected to return {argument_count} gradients, but returned {len(flat)} instead.",
        )
    return flat + list(of_variables)
