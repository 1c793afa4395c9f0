"""Imports run one way, TensorFlow stands in one file, and what is imported is declared."""

import re
import subprocess
import sys
import tomllib

import pytest

from oracle_tests.tests_frame.imports import (
    FOLDERS,
    REFERENCE_MAY_NEED,
    ROOT,
    TENSORFLOW,
    imported,
    source_files,
    violations,
)


def test_every_file_imports_only_what_it_may() -> None:
    found = [
        problem for file in source_files() for problem in violations(file, (ROOT / file).read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


def test_all_four_folders_are_looked_at() -> None:
    assert {file.partition("/")[0] for file in source_files()} == set(FOLDERS)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("reference/tape.py", "from strategies.program import Program"),
        ("reference/math/exp.py", "import mpmath"),
        ("reference/tape.py", "def f():\n    import oracle_tests.agree"),
        ("strategies/interpret.py", "import reports.runs"),
        ("strategies/interpret.py", "import tensorflow as tf"),
        ("reports/page.py", "import os, oracle_tests"),
        ("reports/page.py", "from hypothesis import given"),
        ("oracle_tests/agree.py", "from tensorflow.python import ops"),
        ("oracle_tests/agree.py", "import importlib\nimportlib.import_module('tensorflow')"),
        ("oracle_tests/agree.py", "__import__('tensorflow.keras')"),
        ("oracle_tests/agree.py", "import keras"),
        ("oracle_tests/agree.py", "import hypothesis"),
        ("oracle_tests/campaign/shard.py", "import tensorflow"),
        ("oracle_tests/campaign/shard.py", "import pytest"),
    ],
)
def test_a_forbidden_import_is_found(file: str, source: str) -> None:
    assert len(violations(file, source)) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("reference/tape.py", "import numpy as np\nimport scipy.special\nfrom . import record\nimport math"),
        ("strategies/programs.py", "import reference as tf\nfrom hypothesis import strategies as st"),
        ("reports/page.py", "from strategies.program import Program\nimport jinja2"),
        ("oracle_tests/subjects.py", "import tensorflow"),
        ("oracle_tests/campaign/shard.py", "import hypothesis, reports.runs"),
        ("oracle_tests/tests_campaign/test_shard.py", "import tensorflow, hypothesis, pytest"),
        ("oracle_tests/conftest.py", "import hypothesis"),
    ],
)
def test_an_allowed_import_passes(file: str, source: str) -> None:
    assert violations(file, source) == []


def test_importing_the_reference_loads_nothing_but_what_it_needs() -> None:
    code = "import sys; before = set(sys.modules); import reference; print(*(set(sys.modules) - before))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    packages = {name.partition(".")[0] for name in loaded.stdout.split()}
    forbidden = (TENSORFLOW | set(FOLDERS) | {"hypothesis", "pytest", "mpmath"}) - {"reference"}
    assert "reference" in packages
    assert "numpy" in packages
    assert not packages & forbidden


PLUGINS = {"pytest-xdist"}  # which tox.ini calls by their options
MODULES = {"pyyaml": "yaml"}  # of packages that do not have the name of their module


def declared() -> dict[str, set[str]]:
    """The modules of the packages that each dependency group of pyproject.toml names."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return {
        name: {_module(line) for line in group if isinstance(line, str)} for name, group in groups.items()
    }


def _module(requirement: str) -> str:
    package = re.split(r"[^\w-]", requirement)[0].lower()
    return MODULES.get(package, package)


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    groups = declared()
    used = set().union(*(imported((ROOT / file).read_text("utf-8")) for file in source_files()))
    third_party = used - set(sys.stdlib_module_names) - set(FOLDERS) - {"keras"}  # a part of TensorFlow
    assert third_party <= set().union(*groups.values())
    assert groups["reference"] | groups["harness"] | groups["test"] - PLUGINS <= third_party
    assert groups["reference"] <= REFERENCE_MAY_NEED
