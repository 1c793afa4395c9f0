"""SIGNAL CALLS: transforms, frames and spectra of every length, and those that are wrong."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from .calls import As, Call, Cell
from .sample_values import FLOATS, plain, positive

COMPLEX = ("complex64", "complex128")
SUFFIXES = {"": 1, "2d": 2, "3d": 3}
BATCHED = ((4,), (2, 3), (2, 1, 5), (1, 2, 3, 4), (2, 0, 3), (0, 3, 2), (1,), (1, 1, 1))


def complex_transforms() -> Iterator[Call]:
    for name, dtype in product(("signal.fft", "signal.ifft"), COMPLEX):
        for (suffix, count), shape in product(SUFFIXES.items(), BATCHED):
            if len(shape) >= count:
                yield Call(name + suffix, (plain(dtype, shape),))
        yield Call(name, (Cell(plain(dtype, (2, 3))),))
        yield Call(name, (As([1.0, 2.0]),))
        yield Call(name, (As([1, 2]),))
        yield Call(name, (As([1j, 2.0]),))


def real_transforms() -> Iterator[Call]:
    """Gradients of what is cut off, and of three axes, are only the reference's; see `lacking`."""
    for dtype, (suffix, count) in product(FLOATS, SUFFIXES.items()):
        for shape in (s for s in BATCHED if len(s) >= count):
            if count < 3:
                yield Call(f"signal.rfft{suffix}", (plain(dtype, shape),))
            if shape[-1] > 1 and count < 3:
                z = plain("complex64" if dtype == "float32" else "complex128", shape)
                yield Call(f"signal.irfft{suffix}", (z,))
        if count < 3:
            for more in (0, 1, 2, 3):
                lengths = {"fft_length": [3, 4 + more][-count:]}
                yield Call(f"signal.rfft{suffix}", (plain(dtype, (2, 3, 4)),), lengths)
            z = plain("complex64" if dtype == "float32" else "complex128", (2, 3, 4))
            for length in (6, 7, 8, 9, 10):
                yield Call(f"signal.irfft{suffix}", (z,), {"fft_length": [3, length][-count:]})
    for name in ("rfft", "irfft"):
        yield Call(f"signal.{name}", (As([1, 2]),))
        yield Call(f"signal.{name}3d", (As([1, 2]),))
    yield Call("signal.irfft", (plain("complex64", (2, 1)),), {"fft_length": [1]})


def without_gradient() -> Iterator[Call]:
    """Transforms whose result is TensorFlow's, but not the gradient, for it has none or another."""
    for dtype in FLOATS:
        x, z = plain(dtype, (2, 3, 4)), plain("complex64" if dtype == "float32" else "complex128", (2, 3, 4))
        for length in ([2], [3], [1]):
            yield Call("signal.rfft", (x,), {"fft_length": length})
            yield Call("signal.irfft", (z,), {"fft_length": length})
        for lengths in ([2, 2], [3, 3], [2, 6]):
            yield Call("signal.rfft2d", (x,), {"fft_length": lengths})
            yield Call("signal.irfft2d", (z,), {"fft_length": lengths})
        for lengths3 in (None, [2, 3, 4], [1, 2, 3], [3, 3, 7]):
            yield Call("signal.rfft3d", (x,), {"fft_length": lengths3})
            yield Call("signal.irfft3d", (z,), {"fft_length": lengths3})


def cosine() -> Iterator[Call]:
    for dtype, kind, name in product(FLOATS, (1, 2, 3, 4), ("signal.dct", "signal.idct")):
        for n in (None, 2, 5):
            yield Call(name, (plain(dtype, (2, 4)),), {"type": kind, "n": n})
        if kind > 1:
            for shape in ((3,), (1,), (2, 1, 3)):
                yield Call(name, (plain(dtype, shape),), {"type": kind, "norm": "ortho"})
            yield Call(name, (As([1.0, 2.0]),), {"type": kind})
    yield Call("signal.dct", (plain("float32", (0, 3)),), {"type": 1})


def framing() -> Iterator[Call]:
    for dtype in (*FLOATS, "complex64", "int32"):
        x = plain(dtype, (2, 7))
        for length, step, end in product((1, 2, 3, 4, 9), (1, 2, 3), (False, True)):
            yield Call("signal.frame", (x, As(length), As(step)), {"pad_end": end})
        for step in (1, 2, 3, 4, 5):
            yield Call("signal.overlap_and_add", (plain(dtype, (3, 4)), As(step)))
    x = plain("float32", (5, 2, 3))
    for axis in (0, 1, -1, -3):
        yield Call("signal.frame", (x, As(2), As(1)), {"axis": axis})
        yield Call("signal.frame", (x, As(2), As(3)), {"axis": axis, "pad_end": True, "pad_value": 2.0})
    for length, step in ((0, 1), (2, -1), (3, 2)):
        yield Call("signal.frame", (x, As(length), As(step)))
    yield Call("signal.frame", (As([1, 2, 3]), As(2), As(1)))
    yield Call("signal.frame", (x[..., :0], As(2), As(1)), {"pad_end": True})
    for shape in ((2, 3, 4), (2, 0, 4), (0, 3, 4), (1, 1), (2, 3, 1)):
        yield from (Call("signal.overlap_and_add", (plain("float32", shape), As(step))) for step in (1, 2, 4))
    for name, axes in product(
        ("signal.fftshift", "signal.ifftshift"), (None, 0, -1, [0], [], [0, 1], [-1, 0])
    ):
        yield Call(name, (plain("float32", (3, 4)),), {"axes": axes})
        yield Call(name, (plain("complex128", (5, 2)),), {"axes": axes})


def spectra() -> Iterator[Call]:
    for dtype in FLOATS:
        x, z = plain(dtype, (2, 9)), plain("complex64" if dtype == "float32" else "complex128", (3, 3))
        for length, step, end in ((4, 2, False), (4, 1, True), (3, 2, False), (1, 1, False)):
            yield Call("signal.stft", (x, As(length), As(step)), {"pad_end": end})
        for length in (3, 4):
            yield Call("signal.inverse_stft", (z, As(length), As(2)))
        yield Call("signal.stft", (x, As(3), As(2)), {"fft_length": 6, "window_fn": None})
        yield Call("signal.inverse_stft", (z, As(5), As(2)), {"fft_length": 4})
        for norm, end in product((None, "ortho"), (False, True)):
            yield Call("signal.mdct", (x, As(4)), {"norm": norm, "pad_end": end})
        yield Call("signal.mdct", (x, As(4)), {"window_fn": None})
        for norm, shape in product((None, "ortho"), ((3, 2), (2, 3, 4))):
            yield Call("signal.inverse_mdct", (plain(dtype, shape),), {"norm": norm})
        yield Call("signal.inverse_mdct", (plain(dtype, (3, 2)),), {"window_fn": None})
        yield from (
            Call("signal.mfccs_from_log_mel_spectrograms", (plain(dtype, s),)) for s in ((4,), (2, 3))
        )


def windows() -> Iterator[Call]:
    for name, length in product(("hann", "hamming", "vorbis"), (1, 2, 3, 4, 5, 8)):
        yield Call(f"signal.{name}_window", (As(length),))
        if name != "vorbis":
            yield Call(f"signal.{name}_window", (As(length),), {"periodic": False})


def cotangents() -> Iterator[Call]:
    """Of real transforms none: there TensorFlow lets some seeds broadcast that do not fit."""
    z = plain("complex64", (3, 4))
    yield from (Call(f"signal.{name}", (z,)) for name in ("fft", "ifft", "fft2d", "ifft2d"))
    yield from (Call(f"signal.{name}", (z[None],)) for name in ("fft3d", "ifft3d"))


def faulty() -> Iterator[tuple[str, Call]]:
    """Calls of which TensorFlow lacks the gradient, or has it wrong, with the variant that explains it."""
    x, z = positive("float32", (2, 3, 4)), plain("complex64", (2, 3, 4))
    yield "transforms-cut-off", Call("signal.irfft", (z[..., :0],))
    yield "transforms-of-three-axes", Call("signal.rfft3d", (x,))
    yield "transforms-of-three-axes", Call("signal.irfft3d", (z,))
    for length in (1, 2, 3):
        yield "transforms-cut-off", Call("signal.rfft", (x,), {"fft_length": [length]})
        yield "transforms-cut-off", Call("signal.irfft", (z,), {"fft_length": [length]})
    for lengths in ([2, 2], [3, 2], [2, 4]):
        yield "transforms-cut-off", Call("signal.rfft2d", (x,), {"fft_length": lengths})
    for lengths in ([3, 3], [2, 4], [2, 6]):
        yield "transforms-cut-off", Call("signal.irfft2d", (z,), {"fft_length": lengths})


def in_dtype(dtype: str) -> Iterator[Call]:
    x, y = plain(dtype, (2, 4)), plain(dtype, (2, 2, 3))
    for name in ("fft", "ifft", "rfft", "irfft", "fft2d", "ifft2d", "rfft2d", "irfft2d", "fftshift"):
        yield Call(f"signal.{name}", (x,))
    yield from (Call(f"signal.{name}", (y,)) for name in ("fft3d", "ifft3d"))
    yield from (Call("signal.dct", (x,), {"type": kind}) for kind in (1, 2, 3, 4))
    if dtype not in ("float16", "bfloat16"):  # whose sums hang on the order
        yield Call("signal.overlap_and_add", (x, As(1)))
    yield Call("signal.frame", (x, As(2), As(1)))
    yield Call("signal.frame", (x, As(3), As(2)), {"pad_end": True})
    yield Call("signal.mfccs_from_log_mel_spectrograms", (x,))


def wrong() -> Iterator[Call]:
    x, z = plain("float32", (2, 3, 4)), plain("complex64", (2, 3, 4))
    others: tuple[Any, ...] = (As(None), As("a"), As(1.0), np.array(2.0), np.array(1j), x, z, x[0, 0])
    for stem, (suffix, count) in product(("fft", "ifft", "rfft", "irfft"), SUFFIXES.items()):
        right = np.float32 if stem == "rfft" else np.complex64
        for other in (o for o in (*others, z[0], x[0]) if getattr(o, "dtype", None) != right):
            yield Call(f"signal.{stem}{suffix}", (other,))
        if stem in ("rfft", "irfft"):
            operand = x if stem == "rfft" else z
            for lengths in (4, [4] * 4, [2.0], [-1] * count, [-5], np.array([2]), "a", [[2]]):
                yield Call(f"signal.{stem}{suffix}", (operand,), {"fft_length": lengths})
    for name in ("signal.dct", "signal.idct"):
        for options in ({"type": 5}, {"n": 0}, {"n": -1}, {"axis": 0}, {"norm": "x"}, {"type": 1, "norm":
            "ortho"}, {"type": 1}, {"type": 1, "n": 1}):  # fmt: skip
            yield Call(name, (x[..., :1] if options == {"type": 1} else x,), options)
        for other in (As(None), As(1.0), As([1, 2]), np.array(1.0), z, plain("int32", (2, 3))):
            yield from (Call(name, (other,), {"type": kind}) for kind in (1, 2))
        yield Call(name, (x[:0],))
    for length, step in ((2.0, 1), ([2], 1), (2, [1]), (2, 1.0), (None, 1)):
        yield Call("signal.frame", (x, As(length), As(step)))
        yield Call("signal.stft", (x, As(length), As(step)))
        yield Call("signal.overlap_and_add", (x, As(length)))
    for axis in (3, -4):
        yield Call("signal.frame", (x, As(2), As(1)), {"axis": axis})
        yield Call("signal.fftshift", (x,), {"axes": axis})
    for value in ([1.0], "a", 1.5):
        options = {"pad_end": True, "pad_value": value}
        yield Call("signal.frame", (plain("int32", (4,)), As(3), As(2)), options)
    for other in (As(1.0), np.array(1.0), x[0, 0], As(None), z):
        for name in ("signal.stft", "signal.inverse_stft"):
            yield Call(name, (other, As(4), As(2)))
        yield Call("signal.mdct", (other, As(4)))
        yield Call("signal.inverse_mdct", (other,))
        yield Call("signal.mfccs_from_log_mel_spectrograms", (other,))
        yield Call("signal.overlap_and_add", (other, As(-1)))
    yield Call("signal.mdct", (x, As(6)))
    yield Call("signal.inverse_mdct", (x,), {"norm": "x"})
    for name in ("hann", "hamming", "vorbis"):
        for length in (2.5, [3], "a", None):
            yield Call(f"signal.{name}_window", (As(length),))
        yield Call(f"signal.{name}_window", (As(3),), {"dtype": "float32"})


FAMILIES = (complex_transforms, real_transforms, cosine, framing, spectra, windows)
