"""The commands that list quirks and facts."""

import json

from typer.testing import CliRunner

from oracle_tests import cli, quirks

QUIRKS = quirks.load()


def told(*arguments):
    return CliRunner().invoke(cli.app, list(arguments))


def test_a_quirk_is_printed_with_its_facts_place_and_script():
    result = told("quirks", "only-true-counts")
    assert result.exit_code == cli.AGREED
    (quirk,) = [quirk for quirk in QUIRKS if quirk.name == "only-true-counts"]
    lines = [line.strip() for line in result.stdout.splitlines() if line.strip()]
    assert lines == [
        "only-true-counts (W01, W02)",
        quirk.says,
        f"documented: {quirk.expected}",
        f"in reference/tape.py:{quirk.line}, GradientTape",
        *(f">>> {line}" for line in quirk.whole_script.splitlines()),
        "None",
    ]
    assert quirk.whole_script.startswith("import tensorflow as tf\n")


def test_all_are_printed_or_written():
    result = told("quirks")
    assert [line.split(" (")[0] for line in result.stdout.splitlines() if line[:1].strip()] == [
        quirk.name for quirk in QUIRKS
    ]


def test_quirks_as_json(tmp_path):
    file = tmp_path / "quirks.json"
    assert told("quirks", "numpy-watches", "--json", str(file)).exit_code == cli.AGREED
    (written,) = json.loads(file.read_text("utf-8"))
    assert written["name"] == "numpy-watches"
    assert set(written) == set(vars(QUIRKS[0]))


def test_quirks_as_a_table():
    lines = told("quirks", "--markdown").stdout.splitlines()
    rows = [line for line in lines if line.endswith("` |")]
    assert len(rows) == len(QUIRKS)
    assert lines[0] == "| The documentation says | What happens | Facts | Quirk |"
    assert sum(line.startswith("|---") for line in lines) == 2
    bare = [line.replace("\\|", "").count("|") for line in lines if line]
    assert set(bare) == {5}


def test_a_quirk_that_is_not_known_is_wrong_use():
    result = told("quirks", "only-true-counts", "nothing-like-it")
    assert (result.exit_code, result.stdout) == (cli.WRONG_USE, "")
    assert "nothing-like-it" in result.stderr


def test_the_facts_hold():
    result = told("facts")
    assert result.exit_code == cli.AGREED
    assert "lifecycle: 42 of 42" in result.stdout.splitlines()
