"""`tf.Module`: which variables it finds, in which order."""

import pytest

from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import load


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


def filled(tf):
    """A module with variables that count from 0 in the order in which they should be found."""
    module, inner, deep = tf.Module(), tf.Module("inner"), tf.Module("deep")
    module.last = (tf.Variable(4.0),)
    module.first = tf.Variable(0.0)
    module.again = module.first
    module.inside = [inner, {"b": tf.Variable(2.0), "a": tf.Variable(1.0, trainable=False)}]
    module.k = [tf.Variable(3.0)]
    module.k.append(module.first)
    module.constant, module.names = tf.constant(9.0), {"x", "y"}
    inner.z, inner.deep, inner.above = tf.Variable(5.0), deep, module
    deep.w = tf.Variable(6.0)
    module.other = tf.Module("other")
    module.other.v = tf.Variable(7.0)
    return module


def values(variables):
    return type(variables).__name__, [float(v) for v in variables]


def test_variables_come_by_name_and_those_of_inner_modules_later(tf):
    module = filled(tf)
    assert values(module.variables) == ("tuple", [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert values(module.trainable_variables) == ("tuple", [0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert values(module.non_trainable_variables) == ("tuple", [1.0])
    assert [m.name for m in module.submodules] == ["inner", "other", "deep"]


def test_they_are_sources(tf):
    module = filled(tf)
    with tf.GradientTape() as tape:
        y = module.first * module.k[0] ** 2
    gradients = tape.gradient(y, module.trainable_variables)
    assert [None if g is None else float(g) for g in gradients] == [9.0, None, 0.0, *[None] * 4]


def test_a_module_itself_is_no_source_and_cannot_be_watched(tf):
    module = filled(tf)
    with tf.GradientTape() as tape:
        y = module.first * 2.0
        assert attempt(tape.watch, module) == Raised("ValueError")
    assert attempt(tape.gradient, y, module) == Raised("TypeError")


@pytest.mark.parametrize(("name", "raised"), [("a b", "ValueError"), ("", "ValueError"), (3, "TypeError")])
def test_a_name_is_an_identifier(tf, name, raised):
    assert attempt(tf.Module, name) == Raised(raised)
    assert tf.Module("a_1").name == "a_1"


def test_a_subclass_is_named_by_its_class(tf):
    names = {"HTTPThing2": "http_thing2", "MyV2Layer": "my_v2_layer", "A": "a"}
    assert [type(kind, (tf.Module,), {})().name for kind in names] == list(names.values())


def test_keys_that_do_not_sort(tf):
    module = tf.Module()
    module.d = {1: tf.Variable(1.0), "a": tf.Variable(2.0)}
    assert attempt(lambda: module.variables) == Raised("ValueError")
