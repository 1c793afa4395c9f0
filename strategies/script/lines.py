"""LINES: what each statement is in Python."""

from typing import assert_never

from .. import program as p
from .expressions import arguments, attribute, constant, key_text, operation, scalar, tree_text, variable


def statement_lines(statement: p.Input | p.Statement) -> tuple[str, ...]:
    """The lines of one statement, without its body and what stands behind that."""
    match statement:
        case p.Augment(out, name):
            return f"{out} = {name}", _line(statement)
        case p.Module(out, fields):
            return f"{out} = tf.Module()", *(f"{out}.{field} = {tree_text(tree)}" for field, tree in fields)
        case p.Def(out, decorator, parameters):
            taken = [*parameters, "variables=None"] if statement.variables else parameters
            line = f"def {out}({', '.join(taken)}):"
            if decorator is None:
                return (line,)
            return f"@tf.{decorator}{'(autograph=False)' if decorator == 'function' else ''}", line
        case p.Repeat(carried, times):
            initial = (f"{name} = {tree_text(tree)}" for name, tree, _ in carried)
            return *initial, f"for _ in range({times}):"
        case _:
            return (_line(statement),)


def headline(statement: p.Input | p.Statement) -> str:
    """The line that stands for a statement where there is room for one: of a body, the one above it."""
    lines = statement_lines(statement)
    return lines[-1] if isinstance(statement, p.Unit) else lines[0]


def closing_lines(statement: p.Input | p.Statement) -> tuple[str, ...]:
    """The lines that end a statement's body."""
    match statement:
        case p.Def(result=result):
            return (f"return {_bare(result)}",)
        case p.Repeat(carried):
            names, following = [name for name, _, _ in carried], [tree_text(tree) for _, _, tree in carried]
            return (f"{', '.join(names)} = {', '.join(following)}",) if carried else ()
        case _:
            return ()


def _bare(result: p.Tree) -> str:
    """A tuple of several is returned without parentheses."""
    if isinstance(result, p.Sequence) and result.kind == "tuple" and len(result.items) > 1:
        return ", ".join(map(tree_text, result.items))
    return tree_text(result)


def _line(statement: p.Input | p.Statement) -> str:
    match statement:
        case (
            p.Constant() | p.Apply() | p.Operate() | p.Augment() | p.Index() | p.Alias() | p.ToNumpy()
            | p.IndexedSlices() | p.Part() | p.Method() | p.Delete()
        ):  # fmt: skip
            return _value_line(statement)
        case (
            p.Variable() | p.NewVariable() | p.Read() | p.ReadRows() | p.Assign() | p.AssignSlice()
            | p.ScatterNd() | p.Module() | p.ModuleVariables() | p.Optimizer() | p.ApplyGradients()
        ):  # fmt: skip
            return _variable_line(statement)
        case p.Def() | p.Repeat():
            return statement_lines(statement)[-1]
        case p.Call(out, function, operands):
            return f"{out} = {function}({arguments(operands)})"
        case _:
            return _tape_line(statement)


def _value_line(statement: p.ValueStatement) -> str:
    match statement:
        case p.Constant(out, value):
            return f"{out} = {constant(value)}"
        case p.Apply(out, function, operands, attributes):
            return f"{out} = tf.{function}({arguments(operands, attributes)})"
        case p.Operate(out, operator, operands):
            return f"{out} = {operation(operator, operands)}"
        case p.Augment(out, _, operator, value):
            return f"{out} {operator}= {tree_text(value)}"
        case p.Index(out, tensor, key):
            return f"{out} = {tensor}[{key_text(key)}]"
        case p.Alias(out, name):
            return f"{out} = {name}"
        case p.ToNumpy(out, tensor):
            return f"{out} = {tensor}.numpy()"
        case p.IndexedSlices(out, values, indices, dense_shape):
            parts = (values, indices) if dense_shape == p.OMITTED else (values, indices, dense_shape)
            return f"{out} = tf.IndexedSlices({arguments(parts)})"
        case p.Part(out, slices, field):
            return f"{out} = {slices}.{field}"
        case p.Method(out, name, method, operands, attributes):
            return f"{out} = {name}.{method}({arguments(operands, attributes)})"
        case p.Delete(name):
            return f"del {name}"
        case _:
            assert_never(statement)


def _variable_line(statement: p.VariableStatement) -> str:
    match statement:
        case p.Variable(out, value, trainable, shape):
            return f"{out} = {variable(value, trainable, shape)}"
        case p.NewVariable(out, value, trainable):
            return f"{out} = tf.Variable({tree_text(value)}{'' if trainable else ', trainable=False'})"
        case p.Read(out, name, method):
            return f"{out} = {name}.{method}()"
        case p.ReadRows(out, name, method, indices):
            return f"{out} = {name}.{method}({tree_text(indices)})"
        case p.Assign(out, name, method, value, read_value):
            return f"{out} = {name}.{method}({tree_text(value)}{'' if read_value else ', read_value=False'})"
        case p.AssignSlice(out, name, key, value):
            return f"{out} = {name}[{key_text(key)}].assign({tree_text(value)})"
        case p.ScatterNd(out, name, method, indices, updates):
            return f"{out} = {name}.{method}({arguments((indices, updates))})"
        case p.Module(out):
            return f"{out} = tf.Module()"
        case p.ModuleVariables(out, module, field):
            return f"{out} = {module}.{field}"
        case p.Optimizer(out, learning_rate, algorithm, options):
            named = "".join(f", {key}={attribute(value)}" for key, value in options)
            return f"{out} = tf.keras.optimizers.{algorithm}({scalar(learning_rate)}{named})"
        case p.ApplyGradients(optimizer, gradients, variables):
            pairs = (tree_text(p.Sequence("list", trees)) for trees in (gradients, variables))
            return f"{optimizer}.apply_gradients(zip({', '.join(pairs)}))"
        case _:
            assert_never(statement)


def _tape_line(statement: p.TapeStatement) -> str:
    match statement:
        case p.Watch(tape, tensor):
            return f"{tape}.watch({tree_text(tensor)})"
        case p.Tape(out, persistent, accessed):
            flags = ["persistent=True"] if persistent else []
            flags += [] if accessed else ["watch_accessed_variables=False"]
            return f"with tf.GradientTape({', '.join(flags)}) as {out}:"
        case p.Accumulator(out, primals, tangents):
            return f"with tf.autodiff.ForwardAccumulator({arguments((primals, tangents))}) as {out}:"
        case p.Reenter(tape):
            return f"with {tape}:"
        case p.StopRecording(tape):
            return f"with {tape}.stop_recording():"
        case p.Reset(tape):
            return f"{tape}.reset()"
        case p.WatchedVariables(tape):
            return f"{tape}.watched_variables()"
        case p.Gradient(out, tape, target, sources, output_gradients, unconnected):
            written = [tree_text(target), tree_text(sources)]
            if output_gradients != p.OMITTED:
                written.append(f"output_gradients={tree_text(output_gradients)}")
            options = _unless("none", unconnected_gradients=unconnected)
            written += [f"{key}={attribute(value)}" for key, value in options]
            return f"{out} = {tape}.gradient({', '.join(written)})"
        case p.Jacobian(out, tape, target, source):
            return f"{out} = {tape}.jacobian({arguments((target, source), _jacobian_options(statement))})"
        case p.BatchJacobian(out, tape, target, source):
            options = _jacobian_options(statement)
            return f"{out} = {tape}.batch_jacobian({arguments((target, source), options)})"
        case p.Jvp(out, accumulator, primals, unconnected):
            options = _unless("none", unconnected_gradients=unconnected)
            return f"{out} = {accumulator}.jvp({arguments((primals,), options)})"
        case _:
            assert_never(statement)


def _unless(default: p.Attribute, **value: p.Attribute) -> tuple[tuple[str, p.Attribute], ...]:
    """An argument that is not at its default."""
    return tuple((key, x) for key, x in value.items() if x is not default and x != default)


def _jacobian_options(s: p.Jacobian | p.BatchJacobian) -> tuple[tuple[str, p.Attribute], ...]:
    return (
        *_unless("none", unconnected_gradients=s.unconnected_gradients),
        *_unless(None, parallel_iterations=s.parallel_iterations),
        *(() if s.experimental_use_pfor is True else (("experimental_use_pfor", s.experimental_use_pfor),)),
    )
