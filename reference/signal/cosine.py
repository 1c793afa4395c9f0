"""COSINE TRANSFORMS: of types 1 to 4 along the last axis, by the Fourier transform of a longer sequence."""

import math
from typing import Annotated

import numpy as np

from ..array_operands import Between
from ..arrays.joining import concat
from ..arrays.padding import pad_zeros
from ..errors import InvalidArgumentError, error, said_by_python
from ..math.complexes import complex, real
from ..operands import Among, Floats
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .real_transforms import REALS, irfft, rfft

_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _check(x, kind, n, axis, norm):
    if axis != -1:
        raise error(NotImplementedError, f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise error(ValueError, "n should be a positive integer or None")
    if kind not in _INVERSE:
        raise error(ValueError, "Types I, II, III and IV (I)DCT are supported.")
    if kind == 1:
        if norm == "ortho":
            raise error(ValueError, "Normalization is not supported for the Type-I DCT.")
        with said_by_python():
            sizes = x.shape
        if len(sizes) == 0:
            raise error(IndexError, "tuple index out of range")
        if sizes[-1] < 2:
            raise error(ValueError, "Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise error(ValueError, f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def _resized(x, n):
    """Cut off behind, or filled with zeros."""
    if n <= x.shape[-1]:
        return x[..., :n]
    return pad_zeros(x, (*((0, 0),) * (x.ndim - 1), (0, n - x.shape[-1])))


def _like(x, numbers):
    return Tensor(np.asarray(numbers, x._array.dtype))


def _turned(x, count, sign):
    """2 exp(± iπk/2N) for k below N"""
    angles = sign * np.arange(count, dtype=x._array.dtype) * np.pi * 0.5 / max(count, 1)
    twice = 2.0 * np.exp(1j * angles)
    return complex(_like(x, twice.real), _like(x, twice.imag))


def _weights(x, count, first, rest):
    if not count:
        raise error(InvalidArgumentError, "Paddings must be non-negative: 0 -1")
    return _like(x, [first] + [rest] * (count - 1))


def _second(x, norm):
    count = x.shape[-1]
    y = real(rfft(x, [2 * count])[..., :count] * _turned(x, count, -1))
    if norm == "ortho":
        first = 0.5 / math.sqrt(max(count, 1))
        y = y * _weights(x, count, first, first * math.sqrt(2.0))
    return y


def _third(x, norm):
    count = x.shape[-1]
    if norm == "ortho":
        first = math.sqrt(count)
        x = x * _weights(x, count, first, first * math.sqrt(0.5))
    else:
        x = x * _like(x, count)
    spectrum = _turned(x, count, 1) * complex(x, _like(x, 0))
    return real(irfft(spectrum, [2 * count]))[..., :count]


def _fourth(x, norm):
    count = x.shape[-1]
    y = _second(_resized(x, 2 * count), None)[..., 1::2]
    return y * _like(x, math.sqrt(0.5) / math.sqrt(max(count, 1))) if norm == "ortho" else y


def _transform(given, kind, n, norm):
    x = convert_to_tensor(given)
    if x.dtype.is_integer or x.dtype.is_bool or x.dtype.name == "string":
        raise error(TypeError, f"Cannot convert 0.0 to EagerTensor of dtype {x.dtype.name}")
    if not x.ndim:
        raise error(IndexError, "tuple index out of range")
    if n is not None:
        x = _resized(x, n)
    if kind == 1:
        return real(rfft(concat([x, x[..., -2:0:-1]], -1)))
    if x.dtype.is_complex:
        raise error(AssertionError, "a cosine transform is of real numbers")
    if x.dtype not in REALS:
        raise error(TypeError, f"The parts have incorrect types: {x.dtype.name} {x.dtype.name}")
    return {2: _second, 3: _third, 4: _fourth}[kind](x, norm)


@composed("signal.dct")
def dct(
    input: Annotated[Tensor, Floats(dtypes=REALS, least_rank=1)],
    type: Annotated[int, Between(2, 4)] = 2,
    n: Annotated[int | None, Among(None, 1, 2, 3, 4)] = None,
    axis: Annotated[int, Among(-1)] = -1,
    norm: Annotated[str | None, Among(None, "ortho")] = None,
    name=None,
):
    """The cosine transform of a type along the last axis, N entries long, or `n` if that is given:

        1   y[k] = x[0] + (-1)^k x[N-1] + 2 Σ x[n] cos(πkn/(N-1)), of the n between
        2   y[k] = 2 Σ x[n] cos(πk(2n+1)/2N)
        3   y[k] = x[0] + 2 Σ x[n] cos(πn(2k+1)/2N), of the n > 0
        4   y[k] = 2 Σ x[n] cos(π(2k+1)(2n+1)/4N)

    Types 2, 3 and 4 with norm "ortho" are scaled to be orthogonal.  Raises ValueError for another type or
    norm, for a norm of type 1, and there for fewer than two entries; NotImplementedError for another axis.
    """
    _check(input, type, n, axis, norm)
    return _transform(input, type, n, norm)


@composed("signal.idct")
def idct(
    input: Annotated[Tensor, Floats(dtypes=REALS, least_rank=1)],
    type: Annotated[int, Between(2, 4)] = 2,
    n: Annotated[int | None, Among(None, 1, 2, 3, 4)] = None,
    axis: Annotated[int, Among(-1)] = -1,
    norm: Annotated[str | None, Among(None, "ortho")] = None,
    name=None,
):
    """The transform that undoes `dct` of the same type, up to a factor where there is no norm."""
    _check(input, type, n, axis, norm)
    return _transform(input, _INVERSE[type], n, norm)
