"""ASSERTIONS: conditions on values raise InvalidArgumentError, on ranks ValueError, on dtypes TypeError.

Operands are converted and compared as the comparison of that name does; both have to have one dtype.
"""

import ml_dtypes
import numpy as np

from ..dtypes import as_dtype, int32
from ..errors import InvalidArgumentError, error
from ..math.comparisons import equal, greater, greater_equal, less, less_equal, not_equal
from ..tensor import Tensor, convert_to_tensor

Bool = bool


def Assert(condition, data, summarize=None, name=None):
    """Raises InvalidArgumentError unless `condition` is true; ValueError for a tensor of several."""
    if not condition:
        raise error(InvalidArgumentError, f"Expected {condition!r} to be true. Summarized data: {data}")


def _holds(compare, symbol):
    def check(x, y, message=None, summarize=None, name=None):
        x, y = convert_to_tensor(x), convert_to_tensor(y)
        _require(compare(x, y), f"{message or ''} Condition x {symbol} y did not hold.")

    check.__doc__ = f"Raises InvalidArgumentError unless x {symbol} y everywhere."
    return check


def _require(held, message):
    if not np.all(held._array):
        raise error(InvalidArgumentError, message)


assert_equal = _holds(equal, "==")
assert_none_equal = _holds(not_equal, "!=")
assert_less = _holds(less, "<")
assert_less_equal = _holds(less_equal, "<=")
assert_greater = _holds(greater, ">")
assert_greater_equal = _holds(greater_equal, ">=")


def _has_sign(compare, symbol):
    def check(x, message=None, summarize=None, name=None):
        x = convert_to_tensor(x)
        zero = convert_to_tensor(0, dtype=x.dtype)
        _require(compare(x, zero), f"{message or ''} Condition x {symbol} 0 did not hold element-wise.")

    check.__doc__ = (
        f"Raises InvalidArgumentError unless x {symbol} 0 everywhere; TypeError for bool and string."
    )
    return check


assert_positive = _has_sign(greater, ">")
assert_negative = _has_sign(less, "<")
assert_non_negative = _has_sign(greater_equal, ">=")
assert_non_positive = _has_sign(less_equal, "<=")


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    """Raises InvalidArgumentError unless |x - y| < atol + rtol · |y| everywhere.

    `y` is converted to the dtype of `x`; both tolerances are ten of its units unless they are given.
    Raises ValueError for bool and string.  Quirk infinity-is-far: infinity is not near itself (Q64).
    """
    x = convert_to_tensor(x)
    y = convert_to_tensor(y, dtype=x.dtype)
    if not x.dtype.is_floating:
        raise error(ValueError, f"data type {x.dtype.name} not inexact")
    dtype = np.float64 if x.dtype.name == "float64" else np.float32
    a, b = x._array.astype(dtype), y._array.astype(dtype)
    unit = 10 * float(ml_dtypes.finfo(x.dtype.numpy).eps)
    with np.errstate(all="ignore"):
        try:
            apart, allowed = (
                np.abs(a - b),
                (unit if atol is None else atol) + (unit if rtol is None else rtol) * abs(b),
            )
        except ValueError as problem:
            raise error(InvalidArgumentError, str(problem)) from None
    if not np.all(apart < allowed):
        raise error(InvalidArgumentError, f"{message or ''} x and y not equal to tolerance")


# Ranks and dtypes


def assert_rank(x, rank, message=None, name=None):
    """Raises ValueError unless x has so many dimensions."""
    x, rank = convert_to_tensor(x), _rank(rank)
    if len(x.shape) != rank:
        raise error(ValueError, f"{message or ''} Tensor must have rank {rank}.  Received shape {x.shape}")


def assert_rank_at_least(x, rank, message=None, name=None):
    """Raises ValueError unless x has at least so many dimensions."""
    x, rank = convert_to_tensor(x), _rank(rank)
    if len(x.shape) < rank:
        raise error(
            ValueError, f"{message or ''} Tensor must have rank at least {rank}.  Received shape {x.shape}"
        )


def assert_rank_in(x, ranks, message=None, name=None):
    """Raises ValueError unless the number of dimensions of x is one of `ranks`."""
    x, ranks = convert_to_tensor(x), tuple(map(_rank, ranks))
    if len(x.shape) not in ranks:
        raise error(
            ValueError, f"{message or ''} Tensor must have rank in {ranks}.  Received shape {x.shape}"
        )


def _rank(rank):
    rank = convert_to_tensor(rank)
    if rank.dtype is not int32:
        raise error(TypeError, f"tensor must be of type tf.int32; got tf.{rank.dtype.name}")
    if len(rank.shape):
        raise error(ValueError, "Rank must be a scalar.")
    return int(rank._array)


def assert_scalar(tensor, name=None, message=None):
    """Raises ValueError unless the tensor has no dimensions."""
    tensor = convert_to_tensor(tensor)
    if len(tensor.shape):
        raise error(ValueError, f"Expected scalar shape, saw shape: {tensor.shape}.")


def assert_type(tensor, tf_type, message=None, name=None):
    """Raises TypeError unless the tensor has that dtype."""
    tensor = convert_to_tensor(tensor)
    if tensor.dtype is not as_dtype(tf_type):
        raise error(TypeError, f"tensor must be of type {as_dtype(tf_type)!r}; got {tensor.dtype!r}")


def assert_integer(x, message=None, name=None):
    """Raises TypeError unless x has an integer dtype."""
    x = convert_to_tensor(x)
    if not x.dtype.is_integer:
        raise error(TypeError, f'Expected "x" to be integer type.  Found: tensor of dtype {x.dtype}')


def is_numeric_tensor(tensor):
    """True for a tensor of numbers; False for anything else, variables included."""
    return isinstance(tensor, Tensor) and tensor.dtype.name not in ("bool", "string")
