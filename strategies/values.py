"""VALUES: the numbers, shapes and dtypes that programs are made of.

All numbers come from tables, by profile, so that nothing loaded beside this module can change a program.
Subnormal inputs are left out: TensorFlow's kernels read them as zero or not, one by one.
"""

import math
from collections.abc import Callable

from .program import Literal

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
_HUGE = {"float32": (1e20, 2.0, 3e38, -1e30, 1.0, 88.0), "float64": (1e150, 2.0, 1.5e308, -1e300, 1.0, 709.0)}
_TINY = {
    "float32": (1e-20, 1.0, 2e-38, -1e-30, 2.0, 0.0),
    "float64": (1e-150, 1.0, 3e-308, -1e-300, 2.0, 0.0),
}
_INTS = (1, 2, 0, 3, -1, 1, 2, 5)
_SMALL_INDICES = (0, 1, 0, 1, 2, 0, 1, 0)

# what a program is mostly made of; most programs are benign
PROFILES = ("benign",) * 8 + ("positive",) * 3 + ("ties", "ties", "zeros", "zeros", "huge", "tiny", "wild")


def numbers(dtype: str, profile: str) -> tuple:
    """The table of numbers of a dtype in a profile."""
    if dtype == "bool":
        return (True, False)
    if dtype.startswith("int"):
        return _INTS
    if dtype.startswith("complex"):
        return tuple(complex(number) for number in _FLOATS["benign"])
    if profile in ("huge", "tiny"):
        return (_HUGE if profile == "huge" else _TINY).get(dtype, _FLOATS["benign"])
    return _FLOATS[profile]


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
