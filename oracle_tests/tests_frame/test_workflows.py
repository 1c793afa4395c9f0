"""What CI runs exists: its environments, its commands, their options."""

import configparser
import itertools
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from oracle_tests.cli import app
from oracle_tests.tests_frame.imports import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NIGHTLY = ROOT / ".github" / "workflows" / "nightly.yml"
bash = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not on this machine")


def workflow(path: Path) -> dict[Any, Any]:
    return yaml.safe_load(path.read_text("utf-8"))


def scripts(path: Path) -> Iterator[str]:
    for job in workflow(path)["jobs"].values():
        yield from (step["run"] for step in job["steps"] if "run" in step)


def environments() -> dict[str, str]:
    """The environments of tox.ini, each with what its section installs."""
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    found = {}
    for section in tox.sections():
        if section.startswith("testenv:"):
            parts = re.split(r"\{(.*?)\}", section.removeprefix("testenv:"))
            choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
            found |= {"".join(name): tox[section].get("deps", "") for name in itertools.product(*choices)}
    return found


def campaign() -> dict[str, Any]:
    return workflow(NIGHTLY)["jobs"]["campaign"]


def step(name: str) -> dict[str, Any]:
    (found,) = [step for step in campaign()["steps"] if step.get("id", step.get("name")) == name]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_reads_only_has_limits_and_needs_no_secret(path):
    read = workflow(path)
    assert read["permissions"] == {"contents": "read"}
    assert "secrets" not in path.read_text("utf-8")
    assert read["concurrency"]["group"]
    for job in read["jobs"].values():
        assert 0 < job["timeout-minutes"] <= 360
        assert all(step.get("timeout-minutes", 0) < job["timeout-minutes"] for step in job["steps"])


@bash
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_script_of_a_workflow_is_sound(path):
    for script in scripts(path):
        assert "${{" not in script  # what others may write comes in through the environment
        subprocess.run(["bash", "-n", "-c", script], check=True)


def test_every_environment_that_ci_names_is_one_of_tox():
    named = {
        name for path in WORKFLOWS for text in scripts(path) for name in re.findall(r"tox -e (\S+)", text)
    }
    named |= {row["environment"] for row in campaign()["strategy"]["matrix"]["include"]}
    assert {"lint", "reference", "oracle", "nightly", "nightly-tf220"} <= named
    assert named - {'"$ENVIRONMENT"'} <= set(environments())


def test_the_nightly_campaigns_run_the_releases_that_they_are_called_by():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    rows = campaign()["strategy"]["matrix"]["include"]
    assert len({row["tensorflow"] for row in rows}) == 2
    for row in rows:
        release = re.search(r"tf(\d)(\d+)", row["environment"])
        if release is None:
            assert all(f"=={row['tensorflow']}.*" in wanted for wanted in groups["tensorflow"])
        else:
            assert f"{release[1]}.{release[2]}" == row["tensorflow"]
            assert (
                f"{release[0]}: tensorflow-cpu=={row['tensorflow']}.*" in environments()[row["environment"]]
            )


def test_the_nightly_campaign_uses_options_that_there_are():
    command = typer.main.get_command(app).commands["fuzz"]  # type: ignore[attr-defined]
    known = {option for parameter in command.params for option in parameter.opts}
    used = set(re.findall(r"--[a-z]+", step("campaign")["run"].split(" -- ")[1]))
    assert used == {"--minutes", "--seed"}
    assert used <= known
    commands = (ROOT / "tox.ini").read_text("utf-8")
    written = dict(re.findall(r"(--[a-z]+) (campaign/\S+)", commands))
    assert set(written) == {"--json", "--report", "--junit", "--store"}
    assert set(written) <= known
    (cache,) = [step for step in campaign()["steps"] if step.get("uses", "").startswith("actions/cache@")]
    assert cache["with"]["path"] == written["--store"]
    assert "${{ matrix.tensorflow }}" in cache["with"]["restore-keys"]


@bash
@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_nightly_job_ends_as_its_campaign_ends_and_tells_the_summary(tmp_path, status):
    tox, output = tmp_path / "tox", tmp_path / "output"
    tox.write_text(f'#!/bin/sh\necho "$@" > called\nexit {status}\n')
    tox.chmod(0o755)
    given = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(output),
        "ENVIRONMENT": "nightly-tf220",
        "MINUTES": "60",
        "SEED": "7",
    }
    ran = subprocess.run(["bash", "-e", "-c", step("campaign")["run"]], env=given, cwd=tmp_path, timeout=30)
    assert ran.returncode == status
    assert output.read_text() == f"status={status}\n"
    assert (tmp_path / "called").read_text().split() == [
        *("-e", "nightly-tf220", "--", "--minutes", "60", "--seed", "7"),
    ]


def test_the_nightly_summary_and_artifact_follow_every_campaign():
    summary, artifact = step("Summary"), campaign()["steps"][-1]
    assert summary["if"] == artifact["if"] == "${{ !cancelled() }}"
    assert summary["run"].startswith("python .github/summary.py campaign/run.json")
    assert summary["env"]["STATUS"] == "${{ steps.campaign.outputs.status }}"
    assert artifact["with"]["path"] == "campaign/"
    assert "${{ matrix.tensorflow }}" in artifact["with"]["name"]
