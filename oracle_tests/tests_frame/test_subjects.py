"""Subjects are found by name, imported once, and say what to do where they cannot be."""

import builtins
import logging
import sys
import types

import pytest

from oracle_tests import subjects


@pytest.fixture
def registry(monkeypatch):
    """A registry that the test may change, with nothing loaded so far."""
    monkeypatch.setattr(subjects, "_loaders", dict(subjects._loaders))
    subjects.load.cache_clear()
    yield subjects
    subjects.load.cache_clear()


def test_reference_and_tensorflow_are_known():
    assert subjects.names()[:2] == ("reference", "tensorflow")


def test_another_module_can_be_registered_and_is_loaded_once(registry):
    loaded = []
    module = types.ModuleType("other")
    registry.register("other", lambda: loaded.append(1) or module)
    assert registry.names()[-1] == "other"
    assert loaded == []
    assert registry.load("other") is registry.load("other") is module
    assert loaded == [1]


def test_a_name_is_given_once(registry):
    with pytest.raises(ValueError, match="already"):
        registry.register("reference", lambda: types.ModuleType("other"))


def test_an_unknown_subject_is_named_with_the_known_ones(registry):
    with pytest.raises(subjects.MissingSubject, match=r"'jax'.*reference, tensorflow"):
        registry.load("jax")


def test_a_missing_tensorflow_is_a_missing_subject_with_advice(registry, monkeypatch):
    real = builtins.__import__

    def without_tensorflow(name, *rest):
        if name.partition(".")[0] == "tensorflow":
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_tensorflow)
    with pytest.raises(subjects.MissingSubject, match="pip install"):
        registry.load("tensorflow")


def test_the_environment_names_what_numbers_may_depend_on():
    environment = subjects.environment()
    assert {"python", "numpy", "hypothesis", "cpu", "platform", "commit"} <= set(environment)
    assert all(isinstance(text, str) and text for text in environment.values())
    assert ("tensorflow" in environment) == ("tensorflow" in sys.modules)


@pytest.mark.oracle
def test_tensorflow_is_quiet_and_runs_on_one_thread():
    tf = subjects.load("tensorflow")
    assert tf.config.threading.get_intra_op_parallelism_threads() == 1
    assert tf.config.threading.get_inter_op_parallelism_threads() == 1
    handlers = logging.getLogger("tensorflow").handlers
    assert any(type(handler) is logging.NullHandler for handler in handlers)
    assert not any(type(handler) is logging.StreamHandler for handler in handlers)
    assert subjects.environment()["tensorflow"] == tf.__version__


@pytest.mark.oracle
def test_tensorflow_s_random_numbers_are_allowed_although_kernels_are_deterministic():
    tf = subjects.load("tensorflow")
    assert tf.random.uniform([2]).shape == [2]
