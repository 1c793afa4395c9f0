"""The bench measures what it says, and adds up."""

import json

import pytest

from oracle_tests.tests_campaign.commands import run


def checked(folder, *arguments: object) -> dict:
    result = run("bench", *arguments, "--json", "bench.json", cwd=folder)
    assert result.returncode == 0, result.stderr
    data = json.loads((folder / "bench.json").read_text("utf-8"))
    parts = ("drawing_seconds", "tensorflow_seconds", "comparing_seconds", "other_seconds")
    assert data["seconds"] == pytest.approx(sum(data[part] for part in parts))
    assert all(data[part] > 0 for part in parts)
    assert data["ratio"] == pytest.approx(data["seconds"] / data["tensorflow_alone_seconds"])
    assert f"takes {data['ratio']:.2f} times" in result.stdout
    assert f"takes {data['reference_ratio']:.2f} times" in result.stdout
    return data


def test_the_reference_costs_as_much_as_itself(tmp_path):
    data = checked(tmp_path, "--programs", 40, "--subject", "reference")
    assert data["programs"] == 40
    assert 0.5 < data["reference_ratio"] < 2


@pytest.mark.oracle
def test_the_reference_costs_less_than_tensorflow(tmp_path):
    data = checked(tmp_path, "--programs", 40)
    assert data["reference_ratio"] < 1
    assert data["statements"] > 5
