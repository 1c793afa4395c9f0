"""SCRIPT: a program as the Python script that a user of TensorFlow would write.

    import tensorflow as tf

    v1 = tf.Variable([1.0, 2.0], dtype=tf.float32)
    with tf.GradientTape() as tape1:
        t1 = tf.math.square(v1)
    g1 = tape1.gradient(t1, v1)

The script does what the program does, on any module with TensorFlow's names, and shows what it is told to
print.  (One thing it cannot say: TensorFlow makes zeros of subnormals that it is given as Python numbers for
bfloat16 or complex64.)  It is text only: nothing here judges or runs it, and only a program that `wellformed`
accepts is sure to give Python.
"""

import json
import math
from collections.abc import Iterator, Set
from typing import assert_never

from .literals import normal
from .program import (
    Alias,
    Apply,
    ApplyGradients,
    Assign,
    AssignSlice,
    Attribute,
    Augment,
    Constant,
    Delete,
    Dots,
    Gradient,
    Index,
    IndexedSlices,
    IndexItem,
    Input,
    Jacobian,
    Literal,
    Mapping,
    NewAxis,
    NewVariable,
    Nothing,
    Number,
    Operate,
    Optimizer,
    Part,
    Program,
    Read,
    ReadRows,
    Reenter,
    Reset,
    Scalar,
    ScatterNd,
    Sequence,
    Slice,
    Statement,
    StopRecording,
    Tape,
    Text,
    ToNumpy,
    Tree,
    Variable,
    Watch,
    WatchedVariables,
)

Path = tuple[int, ...]
INDENT = "    "


def script(
    program: Program,
    module: str = "tensorflow",
    raising: Set[Path] = frozenset(),
    printing: Set[Path] = frozenset(),
) -> str:
    """`program` as a script on `module`.

    Paths are indices into the body, then into inner bodies; `(-1 - i,)` is input i.  Statements at `raising`
    are known to raise, and the script goes on after them.  Results of statements at `printing` are printed,
    save variables, which a tape would then watch; at `()`, the end, the values of all variables are.
    """
    lines = [f"import {module} as tf", ""]
    for i, statement in enumerate(program.inputs):
        lines += _statement(statement, (-1 - i,), raising, printing)
    lines += _body(program.body, (), raising, printing)
    if () in printing:
        lines += [f'print("{name} =", {name}.numpy())' for name in _variables(program, raising)]
    return "\n".join(lines) + "\n"


def _body(body: tuple[Statement, ...], above: Path, raising: Set[Path], printing: Set[Path]) -> list[str]:
    lines: list[str] = []
    for i, statement in enumerate(body):
        lines += _statement(statement, (*above, i), raising, printing)
    return lines


def _statement(statement: Statement, path: Path, raising: Set[Path], printing: Set[Path]) -> list[str]:
    lines = list(statement_lines(statement))
    if isinstance(statement, Tape | Reenter | StopRecording):
        lines += _indented(_body(statement.body, path, raising, printing) or ["pass"])
    if path in raising:
        return [
            "try:",
            *_indented(lines),
            "except Exception as error:",
            INDENT + "print(type(error).__name__)",
        ]
    result = _result(statement) if path in printing else None
    return lines if result is None else [*lines, f'print("{result} =", {result})']


def _indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]


def _result(statement: Statement) -> str | None:
    """The expression that shows the result of a statement, if it has one to show."""
    if isinstance(statement, WatchedVariables):
        return f"{statement.tape}.watched_variables()"
    if isinstance(statement, _SHOWN_LATER):
        return None
    return getattr(statement, "out", None)


_SHOWN_LATER = (
    Variable | NewVariable | Assign | AssignSlice | ScatterNd | IndexedSlices | Alias | Tape | Optimizer
)


def _variables(program: Program, raising: Set[Path]) -> list[str]:
    """The variables that exist when the program ends, in the order of their definitions."""
    names: list[str] = []
    inputs = [s for i, s in enumerate(program.inputs) if (-1 - i,) not in raising]
    for statement in (*inputs, *_ran(program.body, (), raising)):
        if isinstance(statement, Variable | NewVariable):
            names.append(statement.out)
        elif isinstance(statement, Delete) and statement.name in names:
            names.remove(statement.name)
    return names


def _ran(body: tuple[Statement, ...], above: Path, raising: Set[Path]) -> Iterator[Statement]:
    """The statements that did not raise, and did not stand in a body that was never entered."""
    for i, statement in enumerate(body):
        path = (*above, i)
        if path not in raising:
            yield statement
            yield from _ran(getattr(statement, "body", ()), path, raising)


def statement_lines(statement: Input | Statement) -> tuple[str, ...]:
    """The lines of one statement, without its body."""
    if isinstance(statement, Augment):
        return f"{statement.out} = {statement.name}", _line(statement)
    return (_line(statement),)


def _line(statement: Input | Statement) -> str:
    match statement:
        case Constant(out, value):
            return f"{out} = {_constant(value)}"
        case Variable(out, value, trainable, shape):
            return f"{out} = {_variable(value, trainable, shape)}"
        case NewVariable(out, value, trainable):
            return f"{out} = tf.Variable({_tree(value)}{'' if trainable else ', trainable=False'})"
        case Apply(out, function, operands, attributes):
            named = [f"{key}={_attribute(value)}" for key, value in attributes]
            return f"{out} = tf.{function}({', '.join([*map(_tree, operands), *named])})"
        case Operate(out, operator, operands):
            return f"{out} = {_operation(operator, operands)}"
        case Augment(out, _, operator, value):
            return f"{out} {operator}= {_tree(value)}"
        case Index(out, tensor, key):
            return f"{out} = {tensor}[{_key(key)}]"
        case Alias(out, name):
            return f"{out} = {name}"
        case Read(out, variable, method):
            return f"{out} = {variable}.{method}()"
        case ReadRows(out, variable, method, indices):
            return f"{out} = {variable}.{method}({_tree(indices)})"
        case ToNumpy(out, tensor):
            return f"{out} = {tensor}.numpy()"
        case IndexedSlices(out, values, indices, dense_shape):
            parts = [values, indices, *([] if dense_shape == Nothing() else [dense_shape])]
            return f"{out} = tf.IndexedSlices({', '.join(map(_tree, parts))})"
        case Part(out, slices, field):
            return f"{out} = {slices}.{field}"
        case Assign(out, variable, method, value, read_value):
            return f"{out} = {variable}.{method}({_tree(value)}{'' if read_value else ', read_value=False'})"
        case AssignSlice(out, variable, key, value):
            return f"{out} = {variable}[{_key(key)}].assign({_tree(value)})"
        case ScatterNd(out, variable, method, indices, updates):
            return f"{out} = {variable}.{method}({_tree(indices)}, {_tree(updates)})"
        case Watch(tape, tensor):
            return f"{tape}.watch({_tree(tensor)})"
        case Tape(out, persistent, accessed):
            flags = ["persistent=True"] if persistent else []
            flags += [] if accessed else ["watch_accessed_variables=False"]
            return f"with tf.GradientTape({', '.join(flags)}) as {out}:"
        case Reenter(tape):
            return f"with {tape}:"
        case StopRecording(tape):
            return f"with {tape}.stop_recording():"
        case Reset(tape):
            return f"{tape}.reset()"
        case WatchedVariables(tape):
            return f"{tape}.watched_variables()"
        case Gradient(out, tape, target, sources, output_gradients, unconnected):
            seeds = [] if output_gradients == Nothing() else [f"output_gradients={_tree(output_gradients)}"]
            return f"{out} = {tape}.gradient({', '.join(_asked(target, sources, seeds, unconnected))})"
        case Jacobian(out, tape, target, sources, unconnected):
            return f"{out} = {tape}.jacobian({', '.join(_asked(target, sources, [], unconnected))})"
        case Delete(name):
            return f"del {name}"
        case Optimizer(out, learning_rate):
            return f"{out} = tf.keras.optimizers.SGD({_scalar(learning_rate)})"
        case ApplyGradients(optimizer, gradients, variables):
            pairs = f"zip({_tree(Sequence('list', gradients))}, {_tree(Sequence('list', variables))})"
            return f"{optimizer}.apply_gradients({pairs})"
        case _:
            assert_never(statement)


def _asked(target: Tree, sources: Tree, seeds: list[str], unconnected: Attribute) -> list[str]:
    rest = [] if unconnected == "none" else [f"unconnected_gradients={_attribute(unconnected)}"]
    return [_tree(target), _tree(sources), *seeds, *rest]


def _constant(value: Literal) -> str:
    value = normal(value)
    if len(value.shape) > 1 and 0 in value.shape:  # nested lists cannot say every empty shape
        return f"tf.constant([], tf.{value.dtype}, shape={_attribute(value.shape)})"
    return f"tf.constant({_nested(value.values, value.shape)}, tf.{value.dtype})"


def _variable(value: Literal, trainable: bool, shape: Attribute) -> str:
    flag = "" if trainable else ", trainable=False"
    if shape is not None:
        flag += f", shape={'tf.TensorShape(None)' if shape == 'unknown' else _attribute(shape)}"
    if len(value.shape) > 1 and 0 in value.shape:
        return f"tf.Variable({_constant(value)}{flag})"
    return f"tf.Variable({_nested(normal(value).values, value.shape)}, dtype=tf.{value.dtype}{flag})"


def _nested(values: tuple[Scalar, ...], shape: tuple[int, ...]) -> str:
    if not shape:
        return _scalar(values[0])
    step = math.prod(shape[1:])
    return f"[{', '.join(_nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))}]"


def _operation(operator: str, operands: tuple[Tree, ...]) -> str:
    if operator == "abs":
        return f"abs({_tree(operands[0])})"
    if len(operands) == 1:
        return f"{operator}{_tree(operands[0])}"
    left, right = map(_tree, operands)
    if operator == "**" and left.startswith("-"):  # -1.0 ** x is -(1.0 ** x)
        left = f"({left})"
    return f"{left} {operator} {right}"


def _tree(tree: Tree) -> str:
    match tree:
        case str():
            return tree
        case Number(value):
            return _scalar(value)
        case Text(value):
            return _attribute(value)
        case Nothing():
            return "None"
        case Sequence("tuple", items):
            return _tuple([_tree(item) for item in items])
        case Sequence(_, items):
            return f"[{', '.join(map(_tree, items))}]"
        case Mapping(keys, items):
            pairs = (f"{_attribute(key)}: {_tree(item)}" for key, item in zip(keys, items, strict=True))
            return f"{{{', '.join(pairs)}}}"
        case _:
            assert_never(tree)


def _attribute(value: Attribute) -> str:
    match value:
        case None:
            return "None"
        case str():
            return json.dumps(value)
        case tuple():
            return _tuple([_attribute(item) for item in value])
        case bool() | int() | float():
            return _scalar(value)
        case _:
            assert_never(value)


def _tuple(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _scalar(value: Scalar) -> str:
    if isinstance(value, complex):
        return f"complex({_scalar(value.real)}, {_scalar(value.imag)})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, str) and value.isascii() and value.isprintable():
        return json.dumps(value)
    return repr(value)


def _key(key: tuple[IndexItem, ...]) -> str:
    return ", ".join(map(_index_item, key)) or "()"


def _index_item(item: IndexItem) -> str:
    match item:
        case int():
            return str(item)
        case Slice(start, stop, step):
            begin, end = ("" if bound is None else str(bound) for bound in (start, stop))
            return f"{begin}:{end}" if step is None else f"{begin}:{end}:{step}"
        case Dots():
            return "..."
        case NewAxis():
            return "tf.newaxis"
        case _:
            assert_never(item)
