"""In every dtype every endpoint gives TensorFlow's results, gradients and errors."""

import warnings

import pytest

import reference
from oracle_tests import subjects
from reference.dtypes import COMPLEX, HALF

from .calls import Call, Tolerance, differences, fail_for, observe, result
from .dtype_calls import DTYPES, FAMILIES, FORWARD
from .test_endpoints import tolerance

COMPLEX_NAMES = tuple(d.name for d in COMPLEX)
HALVES = tuple(d.name for d in HALF)


@pytest.mark.oracle
@pytest.mark.parametrize("family", [*FAMILIES, *FORWARD], ids=lambda family: family.__name__)
@pytest.mark.parametrize("dtype", DTYPES)
def test_results_gradients_and_errors_are_tensorflows(dtype: str, family) -> None:
    tensorflow, seen = subjects.load("tensorflow"), observe if family in FAMILIES else result
    problems = []
    for call in family(dtype):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy's, which TensorFlow lets through
            found = differences(seen(reference, call), seen(tensorflow, call), allowed(call, dtype))
        problems += [f"{call}\n    {line}" for line in found]
    fail_for(problems)


def allowed(call: Call, dtype: str) -> Tolerance:
    """In half precision no more than a digit; complex numbers cancel in one part or the other."""
    if dtype in HALVES:
        return Tolerance(own=2)
    return (
        Tolerance(own=64, largest=64, one=64)
        if dtype in COMPLEX_NAMES
        else tolerance(call.function.replace("**", "math.pow"))
    )
