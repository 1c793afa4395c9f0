"""FUNCTION: `tf.function`.

The body of a function is executed at every call, for there are no graphs here; but to the tapes outside a
call is a single operation (`traced`), and inside it is as if nothing had a value yet (`graph`).  Where
TensorFlow would not run Python again, as it has traced the body for such arguments, what the body did to
Python's lists, dicts and sets is undone, and what it printed is not seen.

Left out: the rewriting of Python's `if`, `for` and `while` (autograph).  They simply run, so that variables
and tensors in a branch that is not taken have no path (N29).
"""

import functools
import inspect

from . import nest
from .config import functions_run_eagerly
from .control_flow.parts import flatten, pack_as
from .errors import called, error, intended
from .graph import Graph, Replayed
from .record import recording
from .signature import TensorSpec, argument, cast_to, signature_of
from .slices import IndexedSlices
from .tensor import Tensor
from .traced import Traced
from .variable import Variable


def function(
    func=None,
    input_signature=None,
    autograph=True,
    jit_compile=None,
    reduce_retracing=False,
    experimental_implements=None,
    experimental_autograph_options=None,
    experimental_attributes=None,
    experimental_relax_shapes=None,
    experimental_compile=None,
    experimental_follow_type_hints=None,
):
    """Makes a function of `func` whose calls are single operations to tapes.

    Arrays among the arguments, and numbers and variables among the results, become tensors.  Raises
    TypeError for arguments that `func` or `input_signature` does not take.  With `autograph=False` tensors
    have no truth inside; the other options change nothing here.
    """
    if func is None:
        return functools.partial(
            function, input_signature=input_signature, autograph=autograph, jit_compile=jit_compile
        )
    return Function(func, input_signature, autograph, bool(jit_compile or experimental_compile))


class Function:
    """What `function` makes.  Its first call may make variables, and then runs the body again, as if for the
    first time; later calls may not (ValueError)."""

    def __init__(self, python_function, input_signature=None, autograph=True, compiled=False):
        self.python_function, self.input_signature = python_function, input_signature
        self._autograph, self._compiled = autograph, compiled
        self._signatures, self._makes_variables = set(), True
        self._parameters = inspect.signature(python_function)
        functools.update_wrapper(self, python_function, updated=())

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        functions = vars(instance).setdefault("_functions", {})
        if self not in functions:
            method = self.python_function.__get__(instance)
            functions[self] = Function(method, self.input_signature, self._autograph, self._compiled)
        return functions[self]

    def __call__(self, *args, **kwargs):
        if functions_run_eagerly():
            return self.python_function(*args, **kwargs)
        structure = self._bound(args, kwargs)
        if self.input_signature is not None:
            structure[0] = cast_to(self.input_signature, structure[0])
        leaves = _last_of_equals([argument(x) for x in nest.flatten(structure)])
        _refuse_forward(leaves)
        signature = signature_of(leaves, structure)
        if signature in self._signatures:
            with Replayed(self.python_function):
                return self._run(structure, leaves)
        answer = self._first(structure, leaves)
        self._signatures.add(signature)
        return answer

    def _bound(self, args, kwargs):
        try:
            bound = self._parameters.bind(*args, **kwargs)
        except TypeError as problem:
            raise intended(problem) from None
        bound.apply_defaults()
        return [list(bound.args), dict(bound.kwargs)]

    def _first(self, structure, leaves):
        """A call for which TensorFlow would trace the body: the very first one twice if it made variables."""
        makes_variables, self._makes_variables = self._makes_variables, False
        if makes_variables:
            with Graph(self._autograph, makes_variables=True, compiled=self._compiled) as graph:
                answer = self._traced(structure, leaves, graph)
                if not graph.made:
                    return answer
                graph.undo()
        return self._run(structure, leaves)

    def _run(self, structure, leaves):
        with Graph(self._autograph, compiled=self._compiled) as graph:
            return self._traced(structure, leaves, graph)

    def _traced(self, structure, leaves, graph):
        """The result of the body, which is one operation to the tapes outside, unless it made a variable."""
        with _Call(graph) as traced:
            args, kwargs = nest.pack_as(structure, [_inside(traced.body, x) for x in leaves])
            result = called(self.python_function, *args, **kwargs)
            if not graph.made:
                traced.results = flatten(result)
        return None if graph.made else pack_as(result, traced.results)

    def get_concrete_function(self, *args, **kwargs):
        """The same for the arguments, or their specifications, that are given: it takes tensors only."""
        return _Concrete(self, self._bound(args, kwargs))


def _refuse_forward(leaves):
    """Quirk variables-as-arguments: a function raises ValueError for a variable that an accumulator knows
    (Q87).
    """
    cells = {x._cell.id for x in leaves if isinstance(x, Variable)}
    if any(hasattr(tape, "jvp") and not cells.isdisjoint(tape.known) for tape in recording.tapes):
        raise error(ValueError, "Internal error: Tried to take gradients of a variable without handle data")


def _last_of_equals(leaves):
    """Of arguments that are one variable, an assignment's result say, all become the last (M11)."""
    last = {x._cell.id: x for x in leaves if isinstance(x, Variable)}
    return [last[x._cell.id] if isinstance(x, Variable) else x for x in leaves]


class _Call(Traced):
    """One call of a function."""

    def __init__(self, graph):
        super().__init__(keeps=True)
        self._graph = graph

    def pull_back(self, entry, cts, needed):
        with self._graph.again():
            return super().pull_back(entry, cts, needed)


class _Concrete:
    """A function for the tensors among `structure`; what else stands there is part of it."""

    def __init__(self, function, structure):
        self._function, self._structure = function, structure

    def __call__(self, *tensors):
        given = iter(tensors)
        leaves = [self._taken(x, given) for x in nest.flatten(self._structure)]
        args, kwargs = nest.pack_as(self._structure, leaves)
        return self._function(*args, **kwargs)

    @staticmethod
    def _taken(wanted, given):
        if not isinstance(wanted, TensorSpec | Tensor):
            return wanted
        x = next(given, None)
        if not isinstance(x, Tensor):
            raise error(TypeError, f"expected a Tensor; got {type(x).__name__}")
        return x


def _inside(body, x):
    """What the body gets for an argument."""
    if isinstance(x, Tensor):
        return body.argument(x)
    if isinstance(x, IndexedSlices):
        parts = (x.values, x.indices, x.dense_shape)
        if any(p is not None and not hasattr(p, "shape") for p in parts):
            raise error(AttributeError, "what slices of a function's argument are made of has no shape")
        return IndexedSlices(*[body.argument(p) if isinstance(p, Tensor) else p for p in parts])
    if isinstance(x, Variable):
        body.watch_variable(x)
        body.inside(x.handle)
    return x
