import math

import numpy as np
import pytest
from hypothesis import given

from strategies.literals import DTYPES, array, literal, normal
from strategies.program import Literal

from .any_programs import literals


def same_bits(a, b):
    """True for arrays equal in dtype, shape and every bit but the bits of NaNs."""
    assert (a.dtype, a.shape) == (b.dtype, b.shape)
    if a.dtype.kind == "c":
        return same_bits(a.real.copy(), b.real.copy()) and same_bits(a.imag.copy(), b.imag.copy())
    if a.dtype.kind == "O":
        return a.tolist() == b.tolist()
    if a.dtype.kind in "biu":
        return a.tobytes() == b.tobytes()
    with np.errstate(invalid="ignore"):
        nan, other_nan = np.isnan(a), np.isnan(b)
    return bool((nan == other_nan).all()) and a[~nan].tobytes() == b[~nan].tobytes()


@given(literals())
def test_array_of_a_normal_literal_gives_the_literal_back(value):
    assert repr(literal(array(value))) == repr(value)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_every_half_precision_value_survives_its_shortest_decimals(dtype):
    every = np.arange(2**16, dtype=np.uint16).view(DTYPES[dtype])
    assert same_bits(array(literal(every)), every)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_random_and_extreme_bits_survive_their_shortest_decimals(dtype):
    rng = np.random.default_rng(0)
    kind = DTYPES[dtype]
    bits = np.frombuffer(rng.bytes(2_000 * kind.itemsize), kind)
    real = np.dtype(f"f{kind.itemsize // 2}") if kind.kind == "c" else kind
    limits = np.finfo(real)
    extremes = [limits.max, limits.min, limits.tiny, limits.smallest_subnormal, limits.eps, 1 / 3, 0.1, -0.0]
    for values in (bits, np.array(extremes, kind)):
        assert same_bits(array(literal(values)), values)


@pytest.mark.parametrize(
    ("dtype", "value", "shortest"),
    [
        ("float32", 0.10000000149011612, 0.1),
        ("float16", 0.0999755859375, 0.1),
        ("bfloat16", 0.10009765625, 0.1),
        ("bfloat16", 3.3895313892515355e38, 3.39e38),
        ("float16", 65504.0, 65500.0),
        ("float64", 0.1, 0.1),
        ("float32", 16777216.0, 16777216.0),
        ("float32", 1e300, math.inf),
        ("float32", -0.0, -0.0),
    ],
)
def test_floats_have_the_shortest_decimals_of_their_dtype(dtype, value, shortest):
    assert repr(normal(Literal(dtype, (), (value,))).values) == repr((shortest,))


def test_literals_with_nan_and_infinities_are_equal_when_their_arrays_are():
    values = np.array([np.nan, -np.nan, np.inf, -np.inf], np.float32)
    assert (
        literal(values)
        == literal(values.copy())
        == Literal("float32", (4,), (math.nan, math.nan, math.inf, -math.inf))
    )


def test_complex_parts_keep_nan_infinity_and_the_signs_of_zeros():
    value = literal(np.array([complex(-0.0, math.nan), complex(math.inf, -0.0)], np.complex64))
    assert repr(value.values) == repr((complex(-0.0, math.nan), complex(math.inf, -0.0)))
    assert repr(literal(array(value))) == repr(value)


@pytest.mark.parametrize("dtype", sorted(DTYPES))
def test_values_are_plain_python_scalars(dtype):
    kind = {"b": bool, "i": int, "u": int, "c": complex, "O": str}.get(DTYPES[dtype].kind, float)
    one = b"1" if dtype == "string" else 1
    for value in (literal(np.full((2,), one, DTYPES[dtype])), literal(np.full((), one, DTYPES[dtype]))):
        assert [type(x) for x in value.values] == [kind] * len(value.values)
        assert value.dtype == dtype


def test_complex_nan_equals_itself_and_signs_of_zeros_differ():
    nan = np.array([complex(math.nan, -0.0)], np.complex128)
    assert literal(nan) == literal(nan.copy())
    assert hash(literal(nan)) == hash(literal(nan.copy()))
    assert literal(nan) != literal(np.array([complex(math.nan, 0.0)], np.complex128))
    assert Literal("float32", (), (0.0,)) != Literal("float32", (), (-0.0,))
    assert len({Literal("float32", (), (x,)) for x in (0.0, -0.0, math.nan, float("nan"))}) == 3


def test_strings_are_text_here_and_bytes_in_arrays():
    value = Literal("string", (2, 1), ("a\n\0", "é"))
    assert array(value).tolist() == [[b"a\n\0"], ["é".encode()]]
    assert literal(array(value)) == value


def test_empty_arrays_keep_their_shape():
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 4)):
        assert array(literal(np.zeros(shape, np.float32))).shape == shape


def test_what_no_array_has_is_refused():
    with pytest.raises(ValueError, match="reshape"):
        array(Literal("float32", (3,), (1.0, 2.0)))
    with pytest.raises(OverflowError):
        array(Literal("int8", (), (128,)))
    with pytest.raises(KeyError):
        array(Literal("object", (), (1,)))
    with pytest.raises(KeyError):
        literal(np.array(["text"]))
    with pytest.raises(ValueError, match="no string"):
        literal(np.array([1, None], object))
    with pytest.raises(UnicodeDecodeError):
        literal(np.array([b"\xff"], object))
