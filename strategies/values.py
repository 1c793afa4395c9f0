"""VALUES: the numbers, shapes and dtypes that programs are made of.

All numbers come from tables, by profile, so that nothing loaded beside this module can change a program.
Subnormal inputs are left out: TensorFlow's kernels read them as zero or not, one by one.
"""

import math
from collections.abc import Callable
from functools import cache

from . import literals
from .program import Literal, Scalar

Choose = Callable[[int], int]

SHAPES = (
    (),
    (2,),
    (3,),
    (2, 3),
    (),
    (3,),
    (2,),
    (2, 2),
    (1,),
    (1, 3),
    (3, 2),
    (2, 1),
    (2, 1, 3),
    (2, 2, 2),
    (0,),
    (2, 0),
)
LARGEST = 64  # elements of a tensor that is used again, so terms of a generated reduction

_FLOATS = {
    "benign": (1.0, 2.0, 0.5, -1.0, 3.0, 1.5, -0.5, 0.3, 2.4, -2.0, 0.7, 1.1, -1.3, 4.0, 0.1, 2.5),
    "positive": (1.0, 2.0, 0.5, 3.0, 1.5, 0.3, 2.4, 0.7, 1.1, 4.0, 0.1, 2.5, 0.9, 1.7, 0.2, 5.0),
    "ties": (1.0, 1.0, 2.0, 1.0, 2.0, 0.0, 1.0, 2.0),
    "zeros": (0.0, 1.0, 0.0, -1.0, 2.0, -0.0, 0.0, 0.5),
    "wild": (math.nan, 1.0, float("inf"), 2.0, float("-inf"), 0.0, -1.0, 0.5),
}
_HUGE = {
    "float16": (6e4, 2.0, 3e2, -2e4, 1.0, 11.0),
    "bfloat16": (1e20, 2.0, 3e38, -1e30, 1.0, 88.0),
    "float32": (1e20, 2.0, 3e38, -1e30, 1.0, 88.0),
    "float64": (1e150, 2.0, 1.5e308, -1e300, 1.0, 709.0),
}
_TINY = {
    "float16": (1e-3, 1.0, 7e-5, -3e-4, 2.0, 0.0),
    "bfloat16": (1e-20, 1.0, 2e-38, -1e-30, 2.0, 0.0),
    "float32": (1e-20, 1.0, 2e-38, -1e-30, 2.0, 0.0),
    "float64": (1e-150, 1.0, 3e-308, -1e-300, 2.0, 0.0),
}
# Those of complex numbers have squares: whether TensorFlow's kernels square parts depends on the place.
_HUGE |= {
    "complex64": (1e15, 2.0, 3e18, -1e10, 1.0, 88.0),
    "complex128": (1e150, 2.0, 3e153, -1e99, 1.0, 709.0),
}
_TINY |= {
    "complex64": (1e-15, 1.0, 3e-18, -1e-9, 2.0, 0.0),
    "complex128": (1e-150, 1.0, 3e-153, -1e-99, 2.0, 0.0),
}
_INTS = (1, 2, 0, 3, -1, 1, 2, 5)
_UNSIGNED = (1, 2, 0, 3, 4, 1, 2, 5)
_SIZES = ("int32", "int64")  # what sizes and places are counted in: extreme ones would fill the memory
_STRINGS = ("a", "b", "", "ab", "a b", "\u00e9\n")
_SMALL_INDICES = (0, 1, 0, 1, 2, 0, 1, 0)

# what a program is mostly made of; most programs are benign
PROFILES = ("benign",) * 8 + ("positive",) * 3 + ("ties", "ties", "zeros", "zeros", "huge", "tiny", "wild")

_NEAR = ("float32", "float64", "complex64", "int32", "int64", "bool")


def near(dtype: str, allowed: tuple[str, ...]) -> str:
    """Of the dtypes `allowed` the one to take for `dtype`: itself, that of its parts, a common one."""
    if dtype in literals.COMPLEX:
        dtype = dtype if dtype in allowed else literals.COMPLEX[dtype].name
    return next((name for name in (dtype, *_NEAR) if name in allowed), allowed[0])


@cache
def numbers(dtype: str, profile: str) -> tuple[Scalar, ...]:
    """The table of numbers of a dtype in a profile, as a normal literal has them."""
    table = _table(dtype, profile)
    return literals.normal(Literal(dtype, (len(table),), table)).values


def _table(dtype: str, profile: str) -> tuple:
    if dtype == "bool":
        return (True, False)
    if dtype == "string":
        return _STRINGS
    if dtype in literals.INTEGERS:
        return _ints(dtype, profile)
    if dtype in literals.COMPLEX:
        return _complex(_floats(dtype, profile))
    return _floats(dtype, profile)


def _floats(dtype: str, profile: str) -> tuple[float, ...]:
    if profile in ("huge", "tiny"):
        return (_HUGE if profile == "huge" else _TINY).get(dtype, _FLOATS["benign"])
    return _FLOATS[profile]


def _ints(dtype: str, profile: str) -> tuple[int, ...]:
    least, most = literals.LIMITS[dtype]
    if profile == "huge" and dtype not in _SIZES:
        return (most, 1, least, 2, most - 1, 3)
    return _INTS if least < 0 else _UNSIGNED


def _complex(parts: tuple) -> tuple[complex, ...]:
    """Of every two parts that follow each other, one number: on the real axis, off the axes twice, on the
    imaginary one, and so on."""
    following = (*parts[1:], parts[0])
    forms = (lambda x, y: complex(x, 0.0), complex, lambda x, y: complex(x, -y), lambda x, y: complex(0.0, x))
    return tuple(forms[k % 4](x, y) for k, (x, y) in enumerate(zip(parts, following, strict=True)))


def literal(choose: Choose, dtype: str, shape: tuple[int, ...], profile: str) -> Literal:
    """A value whose numbers follow each other in the table, from a drawn start with a drawn stride."""
    table = numbers(dtype, profile)
    size = 1
    for n in shape:
        size *= n
    start, stride = choose(len(table)), (1, 3, 0)[choose(3)] if size > 1 else 0
    return Literal(dtype, shape, tuple(table[(start + stride * k) % len(table)] for k in range(size)))


def indices(choose: Choose, dtype: str, shape: tuple[int, ...], below: int) -> Literal:
    """Ints in [0, below)."""
    size = 1
    for n in shape:
        size *= n
    start = choose(8)
    return Literal(dtype, shape, tuple(_SMALL_INDICES[(start + k) % 8] % max(below, 1) for k in range(size)))
