"""Runs each fact, and what else has a `subject`, on the reference, and on TensorFlow where there is one."""

from oracle_tests.facts.subjects import SUBJECTS


def pytest_generate_tests(metafunc):
    if "subject" in metafunc.fixturenames:
        metafunc.parametrize("subject", SUBJECTS)
