"""The command line as a program: exit statuses, messages, files."""

import json
import os
import signal
import subprocess
import sys

import pytest

from oracle_tests.tests_campaign.commands import SICK, environment, fuzz, run
from reports import runs

REFERENCE = ("--subject", "reference")


@pytest.mark.alone
def test_a_campaign_leaves_a_run_and_a_report(tmp_path):
    result, data = fuzz(tmp_path, *REFERENCE, "--programs", 15, "--seed", 3)
    assert result.returncode == 0
    assert result.stdout.startswith("seed 3\n")
    assert result.stdout.endswith("Report: report/index.html\n")
    assert data["programs"] == 15
    assert data["seed"] == 3
    assert data["seconds"] > data["tensorflow_seconds"] > 0
    assert data["tensorflow_alone_seconds"] > 0
    assert data["startup_seconds"] > 0
    assert data["environment"]["subject"] == "reference"
    assert data["features"]["tape"] > 0
    assert runs.load(tmp_path / "report" / "run.json") == runs.load(tmp_path / "run.json")
    assert not data["interrupted"]


def test_importing_a_module_full_of_constants_changes_no_program(tmp_path, healthy):
    numbers = ", ".join(f"{1000 * i + 7}, {i}.125, {str(i) * 3!r}, b'{i:04}'" for i in range(300))
    (tmp_path / "full_of_constants.py").write_text(f"ALL = [{numbers}, {bytes(range(256)) * 3!r}]\n")
    _, data = fuzz(tmp_path, *REFERENCE, "--programs", 60, "--import", "full_of_constants")
    assert data["environment"]["imports"] == "full_of_constants"
    for key in ("digest", "agreed", "inconclusive", "endpoints", "features"):
        assert data[key] == healthy[key]


def test_a_campaign_by_the_clock_ends_in_time(tmp_path):
    result, data = fuzz(tmp_path, *REFERENCE, "--minutes", 0.05)
    assert result.returncode == 0
    assert data["programs"] > 0
    assert data["seconds"] < 30
    assert not data["interrupted"]


@pytest.mark.parametrize("whole_group", [False, True], ids=["process", "terminal"])
def test_ctrl_c_still_writes_the_report(tmp_path, whole_group):
    command = [
        sys.executable,
        "-m",
        "oracle_tests",
        "fuzz",
        *REFERENCE,
        "--minutes",
        "5",
        "--json",
        "run.json",
    ]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        first = process.stderr.readline()
        assert "programs, " in first
        if whole_group:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "interrupted" in out
    data = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert data["interrupted"]
    assert data["programs"] > 0
    assert (tmp_path / "report" / "index.html").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fuzz", "--minutes", "0"], "--minutes"),
        (["fuzz", "--programs", "0"], "--programs"),
        (["fuzz", "--import", "no_such_module", "--programs", "5"], "no_such_module"),
        (["fuzz", "--subject", "nobody", "--programs", "5"], "no subject is named 'nobody'"),
        (["bench", "--import", "no.such.module"], "no.such.module"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_use_is_told_and_exits_with_2(tmp_path, arguments, message):
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2, result.stderr
    assert message in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.alone
def test_without_tensorflow_a_campaign_says_what_to_install(tmp_path):
    (tmp_path / "hide").mkdir()
    (tmp_path / "hide" / "tensorflow.py").write_text(
        "raise ModuleNotFoundError('No module named tensorflow')"
    )
    hidden = os.pathsep.join([str(tmp_path / "hide"), environment()["PYTHONPATH"]])
    result = run("fuzz", "--programs", 5, cwd=tmp_path, PYTHONPATH=hidden)
    assert result.returncode == 3
    assert "pip install" in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_import_that_fails_is_a_failure_of_the_environment(tmp_path):
    (tmp_path / "broken.py").write_text("1 / 0\n")
    result = run("fuzz", "--programs", 5, "--import", "broken", cwd=tmp_path)
    assert result.returncode == 3
    assert "--import broken: ZeroDivisionError" in result.stderr


def test_a_child_that_dies_before_it_is_ready_is_told_with_its_last_words(tmp_path):
    (tmp_path / "deadly.py").write_text(
        "import os, sys\nprint('these are my last words', file=sys.stderr, flush=True)\nos.abort()\n"
    )
    result = run("fuzz", "--programs", 5, "--import", "deadly", cwd=tmp_path)
    assert result.returncode == 3
    assert "SIGABRT" in result.stderr
    assert "these are my last words" in result.stderr


def test_a_report_that_cannot_be_written_does_not_hide_the_results(tmp_path, frequent):
    (tmp_path / "file").touch()
    arguments = ("--subject", "sick", "--import", SICK, "--programs", 60, "--report", "file/report")
    result, data = fuzz(tmp_path, *arguments, SICK_FUNCTION=frequent, SICK_HOW="is_wrong")
    assert result.returncode == 3
    assert "--report file/report cannot be written" in result.stderr
    assert data["buckets"][0]["id"] in result.stdout
    assert "Report:" not in result.stdout


def test_a_full_disk_is_told(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this machine")
    result = run(
        "fuzz",
        *REFERENCE,
        "--programs",
        5,
        "--json",
        "/dev/full/run.json",
        "--report",
        "report",
        cwd=tmp_path,
    )
    assert result.returncode == 3
    assert "--json /dev/full/run.json cannot be written" in result.stderr
    assert "5 programs" in result.stdout


def test_output_that_cannot_be_written_does_not_cost_the_report(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this machine")
    command = [sys.executable, "-m", "oracle_tests", "fuzz", *REFERENCE, "--programs", "5"]
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            command, cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert result.returncode == 3
    assert "standard output cannot be written" in result.stderr
    assert "Traceback" not in result.stderr
    assert (tmp_path / "report" / "index.html").exists()


@pytest.mark.oracle
def test_tensorflow_and_the_reference_run_a_campaign(tmp_path, healthy):
    result, data = fuzz(tmp_path, "--programs", 60)
    assert result.returncode in (0, 1), result.stderr
    assert data["digest"] == healthy["digest"]
    assert data["programs"] == 60
    assert data["agreed"] > 30
    assert data["invalid"] == 0
    assert data["environment"]["tensorflow"].startswith("2.")
    assert data["seconds"] > data["tensorflow_seconds"] > 0


PLANT = """
import os
import tensorflow as tf

name = os.environ["SICK_FUNCTION"].removeprefix("math.")

def sick(*arguments, **attributes):
    os.abort()

setattr(tf.math, name, sick)
"""


@pytest.mark.oracle
def test_a_fault_planted_in_tensorflow_by_an_import_is_named(tmp_path, rare):
    (tmp_path / "plant.py").write_text(PLANT)
    result, data = fuzz(tmp_path, "--programs", 60, "--import", "plant", SICK_FUNCTION=rare)
    assert result.returncode == 1
    assert data["programs"] == 60
    (bucket,) = [b for b in data["buckets"] if b["kind"] == "crash"]
    assert bucket["where"] == f"{rare} call"
    assert bucket["verdict"] == "tensorflow wrong"
