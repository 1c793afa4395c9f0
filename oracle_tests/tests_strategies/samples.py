"""A program with every kind of statement, and every form that a field can take."""

import math
from typing import Any

from strategies.program import (
    Accumulator,
    Alias,
    Apply,
    ApplyGradients,
    Assign,
    AssignSlice,
    Augment,
    BatchJacobian,
    Call,
    Constant,
    Def,
    Delete,
    Dots,
    Gradient,
    Index,
    IndexedSlices,
    Jacobian,
    Jvp,
    Literal,
    Mapping,
    Method,
    Module,
    ModuleVariables,
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
    Repeat,
    Reset,
    ScatterNd,
    Sequence,
    Slice,
    Statement,
    StopRecording,
    Tape,
    Text,
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


FUNCTIONS: tuple[Statement, ...] = (
    Def(
        "f40",
        "custom_gradient",
        ("a41", "a42"),
        (
            Operate("t43", "*", ("a41", "v1")),
            Def(
                "grad44",
                None,
                ("dy45",),
                (Operate("t46", "*", ("dy45", "t43")),),
                Sequence("tuple", (Sequence("list", ("t46", "a42")), Sequence("list", ("dy45",)))),
                variables=True,
            ),
        ),
        Sequence("tuple", ("t43", "grad44")),
    ),
    Call("t47", "f40", ("v1", Number(2.0))),
    Def("f48", "function", (), (), "c4"),
    Def("f49", None, (), (Call("t50", "f48", ()),), Sequence("tuple", ("t50",))),
    Apply("t51", "case", (Sequence("list", (Sequence("tuple", ("c4", "f48")),)), "f49")),
    Repeat(
        (("y52", "v1", "t54"), ("y53", Number(0.5), "y52")),
        3,
        (Operate("t54", "*", ("y52", "y53")),),
    ),
    Repeat((), 0, ()),
    Def("f55", "recompute_grad", ("a56",), (Delete("a56"),), Nothing()),
    Def("f57", "grad_pass_through", ("a58",), (), Mapping(("a",), ("a58",))),
)
COMPOSITES: tuple[Statement, ...] = (
    Apply("ta60", "TensorArray", (Text("float32"),), (("size", 2),)),
    Method("ta61", "ta60", "write", (Number(0), "t6")),
    Method("t62", "ta61", "stack"),
    Apply("r63", "RaggedTensor.from_row_splits", ("c3", "c29")),
    Method("t64", "r63", "to_tensor", (), (("default_value", 0.5),)),
    Part("t65", "r63", "row_splits"),
    Module("m66", (("a", "v1"), ("b", Sequence("list", ("v2",))))),
    Module("m67", (("c", "m66"),)),
    ModuleVariables("vs68", "m67"),
    ModuleVariables("vs69", "m67", "variables"),
    Optimizer("opt70", 0.1, "RMSprop", (("momentum", 0.5),)),
    ApplyGradients("opt70", ("t6",), ("vs68[0]",)),
)
FORWARD: tuple[Statement, ...] = (
    Accumulator(
        "acc71",
        "v1",
        "t6",
        (Apply("t72", "math.sin", ("v1",)), Jvp("j73", "acc71", Sequence("list", ("t72",)))),
    ),
    Jvp("j74", "acc71", "t72", "zero"),
    Tape("tape75", True, True, ()),
    BatchJacobian("j76", "tape75", "t72", "v1"),
    BatchJacobian("j77", "tape75", "t72", "v1", "zero", 2, False),
    Jacobian("j78", "tape75", "t72", "v1", "none", None, False),
)

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
        *FUNCTIONS,
        *COMPOSITES,
        *FORWARD,
    ),
)
