"""Every entry point runs as a program, in a fresh process and without TensorFlow."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from oracle_tests.cli import app
from oracle_tests.tests_frame.imports import ROOT, source_files

COMMANDS = ("fuzz", "replay", "run", "bench")


def is_entry_point(path: str, source: str) -> bool:
    """Whether a module is meant to be run: `__main__.py`, or one that asks whether it is `__main__`."""
    if path.endswith("__main__.py") or "__main__" not in source:
        return path.endswith("__main__.py")
    return any(
        isinstance(node, ast.Compare) and ast.unparse(node) == "__name__ == '__main__'"
        for node in ast.walk(ast.parse(source))
    )


@cache
def entry_points() -> list[str]:
    files = [file for file in source_files() if is_entry_point(file, (ROOT / file).read_text("utf-8"))]
    return [file.removesuffix(".py").removesuffix("/__main__").replace("/", ".") for file in files]


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def test_the_command_line_is_an_entry_point() -> None:
    assert "oracle_tests" in entry_points()


@pytest.mark.parametrize(
    ("path", "source", "runs"),
    [
        ("oracle_tests/__main__.py", "main()", True),
        ("reports/page.py", 'if __name__ == "__main__":\n    main()', True),
        ("reports/page.py", "name = '__main__'", False),
    ],
)
def test_entry_points_are_told_from_other_modules(path: str, source: str, runs: bool) -> None:
    assert is_entry_point(path, source) is runs


@pytest.mark.parametrize("module", entry_points())
def test_an_entry_point_prints_its_help(module: str) -> None:
    result = run("-m", module, "--help")
    assert result.returncode == 0, result.stderr
    assert "usage" in result.stdout.lower()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_its_help(command: str) -> None:
    result = CliRunner().invoke(app, [command, "--help"])
    assert result.exit_code == 0, result.output
    assert command in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [["no-such-command"], ["fuzz", "--no-such-option"], ["fuzz", "--programs", "many"], ["replay"], ["run"]],
    ids=" ".join,
)
def test_wrong_use_exits_with_2(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)


def test_a_tensorflow_script_runs_on_the_reference_from_the_checkout() -> None:
    script = (
        "import reference as tf\n"
        "x = tf.Variable(3.0)\n"
        "with tf.GradientTape() as tape:\n"
        "    y = x * x\n"
        "print(float(tape.gradient(y, x).numpy()))\n"
    )
    result = run("-c", script)
    assert result.stdout == "6.0\n", result.stderr
