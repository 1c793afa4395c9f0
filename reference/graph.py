"""GRAPH: what is different inside a traced function.

TensorFlow runs a body once, on tensors without values, and then whatever was recorded.  Here both happen at
once, so that two things have to be told apart by hand.

- An error that is raised while tracing undoes everything: no variable has been written to (`Graph`).
  Errors that depend on values come when all has been traced, and undo nothing.
- Where an operation would have raised whatever the values are, the error comes from tracing, and is of
  another class: TypeError for dtypes, ValueError for shapes (`as_traced`).
"""

import builtins
import io
from contextlib import contextmanager, redirect_stdout

import numpy as np

from .errors import InvalidArgumentError, OpError, error
from .logs import silenced
from .record import new_id, recording


def vectorizes():
    """Whether what runs is converted operation by operation into one on all rows (`vectorized_map`)."""
    return recording.function is not None and recording.function.vectorizes


class Graph:
    """Within the block the body of a function runs.

    `made` says whether it made a variable; `runs`, whether it has been traced and its backward pass is
    running; `compiled`, whether XLA compiles it; `vectorizes`, whether what runs is converted operation by
    operation, so that gradients of its own are lost.
    """

    def __init__(self, autograph=True, makes_variables=False, vectorizes=False, compiled=False):
        self.autograph, self.makes_variables, self.vectorizes = autograph, makes_variables, vectorizes
        self.compiled = compiled
        self.made = self.runs = False
        self.written: dict = {}

    def __enter__(self):
        self.outer = recording.function
        self.start = new_id() if self.outer is None else self.outer.start
        if self.outer is not None:
            self.vectorizes = self.vectorizes or self.outer.vectorizes
            self.compiled = self.compiled or self.outer.compiled
        recording.function = self
        return self

    def __exit__(self, kind, problem, trace):
        recording.function = self.outer
        if kind is not None and not isinstance(problem, OpError):
            self.undo()
        elif self.outer is not None:
            self.outer.written = self.written | self.outer.written

    @contextmanager
    def again(self):
        """Within the block its backward pass runs, of which TensorFlow traces the rules within the
        function."""
        before, recording.function = recording.function, self
        self.runs = before is None
        try:
            yield
        finally:
            recording.function, self.runs = before, False

    def includes(self, other):
        """Whether `other` is this function or one around it."""
        return other is self or (self.outer is not None and self.outer.includes(other))

    def before_write(self, cell):
        self.written.setdefault(cell, cell.array)

    def undo(self):
        """Puts back what variables held before."""
        for cell, array in self.written.items():
            object.__setattr__(cell, "array", array)
        self.written = {}

    def before_making(self):
        if not self.makes_variables:
            raise error(
                ValueError, "tf.function only supports singleton tf.Variables created on the first call."
            )
        self.made = True


def as_traced(problem, operation, arrays):
    """What is raised in a traced function where `operation` raises `problem` for `arrays`."""
    if recording.function.runs or not isinstance(problem, InvalidArgumentError):
        return problem
    if arrays is None:
        return error(TypeError, str(problem))
    try:
        with np.errstate(all="ignore"):
            operation.forward(*[_without_value(a) for a in arrays])
    except InvalidArgumentError:
        return error(ValueError, str(problem))
    except Exception:
        return problem
    return problem


def not_allowed(message):
    """What is raised for a dtype that an attribute may not have: TypeError while a function is traced."""
    return error(InvalidArgumentError if recording.function is None else TypeError, message)


def _without_value(array):
    if isinstance(array, list):
        return [_without_value(a) for a in array]
    return np.zeros_like(array) if isinstance(array, np.ndarray) else array


class Replayed:
    """Within the block Python runs although TensorFlow would not run it: what is printed or logged is not
    seen, and lists, dicts and sets that the function can name are put back as they were."""

    def __init__(self, function):
        self._containers = list(_containers(function, set()))

    def __enter__(self):
        self._before = [(c, c.copy()) for c in self._containers]
        self._silence = silenced()
        self._silence.__enter__()
        self._hidden = redirect_stdout(io.StringIO())
        self._hidden.__enter__()

    def __exit__(self, *exc):
        self._hidden.__exit__(*exc)
        self._silence.__exit__(*exc)
        for container, before in self._before:
            container.clear()
            (container.extend if isinstance(container, list) else container.update)(before)


def _containers(function, seen):
    """The lists, dicts and sets that `function`, or a function that it calls, names from outside."""
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None or id(function) in seen:
        return
    seen.add(id(function))
    named = [function.__globals__[name] for name in code.co_names if name in function.__globals__]
    for cell in function.__closure__ or ():
        try:
            named.append(cell.cell_contents)
        except builtins.ValueError:  # not bound yet
            continue
    for value in named:
        if type(value) in (list, dict, set):
            if id(value) not in seen:
                seen.add(id(value))
                yield value
        elif callable(value) and not isinstance(value, type):
            yield from _containers(getattr(value, "python_function", value), seen)
