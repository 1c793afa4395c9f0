"""Files are written whole, and what is no file is never replaced by one."""

import os
import stat
import subprocess
import sys
import threading

import pytest

from oracle_tests.tests_frame.imports import ROOT
from reports.files import write_atomically


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "new" / "run.json"
    for text in ("first\n", "sécond\n"):
        write_atomically(path, text)
        assert path.read_bytes() == text.encode()
    assert names(path.parent) == ["run.json"]


def test_a_file_that_cannot_be_written_keeps_what_it_holds(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["run.json"]


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_and_the_file_it_names_is_written(tmp_path, exists):
    target, link = tmp_path / "kept" / "run.json", tmp_path / "link"
    target.parent.mkdir()
    if exists:
        target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert names(target.parent) == ["run.json"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_is_written_to_and_not_replaced(tmp_path, linked):
    pipe = path = tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        path = tmp_path / "link"
        path.symlink_to(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_atomically(path, "through\n")
    reader.join(10)
    assert read == ["through\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, "text")
    assert names(tmp_path) == []


def test_standard_output_that_leads_to_a_file_gets_the_text_after_what_was_printed(tmp_path):
    code = (
        "from pathlib import Path\nfrom reports.files import write_atomically\n"
        "print('printed', flush=True)\nwrite_atomically(Path('out.txt'), 'written\\n')\n"
    )
    with open(tmp_path / "out.txt", "ab") as stream:
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, stdout=stream, env=environment, timeout=60, check=True
        )
    assert (tmp_path / "out.txt").read_text() == "printed\nwritten\n"
