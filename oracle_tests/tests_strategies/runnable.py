"""Programs that run, for functions, loops, accumulators, composites and modules, by what they show."""

from strategies.program import (
    Accumulator,
    Apply,
    ApplyGradients,
    Assign,
    Attribute,
    BatchJacobian,
    Call,
    Constant,
    Def,
    Gradient,
    Jacobian,
    Jvp,
    Literal,
    Mapping,
    Method,
    Module,
    ModuleVariables,
    Nothing,
    Number,
    Operate,
    Optimizer,
    Part,
    Program,
    Repeat,
    Sequence,
    Statement,
    Tape,
    Text,
    Tree,
    Variable,
    Watch,
)


def floats(*values: float, shape: tuple[int, ...] | None = None) -> Literal:
    return Literal("float32", (len(values),) if shape is None else shape, values)


def listed(*items: Tree) -> Sequence:
    return Sequence("list", items)


def pair(*items: Tree) -> Sequence:
    return Sequence("tuple", items)


def apply(out: str, function: str, *operands: Tree, **attributes: Attribute) -> Apply:
    return Apply(out, function, operands, tuple(attributes.items()))


INPUTS = (
    Variable("v1", floats(1.0, 2.0)),
    Constant("x1", floats(0.5, -1.5)),
    Constant("p1", Literal("bool", (), (True,))),
    Constant("i1", Literal("int32", (), (1,))),
)
SQUARE = Def("f1", None, ("a1",), (apply("t1", "math.square", "a1"),), "t1")
PRODUCT = Def("f1", None, ("a1", "a2"), (Operate("t1", "*", ("a1", "a2")),), "t1")
OF_X = Def("f1", None, (), (apply("t1", "math.square", "x1"),), "t1")
OF_V = Def("f2", None, (), (apply("t2", "math.sin", "v1"),), "t2")
BELOW = Def("f1", None, ("a1", "a2"), (Operate("t1", "<", ("a1", Number(3))),), "t1")
STEP = Def(
    "f2",
    None,
    ("a3", "a4"),
    (Operate("t2", "+", ("a3", Number(1))), Operate("t3", "*", ("a4", "v1"))),
    pair("t2", "t3"),
)


def program(*body: Statement) -> Program:
    return Program(INPUTS, body)


def taped(*inner: Statement, target: Tree = "y1") -> tuple[Statement, ...]:
    """`inner` under a tape that watches x1, and the gradients by x1 and v1."""
    return (
        Tape("tape1", True, True, (Watch("tape1", "x1"), *inner)),
        Gradient("g1", "tape1", target, listed("x1", "v1")),
    )


def called(decorator: str | None, variable: bool = True) -> Program:
    body = (apply("t1", "math.square", "a1"), Operate("t2", "*", ("t1", "v1" if variable else "a1")))
    return program(Def("f1", decorator, ("a1",), body, "t2"), *taped(Call("y1", "f1", ("x1",))))


def custom(*, uses: bool, takes: bool) -> Program:
    """A custom gradient that uses a variable, and whose gradient function takes variables."""
    gradient: Tree = pair("t4", listed("dy1")) if takes else "t4"
    body = (
        Operate("t2", "*", ("a1", "v1" if uses else "a1")),
        Def("grad1", None, ("dy1",), (Operate("t4", "*", ("dy1", "t2")),), gradient, takes),
    )
    definition = Def("f1", "custom_gradient", ("a1",), body, pair("t2", "grad1"))
    return program(definition, *taped(Call("y1", "f1", ("x1",))))


FUNCTIONS: dict[str, Program] = {
    "a plain function": called(None),
    "a tf.function": called("function"),
    "recompute_grad": called("recompute_grad"),
    "grad_pass_through": called("grad_pass_through", variable=False),
    "a custom gradient": custom(uses=False, takes=False),
    "a custom gradient with a variable": custom(uses=True, takes=True),
    "a custom gradient that takes no variables": custom(uses=True, takes=False),
    "a function that returns structures": program(
        Def("f1", "function", ("a1",), (), pair("a1", Nothing(), Mapping(("k",), ("a1",)))),
        Call("y1", "f1", ("x1",)),
        Operate("t2", "*", ("y1[2]['k']", "v1")),
    ),
    "a function that returns a variable": program(Def("f1", None, (), (), "v1"), Call("y1", "f1", ())),
    "a function that raises": program(
        Def("f1", None, ("a1",), (apply("t1", "reshape", "a1", Number(7)),), "t1"),
        Call("y1", "f1", ("x1",)),
        Call("y2", "f1", ("v1",)),
    ),
    "a tape in a function": program(
        Def(
            "f1",
            "function",
            ("a1",),
            (
                Tape("tape2", False, True, (Watch("tape2", "a1"), apply("t1", "math.sin", "a1"))),
                Gradient("g2", "tape2", "t1", "a1"),
            ),
            "g2",
        ),
        *taped(Call("y1", "f1", ("x1",))),
    ),
    "a branch in a function": program(
        Def(
            "f1",
            "function",
            ("a1",),
            (
                Def("f2", None, (), (apply("t1", "math.square", "a1"),), "t1"),
                Def("f3", None, (), (apply("t2", "math.sin", "v1"),), "t2"),
                apply("t3", "cond", "p1", "f2", "f3"),
            ),
            "t3",
        ),
        *taped(Call("y1", "f1", ("x1",))),
    ),
    "an assignment in a function": program(
        Def(
            "f1",
            "function",
            ("a1",),
            (Assign("w1", "v1", "assign_add", "a1"), Operate("t1", "*", ("w1", "a1"))),
            "t1",
        ),
        *taped(Call("y1", "f1", ("x1",)), Call("y2", "f1", ("y1",)), target="y2"),
    ),
}

RAISES = Def("f3", None, ("a3", "a4"), (apply("t3", "reshape", "a3", Number(7)),), "t3")
RAISING_SCAN = program(
    Def("f1", "function", ("a1",), (RAISES, apply("t4", "scan", "f3", "a1")), "t4"), Call("y1", "f1", ("x1",))
)

CONTROL_FLOW: dict[str, Program] = {
    "cond": program(OF_X, OF_V, *taped(apply("y1", "cond", "p1", "f1", "f2"))),
    "case": program(OF_X, OF_V, *taped(apply("y1", "case", listed(pair("p1", "f1")), "f2"))),
    "switch_case": program(OF_X, OF_V, *taped(apply("y1", "switch_case", "i1", listed("f1", "f2")))),
    "while_loop": program(
        BELOW, STEP, *taped(apply("y1", "while_loop", "f1", "f2", listed("i1", "x1")), target="y1[1]")
    ),
    "map_fn": program(SQUARE, *taped(apply("y1", "map_fn", "f1", "x1", fn_output_signature="float32"))),
    "vectorized_map": program(SQUARE, *taped(apply("y1", "vectorized_map", "f1", "x1"))),
    "scan": program(PRODUCT, *taped(apply("y1", "scan", "f1", "x1"))),
    "foldl": program(PRODUCT, *taped(apply("y1", "foldl", "f1", "x1"))),
    "foldr": program(PRODUCT, *taped(apply("y1", "foldr", "f1", "x1"))),
    "py_function": program(SQUARE, *taped(apply("y1", "py_function", "f1", listed("x1"), Text("float32")))),
    "numpy_function": program(
        SQUARE, *taped(apply("y1", "numpy_function", "f1", listed("x1"), Tout="float32"))
    ),
    "a loop": program(
        *taped(
            Repeat(
                (("y1", "x1", "t5"), ("y2", Number(1.0), "y1")),
                3,
                (Operate("t4", "*", ("y1", "v1")), Operate("t5", "+", ("t4", "y2"))),
            )
        )
    ),
    "a loop that raises": program(
        Repeat(
            (("y1", "x1", "t5"),),
            3,
            (apply("t4", "concat", listed("y1", "y1"), Number(0)), Operate("t5", "*", ("t4", "i1"))),
        ),
        Operate("t6", "*", ("y1", "v1")),
    ),
    "TensorArray": program(
        *taped(
            apply("ta1", "TensorArray", Text("float32"), Number(2)),
            Method("ta2", "ta1", "write", (Number(0), "x1")),
            Method("ta3", "ta2", "write", (Number(1), "v1")),
            Method("y1", "ta3", "stack"),
        )
    ),
}

FORWARD: dict[str, Program] = {
    "an accumulator": program(
        Constant("d1", floats(1.0, 0.0)),
        Accumulator("acc1", "x1", "d1", (apply("t1", "math.square", "x1"), Jvp("j0", "acc1", "t1"))),
        Jvp("j1", "acc1", listed("t1", "v1"), "zero"),
    ),
    "jacobians": program(
        Constant("m1", floats(1.0, 2.0, 3.0, 4.0, shape=(2, 2))),
        Tape("tape1", True, True, (Watch("tape1", "m1"), apply("t1", "math.square", "m1"))),
        BatchJacobian("j1", "tape1", "t1", "m1"),
        BatchJacobian("j2", "tape1", "t1", "m1", "zero", 1, False),
        Jacobian("j3", "tape1", "t1", listed("m1"), "none", 2, False),
    ),
}

CONTAINERS: dict[str, Program] = {
    "modules": program(
        Variable("v2", floats(3.0), trainable=False),
        Module("m1", (("a", "v1"), ("b", listed("v2")))),
        Module("m2", (("c", "m1"),)),
        ModuleVariables("vs1", "m2"),
        ModuleVariables("vs2", "m2", "variables"),
        Tape("tape1", True, True, (Operate("t1", "*", ("v1", "x1")),)),
        Gradient("g1", "tape1", "t1", "vs2"),
        Optimizer("opt1", 0.5, "SGD", (("momentum", 0.9), ("nesterov", True))),
        ApplyGradients("opt1", ("g1[0]", Nothing()), ("vs1[0]", "v2")),
    ),
    **{
        f"a loop with {algorithm}": program(
            Optimizer("opt1", 0.5, algorithm),
            Repeat(
                (),
                3,
                (
                    Tape("tape1", False, True, (Operate("t4", "*", ("v1", "v1")),)),
                    Gradient("g1", "tape1", "t4", listed("v1")),
                    ApplyGradients("opt1", ("g1[0]",), ("v1",)),
                ),
            ),
        )
        for algorithm in ("SGD", "Adam", "Adagrad", "RMSprop")
    },
    "RaggedTensor": program(
        Constant("c1", floats(1.0, 2.0, 3.0)),
        Constant("r0", Literal("int64", (3,), (0, 2, 3))),
        Tape(
            "tape1",
            True,
            True,
            (
                Watch("tape1", "c1"),
                apply("r1", "RaggedTensor.from_row_splits", "c1", "r0"),
                apply("r2", "math.square", "r1"),
                Method("t1", "r2", "to_tensor"),
                Part("t2", "r2", "flat_values"),
            ),
        ),
        Gradient("g1", "tape1", "t1", "c1"),
        Gradient("g2", "tape1", "r2", "r1"),
    ),
    "SparseTensor": program(
        Constant("c1", floats(1.0, 2.0)),
        Constant("ix1", Literal("int64", (2, 2), (0, 0, 1, 2))),
        Tape(
            "tape1",
            True,
            True,
            (
                Watch("tape1", "c1"),
                apply("s1", "SparseTensor", "ix1", "c1", dense_shape=(2, 3)),
                apply("t1", "sparse.to_dense", "s1"),
                Part("t2", "s1", "values"),
            ),
        ),
        Gradient("g1", "tape1", "t1", "c1"),
        Gradient("g2", "tape1", "t1", "s1"),
    ),
}

RUNNABLE = {**FUNCTIONS, **CONTROL_FLOW, **FORWARD, **CONTAINERS}
