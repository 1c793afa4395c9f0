"""CHILD: the process in which a script runs on one side, `python -m oracle_tests.scripts.child`.

Its standard output and error are the script's.  How the script ended goes to the pipe `--told`, as JSON, and
with it which of the names that the other side lacks this side has.
"""

import argparse
import json
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from time import sleep

from ..loading import NotReady, prepare
from .lookup import first_known
from .perform import ROOT, perform

_ABOUT = "The process in which `python -m oracle_tests run` runs a script on one side; it starts it itself."


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m oracle_tests.scripts.child", description=_ABOUT)
    parser.add_argument("--side", required=True, help="the module that answers")
    parser.add_argument("--import", action="append", default=[], dest="imports", metavar="MODULE")
    parser.add_argument("--told", required=True, type=int, metavar="N", help="where to tell the end")
    parser.add_argument("--lacking", default="{}", metavar="JSON", help="names that the other side lacks")
    parser.add_argument("script", type=Path)
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    tell = _Teller(options.told)
    try:
        module = prepare(options.imports, options.side)
    except NotReady as problem:
        tell({"failed": str(problem), "wrong_use": problem.wrong_use})
        return 0
    _forget_the_checkout()
    target = None if options.side == "tensorflow" else module
    end = perform(options.script, options.arguments, target, _version())
    known = first_known(json.loads(options.lacking), module)
    tell({"end": asdict(end), "known": known})
    return 0


class _Teller:
    """Writes to a pipe that no child of this process inherits."""

    def __init__(self, number: int):
        os.set_inheritable(number, False)
        self._number = number

    def __call__(self, message: dict) -> None:
        with open(self._number, "w", encoding="utf-8") as stream:
            stream.write(json.dumps(message))


def _forget_the_checkout() -> None:
    """The script's imports and its own children see the path as they would without the harness."""
    rest = os.environ.get("PYTHONPATH", "").split(os.pathsep)[1:]
    os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    if not rest:
        del os.environ["PYTHONPATH"]
    sys.path[:] = [path for path in sys.path if path not in (str(ROOT), "")]


def _version() -> str:
    """The TensorFlow release that is installed, which scripts ask for; "0" where none is."""
    for package in ("tensorflow-cpu", "tensorflow"):
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return "0"


def _end_with_parent(parent: int) -> None:
    """Ends this process once its parent is gone, whatever it is at."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
