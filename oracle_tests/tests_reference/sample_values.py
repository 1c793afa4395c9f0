"""SAMPLE VALUES: the numbers on which operations are compared."""

from collections.abc import Iterator

import ml_dtypes
import numpy as np

from reference.dtypes import as_dtype

FLOATS = ("float32", "float64")
INTS = ("int32", "int64")
NUMBERS = (*FLOATS, *INTS)
ALL = (*NUMBERS, "bool")

Shape = tuple[int, ...]


def specials(dtype: str) -> np.ndarray:
    """Zeros, ones, the extremes, infinities and nan, and a few plain numbers; no subnormal ones.

    Complex numbers are all finite.
    """
    kind = as_dtype(dtype)
    if kind.is_bool:
        return np.array([True, False])
    if dtype == "string":
        return np.array([b"", b"a", b"ab", b"b", b"\xff\0"], object)
    if kind.is_integer:
        limits = np.iinfo(dtype)
        numbers = [0, 1, 2, 3, 100, limits.max, limits.max - 1]
        return np.array([*numbers, *((-1, -2, -7, limits.min) if limits.min else (7, 50))], dtype)
    if kind.is_complex:
        return np.array(
            [0, 1, -1, 1j, -2j, 1 + 2j, -0.5 + 0.25j, 3 - 4j, -2 - 1j, 100j, 0.125, 20 + 0.1j], dtype
        )
    huge, tiny = float(kind.max), float(ml_dtypes.finfo(kind.numpy).tiny)
    numbers = [0.0, 1.0, 2.0, 3.0, 0.5, 1.75, 0.1, 20.0, 100.0, 1e10, 1e-10, huge, huge / 4, tiny, tiny * 8]
    if dtype == "float16":
        numbers = [n for n in numbers if n not in (1e10, 1e-10)]
    return np.array([*numbers, np.inf, *(-n for n in numbers), -np.inf, np.nan], kind.numpy)


def has_coarse_reciprocal(x: np.ndarray) -> np.ndarray:
    """Where TensorFlow's reciprocals keep 12 bits on CPUs with AVX-512: in large numbers of float32, of which
    8 or more stand beside each other.
    """
    if x.dtype != np.float32:
        return np.zeros(x.shape, bool)
    return np.isfinite(x) & (abs(x) > 2.0**100)


def in_threes(*arrays: np.ndarray) -> Iterator[tuple[np.ndarray, ...]]:
    """Rows of three, which no CPU computes as a packet."""
    for i in range(0, len(arrays[0]), 3):
        yield tuple(a[i : i + 3] for a in arrays)


def plain(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Ordinary numbers of both signs; floats without ties."""
    source = np.random.default_rng([salt, *shape])
    if dtype == "bool":
        return np.asarray(source.integers(0, 2, shape).astype(bool))
    if dtype == "string":
        return np.asarray(
            np.array([b"a", b"b", b"ab"], object)[source.integers(0, 3, shape, np.int64)], object
        )
    if dtype.startswith("int"):
        return np.asarray(source.integers(-5, 6, shape).astype(dtype))
    if dtype.startswith("uint"):
        return np.asarray(source.integers(0, 11, shape).astype(dtype))
    numbers = source.uniform(-2.0, 2.0, shape)
    if dtype.startswith("complex"):
        numbers = numbers + 1j * source.uniform(-2.0, 2.0, shape)
    return np.asarray(numbers.astype(as_dtype(dtype).numpy))


def whole(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Of half precision whole numbers, whose sums are exact in any order; else as `plain`."""
    if dtype not in ("float16", "bfloat16"):
        return plain(dtype, shape, salt)
    return np.asarray(plain("int32", shape, salt).astype(as_dtype(dtype).numpy))


def positive(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Numbers of at least 1; complex ones whose real part is."""
    if dtype.startswith("complex"):
        numbers = plain(dtype, shape, salt)
        return np.asarray((np.abs(numbers.real) + 1 + 1j * numbers.imag).astype(dtype))
    if dtype in ("bool", "string"):
        return plain(dtype, shape, salt)
    return np.asarray(np.abs(plain(dtype, shape, salt)) + np.asarray(1, as_dtype(dtype).numpy))


def tied(dtype: str, shape: Shape) -> np.ndarray:
    """Small whole numbers without zeros, most of them more than once."""
    return np.array([-1, 1, 2])[np.random.default_rng([9, *shape]).integers(0, 3, shape)].astype(dtype)
