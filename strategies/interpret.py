"""EXECUTION: the one walk that runs a program on a module with TensorFlow's names.

Errors are caught statement by statement, also inside the bodies of tapes; the names that a failed statement
would have defined stay undefined, and using one is a NameError, as in a script.  At the end the values of all
variables are read, outside any tape.
"""

import operator
import warnings
from collections.abc import Callable
from functools import cache, reduce
from typing import Any, assert_never

import numpy as np

from . import program as p
from .literals import array
from .outcome import Done, Names, Observation, Outcome, Raised, Returned, Slices, Value

DONE = Returned(Done())


class Machine:
    """A program's state on one module: live names, and what has been observed so far.

    `is_fault(exception)` says whether the module raised something that it did not mean to.
    """

    def __init__(self, tf, is_fault: Callable[[BaseException], bool] = lambda _: False):
        self.tf, self.is_fault = tf, is_fault
        self.names: dict[str, Any] = {}
        self.variables: list[str] = []
        self.paths: list[tuple[int, ...]] = []
        self.outcomes: list[Outcome] = []

    def run(self, statement: p.Statement, path: tuple[int, ...]) -> Outcome:
        """Runs a statement, bodies included, and notes its outcome."""
        if isinstance(statement, p.Scope):
            return self.open(statement, path, lambda: self.body(statement.body, path))
        try:
            outcome = self._step(statement)
        except Exception as exception:
            outcome = self._raised(exception)
        return self._note(path, outcome)

    def body(self, statements: tuple[p.Statement, ...], path: tuple[int, ...] = ()) -> None:
        for i, statement in enumerate(statements):
            self.run(statement, (*path, i))

    def open(self, scope: p.Scope, path: tuple[int, ...], body: Callable[[], None]) -> Outcome:
        """Opens a scope, calls `body` within it, and notes the scope's own outcome behind those of its
        body.
        """
        try:
            with self._context(scope):
                body()
            outcome = DONE
        except Exception as exception:
            outcome = self._raised(exception)
        return self._note(path, outcome)

    def finish(self) -> None:
        """Observes the final value of each variable."""
        for name in self.variables:
            try:
                outcome: Outcome = Returned(self._observed(self.names[name]))
            except Exception as exception:
                outcome = self._raised(exception)
            self._note((), outcome)

    def run_program(self, program: p.Program) -> "Machine":
        """Runs a whole program, and reads its variables at the end."""
        with np.errstate(all="ignore"):
            for i, statement in enumerate(program.inputs):
                self.run(statement, (-1 - i,))
            self.body(program.body)
            self.finish()
        return self

    def _note(self, path, outcome):
        self.paths.append(path)
        self.outcomes.append(outcome)
        return outcome

    def _raised(self, exception):
        ends_process = getattr(exception, "ends_process", False)
        return Raised(type(exception).__name__, str(exception), self.is_fault(exception), ends_process)

    def _context(self, scope):
        match scope:
            case p.Tape():
                tape = self.tf.GradientTape(scope.persistent, scope.watch_accessed_variables)
                self.names[scope.out] = tape
                return tape
            case p.Reenter():
                return self._get(scope.tape)
            case p.StopRecording():
                return self._get(scope.tape).stop_recording()
            case _:
                assert_never(scope)

    def _step(self, s):
        match s:
            case p.Apply():
                function = resolve(self.tf, s.function)
                return self._define(s.out, function(*map(self._tree, s.operands), **dict(s.attributes)))
            case p.Operate():
                return self._define(
                    s.out, OPERATORS[s.operator, len(s.operands)](*map(self._tree, s.operands))
                )
            case p.Gradient():
                return self._define(s.out, self._gradient(s))
            case p.Constant():
                return self._define(s.out, self.tf.constant(array(s.value)))
            case p.Variable():
                return self._variable(s, array(s.value), **self._shape(s.shape))
            case p.NewVariable():
                return self._variable(s, self._tree(s.initial_value))
            case p.Augment():
                self._bind(s.out, self._get(s.name))
                change = AUGMENTED[s.operator]
                return self._define(s.out, change(self._get(s.name), self._tree(s.value)))
            case p.Index():
                return self._define(s.out, self._get(s.tensor)[_key(s.key)])
            case p.Assign():
                options = {} if s.read_value else {"read_value": False}
                result = getattr(self._get(s.variable), s.method)(self._tree(s.value), **options)
                return self._assigned(s, result)
            case p.AssignSlice():
                part = self._get(s.variable)[_key(s.key)]
                return self._assigned(s, part.assign(self._tree(s.value)))
            case p.ScatterNd():
                scatter = getattr(self._get(s.variable), s.method)
                return self._assigned(s, scatter(self._tree(s.indices), self._tree(s.updates)))
            case p.Watch():
                self._get(s.tape).watch(self._tree(s.tensor))
                return DONE
            case p.Read():
                return self._define(s.out, getattr(self._get(s.variable), s.method)())
            case p.Alias():
                self._bind(s.out, self._get(s.name))
                return DONE
            case p.ToNumpy():
                return self._define(s.out, self._get(s.tensor).numpy())
            case p.ReadRows():
                read = getattr(self._get(s.variable), s.method)
                return self._define(s.out, read(self._tree(s.indices)))
            case p.IndexedSlices():
                shape = [] if isinstance(s.dense_shape, p.Nothing) else [self._tree(s.dense_shape)]
                parts = self._tree(s.values), self._tree(s.indices), *shape
                self.names[s.out] = self.tf.IndexedSlices(*parts)
                return DONE
            case p.Part():
                return self._define(s.out, getattr(self._get(s.slices), s.field))
            case p.Reset():
                self._get(s.tape).reset()
                return DONE
            case p.WatchedVariables():
                return Returned(self._known_as(self._get(s.tape).watched_variables()))
            case p.Jacobian():
                return self._define(s.out, self._jacobian(s))
            case p.Delete():
                del self.names[s.name]
                return DONE
            case p.Optimizer():
                self.names[s.out] = self.tf.keras.optimizers.SGD(s.learning_rate)
                return DONE
            case p.ApplyGradients():
                pairs = zip(map(self._tree, s.gradients), map(self._tree, s.variables), strict=True)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # that a gradient is None
                    self._get(s.optimizer).apply_gradients(pairs)
                return DONE
            case _:
                assert_never(s)

    def _variable(self, s, value, **options):
        self.names[s.out] = self.tf.Variable(value, trainable=s.trainable, **options)
        self.variables.append(s.out)
        return DONE

    def _shape(self, shape: p.Attribute) -> dict[str, Any]:
        if shape is None:
            return {}
        return {"shape": self.tf.TensorShape(None) if shape == "unknown" else shape}

    def _assigned(self, s, result):
        self.names[s.out] = result
        return Returned(None) if result is None else DONE

    def _gradient(self, s):
        options = (
            {}
            if isinstance(s.output_gradients, p.Nothing)
            else {"output_gradients": self._tree(s.output_gradients)}
        )
        return self._get(s.tape).gradient(
            self._tree(s.target),
            self._tree(s.sources),
            unconnected_gradients=s.unconnected_gradients,
            **options,
        )

    def _jacobian(self, s):
        return self._get(s.tape).jacobian(
            self._tree(s.target), self._tree(s.sources), unconnected_gradients=s.unconnected_gradients
        )

    def _get(self, name):
        try:
            return self.names[name]
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None

    def _tree(self, tree: p.Tree):
        if isinstance(tree, str):
            return self._get(tree)
        match tree:
            case p.Number(value) | p.Text(value):
                return value
            case p.Nothing():
                return None
            case p.Sequence(kind, items):
                values = map(self._tree, items)
                return tuple(values) if kind == "tuple" else list(values)
            case p.Mapping(keys, items):
                return dict(zip(keys, map(self._tree, items), strict=True))
            case _:
                assert_never(tree)

    def _define(self, out, value) -> Returned:
        """Binds a result and the names of its leaves, and observes it."""
        seen = self._observed(value)
        self._bind(out, value)
        return Returned(seen)

    def _bind(self, out, value):
        self.names[out] = value
        if isinstance(value, dict):
            for key, item in value.items():
                self._bind(f"{out}[{key!r}]", item)
        elif isinstance(value, list | tuple):
            for i, item in enumerate(value):
                self._bind(f"{out}[{i}]", item)

    def _observed(self, value) -> Value:
        if value is None:
            return None
        if isinstance(value, self.tf.IndexedSlices):
            shape = value.dense_shape
            return Slices(
                self._observed(value.values),  # type: ignore[arg-type]  # slices may be made of slices
                np.asarray(self._observed(value.indices)),
                None if shape is None else np.asarray(self._observed(shape)),
            )
        if isinstance(value, list | tuple) and not hasattr(value, "as_list"):
            kind = list if isinstance(value, list) else tuple  # a named tuple counts as a tuple
            return kind(map(self._observed, value))
        if isinstance(value, dict):
            return {key: self._observed(item) for key, item in value.items()}
        if hasattr(value, "numpy"):
            value = value.numpy()
        if isinstance(value, bytes):
            return np.array(value, object)
        return value if isinstance(value, np.generic) else np.asarray(value)  # type: ignore[return-value]

    def _known_as(self, variables) -> Names:
        """The names of variables, by identity; `?` for one that the program does not know."""
        known = {id(value): name for name, value in reversed(self.names.items())}
        return Names(tuple(known.get(id(v), "?") for v in variables))


def interpret(program: p.Program, tf, is_fault: Callable[[BaseException], bool] = lambda _: False) -> Machine:
    """Runs a whole program on the module `tf`."""
    return Machine(tf, is_fault).run_program(program)


def observations(program: p.Program, machine: Machine) -> list[Observation]:
    """What a machine saw, with the statement of `program` that each outcome belongs to (None at the end)."""
    return [
        Observation(path, at(program, path), outcome)
        for path, outcome in zip(machine.paths, machine.outcomes, strict=True)
    ]


def at(program: p.Program, path: tuple[int, ...]):
    """The statement that `path` leads to: an input for (-1 - i,), None for ()."""
    if not path:
        return None
    if path[0] < 0:
        return program.inputs[-1 - path[0]]
    statement, body = None, program.body
    for i in path:
        statement = body[i]
        body = getattr(statement, "body", ())
    return statement


def resolve(tf, function: str):
    """The endpoint that a dotted name means on a module."""
    return reduce(getattr, _parts(function), tf)


_parts = cache(lambda name: name.split("."))


OPERATORS: dict[tuple[str, int], Callable] = {
    ("+", 2): lambda x, y: x + y,
    ("-", 2): lambda x, y: x - y,
    ("*", 2): lambda x, y: x * y,
    ("/", 2): lambda x, y: x / y,
    ("//", 2): lambda x, y: x // y,
    ("%", 2): lambda x, y: x % y,
    ("**", 2): lambda x, y: x**y,
    ("@", 2): lambda x, y: x @ y,
    ("<", 2): lambda x, y: x < y,
    ("<=", 2): lambda x, y: x <= y,
    (">", 2): lambda x, y: x > y,
    (">=", 2): lambda x, y: x >= y,
    ("==", 2): lambda x, y: x == y,
    ("!=", 2): lambda x, y: x != y,
    ("-", 1): lambda x: -x,
    ("abs", 1): abs,
}


AUGMENTED: dict[str, Callable] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
}


def _key(key: tuple[p.IndexItem, ...]):
    items = tuple(map(_index_item, key))
    return items[0] if len(items) == 1 else items


def _index_item(item: p.IndexItem):
    match item:
        case p.Slice(start, stop, step):
            return slice(start, stop, step)
        case p.Dots():
            return Ellipsis
        case p.NewAxis():
            return None
        case _:
            return item
