"""Signal processing: what TensorFlow transforms but does not differentiate, and rules against mathematics."""

import numpy as np
import pytest

import reference as tf
from oracle_tests import subjects

from . import signal_calls
from .calls import Tolerance, differences, fail_for, function, result
from .sample_values import plain

CLOSE = Tolerance(64, largest=64, one=64)


@pytest.fixture(scope="module")
def tensorflow():
    return subjects.load("tensorflow")


@pytest.mark.oracle
def test_results_without_a_gradient_of_tensorflows_are_its_own(tensorflow) -> None:
    problems = []
    for call in signal_calls.without_gradient():
        found = differences(result(tf, call), result(tensorflow, call), CLOSE)
        problems += [f"{call} {line}" for line in found]
    fail_for(problems)


def real_calls():
    """Every call of a transform on float64 or complex128 that has entries."""
    families = (
        *signal_calls.FAMILIES[:2],
        signal_calls.without_gradient,
        signal_calls.cosine,
        signal_calls.spectra,
    )
    for call in (c for family in families for c in family()):
        x = call.operands[0]
        if isinstance(x, np.ndarray) and x.size and x.dtype in (np.float64, np.complex128):
            yield call


def test_the_gradient_is_the_adjoint_of_the_linear_map() -> None:
    """Along any direction v and for any seed s, Re⟨s, T v⟩ = Re⟨gradient, v⟩."""
    count = 0
    for call in real_calls():
        x, rest = call.operands[0], [x.value for x in call.operands[1:]]
        run = function(tf, call.function)
        operand, along = tf.constant(x), plain(x.dtype.name, x.shape, 7)
        with tf.GradientTape() as tape:
            tape.watch(operand)
            y = run(operand, *rest, **call.attributes)
        seed = plain(y.dtype.name, tuple(y.shape), 8)
        ours = tape.gradient(y, operand, output_gradients=tf.constant(seed)).numpy()
        image = run(tf.constant(along), *rest, **call.attributes).numpy()
        expected = np.vdot(seed, image).real
        assert np.vdot(ours, along).real == pytest.approx(expected, rel=1e-9, abs=1e-9), str(call)
        count += 1
    assert count > 100


@pytest.mark.parametrize(
    ("name", "operand", "lengths"),
    [
        ("rfft", np.ones((2, 3)), [0]),
        ("irfft", np.ones((2, 1), complex), None),
        ("rfft", np.ones((2, 0)), [2]),
    ],
)
def test_what_ends_tensorflows_process_is_refused(name, operand, lengths) -> None:
    with pytest.raises(tf.errors.InternalError):
        getattr(tf.signal, name)(tf.constant(operand), fft_length=lengths)
