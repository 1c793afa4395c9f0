"""BOUNDED: a program from somebody's file runs on the reference with a bound on the size of its results.

A few statements that double their operand make more than any machine holds.  The reference goes first, and
what is too large for it is never asked of another side.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import reference
from strategies.interpret import Machine, at
from strategies.outcome import Composite, Returned, Slices
from strategies.program import Program
from strategies.script import statement_lines

try:
    import resource
except ImportError:  # Windows, where memory is not bounded but by the machine
    resource = None  # type: ignore[assignment]

MOST = 10**7  # elements of all results together
MEMORY = 2 * 2**30  # bytes beyond those in use


class TooLarge(BaseException):
    """Raised when a program's results are too large.  No Exception: what a program raises is its outcome."""


class Bounded(Machine):
    """A machine on the reference that stops where results become too large."""

    def __init__(self, is_fault: Callable[[BaseException], bool]):
        super().__init__(reference, is_fault)
        self._elements = 0
        self.current: tuple[int, ...] = ()

    def run(self, statement, path):
        self.current = path
        return super().run(statement, path)

    def _note(self, path, outcome):
        if isinstance(outcome, Returned):
            self._elements += _size(outcome.value)
        super()._note(path, outcome)
        if self._elements > MOST:
            raise TooLarge(f"its results have more than {MOST:,} elements")
        return outcome

    def _raised(self, exception):
        if isinstance(exception, MemoryError) or "Maximum allowed" in str(exception):  # NumPy's words
            raise TooLarge(f"it needs more than {MEMORY >> 30} GB of memory")
        return super()._raised(exception)


def run_bounded(program: Program, is_fault: Callable[[BaseException], bool]) -> Machine:
    """Runs a program on the reference.  Raises TooLarge, which says at which statement."""
    machine = Bounded(is_fault)
    try:
        with _bounded_memory():
            return machine.run_program(program)
    except TooLarge as problem:
        raise TooLarge(f"this program is too large: {problem}{_place(program, machine)}") from None


def _place(program: Program, machine: Bounded) -> str:
    statement = at(program, machine.current)
    return "" if statement is None else f", as of `{statement_lines(statement)[0]}`"


@contextlib.contextmanager
def _bounded_memory() -> Iterator[None]:
    """Within the block, this process may take only so much more memory; beyond it there is a MemoryError."""
    if resource is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    bound = _in_use() + MEMORY
    limits = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min([bound, *limits]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _in_use() -> int:
    """Bytes of address space that this process has; where the system does not say, a guess above it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 16 * 2**30


def _size(value: Any) -> int:
    match value:
        case np.ndarray() | np.generic():
            return value.size
        case Slices():
            return value.values.size + value.indices.size
        case Composite(parts=parts):
            return _size(parts)
        case list() | tuple():
            return sum(map(_size, value))
        case dict():
            return sum(map(_size, value.values()))
        case _:
            return 0
