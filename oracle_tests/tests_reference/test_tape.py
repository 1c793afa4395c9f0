"""The tape beyond the facts: operations without a gradient, what is logged, what is kept, jacobians."""

import gc
import json
import subprocess
import sys
import threading
import weakref

import pytest

import reference
from oracle_tests.facts.fact import Raised, attempt
from oracle_tests.facts.subjects import SUBJECTS
from oracle_tests.subjects import ROOT, load
from reference.backprop import walked_with
from reference.primitive import REGISTRY


@pytest.fixture(params=SUBJECTS)
def tf(request):
    return load(request.param)


# Operations without a gradient (X04, G06, G07, L35, J23); sin stands in for one.


@pytest.fixture
def sin_without_gradient(monkeypatch):
    monkeypatch.setattr(REGISTRY["math.sin"], "rule", None)


def sine(persistent=True):
    """x, c, a target with sin on its way, one without, and their tape."""
    x, c = reference.constant([3.0, 4.0]), reference.constant(1.0)
    with reference.GradientTape(persistent=persistent) as tape:
        tape.watch([x, c])
        y = reference.reduce_sum(reference.sin(x)) + c
        z = reference.reduce_sum(x * x) + c
    return x, c, y, z, tape


@pytest.mark.usefixtures("sin_without_gradient")
def test_an_operation_without_a_gradient_raises_when_it_is_walked_through():
    x, _, y, z, tape = sine()
    with pytest.raises(LookupError, match=r"gradient registry has no entry for: math\.sin"):
        tape.gradient(y, x)
    assert tape.gradient(z, x).numpy().tolist() == [6.0, 8.0]


@pytest.mark.usefixtures("sin_without_gradient")
def test_it_raises_even_where_no_source_lies_behind_it():
    _, c, y, _, tape = sine()
    for sources in (c, [], reference.constant(0.0)):
        assert attempt(tape.gradient, y, sources) == Raised("LookupError")


@pytest.mark.usefixtures("sin_without_gradient")
def test_it_uses_up_the_record_of_a_non_persistent_tape():
    x, _, y, z, tape = sine(persistent=False)
    assert attempt(tape.gradient, y, x) == Raised("LookupError")
    assert attempt(tape.gradient, z, x) == Raised("InternalError")


@pytest.mark.usefixtures("sin_without_gradient")
def test_it_is_a_staging_error_inside_jacobian():
    x, _, y, _, tape = sine()
    assert attempt(tape.jacobian, y, x) == Raised("StagingError")
    assert attempt(tape.jacobian, y, x, experimental_use_pfor=False) == Raised("LookupError")


# What is logged (W32, W33, L04, X23, X37): once or a few times in a process, which is why each runs alone.

LOGGED = """
import json, logging
from oracle_tests.subjects import load

tf, told = load({subject!r}), []

class Handler(logging.Handler):
    def emit(self, record):
        told.append(record.getMessage())

tf.get_logger().addHandler(Handler())
v, i = tf.Variable([[1.0], [2.0]]), tf.Variable(1)
with tf.GradientTape(persistent=True) as tape:
    i + 1
    tape.watch(i)
    for k in range(7):
        tape.watch([tf.constant(k), v])
    x = v * v
    tape.gradient(x, v)
    tape.gradient(x, v)
    y = tf.gather(v, [1, 0])
tape.jacobian(y, v)
print(json.dumps(told))
"""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_logged(subject):
    done = subprocess.run(
        [sys.executable, "-c", LOGGED.format(subject=subject)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = [message[:60] for message in json.loads(done.stdout)]
    assert [message.partition("(")[0] for message in dict.fromkeys(told)] == [
        "The dtype of the watched tensor must be floating ",
        "Calling GradientTape.gradient on a persistent tape inside it",
        "Converting IndexedSlices",
    ]
    assert told.count(told[0]) < 8  # of so many watches


# What is kept.


def test_a_tape_that_has_answered_keeps_no_tensor():
    x = reference.constant([1.0, 2.0])
    with reference.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        between = weakref.ref(y)
        y = reference.reduce_sum(y * 2.0)
    assert between() is not None
    tape.gradient(y, x)
    gc.collect()
    assert between() is None


def test_a_persistent_tape_keeps_its_record():
    x = reference.constant([1.0, 2.0])
    with reference.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        between = weakref.ref(y)
        y = reference.reduce_sum(y * 2.0)
    tape.gradient(y, x)
    gc.collect()
    assert between() is not None


def test_what_is_walked_through_can_be_seen():
    seen = []
    x = reference.constant(3.0)
    with reference.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = reference.sin(x) * 2.0
    with walked_with(lambda entry, cts, answers: seen.append((entry.operation.name, cts[0].numpy()))):
        tape.gradient(y, x)
    tape.gradient(y, x)
    assert seen == [("math.multiply", 1.0), ("math.sin", 2.0)]


def test_each_thread_has_its_own_recording_tapes():
    seen = []

    def program():
        x = reference.constant(3.0)
        with reference.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        seen.append(float(tape.gradient(y, x)))

    with reference.GradientTape():
        threads = [threading.Thread(target=program) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert seen == [6.0] * 4


# Jacobians as functions: to a tape outside, all of a jacobian's results come from one operation.

TABLE = {
    "3x": (lambda x, w: 3.0 * x, [[None, None], None]),
    "x + w": (lambda x, w: x + w, [[None, None], [None, None]]),
    "x w": (lambda x, w: x * w, [[[0.0, 0.0], [1.0, 1.0]], [[1.0, 1.0], [0.0, 0.0]]]),
    "x²": (lambda x, w: x * x, [[[2.0, 2.0], None], None]),
    "x² + w": (lambda x, w: x * x + w, [[[2.0, 2.0], None], [[0.0, 0.0], None]]),
    "x² w": (lambda x, w: x * x * w, [[[6.0, 8.0], [2.0, 4.0]], [[2.0, 4.0], [0.0, 0.0]]]),
    "x² + w²": (lambda x, w: x * x + w * w, [[[2.0, 2.0], [0.0, 0.0]], [[0.0, 0.0], [2.0, 2.0]]]),
}


@pytest.mark.parametrize(("function", "expected"), TABLE.values(), ids=TABLE)
def test_the_gradient_of_a_jacobian_is_zeros_where_another_result_is_connected(tf, function, expected):
    x, w = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([x, w])
        with tf.GradientTape() as inner:
            inner.watch([x, w])
            y = function(x, w)
        jacobians = inner.jacobian(y, [x, w])
    assert [j if j is None else [plain(g) for g in outer.gradient(j, [x, w])] for j in jacobians] == expected


def plain(gradient):
    return gradient if gradient is None else gradient.numpy().tolist()


def test_it_is_none_where_each_source_is_asked_for_alone(tf):
    x, w = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])
    with tf.GradientTape(persistent=True) as outer:
        outer.watch([x, w])
        with tf.GradientTape(persistent=True) as inner:
            inner.watch([x, w])
            y = x * x + w
        alone = inner.jacobian(y, w)
        by_loop = inner.jacobian(y, [x, w], experimental_use_pfor=False)
    assert outer.gradient(alone, x) is None
    assert outer.gradient(by_loop[1], x) is None
    assert outer.gradient(by_loop[0], x).numpy().tolist() == [2.0, 2.0]


def test_a_third_derivative_through_two_jacobians(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as c:
                c.watch(x)
                y = x * x * x
            first = c.jacobian(y, x)
        second = b.jacobian(first, x)
    third = a.gradient(second, x)
    assert third.numpy().tolist() == [6.0, 6.0]


def test_a_tape_records_its_own_jacobian(tf):
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        j = tape.jacobian(y, x)
    assert tape.gradient(j, x).numpy().tolist() == [2.0, 2.0]
    assert tape.gradient(y, x).numpy().tolist() == [2.0, 4.0]


def test_slices_as_the_target_of_a_jacobian_are_made_dense(tf):
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        slices = tf.IndexedSlices(x * 2.0, tf.constant([1]), tf.constant([2, 2]))
    expected = [[[[0.0, 0.0]], [[0.0, 0.0]]], [[[2.0, 0.0]], [[0.0, 2.0]]]]
    assert tape.jacobian(slices, x).numpy().tolist() == expected


def test_what_a_jacobian_that_fails_leaves_behind(tf):
    @tf.custom_gradient
    def f(a):
        def g(d):
            raise KeyError("bad")

        return a * 2.0, g

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert attempt(tape.jacobian, y, x) == Raised("KeyError")
    assert tape.jacobian(y, x) is None
    assert attempt(tape.jacobian, y, x) == Raised("RuntimeError")


@pytest.mark.parametrize("count", [-1, 0, 1, 2, 3])
def test_few_parallel_iterations_spend_a_non_persistent_tape(tf, count):
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert attempt(tape.jacobian, y, x, parallel_iterations=count) == Raised("ValueError")
    assert attempt(tape.gradient, y, x) == Raised("RuntimeError")


def test_a_function_with_a_gradient_of_its_own_may_ask_the_tape_around_it(tf):
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x

        @tf.custom_gradient
        def f(a):
            tape.gradient(y, x)
            return a * 2.0, lambda d: d

        f(x)
        assert attempt(tape.reset) == Raised("ValueError")
    with tf.GradientTape() as other:
        other.watch(x)
        z = x * x
    assert float(other.gradient(z, x)) == 6.0
