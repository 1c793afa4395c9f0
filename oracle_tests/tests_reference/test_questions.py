"""Arguments of every kind, fitting and not, give what they give in TensorFlow: values, gradients, errors.

`questions/` holds Python expressions, one in a line.  `grad(f, x)` is the gradient of f(x) by x;
`second(f, x)` is that and the gradient of the sum of its squares; `custom(g)` is x → 2x with g for a gradient
function.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import reference
from oracle_tests import subjects
from strategies.interpret.warned import listen
from strategies.outcome import Raised

from .calls import Seen, attempt, differences

QUESTIONS = {
    file.stem: file.read_text("utf-8").splitlines()
    for file in sorted((Path(__file__).parent / "questions").glob("*.txt"))
}


def names(tf: ModuleType) -> dict[str, Any]:
    """What an expression may name."""

    def grad(f, *xs):
        with tf.GradientTape() as tape:
            for x in xs:
                tape.watch(x)
            y = f(*xs)
        return tape.gradient(y, list(xs))

    def second(f, *xs):
        with tf.GradientTape() as tape:
            for x in xs:
                tape.watch(x)
            first = grad(f, *xs)
            total = [tf.reduce_sum(g * g) for g in first if g is not None]
        return first, tape.gradient(total, list(xs))

    def custom(gradients, function=lambda *xs: xs[0] * 2.0):
        return tf.custom_gradient(lambda *xs, **named: (function(*xs, **named), gradients))

    x = tf.constant([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])
    return {
        "tf": tf,
        "np": np,
        "grad": grad,
        "second": second,
        "custom": custom,
        "s": tf.constant(2.0),
        "v3": tf.constant([1.0, 2.0, 3.0]),
        "x": x,
        "V": tf.Variable(x),
        "m": tf.constant(np.arange(9, dtype="float32").reshape(3, 3)),
        "m34": tf.constant(np.arange(12, dtype="float32").reshape(3, 4)),
        "b": tf.ones([2, 3, 3]),
        "b1": tf.ones([1, 3, 3]),
    }


def answers(tf: ModuleType, expressions: list[str]) -> list[Seen]:
    known, found = names(tf), []
    for question in expressions:
        found.append(attempt(tf, lambda q=question: eval(q, known)))  # type: ignore[misc]
        listen(tf)  # which makes TensorFlow forget what it has been asked
    return found


@pytest.mark.oracle
@pytest.mark.parametrize("topic", QUESTIONS)
def test_arguments_of_every_kind_give_what_they_give_in_tensorflow(topic: str) -> None:
    expressions = QUESTIONS[topic]
    ours, theirs = (answers(subjects.load(name), expressions) for name in ("reference", "tensorflow"))
    problems = [
        f"{question} {line}"
        for question, a, b in zip(expressions, ours, theirs, strict=True)
        for line in differences(a, b)
    ]
    assert problems == []


@pytest.mark.parametrize("topic", QUESTIONS)
def test_no_argument_is_a_fault_of_the_reference(topic: str) -> None:
    found = answers(reference, QUESTIONS[topic])
    assert [y.message for y in found if isinstance(y, Raised) and y.fault] == []
    assert {isinstance(y, Raised) for y in found} == {True, False}


def test_a_wrong_answer_would_be_told() -> None:
    assert differences(*(answers(reference, [q]) for q in ("tf.tile(x, [2, 1])", "tf.tile(x, [1, 2])")))
