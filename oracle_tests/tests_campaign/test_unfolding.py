"""What minimising makes of functions, loops and what takes functions."""

import math
from itertools import islice

import pytest

import reference
from oracle_tests.campaign.minimise import REDUCTIONS, minimise
from oracle_tests.campaign.outline import Outline
from oracle_tests.campaign.rebuild import rebuild
from oracle_tests.campaign.unfolding import UNFOLDING
from oracle_tests.tests_strategies.samples import EVERY_KIND
from strategies import program as p
from strategies.interpret import interpret
from strategies.outcome import Raised
from strategies.wellformed import check

ONE = p.Literal("float32", (), (2.0,))
INPUTS = (p.Variable("v1", ONE), p.Constant("c2", ONE))


def listed(*items):
    return p.Sequence("list", items)


def apply(out, function, *operands):
    return p.Apply(out, function, operands)


SINE = p.Def(
    "f3", "function", ("a4",), (apply("t5", "math.sin", "a4"), p.Operate("t6", "*", ("t5", "v1"))), "t6"
)
NO_GRADIENT = p.Def("grad9", None, ("dy10",), (p.Operate("t11", "*", ("dy10", "a8")),), listed("t11", "t11"))
CUSTOM = p.Def(
    "f6",
    "custom_gradient",
    ("a7", "a8"),
    (apply("t8", "math.exp", "a7"), NO_GRADIENT),
    p.Sequence("tuple", ("t8", "grad9")),
)
STRUCTURED = p.Def(
    "f3", None, ("a4",), (apply("t5", "math.sin", "a4"),), p.Mapping(("k",), (listed("a4", "t5"),))
)
LESS = p.Def("f20", None, ("a21", "a22"), (p.Operate("t23", "<", ("a21", p.Number(9.0))),), "t23")
MORE = p.Def("f24", None, ("a25", "a26"), (p.Operate("t27", "*", ("a25", "a26")),), listed("t27", "a26"))
LOOP = p.Repeat((("y3", "v1", "t5"), ("y4", p.Number(2.0), "y4")), 3, (p.Operate("t5", "*", ("y3", "y4")),))


def program(*body: p.Statement) -> p.Program:
    return p.Program(INPUTS, body)


COS = p.Apply("t30", "math.cos", ("t29",))
PROGRAMS = {
    "function": program(SINE, p.Call("t29", "f3", ("c2",)), COS),
    "custom gradient": program(CUSTOM, p.Call("t29", "f6", ("v1", "c2")), COS),
    "structure": program(STRUCTURED, p.Call("t28", "f3", ("c2",)), p.Alias("t29", "t28['k'][1]"), COS),
    "while": program(
        LESS,
        MORE,
        apply("t28", "while_loop", "f20", "f24", listed("v1", "c2")),
        p.Alias("t29", "t28[0]"),
        COS,
    ),
    "cond": program(
        p.Def("f3", None, (), (apply("t4", "math.sin", "v1"),), "t4"),
        p.Def("f5", None, (), (), "v1"),
        apply("t29", "cond", "c2", "f3", "f5"),
        COS,
    ),
    "map": program(SINE, p.Index("t15", "c2", (p.NewAxis(),)), apply("t29", "map_fn", "f3", "t15"), COS),
    "loop": program(LOOP, p.Alias("t29", "y3"), COS),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_with_functions_and_loops_end_in_what_they_do(name):
    """Whoever wants no more than the cosine is left with that, of a number."""

    def computes_a_cosine(candidate):
        check(candidate)
        return any(isinstance(s, p.Apply) and s.function == "math.cos" for s in candidate.body)

    check(PROGRAMS[name])
    small = minimise(PROGRAMS[name], computes_a_cosine).program
    assert small == p.Program((), (p.Apply("t1", "math.cos", (p.Number(1.0),)),))


def first(reduction, one: p.Program) -> list[p.Program]:
    return [rebuild(one, edit) for edit in islice(reduction(Outline(rebuild(one))), 9)]


def values(one: p.Program) -> list:
    machine = interpret(one, reference)
    assert not [o for o in machine.outcomes if isinstance(o, Raised)], machine.outcomes
    return [float(o.value) for o in machine.outcomes if getattr(o.value, "shape", None) == ()]


def reduction(name: str):
    return next(r for r in UNFOLDING if r.__name__ == name)


@pytest.mark.parametrize("name", ["function", "custom gradient", "structure"])
def test_a_call_that_is_inlined_computes_the_same(name):
    check(PROGRAMS[name])
    one, *_ = first(reduction("inlined"), rebuild(PROGRAMS[name]))
    assert not any(isinstance(s, p.Def | p.Call) for s in p.statements(one.body))
    assert values(one)[-2] == values(PROGRAMS[name])[-2]  # the cosine; the variable comes last


def test_one_round_of_a_loop_does_what_the_loop_would():
    once = program(p.Repeat(LOOP.carried, 1, LOOP.body), *PROGRAMS["loop"].body[1:])
    unrolled, without, *_ = first(reduction("rounds"), rebuild(once))
    assert values(unrolled)[-2] == values(once)[-2]
    assert not any(isinstance(s, p.Repeat) for s in unrolled.body + without.body)


def test_a_call_of_the_branch_that_is_taken_computes_the_same():
    found = first(reduction("calls"), rebuild(PROGRAMS["cond"]))
    assert [type(s).__name__ for s in found[0].body] == ["Def", "Def", "Call", "Apply"]
    assert values(found[0])[-2] == pytest.approx(math.cos(math.sin(2.0)))
    assert values(found[1])[-2] == pytest.approx(math.cos(2.0))


def test_a_parameter_goes_with_its_argument_and_its_gradient():
    found = first(reduction("parameters"), rebuild(PROGRAMS["custom gradient"]))
    for one in found:
        check(one)
        (function,) = [s for s in one.body if isinstance(s, p.Def)]
        (call,) = [s for s in one.body if isinstance(s, p.Call)]
        assert len(function.parameters) == len(call.operands) == len(function.body[-1].result.items) == 1


def test_a_function_is_without_its_decorator():
    for name in ("function", "custom gradient"):
        (one,) = first(reduction("decorators"), rebuild(PROGRAMS[name]))
        check(one)
        assert [s.decorator for s in p.statements(one.body) if isinstance(s, p.Def)] == [None]


@pytest.mark.parametrize("name", [*PROGRAMS, "every kind"])
def test_every_edit_leaves_a_program_well_formed(name):
    one = rebuild(PROGRAMS.get(name, EVERY_KIND))
    check(one)
    outline = Outline(one)
    for reduction in REDUCTIONS:
        for edit in islice(reduction(outline), 400):
            check(rebuild(one, edit))


def test_a_rebuilt_program_of_every_kind_has_all_of_them():
    kinds = [type(s) for s in p.statements(EVERY_KIND.body)]
    assert [type(s) for s in p.statements(rebuild(EVERY_KIND).body)] == kinds
    assert rebuild(rebuild(EVERY_KIND)) == rebuild(EVERY_KIND)


def test_what_is_local_to_a_function_is_not_seen_behind_it():
    lost = program(SINE, apply("t9", "math.cos", "t5"))
    assert [type(s).__name__ for s in rebuild(lost).body] == ["Def"]
