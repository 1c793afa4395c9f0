"""Replaying one program through the command line: sound ones, sick ones, hostile ones."""

import json

import pytest

from oracle_tests.tests_campaign.commands import SICK, run
from strategies import program as p
from strategies import serial

X = p.Variable("v1", p.Literal("float32", (2,), (1.0, -2.0)))
PROGRAM = p.Program(
    (X,),
    (
        p.Tape("tape1", False, True, (p.Apply("t1", "math.tanh", ("v1",)),)),
        p.Gradient("g1", "tape1", "t1", "v1"),
        p.Gradient("g2", "tape1", "t1", "v1"),
    ),
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "program.json"
    path.write_text(serial.dumps(PROGRAM))
    return path


def sick(file, how):
    arguments = ("--subject", "sick", "--import", SICK)
    return run("replay", file, *arguments, cwd=file.parent, SICK_FUNCTION="math.tanh", SICK_HOW=how)


def test_sides_that_agree_are_shown_side_by_side(file):
    result = run("replay", file, "--subject", "reference", cwd=file.parent)
    assert result.returncode == 0, result.stderr
    assert "  t1 = tf.math.tanh(v1)" in result.stdout
    assert "float32 [2]: [0.7615942, -0.9640276]" in result.stdout
    assert "Raised RuntimeError" in result.stdout
    assert not any(line.startswith("*") for line in result.stdout.splitlines())


def test_the_row_that_differs_is_marked(file):
    result = sick(file, "is_wrong")
    assert result.returncode == 1
    assert [line for line in result.stdout.splitlines() if line.startswith("*")] == [
        "* t1 = tf.math.tanh(v1)"
    ]
    assert result.stdout.splitlines()[-1] == "reference and sick differ: value"


@pytest.mark.parametrize(("how", "end"), [("aborts", "SIGABRT"), ("exits", "exit status 7")])
def test_a_program_that_ends_the_process_is_told(file, how, end):
    result = sick(file, how)
    assert result.returncode == 1
    assert f"ended with {end} at statement 0.0" in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (serial.dumps(PROGRAM)[:200], "this is not JSON"),
        ("[" * 100_000, "brackets"),
        (json.dumps(serial.to_json(PROGRAM) | {"version": 99}), "version"),
        (json.dumps(serial.to_json(PROGRAM) | {"format": "pickle"}), "format"),
        (serial.dumps(PROGRAM).replace("math.tanh", "io.write_file"), "io.write_file"),
        (serial.dumps(PROGRAM).replace('"t1", "function"', '"__import__(1)", "function"'), "__import__"),
        ("", "this is not JSON"),
    ],
    ids=["truncated", "deep", "other version", "other format", "other function", "no name", "empty"],
)
def test_a_file_that_holds_no_program_is_refused(tmp_path, text, message):
    path = tmp_path / "program.json"
    path.write_text(text)
    result = run("replay", path, cwd=tmp_path)
    assert result.returncode == 2, result.stderr
    assert message in result.stderr
    assert "program.json" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there_is_wrong_use(tmp_path):
    result = run("replay", "missing.json", cwd=tmp_path)
    assert result.returncode == 2
    assert "missing.json: No such file" in result.stderr


@pytest.mark.oracle
def test_tensorflow_agrees_on_a_tape_that_is_used_twice(file):
    result = run("replay", file, cwd=file.parent)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("reference and tensorflow agree\n")
