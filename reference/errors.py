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


class InternalError(OpError):
    """Raised when a tape is asked for what it can no longer answer."""


class NotFoundError(OpError):
    """Raised when an operation has no kernel for a dtype."""


class UnimplementedError(OpError):
    """Raised when an operation does not serve a case that its definition allows."""


class OperatorNotAllowedInGraphError(TypeError):
    """Raised where a tensor of a traced function is asked for its truth, or its parts."""


class StagingError(Exception):
    """Raised by `jacobian` in place of an exception of a class that TensorFlow cannot make anew."""


def error(kind, message):
    """An exception of class `kind`, marked as intended; the caller raises it."""
    return intended(kind(message))


def intended(exception):
    """`exception`, of Python's or NumPy's, marked as what TensorFlow raises too."""
    exception.intended = True
    return exception


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
