"""PROCESS: a child as its parent sees it: started, asked, watched, and found dead.

What a child says arrives as messages.  Silence is judged by the journal: a child that stays at one place of
one program beyond the limit of that phase hangs, and is ended.
"""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from .journal import Entry, Journal, Phase, Tally

ROOT = Path(__file__).parents[2]
POLL = 0.1  # seconds between two looks at the journal
LINGERING = 10.0  # seconds that a child has to end once it has closed its output


class HarnessFailure(Exception):
    """Raised when the harness or its environment fails; the message says what to do."""


class WrongUse(Exception):
    """Raised when what was asked for cannot be meant."""


class ChildDied(Exception):
    """Raised when a child is dead: `status` as in subprocess; `hung` if it was ended for its silence."""

    def __init__(self, status: int, hung: bool, entry: Entry, tally: Tally, last_words: str):
        super().__init__(status, hung)
        self.status, self.hung, self.entry, self.tally = status, hung, entry, tally
        self.last_words = last_words

    @property
    def how(self) -> str:
        """As in "ended with SIGABRT", "ended with exit status 3" or "gave no answer in time"."""
        if self.hung:
            return "gave no answer in time"
        if self.status >= 0:
            return f"ended with exit status {self.status}"
        try:
            return f"ended with {signal.Signals(-self.status).name}"
        except ValueError:
            return f"ended with signal {-self.status}"


@dataclass(frozen=True)
class Limits:
    """Seconds that a child may stay at one place: the start, a statement, an examination, anything else."""

    start: float = 300.0
    program: float = 30.0
    examination: float = 300.0
    rest: float = 120.0

    def of(self, phase: Phase) -> float:
        match phase:
            case Phase.RUNNING | Phase.DRAWING | Phase.REPEATING:
                return self.program
            case Phase.EXAMINING:
                return self.examination
            case _:
                return self.rest


@dataclass(frozen=True)
class Setting:
    """What all children of a campaign have in common."""

    folder: Path  # of journals and of what children print
    subject: str = "tensorflow"
    imports: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)

    def peculiarities(self) -> dict[str, str]:
        """What an environment does not say, and a run depends on."""
        found = {} if self.subject == "tensorflow" else {"subject": self.subject}
        return found | ({"imports": ", ".join(self.imports)} if self.imports else {})


class Process:
    """A child process, which is ready after `begin`.  Raises HarnessFailure if it cannot be started."""

    _count = 0
    _counting = threading.Lock()

    def __init__(self, setting: Setting):
        with Process._counting:
            Process._count += 1
            name = f"child-{os.getpid()}-{Process._count}"
        self.limits = setting.limits
        self._words = setting.folder / f"{name}.txt"
        self.startup_seconds, self._started = 0.0, monotonic()
        try:
            self.journal = Journal(setting.folder / f"{name}.journal")
            self._process = self._spawn(setting)
        except OSError as problem:
            raise HarnessFailure(
                f"no child process can be started: {problem}; "
                f"see that {setting.folder} can be written to and has room"
            ) from problem
        self._messages: queue.Queue[str | None] = queue.Queue()
        self._first_word = self._started
        threading.Thread(target=self._listen, daemon=True).start()

    def _spawn(self, setting):
        command = [sys.executable, "-m", "oracle_tests.campaign.child", "--subject", setting.subject]
        command += ["--journal", str(self.journal.file)]
        for name in setting.imports:
            command += ["--import", name]
        with open(self._words, "wb") as words:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                text=True,
                encoding="utf-8",
                env=_environment(),
                start_new_session=True,  # a terminal's Ctrl-C is for the parent only
            )

    def _listen(self):
        for line in self._process.stdout:
            if self._first_word == self._started:
                self._first_word = monotonic()
            self._messages.put(line)
        self._messages.put(None)

    def begin(self) -> dict[str, str]:
        """Waits until the child is ready; returns its environment.  Raises HarnessFailure or WrongUse."""
        try:
            message = self.receive(self.limits.start)
        except ChildDied as death:
            words = death.last_words or "none"
            raise HarnessFailure(
                f"a child process {death.how} before it was ready; its last words: {words}"
            ) from None
        if "failed" in message:
            raise (WrongUse if message["wrong_use"] else HarnessFailure)(message["failed"])
        self.startup_seconds = self._first_word - self._started
        return message["ready"]

    def ask(self, what: str, **arguments) -> None:
        """Sends a request; see `Child`."""
        with contextlib.suppress(OSError):  # it is dead, as `receive` will tell
            self._process.stdin.write(json.dumps({"ask": what, **arguments}) + "\n")
            self._process.stdin.flush()

    def receive(self, limit: float | None = None) -> dict:
        """The next message.  Raises ChildDied, also if the child stays in one place for `limit` seconds."""
        place, since = self.journal.place(), monotonic()
        while True:
            try:
                line = self._messages.get(timeout=POLL)
            except queue.Empty:
                if self.journal.place() != place:
                    place, since = self.journal.place(), monotonic()
                most = limit if limit is not None else self.limits.of(self.journal.entry().phase)
                if monotonic() - since > most:
                    raise self._dead(hung=True) from None
                continue
            try:
                if line is not None:
                    return json.loads(line)
            except json.JSONDecodeError:
                pass  # cut off by the death that comes next
            if line is None:
                raise self._dead()

    def answer(self, what: str, limit: float | None = None, **arguments) -> dict:
        """Sends a request that has one answer, and returns it; `limit` as in `receive`."""
        self.ask(what, **arguments)
        return self.receive(limit)

    def until_done(self) -> Iterator[dict]:
        """The messages of a shard, the last being the one that it is done."""
        while True:
            message = self.receive()
            yield message
            if "done" in message:
                return

    def _dead(self, hung: bool = False) -> ChildDied:
        if hung:
            self._process.kill()
        try:
            status = self._process.wait(LINGERING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        return ChildDied(status, hung, self.journal.entry(), self.journal.tally(), self.last_words())

    def last_words(self) -> str:
        """The end of what the child has printed."""
        try:
            return self._words.read_bytes()[-4000:].decode(errors="replace").strip()
        except OSError:
            return ""

    def kill(self) -> None:
        """Ends the child at once; whoever waits for it is told."""
        if self._process.poll() is None:
            self._process.kill()

    def end(self) -> None:
        """Ends the child, if it has not ended yet, and deletes its files."""
        self.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()
        self.journal.close()
        self._words.unlink(missing_ok=True)


def _environment() -> dict[str, str]:
    """A child's environment: it finds the checkout, and TensorFlow its settings, whoever imports it first."""
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    settings = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0"}
    return settings | os.environ | {"PYTHONPATH": os.pathsep.join(path), "PYTHONHASHSEED": "0"}
