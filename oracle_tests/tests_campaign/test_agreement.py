"""The rules of agreement on numbers, dtype by dtype: units in the last place, noise, what says nothing."""

import numpy as np
import pytest

from oracle_tests.agree import unequal, weigh_numbers
from oracle_tests.precision import PRECISIONS, compared, precision, units
from oracle_tests.sensitivity import RUNS, sensitivity
from strategies import program as p
from strategies.literals import DTYPES, literal

INEXACT = sorted(name for name in DTYPES if DTYPES[name] in PRECISIONS)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_unit_in_the_last_place_is_the_step_to_the_next_number(dtype):
    every = np.arange(2**15, dtype=np.uint16).view(DTYPES[dtype])
    with np.errstate(invalid="ignore"):
        finite = every.astype(np.float64)
    finite = finite[np.isfinite(finite)]
    of = PRECISIONS[DTYPES[dtype]]
    assert np.array_equal(units(finite[:-1], of), np.diff(finite))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_units_are_those_of_numpy(dtype):
    x = np.array([1.0, 1.5, 0.1, 3e38, 2.0**-126, 1e-30, 7.0], dtype)
    assert np.array_equal(units(x.astype(np.float64), PRECISIONS[x.dtype]), np.spacing(x))


@pytest.mark.parametrize("dtype", INEXACT)
def test_two_units_agree_and_three_do_not(dtype):
    one = np.ones(3, DTYPES[dtype])
    step = PRECISIONS[DTYPES[dtype]].eps
    other = np.array([1 + 2 * step, 1 + 3 * step, 1], DTYPES[dtype])
    assert unequal(one, other).tolist() == [False, True, False]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_units_of_a_complex_number_are_those_of_its_modulus(dtype):
    eps = PRECISIONS[DTYPES[dtype]].eps
    a = np.array([1 + eps * 1j, 1 + eps * 1j, 1j], dtype)
    b = np.array([1 - eps * 1j, 1 - eps * 3j, 1j + 2 * eps], dtype)
    assert unequal(a, b).tolist() == [False, True, False]


@pytest.mark.parametrize("dtype", INEXACT)
def test_nan_equals_nan_and_infinity_only_its_own_sign(dtype):
    nan, inf = np.nan, np.inf
    a, b = (
        np.array([nan, inf, inf, 1, 0.0], DTYPES[dtype]),
        np.array([nan, inf, -inf, inf, -0.0], DTYPES[dtype]),
    )
    assert unequal(a, b).tolist() == [False, False, True, True, False]


def test_largest_numbers_are_told_apart():
    a, b = np.array([65504.0], np.float16), np.array([60000.0], np.float16)
    assert unequal(a, b).all()


def _of_constant(x: np.ndarray, *functions: str):
    """A program that calls functions on a constant, one on the other, and what noise does to it."""
    statements = [p.Constant("c0", literal(x))]
    for i, function in enumerate(functions):
        statements.append(p.Apply(f"c{i + 1}", function, (f"c{i}",)))
    return sensitivity(p.Program((), tuple(statements)))


@pytest.mark.parametrize("dtype", INEXACT)
def test_noise_is_of_a_few_units_and_an_exact_result_gets_none(dtype):
    x = np.array([1.1, 2.0, 0.7], DTYPES[dtype])
    noise = _of_constant(x, "math.exp", "negative")
    of = precision(x)
    assert noise.spread(0, (), x)[0].tolist() == [0, 0, 0]
    spread = noise.spread(1, (), x)[0] / np.abs(np.exp(compared(x))) / (of.eps / 2)
    assert (spread > 1).all()
    assert (spread < 4 + 4 * 2.1 + 2).all()
    assert np.array_equal(noise.spread(2, (), x)[0], noise.spread(1, (), x)[0])


@pytest.mark.parametrize("dtype", INEXACT)
def test_products_of_numbers_with_few_digits_are_exact(dtype):
    x = np.array([0.5, 1.0, 2.0], DTYPES[dtype])
    assert not _of_constant(x, "math.square").spread(1, (), x)[0].any()


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_noise_leaves_operands_on_the_axes(dtype):
    """Otherwise logarithms of negative numbers would say nothing, on whichever side of the cut they are."""
    x = np.array([-2.0, 3j], dtype)
    spread, _ = _of_constant(x, "math.log").spread(1, (), x)
    assert (spread < 1e-5).all()


def test_noise_leaves_no_operand_outside_the_domain():
    """A negative number has no power but at integers; beside the moved base the exponent stays one."""
    x = np.array([-1.1, 0.7], np.float32)
    body = (p.Constant("c0", literal(x)), p.Operate("c1", "**", ("c0", p.Number(-3.0))))
    spread, changes_class = sensitivity(p.Program((), body)).spread(1, (), x)
    assert (spread > 0).all()
    assert not changes_class.any()


def test_subnormal_numbers_of_float16_move_by_their_own_steps():
    x = np.array([-13.0, -17.0, -30.0], np.float16)
    spread, _ = _of_constant(x, "math.exp").spread(1, (), x)
    step = 2.0**-24
    assert (spread[:2] >= step).all()
    assert (spread <= 4 * step).all()


@pytest.mark.parametrize("method", ["scatter_div", "scatter_mul"])
@pytest.mark.parametrize("dtype", INEXACT)
def test_arithmetic_in_place_gets_noise_each_time(dtype, method):
    x = np.array([1.1, 2.3], DTYPES[dtype])
    indices = p.Constant("c3", p.Literal("int32", (2,), (0, 0)))
    inputs = (p.Variable("v1", literal(x)), p.Constant("c2", literal(x)), indices)
    body = (p.IndexedSlices("s4", "c2", "c3"), p.Assign("v5", "v1", method, "s4"))
    noise = sensitivity(p.Program(inputs, body))
    spread, _ = noise.spread(len(noise.plain.outcomes) - 1, (), x)
    assert spread[0] > 0
    assert spread[1] == 0  # a row that nothing was written to


@pytest.mark.parametrize("dtype", INEXACT)
def test_what_lies_beyond_four_spreads_differs_and_what_lies_within_agrees(dtype):
    x = np.array([1.1, 2.3], DTYPES[dtype])
    noise = _of_constant(x, "math.exp")
    y = noise.plain.outcomes[1].value
    spread, _ = noise.spread(1, (), y)
    within, beyond = ((compared(y) + k * spread).astype(y.dtype) for k in (3, 6))
    status, _, _ = weigh_numbers(y, within, noise, 1, ())
    assert status in ("agreed", "inconclusive")
    status, amount, spreads = weigh_numbers(y, beyond, noise, 1, ())
    assert status == "differs"
    assert amount > 0
    assert 4 < spreads < 8


@pytest.mark.parametrize("dtype", INEXACT)
def test_where_noise_drowns_the_value_nothing_is_said(dtype):
    x, step = np.array([1.1], DTYPES[dtype]), PRECISIONS[DTYPES[dtype]].eps
    near = (np.exp(compared(x)) * (1 + 8 * step)).astype(DTYPES[dtype])
    statements = (
        p.Constant("c0", literal(x)),
        p.Constant("c1", literal(near)),
        p.Apply("t2", "math.exp", ("c0",)),
        p.Operate("t3", "-", ("t2", "c1")),
    )
    noise = sensitivity(p.Program((), statements))
    y = noise.plain.outcomes[3].value
    assert len(noise.runs) == RUNS
    assert weigh_numbers(y, (y * 1.5).astype(y.dtype), noise, 3, ())[0] == "inconclusive"
    assert weigh_numbers(near, (near * 2).astype(y.dtype), noise, 2, ())[0] == "differs"
