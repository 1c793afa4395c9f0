"""WORKPLACE: the folder of journals and of what children print, which goes when its owner does.

A process that is killed leaves its folder behind.  Each folder holds a locked file for as long as its owner
lives; the next workplace deletes those whose lock is free.
"""

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from .process import HarnessFailure

try:
    import fcntl
except ImportError:  # Windows: nothing is locked, and nothing but one's own folder is deleted
    fcntl = None  # type: ignore[assignment]

PREFIX = "tape-oracle-"
LOCK = "lock"
YOUNG = 60.0  # seconds in which a folder may not have its lock yet


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """A folder for a setting, deleted afterwards.  Raises HarnessFailure if there is no room for it."""
    _tidy(Path(tempfile.gettempdir()))
    try:
        folder = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
        lock = open(Path(folder.name) / LOCK, "wb")  # noqa: SIM115  (held until the folder goes)
    except OSError as problem:
        raise HarnessFailure(
            f"there is no place for temporary files ({problem}); make room, or set TMPDIR"
        ) from problem
    with folder as name, lock:
        _is_free(lock)
        yield Path(name)


def _tidy(place: Path) -> None:
    """Deletes the folders of this user whose owners have ended without doing so."""
    for folder in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            about = folder.lstat()
            is_own = not folder.is_symlink() and about.st_uid == os.geteuid() if fcntl else False
            if is_own and time.time() - about.st_mtime > YOUNG:
                with open(folder / LOCK, "r+b") as lock:
                    if _is_free(lock):
                        shutil.rmtree(folder, ignore_errors=True)


def _is_free(lock) -> bool:
    """Takes the lock of an open file, which is kept until it is closed; False if another process has it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
