"""EXECUTION: the one walk that runs a program on a module with TensorFlow's names.

Errors are caught statement by statement, also inside the bodies of tapes; the names that a failed statement
would have defined stay undefined, and using one is a NameError, as in a script.  Functions and loops are one
statement each: the first error within is theirs.  At the end the values of all variables are read, outside
any tape.
"""

from .bindings import DONE
from .frame import followed_by
from .machine import Machine, at, interpret, observations
from .values import resolve

__all__ = ["DONE", "Machine", "at", "followed_by", "interpret", "observations", "resolve"]
