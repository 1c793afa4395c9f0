"""BRANCHES: `tf.cond`, `tf.case`, `tf.switch_case`.

Eagerly one branch runs, and its result is returned as it is.  In a traced function the result is tensors, and
all branches must have the same structure and dtypes; see `alternatives`.
"""

import functools
from collections import OrderedDict

from ..errors import InvalidArgumentError, called, error, process_ends
from ..record import recording
from ..tensor import Tensor, convert_to_tensor
from .alternatives import Alternatives
from .parts import flatten, matched, pack_as


def cond(pred, true_fn=None, false_fn=None, name=None):
    """The result of `true_fn()` or `false_fn()`, depending on `pred`.

    In a function it raises TypeError for a Python bool as `pred`, for results of different dtypes and of
    different containers, ValueError where one branch alone gives None, InvalidArgumentError for a `pred` that
    is no bool.
    """
    for branch in (true_fn, false_fn):
        if not callable(branch):
            raise error(TypeError, "Both true_fn and false_fn must be callable.")
    if recording.function is None:
        return called(true_fn if _holds(pred) else false_fn)
    if isinstance(pred, bool):
        raise error(TypeError, "pred must not be a Python bool")
    if hasattr(pred, "handle"):
        raise error(ValueError, "a variable is no predicate of a traced conditional")
    return _one_of([true_fn, false_fn], lambda: 0 if truth(pred) else 1)


def _holds(pred):
    """Whether a predicate of any dtype is true.  Raises ValueError for several entries, and for none."""
    pred = convert_to_tensor(pred)
    if not pred._array.size:
        raise error(ValueError, "The truth value of an empty array is ambiguous.")
    return bool(pred)


def truth(pred):
    """What a traced conditional makes of `pred`.  Raises InvalidArgumentError for what is no bool."""
    array = convert_to_tensor(pred)._array
    if array.dtype != bool:
        raise error(InvalidArgumentError, f"a predicate of {array.dtype}")
    if not array.size:
        raise error(InvalidArgumentError, "The second input must be a scalar")
    if array.size != 1:
        raise process_ends(f"a predicate of shape {array.shape}")
    return bool(array.reshape(()))


def _one_of(branches, choose):
    """The result of one of the branches, all of which are traced."""
    structures: list = []

    def branch(function):
        structures.append(called(function))
        return flatten(structures[-1])

    with Alternatives() as alternatives:
        alternatives.run([functools.partial(branch, f) for f in branches], choose)
        matched(structures)
        taken = alternatives.taken
    return pack_as(structures[taken], alternatives.results)


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """The result of the first function whose predicate is true, or of `default`.

    `pred_fn_pairs` is a list of pairs.  Raises TypeError for other pairs than a bool tensor and a function,
    ValueError for none, InvalidArgumentError where nothing is true and there is no `default`.  A single
    result in a list is returned without it unless `strict`.  Quirk case-exclusive: `exclusive=True` does not
    raise where two are true (N30).
    """
    predicates, functions = _pairs(pred_fn_pairs, exclusive)
    if default is None:
        default = functools.partial(_last, predicates[:], functions[-1])
        predicates, functions = predicates[:-1], functions[:-1]
    chosen = default
    for predicate, function in reversed(list(zip(predicates, functions, strict=True))):
        chosen = functools.partial(cond, predicate, function, chosen)
    answer = called(chosen)
    single = not strict and isinstance(answer, list | tuple) and len(answer) == 1
    return answer[0] if single else answer


def _last(predicates, function):
    if not any(truth(p) for p in predicates):
        raise error(InvalidArgumentError, "None of conditions evaluated as True.")
    return called(function)


def _pairs(pairs, exclusive):
    if not isinstance(pairs, list | tuple | dict):
        raise error(TypeError, f"'pred_fn_pairs' must be a list, tuple, or dict. Received: {type(pairs)}")
    if isinstance(pairs, dict):
        if recording.function is not None and not isinstance(pairs, OrderedDict):
            raise error(AttributeError, "a reference has no attribute 'name'")
        if not (exclusive or isinstance(pairs, OrderedDict)):
            raise error(ValueError, "Unordered dictionaries are not supported for 'pred_fn_pairs'")
        pairs = list(pairs.items())
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise error(TypeError, f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        predicate, function = pair
        if not isinstance(predicate, Tensor):
            raise error(TypeError, f"pred must be a Tensor, got: {predicate}")
        if not predicate.dtype.is_bool:
            kind = AttributeError if recording.function is None else TypeError  # of saying so, eagerly
            raise error(kind, "pred must be Tensor of type bool")
        if not callable(function):
            kind = AttributeError if recording.function is None else TypeError
            raise error(kind, "fn must be callable")
    if not pairs:
        raise error(ValueError, "not enough values to unpack (expected 2, got 0)")
    return [p for p, _ in pairs], [f for _, f in pairs]


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    """The result of the function number `branch_index`, an int tensor; for an index out of range that of
    `default`, or of the last one.

    `branch_fns` is a list of functions, or of pairs of a number and a function, or a dict.  Raises TypeError
    for an index or functions that are none, ValueError for no functions and for numbers that leave some out.
    """
    functions = _indexed(branch_fns, branch_index)
    if default is not None:
        functions.append(default)
    if branch_index._array.shape:
        raise error(InvalidArgumentError, f"branch_index must be a scalar, not {branch_index.shape}")
    index = int(branch_index._array)
    taken = index if 0 <= index < len(functions) else len(functions) - 1
    if recording.function is None:
        return called(functions[taken])
    if branch_index.dtype.name != "int32":
        raise error(TypeError, f"branch_index must be int32, not {branch_index.dtype.name}")
    return _one_of(functions, lambda: taken)


def _indexed(functions, index):
    if not isinstance(index, Tensor) or not index.dtype.is_integer:
        raise error(TypeError, f"'branch_index' must be an integer Tensor, got {index}")
    if not functions:
        raise error(ValueError, "Must provide at least one item in 'branch_fns'")
    if not isinstance(functions, list | tuple | dict):
        raise error(TypeError, "'branch_fns' must be a list, tuple, or dict")
    pairs = list(functions.items()) if isinstance(functions, dict) else functions
    if all(callable(f) for f in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise error(TypeError, f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair}.")
        if not isinstance(pair[0], int) or not callable(pair[1]):
            raise error(TypeError, f"an int and a function were expected, not {pair}")
    numbers = [number for number, _ in pairs]
    if sorted(numbers) != list(range(len(numbers))):
        raise error(ValueError, f"branch indices (keys) must form contiguous range, but found {numbers}")
    return [f for _, f in sorted(pairs, key=lambda pair: pair[0])]
