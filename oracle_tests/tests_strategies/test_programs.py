"""The generator as code: what it reaches, what it never makes, and that it makes the same again."""

import random
import sys
import types
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings

import reference
from reference.primitive import ENDPOINTS
from strategies import features, serial, wellformed
from strategies import program as p
from strategies.draft import Draft
from strategies.interpret import interpret
from strategies.interpret.warned import LISTENER
from strategies.literals import DTYPES
from strategies.outcome import Raised
from strategies.programs import CHOICES, packed_programs, programs, unpack

SAMPLE = 3000


def drawn(i: int):
    return unpack(random.Random(i).randbytes(CHOICES))


@pytest.fixture(scope="module")
def sample():
    return [drawn(i) for i in range(SAMPLE)]


DRAWN = get_args(p.Statement)


def find_any(sample, holds):
    """A program of the sample for which `holds`; fails if there is none."""
    for one in sample:
        if holds(one.program):
            return one.program
    pytest.fail("no program of the sample has it")


@pytest.mark.parametrize(
    "feature",
    sorted(
        {
            *features.SWARM,
            "gradient inside its tape",
            "target is source",
            "repeated source",
            "Python number",
            "assign_add",
            "assign_sub",
            *wellformed.SCATTERS,
            *wellformed.SCATTERS_ND,
            *wellformed.ROWS,
            "optimizer",
            "operator",
            "function",
        }
        - {"wrong call", "integers", "kept tape"}
    ),
)
def test_every_feature_is_reachable(sample, feature):
    find_any(sample, lambda program: feature in features.of(program))


@pytest.mark.parametrize("function", sorted({f.name for f in ENDPOINTS.values()}))
def test_every_endpoint_is_reachable(sample, function):
    find_any(
        sample, lambda q: any(isinstance(s, p.Apply) and s.function == function for s in p.statements(q.body))
    )


@pytest.mark.parametrize("operator", p.BINARY_OPERATORS[:10])
def test_every_arithmetic_operator_is_reachable(sample, operator):
    find_any(
        sample,
        lambda q: any(isinstance(s, p.Operate) and s.operator == operator for s in p.statements(q.body)),
    )


@pytest.mark.parametrize("statement", DRAWN, ids=lambda s: s.__name__)
def test_every_kind_of_statement_is_reachable(sample, statement):
    find_any(sample, lambda q: any(isinstance(s, statement) for s in (*q.inputs, *p.statements(q.body))))


@pytest.mark.parametrize("dtype", sorted(DTYPES))
def test_every_dtype_is_reachable(sample, dtype):
    find_any(sample, lambda q: dtype in features.of(q))


def test_every_program_is_well_formed(sample):
    for one in sample:
        wellformed.check(one.program)


def test_every_program_is_the_same_after_json(sample):
    for one in sample[:500]:
        assert serial.loads(serial.dumps(one.program)) == one.program


def test_a_program_logs_the_same_while_it_is_drawn_and_when_it_runs(sample):
    for one in sample[:600]:
        again = interpret(one.program, reference)
        assert [o.warned for o in one.machine.outcomes] == [o.warned for o in again.outcomes]


def test_a_rehearsal_leaves_what_was_logged_before_it():
    draft = Draft(lambda n: 0)
    LISTENER.heard[:] = ["primal dtype"]
    with draft.rehearsal({}):
        LISTENER.heard.append("watched dtype")
    assert LISTENER.taken() == ("primal dtype",)


def test_the_reference_never_fails_while_it_draws(sample):
    faults = [o for one in sample for o in one.machine.outcomes if isinstance(o, Raised) and o.fault]
    assert faults == []


def test_errors_of_several_classes_are_drawn(sample):
    raised = {o.error for one in sample for o in one.machine.outcomes if isinstance(o, Raised)}
    assert {"RuntimeError", "ValueError", "TypeError", "AttributeError", "InvalidArgumentError"} <= raised


def test_programs_have_about_twenty_statements(sample):
    mean = sum(p.size(one.program) for one in sample) / len(sample)
    assert 15 <= mean <= 28


def test_equal_bytes_give_equal_programs(sample):
    assert [drawn(i).program for i in range(100)] == [one.program for one in sample[:100]]


def test_bytes_of_zeros_give_a_small_program():
    assert p.size(unpack(b"").program) <= 3


def _campaign(count):
    seen = []

    @settings(max_examples=count, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(packed_programs())
    def collect(one):
        seen.append(serial.dumps(one.program))

    collect()
    return seen


def test_a_module_full_of_constants_changes_no_program(tmp_path, monkeypatch):
    before = _campaign(40)
    lines = [f"C{i} = {i * 7919}\nF{i} = {i}.5\nB{i} = {bytes([i % 256]) * CHOICES!r}" for i in range(50)]
    (tmp_path / "constants_for_a_test.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(str(tmp_path))
    module = __import__("constants_for_a_test")
    assert isinstance(module, types.ModuleType)
    try:
        assert _campaign(40) == before
    finally:
        del sys.modules["constants_for_a_test"]


@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(programs())
def test_programs_drawn_choice_by_choice_are_well_formed(one):
    wellformed.check(one.program)
