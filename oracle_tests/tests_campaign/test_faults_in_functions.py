"""Faults in functions, loops and forward mode: programs full of other things end in a few statements."""

import pytest

import reference
from oracle_tests import subjects
from oracle_tests.agree import compare
from oracle_tests.examine import examine
from strategies import program as p
from strategies.draft import is_fault
from strategies.interpret import interpret
from strategies.wellformed import check

from .plants_in_functions import PLANTS

MOST_STATEMENTS = 6
# What needs a function around a conditional, or two functions for a loop, takes more.
MORE = {"an untaken branch leads nowhere": 7, "a loop forgets its first round": 8}
pytestmark = pytest.mark.oracle

FEW = p.Literal("float32", (2,), (1.5, -0.5))
INPUTS = (
    p.Variable("v1", FEW),
    p.Variable("v2", p.Literal("float32", (2,), (0.25, 2.0))),
    p.Constant("c3", FEW),
    p.Constant("c4", p.Literal("bool", (), (True,))),
    p.Constant("i5", p.Literal("int32", (2,), (3, 4))),
    p.Variable("v6", p.Literal("float32", (2, 2), (1.0, 2.0, 3.0, 4.0))),
    p.Constant("c7", p.Literal("float32", (2, 2), (0.5, 1.0, 3.0, 2.0))),
)


def listed(*items):
    return p.Sequence("list", items)


def apply(out, function, *operands):
    return p.Apply(out, function, operands)


def times(out, x, y):
    return p.Operate(out, "*", (x, y))


TWO_RESULTS = p.Def(
    "f10",
    "function",
    ("a11", "a12"),
    (apply("t13", "math.sin", "a11"), times("t14", "t13", "v1"), apply("t15", "math.exp", "a12")),
    listed("t14", "t15"),
)
BRANCHING = p.Def(
    "f20",
    "function",
    ("a21",),
    (
        p.Def("f22", None, (), (times("t23", "a21", "v1"), apply("t24", "math.cos", "t23")), "t24"),
        p.Def("f25", None, (), (times("t26", "a21", "v2"),), "t26"),
        apply("t27", "cond", "c4", "f22", "f25"),
    ),
    "t27",
)
GOES_ON = p.Def("f30", None, ("a31", "a32"), (p.Operate("t33", "<", ("a31", p.Number(3))),), "t33")
ROUND = p.Def(
    "f34",
    None,
    ("a35", "a36"),
    (
        p.Operate("t37", "+", ("a35", p.Number(1))),
        times("t38", "a36", "v2"),
        apply("t39", "math.tanh", "t38"),
    ),
    listed("t37", "t38"),
)
CUSTOM = p.Def(
    "f40",
    "custom_gradient",
    ("a41",),
    (
        times("t42", "a41", "v1"),
        p.Def(
            "grad43",
            None,
            ("dy44",),
            (times("t45", "dy44", "v1"), times("t46", "dy44", "a41")),
            p.Sequence("tuple", (listed("t45"), listed("t46"))),
            variables=True,
        ),
    ),
    p.Sequence("tuple", ("t42", "grad43")),
)
BESIDE = (
    apply("t90", "math.cos", "c3"),
    p.Assign("v91", "v2", "assign_add", "t90"),
    times("t92", "v2", "t90"),
)


def asked(target, *sources):
    return p.Gradient("g95", "tape50", target, listed(*sources))


def taped(*body, persistent=False):
    return p.Tape(
        "tape50", persistent, True, (p.Watch("tape50", "c3"), *BESIDE, *body, apply("t96", "math.sin", "t92"))
    )


def program(*body):
    return p.Program(INPUTS, body)


PROGRAMS = {
    "a function says None for zeros": program(
        TWO_RESULTS,
        taped(p.Call("t51", "f10", ("v1", "c3")), times("t52", "t51[1]", "c3")),
        asked("t52", "v1", "c3"),
    ),
    "an untaken branch leads nowhere": program(
        BRANCHING, taped(p.Call("t51", "f20", ("c3",)), times("t52", "t51", "c3")), asked("t52", "c3", "v2")
    ),
    "a loop forgets its first round": program(
        GOES_ON,
        ROUND,
        p.Constant("t53", p.Literal("int32", (), (0,))),
        taped(apply("t51", "while_loop", "f30", "f34", listed("t53", "c3")), times("t52", "t51[1]", "c3")),
        asked("t52", "c3", "v2"),
    ),
    "tangents too long": program(
        p.Accumulator(
            "acc50",
            listed("v1", "c3"),
            listed("c3", "v2"),
            (*BESIDE, times("t51", "v1", "c3"), apply("t52", "math.sin", "t51")),
        ),
        p.Jvp("j53", "acc50", listed("t52", "t51")),
    ),
    "gradients of variables swallowed": program(
        CUSTOM, taped(p.Call("t51", "f40", ("c3",)), times("t52", "t51", "c3")), asked("t52", "c3", "v1")
    ),
    "Adam's bias": program(
        p.Optimizer("opt54", 0.5, "Adam"),
        taped(times("t52", "v1", "c3")),
        asked("t52", "v1"),
        p.ApplyGradients("opt54", ("g95[0]",), ("v1",)),
        apply("t55", "math.sin", "v1"),
    ),
    "nothing said of ints": program(taped(p.Watch("tape50", listed("i5", "v1")), times("t52", "v1", "c3"))),
    "batch_jacobian transposed": program(
        p.Tape("tape50", False, True, (p.Operate("t53", "@", ("v6", "c7")),)),
        p.BatchJacobian("j54", "tape50", "t53", "v6"),
    ),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_ends_in_a_few_statements_and_is_blamed_right(name):
    plant, one, tf = PLANTS[name], PROGRAMS[name], subjects.load("tensorflow")
    check(one)
    assert compare(one, interpret(one, reference, is_fault), interpret(one, tf)).status == "agreed"
    with plant.plant():
        ours, theirs = interpret(one, reference, is_fault), interpret(one, tf)
        found = compare(one, ours, theirs).difference
        assert found is not None
        bucket = examine(one, found, ours, theirs, "tensorflow", tf, minimise_budget=160)
    told = f"{bucket.kind} in {bucket.where}: {bucket.verdict}\n{bucket.script}"
    assert bucket.kind in plant.kinds, told
    assert plant.where in bucket.where, told
    assert bucket.statements <= MORE.get(name, MOST_STATEMENTS), told
    assert bucket.verdict.blame in plant.blames, told
