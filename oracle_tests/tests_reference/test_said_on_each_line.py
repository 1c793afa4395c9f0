"""What is said once on each line: that a persistent tape is asked inside its context."""

import logging

import pytest

from oracle_tests import subjects


@pytest.fixture(params=["reference", pytest.param("tensorflow", marks=pytest.mark.oracle)])
def tf(request):
    return subjects.load(request.param)


def test_a_persistent_tape_warns_once_on_each_line_that_asks_it_inside(tf):
    said: list = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.msg)  # type: ignore[method-assign]
    x, counts = tf.constant(1.0), []
    tf.get_logger().addHandler(handler)
    try:
        with tf.GradientTape(persistent=True) as tape:
            for _ in range(3):
                tape.gradient(x, x)
                counts.append(len(said))
            tape.gradient(x, x)
            counts.append(len(said))
    finally:
        tf.get_logger().removeHandler(handler)
    assert counts == [1, 1, 1, 2]
