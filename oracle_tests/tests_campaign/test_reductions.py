"""What the minimiser leaves out and what it makes simpler, one thing at a time."""

import math

import numpy as np
import pytest

import reference
from oracle_tests.campaign.minimise import minimise
from oracle_tests.campaign.outline import uses
from strategies import program as p
from strategies.interpret import interpret, observations
from strategies.literals import DTYPES
from strategies.wellformed import check

ONE = p.Literal("float32", (), (1.0,))
X, Y = p.Variable("v1", ONE), p.Variable("v2", ONE)


def minimal(program, fails) -> p.Program:
    check(program)
    assert fails(program)
    small = minimise(program, fails).program
    assert fails(small)
    return small


def calls(program, function):
    return [s for s in p.statements(program.body) if isinstance(s, p.Apply) and s.function == function]


def sine(out, x):
    return p.Apply(out, "math.sin", (x,))


def is_cosine(program):
    """Whether a gradient in it is, or has, cos 1: it has to record a sine, whatever else it does."""
    machine = interpret(program, reference)
    values = [getattr(outcome, "value", None) for outcome in machine.outcomes]
    return any(abs(x - math.cos(1)) < 1e-6 for value in values for x in leaves(value))


def leaves(value):
    if isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    elif isinstance(value, np.ndarray | np.generic) and value.dtype.kind == "f":
        yield from np.ravel(value)


COSINE = p.Program(
    (X,), (p.Tape("tape2", False, True, (sine("t3", "v1"),)), p.Gradient("g4", "tape2", "t3", "v1"))
)
LATER = p.Gradient("g9", "tape3", "t5", "v1")


@pytest.mark.parametrize(
    "body",
    {
        "an alias": (p.Tape("tape3", False, True, (p.Alias("v4", "v1"), sine("t5", "v4"))), LATER),
        "a result of an assignment": (
            p.Tape("tape3", False, True, (p.Assign("v4", "v1", "assign", p.Number(1.0)), sine("t5", "v4"))),
            LATER,
        ),
        "a tape entered again": (
            p.Tape("tape3", False, True, (sine("t4", "v2"),)),
            p.Reenter("tape3", (sine("t5", "v1"),)),
            LATER,
        ),
        "a tape entered again with what it recorded": (
            p.Tape("tape3", False, True, (p.Read("t4", "v1", "value"),)),
            p.Reenter("tape3", (sine("t5", "t4"),)),
            LATER,
        ),
        "a tape inside another": (
            p.Tape("tape3", True, True, (p.Tape("tape4", False, True, (sine("t5", "v1"),)),)),
            p.Gradient("g9", "tape3", "t5", "v1", p.Nothing(), "zero"),
        ),
        "another name of the tape": (
            p.Tape("tape3", False, True, (sine("t5", "v1"),)),
            p.Alias("tape6", "tape3"),
            p.Gradient("g9", "tape6", "t5", "v1"),
        ),
        "a watched constant": (
            p.Constant("c4", ONE),
            p.Tape("tape3", False, False, (p.Watch("tape3", "c4"), sine("t5", "c4"))),
            p.Gradient("g9", "tape3", "t5", "c4"),
        ),
        "a pause": (
            p.Tape("tape3", False, True, (sine("t5", "v1"), p.StopRecording("tape3", (sine("t6", "t5"),)))),
            LATER,
        ),
        "a gradient within": (
            p.Tape("tape3", True, True, (sine("t5", "v1"), LATER)),
            p.Delete("t5"),
        ),
        "structures": (
            p.Tape("tape3", False, True, (sine("t4", "v2"), sine("t5", "v1"))),
            p.Gradient(
                "g9",
                "tape3",
                p.Sequence("tuple", ("t4", "t5")),
                p.Mapping(("b", "a"), ("v2", p.Sequence("list", ("v1", "v1")))),
                p.Sequence("list", (p.Number(2.0), p.Number(1.0))),
            ),
            p.Alias("t10", "g9['a'][1]"),
        ),
        "a chain": (
            p.Tape(
                "tape3", False, True, (p.Operate("t4", "*", ("v1", "v2")), sine("t6", "t4"), sine("t5", "v1"))
            ),
            p.Operate("t7", "+", ("t5", "t6")),
            LATER,
        ),
    }.items(),
    ids=lambda item: item[0],
)
def test_a_program_ends_without(body):
    assert minimal(p.Program((X, Y), body[1]), is_cosine) == COSINE


def test_two_statements_that_need_nothing_of_each_other_stay():
    inner = (p.WatchedVariables("tape3"), sine("t4", "v1"), p.Read("t5", "v2", "value"))
    body = (
        p.Tape("tape3", False, True, inner),
        p.Operate("t6", "*", ("t4", "v1")),
        p.Apply("t7", "math.cos", ("t5",)),
    )
    small = minimal(p.Program((X, Y), body), lambda q: bool(calls(q, "math.sin") and calls(q, "math.cos")))
    one = p.Number(1.0)
    assert small == p.Program((), (sine("t1", one), p.Apply("t2", "math.cos", (one,))))


def test_what_has_to_stay_together_leaves_a_scope_together():
    pair = (sine("t4", "v1"), p.Apply("t5", "math.cos", ("v1",)))

    def fails(q):
        bodies = [q.body, *(s.body for s in p.statements(q.body) if isinstance(s, p.Scope))]
        return any([getattr(s, "function", "") for s in body] == ["math.sin", "math.cos"] for body in bodies)

    small = minimal(p.Program((X,), (p.Tape("tape3", False, True, pair),)), fails)
    assert [type(s) for s in small.body] == [p.Apply, p.Apply]


def test_an_assignment_that_matters_goes_into_the_first_value():
    start = p.Variable("v1", p.Literal("float32", (), (0.5,)))
    body = (
        p.Assign("v2", "v1", "assign_add", "v1"),
        p.Tape("tape3", False, True, (sine("t4", "v1"),)),
        p.Gradient("g5", "tape3", "t4", "v1"),
    )
    assert minimal(p.Program((start,), body), is_cosine) == COSINE


def test_one_name_stands_for_both_uses_of_a_result():
    body = (sine("t3", "v1"), p.Apply("t4", "math.maximum", ("t3", "t3")))

    def fails(q):
        return any(
            isinstance(s.operands[0], str) and len(set(s.operands)) == 1 for s in calls(q, "math.maximum")
        )

    small = minimal(p.Program((X, Y), body), fails)
    assert small == p.Program((p.Constant("c1", ONE),), (p.Apply("t2", "math.maximum", ("c1", "c1")),))


def test_a_value_stands_for_what_computes_it():
    within = (p.Watch("tape4", "t3"), p.Apply("t5", "math.abs", ("t3",)))
    body = (
        p.Operate("t2", "-", ("c1",)),
        p.Operate("t3", "*", ("t2", "c1")),
        p.Tape("tape4", False, True, within),
        p.Gradient("g6", "tape4", "t5", "t3"),
    )

    def fails(q):
        seen = observations(q, interpret(q, reference))
        gradients = [getattr(s.outcome, "value", None) for s in seen if isinstance(s.statement, p.Gradient)]
        return bool(calls(q, "math.abs")) and any(x == -1 for value in gradients for x in leaves(value))

    small = minimal(p.Program((p.Constant("c1", ONE),), body), fails)
    assert small.inputs == (p.Variable("v1", p.Literal("float32", (), (-1.0,))),)
    assert p.size(small) == 3


def test_of_two_uses_of_a_result_one_can_become_a_number():
    body = (sine("t3", "v1"), p.Apply("t4", "math.maximum", ("t3", "t3")))

    def fails(q):
        return any(str(s.operands[0]).startswith("t") for s in calls(q, "math.maximum"))

    assert minimal(p.Program((X, Y), body), fails).body[-1].operands == ("t1", p.Number(1.0))


def test_what_only_reads_a_variable_ends_as_a_reading():
    body = (p.Tape("tape3", False, True, (p.Operate("t4", "*", ("v2", "v1")),)), p.WatchedVariables("tape3"))

    def fails(q):
        machine = interpret(q, reference)
        return any(getattr(getattr(o, "value", None), "names", ()) for o in machine.outcomes)

    reading = p.Tape("tape2", False, True, (p.Read("t3", "v1", "read_value"),))
    assert minimal(p.Program((X, Y), body), fails) == p.Program((X,), (reading, p.WatchedVariables("tape2")))


def test_inputs_stand_in_the_order_of_their_use():
    small = p.Literal("int32", (), (0,))
    program = p.Program(
        (p.Variable("v1", small), p.Variable("v2", ONE)), (p.Apply("t3", "gather", ("v2", "v1")),)
    )

    def fails(q):
        kinds = [type(s) for s in q.inputs]
        used = {name for s in q.body for name in uses(s)}
        return kinds == [p.Variable] * 2 and len({s.value.dtype for s in q.inputs}) == len(used) == 2

    ordered = minimal(program, fails)
    assert [s.value for s in ordered.inputs] == [ONE, small]
    assert uses(ordered.body[0]) == ["v1", "v2"]


SQUARE = (p.Apply("t2", "math.square", ("v1",)),)


@pytest.mark.parametrize(
    "dtype", ["float64", "float16", "bfloat16", "complex64", "complex128", "int8", "uint64"]
)
def test_a_dtype_that_does_not_matter_becomes_float32(dtype):
    value = {"c": 2.5 - 1j, "f": 2.5, "b": 2.5}.get(dtype[0], 3)
    program = p.Program((p.Variable("v1", p.Literal(dtype, (1,), (value,))),), SQUARE)
    small = minimal(program, lambda q: bool(calls(q, "math.square")) and len(q.inputs) == 1)
    assert small.inputs[0].value == ONE


@pytest.mark.parametrize(
    ("dtype", "least"), [("complex128", "complex64"), ("complex64", "complex64"), ("uint16", "int32")]
)
def test_a_dtype_that_matters_becomes_the_simplest_of_its_kind(dtype, least):
    value = p.Literal(dtype, (), (1j if dtype[0] == "c" else 7,))
    kinds = "c" if dtype[0] == "c" else "iu"

    def fails(q):
        of_kind = [s for s in q.inputs if DTYPES[s.value.dtype].kind in kinds]
        return bool(calls(q, "math.square")) and len(of_kind) == 1

    small = minimal(p.Program((p.Variable("v1", value),), SQUARE), fails)
    assert small.inputs[0].value.dtype == least


def test_strings_and_complex_numbers_become_simple_ones():
    inputs = (
        p.Constant("c1", p.Literal("string", (2,), ("a long text", "b"))),
        p.Constant("c2", p.Literal("complex64", (), (complex(-2.5, float("inf")),))),
    )
    program = p.Program(inputs, (p.Operate("t3", "==", ("c1", "c1")), p.Operate("t4", "*", ("c2", "c2"))))

    def fails(q):
        return {"string", "complex64"} <= {s.value.dtype for s in q.inputs} and len(q.body) == 2

    values = [s.value for s in minimal(program, fails).inputs]
    assert values == [p.Literal("string", (), ("a",)), p.Literal("complex64", (), (1 + 0j,))]


def test_of_a_structure_of_gradients_one_stays():
    sources = p.Mapping(("b", "a"), ("v1", p.Sequence("list", ("v2", "v1"))))
    gradient = p.Gradient("g4", "tape3", "v1", sources)
    program = p.Program((X, Y), (p.Tape("tape3", False, True, ()), gradient, sine("t5", "g4['a'][1]")))
    small = minimal(program, lambda q: any(name[0] == "g" for s in calls(q, "math.sin") for name in uses(s)))
    assert small.body[1:] == (p.Gradient("g3", "tape2", "c1", "c1"), sine("t4", "g3"))


@pytest.mark.parametrize(
    ("values", "wanted", "left"),
    [
        ((5.5, -0.0), lambda x: x == 0, 0.0),
        ((5.5, -0.0), lambda x: x == 0 and math.copysign(1, x) < 0, -0.0),
        ((0.0, math.nan), math.isnan, math.nan),
        ((0.0, -math.inf), math.isinf, math.inf),
        ((-7.25, 3.0), lambda x: x > 2, 3.0),
        ((0.123456, 0.1), lambda x: 0.12 < x < 0.13, 0.123),
        ((0.1, 0.2), lambda x: True, 1.0),
    ],
)
def test_numbers_end_simple(values, wanted, left):
    program = p.Program((p.Constant("c1", p.Literal("float64", (2,), values)),), ())
    small = minimal(program, lambda q: any(wanted(x) for s in q.inputs for x in s.value.values))
    assert repr(small) == repr(p.Program((p.Constant("c1", p.Literal("float32", (), (left,))),), ()))


def test_shapes_end_small_together():
    """Two operands that have to be of one shape, with at least two dimensions."""
    shape = (2, 1, 3)
    literal = p.Literal("float32", shape, (1.0,) * 6)
    program = p.Program(
        (p.Variable("v1", literal), p.Constant("c2", literal)), (p.Operate("t3", "*", ("v1", "c2")),)
    )

    def fails(q):
        shapes = [s.value.shape for s in q.inputs]
        return len(shapes) == 2 and shapes[0] == shapes[1] and len(shapes[0]) >= 2

    assert [s.value.shape for s in minimal(program, fails).inputs] == [(1, 1), (1, 1)]
