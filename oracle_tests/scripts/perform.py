"""PERFORM: a script runs in this process as `python SCRIPT.py ARGS…` runs it."""

import builtins
import os
import sys
import traceback
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, TracebackType

from .names import Stage, home_of

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class End:
    """How a script ended: `raised` is the public name of an exception's class, `status` what it left to the
    shell.  `fault` marks an exception that the module under TensorFlow's names did not mean to raise;
    `missing` are the names that it lacks (see `names.Missing`)."""

    raised: str | None = None
    message: str = ""
    status: int = 0
    fault: bool = False
    missing: dict[str, str] = field(default_factory=dict)


def perform(script: Path, arguments: list[str], target: ModuleType | None = None, version: str = "0") -> End:
    """Runs a script, and prints the traceback of what it raises to standard error.

    With a `target`, TensorFlow's names are answered from it.  SyntaxError and OSError pass through if they
    are about the script itself.
    """
    code = compile(script.read_bytes(), str(script.absolute()), "exec", dont_inherit=True)
    stage = None if target is None else Stage(target, version)
    with _as_main(script, arguments) as main, stage or nullcontext():
        try:
            exec(code, vars(main))
            end = End()
        except BaseException as problem:
            if stage is not None:
                stage.note(problem)
            end = _end_of(problem, target)
        _flush()
    return End(**vars(end) | {"missing": stage.missing.names}) if stage is not None else end


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def _end_of(problem: BaseException, target: ModuleType | None) -> End:
    if isinstance(problem, SystemExit):
        return End("SystemExit", "", _status(problem.code))
    trace = _scripts_own(problem.__traceback__)
    traceback.print_exception(type(problem), problem, trace)
    return End(
        type(problem).__name__, str(problem), 1, target is not None and _is_fault(problem, trace, target)
    )


def _scripts_own(trace: TracebackType | None) -> TracebackType | None:
    """A traceback without the frames of this folder, in which it may begin and end."""
    while trace is not None and _is_ours(trace):
        trace = trace.tb_next
    last = trace
    while last is not None and last.tb_next is not None and not _is_ours(last.tb_next):
        last = last.tb_next
    if last is not None:
        last.tb_next = None
    return trace


def _is_ours(trace: TracebackType) -> bool:
    return Path(trace.tb_frame.f_code.co_filename).parent == Path(__file__).parent


def _status(code: object) -> int:
    """The exit status that `sys.exit(code)` gives."""
    if code is None or isinstance(code, int):
        return int(code or 0) & 0xFF
    print(code, file=sys.stderr)
    return 1


def _is_fault(problem: BaseException, trace: TracebackType | None, target: ModuleType) -> bool:
    """Whether the exception comes from within `target`, which marks all that it means to raise."""
    home = home_of(target)
    if home is None or trace is None or getattr(problem, "intended", False):
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    return Path(trace.tb_frame.f_code.co_filename).is_relative_to(home)


class _as_main:
    """Within the block, the process looks as if Python had been started with the script."""

    def __init__(self, script: Path, arguments: list[str]):
        self._argv = [str(script), *arguments]
        self._main = ModuleType("__main__")
        vars(self._main).update(
            __file__=str(script.absolute()), __builtins__=builtins, __spec__=None, __cached__=None
        )
        self._path = [os.path.dirname(os.path.realpath(script)), *sys.path]

    def __enter__(self) -> ModuleType:
        self._before = sys.argv, sys.path, sys.modules["__main__"]
        sys.argv, sys.path, sys.modules["__main__"] = self._argv, self._path, self._main
        return self._main

    def __exit__(self, *_) -> None:
        sys.argv, sys.path, sys.modules["__main__"] = self._before
