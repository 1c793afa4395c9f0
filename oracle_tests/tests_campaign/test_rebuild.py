"""Edits of programs, what goes along with them, and which program is the lighter one."""

import math
import random
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings

import reference
from oracle_tests.campaign.minimise import REDUCTIONS
from oracle_tests.campaign.outline import Outline
from oracle_tests.campaign.rebuild import Edit, rebuild
from oracle_tests.campaign.weight import weight
from oracle_tests.tests_strategies.any_programs import programs
from strategies import program as p
from strategies.interpret import interpret
from strategies.outcome import Raised
from strategies.wellformed import check

from .failing import drawn

ONE = p.Literal("float32", (), (1.0,))
X, Y = p.Variable("v1", ONE), p.Variable("v2", ONE)
INPUTS = (X, p.Constant("c2", ONE))
TAPE = p.Tape("tape3", False, True, ())


def sine(out, x):
    return p.Apply(out, "math.sin", (x,))


def edits(program, random, each):
    """Edits of every kind: of each reduction at most so many, taken at random, mostly from its first ten."""
    outline = Outline(program)
    for reduction in REDUCTIONS:
        for _ in range(each):
            start = int(random.expovariate(0.2))
            yield from islice(reduction(outline), start, start + 1)


def test_every_edit_of_a_drawn_program_leaves_it_well_formed():
    for i in range(300):
        program = rebuild(drawn(i))
        for edit in edits(program, random.Random(i), each=1):
            check(rebuild(program, edit))


@given(programs())
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_edit_of_any_program_leaves_it_well_formed(program):
    program = rebuild(program)
    for edit in edits(program, random.Random(0), each=3):
        check(rebuild(program, edit))


def test_random_cuts_leave_a_drawn_program_well_formed():
    for i in range(100):
        chance = random.Random(i)
        program = drawn(i)
        places = range(len(Outline(program)))
        chosen = [frozenset(k for k in places if chance.random() < 0.2) for _ in range(2)]
        small = rebuild(program, Edit(drop=chosen[0], splice=chosen[1]))
        check(small)
        assert len(Outline(small)) <= len(places) - len(chosen[0])


def test_a_rebuilt_program_does_the_same():
    for i in range(60):
        before, after = (interpret(q, reference) for q in (drawn(i), rebuild(drawn(i))))
        assert before.paths == after.paths
        for a, b in zip(before.outcomes, after.outcomes, strict=True):
            assert type(a) is type(b)
            assert not isinstance(a, Raised) or a == b
        assert rebuild(rebuild(drawn(i))) == rebuild(drawn(i))


def test_what_is_dropped_takes_its_dependants_along():
    program = p.Program(
        (X, Y),
        (
            p.Tape("tape3", False, True, (sine("t4", "v1"), sine("t5", "v2"))),
            p.StopRecording("tape3", (p.Alias("t6", "t4"), sine("t7", "t6"))),
            p.Gradient("g8", "tape3", p.Sequence("list", ("t4", "t7")), p.Sequence("list", ("v2", "v1"))),
            sine("t9", "g8[1]"),
            p.Delete("t4"),
        ),
    )
    assert rebuild(program, Edit(drop={0})) == p.Program(
        (X,),
        (
            p.Tape("tape2", False, True, (sine("t3", "v1"),)),
            p.StopRecording("tape2", ()),
        ),
    )
    assert rebuild(program, Edit(drop={2})) == p.Program((X, Y), ())


def test_a_leaf_has_its_new_name_where_another_is_gone():
    sources = p.Mapping(("b", "a"), ("v1", p.Sequence("list", ("v2", "v1"))))
    gradient = p.Gradient("g4", "tape3", "v1", sources)
    body = rebuild(p.Program((X, Y), (TAPE, gradient, sine("t5", "g4['a'][1]"))), Edit(drop={1})).body
    assert body[1].sources == p.Mapping(("b", "a"), ("v1", p.Sequence("list", ("v1",))))
    assert body[2].operands == ("g3['a'][0]",)


def test_targets_go_with_their_seeds():
    def gradient(targets, seeds):
        return p.Gradient("g7", "tape5", p.Sequence("list", targets), "c1", p.Sequence("list", seeds))

    inputs = tuple(p.Constant(f"c{i}", ONE) for i in range(1, 5))
    program = p.Program(inputs, (p.Tape("tape5", False, True, ()), gradient(("c1", "c2"), ("c3", "c4"))))
    without_target = rebuild(program, Edit(drop={1})).body[1]
    assert without_target.target == p.Sequence("list", ("c1",))
    assert without_target.output_gradients == p.Sequence("list", ("c2",))
    without_seed = rebuild(program, Edit(drop={3})).body[1]
    assert without_seed.target == p.Sequence("list", ("c1", "c2"))
    assert without_seed.output_gradients == p.Nothing()


def lone(*statements, inputs=INPUTS):
    return p.Program(inputs, statements)


def literal(dtype, shape, *values):
    return p.Program((p.Constant("c1", p.Literal(dtype, shape, values)),), ())


def gradient(target="v1", sources="v1", *more):
    return lone(TAPE, p.Gradient("g4", "tape3", target, sources, *more))


@pytest.mark.parametrize(
    ("light", "heavy"),
    [
        (lone(TAPE), lone(p.Tape("tape3", True, True, ()))),
        (lone(TAPE), lone(p.Tape("tape3", False, False, ()))),
        (lone(TAPE, sine("t4", "v1")), lone(p.Tape("tape3", False, True, (sine("t4", "v1"),)))),
        (lone(sine("t3", "v1")), lone(sine("t3", "c2"))),
        (lone(sine("t3", p.Number(2.0))), lone(sine("t3", "v1"))),
        (lone(sine("t3", p.Number(0.1))), lone(sine("t3", p.Number(1)))),
        (lone(p.Read("t3", "v1", "read_value")), lone(sine("t3", "v1"))),
        (lone(p.Read("t3", "v1", "read_value")), lone(p.Read("t3", "v1", "value"))),
        (lone(inputs=(p.Constant("c1", ONE),)), lone(inputs=(p.Variable("v1", ONE),))),
        (lone(inputs=(X,)), lone(inputs=(p.Variable("v1", ONE, False),))),
        (lone(inputs=(X, Y)), lone(TAPE, inputs=(X,))),
        (gradient(), gradient("v1", "v1", p.Nothing(), "zero")),
        (gradient(), gradient("v1", "v1", p.Number(1.0))),
        (gradient(), gradient("v1", p.Sequence("list", ("v1",)))),
        (gradient(p.Sequence("list", ("v1",))), gradient(p.Sequence("tuple", ("v1",)))),
        (gradient(p.Sequence("tuple", ("v1",))), gradient(p.Mapping(("a",), ("v1",)))),
        (literal("float32", (), 1.0), literal("float32", (1,), 1.0)),
        (literal("float32", (1,), 1.0), literal("float32", (0,))),
        (literal("float32", (), 0.5), literal("float64", (), 1.0)),
        (literal("int32", (), 0), literal("int32", (), 1)),
        (literal("float32", (), 2.0), literal("float32", (), 0.0)),
        (literal("float32", (), 0.5), literal("float32", (), -0.0)),
        (literal("float32", (), -1.7976931348623157e308), literal("float32", (), math.inf)),
    ],
)
def test_the_simpler_program_is_lighter(light, heavy):
    assert weight(light) < weight(heavy)
