"""WINDOWS: weights with which a frame of a signal begins and ends near 0.

No path leads through them; each is computed in its own dtype, step by step, for half precision shows it.
"""

import math
from typing import Annotated

import numpy as np

from ..dtypes import DType, float32
from ..errors import error
from ..math.arithmetic import pow
from ..math.basics import cast
from ..math.elementwise import cos, sin
from ..operands import Among
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .framing import one_int

LENGTHS = Among(4, 8, 1, 6, 2)


def _check(dtype):
    if not isinstance(dtype, DType):
        raise error(AttributeError, f"{type(dtype).__name__!r} object has no attribute 'is_floating'")
    if not dtype.is_floating:
        raise error(ValueError, f"dtype must be a floating point type. Found {dtype.name}")


def _of(number, dtype):
    return Tensor(np.asarray(number).astype(dtype.numpy))


def _raised_cosine(length, periodic, dtype, high, low):
    _check(dtype)
    size = one_int(convert_to_tensor(length, "int32"), "window_length")
    if size == 1:
        return _of([1], dtype)
    last = size + (1 if periodic and size % 2 == 0 else 0) - 1
    angles = _of(2 * math.pi, dtype) * _of(range(size), dtype) / _of(last, dtype)
    return _of(high, dtype) - _of(low, dtype) * cos(angles)


@composed("signal.hann_window")
def hann_window(window_length: Annotated[int, LENGTHS], periodic=True, dtype=float32, name=None):
    """w[n] = 1/2 - 1/2 cos(2πn/N); N is the length, or one less if it is odd or the window not `periodic`.

    Raises ValueError unless the dtype is a floating one.
    """
    return _raised_cosine(window_length, periodic, dtype, 0.5, 0.5)


@composed("signal.hamming_window")
def hamming_window(window_length: Annotated[int, LENGTHS], periodic=True, dtype=float32, name=None):
    """w[n] = 0.54 - 0.46 cos(2πn/N), with N as `hann_window` has it."""
    return _raised_cosine(window_length, periodic, dtype, 0.54, 0.46)


@composed("signal.vorbis_window")
def vorbis_window(window_length: Annotated[int, LENGTHS], dtype=float32, name=None):
    """w[n] = sin(π/2 sin²(π(n + 1/2)/N))"""
    _check(dtype)
    size = one_int(convert_to_tensor(window_length, "int32"), "window_length")
    step = _of(math.pi, dtype) / cast(size, dtype)
    inner = sin(step * (_of(range(size), dtype) + _of(0.5, dtype)))
    return sin(_of(math.pi / 2.0, dtype) * pow(inner, _of(2.0, dtype)))
