"""Variables: statements that make, read and write them, and what holds or trains them."""

from typing import Any, assert_never

from .. import program as p
from ..literals import array
from ..outcome import Returned
from .bindings import DONE, Bindings
from .observing import known_as
from .operators import key
from .warned import python_warnings


def step(frame: Bindings, s: p.VariableStatement) -> Returned:
    match s:
        case p.Variable():
            return _variable(frame, s, array(s.value), **_shape(frame.tf, s.shape))
        case p.NewVariable():
            return _variable(frame, s, frame.tree(s.initial_value))
        case p.Read():
            return frame.define(s.out, getattr(frame.get(s.variable), s.method)())
        case p.ReadRows():
            read = getattr(frame.get(s.variable), s.method)
            return frame.define(s.out, read(frame.tree(s.indices)))
        case p.Assign():
            options = {} if s.read_value else {"read_value": False}
            result = getattr(frame.get(s.variable), s.method)(frame.tree(s.value), **options)
            return _assigned(frame, s, result)
        case p.AssignSlice():
            part = frame.get(s.variable)[key(s.key)]
            return _assigned(frame, s, part.assign(frame.tree(s.value)))
        case p.ScatterNd():
            scatter = getattr(frame.get(s.variable), s.method)
            return _assigned(frame, s, scatter(frame.tree(s.indices), frame.tree(s.updates)))
        case p.Module():
            frame.names[s.out] = module = frame.tf.Module()
            for name, tree in s.fields:
                setattr(module, name, frame.tree(tree))
            return DONE
        case p.ModuleVariables():
            variables = getattr(frame.get(s.module), s.field)
            frame.bind(s.out, variables)
            return Returned(known_as(variables, frame.names))
        case p.Optimizer():
            make = getattr(frame.tf.keras.optimizers, s.algorithm)
            frame.names[s.out] = make(s.learning_rate, **dict(s.options))
            return DONE
        case p.ApplyGradients():
            pairs = zip(map(frame.tree, s.gradients), map(frame.tree, s.variables), strict=True)
            with python_warnings():  # that a gradient is None
                frame.get(s.optimizer).apply_gradients(pairs)
            return DONE
        case _:
            assert_never(s)


def _variable(frame: Bindings, s: p.Variable | p.NewVariable, value: Any, **options: Any) -> Returned:
    frame.names[s.out] = frame.tf.Variable(value, trainable=s.trainable, **options)
    frame.variables.append(s.out)
    return DONE


def _shape(tf: Any, shape: p.Attribute) -> dict[str, Any]:
    if shape is None:
        return {}
    return {"shape": tf.TensorShape(None) if shape == "unknown" else shape}


def _assigned(frame: Bindings, s: p.Assignment, result: Any) -> Returned:
    frame.names[s.out] = result
    return Returned(None) if result is None else DONE
