"""SAMPLE VALUES: the numbers on which operations are compared."""

import numpy as np

FLOATS = ("float32", "float64")
INTS = ("int32", "int64")
NUMBERS = (*FLOATS, *INTS)
ALL = (*NUMBERS, "bool")

Shape = tuple[int, ...]


def specials(dtype: str) -> np.ndarray:
    """Zeros, ones, the extremes, infinities and nan, and a few plain numbers; no subnormal ones."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return np.array([True, False])
    if kind == "i":
        limits = np.iinfo(dtype)
        return np.array([0, 1, -1, 2, -2, 3, -7, 100, limits.max, limits.min, limits.max - 1], dtype)
    huge, tiny = float(np.finfo(dtype).max), float(np.finfo(dtype).tiny)
    numbers = [0.0, 1.0, 2.0, 3.0, 0.5, 1.75, 0.1, 20.0, 100.0, 1e10, 1e-10, huge, huge / 4, tiny, tiny * 8]
    return np.array([*numbers, np.inf, *(-n for n in numbers), -np.inf, np.nan], dtype)


def plain(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Ordinary numbers of both signs; floats without ties."""
    source = np.random.default_rng([salt, *shape])
    if dtype == "bool":
        return np.asarray(source.integers(0, 2, shape).astype(bool))
    if dtype.startswith("int"):
        return np.asarray(source.integers(-5, 6, shape).astype(dtype))
    return np.asarray(source.uniform(-2.0, 2.0, shape).astype(dtype))


def positive(dtype: str, shape: Shape, salt: int = 0) -> np.ndarray:
    """Numbers of at least 1."""
    return np.asarray(np.abs(plain(dtype, shape, salt)) + np.asarray(1, dtype))


def tied(dtype: str, shape: Shape) -> np.ndarray:
    """Small whole numbers without zeros, most of them more than once."""
    return np.array([-1, 1, 2])[np.random.default_rng([9, *shape]).integers(0, 3, shape)].astype(dtype)
