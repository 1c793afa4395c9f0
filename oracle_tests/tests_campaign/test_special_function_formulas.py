"""The judge's formulas of special functions say what the reference's forwards do, at ordinary points."""

import numpy as np
import pytest

from oracle_tests.judgement.formulas import evaluated
from oracle_tests.judgement.special_function_formulas import ENTRYWISE
from oracle_tests.tests_reference.samples import samples
from oracle_tests.trial import Trial
from reference.primitive import REGISTRY


@pytest.mark.parametrize("name", ENTRYWISE)
def test_a_formula_gives_what_the_operation_does(name) -> None:
    assert samples()[name]
    for arguments in samples()[name]:
        truth, ours = evaluated(Trial(REGISTRY[name], tuple(arguments))), REGISTRY[name].forward(*arguments)
        assert truth is not None
        kind = complex if truth.value.dtype.kind == "c" else float
        np.testing.assert_allclose(ours, truth.value.astype(kind), rtol=1e-12, atol=1e-13)
