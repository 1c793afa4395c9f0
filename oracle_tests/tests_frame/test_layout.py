"""The checkout holds four folders of code, and the tools' files are sound."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from oracle_tests.tests_frame.imports import FOLDERS, ROOT, source_files


def code_folders(root: Path) -> set[str]:
    """The top-level folders of `root` that hold Python files, but no dot-folder or virtual environment."""
    return {
        folder.name
        for folder in root.iterdir()
        if folder.is_dir()
        and not folder.name.startswith(".")
        and not (folder / "pyvenv.cfg").exists()
        and any(folder.rglob("*.py"))
    }


def test_the_four_folders_are_the_only_code() -> None:
    assert code_folders(ROOT) == set(FOLDERS)
    assert not list(ROOT.glob("*.py"))


def test_a_fifth_folder_of_code_would_be_found(tmp_path: Path) -> None:
    for file in (
        "scripts/deep/run.py",
        "docs/index.md",
        ".tox/lib/site.py",
        "env/pyvenv.cfg",
        "env/lib/site.py",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert code_folders(tmp_path) == {"scripts"}


def test_every_folder_of_code_is_a_package() -> None:
    folders = {(ROOT / file).parent for file in source_files()}
    assert not [str(folder.relative_to(ROOT)) for folder in folders if not (folder / "__init__.py").exists()]


def test_pytest_collects_something_from_every_folder_of_tests() -> None:
    folders = sorted((ROOT / "oracle_tests").glob("tests_*"))
    assert folders
    assert not [folder.name for folder in folders if not list(folder.rglob("test_*.py"))]


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not on this machine")
def test_the_ci_script_is_a_sound_program_that_names_no_host() -> None:
    script = ROOT / ".ci" / "run"
    assert "://" not in script.read_text("utf-8")
    subprocess.run(["bash", "-n", script], check=True, timeout=60)


def test_every_picture_of_the_readme_is_there_small_and_told_in_words() -> None:
    pictures = re.findall(r"!\[(.*?)\]\((.*?)\)", (ROOT / "README.md").read_text("utf-8"))
    assert pictures
    for words, path in pictures:
        data = (ROOT / path).read_bytes()
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert len(data) < 200_000
        assert len(words) > 40
