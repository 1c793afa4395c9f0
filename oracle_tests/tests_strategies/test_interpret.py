"""What the interpreter does beyond single statements: bodies, names, composites, and what was logged."""

import logging
import warnings
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

import reference
from oracle_tests import subjects
from oracle_tests.agree import compare
from strategies.draft import is_fault
from strategies.interpret import Machine, at, interpret
from strategies.interpret.frame import _STEPS
from strategies.interpret.warned import LISTENER, listen
from strategies.outcome import Composite, Names, Raised, Returned
from strategies.program import (
    Accumulator,
    Alias,
    Apply,
    ApplyGradients,
    Call,
    Constant,
    Def,
    Gradient,
    Index,
    Literal,
    ModuleVariables,
    Nothing,
    Number,
    Operate,
    Optimizer,
    Program,
    Repeat,
    Sequence,
    Statement,
    Tape,
    Variable,
    Watch,
    WatchedVariables,
)

from .runnable import CONTAINERS, SQUARE, apply, floats, listed, program


def run(*body: Statement, tf=reference) -> Machine:
    return interpret(program(*body), tf, is_fault)


def last(machine: Machine):
    """The outcome of the last statement: behind it stands the final value of v1."""
    return machine.outcomes[-2]


def numbers(outcome) -> list[float]:
    return np.asarray(outcome.value).tolist()


def test_every_kind_of_statement_has_a_step():
    assert set(_STEPS) == set(get_args(Statement))


# -- functions


def test_names_in_a_function_are_local_and_those_around_it_are_read_when_it_is_called():
    machine = run(
        Def("f1", None, ("a1",), (Operate("t1", "*", ("a1", "v1")),), "t1"),
        Apply("t2", "math.add", ("x1", Number(1.0))),
        Call("y1", "f1", ("t2",)),
    )
    assert numbers(last(machine)) == [1.5, -1.0]
    assert {"a1", "t1"}.isdisjoint(machine.names)


def test_a_call_within_a_call_has_names_of_its_own():
    inner = Def("f2", None, ("a2",), (Operate("t2", "*", ("a2", "a1")),), "t2")
    outer = Def("f1", None, ("a1",), (inner, Call("t3", "f2", ("x1",)), Call("t4", "f2", ("t3",))), "t4")
    assert numbers(last(run(outer, Call("y1", "f1", (Number(2.0),))))) == [2.0, -6.0]


def test_what_a_body_raises_is_the_outcome_of_the_call_and_nothing_else_is_observed():
    machine = run(
        Def("f1", None, ("a1",), (apply("t1", "reshape", "a1", Number(7)), Alias("t2", "t1")), "t2"),
        Call("y1", "f1", ("x1",)),
    )
    assert machine.paths == [(-1,), (-2,), (-3,), (-4,), (0,), (1,), ()]
    assert last(machine) == Raised("InvalidArgumentError")
    assert "y1" not in machine.names


def test_what_a_body_does_wrong_by_itself_is_no_fault_of_the_reference():
    wrong = Def("f1", None, (), (Operate("t1", "+", ("x1", Nothing())),), "t1")
    right = Def("f2", None, (), (), "x1")
    machine = run(wrong, right, apply("y1", "cond", "p1", "f1", "f2"))
    assert isinstance(last(machine), Raised)
    assert not last(machine).fault
    called = interpret(
        Program((), (SQUARE, Apply("y1", "math.sin", (Sequence("list", ()),)))), reference, is_fault
    )
    assert not any(isinstance(o, Raised) and o.fault for o in called.outcomes)


def test_an_exception_from_the_reference_beneath_a_body_is_its_fault():
    names: dict[str, Any] = {"__name__": "reference.slip"}
    exec("def slip(x):\n    raise KeyError(x)", names)
    module = SimpleNamespace(**vars(reference), slip=names["slip"])
    definition = Def("f1", None, ("a1",), (Apply("t1", "slip", ("a1",)),), "t1")
    outcome = last(interpret(program(definition, Call("y1", "f1", ("x1",))), module, is_fault))
    assert (outcome.error, outcome.fault) == ("KeyError", True)


def test_a_result_that_is_a_variable_is_named_and_not_read():
    machine = run(
        Def("f1", None, (), (), "v1"),
        Tape("tape1", False, True, (Call("y1", "f1", ()), WatchedVariables("tape1"))),
    )
    assert [o.value for o in machine.outcomes[5:7]] == [Names(("v1",)), Names(())]


def test_statements_in_functions_have_paths_as_others_have():
    body = program(SQUARE)
    assert at(body, (0, 0)) is SQUARE.body[0]


# -- loops


def test_a_loop_carries_its_names_all_at_once():
    machine = run(
        Repeat(
            (("y1", Number(1.0), "y2"), ("y2", Number(2.0), "t1")),
            4,
            (Operate("t1", "+", ("x1", "y1")),),
        )
    )
    assert set(last(machine).value) == {"y1", "y2"}
    assert numbers(Returned(last(machine).value["y1"])) == [2.0, -2.0]
    assert numbers(Returned(last(machine).value["y2"])) == [3.0, -1.0]


def test_a_loop_of_no_rounds_keeps_what_it_began_with():
    machine = run(Repeat((("y1", "x1", "t1"),), 0, (Alias("t1", "x1"),)), Alias("t2", "y1"))
    assert machine.names["t2"] is machine.names["x1"]


def test_what_is_raised_in_a_round_ends_the_loop_and_leaves_what_was_reached():
    machine = run(
        Repeat(
            (("y1", "x1", "t1"),),
            3,
            (
                apply("t1", "reshape", "y1", listed(Number(1), Number(2))),
                Index("t2", "y1", (1,)),
                Index("t3", "y1", (0,)),
            ),
        ),
        Alias("t4", "y1"),
    )
    assert isinstance(machine.outcomes[4], Raised)
    assert machine.names["t4"].shape.as_list() == [1, 2]


def test_leaves_of_an_earlier_round_are_forgotten():
    machine = run(
        Repeat((("y1", listed("x1", "v1"), listed("y1[0]")),), 1, ()), Apply("t1", "math.sin", ("y1[1]",))
    )
    assert last(machine) == Raised("NameError")


# -- what is observed


@pytest.mark.oracle
def test_composites_are_observed_by_their_parts():
    machine = interpret(CONTAINERS["RaggedTensor"], subjects.load("tensorflow"))
    seen = [o.value for o in machine.outcomes if isinstance(o, Returned) and isinstance(o.value, Composite)]
    assert [value.kind for value in seen] == ["RaggedTensor"] * 3
    assert seen[2]["values"].tolist() == [2.0, 4.0, 6.0]
    machine = interpret(CONTAINERS["SparseTensor"], subjects.load("tensorflow"))
    (sparse,) = [o.value for o in machine.outcomes if isinstance(getattr(o, "value", None), Composite)]
    assert sparse["dense_shape"].tolist() == [2, 3]


def test_variables_of_a_module_are_observed_by_name():
    machine = interpret(CONTAINERS["modules"], reference)
    seen = [
        o.value
        for path, o in zip(machine.paths, machine.outcomes, strict=True)
        if path and isinstance(at(CONTAINERS["modules"], path), ModuleVariables)
    ]
    assert seen == [Names(("v1",)), Names(("v1", "v2"))]


def test_parts_that_differ_are_found():
    one, other = (Machine(reference) for _ in range(2))
    for machine, splits in ((one, [0, 2]), (other, [0, 1])):
        parts = {"values": np.array([1.0]), "row_splits": np.array(splits)}
        machine._note((0,), Returned(Composite("RaggedTensor", parts)))
    difference = compare(program(), one, other).difference
    assert difference is not None
    assert (difference.kind, difference.leaf) == ("value", ("row_splits",))
    other.outcomes[0] = Returned(Composite("SparseTensor", {}))
    difference = compare(program(), one, other).difference
    assert difference is not None
    assert difference.kind == "structure"


# -- what was logged

INTEGER = Constant("c1", Literal("int32", (), (1,)))
WATCHES_AN_INTEGER = (INTEGER, Tape("tape1", True, True, (Watch("tape1", "c1"),)))


def said(machine: Machine) -> dict[tuple, tuple[str, ...]]:
    return {path: o.warned for path, o in zip(machine.paths, machine.outcomes, strict=True) if o.warned}


SAYS = {
    "watched dtype": (WATCHES_AN_INTEGER, {(1, 0): ("watched dtype",)}),
    "persistent inside": (
        (Tape("tape1", True, True, (Watch("tape1", "x1"), Gradient("g1", "tape1", "x1", "x1"))),),
        {(0, 1): ("persistent inside",)},
    ),
    "imaginary part": (
        (
            Constant("c1", Literal("complex64", (), (1j,))),
            Apply("t1", "cast", ("c1",), (("dtype", "float32"),)),
        ),
        {(1,): ("imaginary part",)},
    ),
    "primal dtype": (
        (INTEGER, Accumulator("acc1", "c1", "c1", ())),
        {(1,): ("primal dtype",)},
    ),
    "no gradient": (
        (
            Optimizer("opt1", 0.5),
            Variable("v2", floats(1.0)),
            ApplyGradients("opt1", ("x1", Nothing()), ("v1", "v2")),
        ),
        {(2,): ("no gradient",)},
    ),
    "in a function": (
        (
            Def("f1", None, (), (*WATCHES_AN_INTEGER,), "c1"),
            Call("y1", "f1", ()),
        ),
        {(1,): ("watched dtype",)},
    ),
}


@pytest.mark.parametrize("name", SAYS)
def test_what_is_logged_belongs_to_the_statement_that_said_it(name):
    body, expected = SAYS[name]
    assert said(run(*body)) == expected


@pytest.mark.oracle
@pytest.mark.parametrize("name", SAYS)
def test_tensorflow_says_the_same(name):
    body, expected = SAYS[name]
    assert said(run(*body, tf=subjects.load("tensorflow"))) == expected


@pytest.mark.parametrize("subject", ["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)])
def test_each_program_hears_anew_what_is_said_only_so_often(subject):
    tf = subjects.load(subject)
    for _ in range(8):
        assert said(run(*WATCHES_AN_INTEGER, tf=tf)) == {(1, 0): ("watched dtype",)}


def test_a_difference_in_what_was_logged_is_a_warning():
    q = program(*WATCHES_AN_INTEGER)
    ours, theirs = interpret(q, reference), interpret(q, reference)
    i = ours.paths.index((1, 0))
    theirs.outcomes[i] = Returned(ours.outcomes[i].value)  # type: ignore[union-attr]
    difference = compare(q, ours, theirs).difference
    assert difference is not None
    assert (difference.kind, difference.path) == ("warning", (1, 0))


def test_messages_of_no_known_kind_are_seen_and_some_are_not_about_programs():
    listen(reference)
    logger = logging.getLogger("tensorflow")
    logger.warning("5 out of the last 5 calls to %s triggered tf.function retracing.", "f")
    assert LISTENER.taken() == ()
    logger.warning("something new about %s", "x")
    assert LISTENER.taken() == ("unknown: something new about %s",)
    assert LISTENER.taken() == ()


def test_warnings_of_python_go_nowhere_else():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(*SAYS["no gradient"][0])
