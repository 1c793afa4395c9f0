"""SIDES: one side's run of a script, as its parent sees it: what it printed, and how it ended."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..campaign.process import HarnessFailure, WrongUse
from .perform import ROOT, End

MOST = 16 * 2**20  # bytes that a script may print
KEPT = 64 * 2**10  # bytes of standard error that are shown, from its end
AFTER = 5.0  # seconds for a pipe to end once its process has, if a grandchild holds it


@dataclass(frozen=True)
class Side:
    """What a side did.  `end` is None where the process ended before the script did: `how` says it then.

    `known` is the first of the names that the other side lacked which this side has.
    """

    name: str
    printed: str
    complained: str
    end: End | None
    how: str = ""
    known: str | None = None


@dataclass(frozen=True)
class Command:
    """A script and what it is given; `limit` is in seconds, for each side."""

    script: Path
    arguments: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    limit: float = 300.0

    def on(self, name: str, lacking: dict[str, str] | None = None) -> Side:
        """Runs the script on the side `name`, which is asked for names that the other side is `lacking`.

        Raises HarnessFailure if that cannot be done, or the script takes too long or prints too much, and
        WrongUse if a module to import or the side is not there.
        """
        told, tell = os.pipe()
        try:
            process = self._spawn(name, tell, lacking or {})
        except OSError as problem:
            os.close(told)
            raise HarnessFailure(f"no child process can be started: {problem}") from problem
        finally:
            os.close(tell)
        streams = [_Stream(process, process.stdout, MOST), _Stream(process, process.stderr, None)]
        try:
            with open(told, "rb", buffering=0) as pipe:
                answer = _Stream(process, pipe, None)
                status = process.wait(self.limit)
                printed, complained, message = (s.text() for s in (*streams, answer))
        except subprocess.TimeoutExpired:
            raise HarnessFailure(
                f"{self.script} has not ended on {name} after {self.limit:g} s; see --time-limit"
            ) from None
        finally:
            _end(process)
        if streams[0].overflowed:
            raise HarnessFailure(f"{self.script} prints more than {MOST >> 20} MB on {name}")
        return _side(name, printed, complained, status, message)

    def _spawn(self, name: str, tell: int, lacking: dict[str, str]) -> subprocess.Popen:
        # unbuffered, as TensorFlow prints past Python
        command = [sys.executable, "-u", "-m", "oracle_tests.scripts.child", "--side", name]
        command += ["--told", str(tell), "--lacking", json.dumps(lacking)]
        for module in self.imports:
            command += ["--import", module]
        return subprocess.Popen(
            [*command, str(self.script), *self.arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(tell,),
            env=_environment(),
            start_new_session=True,  # a terminal's Ctrl-C is for the parent, which ends the whole session
        )


def _environment() -> dict[str, str]:
    """Both sides print in the same encoding, and sets in the same order."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    settings = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "PYTHONHASHSEED": "0"}
    return settings | os.environ | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}


class _Stream:
    """Reads a pipe to its end: its last bytes, or at most so many, beyond which the process is ended."""

    def __init__(self, process: subprocess.Popen, pipe: Any, most: int | None):
        self._process, self._pipe, self._most = process, pipe, most
        self._data, self.overflowed = bytearray(), False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # closed, as whoever reads it is done
            while part := os.read(self._pipe.fileno(), 2**16):
                self._data += part
                if self._most is None:
                    del self._data[: -16 * KEPT]
                elif len(self._data) > self._most:
                    self.overflowed = True
                    _kill(self._process)
                    return

    def text(self) -> str:
        self._thread.join(AFTER)
        return bytes(self._data).decode("utf-8", "backslashreplace")


def _kill(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen) -> None:
    """Ends what is left of a process and of those that it started."""
    _kill(process)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _side(name: str, printed: str, complained: str, status: int, message: str) -> Side:
    complained = complained[-KEPT:]
    answer = _answer(message)
    if answer is None:
        return Side(name, printed, complained, None, _how(status))
    if "failed" in answer:
        raise (WrongUse if answer["wrong_use"] else HarnessFailure)(answer["failed"])
    return Side(name, printed, complained, End(**answer["end"]), known=answer["known"])


def _answer(message: str) -> dict[str, Any] | None:
    try:
        return json.loads(message)
    except json.JSONDecodeError:  # cut off, or nothing at all
        return None


def _how(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        return f"ended with {signal.Signals(-status).name}"
    except ValueError:
        return f"ended with signal {-status}"
