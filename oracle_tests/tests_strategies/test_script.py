import contextlib
import io
import sys
from types import ModuleType
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given

from strategies.literals import DTYPES, array
from strategies.program import (
    Apply,
    Assign,
    Constant,
    Delete,
    Gradient,
    Index,
    Literal,
    Mapping,
    Nothing,
    Number,
    Operate,
    Optimizer,
    Program,
    Reenter,
    Sequence,
    Statement,
    StopRecording,
    Tape,
    Variable,
    Watch,
    WatchedVariables,
    statements,
)
from strategies.script import closing_lines, script, statement_lines
from strategies.wellformed import check

from .any_programs import literals, programs
from .samples import EVERY_KIND, reentered
from .test_literals import same_bits

EVERY_KIND_SCRIPT = """\
import tensorflow as tf

v1 = tf.Variable([0.1, -0.0], dtype=tf.float32)
v2 = tf.Variable(tf.constant([], tf.bfloat16, shape=(0, 3)), trainable=False)
c3 = tf.constant([complex(1.0, float("nan"))], tf.complex64)
c4 = tf.constant([[float("nan")], [float("-inf")]], tf.float64)
with tf.GradientTape(persistent=True, watch_accessed_variables=False) as tape5:
    tape5.watch([v1, c4])
    t6 = tf.math.sin(v1)
    t7 = tf.math.reduce_sum((t6, -1.5, None), axis=(0,), keepdims=True, dtype="float32", \
x=(None, -0.0, (1, float("inf"))))
    with tape5.stop_recording():
        t8 = (-2.0) ** v1
    with tf.GradientTape() as tape9:
        pass
with tape5:
    t10 = c4[0, :-1, ..., tf.newaxis, 0::2]
t11 = t10[()]
a12 = v1
t13 = a12.read_value()
n14 = t13.numpy()
g15 = tape5.gradient(t7, {"a": v1, "b": [c4, a12]})
g16 = tape5.gradient([t6], v1, output_gradients=2, unconnected_gradients="zero")
t17 = g15['b'][1].values
w18 = a12.assign_sub(True)
t19 = abs(w18)
t20 = n14 - g16
j21 = tape5.jacobian(t6, v1, unconnected_gradients="zero")
tape5.watched_variables()
tape5.reset()
opt22 = tf.keras.optimizers.SGD(0.1)
opt22.apply_gradients(zip([g16, None], [v1, w18]))
c23 = tf.constant(-128, tf.int8)
v24 = tf.Variable([[True, False]], dtype=tf.bool)
v25 = tf.Variable([2.0], dtype=tf.float32, trainable=False, shape=tf.TensorShape(None))
v26 = tf.Variable(tf.constant([], tf.float32, shape=(1, 0)), shape=(None, 0))
v27 = tf.Variable(t13)
v28 = tf.Variable([t6, 1.0], trainable=False)
c29 = tf.constant([0], tf.int32)
s30 = tf.IndexedSlices(t6, c29)
s31 = tf.IndexedSlices(t6, c29, [2])
v32 = v1.scatter_add(s30)
r33 = v1.assign(t6, read_value=False)
v34 = v1[1:].assign(0.5)
v35 = v1.scatter_nd_update([c29], t6)
t36 = v1.sparse_read(c29)
t37 = t6
t37 **= -2
del tape5
@tf.custom_gradient
def f40(a41, a42):
    t43 = a41 * v1
    def grad44(dy45, variables=None):
        t46 = dy45 * t43
        return [t46, a42], [dy45]
    return t43, grad44
t47 = f40(v1, 2.0)
@tf.function(autograph=False)
def f48():
    return c4
def f49():
    t50 = f48()
    return (t50,)
t51 = tf.case([(c4, f48)], f49)
y52 = v1
y53 = 0.5
for _ in range(3):
    t54 = y52 * y53
    y52, y53 = t54, y52
for _ in range(0):
    pass
@tf.recompute_grad
def f55(a56):
    del a56
    return None
@tf.grad_pass_through
def f57(a58):
    return {"a": a58}
ta60 = tf.TensorArray("float32", size=2)
ta61 = ta60.write(0, t6)
t62 = ta61.stack()
r63 = tf.RaggedTensor.from_row_splits(c3, c29)
t64 = r63.to_tensor(default_value=0.5)
t65 = r63.row_splits
m66 = tf.Module()
m66.a = v1
m66.b = [v2]
m67 = tf.Module()
m67.c = m66
vs68 = m67.trainable_variables
vs69 = m67.variables
opt70 = tf.keras.optimizers.RMSprop(0.1, momentum=0.5)
opt70.apply_gradients(zip([t6], [vs68[0]]))
with tf.autodiff.ForwardAccumulator(v1, t6) as acc71:
    t72 = tf.math.sin(v1)
    j73 = acc71.jvp([t72])
j74 = acc71.jvp(t72, unconnected_gradients="zero")
with tf.GradientTape(persistent=True) as tape75:
    pass
j76 = tape75.batch_jacobian(t72, v1)
j77 = tape75.batch_jacobian(t72, v1, unconnected_gradients="zero", parallel_iterations=2, \
experimental_use_pfor=False)
j78 = tape75.jacobian(t72, v1, experimental_use_pfor=False)
"""

X = Variable("x1", Literal("float32", (), (3.0,)))


def line(statement):
    (only,) = statement_lines(statement)
    return only


def test_script_of_every_kind_of_statement():
    assert {type(s) for s in (*EVERY_KIND.inputs, *statements(EVERY_KIND.body))} == set(get_args(Statement))
    assert script(EVERY_KIND) == EVERY_KIND_SCRIPT


def test_script_runs_on_the_module_that_is_asked_for():
    assert script(Program((X,), ()), "reference") == (
        "import reference as tf\n\nx1 = tf.Variable(3.0, dtype=tf.float32)\n"
    )


@given(programs())
def test_script_of_any_well_formed_program_is_python(program):
    compile(script(program), "script", "exec")


def own_lines(body):
    for s in body:
        yield from statement_lines(s)
        yield from own_lines(getattr(s, "body", ()))
        yield from closing_lines(s)


@given(programs())
def test_every_statement_has_its_line_in_the_script_and_no_other(program):
    lines = [text.strip() for text in script(program).splitlines()[2:]]
    own = list(own_lines((*program.inputs, *program.body)))
    assert [text for text in lines if text != "pass"] == own


def test_deepest_scopes_that_all_raise_are_still_python():
    body = reentered((Operate("y1", "-", ("x1",)),), 8)
    program = Program((X,), (Tape("tape1", False, True, body),))
    check(program)
    paths = {(0,) * n for n in range(1, 11)}
    compile(script(program, raising=paths), "script", "exec")


# -- literals


class FakeVariable(np.ndarray):
    def numpy(self):
        return np.asarray(self)


class Fake(ModuleType):
    """A module with as much of TensorFlow as dense values need; any other function raises ValueError."""

    def __getattr__(self, name):
        if name in DTYPES:
            return DTYPES[name]
        raise AttributeError(name)

    @staticmethod
    def constant(values, dtype, shape=None):
        with np.errstate(over="ignore"):
            value = np.array(values, dtype)
        if value.dtype == DTYPES["string"]:
            encoded = [x.encode() if isinstance(x, str) else x for x in value.flat]
            value = np.array(encoded, value.dtype).reshape(value.shape)
        return value if shape is None else value.reshape(shape)

    @classmethod
    def Variable(cls, values, dtype=None, trainable=True):
        return cls.constant(values, values.dtype if dtype is None else dtype).view(FakeVariable)

    class math:
        @staticmethod
        def sin(x):
            if x < 0:
                raise ArithmeticError("negative")
            return x + 1

    class GradientTape:
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def stop_recording(self):
            raise RuntimeError("not recording")

        def watched_variables(self):
            return ()


@pytest.fixture
def run(monkeypatch):
    """Runs a script for the fake module; gives its names and what it printed."""
    monkeypatch.setitem(sys.modules, "fake", Fake("fake"))

    def run(text):
        names: dict[str, Any] = {}
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(text, names)
        return names, printed.getvalue().splitlines()

    return run


def test_a_literal_reads_back_from_the_script_bit_for_bit(run):
    @given(literals())
    def reads_back(value):
        names, _ = run(script(Program((Constant("c1", value), Variable("v2", value)), ()), "fake"))
        assert same_bits(names["c1"], array(value))
        assert same_bits(names["v2"], array(value))

    reads_back()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Literal("float32", (), (0.10000000149011612,)), "tf.constant(0.1, tf.float32)"),
        (Literal("float16", (1,), (65504.0,)), "tf.constant([65500.0], tf.float16)"),
        (Literal("float32", (0,), ()), "tf.constant([], tf.float32)"),
        (Literal("float32", (2, 0), ()), "tf.constant([], tf.float32, shape=(2, 0))"),
        (Literal("int32", (2, 2), (1, 2, 3, 4)), "tf.constant([[1, 2], [3, 4]], tf.int32)"),
        (Literal("uint64", (), (2**64 - 1,)), "tf.constant(18446744073709551615, tf.uint64)"),
        (Literal("bool", (2,), (True, False)), "tf.constant([True, False], tf.bool)"),
        (Literal("complex128", (), (complex(-0.0, 2),)), "tf.constant(complex(-0.0, 2.0), tf.complex128)"),
        (
            Literal("complex64", (1,), (complex("nan-infj"),)),
            'tf.constant([complex(float("nan"), float("-inf"))], tf.complex64)',
        ),
        (Literal("string", (2,), ('a"b', "\u2028\n")), r"""tf.constant(["a\"b", '\u2028\n'], tf.string)"""),
        (Literal("float64", (2,), (float("inf"), 1e-7)), 'tf.constant([float("inf"), 1e-07], tf.float64)'),
        (Literal("float32", (1, 1, 1), (2.0,)), "tf.constant([[[2.0]]], tf.float32)"),
    ],
)
def test_literals_are_written_as_a_person_would(value, text):
    assert line(Constant("c1", value)) == f"c1 = {text}"


# -- operators, arguments


@pytest.mark.parametrize(
    ("operator", "operands", "text"),
    [
        ("**", (Number(-1.0), "x1"), "(-1.0) ** x1"),
        ("**", (Number(-0.0), "x1"), "(-0.0) ** x1"),
        ("**", (Number(-2), "x1"), "(-2) ** x1"),
        ("**", (Number(float("-inf")), "x1"), 'float("-inf") ** x1'),
        ("**", (Number(2.0), "x1"), "2.0 ** x1"),
        ("**", ("x1", Number(-1.0)), "x1 ** -1.0"),
        ("-", ("x1", Number(-1.0)), "x1 - -1.0"),
        ("-", (Number(-1.0), "x1"), "-1.0 - x1"),
        ("<=", ("x1", Number(float("nan"))), 'x1 <= float("nan")'),
        ("==", ("x1", Nothing()), "x1 == None"),
        ("*", (Sequence("tuple", ("x1",)), "x1"), "(x1,) * x1"),
        ("@", (Sequence("list", (Sequence("list", ("x1",)),)), "x1"), "[[x1]] @ x1"),
        ("-", ("g3['b'][1]",), "-g3['b'][1]"),
        ("abs", ("x1",), "abs(x1)"),
        ("**", (Number(-1j), "x1"), "complex(-0.0, -1.0) ** x1"),
        ("+", (Number(True), "x1"), "True + x1"),
    ],
)
def test_operators_take_parentheses_where_python_needs_them(operator, operands, text):
    assert line(Operate("y2", operator, operands)) == f"y2 = {text}"


def test_negative_powers_mean_what_the_program_means(run):
    program = Program(
        (Constant("x1", Literal("float64", (), (2.0,))),),
        (Operate("y2", "**", (Number(-3.0), "x1")), Operate("y3", "**", ("x1", Number(-3.0)))),
    )
    names, _ = run(script(program, "fake"))
    assert (names["y2"], names["y3"]) == (9.0, 0.125)


def test_strings_are_quoted_so_that_they_stay_strings():
    nasty = "a\"b\\n' + os"
    text = line(Apply("t1", "math.sin", (), (("name", nasty),)))
    assert text.startswith("t1 = tf.math.sin(name=")
    assert eval(text.removeprefix("t1 = tf.math.sin(name=").removesuffix(")")) == nasty


def test_structures_of_every_kind():
    inner = Mapping(("a", "b"), (Sequence("tuple", ()), Sequence("list", ())))
    assert line(Watch("tape1", Sequence("tuple", ("x1", inner)))) == 'tape1.watch((x1, {"a": (), "b": []}))'


def test_index_of_one_item_has_no_comma():
    assert line(Index("y1", "x1", (-1,))) == "y1 = x1[-1]"


def test_arguments_at_their_defaults_are_not_written():
    assert line(Gradient("g1", "tape1", "y1", "x1")) == "g1 = tape1.gradient(y1, x1)"
    assert line(Gradient("g1", "tape1", "y1", "x1", Nothing(), "none")) == "g1 = tape1.gradient(y1, x1)"
    assert line(Gradient("g1", "tape1", "y1", "x1", Nothing(), None)) == (
        "g1 = tape1.gradient(y1, x1, unconnected_gradients=None)"
    )
    assert line(Tape("tape1", False, True, ())) == "with tf.GradientTape() as tape1:"


def test_line_of_a_scope_leaves_out_its_body():
    body = (Operate("y1", "-", ("x1",)),)
    assert statement_lines(Reenter("tape1", body)) == ("with tape1:",)
    assert statement_lines(StopRecording("tape1", body)) == ("with tape1.stop_recording():",)


# -- raising, printing


def sine(out, x):
    return Apply(out, "math.sin", (x,))


RAISES = Program(
    (Constant("c1", Literal("int32", (), (-7,))), Constant("c2", Literal("int32", (), (1,)))),
    (
        sine("t3", "c1"),
        Tape(
            "tape4",
            False,
            True,
            (sine("t5", "c1"), StopRecording("tape4", (sine("t6", "c2"),)), sine("t7", "c2")),
        ),
        sine("t8", "t7"),
    ),
)


def test_statements_that_raise_are_caught_where_they_stand():
    assert script(RAISES, raising={(0,), (1, 0), (1, 1)}, printing={(1, 2), (1, 0), (2,)}).split("\n\n")[
        1
    ] == (
        "c1 = tf.constant(-7, tf.int32)\n"
        "c2 = tf.constant(1, tf.int32)\n"
        "try:\n"
        "    t3 = tf.math.sin(c1)\n"
        "except Exception as error:\n"
        "    print(type(error).__name__)\n"
        "with tf.GradientTape() as tape4:\n"
        "    try:\n"
        "        t5 = tf.math.sin(c1)\n"
        "    except Exception as error:\n"
        "        print(type(error).__name__)\n"
        "    try:\n"
        "        with tape4.stop_recording():\n"
        "            t6 = tf.math.sin(c2)\n"
        "    except Exception as error:\n"
        "        print(type(error).__name__)\n"
        "    t7 = tf.math.sin(c2)\n"
        '    print("t7 =", t7)\n'
        "t8 = tf.math.sin(t7)\n"
        'print("t8 =", t8)\n'
    )


def test_a_script_goes_on_after_what_raises_and_prints_what_it_is_told_to(run):
    text = script(RAISES, "fake", raising={(0,), (1, 0), (1, 1)}, printing={(1, 2), (2,)})
    names, printed = run(text)
    assert printed == ["ArithmeticError", "ArithmeticError", "RuntimeError", "t7 = 2", "t8 = 3"]
    assert {"t3", "t5", "t6"}.isdisjoint(names)


def test_a_script_told_nothing_stops_at_what_raises(run):
    with pytest.raises(ArithmeticError):
        run(script(RAISES, "fake"))


def test_end_prints_the_variables_that_exist_then(run):
    body = (
        Tape("tape1", False, True, (Variable("v2", X.value), Variable("v3", X.value), Delete("v2"))),
        StopRecording("tape1", (Variable("v4", X.value),)),
        WatchedVariables("tape1"),
    )
    text = script(Program((X,), body), "fake", raising={(1,)}, printing={(), (0,), (2,)})
    assert run(text)[1] == [
        "RuntimeError", "tape1.watched_variables() = ()", "x1 = 3.0", "v3 = 3.0",
    ]  # fmt: skip


def test_inputs_have_paths_below_zero(run):
    text = script(RAISES, "fake", raising={(-1,), (0,), (1,), (2,)}, printing={(-2,)})
    assert "try:\n    c1 = tf.constant(-7, tf.int32)\nexcept" in text
    assert run(text)[1] == ["c2 = 1", "ArithmeticError", "ArithmeticError", "NameError"]


def test_variables_are_not_printed_where_a_tape_would_watch_them():
    body = (Tape("tape1", False, True, (Variable("v2", X.value), Assign("w3", "x1", "assign", Number(1.0)))),)
    text = script(Program((X,), body), printing={(-1,), (0,), (0, 0), (0, 1)})
    assert "print" not in text


def test_statements_without_a_result_to_show_print_nothing():
    body = (
        Tape("tape1", False, True, (Watch("tape1", "x1"),)),
        Optimizer("opt2", 0.5),
        Operate("y3", "-", ("x1",)),
        Delete("opt2"),
    )
    text = script(Program((X,), body), printing={(0,), (0, 0), (1,), (2,), (3,)})
    assert [text for text in text.splitlines() if "print" in text] == ['print("y3 =", y3)']
