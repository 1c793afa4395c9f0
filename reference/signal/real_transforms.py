"""REAL TRANSFORMS: Fourier transforms of real numbers, whose spectra are symmetric, so that half is enough.

Of N entries along the last axis there are N//2 + 1 of the spectrum; the others are conjugates of these.  Back
from the half, imaginary parts that no real numbers have (of the first entry, and of the last for an even N)
count as 0.  `fft_length` is N for each axis: what is longer is cut off, what is shorter filled with zeros.
"""

import math
from typing import Annotated

import numpy as np

from ..array_operands import TransformLength
from ..arrays.arguments import ints
from ..arrays.padding import pad_zeros
from ..backprop import zeros_like
from ..dtypes import COMPLEX, float32, float64
from ..errors import InvalidArgumentError, error, process_ends
from ..math.basics import cast
from ..math.complexes import real
from ..operands import Floats, Internal
from ..primitive import composed, primitive
from ..tensor import Tensor, convert_to_tensor
from .transforms import INVERSES, last, times

REALS = (float32, float64)


def _lengths(fft_length, count):
    if len(fft_length) != count:
        raise error(InvalidArgumentError, f"fft_length must have shape [{count}]")
    if min(fft_length) < 0:
        raise error(InvalidArgumentError, f"fft_length must be at least 0: {list(fft_length)}")
    return fft_length


def _cut(x, sizes):
    """What of `x` a transform of so many entries reads; None where there is nothing to transform.

    Raises InvalidArgumentError for an axis that is too short.
    """
    for n, size in zip(x.shape[-len(sizes) :], sizes, strict=True):
        if n and n < size:
            raise error(InvalidArgumentError, f"Input must have length of at least {size} but got: {n}")
    if not x.size:
        if math.prod(x.shape[: -len(sizes)]) and 0 not in sizes:
            raise process_ends("nothing is transformed, and memory is shown as it was found")
        return None
    if 0 in sizes:
        raise process_ends("a transform of no entries")
    return x[(..., *(slice(n) for n in sizes))]


def _half(lengths):
    """The sizes of the half of a spectrum."""
    return (*lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] else 0)


def _filled(x, shape):
    """`x` with zeros behind each axis, up to `shape`."""
    if tuple(x.shape) == tuple(shape):
        return x
    return pad_zeros(x, tuple((0, n - m) for n, m in zip(shape, x.shape, strict=True)))


def _check_seed(ct, y, count):
    """A seed may be of the other complex dtype; of a real one it depends on the axes what is raised."""
    if ct.shape == y.shape and ct.dtype.is_complex:
        return
    kind: type[Exception] = InvalidArgumentError
    if ct.shape == y.shape and count < 3 and (count == 2 or ct.dtype != "bool"):
        kind = ValueError if count == 1 else TypeError
    raise error(kind, f"{ct.dtype.name}{ct.shape} is no cotangent of {y.shape}")


def _check_real_seed(ct, y):
    """A seed may be of the other real dtype that has transforms."""
    if ct.dtype.is_integer or ct.dtype == "bool":
        raise error(TypeError, f"Cannot convert to EagerTensor of dtype {ct.dtype.name}")
    if ct.shape != y.shape or ct.dtype not in REALS:
        raise error(ValueError, f"{ct.dtype.name}{ct.shape} is no cotangent of {y.shape}")


def _sums(x, lengths, shape):
    total = np.abs(x).sum(last(len(lengths)), keepdims=True)
    return np.broadcast_to(total, shape)


def _forth(suffix, count):
    name = f"raw_ops.RFFT{suffix.upper()}"

    def size(input, fft_length):
        shape = (*input.shape[:-count], *_half(fft_length))
        return _sums(input, fft_length, shape)

    @primitive(
        name,
        internal=True,
        accumulates=size,
        on=lambda tf, x, lengths: getattr(tf.signal, f"rfft{suffix}")(x, lengths),
    )
    def rfft(
        input: Annotated[Tensor, Floats(dtypes=REALS, least_rank=count)],
        fft_length: Annotated[tuple, Internal()],
    ):
        """The half of the spectrum of x, of which as many entries are read as `fft_length` says."""
        lengths = _lengths(fft_length, count)
        x = _cut(input, lengths)
        if x is None:
            kind = np.result_type(input.dtype, np.complex64)
            return np.zeros((*input.shape[:-count], *_half(lengths)), kind)
        return np.fft.rfftn(x, axes=last(count))

    @rfft.vjp
    def _(ct, y, x, lengths):
        if ct.__class__ is not Tensor:
            raise error(TypeError, "'IndexedSlices' object is not subscriptable")
        _check_seed(ct, y, count)
        whole = _filled(ct, (*ct.shape[:-count], *lengths))
        dx = real(times(INVERSES[count](whole), math.prod(lengths)))
        return (_filled(dx, x.shape),)

    return rfft


def _back(suffix, count, forth):
    def size(input, fft_length):
        shape = (*input.shape[:-count], *fft_length)
        return 2 * _sums(input, fft_length, shape) / max(math.prod(fft_length), 1)

    @primitive(
        f"raw_ops.IRFFT{suffix.upper()}",
        internal=True,
        accumulates=size,
        on=lambda tf, x, lengths: getattr(tf.signal, f"irfft{suffix}")(x, lengths),
    )
    def irfft(
        input: Annotated[Tensor, Floats(dtypes=COMPLEX, least_rank=count)],
        fft_length: Annotated[tuple, Internal()],
    ):
        """The real numbers, as many as `fft_length` says, of which the input is the half of the spectrum"""
        lengths = _lengths(fft_length, count)
        x = _cut(input, _half(lengths))
        if x is None:
            return np.zeros((*input.shape[:-count], *lengths), np.abs(input).dtype)
        for axis in range(-count, -1):
            x = np.fft.ifft(x, axis=axis)
        return np.fft.irfft(x, lengths[-1], axis=-1)

    @irfft.vjp
    def _(ct, y, x, lengths):
        ct = convert_to_tensor(ct)
        _check_real_seed(ct, y)
        if not x.shape[-1]:
            return (zeros_like(x),)
        kept = _half(lengths)[-1]
        twice = np.full(kept, 2.0)
        twice[[0, -1] if lengths[-1] % 2 == 0 else [0]] = 1.0
        scale = Tensor((twice / max(math.prod(lengths), 1)).astype(ct._array.dtype))
        spectrum = forth(ct, lengths)
        return (_filled(spectrum * cast(scale, spectrum.dtype), x.shape),)

    return irfft


def _read(given, fft_length, count, dtypes, hint):
    """The operand and the lengths of a transform."""
    x = convert_to_tensor(given, dtype_hint=hint)
    if dtypes is REALS and x.dtype not in dtypes:
        raise error(ValueError, f"RFFT requires tf.float32 or tf.float64 inputs, got: {x.dtype.name}")
    if x.ndim < count:
        raise error(ValueError, f"Shape {x.shape} must have rank at least {count}")
    if x.dtype not in dtypes:
        raise error(ValueError, f"IRFFT requires tf.complex64 or tf.complex128 inputs, got: {x.dtype.name}")
    if fft_length is None:
        inner = tuple(map(int, x.shape[-count:]))
        return x, inner if dtypes is REALS else (*inner[:-1], max(2 * (inner[-1] - 1), 0))
    lengths = ints(convert_to_tensor(fft_length, "int32"))
    if lengths.ndim != 1:
        raise error(TypeError, "fft_length has to be a vector")
    if lengths.min(initial=0) < -1:
        raise error(ValueError, f"Dimension {lengths.min()} must be >= 0")
    return x, _lengths(tuple(lengths.tolist()), count)


def _filled_to(x, sizes):
    """With zeros where it is shorter than a transform of so many entries reads; an empty tensor as it is."""
    if 0 in x.shape:
        return x
    inner = tuple(map(max, sizes, x.shape[-len(sizes) :]))
    return _filled(x, (*x.shape[: -len(sizes)], *inner))


def _public(suffix, count):
    forth = _forth(suffix, count)
    back = _back(suffix, count, forth)

    @composed(f"signal.rfft{suffix}")
    def rfft(
        input_tensor: Annotated[Tensor, Floats(dtypes=REALS, least_rank=count)],
        fft_length: Annotated[tuple | None, TransformLength("input_tensor", count)] = None,
        name=None,
    ):
        """y[k] = Σ x[n] exp(-2πi kn/N) for k up to N/2.

        Raises ValueError for anything but float32 and float64, and for too few axes; InvalidArgumentError
        where `fft_length` has another number of entries.
        """
        x, lengths = _read(input_tensor, fft_length, count, REALS, "float32")
        return forth(_filled_to(x, lengths), lengths)

    @composed(f"signal.irfft{suffix}")
    def irfft(
        input_tensor: Annotated[Tensor, Floats(dtypes=COMPLEX, least_rank=count)],
        fft_length: Annotated[tuple | None, TransformLength("input_tensor", count, half=True)] = None,
        name=None,
    ):
        """The real x of which the input is the half of the spectrum; of an even length unless it is given.

        Raises ValueError for real numbers and for too few axes; InvalidArgumentError where `fft_length` has
        another number of entries.
        """
        x, lengths = _read(input_tensor, fft_length, count, COMPLEX, "complex64")
        return back(_filled_to(x, _half(lengths)), lengths)

    return rfft, irfft


rfft, irfft = _public("", 1)
rfft2d, irfft2d = _public("2d", 2)
rfft3d, irfft3d = _public("3d", 3)
