"""Runs each fact on the reference, and on TensorFlow where there is one."""

from oracle_tests.facts.subjects import SUBJECTS


def pytest_generate_tests(metafunc):
    if hasattr(metafunc.function, "fact"):
        metafunc.parametrize("subject", SUBJECTS)
