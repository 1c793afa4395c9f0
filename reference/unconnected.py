"""UNCONNECTED: what `gradient` answers for a source that no recorded path connects to a target."""

import enum

from .errors import error


class UnconnectedGradients(enum.Enum):
    """NONE: the gradient is None.  ZERO: it is zeros in the source's shape and dtype.

    Quirk none-alone: for one source it is None alone, not [None] as in its documentation (U01).
    """

    NONE = "none"
    ZERO = "zero"

    @classmethod
    def of(cls, value):
        """The member that `value`, a member or its name in lower case, means.  Raises ValueError
        otherwise.
        """
        try:
            return cls(value)
        except ValueError:
            raise error(ValueError, f"Unknown value for unconnected_gradients: {value!r}") from None
