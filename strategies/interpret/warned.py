"""WARNED: what a module says to its logger during one statement, as kinds.

Kinds, not wordings, are compared, and how often one was said is not either.  What a module limits to so many
messages in the life of a process begins anew with each program, since it would else depend on the programs
before; a module whose counters are not its public business says how with `forgets`.
"""

import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from reference import logs

# A kind, and words that its messages have.
_KINDS = {
    "watched dtype": "dtype of the watched tensor must be floating",
    "primal dtype": "dtype of the watched primal must be floating",
    "persistent inside": "on a persistent tape inside its context",
    "imaginary part": "imaginary part",
    "made dense": "to a dense representation may make it slow",
    "parallel iterations": "Setting parallel_iterations > 1 has no effect",
    "no gradient": "Gradients do not exist for variables",
}

# Messages about something else than what a program computes.
_UNHEARD = (
    "deprecated",  # names that TensorFlow would rather not have
    "retracing",  # how often a function is traced
    "AutoGraph",  # whether it could read the source
    "Object was never used",  # when Python throws a TensorArray away
    "for converting",  # pfor, that falls back to a loop
)


class _Listener(logging.Handler):
    """Keeps the kinds that were said since it was last asked."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.note(str(record.msg))

    def note(self, message: str) -> None:
        kind = next((kind for kind, words in _KINDS.items() if words in message), None)
        if kind is not None:
            self.heard.append(kind)
        elif not any(words in message for words in _UNHEARD):
            self.heard.append(f"unknown: {message[:80]}")

    def taken(self) -> tuple[str, ...]:
        """The kinds that were heard, each once, in alphabetical order; nothing is kept."""
        kinds = tuple(sorted(set(self.heard)))
        self.heard.clear()
        return kinds


LISTENER = _Listener()
_forget: dict[str, Callable[[], None]] = {"reference": logs.forget}


def forgets(module: str, forget: Callable[[], None]) -> None:
    """Says how a module forgets how often it has said something."""
    _forget[module] = forget


def listen(tf: Any) -> None:
    """Begins to listen to a module, which forgets what it has said before."""
    logger = tf.get_logger() if hasattr(tf, "get_logger") else None
    if logger is not None and LISTENER not in logger.handlers:
        logger.addHandler(LISTENER)
    LISTENER.heard.clear()
    _forget.get(getattr(tf, "__name__", ""), lambda: None)()


@contextmanager
def python_warnings() -> Iterator[None]:
    """Within the block, Python's warnings to users are heard as well, and none goes anywhere else."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        yield
    for warning in (w for w in said if issubclass(w.category, UserWarning)):
        LISTENER.note(str(warning.message))
