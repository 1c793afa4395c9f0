"""The judge's witnesses, each alone: what they say, and when they are silent."""

import ml_dtypes
import numpy as np
import pytest

import reference
from oracle_tests import subjects
from oracle_tests.judgement import laws, pinned
from oracle_tests.judgement.finite import STEP, Numeric, derivative, of_primitive
from oracle_tests.judgement.formulas import evaluated
from oracle_tests.judgement.forward_mode import forward_mode
from oracle_tests.judgement.weighing import nearer, precision, within
from oracle_tests.trial import Trial
from reference.primitive import REGISTRY
from reports.discrepancy import Verdict

EPS = float(np.finfo(np.longdouble).eps)


def trial(name, *arguments, ct=None):
    result = REGISTRY[name].forward(*arguments)
    return Trial(REGISTRY[name], arguments, (np.ones_like(result) if ct is None else ct,))


def wide(x):
    return np.asarray(x, np.longdouble)


@pytest.mark.parametrize(
    ("f", "x", "slope"),
    [
        (lambda x: x**3, 2.0, 12.0),
        (lambda x: x * x, 0.0, 0.0),  # left and right differ by little, and ever less
        (np.sin, 1e6, np.cos(1e6)),
        (np.log, 1e-7, 1e7),
        (np.exp, -30.0, np.exp(-30.0)),
    ],
)
def test_differences_find_a_derivative_and_know_their_error(f, x, slope):
    with np.errstate(all="ignore"):
        found = derivative(lambda d: f(wide(x) + d), wide(x), STEP, EPS)
    assert not found.kinks
    assert abs(float(found.value) - slope) <= float(found.error) <= 1e-6 * abs(slope) + 1e-9


@pytest.mark.parametrize(
    ("f", "x"), [(np.abs, 0.0), (lambda x: np.maximum(x, 1), 1.0), (np.sqrt, 0.0), (np.log, 0.0)]
)
def test_differences_tell_a_kink(f, x):
    with np.errstate(all="ignore"):
        assert derivative(lambda d: f(wide(x) + d), wide(x), STEP, EPS).kinks


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("math.tanh", (np.array([0.5, -1.0], np.float32),)),
        ("math.multiply", (np.array([0.5, -1.0], np.float16), np.array([3.0], np.float16))),
        ("math.exp", (np.array([0.5, -1.0], ml_dtypes.bfloat16),)),
        ("raw_ops.Einsum", ([np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)], "ij,jk->ki")),
        ("raw_ops.Einsum", ([np.arange(4.0).reshape(2, 2) + 1j], "ii->i")),
        ("scatter_nd", (np.array([[1, 0], [1, 0]]), np.array([0.5, 2.0]), np.array([3, 2]))),
        ("tensor_scatter_nd_sub", (np.ones((2, 2)), np.array([[1], [1]]), np.ones((2, 2)) / 3)),
        ("math.multiply", (np.array([0.5 + 2j, -1j], np.complex64), np.array([3.0 - 1j], np.complex64))),
        ("raw_ops.MatMul", (np.array([[1.5, -2.0]]), np.array([[0.5], [4.0]]), False, False)),
        ("math.reduce_prod", (np.array([[0.0, 2.0], [3.0, -1.0]]), 1, True)),
    ],
)
@pytest.mark.parametrize("order", ["vjp", "second order"])
def test_differences_of_a_primitive_agree_with_its_rule(name, arguments, order):
    tried = trial(name, *arguments)
    rule, numeric = tried.run(reference, order).value, of_primitive(tried, order)
    assert numeric is not None
    assert len(rule) == len(numeric)
    for a, truth in zip(rule, numeric, strict=True):
        if a is None:
            assert not truth.is_nonzero()
        else:
            eps = float(ml_dtypes.finfo(a.dtype).eps)
            gap = np.abs(a.astype(truth.value.dtype) - truth.value)
            assert np.all(gap <= 4 * eps * np.abs(truth.value) + truth.error + 4 * eps)


def test_a_missing_conjugation_is_seen_by_differences():
    x, y = np.array([1 + 2j]), np.array([3 - 1j])
    (by_x, by_y) = of_primitive(trial("math.multiply", x, y), "vjp")
    assert np.allclose(by_x.value.astype(complex), np.conj(y))
    assert nearer(y, np.conj(y), by_x)[0] == "subject"
    assert nearer(np.conj(x), x, by_y)[0] == "reference"


def exact(value):
    value = np.asarray(value, np.longdouble)
    return Numeric(value, np.zeros(value.shape), np.zeros(value.shape, bool), 0.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "dtype", "nearest"),
    [
        ([1.001, 2.0], [1.0, 2.0], np.float32, "subject"),
        ([1.0, 2.0], [1.0, 2.002], np.float64, "reference"),
        ([1.0, 2.0], [1.0, 2.5], np.float16, "reference"),
        ([2.0, 2.0], [1.0, 2.0], ml_dtypes.bfloat16, "subject"),
        ([np.nan, 2.0], [1.0, 2.0], np.float32, "subject"),
        ([1.5, 2.0], [1.0, 3.0], np.float64, ""),  # each is wrong somewhere
        ([1.5, 2.0], [1.4, 2.0], np.float64, ""),  # both are
    ],
)
def test_the_side_that_is_away_from_the_value_is_wrong(ours, theirs, dtype, nearest):
    assert nearer(np.array(ours, dtype), np.array(theirs, dtype), exact([1.0, 2.0]))[0] == nearest


def test_entries_at_kinks_and_equal_ones_do_not_count():
    truth = exact([7.0, 2.0, 3.0])
    truth.kinks[1] = True
    ours, theirs = np.array([1.0, 1.0, 3.0]), np.array([1.0, 2.0, 3.0])
    assert nearer(ours, theirs, truth)[0] == "kink"
    assert nearer(ours, theirs + np.array([0, 0, 1]), truth)[0] == "reference"


@pytest.mark.parametrize(
    ("ours", "blame"),
    [(np.float64, "reference wrong"), (np.float32, "tensorflow wrong")],
)
def test_a_gradient_has_the_dtype_of_its_source(ours, blame):
    tried = trial("math.tanh", np.array([1.0], np.float32))
    theirs = np.float64 if ours is np.float32 else np.float32
    found = laws.of_trial(
        tried, "vjp", "dtype", [np.array([1.0], ours)], [np.array([1.0], theirs)], "subject"
    )
    assert isinstance(found, Verdict)
    assert found.blame == blame


def test_no_law_speaks_where_both_sides_break_it():
    tried = trial("math.tanh", np.array([1.0], np.float32))
    both = [np.ones((2,))], [np.ones((3,))]
    assert laws.of_trial(tried, "vjp", "shape", *both, "subject") is None
    assert laws.of_trial(tried, "forward", "dtype", *both, "subject") is None


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        (None, np.ones(1), pinned.Departure("none", ("None", ""))),
        (np.ones(1), np.ones(1, np.float32), pinned.Departure("dtype", ("float64", "float32"))),
        (np.ones(1), np.ones(2), pinned.Departure("shape")),
        (np.ones(1), np.zeros(1), pinned.Departure("value")),
        (3, 4, pinned.Departure("structure")),
    ],
)
def test_departures_say_in_which_way_two_answers_part(a, b, found):
    assert pinned.departure(a, b) == found


def test_facts_are_about_the_operations_that_they_run_and_the_features_that_name_them():
    ids = [fact.id for fact in pinned.all_facts()]
    assert len(set(ids)) > 300
    assert {"L13", "L14", "L15", "L16"} == {fact.id for fact in pinned.about("tape reset")}
    assert "D15" in {fact.id for fact in pinned.about("math.reduce_max vjp")}
    assert "E02" in {fact.id for fact in pinned.about("raw_ops.MatMul forward")}


def test_facts_that_nobody_breaks_do_not_decide():
    found = pinned.Departure("none", ("None", ""))
    assert pinned.by_facts("tape reset", found, reference, "another") is None


def test_harness_needs_no_pytest():
    """Facts are run by the judge, in campaigns too."""
    sources = pinned.facts.__path__[0]
    from pathlib import Path

    for path in (*Path(sources).glob("test_*.py"), Path(sources, "fact.py")):
        assert "import pytest" not in path.read_text("utf-8"), path


@pytest.mark.oracle
def test_forward_mode_confirms_a_right_gradient_and_no_wrong_one():
    tf = subjects.load("tensorflow")
    tried = trial("math.multiply", np.array([0.5, 2.0]), np.array([3.0, 1.0]), ct=np.array([1.0, -1.0]))
    right = tried.run(reference, "vjp").value
    heard = forward_mode(tried, right, [right[0] * 1.001, right[1]], tf, "tensorflow")
    assert heard is not None
    assert heard.supports == "reference"
    heard = forward_mode(tried, right, right, tf, "tensorflow")
    assert heard is not None
    assert heard.supports == ""


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("math.pow", (np.array([2.0, -1.5]), np.array([0.5, 3.0]))),
        ("math.multiply", (np.array([1 + 2j], np.complex64), np.array([3 - 1j], np.complex64))),
        ("raw_ops.AddN", ([np.array([0.5j]), np.array([2.0 + 1j])],)),
        ("raw_ops.Softplus", (np.array([-3.0, 0.0, 4.0], np.float32),)),
        ("nn.selu", (np.array([-1.0, 2.0], np.float32),)),
        ("raw_ops.SoftmaxCrossEntropyWithLogits", (np.array([[1.0, 2.0]]), np.array([[0.25, 0.75]]))),
        ("math.reduce_euclidean_norm", (np.array([[3.0, 4.0]], np.float16), 1, False)),
        ("math.exp", (np.array([0.5, -1.0], ml_dtypes.bfloat16),)),
        ("math.unsorted_segment_sum", (np.array([1.0, 2.0, 4.0]), np.array([1, -1, 1]), 3)),
        ("raw_ops.BatchMatMulV2", (np.ones((1, 2, 2)) * (1 + 2j), np.ones((2, 2)) * 1j, True, False)),
        ("raw_ops.Einsum", ([np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)], "ij,jk->ki")),
        ("raw_ops.Einsum", ([np.arange(2.0)], "i->ii")),
        ("scatter_nd", (np.array([[1], [1]]), np.array([0.5, 2.0]), np.array([3]))),
        ("tensor_scatter_nd_sub", (np.ones((2, 2)), np.array([[1], [1]]), np.ones((2, 2)) / 3)),
    ],
)
def test_a_formula_gives_what_the_operation_does(name, arguments):
    ours, truth = REGISTRY[name].forward(*arguments), evaluated(Trial(REGISTRY[name], arguments))
    assert truth is not None
    ours = np.asarray(ours[0] if isinstance(ours, tuple) else ours)
    wide = np.clongdouble if ours.dtype.kind == "c" else np.longdouble
    assert np.allclose(ours.astype(wide), truth.value, rtol=4 * precision(ours), atol=0)


def test_a_formula_says_nothing_where_there_is_no_number():
    truth = evaluated(Trial(REGISTRY["math.log"], (np.array([-1.0, 1.0]),)))
    assert truth is not None
    assert truth.kinks.tolist() == [True, False]
    assert nearer(np.array([5.0, 0.0]), np.array([7.0, 0.0]), truth)[0] == "kink"
    assert within(np.longdouble([1e6, -1e6, 2.0]), np.dtype(np.float16)).tolist() == [np.inf, -np.inf, 2.0]
