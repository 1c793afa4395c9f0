"""Files that are either whole or not there."""

import os
import stat
import uuid
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Writes `text` as UTF-8 to `path`; a reader sees the old file or the new one, never a part.

    A link stays, and the file that it names is written.  What exists and is no file (a device, a pipe), or
    is one of this process's own streams, is never replaced: it is written to as it is.
    """
    path = Path(path)
    if _keeps_its_place(path):
        with open(path, "a", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _keeps_its_place(path: Path) -> bool:
    try:
        found = path.stat()
    except OSError:
        return False
    return not stat.S_ISREG(found.st_mode) or any(_is_stream(number, found) for number in (1, 2))


def _is_stream(number: int, found: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.fstat(number), found)
    except OSError:
        return False
