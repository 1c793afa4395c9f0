"""X23 and X37: what is logged beside an answer."""

import importlib
import logging

from oracle_tests.subjects import load

COUNTERS = {  # what remembers how often each warning was logged in this process
    "reference": ("reference.logs", "_said"),
    "tensorflow": ("tensorflow.python.platform.tf_logging", "_log_counter_per_token"),
}


def heard(subject, monkeypatch):
    """The module, as if nothing had been logged so far, and the list in which its warnings will stand."""
    tf, said = load(subject), []
    monkeypatch.setattr(importlib.import_module(COUNTERS[subject][0]), COUNTERS[subject][1], {})
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(record.getMessage())
    monkeypatch.setattr(tf.get_logger(), "handlers", [handler])
    return tf, said


def test_X23_watching_an_int_variable_is_warned_of_and_reading_it_is_not(subject, monkeypatch):
    tf, said = heard(subject, monkeypatch)
    v = tf.Variable(3)
    with tf.GradientTape() as t:
        v + 1
        assert said == []
        t.watch(v)
    assert len(t.watched_variables()) == len(said) == 1
    assert "must be floating" in said[0]


def test_X37_a_jacobian_that_makes_slices_dense_is_warned_of(subject, monkeypatch):
    tf, said = heard(subject, monkeypatch)
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as t:
        y = tf.gather(v, [1, 0])
    t.jacobian(y, v)
    assert len(said) == 1
    assert said[0].startswith("Converting IndexedSlices(indices=")
    assert "to a dense representation may make it slow." in said[0]
