"""The order in which a backward pass begins, which TensorFlow leaves to a hash table."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle_tests.subjects import load
from reference.order import table_order


@given(st.lists(st.integers(0, 10**9), unique=True, max_size=200))
def test_every_key_comes_once(keys):
    assert sorted(table_order(keys)) == sorted(keys)


def test_a_few_keys_come_in_the_order_in_which_they_were_put_in():
    assert table_order([5, 3, 8]) == [5, 3, 8]


def test_colliding_keys_come_together():
    assert table_order([0, 1, 13]) == [0, 13, 1]


def test_fourteen_keys_make_the_table_larger_and_turn_it_around():
    assert table_order(range(13)) == list(range(13))
    assert table_order(range(14)) == [*range(12, -1, -1), 13]


def arrivals(tf, before, targets, shuffle):
    """The order in which the gradients of some of many recorded operations arrive at their common source."""
    v = tf.Variable([[0.0]] * targets)
    with tf.GradientTape() as tape:
        for _ in range(before):
            v.read_value()
        ys = [tf.gather(v, [i]) for i in range(targets)]
    random.Random(shuffle).shuffle(ys)
    return tape.gradient(ys, v).indices.numpy().tolist()


@pytest.mark.oracle
@pytest.mark.parametrize("targets", [2, 12, 13, 14, 29, 30, 60, 128])
@pytest.mark.parametrize("before", [0, 9])
def test_targets_arrive_as_in_tensorflow(targets, before):
    for shuffle in range(2):
        reference = arrivals(load("reference"), before, targets, shuffle)
        assert reference == arrivals(load("tensorflow"), before, targets, shuffle)


@pytest.mark.oracle
@pytest.mark.parametrize("seed", range(5))
def test_sums_of_products_arrive_as_in_tensorflow(seed):
    """A graph of operations of which many wait for others: the order shows in the rows of the slices."""

    def order(tf):
        choose = random.Random(seed)
        v = tf.Variable([[1.0]] * 6)
        with tf.GradientTape() as tape:
            pool = [tf.gather(v, [i]) for i in range(6)]
            for _ in range(40):
                x, y = choose.sample(pool, 2)
                pool.append(x + y if choose.random() < 0.7 else x * y * 0.0)
            targets = choose.sample(pool, 15)
        return tape.gradient(targets, v).indices.numpy().tolist()

    assert order(load("reference")) == order(load("tensorflow"))
