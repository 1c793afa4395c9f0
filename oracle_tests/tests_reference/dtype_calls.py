"""CALLS OF EVERY DTYPE: what each endpoint is asked in each dtype that there is, whether it has it or not.

A family is a function from the name of a dtype to calls with operands of that dtype.  Whoever declares
operations adds a family to `FAMILIES`; `test_every_dtype` walks them all.
"""

from collections.abc import Callable, Iterator

import numpy as np

from reference.dtypes import ALL

from . import math_calls, nn_calls
from .calls import As, Call, Cell
from .elementwise_calls import BINARY, UNARY, pairs
from .sample_values import plain, positive, specials

DTYPES = tuple(d.name for d in ALL)
NUMBERS = (2, 2.5, 1j, True, "a", np.float16(1.5), np.int8(2), np.complex64(1j), np.str_("a"))
ELSEWHERE = ("nn.relu", "math.maximum", "math.minimum")  # in families of their own
ONE = tuple(name for name in UNARY if name not in ELSEWHERE)
TWO = tuple(name for name in BINARY if name not in ELSEWHERE)
SINGULAR = ("math.reciprocal", "math.sqrt", "math.truediv", "math.divide", "/", "math.pow", "**")


def without_zeros(name: str, dtype: str, operands: tuple) -> tuple:
    """Where a complex zero divides or a power overflows, TensorFlow's infinity or nan hangs on the array's
    size."""
    if not dtype.startswith("complex") or name not in SINGULAR:
        return operands
    return tuple(np.where((x == 0) | (np.abs(x) > 10), 0.25 - 1j, x).astype(dtype) for x in operands)


def unary(dtype: str) -> Iterator[Call]:
    for name in ONE:
        yield Call(name, without_zeros(name, dtype, (specials(dtype),)))
        if "." in name:
            yield Call(name, (positive(dtype, (2, 3)),))
    yield Call("neg", (Cell(plain(dtype, (2,))),))
    yield Call("math.exp", (Cell(plain(dtype, (2,))),))


def binary(dtype: str) -> Iterator[Call]:
    for name in TWO:
        yield Call(name, (plain(dtype, (2, 3), 1), positive(dtype, (3,), 2)))
        if "." in name:
            yield Call(name, (positive(dtype, (2, 1), 1), positive(dtype, (), 2)))
            yield Call(name, without_zeros(name, dtype, pairs(name, dtype)))


def casts(dtype: str) -> Iterator[Call]:
    for other in DTYPES:
        yield Call("cast", (positive(dtype, (2, 2), 1),), {"dtype": other})
    for other in ("float16", "float32", "int8") if dtype not in ("complex128", "int64") else ():
        yield Call("saturate_cast", (positive(dtype, (3,), 1),), {"dtype": other})
        yield Call("bitcast", (positive(dtype, (3,), 1),), {"type": other})


def casts_of_specials(dtype: str) -> Iterator[Call]:
    for other in DTYPES:
        yield Call("bitcast", (positive(dtype, (2, 4), 1),), {"type": other})
        if clips_rightly(dtype, other):
            values = specials(dtype)
            yield Call("saturate_cast", (values[values == values],), {"dtype": other})  # without nan


def clips_rightly(dtype: str, other: str) -> bool:
    """TensorFlow takes 2^63 for a number within int64, and 2^64 for one in uint64."""
    if dtype == "int64":
        return other in ("int8", "int16", "int32", "uint8", "uint16", "uint32", "bool")
    return other not in ("int64", "uint64")


def beside_values(dtype: str) -> Iterator[Call]:
    """A tensor, or a variable, beside what is to become one."""
    for name in (
        *(name for name in TWO if "." not in name),
        "math.add",
        "math.pow",
        "math.equal",
        "math.divide",
    ):
        for number in NUMBERS:
            yield Call(name, (positive(dtype, (3,), 1), As(number)))
            yield Call(name, (As(number), positive(dtype, (3,), 1)))
    for name in ("+", "-", "*", "/", "//", "**", "==", "<", "&"):
        yield Call(name, (Cell(positive(dtype, (3,), 1)), As(2)))
        yield Call(name, (As(2.0), Cell(positive(dtype, (3,), 1))))
        yield Call(name, (positive(dtype, (3,), 1), Cell(positive(dtype, (3,), 2))))
        yield Call(name, (positive(dtype, (3,), 1), As(np.ones(3))))
        yield Call(name, (As(np.ones(3, "int8")), positive(dtype, (3,), 1)))


MIXED = ("+", "*", "/", "//", "**", "<", "==", "&", "math.add", "math.pow", "math.equal", "math.divide")


def mixed(dtype: str) -> Iterator[Call]:
    """Two dtypes at once."""
    for name in MIXED:
        for other in DTYPES:
            if other != dtype:
                yield Call(name, (positive(dtype, (3,), 1), positive(other, (3,), 2)))


Family = Callable[[str], Iterator[Call]]
# with gradients of both orders
FAMILIES: tuple[Family, ...] = (unary, binary, casts, math_calls.in_dtype, nn_calls.in_dtype)
FORWARD: tuple[Family, ...] = (casts_of_specials, beside_values, mixed)  # results and errors alone
