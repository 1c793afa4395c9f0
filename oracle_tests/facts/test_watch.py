"""W30 to W60: what `watch` does, and what a tape knows a tensor by."""

import importlib
import logging
import threading

import numpy as np

from oracle_tests.facts.fact import Raised, attempt, f32, fact, squared
from oracle_tests.subjects import load

COUNTER_OF_TENSORFLOW = ("tensorflow.python.platform.tf_logging", "_log_counter_per_token")

NO_ATTRIBUTE, NO_VALUE = Raised("AttributeError"), Raised("ValueError")


@fact(f32(6.0))
def test_W30_a_watched_constant(tf):
    x, y, _, t = squared(tf)
    return t.gradient(y, x)


@fact(None)
def test_W31_a_constant_is_not_watched_by_itself(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        y = x * x
    return t.gradient(y, x)


@fact([None, None, None, None])
def test_W32_ints_bools_and_strings_may_be_watched_and_have_no_gradient(tf):
    seen = []
    for x in (tf.constant(3), tf.constant(True), tf.constant(3, tf.int64), tf.constant("a")):
        with tf.GradientTape() as t:
            t.watch(x)
            y = tf.identity(x)
        seen.append(t.gradient(y, x))
    return seen


def test_W33_five_times_in_a_process_it_is_said_that_what_is_watched_is_no_float(subject, monkeypatch):
    tf, said = load(subject), []
    counter = ("reference.logs", "_said") if subject == "reference" else COUNTER_OF_TENSORFLOW
    monkeypatch.setattr(importlib.import_module(counter[0]), counter[1], {})
    handler = logging.Handler(logging.WARNING)
    handler.emit = said.append
    tf.get_logger().addHandler(handler)
    try:
        with tf.GradientTape() as t:
            for i in range(8):
                t.watch(tf.constant(i))
    finally:
        tf.get_logger().removeHandler(handler)
    assert len(said) == 5


@fact([f32(6.0), f32(3.0), f32(2.0)])
def test_W34_watch_takes_nested_structures(tf):
    a, b, v = tf.constant(1.0), tf.constant(2.0), tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as t:
        t.watch([a, {"k": (b, v)}])
        y = a * b * v
    return t.gradient(y, [a, b, v])


@fact([None, None, NO_VALUE, NO_VALUE])
def test_W35_watching_nothing_is_fine_and_none_is_not(tf):
    with tf.GradientTape() as t:
        return [attempt(t.watch, x) for x in ([], (), None, [tf.constant(1.0), None])]


@fact([NO_VALUE] * 5)
def test_W36_only_tensors_and_variables_can_be_watched(tf):
    with tf.GradientTape() as t:
        return [attempt(t.watch, x) for x in (np.array([1.0, 2.0]), np.float32(1), 3.0, 3, "a")]


@fact(f32(6.0))
def test_W37_what_stands_before_a_failing_element_is_watched(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        attempt(t.watch, [x, None])
        y = x * x
    return t.gradient(y, x)


@fact((NO_ATTRIBUTE, f32([2.0, 2.0])))
def test_W40_slices_can_be_watched_but_are_no_source(tf):
    x = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 1]), tf.constant([3]))
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = tf.convert_to_tensor(x) * 2.0
    return attempt(t.gradient, y, x), t.gradient(y, x.values)


@fact(NO_ATTRIBUTE)
def test_W41_watch_on_a_fresh_tape_raises(tf):
    return attempt(tf.GradientTape().watch, tf.constant(3.0))


@fact((None, None))
def test_W42_watch_is_ignored_while_no_tape_records(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        pass
    seen = attempt(t.watch, x)
    with t:
        y = x * x
    return seen, t.gradient(y, x)


@fact(f32(6.0))
def test_W43_and_honoured_while_another_one_does(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        pass
    with tf.GradientTape():
        t.watch(x)
    with t:
        y = x * x
    return t.gradient(y, x)


@fact(NO_ATTRIBUTE)
def test_W44_watch_on_a_spent_tape_raises(tf):
    x, y, _, t = squared(tf, persistent=False)
    t.gradient(y, x)
    return attempt(t.watch, x)


@fact((None, f32(5.0)))
def test_W45_what_ran_before_watch_was_not_recorded(tf):
    x = tf.constant(3.0)
    with tf.GradientTape(persistent=True) as t:
        y = x * x
        t.watch(x)
        z = x * 5.0 + y
    return t.gradient(y, x), t.gradient(z, x)


@fact([f32(108.0), f32(18.0)])
def test_W46_watching_a_recorded_result_changes_nothing(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
        t.watch(y)
        z = y * y
    return t.gradient(z, [x, y])


@fact([None, f32(18.0)])
def test_W47_watching_an_unrecorded_result_makes_it_a_root(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        y = x * x
        t.watch(y)
        z = y * y
    return t.gradient(z, [x, y])


@fact(f32(6.0))
def test_W48_watching_twice_changes_nothing(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        t.watch([x, x])
        y = x * x
    return t.gradient(y, x)


def nested(tf, watch):
    """The gradients of x² by x from an inner and an outer tape; watch(inner, outer, x) runs inside both."""
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            watch(inner, outer, x)
            y = x * x
        of_inner = inner.gradient(y, x)
    return of_inner, outer.gradient(y, x)


@fact((None, f32(6.0)))
def test_W49_a_watch_of_the_outer_tape_before_the_inner_began(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            y = x * x
        of_inner = inner.gradient(y, x)
    return of_inner, outer.gradient(y, x)


@fact((f32(6.0), None))
def test_W50_a_watch_of_the_inner_tape_is_its_own(tf):
    return nested(tf, lambda inner, outer, x: inner.watch(x))


@fact((None, f32(6.0)))
def test_W51_a_watch_of_the_outer_tape_is_its_own(tf):
    return nested(tf, lambda inner, outer, x: outer.watch(x))


@fact((f32(6.0), f32(2.0), 1))
def test_W52_every_recording_tape_watches_a_variable_that_is_read(tf):
    v = tf.Variable(3.0)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = v * v
        g = inner.gradient(y, v)
    return g, outer.gradient(g, v), len(outer.watched_variables())


@fact([f32(6.0), None, None, f32(6.0)])
def test_W53_equal_values_are_different_sources(tf):
    x, other = tf.constant(3.0), tf.constant(3.0)
    before = tf.identity(x)
    with tf.GradientTape() as t:
        t.watch(x)
        copy = tf.identity(x)
        y = copy * copy
    return t.gradient(y, [x, other, before, copy])


@fact((True, f32(6.0)))
def test_W54_converting_a_tensor_gives_that_tensor(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        same = tf.convert_to_tensor(x)
        y = same * same
    return same is x, t.gradient(y, x)


@fact((True, f32(6.0)))
def test_W55_the_constant_of_a_tensor_is_that_tensor(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        same = tf.constant(x)
        y = same * same
    return same is x, t.gradient(y, x)


@fact(["cast", "convert", "add_n"])
def test_W56_which_operations_return_their_operand(tf):
    x = tf.constant([3.0, 4.0])
    results = {
        "x + 0": x + 0,
        "x[...]": x[...],
        "reshape": tf.reshape(x, [2]),
        "cast": tf.cast(x, tf.float32),
        "identity": tf.identity(x),
        "stop_gradient": tf.stop_gradient(x),
        "convert": tf.convert_to_tensor(x),
        "squeeze": tf.squeeze(x),
        "stack": tf.stack([x]),
        "add_n": tf.add_n([x]),
        "broadcast_to": tf.broadcast_to(x, [2]),
        "reduce_sum": tf.reduce_sum(x, axis=[]),
    }
    return [name for name, result in results.items() if result is x]


@fact(None)
def test_W57_a_new_tensor_under_an_old_name_is_not_watched(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        t.watch(x)
        del x
        x = tf.constant(3.0)
        y = x * x
    return t.gradient(y, x)


@fact((f32(6.0), 0))
def test_W58_watching_a_handle_watches_the_variable_without_listing_it(tf):
    v = tf.Variable(3.0, trainable=False)
    with tf.GradientTape() as t:
        t.watch(v.handle)
        y = v * v
    return t.gradient(y, v), len(t.watched_variables())


@fact(None)
def test_W59_what_depends_on_nothing_watched_is_not_recorded(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as t:
        a = x * 2.0
        y = a * a
    return t.gradient(y, a)


@fact(([None, None, None], 0))
def test_W60_a_tape_records_its_own_thread_only(tf):
    x, v, box = tf.constant(3.0), tf.Variable(2.0), []
    with tf.GradientTape() as t:
        t.watch(x)
        thread = threading.Thread(target=lambda: box.append(x * x * v))
        thread.start()
        thread.join()
        z = box[0] * 2.0
    return t.gradient(z, [x, v, box[0]]), len(t.watched_variables())
