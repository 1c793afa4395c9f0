"""Running the command line as a program, in a folder of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from oracle_tests.tests_frame.imports import ROOT
from reference.primitive import REGISTRY

SICK = "oracle_tests.tests_campaign.sick"
PARTS = ("agreed", "known", "new", "inconclusive", "invalid")


def environment(**variables: str) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)} | variables


def run(*arguments: object, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """`python -m oracle_tests` with `arguments`, and environment `variables` set."""
    return subprocess.run(
        [sys.executable, "-m", "oracle_tests", *map(str, arguments)],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


def fuzz(cwd: Path, *arguments: object, **variables: str) -> tuple[subprocess.CompletedProcess[str], dict]:
    """A campaign that writes its JSON; returns what it was too, having checked what holds for all."""
    result = run("fuzz", *arguments, "--json", "run.json", cwd=cwd, **variables)
    assert "Traceback" not in result.stderr, result.stderr
    data = json.loads((cwd / "run.json").read_text("utf-8"))
    assert data["programs"] == sum(data[part] for part in PARTS)
    assert data["known"] + data["new"] == sum(bucket["count"] for bucket in data["buckets"])
    return result, data


def math_functions(run: dict, walked: bool = False) -> dict[str, int]:
    """How many statements of a run call a function of `tf.math`.

    `walked`: and have their records walked, by a rule that is the function's own.
    """
    names = [name for name in run["endpoints"] if name.startswith("math.")]
    found = {name: exercised(run, name, walked) for name in names if not walked or name in REGISTRY}
    return {name: count for name, count in found.items() if count}


def exercised(run: dict, name: str, walked: bool = False) -> int:
    """How many statements of a run call the endpoint `name`; `walked`: and have their records walked."""
    order = "first" if walked else "forward"
    return sum(cells[order][0] for cells in run["endpoints"][name].values() if order in cells)


def seldom_called(run: dict, walked: bool = False, least: int = 1) -> str:
    """The function of `tf.math` of the fewest statements that are `least`, if there is one with so many; see
    `math_functions`.
    """
    all_counts = math_functions(run, walked)
    least = min(least, *all_counts.values()) if max(all_counts.values()) < least else least
    counts = {name: count for name, count in all_counts.items() if count >= least}
    return min(counts.items(), key=lambda item: (item[1], item[0]))[0]
