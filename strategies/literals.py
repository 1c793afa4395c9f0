"""LITERALS: dense values, as Python scalars in a program and as arrays.

The array of a literal is its meaning.  Several literals may mean one array, as 0.1 and 0.10000000149 do in
float32.  The one that `literal` gives is *normal*: each float is the one with the shortest decimals among
those that its dtype rounds to the value meant, and NaN is `math.nan`, so that equal arrays have equal
literals.  Every bit of numbers and the signs of zeros are kept; the sign and payload of NaN are not.  Strings
are text here and bytes in arrays, UTF-8 between them, as TensorFlow has it.
"""

import math

import ml_dtypes
import numpy as np

from .program import Literal, Scalar

DTYPES: dict[str, np.dtype] = {
    name: np.dtype(name)
    for kind in ("bool", "int8 int16 int32 int64", "uint8 uint16 uint32 uint64", "float16 float32 float64")
    for name in kind.split()
}
DTYPES |= {
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "complex64": np.dtype("c8"),
    "complex128": np.dtype("c16"),
}
DTYPES |= {"string": np.dtype(object)}

NAMES = {dtype: name for name, dtype in DTYPES.items()}
INTEGERS = frozenset(name for name, dtype in DTYPES.items() if dtype.kind in "iu")
COMPLEX = {"complex64": DTYPES["float32"], "complex128": DTYPES["float64"]}  # with the dtype of the parts
HALF = frozenset({"float16", "bfloat16"})
FLOATING = HALF | {"float32", "float64"}
LIMITS = {name: (int(np.iinfo(name).min), int(np.iinfo(name).max)) for name in INTEGERS}


def array(literal: Literal) -> np.ndarray:
    """The array that `literal` means: of its dtype and shape, each value rounded to the dtype.

    Raises KeyError for an unknown dtype, ValueError where the values do not fill the shape, OverflowError for
    an integer beyond the dtype.
    """
    if literal.dtype == "string":
        return np.array([str(x).encode() for x in literal.values], DTYPES["string"]).reshape(literal.shape)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array(literal.values, DTYPES[literal.dtype]).reshape(literal.shape)


def literal(array: np.ndarray) -> Literal:
    """The normal literal that means `array`.

    Raises KeyError if its dtype is none of `DTYPES`, ValueError for objects that are no text in UTF-8.
    """
    name = NAMES[array.dtype]
    return Literal(name, array.shape, tuple(_scalars(array.ravel(), name)))


def normal(value: Literal) -> Literal:
    """The normal literal that means what `value` means; raises what `array` raises."""
    return literal(array(value))


def _scalars(flat: np.ndarray, name: str) -> list[Scalar]:
    if name == "bool" or name in INTEGERS:
        return flat.tolist()
    if name == "string":
        return list(map(_text, flat))
    if name in COMPLEX:
        parts = (_shortest_all(part, COMPLEX[name]) for part in (flat.real, flat.imag))
        return [complex(real, imag) for real, imag in zip(*parts, strict=True)]
    return list(_shortest_all(flat, DTYPES[name]))


def _text(x: object) -> str:
    if not isinstance(x, bytes):
        raise ValueError(f"{x!r} is no string")
    return x.decode()


def _shortest_all(flat: np.ndarray, dtype: np.dtype) -> list[float]:
    with np.errstate(over="ignore", invalid="ignore"):
        return [_shortest(value, dtype) for value in flat.astype(np.float64).tolist()]


def _shortest(value: float, dtype: np.dtype) -> float:
    """The float of the shortest decimals that round to `value`, an element of `dtype`.

    To half precision they have to do so through float32 as well, because some converters go that way.
    """
    if value != value:
        return math.nan
    if math.isinf(value) or dtype == np.float64:
        return value
    half = dtype.itemsize == 2
    for digits in range(1, 17):
        short = float(f"{value:.{digits}g}")
        if float(dtype.type(short)) == value and (not half or float(dtype.type(np.float32(short))) == value):
            return short
    return value
