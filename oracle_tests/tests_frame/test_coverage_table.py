"""`coverage` counts what conforms, differs and is missing, and tells it."""

import json

import pytest
from typer.testing import CliRunner

from oracle_tests import cli, coverage, endpoints, terminal
from oracle_tests.endpoints import Endpoint, Line
from reports.conformance import Cell

LINES = (
    Line("math.sin", "math", 1, ("sin",), "tf.math.sin(a)", "a = R(2)"),
    Line("math.floor", "math", 1, (), "tf.math.floor(a)", "a = R(2)"),
    Line("pad", "arrays", 1, (), "tf.pad(a, [[1, 1]])", "a = R(2)"),
    Line("pad[REFLECT]", "arrays", 2, (), "tf.pad(a, [[1, 1]], 'REFLECT')", "a = R(2)"),
    Line("Tensor.__add__", "operators", 1, (), "a + 1.0", "a = R(2)"),
    Line(
        "linalg.LinearOperatorToeplitz",
        "linalg",
        3,
        (),
        "tf.linalg.LinearOperatorToeplitz(a, a)",
        "a = R(2, 2)",
        missing="not written yet",
    ),
)


def told(*arguments):
    return CliRunner().invoke(cli.app, ["coverage", "--subject", "reference", *arguments])


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(endpoints, "load", lambda: LINES)


def test_the_table_is_printed_and_written(few, tmp_path):
    result = told("--programs", "300", "--json", str(tmp_path / "coverage.json"))
    assert result.exit_code == terminal.AGREED, result.output
    assert result.stdout.splitlines()[-1].startswith("4 of 5 endpoints are there")
    data = json.loads((tmp_path / "coverage.json").read_text("utf-8"))
    assert data["programs"] == 300
    assert data["endpoints"]["math.sin"]["calls"]["math.sin"]["float32"] == dict.fromkeys(
        ("forward", "first", "second"), "conforms"
    )
    assert data["endpoints"]["math.floor"]["calls"]["math.floor"]["float64"]["first"] == "none"
    assert "complex64" in data["endpoints"]["math.sin"]["calls"]["math.sin"]
    assert data["endpoints"]["math.floor"]["calls"]["math.floor"]["complex64"] == {}
    assert data["endpoints"]["Tensor.__add__"]["drawn"] is True
    assert data["endpoints"]["linalg.LinearOperatorToeplitz"] == {
        "tier": 3,
        "family": "linalg",
        "missing": "not written yet",
        "drawn": False,
        "calls": {},
    }


def test_a_difference_is_told_with_its_reason():
    measured = coverage.Coverage(
        endpoints.endpoints(LINES), 0, set(), {"math.sin": {"float32": {"first": "differs"}}}
    )
    assert measured.unexplained() == ["math.sin"]
    assert "differs: math.sin in float32 first" in list(measured.lines())
    assert [g.orders["first"].get("differs", 0) for g in measured.groups()] == [1, 0, 0, 0]


def test_an_unknown_subject_is_told():
    result = CliRunner().invoke(cli.app, ["coverage", "--subject", "nothing"])
    assert result.exit_code == terminal.FAILED
    assert "no subject is named 'nothing'" in result.stderr


def test_names_are_those_that_campaigns_count():
    assert coverage.names_in_cells(Endpoint("Tensor.__rsub__", ())) == {"operator -"}
    assert coverage.names_in_cells(Endpoint("math.sin", LINES[:1])) == {"math.sin"}


def test_a_campaign_gives_the_same_table():
    matrix = {
        "math.sin": {"float32": {"forward": Cell(3, 2), "first": Cell(2, 2, "known"), "second": Cell()}},
        "operator +": {"float32": {"forward": Cell(3, 0, "new")}},
    }
    math, arrays, operators, linalg = coverage.of_campaign(endpoints.endpoints(LINES), matrix)
    assert (math.known, math.there, math.drawn) == (2, 2, 1)
    assert (math.orders["forward"], math.orders["first"]) == (
        {"conforms": 1, "none": 1},
        {"gap": 1, "none": 1},
    )
    assert operators.orders["forward"] == {"differs": 1}
    assert (arrays.drawn, linalg.there) == (0, 0)
