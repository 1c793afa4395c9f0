"""PHILOX: TensorFlow's source of random numbers, a counter that ten rounds of a cipher scramble.

A key of two words of 32 bits and a counter of four make a block of four random words; the next block comes
from the counter plus one.  Blocks of any counter can be had without those before.
"""

import math

import numpy as np

_FACTORS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_STEPS = 0x9E3779B9, 0xBB67AE85
_WORD = np.uint64(0xFFFFFFFF)
_FROM_SEED = 0x3EC8F720, 0x02461E29  # the key that scrambles seeds
ROUNDS = 10
LEAST = 1e-7  # what replaces smaller numbers under a logarithm


def words(key, counters):
    """The blocks of `counters`, four columns of words, one row for each."""
    c = [counters[:, i].astype(np.uint64) for i in range(4)]
    keys = list(key)
    for _ in range(ROUNDS):
        low, high = _FACTORS[0] * c[0], _FACTORS[1] * c[2]
        first, second = (np.uint64(k) for k in keys)
        shift = np.uint64(32)
        c = [(high >> shift) ^ c[1] ^ first, high & _WORD, (low >> shift) ^ c[3] ^ second, low & _WORD]
        keys = [(k + step) & 0xFFFFFFFF for k, step in zip(keys, _STEPS, strict=True)]
    return np.stack(c, axis=1).astype(np.uint32)


def halves(number):
    """The lower and the upper word of an int of 64 bits."""
    return number & 0xFFFFFFFF, (number >> 32) & 0xFFFFFFFF


class Source:
    """A key, and the counter where it begins."""

    def __init__(self, key, start):
        self.key, self.start = key, start

    @classmethod
    def of_pair(cls, seed):
        """Of a seed of two ints, scrambled."""
        counter = np.array([[*halves(int(seed[0])), *halves(int(seed[1]))]], np.uint64)
        mixed = [int(word) for word in words(_FROM_SEED, counter)[0]]
        return cls(mixed[:2], (mixed[2] << 64) | (mixed[3] << 96))

    @classmethod
    def of_ints(cls, seed, second):
        """Of the seeds of an operation, as they stand."""
        return cls(halves(seed), second << 64)

    def skip(self, blocks):
        """The source that begins that many blocks later."""
        return Source(self.key, (self.start + blocks) % 2**128)

    def blocks(self, count):
        numbers = [(self.start + i) % 2**128 for i in range(count)]
        rows = [[*halves(n), *halves(n >> 64)] for n in numbers]
        return words(self.key, np.array(rows, np.uint64).reshape(count, 4))


def _of_bits(bits, mantissa, exponent, kind, numpy_type):
    """Numbers from 1 to 2 with these bits behind the point, less 1."""
    one = np.array(exponent << mantissa, kind)
    return (bits.astype(kind) & kind(2**mantissa - 1) | one).view(numpy_type) - numpy_type(1)


def _doubles(rows):
    bits = (rows[:, 0::2].astype(np.uint64) << np.uint64(32)) | rows[:, 1::2]
    return _of_bits(bits, 52, 1023, np.uint64, np.float64)


def uniform(source, count, dtype):
    """`count` numbers from 0 to 1, 1 not included, as many of the bits as `dtype` has random."""
    per = 2 if dtype.name == "float64" else 4
    rows = source.blocks(math.ceil(count / per))
    match dtype.name:
        case "float64":
            y = _doubles(rows)
        case "float32":
            y = _of_bits(rows, 23, 127, np.uint32, np.float32)
        case "float16":
            y = _of_bits(rows, 10, 15, np.uint16, np.float16)
        case _:
            y = _of_bits(rows, 7, 127, np.uint16, dtype.as_numpy_dtype)
    return y.reshape(-1)[:count]


def _normals(rows, wide):
    """Two numbers of each pair of uniform ones: a length and an angle."""
    u = _doubles(rows) if wide else _of_bits(rows, 23, 127, np.uint32, np.float32)
    kind = u.dtype.type
    length = np.sqrt(kind(-2) * np.log(np.maximum(u[:, 0::2], kind(LEAST))))
    angle = kind(2 * math.pi) * u[:, 1::2]
    return np.stack([np.sin(angle) * length, np.cos(angle) * length], axis=-1).reshape(u.shape)


def normal(source, count, dtype):
    """`count` numbers of the standard normal distribution; half precision from float32."""
    wide = dtype.name == "float64"
    y = _normals(source.blocks(math.ceil(count / (2 if wide else 4))), wide)
    return y.reshape(-1)[:count].astype(dtype.as_numpy_dtype)


def truncated_normal(source, count, dtype):
    """As `normal`, without those of size 2 and more.  Groups of numbers draw from blocks far apart."""
    wide = dtype.name == "float64"
    group = 2 if wide else 4
    found = []
    for i in range(math.ceil(count / group)):
        here, kept = source.skip(i * group * 64), []
        while len(kept) < group:
            y = _normals(here.blocks(8), wide).reshape(-1)
            kept += y[np.abs(y) < 2].tolist()
            here = here.skip(8)
        found += kept[:group]
    return np.array(found[:count]).astype(np.float64 if wide else np.float32).astype(dtype.as_numpy_dtype)
