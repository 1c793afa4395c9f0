"""Formulas of Fourier transforms against the reference."""

import numpy as np
import pytest

from oracle_tests.judgement import signal_formulas
from oracle_tests.judgement.formulas import evaluated
from oracle_tests.tests_reference.samples import samples
from oracle_tests.trial import Trial
from reference.primitive import REGISTRY


@pytest.mark.parametrize("name", sorted(signal_formulas.NAMES))
def test_a_formula_gives_what_the_operation_does(name) -> None:
    assert samples()[name]
    for arguments in samples()[name]:
        truth, ours = evaluated(Trial(REGISTRY[name], tuple(arguments))), REGISTRY[name].forward(*arguments)
        if ours.size:
            assert truth is not None
            assert not truth.kinks.any()
            np.testing.assert_allclose(truth.value.astype(complex), ours, rtol=1e-6, atol=1e-6)
