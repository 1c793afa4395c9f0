"""OPERATORS: Python's `+`, `<`, `[]` and so on for tensors and variables.

The first operand becomes a tensor and the other takes its dtype.  Operators where a Python number does not
fit the tensor raise TypeError, except `+` and `@`, which then complain about two dtypes.
"""

from .arrays.slicing import index
from .dtypes import bool_
from .errors import error, intended, is_intended
from .linalg.products import matmul
from .math import arithmetic as arith
from .math import basics, bits, comparisons
from .math.basics import cast
from .shapes import broadcast
from .tensor import Tensor, convert_to_tensor, is_tensor
from .variable import Variable


def _forward(function, name):
    def operator(x, y):
        x = _valued(x)
        try:
            return function(x, y)
        except (TypeError, ValueError) as problem:
            if not is_intended(problem):
                raise
            return _left_to(y, f"__r{name}__", x, problem)

    return operator


def _left_to(y, reflected, x, problem):
    """What `y` makes of the operation that raised `problem`: NumPy's arrays divide bools, say.

    Quirk or-beside-a-number: `tensor | 1.0` raises AttributeError, not TypeError (Q67).
    """
    if not hasattr(type(y), reflected):
        raise problem
    try:
        answer = getattr(y, reflected)(x)
    except AttributeError as missing:
        raise intended(missing) from None
    except (TypeError, ValueError):
        raise problem from None
    if answer is NotImplemented:
        raise problem
    return answer


def _comparison(function):
    def operator(x, y):
        return function(_valued(x), y)

    return operator


def _valued(x):
    """A variable's value, which is what its operators work on."""
    return x if x.__class__ is Tensor else convert_to_tensor(x)


def _reflected(function):
    def operator(y, x):
        y = convert_to_tensor(y)
        return function(convert_to_tensor(x, dtype=y.dtype), y)

    return operator


def _product(x, y):
    """x y.  Quirk products-of-bools: beside a bool tensor both become int32, and the product a bool (Q68)."""
    if x.dtype is bool_ or (y.__class__ is Tensor and y.dtype is bool_):
        x, y = cast(x, "int32"), cast(y, "int32")
        return cast(arith.multiply(x, y), "bool")
    return arith.multiply(x, y)


def _equal(x, y):
    """x == y.  Quirk equal-to-none: beside None a tensor gives the bool False (Q69).  Quirk equal-shapes:
    shapes that do not broadcast give a single False (Q70).
    """
    if y is None and isinstance(x, Tensor):
        return False
    x, y = _matched(x, y)
    return comparisons.equal(x, y) if _fit(x, y) else _single(False)


def _not_equal(x, y):
    if y is None and isinstance(x, Tensor):
        return True
    x, y = _matched(x, y)
    return comparisons.not_equal(x, y) if _fit(x, y) else _single(True)


def _matched(x, y):
    """Both as tensors.  What an assignment returned raises ValueError beside another dtype."""
    is_late = getattr(x, "is_late", False) or getattr(y, "is_late", False)
    x = convert_to_tensor(x)
    if is_late or not hasattr(y, "is_differentiable"):
        return x, convert_to_tensor(y, dtype=x.dtype)
    return x, convert_to_tensor(y)


def _fit(x, y):
    return x.dtype is not y.dtype or broadcast(x.shape, y.shape) is not None


def _single(value):
    return convert_to_tensor(value)


def _by_dtype(of_bools, of_ints):
    """An operator that is logical for bools and works on the bits of ints."""

    def operator(x, y):
        x = convert_to_tensor(x)
        y = convert_to_tensor(y, dtype=None if is_tensor(y) else x.dtype)
        return of_bools(x, y) if x.dtype.is_bool else of_ints(x, y)

    return operator


def _exclusive_or(x, y):
    return comparisons.logical_and(comparisons.logical_or(x, y), ~comparisons.logical_and(x, y))


def _inverted(x):
    x = convert_to_tensor(x)
    return comparisons.logical_not(x) if x.dtype.is_bool else bits.invert(x)


def _absolute(x):
    return basics.abs(x)


def _negated(x):
    return arith.negative(x)


_BINARY = {
    "add": arith.add,
    "sub": arith.subtract,
    "mul": _product,
    "truediv": arith.truediv,
    "floordiv": arith.floordiv,
    "mod": arith.floormod,
    "pow": arith.pow,
    "matmul": matmul,
    "and": _by_dtype(comparisons.logical_and, bits.bitwise_and),
    "or": _by_dtype(comparisons.logical_or, bits.bitwise_or),
    "xor": _by_dtype(_exclusive_or, bits.bitwise_xor),
}
_COMPARISONS = {
    "lt": comparisons.less,
    "le": comparisons.less_equal,
    "gt": comparisons.greater,
    "ge": comparisons.greater_equal,
}
_UNARY = {"neg": _negated, "abs": _absolute, "invert": _inverted}


def _install(cls):
    for name, function in _BINARY.items():
        setattr(cls, f"__{name}__", _forward(function, name))
        setattr(cls, f"__r{name}__", _reflected(function))
    for name, function in _COMPARISONS.items():
        setattr(cls, f"__{name}__", _comparison(function))
    cls.__eq__, cls.__ne__ = _equal, _not_equal
    for name, function in _UNARY.items():
        setattr(cls, f"__{name}__", function)
    cls.__hash__ = _hash


def _hash(self):
    raise error(TypeError, f"{type(self).__name__} is unhashable. Instead, use tensor.ref() as the key.")


Tensor.__getitem__ = index
_install(Tensor)
_install(Variable)
