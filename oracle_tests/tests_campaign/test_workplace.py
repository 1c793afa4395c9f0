"""Temporary folders go with their owners, also with those that were killed."""

import os
import subprocess
import sys
import tempfile
import time

import pytest

from oracle_tests.campaign.process import HarnessFailure
from oracle_tests.campaign.workplace import PREFIX, YOUNG, workplace
from oracle_tests.tests_campaign.commands import environment

OWNER = """
import sys
from oracle_tests.campaign.workplace import workplace
with workplace() as folder:
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def age(folder):
    long_ago = time.time() - 2 * YOUNG
    os.utime(folder, (long_ago, long_ago))


@pytest.fixture
def owner(place):
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    with process:
        folder = place / os.path.basename(process.stdout.readline().strip())
        assert folder.is_dir()
        age(folder)
        yield process, folder
        process.kill()


def test_a_workplace_goes_when_it_is_left(place):
    with workplace() as folder:
        assert folder.parent == place
        assert folder.name.startswith(PREFIX)
    assert not list(place.iterdir())


def test_the_folder_of_a_living_process_stays(owner):
    process, folder = owner
    with workplace():
        assert folder.is_dir()
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert not folder.exists()


def test_the_folder_of_a_killed_process_goes_when_the_next_one_is_made(owner):
    process, folder = owner
    process.kill()
    process.wait()
    assert folder.is_dir()
    with workplace():
        assert not folder.exists()


def test_what_has_no_lock_or_is_only_a_link_stays(place, tmp_path_factory):
    other, link = place / f"{PREFIX}other", place / f"{PREFIX}link"
    other.mkdir()
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "lock").touch()
    link.symlink_to(elsewhere)
    age(other)
    age(elsewhere)
    with workplace():
        assert other.is_dir()
        assert (elsewhere / "lock").exists()


def test_no_place_for_temporary_files_is_a_failure(place, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(place / "missing"))
    with pytest.raises(HarnessFailure, match="TMPDIR"), workplace():
        pass
