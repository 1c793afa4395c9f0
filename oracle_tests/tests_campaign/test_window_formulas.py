"""Formulas of what slides over images, against the reference; and each operation alone, on TensorFlow."""

import numpy as np
import pytest

from oracle_tests import subjects
from oracle_tests.judgement import window_formulas
from oracle_tests.judgement.formulas import FORMULAS, evaluated
from oracle_tests.tests_reference.calls import Tolerance, differences, fail_for, seen
from oracle_tests.tests_reference.samples import samples
from oracle_tests.trial import Trial
from reference.primitive import REGISTRY

NAMES = sorted(window_formulas.NAMES)
SHORT = (
    "raw_ops.AvgPool3D",
    "raw_ops.AvgPool3DGrad",
    "raw_ops.LRN",
    "raw_ops.MaxPool3DGrad",
)  # without float64


@pytest.mark.parametrize("name", NAMES)
def test_a_formula_gives_what_the_operation_does(name) -> None:
    assert samples()[name]
    for arguments in samples()[name]:
        truth, ours = evaluated(Trial(REGISTRY[name], tuple(arguments))), REGISTRY[name].forward(*arguments)
        ours = ours[0] if isinstance(ours, tuple) else ours
        if ours.size:
            assert truth is not None
            np.testing.assert_allclose(ours, truth.value.astype(float), rtol=1e-12, atol=1e-12)


@pytest.mark.oracle
@pytest.mark.parametrize("name", NAMES)
def test_an_operation_alone_does_what_it_does_in_tensorflow(name) -> None:
    tf, primitive = subjects.load("tensorflow"), REGISTRY[name]
    for arguments in samples()[name]:
        if name in SHORT:
            narrow = lambda x: x.astype(np.float32) if isinstance(x, np.ndarray) else x  # noqa: E731
            arguments = list(map(narrow, arguments))
        given = [tf.constant(x) if i in primitive.slots else x for i, x in enumerate(arguments)]
        theirs, ours = primitive.call_on(tf, given), primitive.forward(*arguments)
        ours = list(ours) if isinstance(ours, tuple) else ours
        fail_for(differences(ours, seen(theirs), Tolerance(64, largest=64)))


def test_all_formulas_are_of_operations_that_there_are() -> None:
    assert set(NAMES) <= set(FORMULAS) & set(REGISTRY)
