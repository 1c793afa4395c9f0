"""Random numbers from seeds of the process and of operations, which go on from call to call."""

import pytest

import reference
from oracle_tests import subjects

from .calls import Tolerance, differences, fail_for, seen

SEEDED: tuple = (5, 0, 2**40 + 3)


def drawn(tf, seed) -> list:
    """Numbers of each kind, some drawn twice with the same seed, and what dropout makes of them."""
    tf.random.set_seed(seed)
    random, x = tf.random, tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    found = []
    for _ in range(2):
        found += [random.uniform([3], seed=1), random.uniform([2, 2]), random.uniform([2], 1.0, 3.0, seed=0)]
        found += [random.uniform([3], dtype=tf.float64, seed=1), random.normal([5], 1.0, 2.0, seed=1)]
        found += [random.truncated_normal([7]), random.truncated_normal([3], seed=2, dtype=tf.float64)]
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.dropout(x, 0.4, seed=3) * x
        found += [y, tape.gradient(y, x), tf.nn.dropout(x, 0, seed=3), tf.nn.dropout(x, 0.5)]
        sampled = tf.nn.experimental.general_dropout(
            x, 0.4, lambda shape, dtype, **_: tf.random.stateless_uniform(shape, [1, 2], dtype=dtype)
        )
        found.append(sampled)
    return [seen(value) for value in found]


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDED)
def test_what_a_seed_draws_is_what_tensorflow_draws(seed) -> None:
    ours, theirs = (drawn(tf, seed) for tf in (reference, subjects.load("tensorflow")))
    fail_for(differences(ours, theirs, Tolerance(64, one=64)))


def test_a_seed_draws_the_same_again_and_another_does_not() -> None:
    first, again, other = (drawn(reference, seed) for seed in (5, 5, 6))
    assert differences(first, again) == []
    assert differences(first, other)
