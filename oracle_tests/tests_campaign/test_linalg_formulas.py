"""Formulas of linear algebra against the reference."""

import numpy as np
import pytest

from oracle_tests.judgement import linalg_formulas
from oracle_tests.judgement.formulas import FORMULAS, evaluated
from oracle_tests.tests_reference.samples import samples
from oracle_tests.trial import Trial
from reference.primitive import REGISTRY

NAMES = sorted(linalg_formulas.NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_formula_gives_what_the_operation_does(name) -> None:
    assert samples()[name]
    for arguments in samples()[name]:
        truth, ours = evaluated(Trial(REGISTRY[name], tuple(arguments))), REGISTRY[name].forward(*arguments)
        assert truth is not None
        kind = complex if truth.value.dtype.kind == "c" else float
        np.testing.assert_allclose(ours, truth.value.astype(kind), rtol=1e-11, atol=1e-11)


def test_all_formulas_are_of_operations_that_there_are() -> None:
    assert set(NAMES) <= set(FORMULAS) & set(REGISTRY)
