"""What counts as the same printed text, and where two texts part."""

import pytest

from oracle_tests.scripts.printed import first_difference


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("", ""),
        ("a 1 2.5\n", "a 1 2.5"),
        ("[0.1        0.30000001]", "[0.1 0.3]"),
        ("[1.  2.\n 3.]", "[1. 2. 3.]"),
        ("0.3333333432674408", "0.3333333730697632"),
        ("x: -1.0000001e-07", "x: -1e-07"),
        ("0.0", "-0.0"),
        ("loss 0.310555", "loss 0.310554"),
        ("1.0000e-03", "1.0001e-03"),
        ("(1.5000001-2j)", "(1.5-2j)"),
        ("(-9-12j)", "(-9-12.000000000000005j)"),
        ("[1.+2.j 3.j]", "[1.0000001+2.j 3.j]"),
        ("0.3333333333333333", "0.33333333333333337"),
        ("nan inf -inf", "nan inf -inf"),
        ("ValueError: one thing", "ValueError: another, of 3.0"),
        ("['a', 'errors.NotFoundError: one']", "['a', 'NotFoundError: two']"),
        ("ValueError('one')", "ValueError('two')"),
        ("<object object at 0x7f01>", "<object object at 0xa1>"),
        ("<class 'reference.tensor.Tensor'>", "<class 'tensorflow.ops.EagerTensor'>"),
    ],
)
def test_texts_that_say_the_same(ours, theirs):
    assert first_difference(ours, theirs) is None
    assert first_difference(theirs, ours) is None


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a", "b"),
        ("1", "2"),
        ("1", "1.0"),
        ("16777216", "16777217"),
        ("1.0", "1.00001"),
        ("1e-09", "0.0"),
        ("-1e-09", "1e-09"),
        ("0.3333333333333333", "0.33333333334"),
        ("0.1", "0.2"),
        ("nan", "0.0"),
        ("0.310555", "0.310553"),
        ("0.0312", "0.0313"),
        ("0.000001", "0.000002"),
        ("12.345", "-12.346"),
        ("1.0000e-03", "1.0001e-04"),
        ("(1+2j)", "(1-2j)"),
        ("(1+2j)", "(1+2.00001j)"),
        ("2j", "2"),
        ("inf", "-inf"),
        ("None", "0.0"),
        ("[1.0]", "[1.0, 2.0]"),
        ("ValueError: one", "TypeError: one"),
        ("KeyError: 'x'", "x"),
        ("dtype=float32", "dtype=float64"),
        ("<class 'a.Tensor'>", "<class 'a.Variable'>"),
        ("x", ""),
    ],
)
def test_texts_that_do_not(ours, theirs):
    assert first_difference(ours, theirs) is not None
    assert first_difference(theirs, ours) is not None


@pytest.mark.parametrize(
    ("ours", "theirs", "lines"),
    [
        ("a\nb\nc", "a\nb\nd", (3, 3)),
        ("a\nb c", "a\nb\nd", (2, 3)),
        ("a\nb\n", "a\n", (2, 2)),
        ("", "a", (1, 1)),
    ],
)
def test_the_lines_at_which_texts_part_are_told(ours, theirs, lines):
    assert first_difference(ours, theirs) == lines
