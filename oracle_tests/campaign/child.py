"""CHILD: the process in which programs run, `python -m oracle_tests.campaign.child`.

It imports what it is told to, loads the subject once, and then answers requests: JSON, one a line, from
standard input to standard output.  Whatever else writes to standard output is led to standard error.  Its
parent may find it dead at any moment, and reads in the journal what it was at.
"""

import argparse
import faulthandler
import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import sleep

from reference.primitive import Primitive
from reports import runs
from strategies import program as p
from strategies import serial
from strategies.draft import is_fault
from strategies.interpret import at
from strategies.programs import unpack

from .. import examine, subjects
from ..agree import compare
from ..loading import NotReady, prepare
from ..localise import plain
from ..trial import Trial
from . import buckets
from .bounded import TooLarge, run_bounded
from .coverage import endpoint
from .journal import Journal, Phase
from .recognition import Memory, walked_operations, walked_records
from .shard import Order, Shard, digest, run_journalled

FAILED = 3  # exit status after a message {"failed": ...}


class Child:
    """What this process answers, with the module `tf` as the subject."""

    def __init__(self, subject: str, tf, journal: Journal, send: Callable[[dict], None]):
        self.subject, self.tf, self.journal, self.send = subject, tf, journal, send

    def serve(self, requests: Iterable[str]) -> None:
        for line in requests:
            request = json.loads(line)
            getattr(self, f"_{request.pop('ask')}")(**request)
            self.journal.enter(Phase.IDLE)

    def _shard(self, order: dict, memory: list) -> None:
        """Answers with what differs, and at the end with {"done": programs}."""
        order |= {"careful": tuple(order["careful"])}
        Shard(Order(**order), self.subject, self.tf, self.journal, Memory(memory), self.send).run()

    def _unpack(self, data: str, shard: int, number: int, path: list[int]) -> None:
        """Answers with a packed program, and with what its statement at `path` is and walks back through."""
        program = unpack(bytes.fromhex(data)).program
        statement = at(program, tuple(path))
        self.send(
            {
                "program": serial.to_json(program),
                "digest": digest(shard, number, program),
                "statement": type(statement).__name__,
                "function": endpoint(statement) or "",
                "walked": sorted(walked_operations(program, tuple(path))),
            }
        )

    def _attempt(self, program: dict) -> None:
        """Runs a program on the subject, and answers if it is still there."""
        self.journal.begin(0, Phase.RUNNING)
        run_journalled(serial.from_json(program), self.tf, self.journal)
        self.send({"survived": True})

    def _pull_back(self, program: dict, path: list[int]) -> None:
        """Runs each rule alone that the statement at `path` walks back through; the journal counts them."""
        trials = _trials(serial.from_json(program), tuple(path))
        self.send({"rules": [trial.primitive.name for trial in trials]})
        for i, trial in enumerate(trials):
            self.journal.begin(i, Phase.RUNNING)
            trial.run(self.tf, "vjp")
        self.send({"survived": True})

    def _describe(self, program: dict, path: list[int], kind: str, where: str, verdict: dict) -> None:
        """Answers with the bucket of a program that ends the process."""
        version = getattr(self.tf, "__version__", "0")
        judged = runs.verdict_from_json(verdict)
        bucket = buckets.of_an_end(
            serial.from_json(program), tuple(path), kind, where, self.subject, version, judged
        )
        self.send({"bucket": buckets.to_json(bucket)})

    def _replay(self, program: dict) -> None:
        """Answers with the outcomes of a program, side by side, and with what a comparison says; or that they
        are too large."""
        loaded = serial.from_json(program)
        self.journal.begin(0, Phase.DRAWING)
        try:
            ours = run_bounded(loaded, is_fault)
        except TooLarge as problem:
            self.send({"too_large": str(problem)})
            return
        self.journal.enter(Phase.RUNNING)
        theirs = run_journalled(loaded, self.tf, self.journal)
        self.journal.enter(Phase.COMPARING)
        comparison = compare(loaded, ours, theirs)
        found = comparison.difference
        rows = examine.rows(loaded, ours, theirs, self.subject, -1 if found is None else found.index)
        self.send(
            {
                "status": comparison.status,
                "kind": None if found is None else found.kind,
                "rows": [[row.script, row.sides, row.differs] for row in rows],
            }
        )


def _trials(program: p.Program, path: tuple[int, ...]) -> list[Trial]:
    """Each record that the reference walks back through in the statement at `path`, as a call of its own."""
    return [
        Trial(entry.operation, tuple(map(plain, entry.attributes)), tuple(map(plain, cts)))
        for entry, cts in walked_records(program, path)
        if isinstance(entry.operation, Primitive)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m oracle_tests.campaign.child", description=_ABOUT)
    parser.add_argument("--subject", default="tensorflow")
    parser.add_argument("--import", action="append", default=[], dest="imports", metavar="MODULE")
    parser.add_argument("--journal", required=True, type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who says when to end
    send = _private_output()
    faulthandler.enable()
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    try:
        journal = Journal(options.journal)
        tf = prepare(options.imports, options.subject)
    except (NotReady, OSError) as problem:
        send({"failed": str(problem), "wrong_use": getattr(problem, "wrong_use", False)})
        return FAILED
    gc.collect()
    gc.freeze()  # what is loaded stays; collecting it again and again took a tenth of the time
    gc.disable()  # a shard collects now and then
    send({"ready": subjects.environment()})
    Child(options.subject, tf, journal, send).serve(sys.stdin)
    return 0


_ABOUT = "The process in which a campaign runs its programs; a campaign starts it itself."


def _private_output() -> Callable[[dict], None]:
    """Sends messages to what was standard output, and leads what else is printed to standard error."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: dict) -> None:
        stream.write(json.dumps(message) + "\n")
        stream.flush()

    return send


def _end_with_parent(parent: int) -> None:
    """Ends this process once its parent is gone, whatever it is at."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
