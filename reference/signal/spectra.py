"""SPECTRA: transforms of the frames of a signal, and the signal again."""

import math
from typing import Annotated

import numpy as np

from ..array_operands import Between
from ..arrays.joining import concat
from ..arrays.moving import reverse
from ..arrays.padding import pad_zeros
from ..arrays.parting import split
from ..dtypes import COMPLEX
from ..errors import InvalidArgumentError, error
from ..operands import Among, Flag, Floats
from ..primitive import composed
from ..tensor import Tensor, convert_to_tensor
from .cosine import dct
from .framing import frame, one_int, overlap_and_add
from .real_transforms import REALS, irfft, rfft
from .windows import hann_window, vorbis_window


def _enclosing_power(length):
    return int(2 ** np.ceil(np.log(length) / np.log(2.0)))


def _check_rank(x, rank):
    if x.ndim < rank:
        raise error(ValueError, f"Shape {x.shape} must have rank at least {rank}")


def _weighed(frames, length, window_fn):
    return frames if window_fn is None else frames * window_fn(length, dtype=frames.dtype)


@composed("signal.stft")
def stft(
    signals: Annotated[Tensor, Floats(dtypes=REALS, least_rank=1)],
    frame_length: Annotated[int, Between(1, 4)],
    frame_step: Annotated[int, Between(1, 3)],
    fft_length: Annotated[int | None, Among(None, 4)] = None,
    window_fn=hann_window,
    pad_end: Annotated[bool, Flag()] = False,
    name=None,
):
    """The spectra of frames of a signal, each times a window.

    They are `fft_length` long, or as the next power of two.  Raises ValueError for a scalar and for anything
    but float32 and float64.
    """
    x = convert_to_tensor(signals)
    _check_rank(x, 1)
    length, step = one_int(frame_length, "frame_length"), one_int(frame_step, "frame_step")
    size = _enclosing_power(length) if fft_length is None else fft_length
    return rfft(_weighed(frame(x, length, step, pad_end=pad_end), length, window_fn), [size])


@composed("signal.inverse_stft")
def inverse_stft(
    stfts: Annotated[Tensor, Floats(dtypes=COMPLEX, least_rank=2)],
    frame_length: Annotated[int, Between(2, 4)],
    frame_step: Annotated[int, Between(1, 3)],
    fft_length: Annotated[int | None, Among(None, 4)] = None,
    window_fn=hann_window,
    name=None,
):
    """The sum of the frames of which the input are the spectra, each times a window."""
    x = convert_to_tensor(stfts)
    _check_rank(x, 2)
    length, step = one_int(frame_length, "frame_length"), one_int(frame_step, "frame_step")
    size = _enclosing_power(length) if fft_length is None else one_int(fft_length, "fft_length")
    frames = irfft(x, [size])
    if size > length:
        frames = frames[..., :length]
    elif size < length:
        frames = pad_zeros(frames, (*((0, 0),) * (frames.ndim - 1), (0, length - size)))
    return overlap_and_add(_weighed(frames, length, window_fn), step)


def _halved(frames, length, window_fn):
    if window_fn is None:
        return frames * (1.0 / math.sqrt(2))
    return _weighed(frames, length, window_fn)


@composed("signal.mdct")
def mdct(
    signals: Annotated[Tensor, Floats(dtypes=REALS, least_rank=1)],
    frame_length: Annotated[int, Among(4, 8)],
    window_fn=vorbis_window,
    pad_end: Annotated[bool, Flag()] = False,
    norm: Annotated[str | None, Among(None, "ortho")] = None,
    name=None,
):
    """The modified cosine transform: frames that overlap by half, folded to half, then type 4.

    With a frame in quarters a b c d, what is transformed is (-cʳ - d, a - bʳ), where ʳ is backwards.  Raises
    ValueError for a length that is no multiple of 4.
    """
    x = convert_to_tensor(signals)
    _check_rank(x, 1)
    length = one_int(frame_length, "frame_length")
    if length % 4:
        raise error(ValueError, "The frame length must be a multiple of 4.")
    frames = _halved(frame(x, length, length // 2, pad_end=pad_end), length, window_fn)
    a, b, c, d = split(frames, 4, axis=-1)
    folded = concat([-reverse(c, [-1]) - d, a - reverse(b, [-1])], -1)
    return dct(folded, type=4, norm=norm)


@composed("signal.inverse_mdct")
def inverse_mdct(
    mdcts: Annotated[Tensor, Floats(dtypes=REALS, least_rank=2)],
    window_fn=vorbis_window,
    norm: Annotated[str | None, Among(None, "ortho")] = None,
    name=None,
):
    """The signal from its modified cosine transforms, unfolded and added where frames overlap."""
    x = convert_to_tensor(mdcts)
    _check_rank(x, 2)
    half = int(x.shape[-1])
    if norm is None:
        y = Tensor(np.array(0.5 / max(half, 1), x._array.dtype)) * dct(x, type=4)
    elif norm == "ortho":
        y = dct(x, type=4, norm="ortho")
    else:
        raise error(UnboundLocalError, "there is no result for this norm")
    first, second = split(y, 2, axis=-1)
    frames = concat([second, -reverse(second, [-1]), -reverse(first, [-1]), -first], -1)
    return overlap_and_add(_halved(frames, 2 * half, window_fn), half)


@composed("signal.mfccs_from_log_mel_spectrograms")
def mfccs_from_log_mel_spectrograms(
    log_mel_spectrograms: Annotated[Tensor, Floats(dtypes=REALS, least_rank=1)], name=None
):
    """The cosine transform of type 2 over √(2N), N entries along the last axis.

    Raises ValueError where there are none.
    """
    x = convert_to_tensor(log_mel_spectrograms)
    if not x.ndim:
        raise error(InvalidArgumentError, "slice index -1 of dimension 0 out of bounds")
    if not x.shape[-1]:
        raise error(ValueError, "num_mel_bins must be positive")
    y = dct(x, type=2)
    return y * Tensor(np.array(1 / math.sqrt(2.0 * int(x.shape[-1])), y._array.dtype))
