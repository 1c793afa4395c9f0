"""LOADING: what a child process begins with: the modules of `--import`, then its subject."""

import importlib
import traceback
from collections.abc import Sequence

from . import subjects


class NotReady(Exception):
    """Raised when a process cannot begin; `wrong_use` if what was asked for cannot be meant."""

    def __init__(self, message: str, wrong_use: bool = False):
        super().__init__(message)
        self.wrong_use = wrong_use


def prepare(imports: Sequence[str], subject: str):
    """Imports the modules and loads the subject.  Raises NotReady."""
    for name in imports:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as problem:
            if problem.name and (name == problem.name or name.startswith(problem.name + ".")):
                raise NotReady(
                    f"--import {name}: there is no module of that name on the path", True
                ) from None
            raise NotReady(f"--import {name}: {problem}\n{traceback.format_exc()}") from None
        except Exception as problem:
            raise NotReady(
                f"--import {name}: {type(problem).__name__}: {problem}\n{traceback.format_exc()}"
            ) from None
    if subject not in subjects.names():
        raise NotReady(f"no subject is named {subject!r}; known are {', '.join(subjects.names())}", True)
    try:
        return subjects.load(subject)
    except subjects.MissingSubject as problem:
        raise NotReady(str(problem)) from None
    except Exception as problem:
        raise NotReady(f"{subject} cannot be loaded: {type(problem).__name__}: {problem}") from None
