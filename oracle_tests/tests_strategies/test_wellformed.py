from typing import Any

import pytest
from hypothesis import given

from strategies import wellformed
from strategies.malformed import Malformed
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
from strategies.wellformed import check

from .any_programs import programs
from .samples import EVERY_KIND, reentered, wrapped

ONE = Literal("float32", (), (1.0,))
INPUTS = (Variable("v1", ONE), Constant("c1", ONE))
TAPE = Tape("tape1", False, True, ())
SGD = Optimizer("opt1", 0.1)
STRUCTURE = Mapping(("a", "b"), ("v1", Sequence("list", ("v1", "c1"))))


def sine(out, x="c1"):
    return Apply(out, "math.sin", (x,))


def gradient(out, sources="v1"):
    return Gradient(out, "tape1", "c1", sources)


STRUCTURED = gradient("g1", STRUCTURE)


def refusal(*body, inputs=INPUTS):
    with pytest.raises(Malformed) as raised:
        check(Program(inputs, body))
    return raised.value


@given(programs())
def test_programs_drawn_to_be_well_formed_are(program):
    check(program)


def test_every_kind_of_statement_can_be_well_formed():
    check(EVERY_KIND)


@pytest.mark.parametrize(
    "body",
    [
        (Tape("tape1", False, True, (sine("t1"),)), sine("t2", "t1")),
        (Tape("tape1", False, True, (Reset("tape1"), Reenter("tape1", ()), StopRecording("tape1", ()))),),
        (Tape("tape1", False, True, (Delete("tape1"),)),),
        (Tape("tape1", False, True, (gradient("g1"),)),),
        (TAPE, Alias("tape2", "tape1"), Delete("tape1"), Reenter("tape2", ()), WatchedVariables("tape2")),
        (Alias("a1", "v1"), Delete("v1"), Assign("w1", "a1", "assign", Number(1)), Read("t1", "w1", "value")),
        (Assign("w1", "v1", "assign", "c1"), Assign("w2", "w1", "assign_add", "w1")),
        (TAPE, STRUCTURED, sine("t1", "g1['a']"), sine("t2", "g1['b'][1]"), sine("t3", "g1")),
        (TAPE, STRUCTURED, Alias("a1", "g1['b']"), Part("t1", "a1[0]", "indices")),
        (TAPE, Jacobian("j1", "tape1", "c1", Sequence("tuple", ("v1",))), sine("t1", "j1[0]")),
        (TAPE, STRUCTURED, gradient("g2", "g1"), sine("t1", "g2['b'][0]")),
        (sine("t1"), sine("t2", "t1[0]"), sine("t3", "t1['a'][3]")),
        (sine("t1"), TAPE, gradient("g1", "t1"), sine("t2", "g1[1]")),
        (
            TAPE,
            gradient("g1"),
            Part("t1", "g1", "values"),
            Operate("t2", "-", ("g1",)),
            Part("t3", "t2", "values"),
        ),
        (SGD, ApplyGradients("opt1", (Nothing(), "c1"), ("v1", "v1"))),
        (SGD, ApplyGradients("opt1", (), ())),
        (
            ToNumpy("n1", "v1"),
            Index("n2", "n1", (0,)),
            Operate("n3", "+", ("n1", Number(1))),
            sine("t1", "n3"),
        ),
        (Operate("t1", "+", ("v1", Sequence("list", (Number(1), "c1")))), ToNumpy("n1", "t1")),
        (Index("t1", "c1", ()), Index("t2", "v1", (Dots(), NewAxis(), -1, Slice(None, None, 0)))),
        (Operate("t1", "==", ("c1", Nothing())),),
        (Apply("t1", "reshape", ("c1",), (("shape", (-1,)), ("name", "x"))),),
        (Apply("t1", "math.add", (Number(1.0), Mapping((), ()))),),
        (Constant("c2", ONE), Variable("v2", ONE), Assign("w1", "v2", "assign", "c2")),
    ],
)
def test_programs_that_make_sense(body):
    check(Program(INPUTS, body))


SENSELESS: list[tuple[Any, str, str]] = [
    # defined before use, once, and not deleted
    ((sine("t1", "t9"),), "body[0].operands[0]", "t9 is not defined"),
    ((sine("t1", "t1"),), "body[0].operands[0]", "t1 is not defined"),
    ((sine("t1", "t2"), sine("t2")), "body[0].operands[0]", "t2 is not defined"),
    (
        (Tape("tape1", False, True, (sine("t1", "t2"),)), sine("t2")),
        "body[0].body[0].operands[0]",
        "t2 is not",
    ),
    ((Reenter("tape1", ()), TAPE), "body[0].tape", "tape1 is not defined"),
    ((sine("t1"), sine("t1")), "body[1].out", "t1 is defined already"),
    ((sine("c1"),), "body[0].out", "c1 is defined already"),
    ((Tape("tape1", False, True, (sine("tape1"),)),), "body[0].body[0].out", "tape1 is defined already"),
    ((Tape("tape1", False, True, (sine("t1"),)), sine("t1")), "body[1].out", "t1 is defined already"),
    ((Delete("c1"), sine("c1", "v1")), "body[1].out", "c1 is defined already"),
    ((Delete("c1"), sine("t1")), "body[1].operands[0]", "c1 was deleted"),
    ((Delete("c1"), Delete("c1")), "body[1].name", "c1 was deleted"),
    ((Delete("c9"),), "body[0].name", "c9 is not defined"),
    ((TAPE, STRUCTURED, Delete("g1['a']")), "body[2].name", "is no name"),
    ((TAPE, STRUCTURED, Delete("g1"), sine("t1", "g1['a']")), "body[3].operands[0]", "g1 was"),
    ((TAPE, Tape("tape2", False, True, (Delete("tape1"),)), Reset("tape1")), "body[2].tape", "tape1 was"),
    ((Alias("a1", "c9"),), "body[0].name", "c9 is not defined"),
    # leaves
    ((TAPE, STRUCTURED, sine("t1", "g1[0]")), "body[2].operands[0]", "g1 has no leaf g1[0]"),
    ((TAPE, STRUCTURED, sine("t1", "g1['b'][2]")), "body[2].operands[0]", "g1 has no leaf"),
    ((TAPE, STRUCTURED, sine("t1", "g1['b']['a']")), "body[2].operands[0]", "g1 has no leaf"),
    ((TAPE, STRUCTURED, sine("t1", "g1['c']")), "body[2].operands[0]", "g1 has no leaf"),
    ((TAPE, STRUCTURED, sine("t1", "g1['a'][0]")), "body[2].operands[0]", "g1 has no leaf"),
    ((TAPE, gradient("g1"), sine("t1", "g1[0]")), "body[2].operands[0]", "g1 has no leaf"),
    ((sine("t1", "c1[0]"),), "body[0].operands[0]", "c1 has no leaf c1[0]"),
    ((sine("t1", "v1[0]"),), "body[0].operands[0]", "v1 has no leaf v1[0]"),
    ((TAPE, sine("t1", "tape1[0]")), "body[1].operands[0]", "tape1 has no leaf"),
    ((sine("t1", "g9[0]"),), "body[0].operands[0]", "g9 is not defined"),
    # kinds
    ((Assign("w1", "c1", "assign", "v1"),), "body[0].variable", "c1 is a tensor; name a tf.Variable"),
    ((sine("t1", "v1"), Assign("w1", "t1", "assign", "v1")), "body[1].variable", "name a tf.Variable"),
    ((Read("t1", "c1", "value"),), "body[0].variable", "name a tf.Variable"),
    ((TAPE, Assign("w1", "tape1", "assign", "v1")), "body[1].variable", "tape1 is a tf.GradientTape"),
    ((TAPE, Assign("w1", "v1", "assign", "tape1")), "body[1].value", "name a tensor or a variable"),
    ((Reenter("v1", ()),), "body[0].tape", "v1 is a tf.Variable; name a tf.GradientTape"),
    ((StopRecording("c1", ()),), "body[0].tape", "name a tf.GradientTape"),
    ((Watch("c1", "c1"),), "body[0].tape", "name a tf.GradientTape"),
    ((Reset("v1"),), "body[0].tape", "name a tf.GradientTape"),
    ((WatchedVariables("v1"),), "body[0].tape", "name a tf.GradientTape"),
    ((SGD, Gradient("g1", "opt1", "c1", "v1")), "body[1].tape", "opt1 is an optimizer"),
    ((Jacobian("j1", "c1", "c1", "v1"),), "body[0].tape", "name a tf.GradientTape"),
    (
        (TAPE, Watch("tape1", Sequence("list", ("c1", "tape1")))),
        "body[1].tensor[1]",
        "tape1 is a tf.Gradient",
    ),
    ((TAPE, Gradient("g1", "tape1", "tape1", "v1")), "body[1].target", "tape1 is a tf.GradientTape"),
    (
        (TAPE, Gradient("g1", "tape1", "c1", Mapping(("a",), ("tape1",)))),
        "body[1].sources['a']",
        "tape1 is",
    ),
    ((TAPE, Gradient("g1", "tape1", "c1", "v1", "tape1")), "body[1].output_gradients", "tape1 is"),
    ((SGD, sine("t1", "opt1")), "body[1].operands[0]", "opt1 is an optimizer"),
    ((SGD, Operate("t1", "+", ("c1", "opt1"))), "body[1].operands[1]", "opt1 is an optimizer"),
    ((TAPE, Index("t1", "tape1", (0,))), "body[1].tensor", "tape1 is a tf.GradientTape"),
    ((TAPE, STRUCTURED, Index("t1", "g1", (0,))), "body[2].tensor", "g1 is a structure"),
    ((TAPE, STRUCTURED, ToNumpy("n1", "g1")), "body[2].tensor", "g1 is a structure"),
    ((TAPE, ToNumpy("n1", "tape1")), "body[1].tensor", "tape1 is a tf.GradientTape"),
    ((ToNumpy("n1", "c1"), ToNumpy("n2", "n1")), "body[1].tensor", "n1 is an array"),
    (
        (ToNumpy("n1", "c1"), Operate("n2", "*", ("n1", "n1")), ToNumpy("n3", "n2")),
        "body[2].tensor",
        "n2 is an",
    ),
    ((Part("t1", "c1", "values"),), "body[0].slices", "c1 is a tensor; name a tensor or IndexedSlices"),
    ((Part("t1", "v1", "values"),), "body[0].slices", "v1 is a tf.Variable"),
    ((SGD, ApplyGradients("v1", (), ())), "body[1].optimizer", "v1 is a tf.Variable; name an optimizer"),
    (
        (SGD, ApplyGradients("opt1", ("c1",), ("c1",))),
        "body[1].variables[0]",
        "c1 is a tensor; name a tf.Var",
    ),
    ((SGD, ApplyGradients("opt1", ("c1",), ())), "body[1].variables", "1 gradients; write as many"),
    ((SGD, ApplyGradients("opt1", ("opt1",), ("v1",))), "body[1].gradients[0]", "opt1 is an optimizer"),
    # words
    ((Read("t1", "v1", "numpy"),), "body[0].method", "'numpy' is none of 'read_value', 'value'"),
    ((Assign("w1", "v1", "scatter_nd_add", "c1"),), "body[0].method", "'scatter_nd_add' is none of"),
    ((Assign("w1", "v1", "scatter_add", "c1", False),), "body[0].method", "'scatter_add' is none of"),
    ((Assign("w1", "v1", "assign", "c1", 0),), "body[0].read_value", "neither true nor false"),  # type: ignore[arg-type]
    (
        (Assign("r1", "v1", "assign", "c1", False), Assign("w1", "r1", "assign", "c1")),
        "body[1].variable",
        "r1 is a tensor or IndexedSlices",
    ),
    ((AssignSlice("w1", "c1", (0,), "v1"),), "body[0].variable", "name a tf.Variable"),
    ((AssignSlice("w1", "v1", (2**70,), "v1"),), "body[0].key[0]", "an integer of 71 bits"),
    ((AssignSlice("w1", "v1", (0,), "c9"),), "body[0].value", "c9 is not defined"),
    ((ScatterNd("w1", "v1", "scatter_add", "c1", "c1"),), "body[0].method", "'scatter_add' is none of"),
    ((ScatterNd("w1", "v1", "scatter_nd_add", "c9", "c1"),), "body[0].indices", "c9 is not defined"),
    ((ScatterNd("w1", "v1", "scatter_nd_add", "c1", "c9"),), "body[0].updates", "c9 is not defined"),
    ((ReadRows("t1", "c1", "sparse_read", "c1"),), "body[0].variable", "name a tf.Variable"),
    ((ReadRows("t1", "v1", "value", "c1"),), "body[0].method", "'value' is none of"),
    ((Augment("t1", "v1", "<", "c1"),), "body[0].operator", "'<' is none of"),
    ((ToNumpy("n1", "c1"), Augment("t1", "n1", "+", "c1")), "body[1].name", "n1 is an array"),
    ((IndexedSlices("s1", "c1", "c9"),), "body[0].indices", "c9 is not defined"),
    ((NewVariable("v2", "c9"),), "body[0].initial_value", "c9 is not defined"),
    ((TAPE, NewVariable("v2", "tape1")), "body[1].initial_value", "name a tensor or a variable"),
    ((NewVariable("v2", "c1", None),), "body[0].trainable", "neither true nor false"),  # type: ignore[arg-type]
    ((Variable("v2", ONE, True, "known"),), "body[0].shape", "write null"),
    ((Variable("v2", ONE, True, (2, "2")),), "body[0].shape[1]", "is no integer"),
    ((Variable("v2", ONE, True, (-1, None)),), "body[0].shape[0]", "an integer of"),
    ((TAPE, gradient("g1"), Part("t1", "g1", "name")), "body[2].field", "'name' is none of"),
    ((Operate("t1", "^", ("c1", "c1")),), "body[0].operator", "'^' is none of"),
    ((Operate("t1", "abs", ("c1", "c1")),), "body[0].operator", "'abs' is none of"),
    ((Operate("t1", "+", ("c1",)),), "body[0].operator", "'+' is none of"),
    ((Operate("t1", "+", ("c1", "c1", "c1")),), "body[0].operands", "write one or two"),
    ((Operate("t1", "+", ()),), "body[0].operands", "write one or two"),
    (
        (Operate("t1", "+", (Number(1), Number(2))),),
        "body[0].operands",
        "Python alone would compute this",
    ),
    ((Operate("t1", "+", (Sequence("list", ("c1",)), Number(2))),), "body[0].operands", "Python alone"),
    ((TAPE, STRUCTURED, Operate("t1", "+", ("g1", "g1"))), "body[2].operands", "Python alone"),
    (
        (Apply("t1", "math.sine", ("c1",)),),
        "body[0].function",
        "the reference has no function tf.math.sine",
    ),
    (
        (Apply("t1", "math.sin", (), (("lambda", 1),)),),
        "body[0].attributes",
        "'lambda' cannot stand here",
    ),
    ((Apply("t1", "math.sin", (), (("a", 1), ("a", 1))),), "body[0].attributes", "twice"),
    (
        (Apply("t1", "math.sin", (), (("axis", (0, [])),)),),  # type: ignore[arg-type]
        "body[0].attributes.axis[1]",
        "[] is no number",
    ),
    ((Apply("t1", "math.sin", (), (("axis", 2**64),)),), "body[0].attributes.axis", "65 bits"),
    ((Apply("t1", "math.sin", (), (("s", "a\nb"),)),), "body[0].attributes.s", "printable"),
    ((TAPE, Jacobian("j1", "tape1", "c1", "v1", 1j)), "body[1].unconnected_gradients", "1j cannot stand"),  # type: ignore[arg-type]
    ((sine("t1", Sequence("set", ())),), "body[0].operands[0]", "'set' is none of"),
    ((sine("t1", Mapping(("a",), ())),), "body[0].operands[0]", "1 keys for 0 items"),
    ((sine("t1", Mapping(("a", "a"), ("c1", "c1"))),), "body[0].operands[0]", "twice"),
    ((sine("t1", Mapping(("a b",), ("c1",))),), "body[0].operands[0]", "'a b' cannot stand here"),
    ((Index("t1", "c1", (0, True)),), "body[0].key[1]", "True is no integer"),
    ((Index("t1", "c1", (Slice(0, 1.0, None),)),), "body[0].key[0]", "1.0 is no integer"),  # type: ignore[arg-type]
    ((Optimizer("opt1", 1),), "body[0].learning_rate", "write a float"),
    ((Tape("tape1", 1, True, ()),), "body[0].persistent", "1 is neither true nor false"),  # type: ignore[arg-type]
    ((Tape("tape1", True, None, ()),), "body[0].watch_accessed_variables", "neither"),  # type: ignore[arg-type]
    ((sine("T1"),), "body[0].out", "'T1' is no name"),
    ((sine("sin"),), "body[0].out", "'sin' is no name"),
    ((sine("t1", "c1 or x"),), "body[0].operands[0]", "'c1 or x' is no name"),
    # literals
    ((Constant("c2", Literal("float32", (2,), (1.0,))),), "body[0].value.values", "write 2 values"),
    ((Constant("c2", Literal("float8", (), (1.0,))),), "body[0].value.dtype", "'float8' is none of"),
    (
        (Constant("c2", Literal("float32", (), (1,))),),
        "body[0].value.values",
        "write values of type float",
    ),
    ((Constant("c2", Literal("int32", (), (1.0,))),), "body[0].value.values", "write values of type int"),
    (
        (Constant("c2", Literal("int32", (), (True,))),),
        "body[0].value.values",
        "write values of type int",
    ),
    ((Constant("c2", Literal("bool", (), (1,))),), "body[0].value.values", "write values of type bool"),
    ((Constant("c2", Literal("complex64", (), (1.0,))),), "body[0].value.values", "of type complex"),
    ((Variable("v2", Literal("int8", (2,), (0, 128))),), "body[0].value.values", "from -128 to 127"),
    (
        (Variable("v2", Literal("float32", (-1,), ()), True),),
        "body[0].value.shape[0]",
        "from 0 to 100000",
    ),
    (
        (Variable("v2", Literal("float32", (1,) * 33, (1.0,)), True),),
        "body[0].value.shape",
        "32 dimensions",
    ),
    (
        (Variable("v2", Literal("float32", (400, 400), ()), True),),
        "body[0].value.shape",
        "160000 elements",
    ),
    ((Variable("v2", ONE, 1),), "body[0].trainable", "1 is neither true nor false"),  # type: ignore[arg-type]
    ((Variable("v2", 1.0),), "body[0].value", "1.0 is no literal"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("body", "place", "advice"), SENSELESS)
def test_programs_that_make_no_sense_are_refused_at_the_place_that_makes_none(body, place, advice):
    error = refusal(*body)
    assert error.place == place
    assert advice in error.advice


def test_inputs_are_judged_as_well():
    assert refusal(inputs=(Constant("c1", ONE), Constant("c1", ONE))).place == "inputs[1].out"
    assert refusal(inputs=(TAPE,)).place == "inputs[0].kind"
    assert refusal(inputs=(Constant("c1", Literal("int8", (), (300,))),)).place == "inputs[0].value.values"


def test_names_that_a_raised_statement_would_have_defined_are_left_to_the_run():
    raising = Operate("t1", "@", ("c1", "c1"))
    check(Program(INPUTS, (raising, sine("t2", "t1"))))


def nested(scopes):
    return Tape("tape1", False, True, reentered((), scopes - 1))


def test_scopes_may_be_nested_nine_deep_and_no_deeper():
    check(Program(INPUTS, (nested(9),)))
    assert refusal(nested(10)).place == "body[0]" + ".body[0]" * 9 + ".body"


def test_programs_may_have_two_thousand_statements_and_no_more():
    watches = (Watch("tape1", "c1"),) * 1_998
    check(Program(INPUTS[1:], (TAPE, *watches)))
    assert "more than 2000 statements" in refusal(TAPE, *watches).advice
    assert "more than 2000 statements" in refusal(TAPE, Reenter("tape1", watches)).advice


def test_structures_may_be_nested_eight_deep_and_no_deeper():
    check(Program(INPUTS, (sine("t1", wrapped("c1", 8)),)))
    deeper = Mapping(("a",), (wrapped("c1", 8),))
    assert "structures in each other" in refusal(sine("t1", deeper)).advice


def test_the_refusal_is_one_class_wherever_it_comes_from():
    assert wellformed.Malformed is Malformed
    assert str(refusal(sine("t1", "t9"))) == (
        "body[0].operands[0]: t9 is not defined; define it in an earlier statement"
    )
