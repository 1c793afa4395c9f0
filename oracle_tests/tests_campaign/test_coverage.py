"""What a campaign counts as exercised, and whom it blames."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

import reference
from oracle_tests.campaign.account import Account
from oracle_tests.campaign.blame import blamed
from oracle_tests.campaign.coverage import Coverage, possible
from oracle_tests.tests_reports.sample import bucket
from reference.primitive import ENDPOINTS
from reports.conformance import ORDERS, Cell, total
from strategies import program as p
from strategies import serial
from strategies.features import TAPE_FEATURES
from strategies.interpret import Machine
from strategies.programs import CHOICES, unpack

X, Y = p.Literal("float32", (2,), (1.0, 2.0)), p.Literal("float64", (), (0.5,))
I = p.Literal("int32", (2,), (3, 1))  # noqa: E741


def program(*body: p.Statement) -> p.Program:
    inputs = (p.Variable("v0", X), p.Constant("y0", Y), p.Constant("i0", I))
    return p.Program(inputs, body)


def counted(*body: p.Statement, agreed: bool = True) -> dict[str, dict[str, list[int]]]:
    """By endpoint and dtype, in each order: how often exercised, and how often in what agreed."""
    coverage, machine = Coverage(), Machine(reference)
    with coverage.watching():
        machine.run_program(program(*body))
    coverage.note(program(*body), machine, agreed)
    return coverage.take()["endpoints"]


def tape(out: str, *body: p.Statement, persistent: bool = False) -> p.Tape:
    return p.Tape(out, persistent, True, body)


SIN = p.Apply("s0", "math.sin", ("v0",))
TIMES = p.Operate("t0", "*", ("s0", p.Number(2.0)))


def gradient(out: str, of: str, target: str) -> p.Gradient:
    return p.Gradient(out, of, target, "v0")


def test_a_call_counts_by_the_dtype_of_its_operand():
    calls = [
        p.Apply("a0", "math.sin", ("y0",)),
        p.Apply("b0", "math.add", ("i0", p.Number(1))),
        p.Apply("c0", "cast", ("i0",), (("dtype", "float32"),)),
        p.Operate("d0", "+", (p.Number(1.0), "v0")),
        p.Index("e0", "v0", (0,)),
        p.Apply("f0", "math.sin", (p.Number(1.0),)),
    ]
    once = [1, 1, 0, 0, 0, 0]
    assert counted(*calls) == {
        "math.sin": {"float64": once, "float32": once},
        "math.add": {"int32": once},
        "cast": {"int32": once},
        "operator +": {"float32": once},
        "operator []": {"float32": once},
    }


def test_the_operand_that_a_tape_can_follow_gives_the_dtype():
    condition = p.Apply("c0", "math.greater", ("v0", p.Number(1.5)))
    where = p.Apply("w0", "where", ("c0", "v0", "v0"))
    assert list(counted(condition, where)["where"]) == ["float32"]
    gather = p.Apply("g0", "gather", ("v0", "i0"), (("axis", 0),))
    assert list(counted(p.Apply("i2", "math.sign", ("i0",)), gather)) == ["math.sign"]  # index 3 is beyond


def test_an_alias_counts_under_the_first_name():
    assert list(counted(p.Apply("s0", "sin", ("v0",)))) == ["math.sin"]


def test_a_call_that_raised_does_not_count():
    assert counted(p.Apply("s0", "math.sin", ("i0",))) == {}


def test_a_call_whose_result_was_deleted_counts():
    assert counted(SIN, p.Delete("s0")) == {"math.sin": {"float32": [1, 1, 0, 0, 0, 0]}}


def test_what_a_program_that_does_not_agree_exercised_is_told_apart():
    assert counted(SIN, agreed=False) == {"math.sin": {"float32": [1, 0, 0, 0, 0, 0]}}


def test_what_is_walked_back_through_is_first_order():
    cells = counted(
        tape("g0", SIN, TIMES, p.Apply("beside0", "math.cos", ("v0",))), gradient("d0", "g0", "t0")
    )
    assert cells["math.sin"]["float32"] == cells["operator *"]["float32"] == [1, 1, 1, 1, 0, 0]
    assert cells["math.cos"]["float32"] == [1, 1, 0, 0, 0, 0]


def test_what_a_rule_left_on_an_outer_tape_is_second_order_if_that_goes_back_through_it():
    inner = [tape("a0", SIN, TIMES), gradient("d0", "a0", "t0")]
    twice = [1, 1, 1, 1, 1, 1]
    assert counted(tape("b0", *inner), gradient("h0", "b0", "d0"))["math.sin"]["float32"] == twice
    assert counted(tape("b0", *inner), gradient("h0", "b0", "t0"))["math.sin"]["float32"] == [
        1,
        1,
        1,
        1,
        0,
        0,
    ]
    assert counted(tape("b0", *inner))["math.sin"]["float32"] == [1, 1, 1, 1, 0, 0]


def test_the_second_order_of_one_endpoint_is_not_that_of_its_neighbours():
    inner = [
        tape("a0", SIN, p.Apply("n0", "math.negative", ("s0",)), persistent=True),
        gradient("d0", "a0", "n0"),
    ]
    between = [p.Apply("c0", "math.cos", ("v0",)), p.Apply("e0", "math.exp", ("v0",))]
    again = gradient("f0", "a0", "n0")
    cells = counted(
        tape("b0", *inner, *between, again, p.Operate("m0", "*", ("d0", "c0"))), gradient("h0", "b0", "m0")
    )
    assert cells["math.sin"]["float32"] == [1, 1, 1, 1, 1, 1]
    assert cells["math.cos"]["float32"] == [1, 1, 1, 1, 0, 0]
    assert cells["math.exp"]["float32"] == [1, 1, 0, 0, 0, 0]
    assert cells["math.negative"]["float32"] == [1, 1, 1, 1, 0, 0]  # its rule does not look at v


def test_what_was_made_after_a_rule_is_not_of_the_rule():
    sin, cos = p.Apply("s0", "math.sin", ("y0",)), p.Apply("c0", "math.cos", ("y0",))
    inner = [tape("a0", p.Watch("a0", "y0"), sin), p.Gradient("d0", "a0", "s0", "y0"), cos]
    cells = counted(tape("b0", p.Watch("b0", "y0"), *inner), p.Gradient("h0", "b0", "c0", "y0"))
    assert cells["math.sin"]["float64"] == cells["math.cos"]["float64"] == [1, 1, 1, 1, 0, 0]


def test_what_was_made_before_a_rule_is_not_of_the_rule():
    seed = p.Apply("seed0", "math.exp", ("v0",))
    inner = [seed, tape("a0", SIN), p.Apply("late0", "math.cos", ("v0",))]
    given = p.Gradient("d0", "a0", "s0", "v0", p.Sequence("list", ("seed0",)))
    cells = counted(tape("b0", *inner, given), gradient("h0", "b0", "late0"))
    assert cells["math.sin"]["float32"] == [1, 1, 1, 1, 0, 0]


def function(decorator, *body, result="s9", out="f8"):
    return p.Def(out, decorator, ("a9",), body, result)


INNER = p.Apply("s9", "math.sin", ("a9",))


@pytest.mark.parametrize("decorator", [None, "function", "recompute_grad", "custom_gradient"])
def test_what_stands_in_a_function_counts_once_and_in_the_order_that_is_reached(decorator):
    body, result = (INNER, p.Apply("u9", "math.cos", ("y0",))), "s9"
    if decorator == "custom_gradient":
        rule = p.Def("k9", None, ("ct9",), (p.Apply("r9", "math.tanh", ("ct9",)),), "r9")
        body, result = (*body, rule), p.Sequence("tuple", ("s9", "k9"))
    made = function(decorator, *body, result=result)
    calls = [p.Call("t0", "f8", ("v0",)), p.Operate("t1", "*", ("t0", "v0")), p.Call("t2", "f8", ("t1",))]
    cells = counted(made, tape("g0", *calls), gradient("d0", "g0", "t2"))
    walked = decorator != "custom_gradient"
    assert cells["math.sin"]["float32"] == [1, 1, walked, walked, 0, 0]
    assert cells["math.cos"]["float64"] == [1, 1, 0, 0, 0, 0]
    assert cells.get("math.tanh", {}) == ({} if walked else {"float32": [1, 1, 0, 0, 0, 0]})


def test_a_function_that_no_gradient_is_asked_of_is_forward_only():
    cells = counted(function("function", INNER), tape("g0", p.Call("t0", "f8", ("v0",)), persistent=True))
    assert cells["math.sin"]["float32"] == [1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("decorator", [None, "function"])
def test_second_order_is_counted_through_a_function(decorator):
    inner = [tape("a0", p.Call("t0", "f8", ("v0",))), gradient("d0", "a0", "t0")]
    cells = counted(function(decorator, INNER), tape("b0", *inner), gradient("h0", "b0", "d0"))
    assert cells["math.sin"]["float32"] == [1, 1, 1, 1, 1, 1]


def test_what_stands_in_a_loop_counts_once():
    loop = p.Repeat((("y1", "v0", "s9"),), 3, (p.Apply("s9", "math.sin", ("y1",)),))
    cells = counted(tape("g0", loop), gradient("d0", "g0", "y1"))
    assert cells["math.sin"]["float32"] == [1, 1, 1, 1, 0, 0]


def test_features_that_occur_together_in_a_program_are_counted_as_pairs():
    coverage, account = Coverage(), Account()
    twice = program(tape("a0", p.Reset("a0"), p.Alias("y1", "y0"), p.Reset("a0"), persistent=True))
    for one in (twice, twice, program(tape("a0", p.Reset("a0")))):
        coverage.note(one, Machine(reference).run_program(one), agreed=True)
    account.add_coverage(coverage.take())
    account.add_coverage(coverage.take())
    pairs = account.run(seed=0, interrupted=False).pairs
    counts = {frozenset((a, b)): count for a, others in pairs.items() for b, count in others.items()}
    assert {frozenset(pair) for pair in combinations(TAPE_FEATURES, 2)} == set(counts)
    assert counts[frozenset(("reset", "persistent"))] == counts[frozenset(("reset", "alias"))] == 2
    assert counts[frozenset(("reset", "watch"))] == 0


def drawn(seed: int, count: int) -> tuple[Coverage, list]:
    coverage, random_bytes, programs = Coverage(), random.Random(seed).randbytes, []
    for i in range(count):
        with coverage.watching():
            one = unpack(random_bytes(CHOICES))
        coverage.note(one.program, one.machine, agreed=i % 3 > 0)
        programs.append((one, set(coverage._walks.calls)))
    return coverage, programs


def test_the_totals_add_up_over_drawn_programs_and_merged_shards():
    account, calls, inside = Account(), 0, 0
    for shard in range(3):
        coverage, programs = drawn(shard, 120)
        account.add_coverage(coverage.take())
        assert coverage.take()["endpoints"] == {}
        for one, ran in programs:
            inside += len(ran & set(map(id, p.statements(one.program.body))))
            returned = dict(zip(one.machine.paths, one.machine.outcomes, strict=True))
            calls += sum(
                type(returned[path]).__name__ == "Returned"
                for path, statement in _paths(one.program.body, ())
                if isinstance(statement, p.Apply | p.Operate | p.Index) and path in returned
            )
    matrix = account.matrix()
    by_order = {
        order: total(c[order] for cells in matrix.values() for c in cells.values() if order in c)
        for order in ORDERS
    }
    assert by_order["forward"].exercised == calls + inside
    assert inside > 0
    assert calls > by_order["first"].exercised > by_order["second"].exercised > 0
    assert all(0 < cell.agreed < cell.exercised for cell in by_order.values())
    assert set(matrix) == set(possible())


def _paths(body, path):
    for i, statement in enumerate(body):
        yield (*path, i), statement
        yield from _paths(getattr(statement, "body", ()), (*path, i))


def test_what_was_never_exercised_is_there():
    matrix = Account().matrix()
    assert {f.name for f in ENDPOINTS.values()} - set(matrix) <= {"slice"}
    assert matrix["math.exp"]["float32"] == dict.fromkeys(ORDERS, Cell())
    assert "int32" not in matrix["math.exp"]
    assert matrix["math.add"]["int32"] == {"forward": Cell()}
    assert matrix["operator +"] == {}


POW = program(tape("a0", p.Operate("t0", "**", ("v0", p.Number(3.0)))), gradient("d0", "a0", "t0"))
SOFTMAX = program(tape("a0", p.Apply("t0", "nn.softmax", ("v0",))), gradient("d0", "a0", "t0"))
TWICE = program(
    tape("b0", tape("a0", p.Apply("t0", "math.tanh", ("v0",))), gradient("d0", "a0", "t0")),
    gradient("h0", "b0", "d0"),
)


CALLED = program(
    function("function", INNER), tape("a0", p.Call("t0", "f8", ("v0",))), gradient("d0", "a0", "t0")
)


@pytest.mark.parametrize(
    ("where", "minimal", "cells"),
    [
        ("math.pow vjp", POW, {("operator **", "float32", "first")}),
        ("math.pow forward", POW, {("operator **", "float32", order) for order in ("forward", "first")}),
        ("math.pow second order", POW, set()),
        ("math.pow vjp", SOFTMAX, set()),
        ("operator ** call", POW, {("operator **", "float32", "forward")}),
        ("sin call", program(SIN), {("math.sin", "float32", "forward")}),
        ("math.tanh second order", TWICE, {("math.tanh", "float32", "second")}),
        ("raw_ops.TanhGrad forward", TWICE, {("math.tanh", "float32", "first")}),
        ("raw_ops.TanhGrad vjp", TWICE, {("math.tanh", "float32", "second")}),
        ("math.multiply forward", TWICE, {("math.tanh", "float32", "second")}),
        ("tape reset", POW, set()),
        ("math.sin vjp", CALLED, {("math.sin", "float32", "first")}),
        ("math.sin call", CALLED, {("math.sin", "float32", "forward")}),
    ],
)
def test_a_discrepancy_names_cells_also_from_within_a_call_or_a_rule(where, minimal, cells):
    assert blamed(bucket(where=where, program=serial.to_json(minimal))) == cells


def test_the_graver_of_two_discrepancies_marks_a_cell():
    account = Account()
    one = bucket(where="math.pow vjp", program=serial.to_json(POW))
    known = replace(one, kind="none", ledger="pow")
    for buckets in ({"a": one, "b": known}, {"a": known, "b": one}):
        account.buckets = buckets
        assert account.matrix()["operator **"]["float32"]["first"].state == "new"
    account.buckets = {"b": known}
    assert account.matrix()["operator **"]["float32"]["first"].state == "known"


def test_draws_are_counted_with_what_was_meant_right_and_what_returned():
    coverage, account, random_bytes = Coverage(), Account(), random.Random(3).randbytes
    for _ in range(60):
        with coverage.watching():
            one = unpack(random_bytes(CHOICES))
        coverage.note(one.program, one.machine, agreed=True)
        coverage.note_draws(one.draws)
    account.add_coverage(coverage.take())
    assert coverage.take()["draws"] == {}
    draws = account.run(seed=0, interrupted=False).draws
    assert set(draws) == {f.name for f in ENDPOINTS.values()}
    drawn, meant, returned = (
        sum(getattr(d, n) for d in draws.values()) for n in ("drawn", "meant", "returned")
    )
    assert drawn > meant > returned > 0.5 * meant
