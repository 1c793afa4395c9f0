"""Python's operators on tensors and variables do what they do in TensorFlow."""

import numpy as np
import pytest

import reference as tf
from oracle_tests import subjects
from strategies.outcome import Raised

from .array_calls import ARRAYS
from .calls import SYMBOLS, As, Call, Cell, Tolerance, differences, observe, result
from .elementwise_calls import ELEMENTWISE
from .wrong_arguments import WRONG_ARGUMENTS
from .wrong_operands import WRONG_OPERANDS

CALLS: dict[str, list[Call]] = {name: [] for name in SYMBOLS}
for _family in (*ELEMENTWISE, *ARRAYS):
    for _call in _family():
        CALLS.get(_call.function, []).append(_call)

FLOATS, INTS = np.array([1, 2], "float32"), np.array([1, 2], "int32")
BOOLS = np.array([True, False])


def test_every_operator_is_called() -> None:
    assert [name for name, calls in CALLS.items() if len(calls) < 3] == []


@pytest.mark.oracle
@pytest.mark.parametrize("name", CALLS)
def test_results_and_two_orders_of_gradient_are_tensorflows(name: str) -> None:
    tensorflow = subjects.load("tensorflow")
    problems = [
        f"{call}\n    {line}"
        for call in CALLS[name]
        for line in differences(
            observe(tf, call), observe(tensorflow, call), Tolerance(64, largest=4 * (name == "@"))
        )
    ]
    assert not problems, "\n".join(problems[:12])


@pytest.mark.oracle
@pytest.mark.parametrize("name", CALLS)
def test_wrong_operands_raise_what_tensorflow_raises(name: str) -> None:
    tensorflow = subjects.load("tensorflow")
    calls = [
        call for family in (*WRONG_OPERANDS, *WRONG_ARGUMENTS) for call in family() if call.function == name
    ]
    problems = [f"{c} {d}" for c in calls for d in differences(result(tf, c), result(tensorflow, c))]
    assert not problems, "\n".join(problems[:12])


@pytest.mark.parametrize(
    ("symbol", "operands", "expected"),
    [
        ("==", (FLOATS, As(None)), False),
        ("!=", (FLOATS, As(None)), True),
        ("==", (FLOATS, np.zeros(3, "float32")), np.array(False)),  # shapes that do not broadcast
        ("!=", (FLOATS, np.zeros(3, "float32")), np.array(True)),
        ("*", (BOOLS, FLOATS), BOOLS),  # as int32, then as bool
        ("^", (BOOLS, np.array([True, True])), ~BOOLS),
        ("^", (INTS, np.array(3, "int32")), INTS ^ 3),
        ("~", (INTS,), ~INTS),
        ("/", (INTS, As(2)), INTS / 2),  # ints become float64
        ("//", (np.array([-7], "int32"), As(2)), np.array([-4], "int32")),
        ("%", (np.array([-7], "int32"), As(2)), np.array([1], "int32")),
        ("-", (As(1), FLOATS), np.float32(1) - FLOATS),
        ("**", (As(2.0), FLOATS), np.float32(2) ** FLOATS),
        ("+", (As(np.array([1.0, 2.0])), FLOATS), FLOATS + FLOATS),  # NumPy leaves the sum to the tensor
        ("abs", (Cell(-FLOATS),), FLOATS),
        ("[]", (FLOATS, As(tf.constant(1))), FLOATS[1]),
        ("[]", (FLOATS, As(True)), "ValueError"),
        ("[]", (FLOATS, As((True,))), "InvalidArgumentError"),
        ("+", (FLOATS, INTS), "InvalidArgumentError"),
        ("+", (INTS, As(1.5)), "InvalidArgumentError"),
        ("*", (INTS, As(1.5)), "TypeError"),
        ("/", (FLOATS, INTS), "TypeError"),
        ("//", (INTS, As(0)), "InvalidArgumentError"),
        ("**", (INTS, As(-1)), "InvalidArgumentError"),
        ("@", (FLOATS, FLOATS), "InvalidArgumentError"),
    ],
)  # fmt: skip
def test_an_operator_on_its_own(symbol: str, operands: tuple, expected) -> None:
    found = result(tf, Call(symbol, operands))
    if isinstance(expected, str):
        assert isinstance(found, Raised)
        assert (found.error, found.fault) == (expected, False)
    else:
        expected = np.asarray(expected) if isinstance(expected, np.generic) else expected
        assert differences(found, expected) == []


def test_tensors_and_variables_are_unhashable() -> None:
    for x in (tf.constant(1.0), tf.Variable(1.0)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(x)
