"""Structures of targets and sources: flattened and rebuilt."""

from collections import OrderedDict, UserDict, defaultdict, deque, namedtuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load
from reference.nest import flatten, pack_as
from reference.shapes import TensorShape

Pair = namedtuple("Pair", "a b")

structures = st.recursive(
    st.integers(),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=2), inner, max_size=3),
        st.builds(Pair, inner, inner),
    ),
    max_leaves=8,
)


@given(structures)
def test_packing_undoes_flattening(structure):
    assert pack_as(structure, flatten(structure)) == structure


@given(structures)
def test_a_packed_structure_has_its_own_containers(structure):
    numbers = list(range(len(flatten(structure))))
    assert flatten(pack_as(structure, numbers)) == numbers


@pytest.mark.parametrize("leaf", [1.0, None, "ab", b"ab", {1, 2}, iter([1]), np.ones(2), TensorShape([1, 2])])
def test_what_has_no_parts_is_a_leaf(leaf):
    (found,) = flatten(leaf)
    assert found is leaf


def test_keys_are_taken_in_sorted_order_and_given_back_in_their_own():
    assert flatten({"b": 1, "a": [2, 3]}) == [2, 3, 1]
    assert list(pack_as({"b": 0, "a": 0}, [1, 2]).items()) == [("b", 2), ("a", 1)]


CONTAINERS = [
    lambda x: [x, (x,)],
    lambda x: {"b": x, "a": {"c": ()}},
    lambda x: OrderedDict([("b", x), ("a", x)]),
    lambda x: defaultdict(list, b=x),
    lambda x: UserDict(a=x),
    lambda x: Pair(x, [x]),
    lambda x: deque([x]),
    lambda x: {1: x, 0: x}.values(),
]
LEAVES = {
    "a set": lambda tf, x: {x.ref()},
    "an iterator": lambda tf, x: iter([x]),
    "a string": lambda tf, x: "ab",
    "a shape": lambda tf, x: tf.TensorShape([1]),
    "a range of 0": lambda tf, x: range(1),
}


@pytest.mark.oracle
@pytest.mark.parametrize("make", CONTAINERS)
def test_sources_come_back_as_from_tensorflow(make):
    def answer(tf):
        x = tf.constant(3.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        answer = tape.gradient(y, make(x))
        return type(answer), [float(g) for g in flatten(answer)], pack_as(answer, flatten(answer)) == answer

    assert answer(load("reference")) == answer(load("tensorflow"))


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("make", LEAVES.values(), ids=LEAVES)
def test_what_is_no_structure_is_no_source(subject, make):
    tf = load(subject)
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert attempt(tape.gradient, y, make(tf, x)) == Raised("TypeError")


def test_the_class_of_a_default_dict_is_kept_with_its_factory():
    packed = pack_as(defaultdict(list, b=1), [2])
    assert (packed.default_factory, packed["c"]) == (list, [])
