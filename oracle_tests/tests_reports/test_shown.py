import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle_tests.tests_reports.sample import array
from reports.shown import difference_marked, shown
from strategies.outcome import Composite, Done, Names, Raised, Returned, Slices, Value

SCALARS = {
    "float16": (0.1, 65504.0, 1e-7),
    "float32": (0.1, 1 / 3, 1e30, 1e-40),
    "float64": (0.1, 1 / 3, 1e300, 5e-324),
    "bfloat16": (0.1, 1 / 3, 256.0, 1e30, 1e-40),
    "float8_e4m3fn": (0.1, 448.0),
}


def dtype_named(name: str) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, name, name))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (array([6, 0.5], "float32"), "float32 [2]: [6.0, 0.5]"),
        (array(6, "float32"), "float32 []: 6.0"),
        (np.float32(6), "float32 []: 6.0"),  # NumPy's scalars, which TensorFlow's numpy() gives
        (np.array(-0.0), "float64 []: -0.0"),
        (array([np.nan, np.inf, -np.inf], "float64"), "float64 [3]: [nan, inf, -inf]"),
        (np.array([0.1, 1 / 3, 256], ml_dtypes.bfloat16), "bfloat16 [3]: [0.1, 0.334, 256.0]"),
        (np.array([1, -7], ml_dtypes.int4), "int4 [2]: [1, -7]"),
        (array([[1, 2], [3, 4]], "int64"), "int64 [2, 2]: [[1, 2], [3, 4]]"),
        (array(255, "uint8"), "uint8 []: 255"),
        (np.array([True, False]), "bool [2]: [True, False]"),
        (array(1 - 2j, "complex64"), "complex64 []: 1.0-2.0j"),
        (array(complex(np.nan, -np.inf), "complex128"), "complex128 []: nan-infj"),
        (np.array([b"a", b"\xff"], object), "string [2]: [b'a', b'\\xff']"),
        (np.zeros((0, 3), np.int32), "int32 [0, 3]: []"),
        (np.zeros((10**7, 0), np.int32), "int32 [10000000, 0]: []"),
        (None, "None"),
        (Done(), "done"),
        ([], "[]"),
        ((), "()"),
        ({}, "{}"),
        ([None, (array(1, "float32"),)], "[None, (float32 []: 1.0,)]"),
        ({"b": None, "a": [array(2, "int32")]}, "{'b': None, 'a': [int32 []: 2]}"),
        (Names(("v0", "v1")), "variables (v0, v1)"),
        (Names(()), "variables ()"),
        (
            Slices(array([[2.0]], "float32"), array([3], "int32"), None),
            "IndexedSlices(values=float32 [1, 1]: [[2.0]], indices=int32 [1]: [3], dense_shape=None)",
        ),
    ],
)
def test_a_value_is_shown_with_dtype_and_shape(value, text):
    assert shown(Returned(value)) == text


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Raised("InvalidArgumentError", "\n bad shape \nmore"), "Raised InvalidArgumentError: bad shape"),
        (Raised("KeyError"), "Raised KeyError"),
        (Raised("E", "m", ends_process=True), "Raised E (refused: TensorFlow's process would end): m"),
        (Raised("KeyError", "k", fault=True), "Raised KeyError (not meant to be raised): k"),
    ],
)
def test_an_error_is_shown_with_the_first_line_of_its_message(outcome, text):
    assert shown(outcome) == text


def test_what_is_no_outcome_is_refused():
    with pytest.raises(TypeError, match="no outcome"):
        shown(array(1, "float32"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no value"):
        shown(Returned({1, 2}))  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "number"), [(n, x) for n, numbers in SCALARS.items() for x in numbers])
def test_decimals_read_back_as_the_same_number(name, number):
    value = np.array(number, dtype_named(name))
    decimals = shown(Returned(value)).split(": ")[1]
    assert np.array(float(decimals), value.dtype) == value


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn"])
def test_every_finite_number_of_a_small_dtype_reads_back(name):
    dtype = dtype_named(name)
    bits = np.arange(2 ** (8 * dtype.itemsize), dtype=f"uint{8 * dtype.itemsize}")
    finite = [x for x in bits.view(dtype)[:: 1 if dtype.itemsize == 1 else 97] if np.isfinite(float(x))]
    texts = [shown(Returned(np.array(x, dtype))).split(": ")[1] for x in finite]
    assert [dtype.type(float(text)) for text in texts] == finite
    assert len(finite) > 200


def test_a_long_array_is_cut_in_the_middle_and_says_how_much():
    text = shown(Returned(np.arange(100, dtype=np.int32)))
    assert text == "int32 [100]: [0, 1, 2, … 94 more …, 97, 98, 99]"


def test_a_long_structure_is_cut_in_the_middle():
    nothing: Value = [None] * 40
    assert shown(Returned(nothing)) == "[None, None, None, … 34 more …, None, None, None]"
    names = Names(tuple(f"v{i}" for i in range(20)))
    assert shown(Returned(names)) == "variables (v0, v1, v2, … 14 more …, v17, v18, v19)"


def test_a_long_message_is_cut_in_the_middle():
    text = shown(Raised("E", "a" * 200 + "b" * 200))
    assert text == f"Raised E: {'a' * 150}… 100 more characters …{'b' * 150}"


def test_a_long_string_in_an_array_is_cut():
    assert "more characters" in shown(Returned(np.array(b"x" * 1000, object)))


def test_what_differs_most_from_the_other_side_stays_visible():
    a = np.arange(1, 101, dtype=np.float32).reshape(10, 10)
    b = a * np.float32(1.000001)
    b[3, 4], b[5, 5] = 7.5, np.nan
    text = shown(Returned(b), beside=Returned(a))
    assert "at [3, 4]: 7.5" in text
    assert "at [5, 5]: nan" in text
    assert "at [3, 4]: 35.0" in shown(Returned(a), beside=Returned(b))
    assert "row by row" in text


def test_what_was_logged_and_what_a_composite_is_made_of_are_told():
    assert (
        shown(Returned(Done(), ("made dense", "watched dtype"))) == "done; logged: made dense, watched dtype"
    )
    assert shown(Raised("E", "no", warned=("imaginary part",))) == "Raised E: no; logged: imaginary part"
    ragged = Composite(
        "RaggedTensor", {"values": array([1, 2], "float32"), "row_splits": array([0, 2], "int64")}
    )
    text = "RaggedTensor(values=float32 [2]: [1.0, 2.0], row_splits=int64 [2]: [0, 2])"
    assert shown(Returned(ragged)) == text
    assert shown(Returned(ragged), beside=Returned(None)) == text


def test_equal_nans_do_not_count_as_a_difference():
    a = np.full(50, np.nan)
    assert shown(Returned(a), beside=Returned(a.copy())) == shown(Returned(a))


def test_a_differing_item_of_a_long_structure_stays_visible():
    a: list[Value] = [None] * 30
    b: list[Value] = [None] * 30
    b[14] = array(1, "float32")
    text = shown(Returned(b), beside=Returned(a))
    assert text == "[None, None, None, … 11 more …, float32 []: 1.0, … 12 more …, None, None, None]"
    zeros: Value = {"k": np.zeros(99, np.int32)}
    one: Value = {"k": np.eye(1, 99, 50, np.int32)[0]}
    assert "at [50]: 1" in shown(Returned(one), beside=Returned(zeros))


@pytest.mark.parametrize("dtype", [np.int64, np.bool_, object, np.complex64, ml_dtypes.bfloat16])
def test_differences_of_any_dtype_stay_visible(dtype):
    a, b = np.zeros(60, np.int64).astype(dtype), np.zeros(60, np.int64).astype(dtype)
    b[30] = dtype(1) if dtype is not object else b"x"
    assert "at [30]: " in shown(Returned(b), beside=Returned(a))


@pytest.mark.parametrize("beside", [Raised("E"), Returned(None), Returned([]), Returned(np.zeros(3))])
def test_another_kind_of_outcome_beside_changes_nothing(beside):
    outcome = Returned(np.arange(30))
    assert shown(outcome, beside=beside) == shown(outcome)


@pytest.mark.parametrize(
    ("a", "b", "marked_a", "marked_b"),
    [
        ("float32 [2]: [6.0, 0.5]", "float32 [2]: [6.0, -0.5]", ["0.5"], ["-0.5"]),
        ("float32 []: 1e-05", "float32 []: 1e+05", ["1e-05"], ["1e+05"]),
        ("float32 [1]: [nan]", "float32 [1]: [-inf]", ["nan"], ["-inf"]),
        ("int32 [2]: [1, 2]", "int64 [2]: [1, 2]", ["int32"], ["int64"]),
        ("float32 [2]: [1.0, 2.0]", "float32 [2]: [3.0, 4.0]", ["1.0", "2.0"], ["3.0", "4.0"]),
        ("complex64 []: 1.0+2.0j", "complex64 []: 1.0-2.0j", ["+"], ["-"]),
        ("None", "float32 [1]: [2.0]", ["None"], ["float32 [1]: [2.0]"]),
        ("Raised A: no", "float32 []: 1.0", ["Raised A: no"], ["float32 []: 1.0"]),
        ("Raised A: a shape", "Raised B: a shape", ["A"], ["B"]),
        ("[None]", "None", ["[", "]"], []),
        ("None", "None", [], []),
        ("", "x", [], ["x"]),
    ],
)
def test_what_differs_is_marked(a, b, marked_a, marked_b):
    segments_a, segments_b = difference_marked(a, b)
    assert [text for text, differs in segments_a if differs] == marked_a
    assert [text for text, differs in segments_b if differs] == marked_b


TEXTS = st.text(st.sampled_from(list("[]., -+eEjn\n0123x…é")), max_size=40)


@given(TEXTS, TEXTS)
def test_segments_make_up_the_text_and_what_is_common_is_the_same(a, b):
    segments_a, segments_b = difference_marked(a, b)
    assert "".join(text for text, _ in segments_a) == a
    assert "".join(text for text, _ in segments_b) == b
    common_a = "".join(text for text, differs in segments_a if not differs)
    common_b = "".join(text for text, differs in segments_b if not differs)
    assert "".join(common_a.split()) == "".join(common_b.split())
    assert (a != b) == any(differs for _, differs in [*segments_a, *segments_b])


def test_very_long_texts_are_compared_in_reasonable_time():
    a, b = " ".join(map(str, range(20_000))), " ".join(map(str, range(7, 20_007)))
    segments_a, _ = difference_marked(f"float32 [{a}] end", f"float32 [{b}] end")
    assert segments_a == [("float32 [", False), (a, True), ("] end", False)]
