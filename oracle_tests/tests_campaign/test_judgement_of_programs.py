"""The judge's witness of whole programs: what it says of tapes and accumulators, and when it is silent."""

import numpy as np
import pytest

import reference
from oracle_tests.agree import Difference
from oracle_tests.judgement.whole import of_program
from strategies import program as p
from strategies.interpret import interpret
from strategies.outcome import Returned

ONE = p.Literal("float32", (), (3.0,))
SQUARE = p.Operate("t3", "*", ("v1", "v1"))


@pytest.mark.parametrize(
    ("program", "speaks"),
    [
        (p.Program((p.Variable("v1", ONE),), (p.Tape("a2", False, True, (SQUARE,)),)), True),
        (p.Program((p.Variable("v1", ONE, False),), (p.Tape("a2", False, True, (SQUARE,)),)), False),
        (p.Program((p.Variable("v1", ONE),), (p.Tape("a2", False, False, (SQUARE,)),)), False),
        (p.Program((p.Variable("v1", ONE),), (SQUARE, p.Tape("a2", False, True, ()))), False),
        (p.Program((p.Constant("v1", ONE),), (p.Tape("a2", False, True, (SQUARE,)),)), False),
        (
            p.Program((p.Constant("v1", ONE),), (p.Tape("a2", False, True, (p.Watch("a2", "v1"), SQUARE)),)),
            True,
        ),
        (
            p.Program((p.Constant("v1", ONE),), (p.Tape("a2", False, True, (SQUARE, p.Watch("a2", "v1"))),)),
            False,
        ),
    ],
)
def test_differences_of_a_program_speak_only_where_its_tape_sees_all(program, speaks):
    asked = p.Gradient("g4", "a2", "t3", "v1")
    program = p.Program(program.inputs, (*program.body, asked))
    machine = interpret(program, reference)
    difference = Difference("value", machine.paths.index((len(program.body) - 1,)), (len(program.body) - 1,))
    machine.outcomes[difference.index] = Returned(np.float32(6.0))
    found = of_program(program, difference, machine, machine)
    assert (found is not None) == speaks
    if found is not None:
        assert abs(float(found[2].value) - 6) < 1e-6


TWO = p.Constant("c2", p.Literal("float32", (), (0.5,)))
X = p.Constant("c1", p.Literal("float32", (), (2.0,)))
CUBE = (p.Operate("t3", "*", ("c1", "c1")), p.Operate("t4", "*", ("t3", "c1")))


def pushed(name, body, tangent="c2"):
    return p.Accumulator(name, "c1", tangent, body)


def taped(*body):
    return p.Tape("a1", False, True, (p.Watch("a1", "c1"), *body))


@pytest.mark.parametrize(
    ("body", "derivative"),
    [
        ((pushed("a1", CUBE), p.Jvp("j1", "a1", "t4")), 6.0),  # 3 x² by 0.5
        ((pushed("a1", CUBE, p.Number(1.0)), p.Jvp("j1", "a1", "c1")), 1.0),
        ((pushed("a1", CUBE[1:]), p.Jvp("j1", "a1", "t4")), None),
        ((CUBE[0], pushed("a1", CUBE[1:]), p.Jvp("j1", "a1", "t4")), None),
        ((pushed("a1", (pushed("a2", CUBE), p.Jvp("j1", "a2", "t4"))), p.Jvp("j2", "a1", "j1")), 3.0),
        ((pushed("a1", (pushed("a2", CUBE),)), p.Jvp("j1", "a2", "t4"), p.Jvp("j2", "a1", "j1")), None),
        ((taped(pushed("a2", CUBE), p.Jvp("j1", "a2", "t4")), p.Gradient("g1", "a1", "j1", "c1")), 6.0),
        ((pushed("a2", (taped(*CUBE), p.Gradient("g1", "a1", "t4", "c1"))), p.Jvp("j1", "a2", "g1")), 6.0),
        (  # 2 x for the square, 2 for the seed that moves
            (
                pushed("a2", (taped(CUBE[0]), p.Gradient("g1", "a1", "t3", "c1", "c1")), p.Number(1.0)),
                p.Jvp("j1", "a2", "g1"),
            ),
            8.0,
        ),
        ((taped(CUBE[0]), p.Gradient("g1", "a1", "t3", "c1", "c1")), 8.0),
        (
            (pushed("a1", (pushed("a2", CUBE[:1], "c1"),)), p.Jvp("j1", "a2", "t3"), p.Jvp("j2", "a1", "j1")),
            None,
        ),
        (
            (pushed("a1", (pushed("a2", CUBE[:1], "c1"), p.Jvp("j1", "a2", "t3"))), p.Jvp("j2", "a1", "j1")),
            4.0,
        ),
        ((pushed("a2", (taped(*CUBE),)), p.Gradient("g1", "a1", "t4", "c1"), p.Jvp("j1", "a2", "g1")), None),
    ],
)
def test_differences_speak_of_jvps_that_see_all_and_of_answers_about_answers(body, derivative):
    program = p.Program((X, TWO), body)
    machine = interpret(program, reference)
    difference = Difference("value", machine.paths.index((len(body) - 1,)), (len(body) - 1,))
    machine.outcomes[difference.index] = Returned(np.float32(1.0))
    found = of_program(program, difference, machine, machine)
    assert (found is not None) == (derivative is not None)
    if found is not None:
        assert abs(float(found[2].value) - derivative) <= 1e-5
        assert not found[2].kinks
