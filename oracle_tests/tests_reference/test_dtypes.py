"""Dtypes are TensorFlow's: what they are equal to, what becomes of which, how values of each are shown."""

import warnings

import ml_dtypes
import numpy as np
import pytest

import reference
from oracle_tests import subjects
from reference.dtypes import ALL, FLOATING, INTEGER

from .calls import attempt, differences, fail_for

NAMES = [d.name for d in ALL]
bfloat16 = ml_dtypes.bfloat16

ASKED = (
    *NAMES, "half", "double", "float", "str", "S", "int", "complex", "float128", np.float16, bfloat16,
    np.dtype("U3"), np.bytes_, np.str_, object, np.object_, str, bytes, complex, int, float, bool, None,
    list, np.longdouble, np.dtype("M8[s]"), 1.5, True, False, 0, *range(1, 11), 14, 17, 18, 19, 22, 23,
    np.array(1.0, "float16")
)  # fmt: skip
QUESTIONS = (
    "name", "size", "is_integer", "is_unsigned", "is_floating", "is_complex", "is_bool", "is_numeric",
    "as_datatype_enum", "as_numpy_dtype", "min", "max", "limits"
)  # fmt: skip

VALUES = (
    1, -1, 300, 70000, 2**31, 2**40, 2**63, 2**64, -(2**31) - 1, 1.5, 0.1, 1e10, 1e39, np.inf, np.nan,
    65519.0, 65520.0, 1 + 2**-11 + 2**-30, 1 + 2**-8 + 2**-30, True, 1 + 2j, 3 + 0j, 1e300 + 1j, "ab",
    b"ab", "é中", "\udc80", b"\xff\0", "", None, {}, [], [1, 300], [1.5, 2], [1, 2.5], [1.5, 1e39], [1, 2j],
    [2j, 1], [2j, True], ["a", b"bc"], ["a", 1], [1, "a"], [2j, "a"], [True, 1], [True, 2j], [1.5, True],
    [[1, 2], [3, 4]], [[1j], [2j]], [["a"], ["b"]], [2**63, 1], [1.5, 2**63], [2j, 2**70], [None],
    [np.float16(1.5)], [np.float16(1.5), 1e5], [np.float64(1.5), 1.0], [np.float32(1.5), np.float64(1.5)],
    [np.int8(3)], [np.uint64(2**64 - 1)], [bfloat16(1.5)], [np.complex64(1j)], [np.str_("a")],
    [np.bytes_(b"a")], [np.array([1.5], "float16")], [np.array([200], "uint8")], [np.array([1.5],
    bfloat16)], [np.array([b"a"])], [np.array(["a"], object)], [np.array(1j)],
)  # fmt: skip
ARRAYS = (
    *(np.array([1.5, -2]).astype(d.numpy) for d in FLOATING), np.array([1.5, -2.7, 1e300]), np.array([1 +
    2j], "complex64"), np.array([1 + 2j, 0]), *(np.array([1, 100, 200, 70000, -1]).astype(d.numpy) for d in
    INTEGER), np.array([True, False]), np.array(["a", b"b"], object), np.array([1, 2.5], object),
    np.array([None]), np.array(["a", "bcd"]), np.array([b"a", b"bcd"]), np.array("3.5"), np.str_("xyz"),
    np.bytes_(b"xyz"), np.float16(1.5), bfloat16(1.5), np.complex64(1j), np.int8(-3), np.uint64(2**64 - 1),
    np.array([], object), np.array([1.5], np.longdouble), np.array(["2020-01-01"], "M8[D]"),
)  # fmt: skip


@pytest.fixture(scope="module")
def tensorflow():
    return subjects.load("tensorflow")


def agree(asked, *arguments) -> list[str]:
    """Where the two modules answer differently; NumPy's warnings are TensorFlow's own affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = (
            attempt(tf, lambda tf=tf: asked(tf, *arguments))  # type: ignore[misc]
            for tf in (reference, subjects.load("tensorflow"))
        )
    return [f"{arguments!r} {line}" for line in differences(ours, theirs)]


@pytest.mark.oracle
def test_dtypes_are_known_by_the_same_names(tensorflow) -> None:
    problems = [line for value in ASKED for line in agree(lambda tf, v: repr(tf.as_dtype(v)), value)]
    for name in NAMES:
        for question in QUESTIONS:
            problems += agree(lambda tf, n, q: repr(getattr(tf.as_dtype(n), q)), name, question)
        problems += agree(lambda tf, n: repr(tf.as_dtype(n).real_dtype), name)
        for value in ASKED:
            problems += agree(lambda tf, n, v: tf.as_dtype(n) == v, name, value)
    fail_for(problems)


def beyond_uint64(value, dtype) -> bool:
    """Where TensorFlow leaves an error behind that nobody raised; the reference raises it at once."""
    return dtype == "uint64" and type(value) is int and not 0 <= value < 2**64


def test_what_has_no_place_in_uint64_is_not_gone_on_with() -> None:
    for value in (-1, 2**64, [-1]):
        with pytest.raises(reference.errors.InternalError):
            reference.constant(value, "uint64")


@pytest.mark.oracle
@pytest.mark.parametrize("dtype", [None, *NAMES])
def test_values_become_tensors_of_a_dtype_or_raise(dtype, tensorflow) -> None:
    made = (lambda tf, v, d: tf.constant(v, d), lambda tf, v, d: tf.Variable(v, dtype=d))
    values = [v for v in VALUES if not beyond_uint64(v, dtype)]
    problems = [line for value in (*values, *ARRAYS) for make in made for line in agree(make, value, dtype)]
    fail_for(problems)


@pytest.mark.oracle
def test_values_are_shown_alike(tensorflow) -> None:
    shown = (
        repr, str, "{}".format, "{:.2f}".format, "{:>8}".format, float, int, complex, bool, len,
        lambda x: x.__index__(), lambda x: type(x.numpy()).__name__,
    )  # fmt: skip
    problems = []
    for d in ALL:
        array = np.array([b"a", b""], object) if d.name == "string" else np.array([1.1, 0]).astype(d.numpy)
        for value in (array, array[0], array[:, None]):
            for show in shown:
                problems += agree(lambda tf, v, s, d: s(tf.constant(v, d)), value, show, d.name)
            problems += agree(lambda tf, v, d: repr(tf.Variable(v, dtype=d)), value, d.name)
    fail_for(problems)


BORDERS = [
    0.5, -0.5, -1, -1.5, 127.5, 128, 200, 255.9, 256, 300, -128.9, -129, -300, 32768, 65535, 70000, -40000,
    2.0**31, 2.0**32, -(2.0**31), -(2.0**32), 2.0**62, 2.0**63, 2.0**64, -(2.0**63), -(2.0**64), np.inf,
    -np.inf, np.nan, 1e-40, 1e-8, 5.9e-8, 65519.99, 65520.0, 1e300, 1 + 2**-11 + 2**-30
]  # fmt: skip


@pytest.mark.oracle
@pytest.mark.parametrize("name", NAMES)
def test_casts_from_one_dtype_to_every_other(name: str, tensorflow) -> None:
    problems = []
    d = reference.as_dtype(name)
    if name == "string":
        values = [np.array([b"1", b"a"], object)]
    elif d.is_integer:
        limits = np.iinfo(name)
        values = [np.array([n], name) for n in (0, 1, 100, limits.max, limits.min, limits.max // 2 + 3)]
    else:
        with np.errstate(all="ignore"):
            values = [np.array([n]).astype(d.numpy) for n in BORDERS]
    if d.is_complex:
        values += [np.array([n], name) for n in (1 + 2j, 2j, complex(np.nan, 1), complex(0, np.nan))]
    for to in NAMES:
        for value in values:
            problems += agree(lambda tf, v, to: tf.cast(tf.constant(v), to), value, to)
    fail_for(problems)


def test_numpys_kind_of_bfloat16_is_not_floating() -> None:
    assert np.dtype(bfloat16).kind == "V"
    assert reference.bfloat16.is_floating
    assert reference.constant(1.5, "bfloat16").is_differentiable
