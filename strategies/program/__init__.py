"""SYNTAX: the language of tape programs.

    program   = input* statement*
    input     = Constant | Variable
    statement = input | NewVariable | Apply | Operate | Augment | Index | Alias | Read | ReadRows | ToNumpy
              | IndexedSlices | Part | Method | Assign | AssignSlice | ScatterNd | Watch
              | Tape statement* | Reenter statement* | StopRecording statement* | Accumulator statement*
              | Def statement* | Call | Repeat statement*
              | Reset | WatchedVariables | Gradient | Jacobian | BatchJacobian | Jvp
              | Delete | Module | ModuleVariables | Optimizer | ApplyGradients
    tree      = Name | Number | Text | Nothing | Sequence tree* | Mapping tree*

A program is what a person would write as a short TensorFlow script, and `script` writes exactly that.
Field names are TensorFlow's argument names.  Every statement that yields something names it in `out`; a
leaf of a structured result is named by the Python expression that reaches it, as in `g3[0]` or `g3['b'][1]`.

This package defines what can be said.  `wellformed` says which programs make sense, `interpret` what they do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from .functions import (
    DECORATORS,
    Call,
    Def,
    FunctionStatement,
    Repeat,
    Unit,
)
from .tapes import (
    Accumulator,
    BatchJacobian,
    Gradient,
    Jacobian,
    Jvp,
    Reenter,
    Reset,
    Scope,
    StopRecording,
    Tape,
    TapeStatement,
    Watch,
    WatchedVariables,
)
from .trees import (
    OMITTED,
    RARE,
    Attribute,
    Dots,
    IndexItem,
    Literal,
    Mapping,
    Name,
    NewAxis,
    Nothing,
    Number,
    Scalar,
    Sequence,
    Slice,
    Text,
    Tree,
    leaves,
    root,
)
from .values import (
    AUGMENTED_OPERATORS,
    BINARY_OPERATORS,
    UNARY_OPERATORS,
    Alias,
    Apply,
    Augment,
    Constant,
    Delete,
    Index,
    IndexedSlices,
    Method,
    Operate,
    Part,
    ToNumpy,
    ValueStatement,
)
from .variables import (
    ApplyGradients,
    Assign,
    Assignment,
    AssignSlice,
    Module,
    ModuleVariables,
    NewVariable,
    Optimizer,
    Read,
    ReadRows,
    ScatterNd,
    Variable,
    VariableStatement,
)

__all__ = [
    "AUGMENTED_OPERATORS",
    "BINARY_OPERATORS",
    "DECORATORS",
    "OMITTED",
    "RARE",
    "UNARY_OPERATORS",
    "Accumulator",
    "Alias",
    "Apply",
    "ApplyGradients",
    "Assign",
    "AssignSlice",
    "Assignment",
    "Attribute",
    "Augment",
    "BatchJacobian",
    "Call",
    "Constant",
    "Def",
    "Delete",
    "Dots",
    "FunctionStatement",
    "Gradient",
    "Index",
    "IndexItem",
    "IndexedSlices",
    "Input",
    "Jacobian",
    "Jvp",
    "Literal",
    "Mapping",
    "Method",
    "Module",
    "ModuleVariables",
    "Name",
    "NewAxis",
    "NewVariable",
    "Nothing",
    "Number",
    "Operate",
    "Optimizer",
    "Part",
    "Program",
    "Read",
    "ReadRows",
    "Reenter",
    "Repeat",
    "Reset",
    "Scalar",
    "ScatterNd",
    "Scope",
    "Sequence",
    "Slice",
    "Statement",
    "StopRecording",
    "Tape",
    "TapeStatement",
    "Text",
    "ToNumpy",
    "Tree",
    "Unit",
    "ValueStatement",
    "Variable",
    "VariableStatement",
    "Watch",
    "WatchedVariables",
    "leaves",
    "root",
    "size",
    "statements",
]

Input: TypeAlias = Constant | Variable
Statement: TypeAlias = ValueStatement | VariableStatement | TapeStatement | FunctionStatement


@dataclass(frozen=True)
class Program:
    inputs: tuple[Input, ...]
    body: tuple[Statement, ...]


def statements(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement of `body`, those of inner bodies after the one that opens them."""
    for statement in body:
        yield statement
        yield from statements(getattr(statement, "body", ()))


def size(program: Program) -> int:
    """The number of statements, inputs not counted."""
    return sum(1 for _ in statements(program.body))
