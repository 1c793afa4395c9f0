"""Array operations in every dtype: values, two orders of gradient, errors, as in TensorFlow.

`dtype_questions.txt` holds Python expressions, one in a line: `x(2, 3)` is a tensor of that shape in the
dtype under test, `f(2, 3)` one of float32.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracle_tests import subjects
from reference.dtypes import ALL

from .calls import Seen, Tolerance, attempt, differences

QUESTIONS = Path(__file__).with_name("dtype_questions.txt").read_text("utf-8").splitlines()


def some(tf: ModuleType, dtype: str, shape: tuple[int, ...], salt: int) -> Any:
    """A tensor of small numbers, exact in every dtype; of strings."""
    number = np.arange(int(np.prod(shape))).reshape(shape) * 7 + salt
    if dtype == "string":
        return tf.constant(np.vectorize(lambda n: f"s{n}".encode(), otypes=[object])(number))
    if dtype == "bool":
        return tf.constant(number % 2 == 0)
    parts = number % 5 + 1, (number * 3 + salt) % 4 - 1
    value = parts[0] + 1j * parts[1] if dtype.startswith("complex") else parts[0]
    return tf.constant(value.astype(getattr(tf, dtype).as_numpy_dtype))


def answer(tf: ModuleType, question: str, dtype: str) -> Seen:
    """The result, its gradients with weights, and the gradients of those."""
    made: list[Any] = []
    watches = getattr(tf, dtype).is_floating or getattr(tf, dtype).is_complex

    def observe() -> list[Any]:
        with tf.GradientTape() as outer, tf.GradientTape() as inner:

            def x(*shape: int) -> Any:
                made.append(some(tf, dtype, shape, len(made)))
                for tape in (outer, inner) if watches else ():
                    tape.watch(made[-1])
                return made[-1]

            y = eval(question, {"tf": tf, "x": x, "f": lambda *shape: some(tf, "float32", shape, 0)})
            targets = [t for t in (y if isinstance(y, list | tuple) else [y]) if t.dtype.name == dtype]
            if not watches or not targets:
                return [y]
            seeds = [some(tf, dtype, tuple(t.shape), 2) for t in targets]
            first = inner.gradient(targets, made, output_gradients=seeds)
        dense = [g.values if hasattr(g, "dense_shape") else g for g in first if g is not None]
        return [y, first, outer.gradient(dense, made) if dense else None]

    return attempt(tf, observe)


@pytest.mark.oracle
@pytest.mark.parametrize("dtype", [dtype.name for dtype in ALL])
def test_array_operations_do_in_every_dtype_what_they_do_in_tensorflow(dtype: str) -> None:
    reference, tensorflow = subjects.load("reference"), subjects.load("tensorflow")
    problems = []
    for question in QUESTIONS:
        ours, theirs = (answer(tf, question, dtype) for tf in (reference, tensorflow))
        problems += [f"{question} {line}" for line in differences(ours, theirs, Tolerance(16, largest=16))]
    assert problems == []
