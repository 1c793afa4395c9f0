"""A program is run as if it were the first one: what TensorFlow remembers of others does not reach it."""

import pytest

from oracle_tests import subjects
from strategies.interpret import interpret
from strategies.outcome import Raised

from .runnable import RAISING_SCAN, RUNNABLE


@pytest.mark.oracle
def test_a_scan_that_raised_in_a_function_does_not_stop_recomputing():
    tf = subjects.load("tensorflow")
    alone = interpret(RUNNABLE["recompute_grad"], tf).outcomes
    assert any(isinstance(o, Raised) for o in interpret(RAISING_SCAN, tf).outcomes)
    after = interpret(RUNNABLE["recompute_grad"], tf).outcomes
    assert [type(o) for o in after] == [type(o) for o in alone]
    assert not any(isinstance(o, Raised) for o in after)
