"""The table of endpoints says what the reference has and what it lacks, and TensorFlow has them all."""

from types import ModuleType

import pytest

import reference
from oracle_tests import endpoints, sampled, subjects
from oracle_tests.endpoints import SPOKEN, looked_up

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


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 613
    assert {endpoint.family for endpoint in TABLE} >= set(SPOKEN)
    names = [name for endpoint in TABLE for name in endpoint.names]
    assert {name for name in names if names.count(name) > 1} == {"linalg.norm", "math.floormod", "math.mod"}


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


@pytest.mark.oracle
@pytest.mark.parametrize("family", sorted({line.family for line in HAD}))
def test_calls_are_answered_as_in_tensorflow(family: str, tensorflow) -> None:
    found = []
    for line in HAD:
        if line.family == family:
            for dtype in ("float32", "float64"):
                ours, theirs = (sampled.answers(tf, line, dtype) for tf in (reference, tensorflow))
                differing = [o for o in sampled.ORDERS if sampled.outcome(ours, theirs, o) == "differs"]
                found += [f"{line.name} in {dtype}: {', '.join(differing)}"] * bool(differing)
    expected = {line.name for line in HAD if line.differs}
    assert [text for text in found if text.split(" in ")[0] not in expected] == []
    missed = {line.name for line in HAD if line.differs and line.family == family}
    assert missed <= {text.split(" in ")[0] for text in found}, "they agree; delete them under [differs]"
