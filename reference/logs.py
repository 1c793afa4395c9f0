"""LOGS: what is only said, to Python's logger "tensorflow", as TensorFlow does.

Quirk said-once: most is said once, or a few times, in the life of a process (W33, L04).
"""

import logging
import sys
from contextlib import contextmanager

_logger = logging.getLogger("tensorflow")
_said: dict[object, int] = {}  # how often each message was asked for
_is_silent = False


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
def silenced():
    """Within the block nothing is logged, nor counted."""
    global _is_silent
    before, _is_silent = _is_silent, True
    try:
        yield
    finally:
        _is_silent = before


def warn(message, *arguments, most=None, line=None):
    """Logs a warning; where `most` is given, only the first so many of this message, or of this message on
    each `line`."""
    if _is_silent:
        return
    if most is not None:
        key = message if line is None else (message, line)
        _said[key] = count = _said.get(key, 0) + 1
        if count > most:
            return
    _logger.warning(message, *arguments)


def line_outside(file):
    """The nearest line, on the way to whoever called, that is not in `file`."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == file and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno
