"""LOGS: what is only said, to Python's logger "tensorflow", as TensorFlow does.

Quirk said-once: most is said once, or a few times, in the life of a process (W33, L04).
"""

import logging
from contextlib import contextmanager

_logger = logging.getLogger("tensorflow")
_said: dict[tuple[str, str], int] = {}  # how often each message was asked for, by place
_place = ""


def get_logger():
    """The logger that warnings go to."""
    return _logger


def said():
    """How often each message was asked for so far."""
    return dict(_said)


def forget(but=()):
    """Begins anew to count what was said, or goes on from `but`, which `said` gave."""
    _said.clear()
    _said.update(but)


@contextmanager
def counted_apart(place):
    """Within the block messages are counted anew: TensorFlow goes by the line of source that says them, and
    rewrites the source of what it vectorizes."""
    global _place
    before, _place = _place, place
    try:
        yield
    finally:
        _place = before


def warn(message, *arguments, most=None):
    """Logs a warning; where `most` is given, only the first so many of this message."""
    if most is not None:
        _said[message, _place] = count = _said.get((message, _place), 0) + 1
        if count > most:
            return
    _logger.warning(message, *arguments)
