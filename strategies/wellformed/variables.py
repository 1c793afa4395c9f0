"""Variables: what makes, reads and writes them, and what holds or trains them."""

from typing import assert_never

from .. import program as p
from .. import words
from ..malformed import Malformed
from .kinds import ASSIGNMENTS, FIELDS, OPTIMIZERS, READS, ROWS, SCATTERS, SCATTERS_ND
from .names import Names


def judge(names: Names, s: p.VariableStatement) -> None:
    match s:
        case p.Variable(out, value, trainable, shape):
            _outside_bodies(names, "variable")
            words.literal(value, "value")
            words.boolean(trainable, "trainable")
            words.open_shape(shape, "shape")
            names.define(out, "variable")
        case p.NewVariable(out, value, trainable):
            _outside_bodies(names, "variable")
            names.tree(value, "initial_value")
            words.boolean(trainable, "trainable")
            names.define(out, "variable")
        case p.Read(out, variable, method):
            names.want(variable, "variable", "variable")
            words.one_of(method, READS, "method")
            names.define(out, "tensor")
        case p.ReadRows(out, variable, method, indices):
            names.want(variable, "variable", "variable")
            words.one_of(method, ROWS, "method")
            names.tree(indices, "indices")
            names.define(out, "tensor")
        case p.Assign() | p.AssignSlice() | p.ScatterNd():
            _assignment(names, s)
        case p.Module() | p.ModuleVariables():
            _module(names, s)
        case p.Optimizer() | p.ApplyGradients():
            _optimizer(names, s)
        case _:
            assert_never(s)


def _outside_bodies(names: Names, what: str) -> None:
    if names.bodies:
        raise Malformed("kind", f"a body makes no {what}; make it before, outside of functions and loops")


def _assignment(names: Names, s: p.Assignment) -> None:
    names.want(s.variable, "variable", "variable")
    match s:
        case p.Assign(out, _, method, value, read_value):
            words.boolean(read_value, "read_value")
            words.one_of(method, (*ASSIGNMENTS, *SCATTERS) if read_value else ASSIGNMENTS, "method")
            names.tree(value, "value")
            names.define(out, "variable" if read_value else "value")
        case p.AssignSlice(out, _, key, value):
            names.key(key)
            names.tree(value, "value")
            names.define(out, "variable")
        case p.ScatterNd(out, _, method, indices, updates):
            words.one_of(method, SCATTERS_ND, "method")
            names.tree(indices, "indices")
            names.tree(updates, "updates")
            names.define(out, "variable")
        case _:
            assert_never(s)


def _module(names: Names, s: p.Module | p.ModuleVariables) -> None:
    match s:
        case p.Module(out, fields):
            words.keywords(tuple(field for field, _ in fields), "fields")
            for field, tree in fields:
                words.module_field(field, "fields")
                if not isinstance(tree, str) or names.kind(tree, f"fields.{field}") != "module":
                    names.tree(tree, f"fields.{field}")
            names.define(out, "module")
        case p.ModuleVariables(out, module, field):
            names.want(module, "module", "module")
            words.one_of(field, FIELDS, "field")
            names.define(out, "variables")
        case _:
            assert_never(s)


def _optimizer(names: Names, s: p.Optimizer | p.ApplyGradients) -> None:
    match s:
        case p.Optimizer(out, learning_rate, algorithm, options):
            _outside_bodies(names, "optimizer")
            if type(learning_rate) is not float:
                raise Malformed("learning_rate", "write a float")
            words.one_of(algorithm, OPTIMIZERS, "algorithm")
            names.attributes(options, "options")
            for key, _ in options:
                words.one_of(key, OPTIMIZERS[algorithm], "options")
            names.define(out, "optimizer")
        case p.ApplyGradients(optimizer, gradients, variables):
            names.want(optimizer, "optimizer", "optimizer")
            names.trees(gradients, "gradients")
            names.trees(variables, "variables")
            if len(gradients) != len(variables):
                raise Malformed("variables", f"{len(gradients)} gradients; write as many variables")
            for i, tree in enumerate(variables):
                for name in p.leaves(tree):
                    names.want(name, f"variables[{i}]", "variable")
        case _:
            assert_never(s)
