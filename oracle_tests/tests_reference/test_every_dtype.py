"""In every dtype every endpoint gives TensorFlow's results, gradients and errors."""

import warnings
from collections.abc import Iterable

import numpy as np
import pytest

import reference
from oracle_tests import subjects
from reference.dtypes import COMPLEX, HALF
from reference.families import Family as Operands
from reference.math import arithmetic, basics, complexes, elementwise
from reference.primitive import REGISTRY

from .calls import Call, Tolerance, differences, fail_for, observe, result
from .dtype_calls import DTYPES, FAMILIES, FORWARD, binary, unary
from .test_endpoints import tolerance

COMPLEX_NAMES = tuple(d.name for d in COMPLEX)
HALVES = tuple(d.name for d in HALF)


@pytest.mark.oracle
@pytest.mark.parametrize("family", [*FAMILIES, *FORWARD], ids=lambda family: family.__name__)
@pytest.mark.parametrize("dtype", DTYPES)
def test_results_gradients_and_errors_are_tensorflows(dtype: str, family) -> None:
    fail_for(problems(family(dtype), dtype, observe if family in FAMILIES else result))


def problems(calls: Iterable[Call], dtype: str, seen) -> list[str]:
    """Where the modules differ on calls in a dtype."""
    tensorflow, found = subjects.load("tensorflow"), []
    for call in calls:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy's, which TensorFlow lets through
            lines = differences(seen(reference, call), seen(tensorflow, call), allowed(call, dtype))
        found += [f"{call}\n    {line}" for line in lines]
    return found


def allowed(call: Call, dtype: str) -> Tolerance:
    """In half precision no more than a digit; complex numbers cancel in one part or the other."""
    if dtype in HALVES:
        return Tolerance(own=2, largest=2 if call.function == "clip_by_global_norm" else 0)  # a norm of norms
    if dtype in COMPLEX_NAMES:
        return Tolerance(own=64, largest=64, one=64)
    return tolerance(call.function.replace("**", "math.pow"))


def unconjugated(patch):
    for module in (arithmetic, elementwise):
        patch.setattr(module, "conj", lambda x: x)


def sigmoid_in_float32(patch):
    good = REGISTRY["math.sigmoid"].forward
    patch.setattr(REGISTRY["math.sigmoid"], "forward", lambda x: good(x.astype(np.float32)).astype(x.dtype))


def abs_stays_complex(patch):
    patch.setattr(REGISTRY["raw_ops.ComplexAbs"], "forward", lambda x: np.abs(x).astype(x.dtype))


def no_kernel_is_an_invalid_argument(patch):
    before = Operands.check

    def check(self, *found):
        patch.setattr(self, "listed", frozenset())
        before(self, *found)

    patch.setattr(Operands, "check", check)


def small_ints_are_divided_in_float64(patch):
    doubles = lambda x, y: (basics.cast(x, "float64"), basics.cast(y, "float64"))  # noqa: E731
    patch.setattr(arithmetic, "floating_pair", doubles)


def angles_turn_the_other_way(patch):
    good = complexes._angle.rule
    patch.setattr(complexes._angle, "rule", lambda ct, y, x: (-good(ct, y, x)[0],))


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("plant", "family", "dtype", "name"),
    [
        (unconjugated, binary, "complex64", "math.multiply"),
        (unconjugated, unary, "complex128", "math.exp"),
        (sigmoid_in_float32, unary, "float16", "math.sigmoid"),
        (sigmoid_in_float32, unary, "bfloat16", "math.sigmoid"),
        (abs_stays_complex, unary, "complex64", "math.abs"),
        (no_kernel_is_an_invalid_argument, binary, "complex64", "math.floordiv"),
        (small_ints_are_divided_in_float64, binary, "int8", "math.truediv"),
        (angles_turn_the_other_way, unary, "complex64", "math.angle"),
    ],
)
def test_a_fault_in_one_dtype_is_seen(plant, family, dtype, name, monkeypatch) -> None:
    calls = [call for call in family(dtype) if call.function == name]
    assert problems(calls, dtype, observe) == []
    with monkeypatch.context() as patch:
        plant(patch)
        assert problems(calls, dtype, observe)
