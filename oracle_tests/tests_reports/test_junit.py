"""A run as JUnit XML."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from oracle_tests.tests_reports import sample
from reports import junit
from reports.conformance import Cell
from reports.discrepancy import Run


def run_of(*buckets) -> Run:
    called = {"float32": {"forward": Cell(3, 3)}}
    endpoints = {
        "math.tanh": called,
        "math.sin": called,
        "matmul": called,
        "math.cos": {"float32": {"forward": Cell()}},
    }
    return Run(7, {"tensorflow": "2.21.0"}, programs=5, buckets=list(buckets), endpoints=endpoints)


def cases(tmp_path, *buckets) -> dict[tuple[str, str], ElementTree.Element]:
    junit.write(run_of(*buckets), tmp_path / "junit.xml")
    found = ElementTree.parse(tmp_path / "junit.xml").getroot().iter("testcase")
    return {(case.get("classname"), case.get("name")): case for case in found}


def test_what_was_called_and_agrees_passes(tmp_path):
    found = cases(tmp_path)
    assert set(found) == {
        ("endpoint.math", "math.tanh"),
        ("endpoint.math", "math.sin"),
        ("endpoint.tf", "matmul"),
    }
    assert all(len(case) == 0 for case in found.values())


def test_a_new_discrepancy_fails_with_its_script(tmp_path):
    bucket = sample.bucket(where="math.tanh vjp", script='print("<a & b>")', ledger=None)
    (failure,) = cases(tmp_path, bucket)["endpoint.math", "math.tanh"]
    assert failure.tag == "failure"
    assert failure.get("type") == bucket.id
    assert 'print("<a & b>")' in failure.text


def test_a_known_discrepancy_is_skipped(tmp_path):
    (skipped,) = cases(tmp_path, sample.bucket(where="math.sin forward", ledger="an-entry"))[
        "endpoint.math", "math.sin"
    ]
    assert (skipped.tag, skipped.get("message")) == ("skipped", "known: an-entry")


def test_what_no_endpoint_is_to_blame_for_is_a_test_of_its_own(tmp_path):
    bucket = replace(sample.bucket(where="tape reset", ledger=None), subject="tensorflow")
    assert [e.tag for e in cases(tmp_path, bucket)["tensorflow", f"tape reset: {bucket.kind}"]] == ["failure"]


def test_the_totals_are_those_of_the_cases(tmp_path):
    cases(
        tmp_path,
        sample.bucket(where="tape reset", ledger=None),
        sample.bucket(where="math.sin vjp", ledger="x"),
    )
    root = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert [root.get(name) for name in ("tests", "failures", "skipped")] == ["4", "1", "1"]
    assert {p.get("name"): p.get("value") for p in root.iter("property")}["seed"] == "7"


def test_a_file_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"irectory|exists"):
        junit.write(run_of(), tmp_path / "file" / "junit.xml")
