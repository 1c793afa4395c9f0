"""The subject "sick", for `--import`: the reference with something wrong in one function.

The environment says which function and what: SICK_FUNCTION, and SICK_HOW, one of the names in HOW.
"""

import os
import signal
import sys
import time
from pathlib import Path

import reference
from oracle_tests import subjects

FUNCTION = os.environ.get("SICK_FUNCTION", "")


def aborts(_function, *_arguments, **_attributes):
    os.abort()


def aborts_in_gradient(function, x, *arguments, **attributes):
    @reference.custom_gradient
    def sick(x):
        return function(x, *arguments, **attributes), lambda _ct: os.abort()

    return sick(x)


def exits(_function, *_arguments, **_attributes):
    sys.exit(7)


def hangs(_function, *_arguments, **_attributes):
    time.sleep(1000)


def is_killed_once(function, *arguments, **attributes):
    """As if somebody else killed the process; the second time, the function is well."""
    mark = Path(os.environ["SICK_MARK"])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return function(*arguments, **attributes)


def is_wrong(function, *arguments, **attributes):
    return function(*arguments, **attributes) + 1


def is_slow(function, *arguments, **attributes):
    time.sleep(0.05)
    return function(*arguments, **attributes)


HOW = {
    how.__name__: how for how in (aborts, aborts_in_gradient, exits, hangs, is_killed_once, is_wrong, is_slow)
}


class Space:
    """A module, or a namespace of it, with one name replaced."""

    def __init__(self, healthy, path: list[str]):
        self._healthy, self._path = healthy, path

    def __getattr__(self, name):
        value = getattr(self._healthy, name)
        if name != self._path[0]:
            return value
        if self._path[1:]:
            return Space(value, self._path[1:])
        how = HOW[os.environ["SICK_HOW"]]
        return lambda *arguments, **attributes: how(value, *arguments, **attributes)


class Sick(Space):
    __version__ = "2.21.0"


subjects.register("sick", lambda: Sick(reference, FUNCTION.split(".")))
