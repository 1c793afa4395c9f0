"""ARITHMETIC: sums, products, quotients, remainders, powers.

Each has the dtypes that TensorFlow has kernels for; nothing is promoted, ints wrap around.
"""

from typing import Annotated

import numpy as np

from ..dtypes import COMPLEX, INEXACT, INTEGER, NUMERIC, REAL, SIGNED, STRING, is_floating, is_integer
from ..errors import InvalidArgumentError, error
from ..operands import Anything, Broadcasts, Floats, Numbers, Several
from ..primitive import composed, flushed, primitive
from ..record import not_recording
from ..slices import IndexedSlices
from ..tensor import Tensor, convert_to_tensor, is_tensor
from ..variable import Variable
from .complexes import conj


@primitive("math.add", "add", hinted=True, unreduced=("beside a scalar", "same shape"))
def add(x: Annotated[Tensor, Numbers(dtypes=(*NUMERIC, *STRING))], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x + y; strings are joined"""
    return x + y


@add.vjp
def _(ct, z, x, y):
    return lambda: ct, lambda: ct


@primitive("math.subtract", "subtract", unreduced=("beside a scalar", "same shape"))
def subtract(x: Annotated[Tensor, Numbers()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x - y"""
    return x - y


@subtract.vjp
def _(ct, z, x, y):
    if y._array.ndim and ct.__class__ is Tensor and ct._array.shape == x._array.shape == y._array.shape:
        # Quirk negated-bools: a seed of bools raises for x - y, also where only x is asked for (Q14).
        return ct, -ct
    return lambda: ct, lambda: -ct


@primitive("math.multiply", "multiply", unreduced=("beside a scalar", "same shape of 32 bits"))
def multiply(x: Annotated[Tensor, Numbers()], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x y.  0 times inf is nan, forward and backward."""
    return x * y


@multiply.vjp
def _(ct, z, x, y):
    return lambda: multiply(ct, conj(y)), lambda: multiply(ct, conj(x))


@primitive("raw_ops.RealDiv", internal=True)
def realdiv(
    x: Annotated[Tensor, Floats(dtypes=INEXACT, listed=INTEGER)], y: Annotated[Tensor, Broadcasts("x")]
):
    """z = x / y.

    At y = 0: z = ±inf, or nan for x = 0; the derivatives are those quotients, dz/dy = -x/y/y.
    """
    return x / y


@realdiv.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return realdiv(ct, y), ct * realdiv(realdiv(-x, y), y)


def floating_pair(x, y, number_first=False):
    """Two operands of a division as tensors; ints become float64, those of up to 16 bits float32.

    Raises TypeError for two dtypes, and for bools and strings.

    With `number_first` a number x takes the dtype of a tensor y.
    """
    from .basics import cast

    if number_first and is_tensor(y) and not is_tensor(x):
        x = convert_to_tensor(x, dtype=y.dtype)
    x = convert_to_tensor(x)
    y = convert_to_tensor(y, dtype_hint=x.dtype)
    if x.dtype is not y.dtype:
        raise error(TypeError, f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}.")
    if not x.dtype.is_numeric:
        raise error(TypeError, f"Invalid dtype {x.dtype!r} in __truediv__.")
    if not x.dtype.is_integer:
        return x, y
    to = "float32" if x.dtype.size < 4 else "float64"
    return cast(x, to), cast(y, to)


@composed("math.truediv", "truediv")
def truediv(x: Annotated[Tensor, Numbers()], y: Annotated[Tensor, Broadcasts("x")], name=None):
    """z = x / y; ints are cast to float64 first, those of up to 16 bits to float32.

    Raises TypeError for operands of two dtypes, and for bools and strings.
    """
    return realdiv(*floating_pair(x, y))


@composed("math.divide", "divide")
def divide(x: Annotated[Tensor, Numbers()], y: Annotated[Tensor, Broadcasts("x")], name=None):
    """z = x / y as Python's operator has it; a Python number x takes y's dtype."""
    if not is_tensor(x):
        x = convert_to_tensor(x, dtype=y.dtype if is_tensor(y) else None)
    return x / y


@primitive("math.floordiv", "floordiv", decides=lambda x, y: _floordiv(x, y))
def floordiv(
    x: Annotated[Tensor, Numbers(dtypes=REAL, listed=COMPLEX)], y: Annotated[Tensor, Broadcasts("x")]
):
    """z = ⌊x/y⌋.  No path to x or y.  Raises InvalidArgumentError for an int y = 0."""
    return _floordiv(x, y)


def _floordiv(x, y):
    if not is_floating(x.dtype):
        _check_divisor(x, y)
        return x // y
    return np.floor(flushed(x / y))  # a subnormal quotient is 0 before it is rounded down


def _check_divisor(x, y):
    if not np.all(y) and np.broadcast_shapes(x.shape, y.shape) is not None and np.size(x):
        raise error(InvalidArgumentError, "Integer division by zero")


@floordiv.vjp
def _(ct, z, x, y):
    return None, None


@primitive("math.floormod", "math.mod", decides=lambda x, y: _floordiv(x, y))
def floormod(x: Annotated[Tensor, Numbers(dtypes=REAL)], y: Annotated[Tensor, Broadcasts("x")]):
    """z = x - y ⌊x/y⌋, with the sign of y.  The floor counts as constant: dz/dx = 1, dz/dy = -⌊x/y⌋."""
    if not is_floating(x.dtype):
        _check_divisor(x, y)
        return np.mod(x, y)
    remainder = np.fmod(x, y)
    return np.where((remainder != 0) & ((remainder < 0) != (y < 0)), remainder + y, remainder)


@floormod.vjp
def _(ct, z, x, y):
    return ct, ct * negative(floordiv(x, y))


@primitive("math.negative", "negative", rounds=False)
def negative(x: Annotated[Tensor, Numbers(dtypes=SIGNED)]):
    """y = -x"""
    return -x


@negative.vjp
def _(ct, y, x):
    return (lambda: -ct,)


@primitive("math.square", "square")
def square(x: Annotated[Tensor, Numbers()]):
    """y = x²"""
    return x * x


@square.vjp
def _(ct, y, x):
    return (multiply(ct, multiply(conj(x), 2.0)),)


@primitive("math.pow", "pow", unreduced=("beside a scalar",))
def pow(
    x: Annotated[Tensor, Numbers(likely=(0.1, 4.0), kinks=(0.0, 1.0, -1.0), dtypes=SIGNED)],
    y: Annotated[Tensor, Broadcasts("x", kinks=(0.0, 1.0, 2.0, 0.5, -1.0))],
):
    """z = x^y.

    dz/dx = y x^(y-1), which is 0 at x = y = 0.  dz/dy = z ln x for x > 0; for x ≤ 0, where it has no sensible
    value, z times 0; for a complex x that is so at x = 0 only.  Raises InvalidArgumentError for an int y < 0.
    """
    if is_integer(x.dtype) and x.size and np.any(y < 0):
        raise error(InvalidArgumentError, "Integers to negative integer powers are not allowed")
    return _power(x, y)


def _power(x, y):
    if x.dtype.kind == "c":
        # Quirk complex-zero-to-the-zero: 0 to the power of 0 is nan for complex numbers (Q15).
        return np.exp(y * np.log(x))
    z = np.power(x, y)
    if is_floating(x.dtype) and np.any(x == -np.inf):  # NumPy takes a lone exponent of 0.5 for a square root
        return np.where((x == -np.inf) & (y == 0.5), np.asarray(np.inf, x.dtype), z)
    return z


@pow.vjp
def _(ct, z, x, y):
    x, y = conj(x), conj(y)
    return lambda: _by_base(ct, x, y), lambda: _by_exponent(ct, conj(z), x)


def _by_base(ct, x, y):
    if not (np.all(x._array) or np.all(y._array)):
        from .comparisons import equal, logical_and
        from .selection import where

        x = where(logical_and(equal(x, 0.0), equal(y, 0.0)), 1.0, x)  # so that 0 · 0^-1 is 0
    return ct * y * pow(x, y - 1)


def _by_exponent(ct, z, x):
    from .comparisons import greater, not_equal
    from .elementwise import log
    from .selection import select

    positive = not_equal(x, 0.0) if x.dtype.is_complex else greater(x, 0.0)
    one, zero = (Tensor(np.full(x._array.shape, n, x._array.dtype)) for n in (1, 0))
    return ct * z * select(positive, log(select(positive, x, one)), zero)


@primitive("raw_ops.AddN", internal=True, accumulates=True)
def _sum(inputs: Annotated[list[Tensor], Several(dtypes=NUMERIC)]):
    """y = the sum of `inputs`, first to last, in their dtype; of many, eight at a time.

    Raises InvalidArgumentError for unequal shapes.
    """
    for x in inputs:
        if x.shape != inputs[0].shape:
            raise error(InvalidArgumentError, "Inputs to operation AddN must have the same size and shape.")
    first = (len(inputs) - 2) % 8 + 2
    total = sum(inputs[1:first], inputs[0])
    for i in range(first, len(inputs), 8):
        total = total + sum(inputs[i + 1 : i + 8], inputs[i])
    return total


@_sum.vjp
def _(ct, y, inputs):
    return ([ct] * len(inputs),)


@composed("math.add_n", "add_n")
def add_n(inputs: Annotated[list[Tensor], Several(dtypes=NUMERIC)], name=None):
    """y = the sum of `inputs`; of one input, that very tensor.  Slices are made dense.

    Raises ValueError for no inputs, TypeError for what has no items.
    """
    items = _items(inputs)
    if not items:
        raise error(ValueError, "Inputs must be an iterable of at least one Tensor/IndexedSlices")
    if len(items) == 1:
        return convert_to_tensor(items[0])
    return _sum([x if isinstance(x, IndexedSlices) else convert_to_tensor(x) for x in items])


def _items(inputs):
    if isinstance(inputs, list | tuple | Tensor | Variable | np.ndarray):
        return list(inputs)
    raise error(TypeError, f"{type(inputs).__name__!r} object is not iterable")


@primitive("raw_ops.Identity", internal=True, rounds=False)
def _identity(input: Annotated[Tensor, Anything()]):
    """y = x"""
    return input


@_identity.vjp
def _(ct, y, input):
    return (ct,)


@composed("identity")
def identity(input: Annotated[Tensor, Anything()], name=None):
    """y = x, as a new tensor; slices stay slices, with new parts"""
    return _part_by_part(_identity, input)


@primitive("raw_ops.StopGradient", internal=True, rounds=False)
def _stop_gradient(input: Annotated[Tensor, Anything()]):
    """y = x"""
    return input


@composed("stop_gradient")
def stop_gradient(input: Annotated[Tensor, Anything()], name=None):
    """y = x, of which no tape knows anything; slices stay slices.

    Quirk stop-gradient-is-not-recorded: `stop_gradient` is not an operation without a gradient, but none at
    all for tapes (L42).
    """
    with not_recording():
        return _part_by_part(_stop_gradient, input)


def _part_by_part(operation, x):
    if not isinstance(x, IndexedSlices):
        return operation(x)
    shape = None if x.dense_shape is None else operation(x.dense_shape)
    return IndexedSlices(operation(x.values), operation(x.indices), shape)
