"""A program with every kind of statement, and every form that a field can take."""

import math
from typing import Any

from strategies.program import (
    Alias,
    Apply,
    ApplyGradients,
    Assign,
    AssignSlice,
    Augment,
    Constant,
    Delete,
    Dots,
    Gradient,
    Index,
    IndexedSlices,
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
    ScatterNd,
    Sequence,
    Slice,
    StopRecording,
    Tape,
    ToNumpy,
    Variable,
    Watch,
    WatchedVariables,
)


def wrapped(tree: Any, times: int) -> Any:
    """`tree` in so many lists."""
    return tree if times == 0 else Sequence("list", (wrapped(tree, times - 1),))


def reentered(body: Any, times: int) -> Any:
    """`body` in so many scopes of tape1."""
    return body if times == 0 else (Reenter("tape1", reentered(body, times - 1)),)


EVERY_KIND = Program(
    inputs=(
        Variable("v1", Literal("float32", (2,), (0.1, -0.0))),
        Variable("v2", Literal("bfloat16", (0, 3), ()), trainable=False),
        Constant("c3", Literal("complex64", (1,), (complex(1.0, math.nan),))),
        Constant("c4", Literal("float64", (2, 1), (math.nan, -math.inf))),
    ),
    body=(
        Tape(
            "tape5",
            True,
            False,
            (
                Watch("tape5", Sequence("list", ("v1", "c4"))),
                Apply("t6", "math.sin", ("v1",)),
                Apply(
                    "t7",
                    "math.reduce_sum",
                    (Sequence("tuple", ("t6", Number(-1.5), Nothing())),),
                    (
                        ("axis", (0,)),
                        ("keepdims", True),
                        ("dtype", "float32"),
                        ("x", (None, -0.0, (1, math.inf))),
                    ),
                ),
                StopRecording("tape5", (Operate("t8", "**", (Number(-2.0), "v1")),)),
                Tape("tape9", False, True, ()),
            ),
        ),
        Reenter(
            "tape5", (Index("t10", "c4", (0, Slice(None, -1, None), Dots(), NewAxis(), Slice(0, None, 2))),)
        ),
        Index("t11", "t10", ()),
        Alias("a12", "v1"),
        Read("t13", "a12", "read_value"),
        ToNumpy("n14", "t13"),
        Gradient("g15", "tape5", "t7", Mapping(("a", "b"), ("v1", Sequence("list", ("c4", "a12"))))),
        Gradient("g16", "tape5", Sequence("list", ("t6",)), "v1", Number(2), "zero"),
        Part("t17", "g15['b'][1]", "values"),
        Assign("w18", "a12", "assign_sub", Number(True)),
        Operate("t19", "abs", ("w18",)),
        Operate("t20", "-", ("n14", "g16")),
        Jacobian("j21", "tape5", "t6", "v1", "zero"),
        WatchedVariables("tape5"),
        Reset("tape5"),
        Optimizer("opt22", 0.1),
        ApplyGradients("opt22", ("g16", Nothing()), ("v1", "w18")),
        Constant("c23", Literal("int8", (), (-128,))),
        Variable("v24", Literal("bool", (1, 2), (True, False))),
        Variable("v25", Literal("float32", (1,), (2.0,)), False, "unknown"),
        Variable("v26", Literal("float32", (1, 0), ()), shape=(None, 0)),
        NewVariable("v27", "t13"),
        NewVariable("v28", Sequence("list", ("t6", Number(1.0))), trainable=False),
        Constant("c29", Literal("int32", (1,), (0,))),
        IndexedSlices("s30", "t6", "c29"),
        IndexedSlices("s31", "t6", "c29", Sequence("list", (Number(2),))),
        Assign("v32", "v1", "scatter_add", "s30"),
        Assign("r33", "v1", "assign", "t6", read_value=False),
        AssignSlice("v34", "v1", (Slice(1, None, None),), Number(0.5)),
        ScatterNd("v35", "v1", "scatter_nd_update", Sequence("list", ("c29",)), "t6"),
        ReadRows("t36", "v1", "sparse_read", "c29"),
        Augment("t37", "t6", "**", Number(-2)),
        Delete("tape5"),
    ),
)
