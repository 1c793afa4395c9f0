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


def generated(tf) -> list:
    """What generators give, one after another, with the derivatives by the bounds, and their states."""
    mean, deviation = tf.constant(0.5), tf.constant([1.0, 2.0, 3.0])
    found = []
    for seed in (1, -1, 2**70 + 5):
        generator = tf.random.Generator.from_seed(seed)
        for _ in range(2):
            for name in ("normal", "uniform", "truncated_normal"):
                draw = getattr(generator, name)
                with tf.GradientTape() as tape:
                    tape.watch([mean, deviation])
                    y = draw([2, 3], mean, deviation)
                found += [y, *tape.gradient(y, [mean, deviation])]
                found += [draw([5], dtype=dtype) for dtype in (tf.float16, tf.bfloat16, tf.float64)]
                found += [generator.state.read_value(), draw([0]), generator.key]
        found += [
            generator.skip(3),
            tf.random.Generator.from_state(generator.state, alg="philox").normal([3]),
        ]
    return [seen(value) for value in found]


@pytest.mark.oracle
def test_generators_go_on_as_those_of_tensorflow() -> None:
    ours, theirs = (generated(tf) for tf in (reference, subjects.load("tensorflow")))
    fail_for(differences(ours, theirs, Tolerance(64, one=64)))


def shuffled(tf, seed) -> list:
    """Rows of every count in several orders; the calls without a seed of their own go on."""
    tf.random.set_seed(seed)
    found = []
    for count in (0, 1, 2, 3, 4, 5, 9, 10, 41):
        rows = tf.reshape(tf.range(2.0 * count), [count, 2])
        found += [tf.random.shuffle(rows, seed=1) for _ in range(3)] + [tf.random.shuffle(rows)]
        found += [tf.random.experimental.stateless_shuffle(rows, pair) for pair in ([1, 2], [seed, -3])]
    with tf.GradientTape() as tape:
        tape.watch(rows)
        y = tf.random.shuffle(rows)
    found += [
        tf.random.shuffle(tf.range(9), seed=1),
        tf.random.shuffle(tf.constant(2)),
        tf.random.shuffle(tf.constant(["a", "b", "c"]), seed=2),
    ]
    assert tape.gradient(y, rows) is None
    return [seen(value) for value in found]


@pytest.mark.oracle
@pytest.mark.parametrize("seed", SEEDED)
def test_rows_are_shuffled_as_in_tensorflow(seed) -> None:
    ours, theirs = (shuffled(tf, seed) for tf in (reference, subjects.load("tensorflow")))
    fail_for(differences(ours, theirs, Tolerance(0)))


def test_a_cotangent_goes_back_the_way_of_its_row() -> None:
    x, weights = reference.constant([1.0, 2.0, 3.0, 4.0]), reference.constant([1.0, 10.0, 100.0, 1000.0])
    with reference.GradientTape() as tape:
        tape.watch(x)
        y = reference.random.experimental.stateless_shuffle(x, [1, 2])
        total = reference.reduce_sum(y * weights)
    of_rows = dict(zip(y.numpy().tolist(), weights.numpy().tolist(), strict=True))
    assert tape.gradient(total, x).numpy().tolist() == [of_rows[row] for row in x.numpy().tolist()]


def test_a_seed_draws_the_same_again_and_another_does_not() -> None:
    first, again, other = (drawn(reference, seed) for seed in (5, 5, 6))
    assert differences(first, again) == []
    assert differences(first, other)
