"""The table of endpoints says what the reference has and what it lacks, and TensorFlow has them all."""

from types import ModuleType

import pytest

import reference
from oracle_tests import endpoints, sampled, subjects
from oracle_tests.endpoints import SPOKEN, Line, looked_up
from reference.primitive import ENDPOINTS
from strategies.outcome import Raised

LINES = endpoints.load()
TABLE = endpoints.endpoints(LINES)
PATHS = [endpoint for endpoint in TABLE if endpoint.lines[0].is_path]
HAD = [line for line in LINES if line.call and not line.missing]


def has(tf: ModuleType, name: str) -> bool:
    try:
        looked_up(tf, name)
    except AttributeError:
        return False
    return True


def works(line: Line) -> bool:
    """Whether the reference answers the call of a line, if only with an error that it means."""
    if not line.call:
        return False
    answer = sampled.answers(reference, line, "float32").by_order["forward"]
    return not (isinstance(answer, Raised) and (answer.fault or answer.error == "AttributeError"))


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 613
    assert {endpoint.family for endpoint in TABLE} >= set(SPOKEN)
    names = [name for endpoint in TABLE for name in endpoint.names]
    assert {name for name in names if names.count(name) > 1} == {"linalg.norm", "math.floormod", "math.mod"}


def test_what_is_missing_is_missing() -> None:
    there = [e.name for e in PATHS if e.missing and has(reference, e.name) and any(map(works, e.lines))]
    assert there == [], "delete their lines under [missing] in endpoints.toml"


def test_a_variant_that_is_missing_does_not_work() -> None:
    had = {endpoint.name for endpoint in TABLE if not endpoint.missing}
    working = [line.name for line in LINES if line.endpoint in had and line.missing and works(line)]
    assert working == [], "delete their lines under [missing] in endpoints.toml"


def test_what_is_not_missing_is_there_under_all_its_names() -> None:
    lacking = [n for e in PATHS if not e.missing for n in e.names if not has(reference, n)]
    assert lacking == [], "give a reason under [missing] in endpoints.toml"


def test_second_names_are_of_the_same_function() -> None:
    had = {endpoint.name for endpoint in PATHS if not endpoint.missing}
    apart = [
        f"{name}, {second}"
        for name, second in endpoints.second_names(LINES)
        if name in had and looked_up(reference, name) is not looked_up(reference, second)
    ]
    assert apart == []


def test_what_is_not_missing_is_drawn_by_programs() -> None:
    had = [e for e in PATHS if not e.missing and e.family not in SPOKEN]
    undrawn = {e.name for e in had if e.name not in ENDPOINTS}
    assert undrawn == {e.name for e in had if e.lines[0].undrawn}, "see [undrawn] in endpoints.toml"


@pytest.mark.parametrize(
    "text",
    [
        '[math]\n"math.sin" = { tier = 5 }',
        '[math]\n"math.sin" = { tier = 1, dtype = "float32" }',
        '[math]\n"math.sin" = { tier = 1 }\n[missing]\n"math.sine" = "not written yet"',
    ],
)
def test_a_line_of_another_form_is_refused(text: str, tmp_path) -> None:
    (tmp_path / "endpoints.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"math\.sin"):
        endpoints.load(tmp_path / "endpoints.toml")


def test_a_reason_for_an_endpoint_is_one_for_all_its_variants(tmp_path) -> None:
    file = tmp_path / "endpoints.toml"
    two = '[math]\n"pad" = { tier = 1 }\n"pad[REFLECT]" = { tier = 2 }\n[missing]\n'
    file.write_text(f'{two}"pad" = "not written yet"', "utf-8")
    assert [line.missing for line in endpoints.load(file)] == ["not written yet"] * 2
    file.write_text(f'{two}"pad[REFLECT]" = "not written yet"', "utf-8")
    assert [line.missing for line in endpoints.load(file)] == ["", "not written yet"]
    assert endpoints.endpoints(endpoints.load(file))[0].missing == ""


@pytest.fixture(scope="module")
def tensorflow() -> ModuleType:
    return subjects.load("tensorflow")


@pytest.mark.oracle
def test_tensorflow_has_each_by_name_and_its_second_names(tensorflow) -> None:
    assert [n for e in PATHS for n in e.names if not has(tensorflow, n)] == []
    apart = [
        f"{name}, {second}"
        for name, second in endpoints.second_names(LINES)
        if looked_up(tensorflow, name) is not looked_up(tensorflow, second)
    ]
    assert apart == []


def differing(line: Line, dtypes: tuple[str, ...], tf: ModuleType) -> list[str]:
    """The dtypes and orders in which a call is not answered alike."""
    found = []
    for dtype in dtypes:
        ours, theirs = (sampled.answers(module, line, dtype) for module in (reference, tf))
        found += [f"{dtype} {o}" for o in sampled.ORDERS if sampled.outcome(ours, theirs, o) == "differs"]
    return found


@pytest.mark.oracle
@pytest.mark.parametrize("family", sorted({line.family for line in HAD}))
def test_calls_are_answered_as_in_tensorflow(family: str, tensorflow) -> None:
    lines = [line for line in HAD if line.family == family and not line.differs]
    found = {line.name: differing(line, ("float32", "float64"), tensorflow) for line in lines}
    assert {name: where for name, where in found.items() if where} == {}


@pytest.mark.oracle
def test_what_is_said_to_differ_differs(tensorflow) -> None:
    names = {line.endpoint for line in HAD if line.differs}
    lines = [line for line in HAD if line.differs]
    assert names == {line.endpoint for line in lines if differing(line, sampled.DTYPES, tensorflow)}
