"""Seeds of another dtype than the results': a function refuses them, as an operation of it might not."""

import pytest

from oracle_tests import subjects


@pytest.mark.parametrize("subject", ["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)])
@pytest.mark.parametrize("seed", [1.0, 1, True])
def test_a_seed_of_another_dtype_is_refused_by_a_function(subject, seed):
    tf = subjects.load(subject)
    x = tf.Variable(1.0, dtype=tf.float64)
    seed = tf.constant(seed)
    with tf.GradientTape(persistent=True) as tape:
        plain = tf.identity(x)
        called = tf.function(lambda: tf.identity(x), autograph=False)()
    assert tape.gradient(plain, x, output_gradients=seed).dtype == seed.dtype
    with pytest.raises(tf.errors.InvalidArgumentError):
        tape.gradient(called, x, output_gradients=seed)
