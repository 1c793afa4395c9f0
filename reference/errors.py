"""ERRORS: what the reference raises on purpose.

Every intended error is made by `error` and carries a mark.  An exception without the mark is a fault of the
reference, whatever its class, and never agrees with anything.
"""

from contextlib import contextmanager


class OpError(Exception):
    """Raised when an operation fails on its operands' values, shapes or dtypes."""

    def __init__(self, message=""):
        super().__init__(message)
        self.message = message


class InvalidArgumentError(OpError):
    """Raised when operands do not fit an operation or each other."""


class FailedPreconditionError(OpError):
    """Raised when operands are not in the state that an operation asks for."""


class InternalError(OpError):
    """Raised when a tape is asked for what it can no longer answer."""


class NotFoundError(OpError):
    """Raised when an operation has no kernel for a dtype."""


class UnimplementedError(OpError):
    """Raised when an operation does not serve a case that its definition allows."""


class OperatorNotAllowedInGraphError(TypeError):
    """Raised where a tensor of a traced function is asked for its truth, or its parts."""


class OutOfRangeError(OpError):
    """Raised for a place behind the end, and by a Python function that runs as an operation."""


class ResourceExhaustedError(OpError):
    """Raised where a Python function that runs as an operation lacks memory."""


class UnknownError(OpError):
    """Raised in place of most errors of a Python function that runs as an operation."""


class StagingError(Exception):
    """Raised by `jacobian` in place of an exception of a class that TensorFlow cannot make anew."""


def error(kind, message):
    """An exception of class `kind`, marked as intended; the caller raises it."""
    return intended(kind(message))


def intended(exception):
    """`exception`, of Python's or NumPy's, marked as what TensorFlow raises too."""
    exception.intended = True
    return exception


def called(function, *args, **kwargs):
    """What a function of the caller's returns.

    What it raises is intended, be it that it does not take these arguments, unless that comes from within the
    reference.
    """
    try:
        return function(*args, **kwargs)
    except Exception as problem:
        if not _from_within(problem.__traceback__):
            intended(problem)
        raise


def _from_within(trace):
    """Whether the exception of a call was raised by code of the reference, this call itself aside."""
    called_by = trace
    while trace.tb_next is not None:
        trace = trace.tb_next
    package = trace.tb_frame.f_globals.get("__package__") or ""
    return trace is not called_by and package.split(".")[0] == __package__


@contextmanager
def said_by_python():
    """Within the block, errors of Python's operators and attributes on what is no tensor are intended."""
    try:
        yield
    except (TypeError, AttributeError, ValueError) as problem:
        raise intended(problem) from None


def process_ends(message):
    """An InternalError for a call that ends TensorFlow's whole process, or leaves its interpreter with an
    error
    that nobody raised; the reference just refuses it."""
    exception = error(InternalError, f"TensorFlow's process ends here, or goes on undefined: {message}")
    exception.ends_process = True
    return exception


def is_intended(exception):
    """True if the reference meant to raise `exception`."""
    return getattr(exception, "intended", False)
