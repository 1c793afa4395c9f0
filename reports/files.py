"""Files that are either whole or not there."""

import os
import uuid
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Writes `text` as UTF-8 to `path`; a reader sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
